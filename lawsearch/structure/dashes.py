"""The soft hyphen (0xAD) that the making of a PDF has put for every dash and hyphen.

In: the lines of a stretch. Out: the lines with ``-`` for it, if the text shows that it stands for a dash: with white
space around it or between numbers, where no soft hyphen can be. Promise: one character stays one character.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from lawsearch.structure.pages import PageLine

_SOFT = "\u00ad"
_DASH = re.compile(rf"(?<=\s){_SOFT}(?=\s)|(?<=\d){_SOFT}(?=\d)")


def shows_dashes(texts: Iterable[str]) -> bool:
    """True for a text in which the soft hyphen stands for a dash."""
    return any(_SOFT in text and _DASH.search(text) for text in texts)


def mend_dashes(line: PageLine) -> PageLine:
    """The line with a hyphen for each soft hyphen."""
    if _SOFT not in line.line.text:
        return line
    return replace(line, mended=replace(line.printed, text=line.printed.text.replace(_SOFT, "-")))
