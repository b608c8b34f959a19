"""The answers to queries and questions about references."""

from __future__ import annotations

from dataclasses import dataclass

from lawsearch.model.clauses import Address, Clause, Record, Reference, Span, Target


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Citing(Record):
    """A back-reference: ``source`` is the nearest clause with an address that the reference stands in or under.

    ``sentence`` is the sentence (as printed) that holds it, and ``span`` its place in that sentence. ``inner`` are the
    references elsewhere that point at ``source``, where they were asked for. ``repeated``: they are told elsewhere in
    the same answer (its circles are cut there), so ``inner`` is empty.
    """

    source: Target
    reference: Reference
    sentence: str
    span: Span
    repeated: bool = False
    inner: tuple[Citing, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Expansion(Record):
    """A reference with the clause that it leads to, opened in place.

    ``source`` is the nearest clause with an address that the reference stands in or under. ``target`` is one of the
    reference's targets (a reference with several has an expansion for each, one after the other), None where it leads
    nowhere. ``clause`` is the target with all below it; None where there is no target and where it is not opened:
    ``repeated`` says that it is open elsewhere in the same answer (at its shallowest place), or holds the clause the
    reference stands in. ``inner`` are the expansions of the references in ``clause``.
    """

    source: Target
    reference: Reference
    target: Target | None = None
    clause: Clause | None = None
    repeated: bool = False
    inner: tuple[Expansion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class CheckedCitation(Record):
    """A citation in a text that belongs to no document, such as a ruling, and where it leads.

    The reference's span counts in the whole text; ``line`` counts from 1. ``first_words`` are those of its first
    target, "" where it leads nowhere. ``nearest`` are existing clauses close to the first wanted one that is missing.
    ``edition`` is the one it was looked for in, "" where the library holds no such text.
    """

    reference: Reference
    line: int
    first_words: str
    nearest: tuple[Target, ...] = ()
    edition: str = ""
