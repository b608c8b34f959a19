"""Cutting a text into words, in every language alike.

In: any text. Out: :class:`Token` records whose spans lie in the text as it was given. Promise: tokens are in order
and never overlap.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from lawsearch.language.folding import fold, fold_look_alikes

_MARKS = re.compile("[\u00ad\u0300-\u036f]")

# One token: a suit, the number of a clause (27B1(a), 11.5), a number, or a word. Marks that stand inside a word
# (stress, soft hyphen, the parts of a decomposed й) belong to it; a hyphen parts words.
_TOKEN = re.compile(
    r"[♠♥♦♣]"
    r"|\d{1,3}[A-HАВСЕ]\d{0,2}(?:\([a-zа-я]{1,4}\))*(?!\w)"
    r"|\d+(?:\.\d+)+"
    r"|[^\W_]+(?:[\u00ad\u0300-\u036f'’]+[^\W_]+)*[\u00ad\u0300-\u036f]*"
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word as printed: ``text[start:stop]``; ``form`` is its folded form (NFC, lower case, ё = е)."""

    form: str
    start: int
    stop: int


def word_form(word: str) -> str:
    """The form under which a word is indexed: composed, without stress marks and soft hyphens, folded."""
    if not word.isascii():
        word = _MARKS.sub("", unicodedata.normalize("NFC", word))
        # what NFC composed (й, ё) is kept; a bare stress mark is gone
    return fold(word).replace("’", "'")


def tokenize(text: str) -> Iterator[Token]:
    """The words of a text in order."""
    for match in _TOKEN.finditer(text):
        form = word_form(match.group())
        if form[0].isdigit() and not form.isdigit():
            form = fold_look_alikes(form)
        yield Token(form, match.start(), match.end())
