"""Counting as lists do: 1, A, a, I, i (the values of ``type`` in HTML), and in Russian letters as Word does."""

from __future__ import annotations

from lawsearch.address import to_roman
from lawsearch.language.folding import RUSSIAN_LETTERS

RUSSIAN_SMALL, RUSSIAN_CAPITALS = RUSSIAN_LETTERS[0], RUSSIAN_LETTERS[0].upper()

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = {
    "a": _LETTERS,
    "A": _LETTERS,
    RUSSIAN_SMALL: RUSSIAN_LETTERS,
    RUSSIAN_CAPITALS: RUSSIAN_LETTERS,
}
_MOST = 3999


def count_as(kind: str, number: int) -> str:
    """``number`` written in a list of ``kind``; in figures where the kind cannot write it."""
    written = str(number)
    if 0 < number <= _MOST:
        if kind in _ALPHABETS:
            written = _letters(number, _ALPHABETS[kind])
        elif kind in ("i", "I"):
            written = to_roman(number)
    return written.upper() if kind in ("A", "I", RUSSIAN_CAPITALS) else written


def _letters(number: int, alphabet: str) -> str:
    """A … z, aa, bb … as Word goes on."""
    times, place = divmod(number - 1, len(alphabet))
    return alphabet[place] * (times + 1)
