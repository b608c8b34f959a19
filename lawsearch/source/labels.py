"""Counting as lists do: 1, A, a, I, i (the values of ``type`` in HTML)."""

from __future__ import annotations

from lawsearch.address import to_roman

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_MOST = 3999


def count_as(kind: str, number: int) -> str:
    """``number`` written in a list of ``kind``; in figures where the kind cannot write it."""
    written = str(number)
    if 0 < number <= _MOST:
        if kind in ("a", "A"):
            written = _letters(number)
        elif kind in ("i", "I"):
            written = to_roman(number)
    return written.upper() if kind in ("A", "I") else written


def _letters(number: int) -> str:
    """A … z, aa, bb … as Word goes on."""
    times, place = divmod(number - 1, len(_LETTERS))
    return _LETTERS[place] * (times + 1)
