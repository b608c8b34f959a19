"""Following references from clause to clause, without going in a circle.

In: a clause and a depth. Out: :class:`~lawsearch.model.Expansion` records in reading order, nested to that depth.
Promises: a clause is opened once, at its shallowest place, whatever leads to it; every reference that is met has its
expansion, one for each target, or one without a target; the work ends for any graph of references.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lawsearch.model import Clause, Expansion, Reference, Target

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
