"""Clauses as lines of styled text: columns, wrapping, tables, marks. Nothing here knows a widget.

All text of documents passes :func:`~lawsearch.locale.display.safe` and becomes plain :class:`~textual.content.Content`,
which is never read as markup. A link is marked by ``{"link": number}`` in the style's meta.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from textual.content import Content, Span
from textual.style import Style

from lawsearch.locale import gettext as _
from lawsearch.locale.display import safe
from lawsearch.locale.heading import said_cut, shown_heading
from lawsearch.model import Clause, Reference, Target
from lawsearch.model import Span as TextSpan

# The widest column that is still read with ease.
MEASURE = 76
# Two columns need this much each; with less the languages stand under each other.
NARROWEST_COLUMN = 30
_RED_SUITS = re.compile("[♥♦♡♢]")
_BETWEEN = "   "


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Something that Enter opens. ``status`` is that of the ``reference``, if it is one; ``text`` as it is written."""

    text: str
    targets: tuple[Target, ...]
    status: str = "resolved"
    edition_differs: bool = False
    reference: Reference | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The words of a clause that a search found: spans of its heading and of its text."""

    heading: tuple[TextSpan, ...] = ()
    text: tuple[TextSpan, ...] = ()


FOUND_STYLE = "$mark-ink on $mark underline"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One clause in one language. ``places`` are the links' spans in ``body``; ``tables`` say how many cells the rows
    of the clause's tables have, by their text.
    """

    head: Content
    body: Content
    links: tuple[Link, ...] = ()
    places: tuple[TextSpan, ...] = ()
    table_rows: frozenset[str] = frozenset()
    cut: str = ""
    gap: bool = False


def clause_cell(clause: Clause | None, found: Found | None = None) -> Cell:
    """The cell of a clause (None: a gap), with the words that were found marked."""
    if clause is None:
        return Cell(head=Content(""), body=Content.styled(_("— not in this text —"), "$quiet"), gap=True)
    text = safe(clause.text)
    body = Content(text)
    body = body.add_spans([Span(match.start(), match.end(), "$suit-red") for match in _RED_SUITS.finditer(text)])
    body = body.add_spans([Span(span.start, span.stop, "bold") for span in clause.emphasis])
    head = Content.styled(safe(shown_heading(clause.heading)), "bold")
    if found is not None:
        body = body.add_spans([Span(span.start, span.stop, FOUND_STYLE) for span in found.text])
        shown = [Span(span.start, min(span.stop, len(head)), FOUND_STYLE) for span in found.heading]
        head = head.add_spans([span for span in shown if span.start < span.end])
    rows = {" | ".join(row) for table in clause.tables for row in table.lines if len(row) > 1}
    return Cell(
        head=head,
        body=body,
        links=tuple(
            Link(
                text=safe(" ".join(reference.text.split())),
                targets=reference.targets,
                status=reference.status,
                edition_differs=reference.edition_differs,
                reference=reference,
            )
            for reference in clause.references
        ),
        places=tuple(reference.span for reference in clause.references),
        table_rows=frozenset(safe(row) for row in rows),
        cut=said_cut(clause),
    )


def list_cell(entries: Sequence[tuple[Target, str, str]]) -> Cell:
    """A cell that names clauses, one a line, each a link: (place, its short name, its title)."""
    lines: list[str] = []
    places: list[TextSpan] = []
    links: list[Link] = []
    offset = 0
    for target, name, title in entries:
        line = title if target.address.prefix else f"{name}  {title}"
        lines.append(line)
        places.append(TextSpan(offset, offset + len(line)))
        links.append(Link(text=name, targets=(target,)))
        offset += len(line) + 1
    return Cell(head=Content(""), body=Content("\n".join(lines)), links=tuple(links), places=tuple(places))


# The lines of a heading, a paragraph or a row of a table.
Block = list[Content]

_LINK_STYLES = {
    "resolved": "underline $accent",
    "ambiguous": "underline $warning",
    "missing": "italic $warning",
    "external": "italic $quiet",
}
_CURRENT = "bold reverse $here"


