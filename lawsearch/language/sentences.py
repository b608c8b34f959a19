"""The sentence that a place of a text stands in.

In: a text and a span of it. Out: the span of the sentence (or sentences) that hold it. Promises: the result lies in
the text, holds the given span, neither begins nor ends with white space, and never crosses a paragraph (a line feed).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from lawsearch.language import LANGUAGES, get_language

# A stop ends a sentence when white space and a capital, a quotation mark or a bracket follow.
_STOP = re.compile(r"[.!?…][»”\")\]]*\s+(?=[«“\"(\[—–-]*[^\W\d_a-zа-яё])")
# Abbreviations that end in a stop and never a sentence: п. 5, см. Правило 9, Law 12 etc.
_ABBREVIATIONS = "|".join(get_language(code).ABBREVIATIONS for code in LANGUAGES)
_ABBREVIATION = re.compile(rf"(?<!\w)(?:{_ABBREVIATIONS})\.$", re.IGNORECASE)
_LONGEST = 8  # characters of an abbreviation


def sentence_around(text: str, start: int, stop: int) -> tuple[int, int]:
    """The span of the sentence of ``text`` that holds ``text[start:stop]``."""
    ends, begins, paragraphs = _boundaries(text)
    place = bisect_right(paragraphs, start) - 1
    first = paragraphs[place]
    last = text.find("\n", stop)
    last = len(text) if last < 0 else last
    before = bisect_right(begins, start) - 1
    if before >= 0:
        first = max(first, begins[before])
    after = bisect_left(ends, stop)
    if after < len(ends):
        last = min(last, begins[after])
    while first < start and text[first].isspace():
        first += 1
    while last > stop and text[last - 1].isspace():
        last -= 1
    return first, last


@lru_cache(maxsize=16)  # a text is asked about once a reference, one text after the other
def _boundaries(text: str) -> tuple[list[int], list[int], list[int]]:
    """Where sentences end inside the paragraphs of a text, where the next one begins, and where paragraphs begin."""
    ends: list[int] = []
    begins: list[int] = []
    paragraphs: list[int] = []
    first = 0
    for paragraph in text.split("\n"):
        paragraphs.append(first)
        last = first + len(paragraph)
        for match in _STOP.finditer(text, first, last):
            stop = match.start() + 1
            if not _ABBREVIATION.search(text, max(first, match.start() - _LONGEST), stop):
                ends.append(stop)
                begins.append(match.end())
        first = last + 1
    return ends, begins, paragraphs
