"""Tell a text with numbered paragraphs of its own, such as a club's regulations, whose «п. 3.2» is none of a commentary.

In: a text that stands nowhere, and the citations found in it. Promises: only a text whose paragraphs are numbered from
its beginning, and that is no piece of a commentary, has numbers of its own; a citation of one of these wants nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lawsearch.model import Citation
from lawsearch.references.later import compile_later
from lawsearch.references.words import any_of

# The number of a paragraph at the start of its line: 3.2 Deposit, 3.2. Deposit, 3.2Deposit.
_LABEL = compile_later(
    r"^[ \t>]{0,40}(\d{1,2})\.(\d{1,2})(?:\.\d{1,2}){0,2}(?:[.)]?[ \t]{1,9}|\.?)[\"\u00ab\u201c]?[^\W\d_]", re.MULTILINE
)
# What a piece of a commentary or of laws has: their marks, and headings of laws.
_COMMENTARY = compile_later(
    rf"\(DC4\)|\u00b6|^\.\.page\d|^[ \t]{{0,40}}(?i:{any_of('LAW_WORD')})[ \t]{{1,9}}\d{{1,2}}(?:\.|[ \t]{{0,9}}[-\u2013\u2014:])[ \t]{{1,9}}[^\W\d_a-z\u0430-\u044f]",
    re.MULTILINE,
)
_LEAST_LABELS = 3


def own_numbers(text: str) -> frozenset[tuple[str, str]]:
    """The numbers of the text's own paragraphs, as section and paragraph; none if it is no such text."""
    labels = frozenset((section, f".{number}") for section, number in _LABEL.findall(text))
    if len(labels) < _LEAST_LABELS or ("1", ".1") not in labels or _COMMENTARY.search(text):
        return frozenset()
    return labels


def without_own(citations: Iterable[Citation], text: str) -> Iterator[Citation]:
    """The citations; those of the text's own paragraphs want nothing that a library holds."""
    own = own_numbers(text)
    for citation in citations:
        parts = [wanted.address.parts[:2] for wanted in citation.wanted if wanted.address.is_commentary]
        if own and parts and all(one in own for one in parts):
            yield replace(citation, wanted=(), alternatives=())
        else:
            yield citation