@dataclass(kw_only=True)
class RowText:
    """One row of a page: the clause's address in the margin, and a cell for each language.

    ``lines(width)`` wraps it; ``link_lines`` then holds the line on which each link begins. Links are numbered through
    the cells from left to right.
    """

    name: str
    cells: tuple[Cell, ...]
    languages: tuple[str, ...]
    margin: int
    depth: int = 0
    current: int | None = None
    link_lines: dict[int, int] = field(default_factory=dict)

    @property
    def links(self) -> tuple[Link, ...]:
        return tuple(link for cell in self.cells for link in cell.links)

    def lines(self, width: int) -> Content:
        """All lines of the row, each at most ``width`` wide."""
        self.link_lines.clear()
        room = max(width - self.margin, 16)
        column = (room - len(_BETWEEN) * (len(self.cells) - 1)) // len(self.cells)
        side_by_side = len(self.cells) > 1 and column >= NARROWEST_COLUMN
        if len(self.cells) > 1 and not side_by_side:
            return self._stacked(room)
        column = min(column, MEASURE)
        first = 0
        parted: list[list[Block]] = []
        in_columns = all(_tables_fit(cell, column) for cell in self.cells)
        for cell in self.cells:
            parted.append(self._cell_blocks(cell, column, first, in_columns=in_columns))
            first += len(cell.links)
        columns = _level(parted) if len(parted) > 1 else [[line for block in parted[0] for line in block]]
        for lines in columns:
            self._note_links(lines, 0)
        composed = []
        for number in range(max(map(len, columns))):
            line = self._margin(self.name if number == 0 else "")
            for place, lines in enumerate(columns):
                piece = lines[number] if number < len(lines) else Content("")
                if place < len(columns) - 1:
                    piece = piece + " " * (column - piece.cell_length) + Content.styled(_BETWEEN, "$line")
                line = line + piece
            composed.append(line)
        return Content("\n").join(composed)

    def _stacked(self, room: int) -> Content:
        """The languages under each other, each with its name in the margin but for the first."""
        composed: list[Content] = []
        first = 0
        for place, (cell, language) in enumerate(zip(self.cells, self.languages, strict=True)):
            lines = self._cell_lines(cell, min(room, MEASURE), first)
            self._note_links(lines, len(composed))
            first += len(cell.links)
            for number, line in enumerate(lines):
                if number == 0:
                    margin = self._margin(self.name) if place == 0 else self._margin(language, "$quiet")
                else:
                    margin = self._margin("")
                composed.append(margin + line)
        return Content("\n").join(composed)

    def _margin(self, name: str, style: str = "bold $accent") -> Content:
        shown = name if len(name) < self.margin else ""
        return Content.styled(shown.ljust(self.margin), style)

    def _note_links(self, lines: Sequence[Content], above: int) -> None:
        for number, line in enumerate(lines):
            for span in line.spans:
                if isinstance(span.style, Style) and "link" in span.style.meta:
                    self.link_lines.setdefault(int(span.style.meta["link"]), above + number)

    def _cell_lines(self, cell: Cell, width: int, first: int) -> list[Content]:
        blocks = self._cell_blocks(cell, width, first, in_columns=_tables_fit(cell, width))
        return [line for block in blocks for line in block]

    def _cell_blocks(self, cell: Cell, width: int, first: int, *, in_columns: bool) -> list[Block]:
        """The lines of a cell, by heading, paragraphs and the rows of its tables."""
        indent = min(self.depth, 4) * (2 if width >= 60 else 1) if not cell.gap else 0
        inner = width - indent
        body = cell.body
        for number, (link, place) in enumerate(zip(cell.links, cell.places, strict=True), first):
            style = _CURRENT if number == self.current else _LINK_STYLES.get(link.status, "underline")
            body = body.stylize(style, place.start, place.stop)
            body = body.stylize(Style.from_meta({"link": number}), place.start, place.stop)
        if cell.gap:
            return [list(body.wrap(inner))]
        blocks: list[Block] = [list(cell.head.wrap(inner))] if cell.head else [[]]
        if body:
            blocks += _paragraphs(body, inner, cell.table_rows, in_columns=in_columns)
        if cell.cut:
            blocks.append(list(Content.styled(cell.cut, "$warning").wrap(inner)))
        if not any(blocks):
            return [[Content("")]]
        return [[Content(" " * indent) + line for line in block] for block in blocks]


