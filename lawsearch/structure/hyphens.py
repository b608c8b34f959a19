"""Hyphens that a copy has lost inside plain words: ``разре`` / ``шено`` is one word.

In: the lines of a stretch. Out: the lines, with the second half of a word marked as going on. Promises: only in a
wrapped copy in which no line ends in a hyphen; two halves are joined only if together they are a word of the language
and one of them is none by itself, so that two real words are never joined; each mend is reported.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lawsearch.language import Language, fold
from lawsearch.structure.lines import is_wrapped
from lawsearch.structure.pages import PageLine
from lawsearch.structure.tree import TreeBuilder

_HEAD = re.compile(r"(?:^|[\s(«\"])([^\W\d_]{2,})$")
_TAIL = re.compile(r"[^\W\d_]{2,}")
_HYPHEN = re.compile(r"[^\W\d_][-\u00ad\u00ac]$")
# A copy with fewer lines shows nothing by having no hyphens.
_LEAST_LINES = 20


def loses_hyphens(texts: Sequence[str]) -> bool:
    """True for a wrapped copy long enough to have hyphens at its line ends, and without any."""
    return len(texts) >= _LEAST_LINES and is_wrapped(texts) and not any(_HYPHEN.search(text) for text in texts)


def mend_hyphens(lines: list[PageLine], builder: TreeBuilder, language: Language) -> list[PageLine]:
    """The lines with the halves of words joined; one report for each different word."""
    mended = list(lines)
    mends: dict[tuple[str, str], list[PageLine]] = {}
    for index in range(1, len(lines)):
        above, below = lines[index - 1].printed.text, lines[index].printed.text
        if not below[:1].islower():
            continue
        head, tail = _HEAD.search(above[-40:]), _TAIL.match(below)
        if head is None or tail is None:
            continue
        if language.is_word(fold(head[1])) and language.is_word(fold(tail.group())):
            continue
        if language.is_word(fold(head[1] + tail.group())):
            mended[index] = replace(lines[index], mended=replace(lines[index].printed, joins=True))
            mends.setdefault((f"{head[1]} {tail.group()}", head[1] + tail.group()), []).append(lines[index])
    for (before, after), places in mends.items():
        numbers = [place.line.number for place in places]
        builder.report("hyphen-lost", places[0].line, before=before, after=after, count=len(places), lines=numbers)
    return mended
