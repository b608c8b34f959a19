"""Lines to stretches: where the pages of a print-out end, and in which order they belong.

In: the lines of each source file. Out: :class:`Stretch` records, each a run of lines whose text is known to
continue; between two of them something is missing or unknown (a file's start, a lost page).
Promises: every line is in one stretch or is a footer; text is never joined across a gap; each lost page between
the first and the last is one ``page-missing`` problem.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lawsearch.model import Problem
from lawsearch.source import Line

_FOOTER = re.compile(r"\s*[-–—]\s*(\d{1,4})\s*[-–—]?\s*")


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line and the printed page it stands on (None where that is not known)."""

    line: Line
    page: int | None


@dataclass(slots=True)
class Stretch:
    """Lines that continue one another. ``after_gap``: text before it is missing or unknown."""

    lines: list[PageLine] = field(default_factory=list)


@dataclass(slots=True)
class Pages:
    """The stretches of a document in reading order, its footer lines, and what is wrong with the pages."""

    stretches: list[Stretch] = field(default_factory=list)
    footers: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    found: list[int] = field(default_factory=list)


def footer_number(text: str) -> int | None:
    """The page that a footer line (``- 42``, ``- 42 -``) closes, or None if the line is no footer."""
    match = _FOOTER.fullmatch(text)
    return int(match[1]) if match else None


def order_pages(files: Sequence[tuple[str, Sequence[Line]]]) -> Pages:
    """Cut each file (name, lines) at its footers and put the pages in order."""
    pages = Pages()
    for name, lines in files:
        _order_file(name, lines, pages)
    return pages


def _order_file(name: str, lines: Sequence[Line], pages: Pages) -> None:
    sheets: list[tuple[int | None, list[Line]]] = []
    current: list[Line] = []
    for line in lines:
        number = footer_number(line.text)
        if number is None:
            current.append(line)
        else:
            pages.footers.append(line)
            sheets.append((number, current))
            current = []
    has_tail = any(line.text.strip() for line in current)
    if not sheets:
        pages.stretches.append(Stretch([PageLine(line, None) for line in current]))
        return
    sheets = _join_strays(name, sheets, pages)
    if has_tail:
        sheets.append((_tail_number([number for number, _ in sheets if number is not None]), current))
    _put_in_order(name, sheets, pages)


def _join_strays(
    name: str, sheets: list[tuple[int | None, list[Line]]], pages: Pages
) -> list[tuple[int | None, list[Line]]]:
    """A single number that breaks a run which goes on without it is no page: its lines join the next page."""
    numbers = [number or 0 for number, _ in sheets]
    stride = _stride(numbers)
    kept: list[tuple[int | None, list[Line]]] = []
    carried: list[Line] = []
    for index, (number, lines) in enumerate(sheets):
        stray = (
            stride is not None
            and 0 < index < len(numbers) - 1
            and numbers[index + 1] - numbers[index - 1] == stride
            and numbers[index] - numbers[index - 1] != stride
        )
        if stray:
            footer = (
                next(line for line in pages.footers if line.file == lines[0].file and line.start > lines[-1].start)
                if lines
                else None
            )
            pages.problems.append(
                Problem(
                    code="footer-stray", file=name, line=footer.number if footer else None, params={"number": number}
                )
            )
            carried += lines
        else:
            kept.append((number, carried + lines))
            carried = []
    return kept


def _stride(numbers: Sequence[int]) -> int | None:
    """The usual distance between one footer and the next (4 in the public print-out of the Laws)."""
    steps = Counter(after - before for before, after in pairwise(numbers) if after > before)
    return max(steps, key=lambda step: (steps[step], -step)) if steps else None


def _tail_number(numbers: Sequence[int]) -> int | None:
    """The page of what follows the last footer: the next of its run, if there is a run."""
    stride = _stride(numbers)
    if len(numbers) < 2 or stride is None or numbers[-1] < numbers[-2]:
        return None
    tail = numbers[-1] + stride
    return tail if tail not in numbers else None


def _put_in_order(name: str, sheets: list[tuple[int | None, list[Line]]], pages: Pages) -> None:
    numbered: dict[int, list[Line]] = {}
    loose: list[list[Line]] = []
    for number, lines in sheets:
        if number is None:
            loose.append(lines)
        elif number in numbered:
            first = next((line.number for line in lines if line.text.strip()), None)
            pages.problems.append(Problem(code="page-doubled", file=name, line=first, page=number))
            loose.append(lines)
        else:
            numbered[number] = lines
    before: int | None = None
    for number in sorted(numbered):
        if before is None or number != before + 1:
            if before is not None:
                pages.problems += [
                    Problem(code="page-missing", file=name, page=lost) for lost in range(before + 1, number)
                ]
            pages.stretches.append(Stretch())
        pages.stretches[-1].lines += [PageLine(line, number) for line in numbered[number]]
        pages.found.append(number)
        before = number
    for lines in loose:
        pages.stretches.append(Stretch([PageLine(line, None) for line in lines]))
