"""Pages that form feeds part, and page numbers that stand alone on a line.

In: the lines of a file. Out: :class:`Sheets`, the lines without form feeds and page numbers, with the sheet and the
printed page of each. Promises: each character that is not white space stays in a line or is a page number; a number
is taken for a page's only where it counts with the sheets, or with the other numbers that stand alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lawsearch.language import LANGUAGES, get_language
from lawsearch.source import Line
from lawsearch.structure.pages import PageLine, footer_number
from lawsearch.structure.pieces import SENTENCE_END, whole_line

_FORM_FEED = "\f"
_NUMBER = re.compile(r"\s*(\d{1,4})\s*")
_PAGE, _OF = ("|".join(getattr(get_language(code), name) for code in LANGUAGES) for name in ("PAGE_WORD", "PAGES_OF"))
# A number that says that it is a page's, alone on its line or behind a running head.
_WORDED = re.compile(rf"(?<!\S)(?:{_PAGE})\s?(?P<number>\d{{1,4}})(?:\s?(?:{_OF}|/)\s?\d{{1,4}})?$", re.IGNORECASE)
# One beside a running head: set apart from it, or not.
_BEFORE_HEAD = re.compile(r"(\d{1,4})(?=(\s+)\S)")
_AFTER_HEAD = re.compile(r"\s(\d{1,4})$")
_LAW = re.compile("|".join(get_language(code).LAW_HEADING for code in LANGUAGES), re.IGNORECASE)
_DIGITS = re.compile(r"\d+")

# So many numbers must count with the sheets: one alone may end a sentence, unless an empty line sets it apart.
_LEAST_COUNTING = 2
# Without form feeds: so many numbers alone must count up by one, with so many lines between them on the average.
_LEAST_NUMBERS = 3
_LEAST_LINES = 6
# A running head stands on so many sheets, and on this share of them.
_LEAST_HEADS = 3
_HEADED = 0.3
_LONGEST_HEAD = 80


@dataclass(slots=True)
class Sheets:
    """The lines of a file without the numbers of its pages; ``places``: where sheets begin, and their pages."""

    lines: list[Line]
    numbers: list[Line] = field(default_factory=list)
    heads: list[Line] = field(default_factory=list)
    places: list[tuple[int, int | None]] = field(default_factory=list)

    def place(self, line: PageLine) -> PageLine:
        """The line with its sheet and page, and as it is read."""
        sheet = 0
        page = line.page
        if self.places:
            sheet = bisect_right(self.places, line.line.start, key=lambda place: place[0])
            counted = self.places[sheet - 1][1] if sheet else None
            page = page if counted is None else counted
        return PageLine(line.line, page, line.indented, sheet, whole_line(line.line, page))


def take_folios(lines: Sequence[Line]) -> Sheets:
    """Take the form feeds, page numbers and running heads out of the lines of a file."""
    if any(_FORM_FEED in line.text for line in lines):
        sheets = _part(lines)
        if any(footer_number(line.text) is not None for line in lines):
            return Sheets([line for sheet in sheets for line in sheet])  # a print-out: its footers tell more
        return _take_from_sheets(sheets)
    return _take_counting(lines)


def _part(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each sheet."""
    sheets: list[list[Line]] = [[]]
    for line in lines:
        start = line.start
        for number, text in enumerate(line.text.split(_FORM_FEED)):
            if number:
                sheets.append([])
            if text or _FORM_FEED not in line.text:
                sheets[-1].append(Line(line.file, line.number, start, text))
            start += len(text) + 1
    return sheets


def _take_from_sheets(sheets: Sequence[list[Line]]) -> Sheets:
    numbers = _edge_numbers(sheets)
    taken = {id(line) for line, _ in numbers.values()}
    heads = _running_heads([[line for line in sheet if id(line) not in taken] for sheet in sheets])
    taken |= {id(line) for line in heads}
    for index, (line, number) in _numbered_heads(sheets).items():
        numbers.setdefault(index, (line, number))
        heads += [line] if id(line) not in taken else []
        taken.add(id(line))
    of_heads = {id(line) for line in heads}
    found = Sheets(
        lines=[line for sheet in sheets for line in sheet if id(line) not in taken],
        numbers=[line for line, _ in numbers.values() if id(line) not in of_heads],
        heads=heads,
    )
    for index, sheet in enumerate(sheets):
        if sheet:
            found.places.append((sheet[0].start, numbers[index][1] if index in numbers else None))
    return found


def _edges(sheet: Sequence[Line]) -> list[Line]:
    """The first and the last line with text of a sheet; one line if they are the same."""
    printed = [line for line in sheet if line.text.strip()]
    return printed if len(printed) < 2 else [printed[0], printed[-1]]


def _edge_numbers(sheets: Sequence[Sequence[Line]]) -> dict[int, tuple[Line, int]]:
    """The number alone on the first or last line of each sheet that counts with the sheets."""
    found: list[tuple[int, Line, int]] = []
    for index, sheet in enumerate(sheets):
        for line in _edges(sheet):
            if match := _NUMBER.fullmatch(line.text):
                found.append((index, line, int(match[1])))
    if not found:
        return {}
    (distance, count), *_ = Counter(number - index for index, _, number in found).most_common(1)
    if count < _LEAST_COUNTING and not (len(found) == 1 and _stands_apart(sheets[found[0][0]], found[0][1])):
        return {}
    return {index: (line, number) for index, line, number in found if number - index == distance}


