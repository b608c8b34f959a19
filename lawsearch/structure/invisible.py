"""Characters without width, that programs and pages leave between the words of a text, and inside of them.

In: a line. Out: the line without them, which go to the builder as furniture. Promise: nothing else changes.
"""

from __future__ import annotations

import re
from dataclasses import replace

from lawsearch.structure.pages import PageLine
from lawsearch.structure.tree import TreeBuilder

# Spaces without width, joiners, marks of direction, and the byte order mark that stands inside of joined files.
INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060\ufeff]")


def drop_invisible(line: PageLine, builder: TreeBuilder) -> PageLine:
    """The line without characters that nobody sees."""
    if INVISIBLE.search(line.line.text) is None:
        return line
    piece = line.printed
    for match in INVISIBLE.finditer(piece.text):
        builder.add_furniture("layout", piece.cut(match.start(), match.end()))
    kept = [index for index, char in enumerate(piece.text) if not INVISIBLE.match(char)]
    text = "".join(piece.text[index] for index in kept)
    offsets = tuple(piece.at(index) for index in kept)
    return replace(line, mended=replace(piece, text=text, offsets=offsets).cut(0))
