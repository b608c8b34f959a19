"""The answer to a query."""

from __future__ import annotations

from dataclasses import dataclass

from lawsearch.model.clauses import Address, Reference, Span, Target


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Citing:
    """A back-reference: ``source`` is the nearest clause with an address that the reference stands in or under.

    ``sentence`` is the sentence (as printed) that holds it, and ``span`` its place in that sentence.
    """

    source: Target
    reference: Reference
    sentence: str
    span: Span
