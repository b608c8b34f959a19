"""The records that the stages pass to one another.

All are frozen, keyword-only, slotted dataclasses. Offsets are Unicode code points, half-open; line numbers
start at 1 and ranges of lines are inclusive. A record never refers back to the stage that made it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

Params = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points in some text: ``text[start:stop]``."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A half-open range of code points in the decoded text of source number ``file`` (from 0) of a document."""

    file: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class LineRange:
    """Lines ``first`` to ``last`` (inclusive, from 1) of source number ``file`` of a document."""

    file: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Address:
    """The name of a clause, without the document, in canonical Latin form.

    ``parts`` are written one after the other: ``("64", "A", "1")`` is ``64A1``, ``("59", ".3", "(a)")`` is
    ``59.3(a)``. With a ``prefix`` the name is not a number of the Laws: ``def:dummy``, ``chapter:6``.
    """

    parts: tuple[str, ...]
    prefix: str = ""

    def __str__(self) -> str:
        written = "".join(self.parts)
        return f"{self.prefix}:{written}" if self.prefix else written

    @property
    def parent(self) -> Address | None:
        """The address one level up, or None at the top."""
        if len(self.parts) < 2:
            return None
        return Address(self.parts[:-1], self.prefix)

    def child(self, part: str) -> Address:
        return Address((*self.parts, part), self.prefix)

    @property
    def number(self) -> int | None:
        """The number of the law (or of the commentary's section), or None for ``def:…`` and the like."""
        return int(self.parts[0]) if not self.prefix and self.parts[0].isdigit() else None

    @property
    def is_commentary(self) -> bool:
        """True for ``59.3``: a numbered clause of a commentary, never the name of a law's clause."""
        return len(self.parts) > 1 and self.parts[1].startswith(".")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that was not understood, or understood with a doubt. It travels with the data."""

    code: str
    file: str | None = None
    line: int | None = None
    page: int | None = None
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a citation asks for: a clause of the document that plays ``role`` ("laws" or "commentary")."""

    role: str
    address: Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A clause that exists."""

    document: str
    address: Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """What is written: one member of a list, or one range, at ``span`` of the text it was found in.

    ``alternatives`` hold the second reading of an ambiguous letter (Russian «В» as the third letter).
    """

    text: str
    span: Span
    form: str
    wanted: tuple[Wanted, ...]
    alternatives: tuple[Wanted, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A citation and what it points at. ``status``: resolved, ambiguous, missing or external."""

    text: str
    span: Span
    form: str
    status: str
    wanted: tuple[Wanted, ...]
    targets: tuple[Target, ...] = ()
    edition_differs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The rows of a table clause; every row has as many cells as ``columns``."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause with its children, in the order of the document.

    ``label`` is as printed, ``heading`` without it, ``text`` the rest without the children's. ``source`` are
    the ranges of the decoded sources that the clause's own label, heading and text were taken from; the
    ranges of all clauses, unplaced fragments and furniture of a document never overlap.
    """

    document: str
    address: Address | None
    kind: str
    label: str | None = None
    heading: str | None = None
    text: str = ""
    emphasis: tuple[Span, ...] = ()
    pages: tuple[int, ...] = ()
    lines: tuple[LineRange, ...] = ()
    cut: bool = False
    also: tuple[Address, ...] = ()
    table: Table | None = None
    references: tuple[Reference, ...] = ()
    children: tuple[Clause, ...] = ()
    source: tuple[SourceSpan, ...] = ()

    def walk(self) -> Iterator[Clause]:
        """The clause itself and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True, kw_only=True)
class Furniture:
    """Characters of the source that are no text of the work.

    ``kind``: ``mark`` (end of paragraph), ``layout`` (``..pageN``), ``footer``, ``underline``,
    ``emphasis`` (an overstruck copy), ``hyphen`` (removed by a join), ``contents``, ``index``, ``navigation``.
    """

    kind: str
    text: str
    lines: tuple[LineRange, ...]
    source: tuple[SourceSpan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Characters:
    """How many characters that are not white space went where; the three add up to the source's."""

    clauses: int
    unplaced: int
    furniture: int

    @property
    def total(self) -> int:
        return self.clauses + self.unplaced + self.furniture


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a document is: its identity, and how it was read. ``sources`` are the names of its files."""

    id: str
    title: str
    series: str
    role: str
    edition: str
    language: str
    layout: str
    encoding: str
    sources: tuple[str, ...] = ()
    notice: str = ""
    embedded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedDocument:
    """A document with all that its sources held: nothing of them is left out."""

    document: Document
    clauses: tuple[Clause, ...]
    unplaced: tuple[Clause, ...]
    furniture: tuple[Furniture, ...]
    problems: tuple[Problem, ...]
    characters: Characters

    def walk(self) -> Iterator[Clause]:
        """All clauses of the tree in reading order, the unplaced fragments last."""
        for clause in (*self.clauses, *self.unplaced):
            yield from clause.walk()


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """The same clause in the other language."""

    document: str
    language: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A found clause. ``highlights`` are spans of ``text``; ``snippet`` is ``text`` at ``snippet_span``."""

    document: str
    address: Address
    language: str
    title: str
    score: float
    text: str
    snippet: str
    snippet_span: Span
    highlights: tuple[Span, ...] = ()
    title_highlights: tuple[Span, ...] = ()
    references: tuple[Reference, ...] = ()
    twins: tuple[Twin, ...] = ()
    reasons: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadAs:
    """How a query was read when that was not word for word: ``kind`` says in what way."""

    kind: str
    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The answer to a query: ``total`` clauses matched, the best of them in ``hits``."""

    query: str
    total: int
    hits: tuple[Hit, ...]
    suggestions: tuple[str, ...] = ()
    read_as: ReadAs | None = None
