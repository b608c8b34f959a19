"""Folding that keeps the length, and look-alike letters: what needs no pattern, and so nothing at a cold start.

Promise: ``len(fold(text)) == len(text)``, so that spans stay true.
"""

from __future__ import annotations

# Cyrillic letters that print like Latin ones inside labels and references (FORMATS 6): 61А is 61A.
LOOK_ALIKES = str.maketrans("АВСЕавсе", "ABCEabce")
# The letters of sections, as the class of a pattern: Latin ones and what looks like them; those of either order.
SECTION_LETTERS = "A-HАВСЕ"
SECTION_LETTERS_IN_ANY_ORDER = "A-HА-ЗС"

# The letters of editions that number their sections in Russian order: А Б В Г is A B C D.
RUSSIAN_ORDER = str.maketrans("АБВГДЕЖЗ", "ABCDEFGH")

# The letters that Word counts in: without ё, й, ъ, ы, ь.
RUSSIAN_LETTERS = "абвгдежзиклмнопрстуфхцчшщэюя"

# The letters that occur in Russian order only: they have no Latin look-alike, so they give the order away.
RUSSIAN_ORDER_SIGNS = frozenset("БГДЖЗ")

# Cyrillic letters that print like those of roman numerals; letters that a scan gives for the figures 0, 1, 3 and 6.
ROMAN_TWINS = str.maketrans("\u0445\u0456\u0425\u0406", "xiXI")
FIGURE_TWINS = str.maketrans("OoОоlI|\u0406Ззб", "00001111336")
FIGURE_LETTERS = "OoОоlI|\u0406Ззб"


def fold(text: str) -> str:
    """The text in lower case with ё as е; one character stays one character, so spans stay true."""
    lowered = text.lower()
    if len(lowered) != len(text):  # a few capitals, such as U+0130, become two characters
        lowered = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    return lowered.replace("ё", "е")


def fold_look_alikes(text: str) -> str:
    """Latin letters for the Cyrillic ones that look like them; for labels and references only."""
    return text.translate(LOOK_ALIKES)


def is_cyrillic(word: str) -> bool:
    """True if the word has a Cyrillic letter."""
    return not word.isascii() and any("\u0400" <= char <= "\u04ff" for char in word)


def language_of(text: str) -> str:
    """``ru`` if at least a third of the letters are Cyrillic, else ``en``: law texts quote foreign terms freely."""
    cyrillic = sum("\u0400" <= char <= "\u04ff" for char in text)
    letters = sum(map(str.isalpha, text))
    return "ru" if letters and cyrillic * 3 >= letters else "en"


def count_characters(text: str) -> int:
    """The number of characters that are not white space."""
    return sum(map(len, text.split()))


def cut_off(text: str) -> str:
    """The beginning of a longer text, ended in the one way: without the sign before the dots."""
    return text.rstrip(" ,;:.—–(") + "…"
