"""What stands beside a clause, and the terms of the game with their places in a text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lawsearch.model.clauses import Address, Record, Span, Target


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Neighbours(Record):
    """The clauses of the same kind right before and after one in its document, None at either end."""

    before: Target | None = None
    after: Target | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Term(Record):
    """A concept of the game: its names by language, the preferred one first, and what defines it.

    ``notes`` say by language what a name's user should know of it; they are there in all languages or in none.
    """

    concept: str
    names: Mapping[str, tuple[str, ...]]
    definition: Address | None
    notes: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class TermMention(Record):
    """Where the name of a term stands in a text, in whatever form, and which term it is: its ``concept``."""

    span: Span
    concept: str
