"""Named pipes: what a program writes into them is read to its end; one that nobody writes into is not waited for.

Opening a pipe waits for a writer, without a word and without an end, if there is none.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

from lawsearch.errors import InputError

PATIENCE = 5.0  # seconds for the program that writes to begin


def read_pipe(path: Path, limit: int) -> bytes:
    """At most ``limit`` bytes of what is written into a pipe; ``InputError("pipe-silent")`` if nobody does.

    A pipe without a name (``<(…)`` of a shell) whose writer has ended is empty: nobody else will come.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(handle, "rb") as file:
        begun = _wait_for_writer(handle, PATIENCE if os.path.exists(os.path.realpath(path)) else 0)
        if begun is None:
            if os.path.exists(os.path.realpath(path)):
                raise InputError("pipe-silent", file=str(path))
            return b""
        os.set_blocking(handle, True)
        return begun + file.read(limit - len(begun))


def _wait_for_writer(handle: int, seconds: float) -> bytes | None:
    """The first bytes, perhaps none yet, as soon as somebody writes; None if nobody does."""
    end = time.monotonic() + seconds
    while True:
        try:
            if begun := os.read(handle, 1):
                return begun
        except BlockingIOError:  # open at the other end, and nothing written yet
            return b""
        if time.monotonic() >= end:
            return None
        time.sleep(0.02)
