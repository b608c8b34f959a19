"""Walk a document clause by clause, with what stands above each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawsearch.library.aligning import Row, name_within
from lawsearch.model import Clause, ParsedDocument


@dataclass(frozen=True, slots=True)
class Placed:
    """A clause and the clauses above it, the outermost first.

    ``name`` is unique in the document: the address, or for closing text ``<address above>#closing``, then
    ``…#closing-2``.
    """

    clause: Clause
    above: tuple[Clause, ...]
    name: str

    @property
    def law(self) -> int | None:
        """The number of the law that the clause belongs to."""
        for clause in (self.clause, *reversed(self.above)):
            if clause.address is not None and clause.address.number is not None:
                return clause.address.number
        return None


def walk(parsed: ParsedDocument) -> Iterator[Placed]:
    """All clauses in reading order, the unplaced fragments last."""
    for root in (*parsed.clauses, *parsed.unplaced):
        yield from _walk(root, (), str(root.address or root.kind))


def _walk(clause: Clause, above: tuple[Clause, ...], name: str) -> Iterator[Placed]:
    yield Placed(clause, above, name)
    nameless = 0
    for child in clause.children:
        if child.address is not None:
            inner = str(child.address)
        else:
            nameless += 1
            inner = name_within(name, child.kind, nameless)
        yield from _walk(child, (*above, clause), inner)


def name_rows(rows: Sequence[Row]) -> Iterator[tuple[str, Row]]:
    """The rows of a family with the names that :class:`Placed` gives to clauses."""
    above: dict[int, str] = {}
    nameless: dict[str, int] = {}
    for row in rows:
        kind = next(cell.kind for cell in row.cells if cell is not None)
        if row.address is not None:
            name = str(row.address)
        else:
            parent = above.get(row.depth - 1, "")
            number = nameless[parent] = nameless.get(parent, 0) + 1
            name = name_within(parent, kind, number)
        above[row.depth] = name
        yield name, row
