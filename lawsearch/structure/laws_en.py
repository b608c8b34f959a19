"""The English Laws: ``LAW N - TITLE``, ``A. Title``, ``1.``, ``(a)``, ``(i)``, definitions ``Term: text``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.language import get_language
from lawsearch.structure import laws
from lawsearch.structure.label_rows import Grammar
from lawsearch.structure.pages import Stretch
from lawsearch.structure.tree import TreeBuilder

_EN = get_language("en")
_OPENS = r"(?:(?!\d)\s*(?=[“\"(]?[A-Za-z\d])|\s*$)"
# What may stand before a label in mid-line: a stop, or the "or" and "and" that part the members of a list.
_AFTER_STOP = r"(?:(?<=[.!?:;,…”\")])|(?<=[,;] or)|(?<=[,;] and))\s+"
_BRACKETED = r"(?P<label>\((?P<name>[a-z]{1,5})\.?\)|(?P<bare>[a-h]|[ivx]{1,5})\)\.?(?=\s))"

GRAMMAR = Grammar(
    language=_EN,
    law=re.compile(rf"(?P<label>(?i:{_EN.LAW_HEADING})\s+(?P<name>\d{{1,3}})\b\.?(?:\s*[-–—:])?)(?:\s*(?=[^\s\d])|$)"),
    letter=re.compile(r"(?P<label>(?P<name>[A-H])\.)(?:\s*(?=[“\"(]?[A-Z\d])|\s+(?=[a-z])|\s*$)"),
    number=re.compile(rf"(?P<label>(?P<name>\d{{1,2}})(?:\.|\)(?=\s))){_OPENS}"),
    bracket=re.compile(rf"{_BRACKETED}\s*"),
    inline_letter=re.compile(r"(?<=[.!?:;…”\")])\s+(?P<label>(?P<name>[A-H])\.)\s*(?=[“\"(]?[A-Z]|$)"),
    inline_number=re.compile(
        rf"{_AFTER_STOP}(?P<label>(?P<name>\d{{1,2}})(?:\.|\)(?=\s)))(?!\d)\s*(?=[“\"(]?[A-Za-z(]|$)"
    ),
    inline_bracket=re.compile(rf"{_AFTER_STOP}{_BRACKETED}\s*(?=\S|$)"),
    definition=re.compile(r"(?P<heading>(?P<headword>[A-Z][^:.|]{0,80}?):)(?:\s+|$)"),
    undeclared_definition=re.compile(
        r"(?P<heading>(?P<headword>[A-Z][\w\u2019'/-]*(?: \(?[\w\u2019'/-]+\)?){0,3}):)(?:\s+|$)"
    ),
    loose=True,
)


def read(stretches: Sequence[Stretch], builder: TreeBuilder) -> None:
    """Read all stretches into the builder."""
    laws.read(stretches, builder, GRAMMAR)
