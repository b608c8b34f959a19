"""Answers that were given a moment ago, for those who ask the same: bounded, the one asked longest ago goes first.

An answer's key holds the program's version, the generation that the answer was made from and everything that was
asked, whole, so that none is ever stale or another question's.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from dataclasses import dataclass

__all__ = ["Answers", "Key"]

MOST_BYTES = 8 * 1024 * 1024
LARGEST = 1024 * 1024  # an answer above this is made anew each time


@dataclass(frozen=True, slots=True)
class Key:
    """What an answer depends on: the program's version, the generation, and everything that was asked."""

    version: str
    generation: str
    asked: tuple[str, ...]

    @property
    def tag(self) -> str:
        """The entity tag: other questions have others, whoever looks for two that have the same."""
        name = repr((self.version, self.generation, self.asked))  # quoted: no two keys are written alike
        return f'W/"{hashlib.sha256(name.encode()).hexdigest()[:32]}"'


class Answers:
    """Bodies of answers by their keys. Used by one thread, that of the event loop."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._bodies: OrderedDict[Key, bytes] = OrderedDict()
        self._left = most_bytes

    def get(self, key: Key) -> bytes | None:
        body = self._bodies.get(key)
        if body is not None:
            self._bodies.move_to_end(key)
        return body

    def keep(self, key: Key, body: bytes) -> None:
        if len(body) > LARGEST or key in self._bodies:
            return
        self._bodies[key] = body
        self._left -= len(body)
        while self._left < 0:
            _, dropped = self._bodies.popitem(last=False)
            self._left += len(dropped)
