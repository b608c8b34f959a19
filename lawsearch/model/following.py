"""The answers to questions about references."""

from __future__ import annotations

from dataclasses import dataclass

from lawsearch.model.clauses import Clause, Record, Reference, Span, Target


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
