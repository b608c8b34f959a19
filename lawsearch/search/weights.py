"""What each kind of evidence counts, in one place: the numbers that ``tests/benchmarks/relevance.py`` tunes."""

from __future__ import annotations

from typing import Any


class Weights:
    """What each kind of evidence counts; tuned on questions (``tests/benchmarks/relevance.py``)."""

    # how soon more of the same word tells nothing new: in a unit, a law, a situation, all situations of a law, all
    # situations of a clause
    saturation: tuple[float, float, float, float, float] = (0.6, 2.5, 1.6, 6.0, 1.5)
    unit: float = 0.14
    law: float = 0.25
    said: float = 1.4
    told: float = 0.8
    heard: float = 1.3
    # how hard a missing word weighs
    unit_coverage: float = 2.5
    law_coverage: float = 0.3
    said_coverage: float = 0.6
    told_coverage: float = 0.25
    heard_coverage: float = 0.3
    # a situation for a query of one word; one that is the query, no more and no less
    alone: float = 0.3
    saying: float = 1.2
    # a match through a concept, through a kindred word, and what a printed form counts beyond its normal form
    concept: float = 0.7
    kindred: float = 0.36
    printed: float = 0.5
    # words that ask and join; cards, suits, seats and bids, which a story names whatever it is about
    weak: float = 0.7
    detail: float = 0.65
    # words side by side as in the query; a heading that is the query; the clause that defines the term
    # that is the whole query, and where the query asks for its meaning
    adjacent: float = 1.2
    heading: float = 4.0
    # the whole query word for word; a heading that is the query, no more and no less
    run: float = 6.5
    whole: float = 3.0
    definition: float = 0.6
    meaning: float = 5.0
    # each further clause of one law counts less, so that the first hits are not all of one law
    repeated: float = 0.95

    def __init__(self, **changes: Any) -> None:
        """The weights below, but for ``changes``; ``AttributeError`` for an unknown name."""
        for name, value in changes.items():
            getattr(self, name)
            setattr(self, name, value)


WEIGHTS = Weights()
