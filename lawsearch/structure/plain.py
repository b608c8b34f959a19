"""The fallback: a text in no known layout, such as a club's regulations, as numbered paragraphs.

A paragraph that is printed with a number (``2.``, ``2.1.``) keeps it if it is new; the others are ``p1``,
``p2`` … in their order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.model import Address
from lawsearch.structure.blocks import Block
from lawsearch.structure.lines import LAYOUT_MARK, split_at_marks
from lawsearch.structure.pages import Stretch
from lawsearch.structure.pieces import SENTENCE_END, Piece
from lawsearch.structure.tree import TreeBuilder

_CAPITAL = "[A-Z\u0410-\u042f\u0401]"
# 2. Play; 2.1 Play; and glued to its text: 2.PLAY, 2.1Play
_NUMBER = re.compile(
    rf"(\d{{1,3}}(?:\.\d{{1,3}}){{0,3}})(?:[.)](?:\s+(?=\S)|(?={_CAPITAL}))|\s+(?=[^\W\d_])|(?<=\.\d)(?={_CAPITAL}[a-z\u0430-\u044f\u0451]))"
)


def read(stretches: Sequence[Stretch], builder: TreeBuilder) -> None:
    """Read all stretches into the builder."""
    unnumbered = 0
    for stretch in stretches:
        builder.begin_stretch(stretch.gap)
        blank_lines = any(not line.line.text.strip() for line in stretch.lines)
        before: Piece | None = None
        for page_line in stretch.lines:
            piece = page_line.printed
            if not piece.text:
                before = None
                continue
            if LAYOUT_MARK.fullmatch(piece.text):
                builder.add_furniture("layout", piece)
                continue
            for part, mark in split_at_marks(piece):
                if part.text and not _open_numbered(part, before, builder):
                    if before is None or (
                        not blank_lines and SENTENCE_END.search(before.text) and not part.text[0].islower()
                    ):
                        unnumbered += 1
                        builder.open(Address((f"p{unnumbered}",)), "paragraph", None)
                    builder.add_text(part)
                before = part if part.text else before
                if mark is not None:
                    builder.add_furniture("mark", mark)
                    before = None
    builder.end_stretch()


def _open_numbered(part: Piece, before: Piece | None, builder: TreeBuilder) -> Block | None:
    """Open the paragraph whose number stands at the start of the line, if it is a new number in its place."""
    match = _NUMBER.match(part.text)
    if not match:
        return None
    numbers = match[1].split(".")
    address = Address((str(int(numbers[0])), *(f".{int(number)}" for number in numbers[1:])))
    parent = builder.find(address.parent) if address.parent else None
    if address.parent and parent is None:
        return None
    if not match[0].rstrip().endswith((".", ")")) and len(numbers) == 1:
        return None
    begins = address.parts[-1] in ("1", ".1") or builder.find(_before(address)) is not None
    if before is not None and not begins and not SENTENCE_END.search(before.text):
        return None  # a number inside a wrapped sentence
    block = builder.open(address, "paragraph", part.cut(0, match.end()), parent=parent)
    if block is not None:
        builder.add_text(part.cut(match.end()))
    return block


def _before(address: Address) -> Address:
    """The address of the sibling before: 2.3 for 2.4."""
    last = address.parts[-1]
    number = int(last.lstrip(".")) - 1
    return Address((*address.parts[:-1], f".{number}" if last.startswith(".") else str(number)))
