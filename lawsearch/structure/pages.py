"""Lines to stretches: where the pages of a print-out end, and in which order they belong.

In: the lines of each source file. Out: :class:`Stretch` records, each a run of lines whose text is known to
continue; between two of them something is missing or unknown (a file's start, a lost page).
Promises: every line is in one stretch, in a copy or is a footer; text is never joined across a gap; each lost page
between the first and the last is one ``page-missing`` problem; a number that does not fit its neighbours moves
no page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from statistics import median

from lawsearch.language import count_characters, fold
from lawsearch.model import Problem
from lawsearch.source import Line
from lawsearch.structure.pieces import MARK, Piece, whole_line
from lawsearch.structure.repair import drop_noise, paragraph_indent

_FOOTER = re.compile(r"\s*[-–—]\s*(\d{1,4})\s*[-–—]?\s*")
_NOT_A_WORD = re.compile(r"[\W_]+")
_MARK = re.compile(MARK)

# What may be a copy without a footer of its own: how many letters it must begin with, hold, and not exceed.
_REPEAT_BEGINS = 40
_LEAST_REPEAT = 150
_MOST_REPEAT = 20_000
# A run goes on over so many lost pages; a jump beyond says that a number is wrong.
_LOST_IN_A_ROW = 3
# Two parts of one page that a stray number has cut are together no longer than this many usual pages.
_ONE_PAGE = 1.5
# A number that is so much greater than those before and after it is no page of the same book.
_FAR = 100


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line and the printed page it stands on (None where that is not known).

    ``indented``: whether it begins a paragraph by its indent; None in a copy that does not indent. ``sheet`` counts
    the sheets that form feeds part; ``mended`` is the text of the line where it is not as it stands in the file.
    """

    line: Line
    page: int | None
    indented: bool | None = None
    sheet: int = 0
    mended: Piece | None = None

    @property
    def printed(self) -> Piece:
        """The line as it is read: without white space at its ends, mended."""
        return self.mended or whole_line(self.line, self.page)


@dataclass(slots=True)
class Stretch:
    """Lines that continue one another; the text before them is missing or unknown, as ``gap`` says.

    ``placeless``: none of them has a known place, whatever labels it shows.
    """

    lines: list[PageLine] = field(default_factory=list)
    placeless: bool = False
    gap: str = "beginning"


@dataclass(slots=True)
class Pages:
    """The stretches of a document in reading order, its footers, copies of pages, and what is wrong with them."""

    stretches: list[Stretch] = field(default_factory=list)
    footers: list[Line] = field(default_factory=list)
    copies: list[Line] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    found: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Sheet:
    """The lines down to a footer; ``number`` is None where the footer is lost or was not followed."""

    number: int | None
    lines: list[Line]
    footer: Line | None = None

    @property
    def size(self) -> int:
        return sum(count_characters(line.text) for line in self.lines)

    @property
    def words(self) -> str:
        """The words of a page, however it is spaced and hyphenated."""
        return _words("".join(line.text for line in self.lines))


def footer_number(text: str) -> int | None:
    """The page that a footer line (``- 42``, ``- 42 -``) closes, or None if the line is no footer."""
    match = _FOOTER.fullmatch(text)
    return int(match[1]) if match else None


def order_pages(files: Sequence[tuple[str, Sequence[Line]]]) -> Pages:
    """Cut each file (name, lines) at its footers and put the pages in order.

    Files that are a page each, closed by its footer, are the pages of one print-out: text goes on from one to the
    next where their numbers do.
    """
    pages = Pages()
    if len(files) > 1 and all(_is_page(lines) for _, lines in files):
        _FileOrder(files[0][0], [line for _, lines in files for line in lines], pages).run()
        return pages
    for name, lines in files:
        _FileOrder(name, lines, pages).run()
    return pages


def _is_page(lines: Sequence[Line]) -> bool:
    """True for a file of one page: its last line with text is its only footer."""
    footers = [line for line in lines if footer_number(line.text) is not None]
    last = next((line for line in reversed(lines) if line.text.strip()), None)
    return len(footers) == 1 and footers[0] is last


