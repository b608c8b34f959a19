"""What must hold of a hit, whatever its rank: filters, required and excluded words, phrases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lawsearch.search.query import WORD, Query, Term, Word
from lawsearch.search.units import PART_BITS, PLACE, UNIT

if TYPE_CHECKING:
    from lawsearch.search.opened import SearchIndex
    from lawsearch.search.postings import Posting


class Filters:
    """What a hit must be; an empty tuple lets everything pass. ``laws`` are numbers."""

    __slots__ = ("documents", "laws", "species")

    def __init__(
        self, documents: tuple[str, ...] = (), laws: tuple[str, ...] = (), species: tuple[str, ...] = ()
    ) -> None:
        self.documents = documents
        self.laws = laws
        self.species = species


def units_passing(index: SearchIndex, query: Query, filters: Filters) -> set[int] | None:
    """The units that the filters and the required and excluded terms let pass; None where all may be found."""
    passing = _filtered(index, filters)
    for term in query.terms:
        if term.excluded:
            continue
        if term.required or (term.is_phrase and len(term.options) >= 1):
            holders = _holders(index, term)
            passing = holders if passing is None else passing & holders
    for term in query.terms:
        if term.excluded:
            holders = _holders(index, term)
            passing = (set(range(index.units.count)) if passing is None else passing) - holders
    return passing


def numbers_of(index: SearchIndex, filters: Filters) -> set[tuple[str, int]]:
    """Document and number of each clause that the filters let pass."""
    units, passing = index.units, _filtered(index, filters)
    return {
        (document, column[unit])
        for document, column in zip(units.documents, units.members, strict=True)
        for unit in (passing if passing is not None else range(units.count))
        if column[unit]
    }


def _filtered(index: SearchIndex, filters: Filters) -> set[int] | None:
    passing: set[int] | None = None
    for name, values in (("document", filters.documents), ("law", filters.laws), ("species", filters.species)):
        if values:
            found: set[int] = set()
            for value in values:
                found.update(index.posting(UNIT, f"#{name}:{value}").documents)
            passing = found if passing is None else passing & found
    return passing


def _holders(index: SearchIndex, term: Term) -> set[int]:
    """The units that hold a word, or a phrase with its words in their order."""
    return set().union(*(_holders_of(index, option, heading=term.heading) for option in term.options))


def _holders_of(index: SearchIndex, option: Sequence[Word], *, heading: bool) -> set[int]:
    forms = index.forms
    if len(option) == 1 and option[0].kind != WORD:
        lemmas = {lemma for form in index.expand(option[0]) for lemma in forms.normal_forms(form)}
        return set().union(*(index.posting(UNIT, lemma).documents for lemma in lemmas))
    known = forms.in_phrase if len(option) > 1 else forms.normal_forms
    words = [[index.posting(UNIT, form) for form in known(word.form)] for word in option]
    common = _held_by_all(words)
    if len(option) == 1 and not heading:
        return common
    return _side_by_side(common, words, heading=heading)


def _held_by_all(words: Sequence[Sequence[Posting]]) -> set[int]:
    """The units that hold each of the words, given by the postings of its forms; the rarest word leads."""
    ordered = sorted(words, key=lambda alternatives: sum(map(len, alternatives)))
    common: set[int] = set().union(*(posting.documents for posting in ordered[0]))
    for alternatives in ordered[1:]:
        common = set().union(*(posting.among(common) for posting in alternatives))
    return common


def _side_by_side(units: Iterable[int], words: Sequence[Sequence[Posting]], *, heading: bool) -> set[int]:
    """Those of the units in which the words stand side by side, in their order; in a heading where it must be there.

    The words are looked at from the rarest on.
    """
    ordered = sorted(enumerate(words), key=lambda item: sum(map(len, item[1])))
    held = set()
    for unit in units:
        starts: set[int] | None = None
        for step, alternatives in ordered:
            found = {(place & PLACE) - step for posting in alternatives for place in posting.places(unit)}
            starts = found if starts is None else starts & found
            if not starts:
                break
        if starts and (not heading or any(not (place >> PART_BITS) & 1 for place in starts)):
            held.add(unit)
    return held
