"""What speaks for each unit at first sight, over the whole index, and which units deserve a closer look.

Three kinds of evidence, each between 0 and about 1: the unit's own words, those of the law that it stands in, and what
players say. The work is bounded: the rarest words lead, common ones only add to what was found.
"""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from lawsearch.search.groups import among
from lawsearch.search.units import TARGETS

if TYPE_CHECKING:
    from lawsearch.search.groups import Asked, Weighing
    from lawsearch.search.units import Units
    from lawsearch.search.weights import Weights

MAX_VISITED = 4_000  # postings that may bring new candidates
MAX_KEPT = 1_500  # candidates to which common words add
MAX_CLOSE = 60  # units that are looked at closely
_OWN = 25  # and so many more whose own words answer best
_FEW = 16  # the best are picked out of so many times as many, else all are sorted
_LAWS_CLOSE = 8  # laws whose clauses are looked at for the law's sake
_SAID_CLOSE = 12  # situations whose clauses are looked at
_SITUATIONS = 60  # situations that are asked where they lead


class Evidence:
    """``found`` are units with what their own words give, not yet scaled; ``laws`` are numbers of laws.

    ``said`` are the units that situations lead to, each with the best evidence and that situation's row.
    """

    __slots__ = ("found", "laws", "said")

    def __init__(self, found: dict[int, float], laws: dict[int, float], said: dict[int, tuple[float, int]]) -> None:
        self.found = found
        self.laws = laws
        self.said = said


def gather(asked: Asked, units: Units, weights: Weights) -> Evidence:
    """All evidence for a query, over the whole index."""
    found = _add_up([(group.idf, group.unit) for group in asked.groups], weights.saturation[0], asked.few)
    return Evidence(found, _of_laws(asked, units, weights), _of_situations(asked, units, weights))


def candidates(evidence: Evidence, asked: Asked, units: Units, limit: int) -> list[int]:
    """The units worth a closer look, where ``limit`` hits are wanted."""
    found, laws, said, possible = evidence.found, evidence.laws, evidence.said, asked.possible
    best_laws = sorted(laws, key=lambda law: (-laws[law], law))[:_LAWS_CLOSE]
    wanted = {units.head[law] for law in best_laws}
    wanted.update(sorted(said, key=lambda unit: (-said[unit][0], unit))[:_SAID_CLOSE])
    wanted |= asked.defining | asked.headed
    if possible is not None:
        wanted &= possible
        found = {unit: score for unit, score in found.items() if unit in possible}
    scale = 1 / max(evidence.found.values(), default=1.0)
    strongest = laws[best_laws[0]] if best_laws else 1.0
    lift = {law: laws[law] / strongest for law in best_laws}
    law_of = units.law
    most = max(MAX_CLOSE, limit if limit <= 2 * MAX_CLOSE else 0)
    # what no law lifts must be among the best by itself
    likely = {unit for unit, _ in _best(found, most)}
    likely.update(unit for unit in found if law_of[unit] in lift)
    lifted = heapq.nlargest(most, [(found[unit] * scale + lift.get(law_of[unit], 0.0), -unit) for unit in likely])
    wanted.update(-unit for _, unit in lifted)
    least = _least(found, _OWN)
    wanted.update(heapq.nlargest(_OWN, (unit for unit in found if found[unit] >= least), key=found.__getitem__))
    return sorted(wanted)


def _add_up(
    words: Sequence[tuple[float, Weighing]], saturation: float, few: Collection[int] | None = None
) -> dict[int, float]:
    """The sum of what each word gives each document; the rarest words bring the candidates.

    ``few`` are the only documents that may be found, where so much is known.
    """
    scores: dict[int, float] = {}
    visited = 0
    for idf, weights in sorted(words, key=lambda item: len(item[1])):
        factor = idf * (saturation + 1)
        if few is not None:
            for document, weight in among(weights, few).items():
                scores[document] = scores.get(document, 0.0) + factor * weight / (weight + saturation)
            continue
        if visited and visited + len(weights) > MAX_VISITED:
            if len(scores) > MAX_KEPT:
                scores = dict(_best(scores, MAX_KEPT))
            for document, weight in among(weights, scores).items():
                scores[document] += factor * weight / (weight + saturation)
            continue
        visited += len(weights)
        if not scores:
            scores = {one: factor * weight / (weight + saturation) for one, weight in weights.items()}
            continue
        get = scores.get
        for document, weight in weights.items():
            scores[document] = get(document, 0.0) + factor * weight / (weight + saturation)
    return scores


def _of_laws(asked: Asked, units: Units, weights: Weights) -> dict[int, float]:
    """Each law's evidence, by its number: what its clauses hold, and what players say of it."""
    groups, scale = asked.groups, asked.scale
    scores: dict[int, float] = {}
    for words, of_row, share, saturation, coverage in (
        (
            [group.law for group in groups],
            range(len(units.head)),
            weights.law,
            weights.saturation[1],
            weights.law_coverage,
        ),
        ([group.told for group in groups], units.told, weights.told, weights.saturation[3], weights.told_coverage),
    ):
        if share:
            told = [(group.idf, weighing) for group, weighing in zip(groups, words, strict=True)]
            for row, score in _add_up(told, saturation).items():
                law = of_row[row]
                value = share * score / scale * (_covered(row, told) / scale) ** coverage
                scores[law] = scores.get(law, 0.0) + value
    return scores


def _of_situations(asked: Asked, units: Units, weights: Weights) -> dict[int, tuple[float, int]]:
    """For each unit that situations lead to: the best evidence, and that situation's row."""
    best: dict[int, tuple[float, int]] = {}
    if not weights.said:
        return best
    # hundreds of situations hold the word of a query of one word: none of them is meant
    alone = weights.alone if len(asked.groups) == 1 else 1.0
    told = [(group.idf, group.said) for group in asked.groups]
    for row, raw in _best(_add_up(told, weights.saturation[2]), _SITUATIONS):
        score = raw / asked.scale * (_covered(row, told) / asked.scale) ** weights.said_coverage
        if row in asked.said:
            score *= weights.saying
        targets = units.targets[units.starts[row] : units.starts[row + 1]]
        for place, unit in enumerate(targets):
            share = alone * score * TARGETS[min(place, len(TARGETS) - 1)]
            if share > best.get(unit, (0.0, 0))[0]:
                best[unit] = (share, row)
    return best


def _covered(row: int, words: Sequence[tuple[float, Weighing]]) -> float:
    """What those words tell that a row holds."""
    return sum(idf for idf, weights in words if row in weights)


def _best(scores: Mapping[int, float], number: int) -> list[tuple[int, float]]:
    """The best ``number`` of the documents with their scores, in order."""
    least = _least(scores, number)
    likely = [item for item in scores.items() if item[1] >= least]
    return sorted(likely, key=lambda item: (-item[1], item[0]))[:number]


def _least(scores: Mapping[int, float], number: int) -> float:
    """The score of the last of the best ``number``: numbers alone are put in order much faster than documents."""
    if len(scores) <= number:
        return 0.0
    if number * _FEW < len(scores):
        return heapq.nlargest(number, scores.values())[-1]
    return sorted(scores.values(), reverse=True)[number - 1]