class _FileOrder:
    """Puts the pages of one file in order."""

    def __init__(self, name: str, lines: Sequence[Line], pages: Pages) -> None:
        self.name = name
        self.pages = pages
        self.sheets, self.tail = _cut_sheets(lines)
        self.indent = paragraph_indent([line for line in lines if footer_number(line.text) is None])

    def run(self) -> None:
        self.pages.footers += [sheet.footer for sheet in self.sheets if sheet.footer]
        for sheet in self.sheets:
            sheet.lines = self._take_repeats(sheet.lines)
        self.tail = self._take_repeats(self.tail)
        if not self.sheets:
            self._add_stretch(None, self.tail)
            return
        self._set_copies_aside()
        self._take_text_back()
        numbers = [sheet.number for sheet in self.sheets if sheet.number is not None]
        stride = _stride(numbers)
        if stride is not None:
            self._check_strays(stride)
        if any(line.text.strip() for line in self.tail):
            kept = [sheet.number for sheet in self.sheets if sheet.number is not None]
            self.sheets.append(_Sheet(_tail_number(kept, stride), self.tail))
        self._put_in_order(self._choose_doubles(stride), stride)

    def _report(self, code: str, sheet: _Sheet, page: int | None = None, **params: object) -> None:
        line = next((line.number for line in sheet.lines if line.text.strip()), None)
        if code == "footer-stray" and sheet.footer is not None:
            line = sheet.footer.number
        self.pages.problems.append(Problem(code=code, file=self.name, line=line, page=page, params=params))

    def _take_repeats(self, lines: list[Line]) -> list[Line]:
        """The lines without those that say once more, with other line ends, what the lines before have said."""
        repeats = _repeats(lines)
        for first, last in repeats:
            copy = [line for line in lines[first:last] if line.text.strip()]
            self._report("page-doubled", _Sheet(None, copy))
            self.pages.copies += copy
        taken = {index for first, last in repeats for index in range(first, last)}
        return [line for index, line in enumerate(lines) if index not in taken] if taken else lines

    def _set_copies_aside(self) -> None:
        """A page that is printed twice, in whatever spacing, is read once."""
        counts = Counter(sheet.number for sheet in self.sheets)
        seen: set[tuple[int | None, str]] = set()
        kept = []
        for sheet in self.sheets:
            if counts[sheet.number] > 1 and sheet.size:
                key = (sheet.number, sheet.words)
                if key in seen:
                    self._report("page-doubled", sheet, sheet.number)
                    self.pages.copies += [line for line in sheet.lines if line.text.strip()]
                    continue
                seen.add(key)
            kept.append(sheet)
        self.sheets = kept

    def _take_text_back(self) -> None:
        """A number far beyond the book, where no page is missing, is a line of the text: ``- 300`` ``points``."""
        numbers = [sheet.number or 0 for sheet in self.sheets]
        far = {
            index
            for index in range(1, len(numbers) - 1)
            if numbers[index] - max(numbers[index - 1], numbers[index + 1]) > _FAR
        }
        stride = _stride([number for index, number in enumerate(numbers) if index not in far]) if far else None
        if stride is None:
            return
        kept: list[_Sheet] = []
        text: set[int] = set()
        above: list[Line] = []
        for index, sheet in enumerate(self.sheets):
            sheet.lines = above + sheet.lines
            above = []
            if index in far and numbers[index + 1] == numbers[index - 1] + stride and sheet.footer is not None:
                self._report("footer-stray", sheet, number=numbers[index])
                text.add(id(sheet.footer))
                above = [*sheet.lines, sheet.footer]
            else:
                kept.append(sheet)
        self.sheets = kept
        self.pages.footers = [footer for footer in self.pages.footers if id(footer) not in text]

    def _check_strays(self, stride: int) -> None:
        """A number that fits neither the page before nor the one after was not printed as a footer.

        What stands above it is the beginning of the next page if both together are one page long; else it is a
        page of its own, which keeps a number that fills a hole.
        """
        usual = median(sheet.size for sheet in self.sheets)
        numbers = [sheet.number or 0 for sheet in self.sheets]
        once = Counter(numbers)
        suspects = _suspects(numbers, stride, [sheet.size for sheet in self.sheets])
        trusted = [number for index, number in enumerate(numbers) if index not in suspects]
        kept: list[_Sheet] = []
        above: list[Line] = []
        for index, sheet in enumerate(self.sheets):
            sheet.lines = above + sheet.lines
            above = []
            if index not in suspects:
                kept.append(sheet)
                continue
            number = numbers[index]
            following = self.sheets[index + 1] if index + 1 < len(self.sheets) else None
            if following is not None and sheet.size + following.size <= _ONE_PAGE * usual:
                above = sheet.lines
            elif trusted and min(trusted) < number < max(trusted) and once[number] == 1:
                kept.append(sheet)
                continue
            else:
                sheet.number = None if once[number] == 1 else number
                kept.append(sheet)
                if once[number] > 1:
                    continue  # reported as a second page of its number
            self._report("footer-stray", sheet, number=number)
        self.sheets = kept

    def _choose_doubles(self, stride: int | None) -> set[int]:
        """Of two different pages with one number the one that fits its neighbours counts; indexes of the others."""
        numbers = [sheet.number for sheet in self.sheets]
        best: dict[int, int] = {}
        others: set[int] = set()
        for index, number in enumerate(numbers):
            if number is None:
                continue
            if number not in best:
                best[number] = index
                continue
            loser = index
            if _fit(numbers, index, stride) > _fit(numbers, best[number], stride):
                loser, best[number] = best[number], index
            others.add(loser)
            self._report("page-doubled", self.sheets[loser], number)
        return others

    def _put_in_order(self, others: set[int], stride: int | None) -> None:
        numbered: dict[int, _Sheet] = {}
        loose: list[Stretch] = []
        for index, sheet in enumerate(self.sheets):
            if sheet.number is None or index in others:
                loose.append(self._loose(sheet, index in others))
            else:
                numbered[sheet.number] = sheet
        self._report_first_lost(list(numbered), stride)
        before: int | None = None
        for number in sorted(numbered):
            if before is None or number != before + 1:
                if before is not None:
                    self._report_missing(range(before + 1, number))
                self.pages.stretches.append(Stretch(gap="beginning" if before is None else "page-lost"))
            self.pages.stretches[-1].lines += self._page_lines(numbered[number].lines, number)
            self.pages.found.append(number)
            before = number
        self.pages.stretches += loose

    def _loose(self, sheet: _Sheet, doubled: bool) -> Stretch:
        lines = self._page_lines(sheet.lines, None)
        return Stretch(lines, placeless=doubled, gap="page-doubled" if doubled else "page-unknown")

    def _report_missing(self, numbers: Sequence[int]) -> None:
        self.pages.problems += [Problem(code="page-missing", file=self.name, page=number) for number in numbers]

    def _report_first_lost(self, numbers: Sequence[int], stride: int | None) -> None:
        """In a print-out in runs a run that begins one page late shows that the first page is lost."""
        if stride is None or stride == 1:
            return
        starts = [after for before, after in pairwise([10**6, *numbers]) if after < before]
        first = min(numbers)
        if len(starts) == stride and first > 1 and first - 1 + stride in starts:
            self._report_missing(range(first - 1, first))

    def _add_stretch(self, number: int | None, lines: Sequence[Line]) -> None:
        self.pages.stretches.append(Stretch(self._page_lines(lines, number)))

    def _page_lines(self, lines: Sequence[Line], number: int | None) -> list[PageLine]:
        indent = self.indent
        return [
            PageLine(line, number, None if indent is None else len(line.text) - len(line.text.lstrip()) == indent)
            for line in drop_noise(list(lines))
        ]


