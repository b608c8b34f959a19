"""Tables whose columns are set apart by white space, as in the text of a PDF.

In: the lines of a stretch. Out: the same lines, those that are rows of a table marked. Promise: a line is a row only
together with others whose cells begin, or end, in the same columns; justified prose never does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lawsearch.structure.pages import PageLine

_CELL = re.compile(r"\S+(?:[ \u00a0]\S+)*")
_SET_APART = re.compile(r"\S(?:\s{2,}|\t)\S")
_LEAST_ROWS = 3
_LONGEST_CELL = 60


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of cells: where they begin and end, in columns of the line."""

    index: int
    starts: tuple[int, ...]
    stops: tuple[int, ...]


def mark_rows(lines: list[PageLine]) -> list[PageLine]:
    """The lines, with the rows of tables marked as such."""
    marked = list(lines)
    for table in _tables(lines):
        for row in table:
            line = marked[row.index]
            marked[row.index] = replace(line, mended=replace(line.printed, row=True))
    return marked


def _tables(lines: Sequence[PageLine]) -> Iterator[list[_Row]]:
    """The rows of each table."""
    table: list[_Row] = []
    for index, line in enumerate(lines):
        row = _row(index, line.line.text)
        if row is not None and table and row.index == table[-1].index + 1 and _fits(table, row):
            table.append(row)
            continue
        if _is_table(table):
            yield table
        table = [row] if row is not None else []
    if _is_table(table):
        yield table


def _row(index: int, text: str) -> _Row | None:
    if not _SET_APART.search(text):
        return None
    cells = list(_CELL.finditer(text))
    if len(cells) < 2 or max(len(cell.group()) for cell in cells) > _LONGEST_CELL:
        return None
    return _Row(index, tuple(cell.start() for cell in cells), tuple(cell.end() for cell in cells))


def _fits(table: Sequence[_Row], row: _Row) -> bool:
    """A row has the cells of the one before, column by column; the last row may be short."""
    above = table[-1]
    if len(row.starts) > len(above.starts) or (len(row.starts) < len(above.starts) and len(table) < _LEAST_ROWS):
        return False
    if len(row.starts) < len(above.starts) < len(table[0].starts):
        return False
    return all(
        abs(row.starts[cell] - above.starts[cell]) <= 1 or abs(row.stops[cell] - above.stops[cell]) <= 1
        for cell in range(len(row.starts))
    )


def _is_table(table: Sequence[_Row]) -> bool:
    return len(table) >= _LEAST_ROWS
