"""Rank the units of an index for a query, in our own loop over the postings.

A query's words become groups of alternatives (``groups``); what speaks for each unit is gathered over the whole index
(``evidence``); a bounded number of units is looked at closely (``closely``) and put in order (``order``). What must
hold of every hit is told apart from all that (``matching``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from lawsearch.search.closely import Ranked, look_closely, word_reasons
from lawsearch.search.evidence import MAX_KEPT, candidates, gather
from lawsearch.search.groups import Asked, Grouping
from lawsearch.search.matching import Filters, units_passing
from lawsearch.search.order import in_order
from lawsearch.search.units import SAID, UNIT, heading_tag, saying_tag
from lawsearch.search.weights import WEIGHTS, Weights

if TYPE_CHECKING:
    from lawsearch.search.concepts import Related
    from lawsearch.search.opened import SearchIndex
    from lawsearch.search.query import Query

__all__ = ["Filters", "Ranked", "Ranker"]


class Ranker:
    """Ranks the units of one opened index. Not shared between threads."""

    def __init__(self, index: SearchIndex, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self._index = index
        self._grouping = Grouping(index)

    def search(self, query: Query, filters: Filters, limit: int, related: Related) -> tuple[int, list[Ranked]]:
        """The number of units found, and at least the best ``limit`` of them in order, if there are as many."""
        index, weights = self._index, self.weights
        possible = units_passing(index, query, filters)
        if not query.terms:  # filters alone: all that they let pass, in the order of the library
            return len(possible or ()), [Ranked(unit, 1.0) for unit in sorted(possible or ())]
        asked = self._asked(query, related, possible)
        if not asked.groups and not asked.defining:
            return 0, []
        evidence = gather(asked, index.units, weights)
        chosen = candidates(evidence, asked, index.units, limit)
        close = in_order(look_closely(chosen, asked, evidence, index, weights), asked, index, weights)
        for item in close[:limit]:
            item.reasons[:0] = word_reasons(item.unit, asked, weights)
        others = _others(query, asked, evidence.found, {item.unit for item in close})
        rest = _by_words(others, evidence.found, close[-1].score if close else 1.0, limit - len(close))
        return len(close) + len(others), [*close, *rest]

    def _asked(self, query: Query, related: Related, possible: set[int] | None) -> Asked:
        index = self._index
        few = possible if possible is not None and len(possible) <= MAX_KEPT else None
        return Asked(
            query,
            self._grouping.groups(query, related, self.weights, merged=few is None),
            possible=possible,
            few=few,
            defining=_defining(index, query, related),
            headed=frozenset(index.posting(UNIT, heading_tag(query.forms)).weights),
            said=frozenset(index.posting(SAID, saying_tag(map(index.forms.normal_forms, query.forms))).weights),
        )


def _defining(index: SearchIndex, query: Query, related: Related) -> frozenset[int]:
    """The clauses that define the term, where the query is nothing but a term."""
    count = len(query.words)
    whole = [named.slug for named in related.concepts if named.is_at(0, count)]
    slugs = whole if len(related.asked) < 2 else []  # two terms side by side may look like the name of a third
    found = {unit for slug in slugs for unit in index.definitions(slug)}
    proper = index.posting(UNIT, "#species:definition").weights
    for names in related.asked:
        asked = {unit for slug in names for unit in index.definitions(slug)}
        # a clause that only tells what a thing is steps back behind its definition
        found = (found - asked) | ({unit for unit in asked if unit in proper} or asked)
    return frozenset(found)


def _others(query: Query, asked: Asked, found: Mapping[int, float], close: set[int]) -> list[int]:
    """The units that were found and not looked at closely."""
    possible = asked.possible
    others = [unit for unit in found if unit not in close and (possible is None or unit in possible)]
    if possible is not None and any(term.required or term.is_phrase for term in query.looked_for):
        # what holds all that must be there is found, however common the words are
        others += sorted(possible.difference(found, close))
    return others


def _by_words(others: list[int], found: Mapping[int, float], below: float, number: int) -> list[Ranked]:
    """The best ``number`` of the others, in the order of their words alone, with scores under ``below``."""
    if number <= 0 or not others:
        return []
    others = sorted(others, key=lambda unit: (-found.get(unit, 0.0), unit))
    best = found.get(others[0], 1.0)
    return [Ranked(unit, below * found.get(unit, 0.0) / best) for unit in others[:number]]