def _cut_sheets(lines: Sequence[Line]) -> tuple[list[_Sheet], list[Line]]:
    """The sheets down to each footer, and the lines after the last one."""
    sheets: list[_Sheet] = []
    current: list[Line] = []
    for line in lines:
        number = footer_number(line.text)
        if number is None:
            current.append(line)
        else:
            sheets.append(_Sheet(number, current, line))
            current = []
    return sheets, current


def _words(text: str) -> str:
    """The letters and digits of a text, which no spacing, hyphenation or mark changes."""
    return _NOT_A_WORD.sub("", fold(_MARK.sub("", text)))


def _repeats(lines: Sequence[Line]) -> list[tuple[int, int]]:
    """Ranges of lines whose words are those of the lines right before them, labels and all."""
    words = [_words(line.text) for line in lines]
    offsets = [0, *accumulate(map(len, words))]
    ends = {offset: index for index, offset in enumerate(offsets)}
    text = "".join(words)
    begun: dict[str, int] = {}
    found: list[tuple[int, int]] = []
    over = 0
    for index, word in enumerate(words):
        here = offsets[index]
        if not word or here < over:
            continue
        start = text[here : here + _REPEAT_BEGINS]
        there = begun.get(start)
        begun[start] = here
        if there is None or not _LEAST_REPEAT <= here - there <= _MOST_REPEAT:
            continue
        over = 2 * here - there
        if over in ends and text[there:here] == text[here:over]:
            found.append((index, ends[over]))
        else:
            over = 0
    return found


