"""The forms of words and what players say in a compact shape, for the search of the offline page.

In: the words of the texts and a library's vocabulary. Out: two strings. ``paradigms`` are lists of endings
(``,s,d|…``), ``lexemes`` are ``stem,paradigm`` for each normal form that has a form among the words of the texts.
Promise: stem + ending gives exactly the known forms of these normal forms. And the situations as numbers of words: a
third of what they take written out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from lawsearch.language import get_language, is_cyrillic
from lawsearch.library.tables import Situation
from lawsearch.library.words import Words

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Packed(NamedTuple):
    """The table as it travels."""

    paradigms: str
    lexemes: str


def pack_forms(words: Words, printed: Collection[str], named: Iterable[str] = ()) -> Packed:
    """The table for the ``printed`` words of the texts; of ``named`` words too, which stand in names of terms."""
    forms_of: dict[str, set[str]] = {}
    known: set[str] = set()
    wanted: set[str] = set()
    for form, lemmas in words.forms():
        known.add(form)
        for lemma in lemmas:
            forms_of.setdefault(lemma, set()).add(form)
        if form in printed:
            wanted.update(lemmas)
    for form in sorted({form for form in named if is_cyrillic(form)} - known):
        for lemma, family in get_language("ru").lexemes(form).items():
            forms_of.setdefault(lemma, set()).update(family)
            wanted.add(lemma)
    paradigms: dict[str, int] = {}
    lexemes = []
    for lemma in sorted(wanted):
        forms = sorted(form for form in forms_of[lemma] if not set(form) & set(",|"))
        stem = _common_start(forms[0], forms[-1]) if forms else ""
        endings = ",".join(form[len(stem) :] for form in forms)
        lexemes.append(f"{stem},{paradigms.setdefault(endings, len(paradigms))}")
    return Packed("|".join(paradigms), "|".join(lexemes))


def pack_situations(situations: Sequence[Situation]) -> dict[str, Any]:
    """``words`` parted by spaces, the commonest first; ``said``: by the addresses that answer them (``50B,50D1(a)``),
    the situations parted by bars, each a row of the numbers of its words, to the base of 36.
    """
    counted = Counter(word for item in situations for word in item.text.split())
    words = sorted(counted, key=lambda word: (-counted[word], word))
    code = {word: _to_base_36(number) for number, word in enumerate(words)}
    said: dict[str, list[str]] = {}
    for item in situations:
        row = " ".join(code[word] for word in item.text.split())
        said.setdefault(",".join(map(str, item.addresses)), []).append(row)
    return {"words": " ".join(words), "said": {names: "|".join(rows) for names, rows in said.items()}}


def _to_base_36(number: int) -> str:
    digits = _DIGITS[number % 36]
    while number := number // 36:
        digits = _DIGITS[number % 36] + digits
    return digits


def _common_start(first: str, last: str) -> str:
    """What two words begin with; for the first and last of sorted words, what all of them begin with."""
    length = 0
    while length < min(len(first), len(last)) and first[length] == last[length]:
        length += 1
    return first[:length]
