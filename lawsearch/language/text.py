"""Cutting a text into words, in every language alike.

In: any text. Out: :class:`Token` records whose spans lie in the text as it was given. Promise: tokens are in order
and never overlap.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

from lawsearch.language.folding import fold, fold_look_alikes

_MARKS = re.compile("[\u00ad\u0300-\u036f]")

# One token: a suit, the number of a clause (27B1(a), 11.5), a number, or a word. Marks that stand inside a word
# (stress, soft hyphen, the parts of a decomposed й) belong to it; a hyphen parts words.
_TOKEN = re.compile(
    r"[♠♥♦♣♤♡♢♧]"
    r"|\d{1,3}[A-HАВСЕ]\d{0,2}(?:\([a-zа-я]{1,4}\))*(?!\w)"
    r"|\d+(?:\.\d+)+"
    r"|[^\W_]+(?:[\u00ad\u0300-\u036f'’]+[^\W_]+)*[\u00ad\u0300-\u036f]*"
)


# The letters of cards in both languages, by the Latin ones; suits; what a card may stand beside.
CARD_LETTERS = {"Т": "A", "К": "K", "Д": "Q", "В": "J", "A": "A", "K": "K", "Q": "Q", "J": "J", "T": "10", "Х": "10"}
SUITS = {**{suit: suit for suit in "♠♥♦♣"}, "♤": "♠", "♡": "♥", "♢": "♦", "♧": "♣"}
CARD_NUMBERS = frozenset(("10", "9", "8", "7", "6", "5", "4", "3", "2"))
_CARD_AFTER = re.compile(r",?[ \u00a0]?(?:[♠♥♦♣]|[ТКДВAKQJTХ](?=[ \u00a0,.;:)]|$))")


class Token(NamedTuple):
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
    """The words of a text in order.

    A letter of a card beside a suit, a number or another such letter (♠К, Т К Д В 10) is a card and no word: its form
    is the Latin capital, in either language.
    """
    before: Token | None = None
    card = False  # the token before is a card
    # most texts hold no marks, and then a word's form is quickly found
    plain = not _MARKS.search(text) and unicodedata.is_normalized("NFC", text)
    read = _read_plain if plain else _read_word
    for match in _TOKEN.finditer(text):
        word = match.group()
        form, of_cards = read(word)
        token = _make_token((form, *match.span()))
        if not of_cards:
            before, card = token, False
            yield token
            continue
        if word in CARD_LETTERS:
            letter = Token(CARD_LETTERS[word], token.start, token.stop)
            beside = before is not None and (card or before.form in SUITS) and _touches(text, before.stop, token.start)
            if beside or _CARD_AFTER.match(text, token.stop) or (before is None and not text[token.stop :].strip()):
                before, card = letter, True
                yield letter
                continue
        card = (
            form in CARD_NUMBERS
            and before is not None
            and (card or before.form in SUITS)
            and _touches(text, before.stop, token.start)
        )
        before = token
        yield token


# A token without the named arguments' toll: texts have hundreds of thousands.
_make_token: Callable[[tuple[str, int, int]], Token] = partial(tuple.__new__, Token)


def _read_word(word: str) -> tuple[str, bool]:
    """The form of a printed word, and whether it may be the letter or number of a card."""
    return _read_folded(word, word_form(word))


@lru_cache(maxsize=20_000)
def _read_plain(word: str) -> tuple[str, bool]:
    """The same for a word of a text that holds no marks."""
    return _read_folded(word, fold(word).replace("’", "'"))


def _read_folded(word: str, form: str) -> tuple[str, bool]:
    if form[0].isdigit() and not form.isdigit():
        form = fold_look_alikes(form)
    return SUITS.get(form, form), word in CARD_LETTERS or form in CARD_NUMBERS


def _touches(text: str, start: int, stop: int) -> bool:
    return not text[start:stop].strip(" \u00a0,")
