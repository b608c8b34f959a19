"""Other people's text on a screen: characters that would steer it are shown, never obeyed; what is long is cut in one
way; the room that a text takes is counted in one way.
"""

from __future__ import annotations

import re

from lawsearch.language.folding import cut_off

# Characters that would steer the terminal or hide the order of the letters.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def safe(text: str) -> str:
    """The text without characters that steer a terminal; it keeps its length, so that spans stay true."""
    return _UNSAFE.sub("\ufffd", text)


def safe_json(text: str) -> str:
    """JSON that says the same and steers no terminal: such characters stand in it as escapes."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


# Characters that may take two columns or none; of all others each takes one.
_ODD_WIDTH = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0591-\u1aff\u1dc0-\u1dff\u200b-\u200d\u2060\u20d0-\u20ff\u231a-\u23ff\u25fd\u25fe\u2600-\u265f\u2668-\u27bf"
    "\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe00-\ufe6f\ufeff-\uffef\U00010000-\U0010ffff]"
)


_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"


def columns(text: str) -> int:
    """The columns of a terminal that a text takes: two for a wide character, none for an accent put over another."""
    if text.isascii() or not _ODD_WIDTH.search(text):
        return len(text)
    return sum(map(_width, text))


def _width(char: str) -> int:
    from unicodedata import category, east_asian_width

    if category(char) in ("Mn", "Me") or char in _NO_WIDTH:
        return 0
    return 2 if east_asian_width(char) in "WF" else 1


def shorten(text: str, room: int) -> str:
    """The first words of a text on one line, in at most ``room`` columns with the dots that end what was cut.

    A word is cut only where there would be less than half of the room without it.
    """
    line = " ".join(text.split())
    if columns(line) <= room:
        return line
    stop = _prefix(line, max(room - 1, 0))
    cut = max(line.rfind(" ", 0, stop + 1), 0)
    if columns(line[:cut]) * 2 < room:
        cut = stop
    return cut_off(line[:cut])


def _prefix(line: str, room: int) -> int:
    """How many characters fit."""
    if columns(line[:room]) == room:
        return room
    used = 0
    for place, char in enumerate(line):
        used += _width(char)
        if used > room:
            return place
    return len(line)
