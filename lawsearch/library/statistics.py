"""The graph of references in numbers: what is cited how often, what never, and where following goes in a circle.

In: the store of an opened library. Out: :class:`DocumentStatistics`. A clause is cited by the references that point at it or at
a clause below it, from outside itself. A circle is a strongly connected set of clauses: following a reference leads to
its target and to all that stands below it, and from each clause of the set one comes to each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawsearch.model import Address, Target

if TYPE_CHECKING:
    from lawsearch.library.database import Database

Graph = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A clause and the number of references elsewhere that point at it or below it."""

    target: Target
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A clause on the way around a circle. ``cites``: it cites the next one (the last one the first), which else stands
    in it.
    """

    target: Target
    cites: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """Clauses that lead to one another: ``path`` is a shortest way around, ``members`` are all, in reading order."""

    path: tuple[Step, ...]
    members: tuple[Target, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentStatistics:
    """A document's references by status, its clauses and which of them nobody cites.

    ``uncited`` are the addressed clauses that no reference points at, nor at a clause above or below them;
    ``uncited_laws`` those of them that are a whole law (of a commentary: a section).
    """

    document: str
    references: Mapping[str, int]
    clauses: int
    most_cited: tuple[Cited, ...]
    uncited: tuple[Address, ...]
    uncited_laws: tuple[Address, ...]
    circles: tuple[Circle, ...]


def measure_document(store: Database, document: str, *, limit: int) -> DocumentStatistics:
    """The numbers of one document; at most ``limit`` clauses are among the most cited."""
    clauses = store.clause_ranges(document)
    edges = store.edges(document)
    coming = store.edges_to(document)
    counts = _count_citations(clauses, coming)
    cited = sorted((number for number in counts), key=lambda number: (-counts[number], number))
    touched = _touched(clauses, [target for _, target in coming])
    uncited = [place.address for number, place in clauses.items() if number not in touched]
    return DocumentStatistics(
        document=document,
        references=store.count_references(document),
        clauses=len(clauses),
        most_cited=tuple(
            Cited(target=Target(document=document, address=clauses[number].address), count=counts[number])
            for number in cited[:limit]
        ),
        uncited=tuple(uncited),
        uncited_laws=tuple(address for address in uncited if len(address.parts) == 1 and address.number is not None),
        circles=tuple(_circles(document, clauses, edges)),
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where an addressed clause stands: the number of the last clause below it, and of the addressed one above."""

    address: Address
    last: int
    above: int | None


Clauses = Mapping[int, Place]


def _count_citations(clauses: Clauses, edges: Sequence[tuple[int, int]]) -> dict[int, int]:
    """For each clause how many references from outside point at it or below it."""
    counts: dict[int, int] = {}
    for source, target in edges:
        number: int | None = target
        while number is not None:
            if not number <= source <= clauses[number].last:
                counts[number] = counts.get(number, 0) + 1
            number = clauses[number].above
    # chapters and parts hold everything: they are not what is cited
    return {number: count for number, count in counts.items() if not clauses[number].address.prefix}


def _touched(clauses: Clauses, targets: Sequence[int]) -> set[int]:
    """The clauses that are targets, hold one, or stand below one."""
    direct = set(targets)
    found: set[int] = set()
    for number in direct:
        above: int | None = number
        while above is not None:
            found.add(above)
            above = clauses[above].above
    for number, place in clauses.items():  # in reading order: what is above comes first
        above = place.above
        if above is not None and above in direct and not clauses[above].address.prefix:
            direct.add(number)
    return found | direct


def _circles(document: str, clauses: Clauses, edges: Sequence[tuple[int, int]]) -> list[Circle]:
    graph: dict[int, list[int]] = {number: [] for number in clauses}
    for number, place in clauses.items():
        if place.above is not None and not clauses[place.above].address.prefix:
            graph[place.above].append(number)
    for source, target in edges:
        graph[source].append(target)
    cites = set(edges)
    found = []
    for members in strong_components(graph):
        if len(members) < 2:
            continue
        path = shortest_circle(graph, members)
        found.append(
            Circle(
                path=tuple(
                    Step(
                        target=Target(document=document, address=clauses[number].address),
                        cites=(number, following) in cites,
                    )
                    for number, following in zip(path, [*path[1:], path[0]], strict=True)
                ),
                members=tuple(Target(document=document, address=clauses[number].address) for number in sorted(members)),
            )
        )
    return sorted(found, key=lambda circle: (-len(circle.members), str(circle.members[0].address)))


def strong_components(graph: Graph) -> list[list[int]]:
    """The strongly connected components of a graph (Tarjan), without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    components: list[list[int]] = []
    for root in graph:
        if root in order:
            continue
        work = [(root, iter(graph[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        waiting.add(root)
        while work:
            node, following = work[-1]
            for other in following:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    waiting.add(other)
                    work.append((other, iter(graph[other])))
                    break
                if other in waiting:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    members = [stack.pop()]
                    while members[-1] != node:
                        members.append(stack.pop())
                    waiting.difference_update(members)
                    components.append(members[::-1])
    return components


def shortest_circle(graph: Graph, members: Sequence[int]) -> list[int]:
    """A shortest way through a component that comes back to where it began; the first such in reading order."""
    inside = set(members)
    best: list[int] = []
    for start in sorted(members):
        before: dict[int, int] = {}
        queue = deque([start])
        while queue and start not in before:
            node = queue.popleft()
            for other in graph[node]:
                if other in inside and other not in before:
                    before[other] = node
                    queue.append(other)
        path = [start]
        while (node := before[path[-1]]) != start:
            path.append(node)
        path = [start, *reversed(path[1:])]
        if not best or len(path) < len(best):
            best = path
        if len(best) == 1:
            break
    return best
