"""Whose law is it that is cited: tell the laws of bridge from those of states, clubs, other games and nature.

In: the flat text, its folded twin, and where a citation stands. Promises: what stands beside the citation is looked at
and no more, a few words on either side; where it shows nothing, the law is one of bridge.
"""

from __future__ import annotations

import re

from lawsearch.references.words import WORD_START, any_of

# by-law 27, «Федеральный закон № 82», "Cricket Law 25"
_BEFORE = re.compile(rf"{WORD_START}{any_of('FOREIGN_LAW')}\s*$")
_WINDOW = 24
_BEHIND, _TITLE, _OWNER = (re.compile(any_of(name)) for name in ("OTHER_LAWS", "OTHER_TITLE", "OTHER_OWNER"))
_OF_BRIDGE = re.compile(any_of("OF_BRIDGE"))
_NAMED = re.compile(any_of("OTHER_NAMED"))
_STATUTE = re.compile(rf"{any_of('STATUTE_WORD')}$")
_SUBJECT = re.compile(any_of("OTHER_SUBJECT"))
_BOOK = re.compile(any_of("OTHER_BOOK"))
_NAME_BEFORE = re.compile(rf"{WORD_START}(?!{any_of('NOT_A_NAME')}\s)[A-Z][a-z]+\s+$")


def is_foreign_before(folded: str, start: int) -> bool:
    """Whether the words before ``start`` make the law there one of a state, a club or another game."""
    return _BEFORE.search(folded[max(0, start - _WINDOW) : start]) is not None


def is_of_others(text: str, folded: str, stop: int, word: str = "") -> bool:
    """Whether the words behind ``stop`` name other owners of the law that ends there; ``word`` is that for the law."""
    if _BEHIND.match(folded, stop) or _TITLE.match(folded, stop):
        return True
    if _STATUTE.search(word) and _SUBJECT.match(folded, stop):
        return True
    if _OF_BRIDGE.match(folded, stop):
        return _GAME.match(text, stop) is not None
    return _OWNER.match(folded, stop) is not None or _NAMED.match(text, stop) is not None


# the one title of another game's laws that holds their name
_GAME = re.compile(r"\s+of\s+(?:the\s+)?(?:[A-Z]+\s+)?Laws\s+of\s+the\s+Game\b")


def is_of_another_book(text: str, folded: str, stop: int) -> bool:
    """Whether the chapter or example that ends at ``stop`` is one of a book that is none of laws."""
    return _BOOK.match(folded, stop) is not None or is_of_others(text, folded, stop)


def is_a_persons(text: str, start: int) -> bool:
    """Whether the word of a law at ``start`` is a surname: "Bonnie Law (64)"."""
    return text[start : start + 1] == "L" and _NAME_BEFORE.search(text[max(0, start - _WINDOW) : start]) is not None
