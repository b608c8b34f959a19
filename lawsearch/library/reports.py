"""What the library says of its documents."""

from __future__ import annotations

from dataclasses import dataclass

from lawsearch.model import Address, Clause, Document, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceInfo:
    """A document of the library: what it is, and what was read."""

    document: Document
    clauses: int
    unplaced: int
    problems: int
    references: dict[str, int]
    in_force: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What ``add`` did: the document as it now stands, and the names of the files that were new or replaced."""

    info: SourceInfo
    problems: tuple[Problem, ...]
    unplaced: tuple[Clause, ...]
    files: tuple[str, ...]
    replaced: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A concept of the game with all its names, the preferred one of each language first."""

    concept: str
    names: dict[str, tuple[str, ...]]
    definition: Address | None
    note: str
