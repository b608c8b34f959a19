"""A closer look at a few units: everything that is known of each, added up to its score, with its reasons.

To what was gathered come the forms as printed, words side by side as in the query, a heading that is the query, all
situations of a clause together, and the definition of a term that is the whole query.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from lawsearch.search.groups import among
from lawsearch.search.units import MARK_BITS, PART_BITS, PLACE

if TYPE_CHECKING:
    from lawsearch.search.evidence import Evidence
    from lawsearch.search.groups import Asked
    from lawsearch.search.opened import SearchIndex
    from lawsearch.search.weights import Weights

_BONUSES = 40  # units in which it is looked for what stands side by side
_OWN = 25  # and so many more whose own words answer best
_ALONE = 0.7  # what all situations of a clause count less where the query is one word; half of it where it is two


class Ranked:
    """A unit that was found, its score, and what each part gave; ``situation`` is its row, where one led here."""

    __slots__ = ("reasons", "score", "situation", "unit")

    def __init__(
        self, unit: int, score: float, reasons: list[tuple[str, float]] | None = None, situation: int | None = None
    ) -> None:
        self.unit = unit
        self.score = score
        self.reasons = reasons if reasons is not None else []
        self.situation = situation


class _Seen:
    """What is known of a candidate before its places are looked at; ``score`` is the sum by its standing."""

    __slots__ = ("defined", "heard", "law", "own", "row", "said", "score", "unit")

    def __init__(
        self, unit: int, *, own: float, law: float, said: float, row: int, heard: float, defined: float, standing: float
    ) -> None:
        self.unit = unit
        self.own = own
        self.law = law
        self.said = said
        self.row = row
        self.heard = heard
        self.defined = defined
        self.score = (own + law + said + heard + defined) * standing


def look_closely(
    units: Collection[int], asked: Asked, evidence: Evidence, index: SearchIndex, weights: Weights
) -> list[Ranked]:
    """The units with their scores, in no order."""
    standing = index.units.standing
    seen = _at_first(units, asked, evidence, index, weights)
    seen.sort(key=lambda item: (-item.score, item.unit))
    # who is far behind can't be first, whatever stands side by side there
    closest = {item.unit for item in seen[:_BONUSES]}
    closest.update(item.unit for item in heapq.nlargest(_OWN, seen, key=lambda item: item.own))
    result = []
    for item in seen:
        bonuses = (0.0, 0.0, 0.0)
        if item.own and item.unit in closest:
            bonuses = _bonuses(item.unit, asked, index, weights)
        printed, adjacent, heading = bonuses
        named = (
            ("unit", item.own), ("law", item.law), ("situation", item.said + item.heard), ("printed", printed),
            ("adjacent", adjacent), ("heading", heading), ("definition", item.defined),
            ("standing", standing[item.unit]),
        )  # fmt: skip
        score = item.score + sum(bonuses) * standing[item.unit]
        reasons = [part for part in named if part[1]]
        result.append(Ranked(item.unit, score, reasons, item.row if item.said else None))
    return result


def word_reasons(unit: int, asked: Asked, weights: Weights) -> list[tuple[str, float]]:
    """What each word of the query gave to a unit."""
    k = weights.saturation[0]
    return [
        (" ".join(word.form for word in group.words), group.idf * (k + 1) * weight / (weight + k) / asked.scale)
        for group in asked.groups
        if (weight := group.unit.get(unit))
    ]


def _at_first(
    candidates: Collection[int], asked: Asked, evidence: Evidence, index: SearchIndex, weights: Weights
) -> list[_Seen]:
    units, scale = index.units, asked.scale
    k = weights.saturation[0]
    told = [(among(group.unit, candidates), group.idf * (k + 1) / scale, group.idf / scale) for group in asked.groups]
    definition = weights.meaning if asked.meaning else weights.definition
    seen = []
    for unit in candidates:
        own = covered = 0.0
        for weighed, factor, share in told:
            weight = weighed.get(unit)
            if weight:
                own += factor * weight / (weight + k)
                covered += share
        said, row = evidence.said.get(unit, (0.0, -1))
        defined = definition if unit in asked.defining else 0.0
        seen.append(
            _Seen(
                unit,
                own=own * covered**weights.unit_coverage * weights.unit,
                law=evidence.laws.get(units.law[unit], 0.0),
                said=weights.said * said,
                row=row,
                heard=_heard(units.heard[unit], asked, weights),
                defined=defined + (weights.whole if unit in asked.headed else 0.0),
                standing=units.standing[unit],
            )
        )
    return seen


def _heard(row: int, asked: Asked, weights: Weights) -> float:
    """What all situations that lead to a clause say of the query together; ``row`` is the clause's number among such."""
    if row < 0:
        return 0.0
    k = weights.saturation[4]
    total = covered = 0.0
    for group in asked.groups:
        weight = group.heard.get(row)
        if weight:
            total += group.idf * (k + 1) * weight / (weight + k)
            covered += group.idf
    if not total:
        return 0.0
    # one word alone says little: nearly every clause of its law is spoken of so
    share = 1 - _ALONE / len(asked.groups)
    part: float = (covered / asked.scale) ** weights.heard_coverage
    return weights.heard * share * part * total / asked.scale


def _bonuses(unit: int, asked: Asked, index: SearchIndex, weights: Weights) -> tuple[float, float, float]:
    """What a unit gets for forms as printed, for words side by side, and for a heading that is the query."""
    groups, scale = asked.groups, asked.scale
    marked = [index.places(unit, group.forms) for group in groups]
    printed = sum(
        group.idf
        for group, found in zip(groups, marked, strict=True)
        if any(place >> MARK_BITS in group.marks for place in found)
    )
    places = [[place & PLACE for place in found] for found in marked]
    near = every = 0.0
    for first, second in pairwise(asked.order):
        pair = min(groups[first].idf, groups[second].idf)
        every += pair
        if places[first] and places[second]:
            gap = _gap(places[first], places[second])
            if gap <= 3:
                near += pair / (1 + gap)
    run = near / every if len(groups) > 2 and every else 0.0
    heading = _in_heading(places, [lengths[unit] for lengths in index.units.headings], asked)
    return (
        weights.printed * printed / scale,
        weights.adjacent * near / scale + weights.run * run**3,
        weights.heading * heading * heading,
    )


def _in_heading(places: Sequence[Sequence[int]], lengths: Sequence[int], asked: Asked) -> float:
    """How nearly a heading, in the language that has the nearest one, is the query: 0 to 1."""
    best = 0.0
    for column, length in enumerate(lengths):
        if not length:
            continue
        part = column * 2
        here = [
            (group.idf, {place for place in found if place >> PART_BITS == part})
            for group, found in zip(asked.groups, places, strict=True)
        ]
        told = sum(idf for idf, found in here if found) / asked.scale
        if told:
            held = len(set().union(*(found for _, found in here)))
            best = max(best, told * min(1.0, held / length))
    return best


def _gap(left: Sequence[int], right: Sequence[int]) -> int:
    """How many words stand between the nearest two places, one more if they stand the other way round."""
    best = 99
    after = set(right)
    for place in left:
        for step in range(1, 5):
            if place + step in after:
                best = min(best, step - 1)
                break
            if place - step in after:
                best = min(best, step)
                break
    return best
