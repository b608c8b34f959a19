"""The same clause in several documents, side by side.

In: one clause tree a document (or None where a document lacks the clause). Out: rows in reading order, one cell a
document. Promises: every clause of every tree stands in exactly one row and in its document's column; clauses meet by
address, never by position; a row whose clause a document lacks has None there, so nothing ever shifts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawsearch.model import Address, Clause, Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One clause without its children in each document: ``cells`` has an entry a document, None for a gap.

    ``depth`` counts from 0, the clause that was asked for. ``name`` is the address, or such as ``70.2#closing`` for a
    clause that has none.
    """

    address: Address | None
    depth: int
    cells: tuple[Clause | None, ...]
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """A clause beside itself in several documents: ``documents`` are the columns, each row has a cell for each."""

    documents: tuple[Document, ...]
    rows: tuple[Row, ...]


def align(trees: Sequence[Clause | None]) -> list[Row]:
    """The rows of one clause in several documents, the clause itself first."""
    present = [tree for tree in trees if tree is not None]
    if not present:
        return []
    return _rows(present[0].address, str(present[0].address or ""), tuple(trees), 0)


def _rows(address: Address | None, name: str, cells: tuple[Clause | None, ...], depth: int) -> list[Row]:
    rows = [Row(address=address, depth=depth, cells=cells, name=name)]
    columns = [_by_key(cell, name) if cell is not None else {} for cell in cells]
    for key in _merged([list(column) for column in columns]):
        members = tuple(column.get(key) for column in columns)
        first = next(member for member in members if member is not None)
        rows += _rows(first.address, key[0], members, depth + 1)
    return rows


def named_children(clause: Clause, name: str) -> Iterator[tuple[str, Clause]]:
    """The children of a clause, which goes by ``name``, with the names that they go by.

    That is the address; for a child without one its kind and its number among those of the kind, behind ``name``:
    ``70.2#closing``, then ``70.2#closing-2``.
    """
    nameless: Counter[str] = Counter()
    for child in clause.children:
        if child.address is not None:
            yield str(child.address), child
        else:
            nameless[child.kind] += 1
            number = nameless[child.kind]
            yield f"{name}#{child.kind}" + (f"-{number}" if number > 1 else ""), child


# What tells a child from its siblings: its name, and its number among those of one name.
_Key = tuple[str, int]


def _by_key(clause: Clause, name: str) -> dict[_Key, Clause]:
    found: dict[_Key, Clause] = {}
    counts: Counter[str] = Counter()
    for inner, child in named_children(clause, name):
        found[inner, counts[inner]] = child
        counts[inner] += 1
    return found


def _merged(orders: Sequence[list[_Key]]) -> list[_Key]:
    """All keys, each once: those of the first order, and those it lacks right after the one that precedes them."""
    following: dict[_Key | None, _Key | None] = {None: None}  # each key's next one; None is before the first
    for order in orders:
        before: _Key | None = None
        for key in order:
            if key not in following:
                following[key] = following[before]
                following[before] = key
            before = key
    merged: list[_Key] = []
    place = following[None]
    while place is not None:
        merged.append(place)
        place = following[place]
    return merged
