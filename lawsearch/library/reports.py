"""What the library says of its documents."""

from __future__ import annotations

from dataclasses import dataclass

from lawsearch.model import Clause, Document, Problem


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
