"""The index of a text as a test of its reading: every clause that it names should have been read.

In: the furniture and the clauses of a document. Out: a problem for each name that leads nowhere. Promise: silent where
most names lead nowhere, since then it is the index of another text, or the text is a fragment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lawsearch.address import try_address
from lawsearch.language.folding import SECTION_LETTERS
from lawsearch.model import Address, Clause, Furniture, Problem

_NAME = re.compile(rf"(?<=[\s,;])(\d{{1,3}}[{SECTION_LETTERS}]\d{{0,2}}(?:\([a-z]{{1,5}}\))*)(?=[\s,;.]|$)")
_LEAST_NAMES = 20
_LEAST_FOUND = 0.8


def check_index(furniture: Sequence[Furniture], clauses: Sequence[Clause], files: Sequence[str]) -> Iterator[Problem]:
    """The names in the index that no clause has."""
    entries = [(item, address) for item in furniture if item.kind == "index" for address in named_addresses(item.text)]
    if len(entries) < _LEAST_NAMES:
        return
    known = {clause.address for root in clauses for clause in root.walk()}
    missing = [(item, address) for item, address in entries if address not in known]
    if len(entries) - len(missing) < _LEAST_FOUND * len(entries):
        return
    for item, address in missing:
        place = item.lines[0]
        yield Problem(
            code="index-missing",
            file=files[place.file],
            line=place.first,
            params={"address": str(address), "text": item.text[:60]},
        )


def named_addresses(text: str) -> list[Address]:
    """The clauses that a line of an index names by letter: ``Revoke, 61A, 64B2``."""
    found = (try_address(match[1]) for match in _NAME.finditer(" " + text))
    return [address for address in found if address is not None]