def _stride(numbers: Sequence[int]) -> int | None:
    """The distance between one footer and the next (4 in the public print-out of the Laws).

    None where no distance prevails: then nothing can be said of a number that does not fit. A step back to the page
    after the one that the run before began with (1, 5, **2**) begins the next run and says nothing against it.
    """
    steps = Counter(after - before for before, after in pairwise(numbers))
    rising = {step: count for step, count in steps.items() if step > 0}
    if not rising:
        return None
    step = max(rising, key=lambda step: (rising[step], -step))
    others = len(numbers) - 1 - rising[step] - len(_run_starts(numbers))
    return step if rising[step] > others or len(numbers) == 2 else None


def _run_starts(numbers: Sequence[int]) -> set[int]:
    """The indexes of the numbers that begin a run of pages other than the first: each one page after the last start."""
    starts: set[int] = set()
    start = numbers[0] if numbers else 0
    for index, (before, after) in enumerate(pairwise(numbers), 1):
        if after < before and after == start + 1:
            starts.add(index)
            start = after
    return starts


def _goes_on(before: int | None, after: int | None, stride: int) -> bool:
    """Whether ``after`` can follow ``before`` in a run, some pages of which may be lost."""
    if before is None or after is None:
        return False
    return 0 < after - before <= stride * (_LOST_IN_A_ROW + 1) and (after - before) % stride == 0


def _suspects(numbers: Sequence[int], stride: int, sizes: Sequence[int]) -> set[int]:
    """The indexes of numbers that do not fit their neighbours; of two equal ones the sizes of the sheets decide."""
    usual = median(sizes)
    starts = _run_starts(numbers)
    suspects: set[int] = set()
    before: int | None = None
    for index, number in enumerate(numbers):
        after, second = (*numbers[index + 1 : index + 3], None, None)[:2]
        joins = _goes_on(before, number, stride) or any(_goes_on(number, later, stride) for later in (after, second))
        if number != after and _goes_on(before, after, stride) and before is not None and after is not None:
            joins = before < number < after and _goes_on(before, number, stride)
        if number == after and index + 2 < len(numbers):
            first, middle, last = sizes[index : index + 3]
            joins = joins and abs(first + middle - usual) > abs(middle + last - usual)
        if joins or index in starts or len(numbers) < 3:
            before = number
        else:
            suspects.add(index)
    return suspects


def _fit(numbers: Sequence[int | None], index: int, stride: int | None) -> int:
    """How many neighbours a number fits."""
    if stride is None:
        return 0
    around = [numbers[index - 1] if index else None, *numbers[index : index + 2]]
    return sum(_goes_on(before, after, stride) for before, after in pairwise(around))


def _tail_number(numbers: Sequence[int], stride: int | None) -> int | None:
    """The page of what follows the last footer: the next of its run, if there is a run.

    Not if that page stands already, or lies beyond the book: a run before it has ended without coming so far.
    """
    if stride is None or len(numbers) < 2:
        return None
    tail = numbers[-1] + stride
    ends = [numbers[index - 1] for index in _run_starts(numbers)]
    return None if tail in numbers or any(tail >= end + stride for end in ends) else tail