def _level(parted: Sequence[Sequence[Block]]) -> list[list[Content]]:
    """The lines of columns whose blocks begin beside each other, if they have the same blocks."""
    if len({len(blocks) for blocks in parted}) > 1:
        return [[line for block in blocks for line in block] for blocks in parted]
    columns: list[list[Content]] = [[] for _ in parted]
    for beside in zip(*parted, strict=True):
        height = max(map(len, beside))
        for lines, block in zip(columns, beside, strict=True):
            lines += [*block, *[Content("")] * (height - len(block))]
    return columns


def _tables_fit(cell: Cell, width: int) -> bool:
    """True if every table of a cell can be drawn in columns."""
    return all(_column_widths(rows, width) is not None for rows in _tables(cell))


def _tables(cell: Cell) -> list[list[list[Content]]]:
    tables: list[list[list[Content]]] = [[]]
    for paragraph in cell.body.split("\n", allow_blank=True):
        cells = paragraph.split(" | ", allow_blank=True) if paragraph.plain in cell.table_rows else []
        if tables[-1] and len(cells) != len(tables[-1][0]):
            tables.append([])
        if cells:
            tables[-1].append(cells)
    return [table for table in tables if table]


def _paragraphs(body: Content, width: int, table_rows: frozenset[str], *, in_columns: bool) -> list[Block]:
    """The paragraphs wrapped, a block each; the rows of a table in columns or one by one, a block each too."""
    blocks: list[Block] = []
    rows: list[list[Content]] = []

    def close_table() -> None:
        if rows:
            widths = _column_widths(rows, width) if in_columns else None
            blocks.extend(_table_blocks(rows, widths) if widths is not None else _records(rows, width))
            rows.clear()

    for paragraph in body.split("\n", allow_blank=True):
        if paragraph.plain in table_rows:
            cells = paragraph.split(" | ", allow_blank=True)
            if rows and len(cells) != len(rows[0]):
                close_table()
            rows.append(cells)
        else:
            close_table()
            blocks.append(list(paragraph.wrap(width)))
    close_table()
    return blocks


_GAP = "  "  # between two columns of a table


def _column_widths(rows: Sequence[Sequence[Content]], width: int) -> list[int] | None:
    """How wide each column is drawn; None if their longest words do not fit beside each other."""
    count = len(rows[0])
    widths = [max(cell.cell_length for cell in column) for column in zip(*rows, strict=True)]
    words = [
        max(max((len(word) for word in cell.plain.split()), default=1) for cell in column)
        for column in zip(*rows, strict=True)
    ]
    while sum(widths) + len(_GAP) * (count - 1) > width:
        widest = max(range(count), key=lambda column: widths[column] - words[column])
        if widths[widest] <= words[widest]:
            return None
        widths[widest] -= 1
    return widths


def _table_blocks(rows: Sequence[Sequence[Content]], widths: Sequence[int]) -> list[Block]:
    """The rows in columns; the first, which names them, with a rule below it."""
    blocks: list[Block] = []
    for number, row in enumerate(rows):
        wrapped = [cell.wrap(size) for cell, size in zip(row, widths, strict=True)]
        lines: Block = []
        for level in range(max(map(len, wrapped))):
            pieces = [cell[level] if level < len(cell) else Content("") for cell in wrapped]
            padded = [piece + " " * (size - piece.cell_length) for piece, size in zip(pieces, widths, strict=True)]
            line = Content(_GAP).join(padded)
            lines.append(line.stylize("bold") if number == 0 else line)
        if number == 0:
            blocks += [lines, [Content.styled(_GAP.join("─" * size for size in widths), "$line")]]
        else:
            blocks.append(lines)
    return blocks


def _records(rows: Sequence[Sequence[Content]], width: int) -> list[Block]:
    """A table that is too wide: each row as ``name: value`` lines."""
    blocks: list[Block] = []
    names, *rest = rows
    for number, row in enumerate(rest):
        lines: Block = [Content.styled("─" * min(width, 12), "$line")] if number else []
        for name, cell in zip(names, row, strict=True):
            lines += (name.stylize("$quiet") + Content(": ") + cell).wrap(width)
        blocks.append(lines)
    return blocks
