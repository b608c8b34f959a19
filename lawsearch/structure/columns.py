"""Tables without lines between their cells, as the text of a PDF has them: cells set apart, or numbers in a row.

In: the lines of a stretch. Out: the same lines, those that are rows of a table marked. Promises: a line is a row only
together with others that are made alike: their cells begin, or end, in the same columns, or they end in as many
numbers; justified prose never does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lawsearch.structure.pages import PageLine
from lawsearch.structure.pieces import SENTENCE_END

# A range of numbers is one cell, whatever space stands around its dash: ``0 -  10``.
_CELL = re.compile(r"(?<!\S)\d+[ \u00a0]*[-\u2013\u2014][ \u00a0]*\d+(?!\S)|\S+(?:[ \u00a0]\S+)*")
_WORD = re.compile(r"\S+")
_SET_APART = re.compile(r"\S(?:\s{2,}|\t)\S")
_NUMBER = re.compile(r"[+\u2212-]?\d[\d.\u2013-]*%?")
_SHORT = re.compile(r"[\w\u2013-]{1,14}")
_LEAST_ROWS = 3
_LONGEST_CELL = 60
_MOST_CELLS = 8


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of cells: where they begin and end, in columns of the line."""

    index: int
    starts: tuple[int, ...]
    stops: tuple[int, ...]


def mark_rows(lines: list[PageLine]) -> list[PageLine]:
    """The lines, with the rows of tables marked as such."""
    marked = list(lines)
    rows = {row.index: row.starts for table in _tables(lines) for row in table}
    for table in _number_tables(lines, set(rows)):
        rows.update(table)
    for index, starts in rows.items():
        piece = marked[index].printed
        lead = len(lines[index].line.text) - len(lines[index].line.text.lstrip())
        if piece.offsets is None:  # what was mended is prose
            marked[index] = replace(marked[index], mended=replace(piece, row=tuple(start - lead for start in starts)))
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


# rows of numbers, one space between them


def _number_tables(lines: Sequence[PageLine], taken: set[int]) -> Iterator[dict[int, tuple[int, ...]]]:
    """The rows of each table whose cells one space parts: line -> where its cells begin."""
    rows: dict[int, tuple[int, ...]] = {}
    for index, line in enumerate(lines):
        starts = _number_cells(line.line.text) if index not in taken and "|" not in line.line.text else ()
        if not starts and index - 1 in rows and len(rows[index - 1]) == 2:
            starts = _name_and_number(line.line.text)  # ``4000 and more 24`` ends a scale
        if rows and (not starts or index - 1 not in rows or len(starts) != len(rows[index - 1])):
            if len(rows) >= _LEAST_ROWS:
                yield _with_head(rows, lines)
            rows = {}
        if starts:
            rows[index] = starts
    if len(rows) >= _LEAST_ROWS:
        yield _with_head(rows, lines)


def _number_cells(text: str) -> tuple[int, ...]:
    """Where the cells of a line begin: numbers after a name, or short words after a number; empty for prose."""
    words = list(_WORD.finditer(text))
    if not 2 <= len(words) <= 2 * _MOST_CELLS or SENTENCE_END.search(text.rstrip()):
        return ()
    numbers = 0
    while numbers < len(words) and _NUMBER.fullmatch(words[-1 - numbers].group()):
        numbers += 1
    if numbers == len(words):
        return tuple(word.start() for word in words)
    if numbers > 1:
        return (words[0].start(), *(word.start() for word in words[-numbers:]))
    counted = _NUMBER.fullmatch(words[0].group()) and all(_SHORT.fullmatch(word.group()) for word in words)
    return tuple(word.start() for word in words) if counted and len(words) <= 4 else ()


def _name_and_number(text: str) -> tuple[int, ...]:
    words = list(_WORD.finditer(text))
    short = len(text) <= _LONGEST_CELL // 2 and text.strip()[:1].isdigit()
    return (
        (words[0].start(), words[-1].start())
        if short and len(words) > 1 and _NUMBER.fullmatch(words[-1].group())
        else ()
    )


def _with_head(rows: dict[int, tuple[int, ...]], lines: Sequence[PageLine]) -> dict[int, tuple[int, ...]]:
    """The rows with the line above that names their columns, a word for each but the first."""
    first = min(rows)
    cells = len(rows[first])
    text = lines[first - 1].line.text if first else ""
    words = list(_WORD.finditer(text))
    if len(words) < cells or SENTENCE_END.search(text.rstrip()) or len(text) > _LONGEST_CELL:
        return rows
    return {first - 1: (words[0].start(), *(word.start() for word in words[len(words) - cells + 1 :])), **rows}
