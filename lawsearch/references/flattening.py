"""Make a text flat before citations are looked for: without what print, mail and scanning have put into it.

In: a text as it stands in a file. Out: :class:`Flat`: a text whose words are whole, with the place where each of its
characters stood. Promises: a footer, a frame, the signs of a quoted letter and hyphens at line ends are gone;
:data:`PARAGRAPH`, which no pattern takes for white space, stands where a paragraph ends; the time is linear.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawsearch.references.numerals import with_figures

# Stands for the line end before an empty line: no citation goes on behind it.
PARAGRAPH = "\ue000"

# The signs of a quoted letter or the left bar of a frame; the right bar.
_QUOTED = re.compile(r"^[ \t]*(?:[>|][ \t]?)+|(?<=[^\s|])[ \t]*\|[ \t]*$", re.MULTILINE)
_IS_QUOTED = re.compile(r"^[ \t]*[>|]", re.MULTILINE)

_FOOTER = r"\n[ \t]*[-\u2013\u2014][ \t]*\d{1,4}[ \t]*[-\u2013\u2014]?[ \t]*\r?\n\s*"
# A hyphen at a line end between letters, with the footer of a page behind it or not; a soft hyphen, with the line end
# behind it; what has no width; a page's footer with the white space around it (from its start only, so that a long run
# of empty lines is looked at once).
_BREAK = re.compile(
    rf"(?<=[^\W\d_])-[ \t]*\r?(?:\n\s*(?=[^\W\d_])|{_FOOTER}(?=[a-z\u0430-\u044f\u0451]))"
    r"|(?<!\d)\xad(?:[ \t]*\r?\n[ \t]*(?=[^\W\d_]))?|\xad(?!\d)|[\u200b\u2060\ufeff]"
    rf"|(?<!\s)\s*{_FOOTER}"
)
_REMOVED = ("-", "\xad", "\u200b", "\u2060", "\ufeff")

# between numbers some print-outs have a soft hyphen for a dash
_DASHES = {
    0xAD: "\u2013",
    0x2010: "-",
    0x2011: "-",
    0x2012: "\u2013",
    0x2015: "\u2013",
    0x2212: "\u2013",
    0x223C: "~",
    0x301C: "~",
}
_FULL_WIDTH = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_TWINS = {**_DASHES, **_FULL_WIDTH}
_HAS_TWINS = re.compile("[\xad\u2010-\u2012\u2015\u2212\u223c\u301c\uff01-\uff5e]")

_EMPTY_LINE = re.compile(r"\n(?=[ \t\r]*\n)")

# What a scanner takes for a digit's look-alike, beside a digit: 1 as l or I, 0 as O, 3 as З, 6 as б.
_MISREAD = re.compile(
    r"(?<=\d)(?:[lI](?![^\W\d_]{2})|[Oo\u041e\u043e](?=[\dA-H\u0410\u0412\u0421\u0415]|[^\w]|$)"
    r"|[\u0417](?=\d|[A-H\u0410\u0412\u0421\u0415](?!\w)))"
    r"|(?<![^\W_])[lI\u0417\u0431](?=\d)"
)
_DIGITS = str.maketrans("lIOo\u041e\u043e\u0417\u0431", "11000036")

# A word of letters of both alphabets.
_MIXED = re.compile(r"(?<![^\W\d_])(?:[a-z]+[\u0430-\u044f]|[\u0430-\u044f]+[a-z])[^\W\d_]*")
_LATIN_TWINS, _CYRILLIC_TWINS = (
    "abcehkmoptxy",
    "\u0430\u0432\u0441\u0435\u043d\u043a\u043c\u043e\u0440\u0442\u0445\u0443",
)
_TO_CYRILLIC = str.maketrans(_LATIN_TWINS, _CYRILLIC_TWINS)
_TO_LATIN = str.maketrans(_CYRILLIC_TWINS, _LATIN_TWINS)
_CYRILLIC_WORD = re.compile(r"[\u0430-\u044f]+")


@dataclass(frozen=True, slots=True)
class Flat:
    """A flat text; ``offsets`` tells where each character stood, and the end (None: where it stands)."""

    text: str
    offsets: list[int] | None


def flatten(text: str, *, lines_end_paragraphs: bool = False) -> Flat:
    """The text, flat; ``lines_end_paragraphs`` where a line end inside a paragraph is a blank already."""
    flat, offsets = text, None
    if _IS_QUOTED.search(flat):
        flat, offsets = _without(_QUOTED, flat, None)
    flat, offsets = _without(_BREAK, flat, offsets)
    if _HAS_TWINS.search(flat):
        flat = flat.translate(_TWINS)
    flat = flat.replace("\n", PARAGRAPH) if lines_end_paragraphs else _EMPTY_LINE.sub(PARAGRAPH, flat)
    return Flat(*with_figures(_MISREAD.sub(lambda match: match.group().translate(_DIGITS), flat), offsets))


def _without(pattern: re.Pattern[str], text: str, stood: list[int] | None) -> tuple[str, list[int] | None]:
    """The text without what a pattern finds, a blank for what parts words."""
    parts: list[str] = []
    offsets: list[int] = []
    begin = 0
    for match in pattern.finditer(text):
        parts.append(text[begin : match.start()])
        offsets += range(begin, match.start())
        if pattern is _BREAK and not match.group().startswith(_REMOVED):
            parts.append(" ")
            offsets.append(match.start())
        begin = match.end()
    if not parts:
        return text, stood
    parts.append(text[begin:])
    offsets += range(begin, len(text) + 1)
    return "".join(parts), offsets if stood is None else [stood[offset] for offset in offsets]


def one_alphabet(folded: str) -> str:
    """Folded text whose words are of one alphabet each: letters that look like those of the other one are of it."""
    return folded if folded.isascii() else _MIXED.sub(_unmixed, folded)


def _unmixed(match: re.Match[str]) -> str:
    word = match.group()
    if len(word) < 3:
        return word
    cyrillic = word.translate(_TO_CYRILLIC)
    return cyrillic if _CYRILLIC_WORD.fullmatch(cyrillic) else word.translate(_TO_LATIN)
