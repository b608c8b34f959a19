"""Kill writers with SIGKILL: ``python -m tests.faults.killing [MOMENTS] [SEED]`` (200 random moments by default).

Two ways: at random moments of the clock, and before each single touch of the disk. After each kill the library must
open at once in the old or the new state, whole; the lock must be free; the next writer must find and leave no rubbish.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from lawsearch.library import Library
from tests.faults.states import WRITES, States, at_touch, kill_self, run_apart


def check_after(states: States, home: Path, write: str) -> str:
    """What a killed writer has left: "old" or "new"; an ``AssertionError`` for everything else."""
    events: list[str] = []
    state = states.state_of(home, events.append)
    before = WRITES[write][0]
    after = {"build": "holding", "add": "holding", "remove": "without"}[write]
    assert state in (before, after), f"{state} after a killed {write}"
    assert not events, f"the library had to be mended: {events}"
    with Library.build(home, corpus=states.corpus, wait=0):  # the lock is free
        left = [path.name for path in home.rglob("*") if path.suffix in (".new", ".gone")]
        assert not left, f"left behind: {left}"
        assert len(list((home / "generations").iterdir())) <= 2
        assert len(list((home / "sources").iterdir()) if (home / "sources").is_dir() else []) == (state == "holding")
    assert states.state_of(home) == state
    return "old" if state == before else "new"


def kill_at_moment(states: States, home: Path, write: str, delay: float) -> str:
    """Kill a writer after ``delay`` seconds."""
    states.copy(WRITES[write][0], home)
    child = os.fork()
    if child == 0:
        try:
            WRITES[write][1](states, home)
        finally:
            os._exit(0)
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return check_after(states, home, write)


def count_touches(states: States, home: Path, write: str) -> int:
    """How often a writer touches the disk."""
    states.copy(WRITES[write][0], home)
    counted = home.with_name(home.name + "-count")

    def work() -> None:
        count = at_touch(-1, home, kill_self)
        WRITES[write][1](states, home)
        counted.write_text(str(count[0]), encoding="ascii")

    assert run_apart(work) == 0
    return int(counted.read_text(encoding="ascii"))


def kill_at_touch(states: States, home: Path, write: str, number: int) -> str:
    """Kill a writer before its ``number``-th touch of the disk."""
    states.copy(WRITES[write][0], home)

    def work() -> None:
        at_touch(number, home, kill_self)
        WRITES[write][1](states, home)

    assert run_apart(work) == -signal.SIGKILL
    return check_after(states, home, write)


def main() -> None:
    """Kill, and count what was left."""
    moments = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        states = States.make(Path(folder))
        home = Path(folder, "home")
        for write in WRITES:
            start = time.perf_counter()
            states.copy(WRITES[write][0], home)
            run_apart(lambda write=write: WRITES[write][1](states, home))  # type: ignore[misc]
            lasts = time.perf_counter() - start
            share = moments // len(WRITES) + (write == "build") * (moments % len(WRITES))
            found = Counter(kill_at_moment(states, home, write, rng.uniform(0, 1.1 * lasts)) for _ in range(share))
            print(f"{write}: killed at {share} random moments of {lasts:.1f} s: {dict(found)}", flush=True)
        for write in WRITES:
            touches = count_touches(states, home, write)
            found = Counter(kill_at_touch(states, home, write, number) for number in range(1, touches + 1))
            print(f"{write}: killed before each of {touches} touches of the disk: {dict(found)}", flush=True)


if __name__ == "__main__":
    main()
