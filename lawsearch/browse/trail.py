"""Where the reader has been: pure data, changed by making a new one.

Promises: ``back`` and ``forward`` undo each other; a visit drops what lay ahead; the current place is never doubled;
a trail never grows beyond :data:`LONGEST`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lawsearch.model import Target

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Trail:
    """The places in the order of the visits, and which of them is on the screen (-1: none yet)."""

    places: tuple[Target, ...] = ()
    position: int = -1

    @property
    def current(self) -> Target | None:
        return self.places[self.position] if self.places else None

    def visit(self, place: Target) -> Trail:
        """Go to a new place; what lay ahead is forgotten."""
        if place == self.current:
            return self
        places = (*self.places[: self.position + 1], place)[-LONGEST:]
        return Trail(places, len(places) - 1)

    def replace(self, place: Target) -> Trail:
        """Stand somewhere else without a step: another language, the next page while leafing."""
        if not self.places:
            return self.visit(place)
        places = list(self.places)
        places[self.position] = place
        return Trail(tuple(places), self.position)

    def merged(self, same: Callable[[Target, Target], bool]) -> Trail:
        """Without neighbours that are the same place to a reader: the current one stays, else the later one."""
        places: list[Target] = []
        position = self.position
        for number, place in enumerate(self.places):
            if places and same(places[-1], place):
                if number <= self.position:
                    position -= 1
                if number - 1 != self.position:
                    places[-1] = place
            else:
                places.append(place)
        return Trail(tuple(places), position)

    def back(self) -> Trail:
        return self.go_to(self.position - 1)

    def forward(self) -> Trail:
        return self.go_to(self.position + 1)

    def go_to(self, position: int) -> Trail:
        """Stand at one of the places; a position outside the trail changes nothing."""
        return Trail(self.places, position) if 0 <= position < len(self.places) else self

    def keep(self, exists: Callable[[Target], bool]) -> Trail:
        """Only the places that still exist; the position stays with its place, or moves to the one before it."""
        kept = [(number, place) for number, place in enumerate(self.places) if exists(place)]
        before = sum(number <= self.position for number, _ in kept)
        return Trail(tuple(place for _, place in kept), max(before - 1, 0) if kept else -1)