def _numbered_heads(sheets: Sequence[Sequence[Line]]) -> dict[int, tuple[Line, int]]:
    """The running head of each sheet whose number counts with the sheets, though its words may change."""
    found: list[tuple[int, Line, int, bool]] = []
    for index, sheet in enumerate(sheets):
        for line in _edges(sheet):
            if (beside := _number_beside(line.text.strip())) is not None:
                found.append((index, line, *beside))
    heads: dict[int, tuple[Line, int]] = {}
    for apart, least in ((True, _LEAST_HEADS), (False, max(_LEAST_HEADS, len(sheets) / 2))):
        usable = [(index, line, number) for index, line, number, is_apart in found if is_apart or not apart]
        counts = Counter(number - index for index, _, number in usable)
        distance, count = max(counts.items(), key=lambda entry: entry[1], default=(0, 0))
        if count >= least:
            heads.update({index: (line, number) for index, line, number in usable if number - index == distance})
    return heads


def _number_beside(text: str) -> tuple[int, bool] | None:
    """The number beside a running head, and whether it is set apart from it or says what it is."""
    if len(text) >= _LONGEST_HEAD or _LAW.match(text):
        return None
    if (worded := _WORDED.search(text)) is not None:
        return int(worded["number"]), True
    if (before := _BEFORE_HEAD.match(text)) is not None:
        return int(before[1]), before[2] != " "
    if (after := _AFTER_HEAD.search(text)) is not None:
        return int(after[1]), text[after.start()] != " " or text[after.start() - 1].isspace()
    return None


def _stands_apart(sheet: Sequence[Line], number: Line) -> bool:
    """True if an empty line parts a number from the text of its sheet."""
    place = next(index for index, line in enumerate(sheet) if line is number)
    around = (*sheet[max(0, place - 1) : place], *sheet[place + 1 : place + 2])
    return any(line.text.strip() for line in sheet if line is not number) and all(
        not line.text.strip() for line in around
    )


def _running_heads(sheets: Sequence[Sequence[Line]]) -> list[Line]:
    """The first and last lines of the sheets that are the same on many of them, but for a number."""
    edges = [line for sheet in sheets for line in _edges(sheet)]
    counts = Counter(_shape(line) for line in edges)
    least = max(_LEAST_HEADS, _HEADED * len(sheets))
    return [line for line in edges if counts[_shape(line)] >= least and len(line.text.strip()) < _LONGEST_HEAD]


def _shape(line: Line) -> str:
    return _DIGITS.sub("#", " ".join(line.text.split()))


def _take_counting(lines: Sequence[Line]) -> Sheets:
    """Numbers alone on their lines that count up by one through the whole file, or say that they are a page's."""
    if (worded := _worded_numbers(lines)) is not None:
        return worded
    alone = [(index, int(match[1])) for index, line in enumerate(lines) if (match := _NUMBER.fullmatch(line.text))]
    if len(alone) < _LEAST_NUMBERS:
        return Sheets(list(lines))
    row = [alone[0]]
    for entry in alone[1:]:
        if entry[1] == row[-1][1] + 1:
            row.append(entry)
    if len(row) < _LEAST_NUMBERS or len(row) < 0.8 * len(alone):
        return Sheets(list(lines))
    if row[-1][0] - row[0][0] < _LEAST_LINES * (len(row) - 1) or any(
        after - before < 3 for (before, _), (after, _) in pairwise(row)
    ):
        return Sheets(list(lines))
    taken = {index for index, _ in row}
    found = Sheets(
        lines=[line for index, line in enumerate(lines) if index not in taken],
        numbers=[lines[index] for index, _ in row],
        places=[(0, row[0][1])],
    )
    for (index, _), (_, number) in pairwise(row):
        found.places.append((lines[index].stop, number))
    found.places.append((lines[row[-1][0]].stop, row[-1][1] + 1))
    return found


def _worded_numbers(lines: Sequence[Line]) -> Sheets | None:
    """The sheets that lines such as ``Page 12`` part, alone or behind one and the same running head; None without them."""
    rows: dict[str, list[tuple[int, int]]] = {}
    for index, line in enumerate(lines):
        if (
            len(line.text) < _LONGEST_HEAD
            and any(map(str.isdigit, line.text[-5:]))
            and (match := _WORDED.search(line.text.rstrip())) is not None
        ):
            rows.setdefault(_shape(line), []).append((index, int(match["number"])))
    row = max(rows.values(), key=len, default=[])
    if len(row) < _LEAST_COUNTING or any(after != before + 1 for (_, before), (_, after) in pairwise(row)):
        return None
    taken = {index for index, _ in row}
    over = not any(line.text.strip() for line in lines[: row[0][0]])  # they stand over their pages, not under them
    found = Sheets(
        lines=[line for index, line in enumerate(lines) if index not in taken],
        numbers=[lines[index] for index in taken],
    )
    found.places = [(0, row[0][1])]
    found.places += [(lines[index].stop, number if over else number + 1) for index, number in row]
    return found


def close_breaks(lines: list[PageLine]) -> list[PageLine]:
    """The lines without the empty ones at the end of a sheet where a sentence goes on on the next."""
    if not lines or lines[0].sheet == lines[-1].sheet:
        return lines
    kept: list[PageLine] = []
    before: PageLine | None = None
    empty: list[PageLine] = []
    for line in lines:
        if not line.line.text.strip():
            empty.append(line)
            continue
        goes_on = before is not None and before.sheet != line.sheet and _goes_on(before, line)
        kept += [] if goes_on else empty
        kept.append(line)
        before, empty = line, []
    return kept + empty


def _goes_on(before: PageLine, after: PageLine) -> bool:
    return SENTENCE_END.search(before.printed.text) is None or after.printed.text[:1].islower()
