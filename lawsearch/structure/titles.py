"""Titles in capitals that stand on one line with what follows them: ``A. Small Card A card below the ten …``.

In: the text behind a label. Out: where the title ends. Promise: a title has every word but the small ones in
capitals; where a sentence begins is known by a small word in capitals, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.language import LANGUAGES, Language, get_language
from lawsearch.structure.lines import goes_on

_WORD = re.compile(r"\S+")
_LONGEST_TITLE = 14  # words
_SMALL = re.compile("|".join(get_language(code).SMALL_WORDS for code in LANGUAGES))
_STOPS = (".", ";", ":", "!", "?")


def title_before_text(text: str, language: Language) -> int | None:
    """Where the title at the start of a text ends and its sentence begins; None if there is no such title."""
    words = list(_WORD.finditer(text))
    for index, word in enumerate(words[: _LONGEST_TITLE + 1]):
        starts = index and re.fullmatch(language.SENTENCE_STARTERS, word.group())
        if starts and _begins_sentence([following.group() for following in words[index + 1 : index + 9]], language):
            return word.start()
        if not _is_title_word(word.group(), first=not index) or word.group().endswith(_STOPS):
            return None
    return None


def title_before_label(text: str) -> bool:
    """True if a text is a title and nothing else."""
    words = [match.group() for match in _WORD.finditer(text)]
    if not words or len(words) > _LONGEST_TITLE or words[-1].endswith(_STOPS) or goes_on(text):
        return False
    return all(_is_title_word(word, first=not index) for index, word in enumerate(words))


def _begins_sentence(following: Sequence[str], language: Language) -> bool:
    """True if what follows has a word in lower case that would have a capital in a title, before any that has one.

    ``The Director may``: a word that always has a capital says nothing.
    """
    for word in following:
        letters = word.strip("“”\"'()[]«»,.;:-–—")
        if not letters or _SMALL.fullmatch(letters) or re.fullmatch(language.PROPER_WORDS, letters.lower()):
            continue
        return letters[0].islower()
    return False


def _is_title_word(word: str, *, first: bool) -> bool:
    letters = word.strip("“”\"'()[]«»,-–—")
    return (
        not letters
        or letters[0].isupper()
        or letters[0].isdigit()
        or (not first and _SMALL.fullmatch(letters) is not None)
    )
