"""Clauses and what is in them: the records that every command needs, and that a cold start must build quickly."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lawsearch.model.reading import SourceSpan, Table


# What reads all values of a record of some kind at once: a fifth of the time of one ``getattr`` after the other.
_readers: dict[type, Callable[[object], object]] = {}


class Record:
    """What the records of a clause share: equal by value, hashable, printed field by field.

    A dataclass would write these methods for each class anew, which costs a cold start a third of a millisecond
    apiece.
    """

    __slots__: tuple[str, ...] = ()

    def _values(self) -> object:
        kind = self.__class__
        read = _readers.get(kind) or _readers.setdefault(kind, attrgetter(*kind.__slots__))
        return read(self)

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{self.__class__.__name__}({fields})"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Span(Record):
    """A half-open range of code points in some text: ``text[start:stop]``."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LineRange(Record):
    """Lines ``first`` to ``last`` (inclusive, from 1) of source number ``file`` of a document."""

    file: int
    first: int
    last: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Address(Record):
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
        return int(self.parts[0]) if not self.prefix and is_figures(self.parts[0]) else None

    @property
    def is_commentary(self) -> bool:
        """True for ``59.3``: a numbered clause of a commentary, never the name of a law's clause."""
        return len(self.parts) > 1 and self.parts[1].startswith(".")


# What a document can be; the laws come first.
ROLES = ("laws", "commentary")
# What has no address of its own: text behind the children of a clause, and the notes below it.
NAMELESS = frozenset({"closing", "footnote"})


def is_figures(text: str) -> bool:
    """True for a number in figures; raised ones and those of other scripts (``str.isdigit`` takes them) are none."""
    return text.isascii() and text.isdigit()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Wanted(Record):
    """What a citation asks for: a clause of the document that plays ``role`` ("laws" or "commentary")."""

    role: str
    address: Address


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Target(Record):
    """A clause that exists."""

    document: str
    address: Address


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Reference(Record):
    """A citation and what it points at. ``status``: resolved, ambiguous, missing or external."""

    text: str
    span: Span
    form: str
    status: str
    wanted: tuple[Wanted, ...]
    targets: tuple[Target, ...] = ()
    edition_differs: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Clause(Record):
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
    tables: tuple[Table, ...] = ()
    references: tuple[Reference, ...] = ()
    children: tuple[Clause, ...] = ()
    source: tuple[SourceSpan, ...] = ()

    def walk(self) -> Iterator[Clause]:
        """The clause itself and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Document(Record):
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

    @classmethod
    def unknown(cls, language: str) -> Document:
        """A document of which nothing is known but its language."""
        return cls(id="", title="", series="", role="laws", edition="", language=language, layout="", encoding="")
