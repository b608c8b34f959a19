"""The words that say how binding a rule is: may, should, shall, must, and their bans.

In: a text and its language. Out: :class:`DutyWord` records in order. Promises: spans lie in the text, never overlap
and cover whole words. Plain procedure ("dummy spreads his hand") has no word of its own and is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lawsearch.language import get_language

# From the lightest to the gravest; then the bans, rising too.
GRADES = ("may", "should", "shall", "must", "shall not", "may not", "must not")


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyWord:
    """``text[start:stop]`` is a word of duty. ``grade`` is one of :data:`GRADES`, or empty where the Laws give it none."""

    grade: str
    text: str
    start: int
    stop: int


@lru_cache(maxsize=4)
def _pattern(language: str) -> tuple[re.Pattern[str], tuple[str, ...]]:
    table = get_language(language).DUTY_WORDS
    alternatives = "|".join(f"({words})" for _, words in table)
    return re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE), tuple(grade for grade, _ in table)


def find_duties(text: str, language: str) -> Iterator[DutyWord]:
    """The words of duty of a text in order; the alternatives of a place are tried in the order of the table."""
    pattern, grades = _pattern(language)
    for match in pattern.finditer(text):
        assert match.lastindex is not None
        yield DutyWord(grade=grades[match.lastindex - 1], text=match.group(), start=match.start(), stop=match.end())
