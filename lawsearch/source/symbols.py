"""Signs that a document sets in a font of signs: the suits of cards above all.

Word and old pages print the spade as ``\u00aa`` (or the private code F0AA) in the font Symbol; the letter says nothing
without its font. In: the font and the code. Out: the sign in Unicode, or None where it is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_PRIVATE = 0xF000
_IN_PRIVATE = re.compile("[\uf020-\uf0ff]")
_SIGNS = re.compile("[\u0080-\u00ff\uf020-\uf0ff]")

_FONTS = {
    "symbol": {
        0x2D: "\u2212", 0xA3: "\u2264", 0xA7: "\u2663", 0xA8: "\u2666", 0xA9: "\u2665", 0xAA: "\u2660",
        0xAB: "\u2194", 0xAC: "\u2190", 0xAD: "\u2191", 0xAE: "\u2192", 0xAF: "\u2193", 0xB0: "\u00b0",
        0xB1: "\u00b1", 0xB3: "\u2265", 0xB4: "\u00d7", 0xB7: "\u2022", 0xB9: "\u2260", 0xBC: "\u2026",
        0xD6: "\u221a", 0xDE: "\u21d2",
    },
    "wingdings": {
        0x6C: "\u25cf", 0x6E: "\u25a0", 0x9F: "\u2022", 0xA7: "\u25aa", 0xA8: "\u25fb", 0xD8: "\u27a2",
        0xDF: "\u2190", 0xE0: "\u2192", 0xE8: "\u2794", 0xFB: "\u2717", 0xFC: "\u2713",
    },
}  # fmt: skip


def is_sign_font(font: str) -> bool:
    """True for a font in which codes are not letters."""
    return _name(font) in _FONTS


def sign(font: str, code: int) -> str | None:
    """The character that a font prints for a code, given with or without the private codes' offset."""
    name = _name(font)
    if name not in _FONTS and not _PRIVATE <= code <= _PRIVATE + 0xFF:
        return chr(code) if code < 0x110000 and not 0xD800 <= code <= 0xDFFF else None
    low = code - _PRIVATE if code >= _PRIVATE else code
    found = _FONTS.get(name, {}).get(low)
    if found is None and name == "symbol" and 0x20 <= low < 0x40:
        return chr(low)  # digits and stops are those of any font
    return found


def read_signs(text: str, font: str, unknown: Callable[[str, int], str]) -> str:
    """A text set in a font, with its signs as characters; ``unknown`` (font, code) says what to write for others.

    Private codes without a font of signs are those of Symbol, as Word writes them.
    """
    pattern = _SIGNS if is_sign_font(font) else _IN_PRIVATE
    if not pattern.search(text):
        return text
    used = font if is_sign_font(font) else "symbol"
    return pattern.sub(lambda match: sign(used, ord(match.group())) or unknown(used, ord(match.group())), text)


def _name(font: str) -> str:
    return font.split(",", maxsplit=1)[0].strip("\"' ").lower()
