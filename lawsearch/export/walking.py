"""Walk a document clause by clause, with what stands above each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lawsearch.library.aligning import named_children
from lawsearch.model import Clause, ParsedDocument


@dataclass(frozen=True, slots=True)
class Placed:
    """A clause and the clauses above it, the outermost first.

    ``name`` is unique in the document: the address, or such as ``70.2#closing``.
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
    for inner, child in named_children(clause, name):
        yield from _walk(child, (*above, clause), inner)
