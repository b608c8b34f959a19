"""Following references from clause to clause, forwards and backwards, without going in a circle.

In: a clause and a depth. Out: :class:`~lawsearch.model.Expansion` or :class:`~lawsearch.model.Citing` records in
reading order, nested to that depth. Promises: a clause is opened once, at its shallowest place, whatever leads to it;
every reference that is met has its expansion, one for each target, or one without a target; the work ends for any
graph of references, and at the level where nothing is left to follow; the records nest at most ``MAX_DEPTH`` deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from lawsearch.errors import UsageError
from lawsearch.language.sentences import sentence_around
from lawsearch.model import Citing, Clause, Expansion, Reference, Span, Target

if TYPE_CHECKING:
    from lawsearch.library.database import Database, Pointing

# So deep may be followed: the records nest as deep, and whatever walks them goes down as far.
MAX_DEPTH = 64

# Not dataclasses: making one costs a cold start half a millisecond.


class _Node:
    """An expansion that is still being made; ``above`` are the clauses that are open around it."""

    __slots__ = ("above", "clause", "inner", "reference", "repeated", "source", "target")

    def __init__(self, source: Target, reference: Reference, target: Target | None, above: tuple[Target, ...]) -> None:
        self.source = source
        self.reference = reference
        self.target = target
        self.above = above
        self.clause: Clause | None = None
        self.repeated = False
        self.inner: list[_Node] = []

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
    _refuse_depth(depth)
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
        if not level:
            break
    return [node.freeze() for node in first]


def _refuse_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise UsageError("no-such-number", name="depth", value=depth, least=0, most=MAX_DEPTH)


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


def group_by_reference(expansions: Sequence[Expansion]) -> list[list[Expansion]]:
    """The expansions of each reference together: one for each of its targets."""
    return [list(group) for _key, group in groupby(expansions, key=lambda item: (id(item.reference), item.source))]


class _Back:
    """A back-reference that is still being made."""

    __slots__ = ("inner", "pointing", "repeated")

    def __init__(self, pointing: Pointing) -> None:
        self.pointing = pointing
        self.repeated = False
        self.inner: list[_Back] = []

    def freeze(self) -> Citing:
        text, span = self.pointing.text, self.pointing.reference.span
        start, stop = sentence_around(text, span.start, span.stop)
        return Citing(
            source=self.pointing.source,
            reference=self.pointing.reference,
            sentence=text[start:stop],
            span=Span(span.start - start, span.stop - start),
            repeated=self.repeated,
            inner=tuple(node.freeze() for node in self.inner),
        )


def citing(clause: Clause, depth: int, store: Database) -> list[Citing]:
    """The references elsewhere that point at a clause or below it, those that point at where they stand, and so on."""
    _refuse_depth(depth)
    if clause.address is None or depth < 1:
        return []
    number = store.number(clause.document, clause.address)
    if number is None:
        return []
    told = set(_names(clause))
    first = _backs([number], store)[number]
    level = first
    for _ in range(depth - 1):
        opened = list(_to_open(level, told))
        found = _backs([node.pointing.number for node in opened], store)
        for node in opened:
            node.inner = found[node.pointing.number]
        level = [inner for node in opened for inner in node.inner]
        if not level:
            break
    return [node.freeze() for node in first]


def _to_open(level: Sequence[_Back], told: set[Target]) -> Iterator[_Back]:
    """The back-references of a level whose own are not told yet; the others are marked as repeated."""
    before = None
    for node in level:
        source = node.pointing.source
        if source == before:  # several references of one clause: what points there is told at the first
            continue
        before = source
        if source in told:
            node.repeated = True
        else:
            told.add(source)
            yield node


def _backs(numbers: Sequence[int], store: Database) -> dict[int, list[_Back]]:
    """For each clause the references elsewhere that point at it or below it."""
    return {number: [_Back(item) for item in found] for number, found in store.references_to(numbers).items()}
