"""The words of a language: normal forms, and the words that name and cite the clauses of the Laws.

One module a language, the same names in each (:class:`Language`). Adding a language is a module and a line
in ``_MODULES``.
"""

from __future__ import annotations

import importlib
import re
from functools import lru_cache
from typing import Protocol, cast

from lawsearch.language.folding import count_characters, fold, fold_look_alikes, is_cyrillic, language_of

__all__ = [
    "LANGUAGES",
    "MORPHOLOGY_VERSION",
    "Language",
    "count_characters",
    "fold",
    "fold_look_alikes",
    "get_language",
    "is_cyrillic",
    "language_of",
    "normal_forms",
    "weak_words",
]

LANGUAGES = ("ru", "en")

# Kept with each index: a change of the rules that give a word its normal forms asks for a new build.
MORPHOLOGY_VERSION = 3


class Language(Protocol):
    """What a language module offers. Regular expressions match folded text (lower case, ё as е)."""

    ALPHABET: str
    CARDS: str

    # headings, matched at the start of a line as printed
    LAW_HEADING: str
    CHAPTER_HEADING: str
    PART_HEADING: str
    DIVISION_HEADING: str
    NUMBER_WORDS: dict[str, int]
    ONES: dict[str, int]
    TENS: dict[str, int]
    ORDINALS: dict[str, int]
    DEFINITIONS_HEADING: str
    INTRODUCTION_HEADING: str
    CONTENTS_HEADING: str
    INDEX_HEADING: str
    NOTES_HEADING: str
    CONTINUED: str
    PAGE_WORD: str
    PAGES_OF: str
    WORK_WORD: str
    COMMENTARY_TITLE: str
    NEVER_LAST: str
    SMALL_WORDS: str
    PROPER_WORDS: str
    SENTENCE_STARTERS: str

    # reference words; each a regular expression without groups
    LAW_WORD: str
    LAW_WORD_PLURAL: str
    CLAUSE_WORD: str
    CLAUSE_WORD_PLURAL: str
    SECTION_WORD: str
    ITEM_WORD: str
    CHAPTER_WORD: str
    FOOTNOTE_WORD: str
    EXAMPLE_WORD: str
    THIS_LAW: str
    THIS_COMMENTARY: str
    PREVIOUS_ITEM: str
    SEE: str
    AND: str
    FROM: str
    TO: str
    HERE: str
    BEFORE_ITEM: str
    FOOTNOTE_TO: str
    UNIT: str
    COUNTED_ONE: str
    COUNTED_FEW: str
    COUNTED_MANY: str
    NOUN_FEW: str
    NOUN_MANY: str
    NO_NOUN: str
    ORDINAL_OF_LAW: str
    ORDINAL_OF_ONE: str
    ORDINAL: str
    BID: str
    COMPARED: str
    SURNAME: str
    PREPOSITION_OBJECT: str
    FOREIGN_LAW: str
    FOREIGN_TAIL: str
    OTHER_LAWS: str
    OTHER_OWNER: str
    OF_BRIDGE: str
    OTHER_NAMED: str
    STATUTE_WORD: str
    OTHER_SUBJECT: str
    OTHER_TITLE: str
    OTHER_BOOK: str
    BOOK_BEFORE: str
    NOT_A_NAME: str
    NUMBER_SIGN: str
    NUMBER_NAME: str
    NUMBER_SHORT: frozenset[str]
    ORDINAL_LAW: str
    ORDINAL_LAWS: str
    ORDINAL_TYPED: str
    ORDINAL_FOREIGN: str
    ORDINAL_FOREIGN_BEFORE: str
    ROMAN_COUNTED: str
    SUBJECT_OF_LAW: str
    BEFORE_PRONOUN: str
    SIGN_FOREIGN_BEFORE: str
    ROOM: str
    LETTER_SEEN: str
    LAW_USED: str
    LAW_ACTS: str
    NUMBER_WORD: str
    WORD_TAIL: str
    CITED: str
    SECTION_ON: str
    PREVIOUS: str
    CONDITION: str
    NOR: str
    CONTRAST: str
    OF: str
    EDITION_OF: str
    CODE_BEFORE: str
    DATE_BEFORE: str
    OTHER_TEXT: str
    KEPT_HYPHEN_BEFORE: str
    KEPT_HYPHEN_AFTER: str

    # words that end in a stop and never a sentence; words of duty, each with its grade ("" where the Laws give it none)
    ABBREVIATIONS: str
    DUTY_WORDS: tuple[tuple[str, str], ...]

    # what sites write around a text: alone on a line; beside another word of navigation; anywhere in a short line
    NAVIGATION: str
    NAVIGATION_BESIDE: str
    NAVIGATION_ANYWHERE: str
    NAVIGATION_ABOUT: str
    NAVIGATION_HOME: str
    NAVIGATION_MENU: str

    # the query language: fields, signs in capitals, kinds and languages as typed; questions for a term's meaning
    # (the group ``term``); a sign that a question asks for it if all else that it names are terms, but for words that
    # fill it; words
    # that lead to a citation («см.») if what follows is cited (``LED_TO``), and tell nothing of the text; words that say
    # little of what a question is about
    QUERY_FIELDS: dict[str, str]
    QUERY_OPERATORS: dict[str, str]
    QUERY_KINDS: dict[str, str]
    QUERY_TEXTS: dict[str, str]
    QUERY_LANGUAGES: dict[str, str]
    ASKS_MEANING: str
    MEANING_SIGN: str
    MEANING_FILLERS: frozenset[str]
    CITING: frozenset[str]
    LED_TO: str
    WEAK: frozenset[str]
    DETAILS: frozenset[str]

    @staticmethod
    def is_word(form: str) -> bool:
        """True for a folded form that the dictionary knows; for every form where there is no dictionary."""

    @staticmethod
    def normal_forms(form: str) -> tuple[str, ...]:
        """All normal forms of a folded word form, the likeliest first; never empty."""

    @staticmethod
    def lexemes(form: str) -> dict[str, frozenset[str]]:
        """For each normal form of the word: all its folded forms."""


