"""The sentence that a place of a text stands in.

In: a text and a span of it. Out: the span of the sentence (or sentences) that hold it. Promises: the result lies in
the text, holds the given span, neither begins nor ends with white space, and never crosses a paragraph (a line feed).
"""

from __future__ import annotations

import re

from lawsearch.language import en, ru

# A stop ends a sentence when white space and a capital, a quotation mark or a bracket follow.
_STOP = re.compile(r"[.!?…][»”\")\]]*\s+(?=[«“\"(\[—–-]*[^\W\d_a-zа-яё])")
# Abbreviations that end in a stop and never a sentence: п. 5, см. Правило 9, Law 12 etc.
_ABBREVIATION = re.compile(rf"(?<!\w)(?:{ru.ABBREVIATIONS}|{en.ABBREVIATIONS})\.$", re.IGNORECASE)
_LONGEST = 8  # characters of an abbreviation


def sentence_around(text: str, start: int, stop: int) -> tuple[int, int]:
    """The span of the sentence of ``text`` that holds ``text[start:stop]``."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", stop)
    last = len(text) if last < 0 else last
    for match in _STOP.finditer(text, first, last):
        if _ABBREVIATION.search(text, max(first, match.start() - _LONGEST), match.start() + 1):
            continue
        if match.end() <= start:
            first = match.end()
        elif match.start() + 1 >= stop:
            last = match.end()
            break
    while first < start and text[first].isspace():
        first += 1
    while last > stop and text[last - 1].isspace():
        last -= 1
    return first, last
