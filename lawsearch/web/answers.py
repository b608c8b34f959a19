"""Answers that were given a moment ago, for those who ask the same: bounded, the one asked longest ago goes first.

An answer's name holds the generation and everything that was asked (see ``Site._tag``), so that none is ever stale.
"""

from __future__ import annotations

from collections import OrderedDict

__all__ = ["Answers"]

MOST_BYTES = 8 * 1024 * 1024
LARGEST = 1024 * 1024  # an answer above this is made anew each time


class Answers:
    """Bodies of answers by their names. Used by one thread, that of the event loop."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._bodies: OrderedDict[str, bytes] = OrderedDict()
        self._left = most_bytes

    def get(self, name: str) -> bytes | None:
        body = self._bodies.get(name)
        if body is not None:
            self._bodies.move_to_end(name)
        return body

    def keep(self, name: str, body: bytes) -> None:
        if len(body) > LARGEST or name in self._bodies:
            return
        self._bodies[name] = body
        self._left -= len(body)
        while self._left < 0:
            _, dropped = self._bodies.popitem(last=False)
            self._left += len(dropped)
