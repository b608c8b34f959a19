"""Following references from clause to clause, forwards and backwards, without going in a circle.

In: a clause and a depth. Out: :class:`~lawsearch.model.Expansion` or :class:`~lawsearch.model.Citing` records in
reading order, nested to that depth. Promises: a clause is opened once, at its shallowest place, whatever leads to it;
every reference that is met has its expansion, one for each target, or one without a target; the work ends for any
graph of references.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lawsearch.language.sentences import sentence_around
from lawsearch.model import Citing, Clause, Expansion, Reference, Span, Target

if TYPE_CHECKING:
    from lawsearch.library.database import Database


@dataclass(slots=True)
class _Node:
    """An expansion that is still being made; ``above`` are the clauses that are open around it."""

    source: Target
    reference: Reference
    target: Target | None
    above: tuple[Target, ...]
    clause: Clause | None = None
    repeated: bool = False
    inner: list[_Node] = field(default_factory=list)

    def freeze(self) -> Expansion:
        return Expansion(
            source=self.source,
            reference=self.reference,
            target=self.target,
            clause=self.clause,
            repeated=self.repeated,
            inner=tuple(node.freeze() for node in self.inner),
        )


def expand(clause: Clause, depth: int, store: Database) -> list[Expansion]:
    """The references standing in a clause or below it, their targets opened to ``depth`` levels (0: none)."""
    if depth < 1:
        return []
    shown = set(_names(clause))
    first = _nodes(clause, ())
    level = first
    for left in range(depth, 0, -1):
        for node in level:
            _open(node, shown, store)
            if left > 1 and node.clause is not None:
                node.inner = _nodes(node.clause, node.above)
        level = [inner for node in level for inner in node.inner]
    return [node.freeze() for node in first]


def _open(node: _Node, shown: set[Target], store: Database) -> None:
    """Read the target's clause, unless it is shown already or holds the clause the reference stands in."""
    if node.target is None:
        return
    if node.target in shown:
        node.repeated = True
        return
    number = store.number(node.target.document, node.target.address)
    if number is None:
        return
    clause = store.clause(number)
    names = set(_names(clause))
    if names.intersection(node.above):
        node.repeated = True
        return
    node.clause = clause
    shown |= names


def _names(clause: Clause) -> Iterator[Target]:
    """The full names of a clause and all below it."""
    for part in clause.walk():
        for address in (part.address, *part.also):
            if address is not None:
                yield Target(document=part.document, address=address)


def _nodes(clause: Clause, above: tuple[Target, ...]) -> list[_Node]:
    """A node for each target of each reference in a clause, in reading order."""
    nodes: list[_Node] = []

    def walk(part: Clause, source: Target | None) -> None:
        if part.address is not None:
            source = Target(document=part.document, address=part.address)
        if source is not None:
            around = (*above, source)
            for reference in part.references:
                nodes.extend(_Node(source, reference, target, around) for target in reference.targets or (None,))
        for child in part.children:
            walk(child, source)

    walk(clause, None)
    return nodes


@dataclass(slots=True)
class _Back:
    """A back-reference that is still being made."""

    citing: Citing
    repeated: bool = False
    inner: list[_Back] = field(default_factory=list)

    def freeze(self) -> Citing:
        return replace(self.citing, repeated=self.repeated, inner=tuple(node.freeze() for node in self.inner))


def citing(clause: Clause, depth: int, store: Database) -> list[Citing]:
    """The references elsewhere that point at a clause or below it, those that point at where they stand, and so on."""
    if clause.address is None or depth < 1:
        return []
    told = set(_names(clause))
    places: _Places = {}
    first = _backs(Target(document=clause.document, address=clause.address), store, places)
    level = first
    for _ in range(depth - 1):
        below: list[_Back] = []
        before = None
        for node in level:
            source = node.citing.source
            if source == before:  # several references of one clause: what points there is told at the first
                continue
            before = source
            if source in told:
                node.repeated = True
            else:
                told.add(source)
                node.inner = _backs(source, store, places)
                below += node.inner
        level = below
    return [node.freeze() for node in first]


# Clauses that cite, by number: the nearest clause with an address, and the text. Many cite several times.
_Places = dict[int, tuple[Target, str]]


def _backs(target: Target, store: Database, places: _Places) -> list[_Back]:
    """The references elsewhere that point at a clause or below it."""
    number = store.number(target.document, target.address)
    if number is None:
        return []
    found = []
    for place, reference in store.references_to(number, store.last(number)):
        if place not in places:
            document, _, _, written = store.line_of(place)
            named = store.nearest_named(place)
            assert named is not None
            places[place] = Target(document=document, address=named), written
        source, text = places[place]
        start, stop = sentence_around(text, reference.span.start, reference.span.stop)
        found.append(
            _Back(
                Citing(
                    source=source,
                    reference=reference,
                    sentence=text[start:stop],
                    span=Span(reference.span.start - start, reference.span.stop - start),
                )
            )
        )
    return found
