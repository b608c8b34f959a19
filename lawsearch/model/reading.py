"""What reading a source gives beside its clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from lawsearch.model.clauses import Clause, Document, LineRange, Span, Wanted

Params = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A half-open range of code points in the decoded text of source number ``file`` (from 0) of a document."""

    file: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table in a clause; every row has as many cells as ``columns``, which are empty where nothing names them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @classmethod
    def from_lines(cls, lines: Sequence[tuple[str, ...]]) -> Table:
        """The table of these lines: the first names the columns, unless it is a row like the others.

        It is one if each column whose other cells are all numbers has a number in it too.
        """
        first, *rows = lines
        numbers = [place for place in range(len(first)) if rows and all(_begins_number(row[place]) for row in rows)]
        headed = not numbers or not all(_begins_number(first[place]) for place in numbers)
        return cls(columns=first, rows=tuple(rows)) if headed else cls(columns=(), rows=tuple(lines))

    @property
    def lines(self) -> tuple[tuple[str, ...], ...]:
        """All lines as they stand in the text, that of the columns' names first."""
        return (self.columns, *self.rows) if self.columns else self.rows


def _begins_number(cell: str) -> bool:
    return cell.lstrip("+-\u2212\u2013 ")[:1].isdigit()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that was not understood, or understood with a doubt. It travels with the data."""

    code: str
    file: str | None = None
    line: int | None = None
    page: int | None = None
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """What is written: one member of a list, or one range, at ``span`` of the text it was found in.

    ``alternatives`` hold the second reading of an ambiguous letter (Russian «В» as the third letter);
    ``letters_in_doubt`` says that the text itself letters that law in Russian order somewhere. ``edition`` is the
    year of the edition that is named beside the citation, or empty.
    """

    text: str
    span: Span
    form: str
    wanted: tuple[Wanted, ...]
    alternatives: tuple[Wanted, ...] = ()
    letters_in_doubt: bool = False
    edition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Furniture:
    """Characters of the source that are no text of the work.

    ``kind``: ``mark`` (end of paragraph), ``layout`` (``..pageN``), ``footer``, ``underline``,
    ``emphasis`` (an overstruck copy), ``hyphen`` (removed by a join), ``contents``, ``index``, ``navigation``,
    ``frame`` (bars and borders around the lines), ``copy`` (a page or heading that is printed a second
    time), ``note-mark`` (a footnote's number that is glued to a word).
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
