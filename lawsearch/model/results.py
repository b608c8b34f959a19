"""The answers to queries."""

from __future__ import annotations

from dataclasses import dataclass

from lawsearch.model.clauses import Address, Record, Reference, Span


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Twin(Record):
    """The same clause in the other language. ``highlights`` are spans of ``text``."""

    document: str
    language: str
    text: str
    title: str = ""
    highlights: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Through(Record):
    """What a match came through, where the words of the query do not stand in the text that is shown.

    ``kind`` is ``term`` (another name of the same thing; ``text`` is the name that stands in the clause),
    ``near`` (a word akin to that of the query), ``situation`` (``text`` is what players say) or ``twin``
    (``text`` is the matched word of the clause in the other ``language``). ``words`` are those of the query.
    """

    kind: str
    words: str
    text: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Hit(Record):
    """A found clause. ``highlights`` are spans of ``text``; ``snippet`` is ``text`` at ``snippet_span``.

    Where the clause has no text of its own, or only leads in what stands under it, ``below`` are the clauses under it,
    in their order, with their headings or first words. ``rows`` are the lines of a table in ``text`` that answer, its
    head first. ``reasons`` are the parts of the score, each with what it gave.
    """

    document: str
    address: Address
    language: str
    title: str
    score: float
    text: str
    snippet: str
    snippet_span: Span
    kind: str = ""
    below: tuple[tuple[Address, str], ...] = ()
    rows: tuple[Span, ...] = ()
    highlights: tuple[Span, ...] = ()
    title_highlights: tuple[Span, ...] = ()
    references: tuple[Reference, ...] = ()
    twins: tuple[Twin, ...] = ()
    through: tuple[Through, ...] = ()
    reasons: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ReadAs(Record):
    """How a query was read when that was not word for word; ``source`` was read as ``target``.

    ``kind`` is ``address`` (of a clause), ``spelling``, ``layout`` (of the keyboard), ``transliteration``, ``joined``
    (two words were one), ``split`` (one word was two), ``plain`` (the query's signs made no sense: its words count),
    ``shortened`` (too long) or ``exclusions`` (nothing but words to leave out: nothing is looked for).
    """

    kind: str
    source: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Results(Record):
    """The answer to a query: ``total`` clauses matched; ``hits`` are those from ``offset`` on."""

    query: str
    total: int
    hits: tuple[Hit, ...]
    offset: int = 0
    suggestions: tuple[str, ...] = ()
    read_as: ReadAs | None = None
