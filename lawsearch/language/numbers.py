"""The numbers that the words of a question say: 23, "23rd", «N23», "twenty-third", «двадцать третьей», "twenty three".

In: the folded forms of a text's words. Out: a :class:`Said` for each number. Promise: what is read is one number from 1
to 99999 in figures, or from 1 to 99 in words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from lawsearch.language import LANGUAGES, get_language

FIGURES, ORDINAL, CARDINAL = "figures", "ordinal", "cardinal"


class Said(NamedTuple):
    """The words from ``start`` to ``stop`` (half-open places) say ``number``; ``how`` is one of the three kinds.

    An ordinal in figures (``23rd``) is of the kind FIGURES with ``ranked`` true, as is every ordinal in words.
    """

    start: int
    stop: int
    number: int
    how: str
    ranked: bool


def said_numbers(forms: Sequence[str]) -> list[Said]:
    """The numbers that a row of words says, in order."""
    found = []
    place = 0
    while place < len(forms):
        said = _in_figures(forms, place) or _in_words(forms, place)
        if said:
            found.append(said)
        place = said.stop if said else place + 1
    return found


_FIGURES = re.compile(r"n?(\d{1,5})(st|nd|rd|th)?")


def _in_figures(forms: Sequence[str], place: int) -> Said | None:
    match = _FIGURES.fullmatch(forms[place])
    return Said(place, place + 1, int(match[1]), FIGURES, match[2] is not None) if match and int(match[1]) else None


def _in_words(forms: Sequence[str], place: int) -> Said | None:
    ones, tens, ordinals = _tables()
    form, after = forms[place], forms[place + 1] if place + 1 < len(forms) else ""
    if form in ordinals:
        return Said(place, place + 1, ordinals[form], ORDINAL, True)
    if form in tens and ordinals.get(after, 10) < 10:
        return Said(place, place + 2, tens[form] + ordinals[after], ORDINAL, True)
    if form in tens and ones.get(after, 10) < 10:
        return Said(place, place + 2, tens[form] + ones[after], CARDINAL, False)
    number = ones.get(form) or tens.get(form)
    return Said(place, place + 1, number, CARDINAL, False) if number else None


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """One to nineteen, the tens, and the ordinals of both, in every language."""
    tables: tuple[dict[str, int], dict[str, int], dict[str, int]] = ({}, {}, {})
    for language in map(get_language, LANGUAGES):
        for table, words in zip(tables, (language.ONES, language.TENS, language.ORDINALS), strict=True):
            table.update(words)
    return tables
