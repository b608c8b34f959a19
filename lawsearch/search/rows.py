"""The rows of a table that answer a query: those that begin with its number, or with its words.

In: a text whose tables are lines with ``|`` between the cells, the marks of a query's words in it, the query's numbers.
Out: spans of whole lines, the head of the table first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lawsearch.model import Span
from lawsearch.search.snippet import OWN, Mark

CELLS = " | "
MAX_ROWS = 6
_FEWEST = 4  # rows of a table that is counted through
_RANGE = re.compile(r"(\d+)(?:\s*[-–—]\s*(\d+)|\s+\w+ \w+$)?")


def tables_of(text: str) -> list[list[Span]]:
    """The tables of a text, each as the spans of its lines."""
    if CELLS not in text:
        return []
    tables: list[list[Span]] = []
    start, before = 0, False
    for line in text.split("\n"):
        if CELLS in line:
            if not before:
                tables.append([])
            tables[-1].append(Span(start, start + len(line)))
        before = CELLS in line
        start += len(line) + 1
    return [table for table in tables if len(table) > 1]


def table_blocks(text: str) -> list[Span]:
    """Where the tables of a text stand."""
    return [Span(table[0].start, table[-1].stop) for table in tables_of(text)]


def matching_rows(
    text: str, marks: Sequence[Mark], said: Mapping[int, int], worth: Mapping[int, float] | None = None
) -> tuple[Span, ...]:
    """The head and the rows of the table that answers best; nothing where none does.

    ``said``: the numbers of the query, by the places of its words. A table whose head alone answers is shown from its first row on.
    """
    if CELLS not in text:
        return ()
    value = worth or {}
    best: tuple[float, tuple[Span, ...]] = (0.0, ())
    for head, *rows in tables_of(text):
        period = _period(text, rows)
        numbers = [(place, (number - 1) % period + 1 if period else number) for place, number in said.items()]
        told = [(_told(text, row, marks, numbers, value), row) for row in rows]
        most = max(score for score, _ in told)
        title = _told(text, head, marks, [], value)
        if most > 0:
            chosen = [row for score, row in told if score >= most * 0.7][:MAX_ROWS]
        elif title > 0:
            chosen = rows[:MAX_ROWS]
        else:
            continue
        if most + title > best[0]:
            best = (most + title, (head, *chosen))
    return best[1]


def _period(text: str, rows: Sequence[Span]) -> int:
    """After how many rows a numbered table begins anew, where the text says so; 0 for one that ends.

    Boards 1 to 16 stand in a table, and "17 to 32" below or above it are like them.
    """
    firsts = [text[row.start : row.stop].split(CELLS, maxsplit=1)[0] for row in rows]
    count = len(firsts)
    if count < _FEWEST or firsts != [str(number) for number in range(1, count + 1)]:
        return 0
    return count if re.search(rf"(?<!\d){count + 1}\D{{1,5}}{2 * count}(?!\d)", text) else 0


def _told(
    text: str, row: Span, marks: Sequence[Mark], numbers: Sequence[tuple[int, int]], value: Mapping[int, float]
) -> float:
    """What a row tells: the query's words in it, each once, and its number at the row's beginning."""
    first = text[row.start : row.stop].split(CELLS, maxsplit=1)[0]
    told: dict[int, float] = {}
    for mark in marks:
        if row.start <= mark.span.start < row.stop:
            shown = text[mark.span.start : mark.span.stop]
            if shown.isdecimal():
                continue  # a number counts at the beginning alone
            share = 1.0 if mark.how == OWN else 0.7
            for word in mark.words:
                told[word] = max(told.get(word, 0.0), share * value.get(word, 1.0))
    match = _RANGE.match(first)
    if match and match.end() == len(first):
        low = int(match[1])
        high = int(match[2]) if match[2] else low if first.isdecimal() else 10**9
        told.update({place: 2.0 for place, number in numbers if low <= number <= high})
    return sum(told.values())
