"""Whose law is it that is cited: tell the laws of bridge from those of states, clubs, other games and nature.

In: the flat text, its folded twin, and where a citation stands. Promises: what stands beside the citation is looked at
and no more, a few words on either side; where it shows nothing, the law is one of bridge.
"""

from __future__ import annotations

import re
from functools import cache

from lawsearch.language import get_language, is_cyrillic
from lawsearch.references.words import WORD_START, any_of, spread

# by-law 27, «Федеральный закон № 82», "Cricket Law 25"
_BEFORE = re.compile(rf"{WORD_START}{any_of('FOREIGN_LAW')}\s*$")
_WINDOW = 24
_STATUTE = re.compile(rf"{any_of('STATUTE_WORD')}$")
# The first letter of what stands behind a citation tells whose words may stand there.
_LETTER = re.compile(r"[\s(\[\"'«„“\u2018]*([^\W\d_])")
_NAME_BEFORE = re.compile(rf"{WORD_START}(?!{any_of('NOT_A_NAME')}\s)[A-Z][a-z]+\s+$")


def is_foreign_before(folded: str, start: int) -> bool:
    """Whether the words before ``start`` make the law there one of a state, a club or another game."""
    return _BEFORE.search(folded[max(0, start - _WINDOW) : start]) is not None


def is_of_others(text: str, folded: str, stop: int, word: str = "") -> bool:
    """Whether the words behind ``stop`` name other owners of the law that ends there; ``word`` is that for the law."""
    code = _language_behind(folded, stop)
    if code is None:
        return False
    if _words("OTHER_LAWS", code).match(folded, stop) or _words("OTHER_TITLE", code).match(folded, stop):
        return True
    if _STATUTE.search(word) and _words("OTHER_SUBJECT", code).match(folded, stop):
        return True
    if _words("OF_BRIDGE", code).match(folded, stop):
        return _GAME.match(text, stop) is not None
    return any(
        _words(name, code).match(where, stop) is not None
        for name, where in (("OTHER_OWNER", folded), ("OTHER_NAMED", text))
    )


def _language_behind(folded: str, stop: int) -> str | None:
    letter = _LETTER.match(folded, stop)
    return None if letter is None else "ru" if is_cyrillic(letter[1]) else "en"


@cache
def _words(name: str, code: str) -> re.Pattern[str]:
    """The words of a kind in one language, compiled when a text first has a citation before a word of it."""
    return re.compile(f"(?:{spread(getattr(get_language(code), name))})")


# the one title of another game's laws that holds their name
_GAME = re.compile(r"\s+of\s+(?:the\s+)?(?:[A-Z]+\s+)?Laws\s+of\s+the\s+Game\b")


# "White Book, November 2003, Chapter 6"
_BOOK_BEFORE = re.compile(rf"{WORD_START}{any_of('BOOK_BEFORE')}(?:[^.;\n]{{0,30}}[,\u2013\u2014-])?\s*$")
_BOOK_WINDOW = 60


def is_of_another_book(text: str, folded: str, stop: int, start: int) -> bool:
    """Whether the chapter or example at ``start:stop`` is one of a book that is none of laws."""
    if is_of_book_before(folded, start):
        return True
    code = _language_behind(folded, stop)
    if code is None:
        return False
    return _words("OTHER_BOOK", code).match(folded, stop) is not None or is_of_others(text, folded, stop)


def is_of_book_before(folded: str, start: int) -> bool:
    """Whether a book that is none of laws is named right before ``start``."""
    return _BOOK_BEFORE.search(folded[max(0, start - _BOOK_WINDOW) : start]) is not None


def is_a_persons(text: str, start: int) -> bool:
    """Whether the word of a law at ``start`` is a surname: "Bonnie Law (64)"."""
    return text[start : start + 1] == "L" and _NAME_BEFORE.search(text[max(0, start - _WINDOW) : start]) is not None
