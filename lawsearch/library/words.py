"""The vocabulary of a library, for those who search its texts elsewhere: normal forms, terms, situations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lawsearch.library.tables import Situation
    from lawsearch.model import Term


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """``normal_forms`` gives those of a folded word (never none); ``forms`` all known forms, each with its own.

    Russian words have all their forms there, English ones those that the texts print.
    """

    normal_forms: Callable[[str], tuple[str, ...]]
    forms: Callable[[], Iterator[tuple[str, tuple[str, ...]]]]
    terms: tuple[Term, ...] = ()
    situations: tuple[Situation, ...] = ()

    @classmethod
    def none(cls) -> Words:
        """The vocabulary of texts that are in no library."""
        from lawsearch.language import normal_forms

        return cls(normal_forms=normal_forms, forms=lambda: iter(()))