_MODULES = {"ru": "lawsearch.language.ru", "en": "lawsearch.language.en"}


def get_language(code: str) -> Language:
    """The module of a language; ``KeyError`` for an unknown code."""
    return cast("Language", importlib.import_module(_MODULES[code]))


# 2D, 2б, 3NT: a bid as a story writes it.
_BID = re.compile(r"[1-7](?:[cdhsтбчп]|nt|n|бк)")
# 3NT, 3БК, 2N: a bid of so many in no-trumps.
_NO_TRUMP = re.compile(r"([1-7])(?:nt|n|бк)")


# A build asks for each form of a text three times: for the names of concepts, the index, the table of forms.
@lru_cache(maxsize=30_000)
def normal_forms(form: str) -> tuple[str, ...]:
    """All normal forms of a folded word, by the script it is written in."""
    if not form[0].isalpha():
        bid = _NO_TRUMP.fullmatch(form)
        return (f"{bid[1]}nt", "nt") if bid else (form,)
    if form.isupper():
        return (form,)  # a card
    return get_language("ru" if is_cyrillic(form) else "en").normal_forms(form)


@lru_cache(maxsize=1)
def weak_words() -> frozenset[str]:
    """The folded words of all languages that ask and join."""
    return frozenset().union(*(get_language(code).WEAK for code in LANGUAGES))


def is_detail(form: str) -> bool:
    """True for a folded form, or a normal form, that names a card, a suit, a seat or a bid: where things happened."""
    return form in _detail_words() or _BID.fullmatch(form) is not None


@lru_cache(maxsize=1)
def _detail_words() -> frozenset[str]:
    return frozenset("♠♥♦♣").union(*(get_language(code).DETAILS for code in LANGUAGES))
