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


# Characters of these texts that take one column each; whatever else there is gets looked up. No pattern: a class of
# so many ranges takes longer to compile than all else that a first answer needs of this module.
_ONE_COLUMN = frozenset(
    chr(code)
    for codes in (
        range(0x20, 0x300),  # Latin
        range(0x400, 0x483),
        range(0x48A, 0x530),  # Cyrillic
        range(0x2010, 0x2028),  # dashes, quotes
        range(0x2190, 0x2194),  # arrows
        range(0x2500, 0x2580),  # frames
        range(0x2660, 0x2668),  # suits
        (0x2116, 0x2212),
    )
    for code in codes
)


_NO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff"


def columns(text: str) -> int:
    """The columns of a terminal that a text takes: two for a wide character, none for an accent put over another."""
    if text.isascii() or _ONE_COLUMN.issuperset(text):
        return len(text)
    return sum(map(_width, text))


def _width(char: str) -> int:
    from unicodedata import category, east_asian_width

    kind = category(char)
    if kind in ("Mn", "Me") or char in _NO_WIDTH:
        return 0
    if kind == "Cn":  # of what no character is yet, the width is not told rightly
        return 1
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
