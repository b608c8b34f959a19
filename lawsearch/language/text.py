"""What holds for every language: folding, look-alike letters, and cutting a text into words.

In: any text. Out: folded text of the same length, and :class:`Token` records whose spans lie in the text as it
was given. Promises: ``len(fold(text)) == len(text)``; tokens are in order and never overlap.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

# Cyrillic letters that print like Latin ones inside labels and references (FORMATS 6): 61А is 61A.
LOOK_ALIKES = str.maketrans("АВСЕавсе", "ABCEabce")

# The letters of editions that number their sections in Russian order: А Б В Г is A B C D.
RUSSIAN_ORDER = str.maketrans("АБВГДЕЖЗ", "ABCDEFGH")

# The letters that occur in Russian order only: they have no Latin look-alike, so they give the order away.
RUSSIAN_ORDER_SIGNS = frozenset("БГДЖЗ")

_YO = str.maketrans("ёЁ", "ее")
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


def fold(text: str) -> str:
    """The text in lower case with ё as е; one character stays one character, so spans stay true."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few capitals, such as U+0130, become two characters
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    return lowered.translate(_YO)


def fold_look_alikes(text: str) -> str:
    """Latin letters for the Cyrillic ones that look like them; for labels and references only."""
    return text.translate(LOOK_ALIKES)


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


def is_cyrillic(word: str) -> bool:
    """True if the word has a Cyrillic letter."""
    return any("\u0400" <= char <= "\u04ff" for char in word)


def language_of(text: str) -> str:
    """``ru`` if at least a third of the letters are Cyrillic, else ``en``: law texts quote foreign terms freely."""
    cyrillic = sum("\u0400" <= char <= "\u04ff" for char in text)
    letters = sum(map(str.isalpha, text))
    return "ru" if letters and cyrillic * 3 >= letters else "en"


def count_characters(text: str) -> int:
    """The number of characters that are not white space."""
    return sum(map(len, text.split()))
