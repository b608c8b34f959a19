"""A clause while it is being read, and what becomes of its pieces: lines, places in the sources, emphasis, tables."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawsearch.model import Address, Furniture, LineRange, SourceSpan, Span, Table
from lawsearch.structure.pieces import Joined, Piece


@dataclass(slots=True)
class Block:
    """A clause while it is being read."""

    address: Address | None
    kind: str
    parent: Block | None = None
    label: Piece | None = None
    heading: list[Piece] = field(default_factory=list)
    paragraphs: list[list[Piece]] = field(default_factory=list)
    children: list[Block] = field(default_factory=list)
    emphasis: list[SourceSpan] = field(default_factory=list)
    also: tuple[Address, ...] = ()
    cut: bool = False
    open: bool = False
    roman: bool = False
    reason: str = ""  # why an unplaced fragment has no place

    @property
    def last_part(self) -> str | None:
        return self.address.parts[-1] if self.address else None

    def pieces(self) -> list[Piece]:
        """Its own pieces, without its children's: label, heading, text."""
        own = [self.label] if self.label else []
        return [*own, *self.heading, *(piece for paragraph in self.paragraphs for piece in paragraph)]

    @property
    def is_bare(self) -> bool:
        """True for a clause that holds nothing but its label and heading."""
        return not self.paragraphs and not self.children


def make_furniture(kind: str, piece: Piece) -> Furniture:
    """The record of a piece that is no text of the work."""
    return Furniture(
        kind=kind,
        text=piece.text,
        lines=(LineRange(piece.line.file, piece.line.number, piece.line.number),),
        source=tuple(SourceSpan(piece.line.file, start, stop) for start, stop in piece.ranges()),
    )


def line_ranges(pieces: Sequence[Piece]) -> tuple[LineRange, ...]:
    """Ranges of lines in reading order; lines that follow one another make one range."""
    ranges: list[LineRange] = []
    for piece in pieces:
        file, number = piece.line.file, piece.line.number
        if ranges and ranges[-1].file == file and ranges[-1].first <= number <= ranges[-1].last + 1:
            ranges[-1] = LineRange(file, ranges[-1].first, max(number, ranges[-1].last))
        else:
            ranges.append(LineRange(file, number, number))
    return tuple(ranges)


def source_spans(pieces: Sequence[Piece], removed: set[tuple[int, int]]) -> tuple[SourceSpan, ...]:
    """Where the pieces stand in their files, without the hyphens that were ``removed`` (file and offset of each)."""
    spans = []
    for piece in pieces:
        for start, stop in piece.ranges():
            cut = (piece.line.file, stop - 1) in removed
            spans.append(SourceSpan(piece.line.file, start, stop - cut))
    return tuple(spans)


def emphasis_of(block: Block, body: Joined) -> tuple[Span, ...]:
    """The words of a block's text that were printed with emphasis, as spans of the text."""
    spans = []
    starts = [run[0] for run in body.runs]
    for mark in block.emphasis:
        begin = body.offset(mark.file, mark.start)
        end = body.offset(mark.file, mark.stop - 1)
        if begin is not None and end is not None and bisect_right(starts, begin):
            spans.append(Span(begin, end + 1))
    return tuple(sorted(set(spans), key=lambda span: span.start))


def _cells(piece: Piece) -> tuple[str, ...]:
    """The cells of a row that white space parts."""
    stops = (*piece.row[1:], len(piece.text))
    return tuple(" ".join(piece.text[start:stop].split()) for start, stop in zip(piece.row, stops, strict=True))


def tables_of(block: Block) -> tuple[Table, ...]:
    """The tables in a clause: each two or more paragraphs, one after the other, with the same number of ``|``.

    The rows stay in the text too.
    """
    tables: list[list[tuple[str, ...]]] = []
    open_table = False
    for paragraph in block.paragraphs:
        text = " ".join(piece.text for piece in paragraph)
        set_apart = len(paragraph) == 1 and bool(paragraph[0].row)
        cells = (
            _cells(paragraph[0]) if set_apart else tuple(cell.strip() for cell in text.strip().strip("|").split("|"))
        )
        if " | " not in text and not set_apart:
            open_table = False
        elif set_apart and open_table and 1 < len(cells) < len(tables[-1][0]) == len(tables[-1][-1]):
            # the last row of a scale in several columns is short
            tables[-1].append((*cells, *[""] * (len(tables[-1][0]) - len(cells))))
            open_table = False
        elif open_table and len(cells) == len(tables[-1][0]):
            tables[-1].append(cells)
        else:
            tables.append([cells])
            open_table = True
    return tuple(Table.from_lines(rows) for rows in tables if len(rows) > 1)
