"""The order of the units that were looked at: by score, and by the rules that no score expresses.

Each rule says whom it lifts, and leaves a reason with what it changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from lawsearch.search.units import MARK_BITS, UNIT

if TYPE_CHECKING:
    from lawsearch.search.closely import Ranked
    from lawsearch.search.groups import Asked, Group
    from lawsearch.search.opened import SearchIndex
    from lawsearch.search.weights import Weights

_DEFINED = 3  # the definition of a term that is the whole query is among so many first hits
_REPEATED = 6  # further clauses of one law that count less and less


def in_order(ranked: list[Ranked], asked: Asked, index: SearchIndex, weights: Weights) -> list[Ranked]:
    """The best first."""
    _lift_laws_over_titles(ranked, index)
    ranked.sort(key=lambda item: (-item.score, item.unit))
    _spread(ranked, index, weights.repeated)
    if index.added:
        ranked = _lift_added(ranked, asked, index)
    ranked = _lift_headed(ranked, asked.headed)
    if asked.meaning:
        return _first_defining(ranked, asked.defining)
    return _lift_defining(ranked, asked.defining, _DEFINED)


def _lift_laws_over_titles(ranked: Sequence[Ranked], index: SearchIndex) -> None:
    """The title of notes on a law never stands before the law itself."""
    titles = index.posting(UNIT, "#title").weights
    by_unit = {item.unit: item for item in ranked}
    for item in ranked:
        if item.unit in titles:
            law = by_unit.get(index.units.head[index.units.law[item.unit]])
            if law is not None and law.unit not in titles and law.score <= item.score:
                law.reasons.append(("notes", item.score * 1.01 - law.score))
                law.score = item.score * 1.01


def _spread(ranked: list[Ranked], index: SearchIndex, share: float) -> None:
    """Let each further clause of one law count a little less."""
    if share == 1.0:
        return
    times: dict[int, int] = {}
    for item in ranked:
        law = index.units.law[item.unit]
        if law < 0:
            continue
        before = times.get(law, 0)
        times[law] = before + 1
        if before:
            factor = share ** min(before, _REPEATED)
            item.score *= factor
            item.reasons.append(("repeated", factor))
    ranked.sort(key=lambda item: (-item.score, item.unit))


def _lift_added(ranked: list[Ranked], asked: Asked, index: SearchIndex) -> list[Ranked]:
    """A clause of the user's own text that holds all words stands before those that hold half of them or less.

    What players say leads to the texts that come along alone; without this rule it would bury all others. Beside a
    clause that holds them as printed nothing else counts; else what players mean by all of them does.
    """
    strong = [group for group in asked.groups if not all(index.forms.is_weak(word.form) for word in group.words)]
    if len(strong) < 2:
        return ranked
    columns = [
        column
        for document, column in zip(index.units.documents, index.units.members, strict=True)
        if document in index.added
    ]
    forms = [[index.posting(UNIT, form).weights for form in group.forms] for group in strong]
    held = {
        item.unit: sum(any(item.unit in weights for weights in alternatives) for alternatives in forms)
        for item in ranked
    }
    lifted = [
        item for item in ranked if held[item.unit] == len(strong) and any(column[item.unit] for column in columns)
    ]
    for item in lifted:
        place = ranked.index(item)
        printed = all(
            any(at >> MARK_BITS in group.marks for at in index.places(item.unit, group.forms)) for group in strong
        )
        weaker = (
            before
            for before in range(place)
            if held[ranked[before].unit] * 2 <= len(strong) and (printed or not _is_meant(ranked[before], strong))
        )
        first = next(weaker, place)
        if first < place:
            item.reasons.append(("own", ranked[first].score - item.score))
            item.score = ranked[first].score
            ranked.insert(first, ranked.pop(place))
    return ranked


def _is_meant(item: Ranked, groups: Sequence[Group]) -> bool:
    """True if what players say in all these words led to a clause."""
    row = item.situation
    return row is not None and all(row in group.said for group in groups)


def _lift_headed(ranked: list[Ranked], headed: Collection[int]) -> list[Ranked]:
    """Let clauses whose heading is the query stand first, but for one that may answer it better."""
    ours = [item for item in ranked if item.unit in headed]
    if not ours or all(item.unit in headed for item in ranked[: len(ours)]):
        return ranked
    others = [item for item in ranked if item.unit not in headed]
    first = 0 if ranked[0] is ours[0] else 1
    lifted = [*others[:first], *ours, *others[first:]]
    ceiling = lifted[0].score
    floor = others[first].score if len(others) > first else 0.0
    for item in ours:
        item.score = min(ceiling, max(item.score, floor))
    return lifted


def _lift_defining(ranked: list[Ranked], defining: Collection[int], depth: int) -> list[Ranked]:
    """Let the definitions of the term that is the query stand among the first ``depth``, or next to one that does."""
    for item in [item for item in ranked[depth:] if item.unit in defining]:
        last = max((place for place in range(depth) if ranked[place].unit not in defining), default=-1)
        if last >= 0:
            _raise(item, ranked[last].score)
            ranked.remove(item)
            ranked.insert(last, item)
    return ranked


def _first_defining(ranked: list[Ranked], defining: Collection[int]) -> list[Ranked]:
    """Let the definitions stand before all, in their own order."""
    ours = [item for item in ranked if item.unit in defining]
    for item in ours:
        if item.score < ranked[0].score:
            _raise(item, ranked[0].score)
    return [*ours, *(item for item in ranked if item.unit not in defining)]


def _raise(item: Ranked, score: float) -> None:
    item.reasons.append(("definition", score - item.score))
    item.score = score
