"""What the library says of its documents."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from lawsearch.model import Clause, Document, ParsedDocument, Problem
from lawsearch.source import Source, split_lines
from lawsearch.structure.pages import footer_number


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceInfo:
    """A document of the library: what it is, and what was read."""

    document: Document
    clauses: int
    unplaced: int
    problems: int
    references: dict[str, int]
    in_force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PageReport:
    """The printed pages of a document: those found, those missing, and how many were not where they belong."""

    found: tuple[int, ...]
    missing: tuple[int, ...]
    moved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LinePlace:
    """Where the text of one line went: ``places`` are addresses with their kinds, or kinds of furniture."""

    file: str
    line: int
    places: tuple[str, ...]
    text: str


def report_pages(parsed: ParsedDocument) -> PageReport:
    """What the footers and the problems of a document say of its pages."""
    missing = [item.page for item in parsed.problems if item.code == "page-missing" and item.page is not None]
    strays = {(item.file, item.line) for item in parsed.problems if item.code == "footer-stray"}
    printed: dict[int, list[int]] = {}
    for item in parsed.furniture:
        place = item.lines[0]
        number = footer_number(item.text) if item.kind == "footer" else None
        if number is not None and (parsed.document.sources[place.file], place.first) not in strays:
            printed.setdefault(place.file, []).append(number)
    found = {number for numbers in printed.values() for number in numbers}
    found |= {page for clause in parsed.walk() for page in clause.pages}
    return PageReport(
        found=tuple(sorted(found)),
        missing=tuple(sorted(set(missing))),
        moved=sum(_count_moved(list(dict.fromkeys(numbers))) for numbers in printed.values()),
    )


def _count_moved(numbers: Sequence[int]) -> int:
    """How many of the numbers must change places so that all rise."""
    rising: list[int] = []
    for number in numbers:
        place = bisect_left(rising, number)
        rising[place : place + 1] = [number]
    return len(numbers) - len(rising)


def _place(clause: Clause) -> str:
    """``item 50.2(a)``, ``chapter:5``, ``closing``."""
    if clause.address is None or not clause.address.prefix:
        return f"{clause.kind} {clause.address or ''}".strip()
    return str(clause.address)


def explain_lines(parsed: ParsedDocument, sources: Sequence[Source]) -> list[LinePlace]:
    """For each line with text: the clauses, fragments and furniture that its characters went to."""
    spans = [(span.file, span.start, span.stop, _place(clause)) for clause in parsed.walk() for span in clause.source]
    spans += [(span.file, span.start, span.stop, item.kind) for item in parsed.furniture for span in item.source]
    spans.sort()
    places: list[LinePlace] = []
    index = 0
    for number, source in enumerate(sources):
        for line in split_lines(source.text, number):
            names: dict[str, None] = {}
            while index < len(spans) and (spans[index][0], spans[index][1]) < (number, line.stop):
                names[spans[index][3]] = None
                index += 1
            if line.text.strip():
                places.append(
                    LinePlace(file=source.name, line=line.number, places=tuple(names), text=line.text.strip())
                )
    return places


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What ``add`` did: the document as it now stands, and the names of the files that were new or replaced.

    ``known_by`` and ``signs`` say how the edition was told (see :class:`lawsearch.library.describing.Described`);
    ``others`` are the documents in further languages that the same files hold.
    """

    info: SourceInfo
    pages: PageReport
    problems: tuple[Problem, ...]
    unplaced: tuple[Clause, ...]
    files: tuple[str, ...]
    replaced: tuple[str, ...]
    known_by: str = "nothing"
    signs: tuple[str, ...] = ()
    others: tuple[Added, ...] = ()
