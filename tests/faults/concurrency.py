"""One writer and eight readers: ``python -m tests.faults.concurrency [SECONDS]`` (60 by default).

Four readers are processes, four are threads. Each opens the library again and again and asks it everything; some keep it
open and ask twice. Every answer must be one state or the other, whole, and the same as long as the library is open.
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from multiprocessing.queues import Queue
from pathlib import Path

from tests.faults.states import DOCUMENT, FILES, States, answers

Outcomes = "Queue[tuple[str, str]]"


def read_for(states: States, home: Path, until: float, keep: bool, outcomes: Queue[tuple[str, str]]) -> None:
    """Open and ask until a time; tell each state that was seen, and each fault."""
    while time.monotonic() < until:
        events: list[str] = []
        try:
            with states.open(home, events.append) as library:
                first = answers(library)
                state = states.expected.get(first, "a mixture")
                if keep:
                    time.sleep(0.3)
                    library.files.close_files()  # what it opens again is of the same generation
                    if answers(library) != first:
                        state = "a change under a reader"
            outcomes.put((state, ""))
            if events:
                outcomes.put(("event", repr(events)))
        except BaseException:
            outcomes.put(("error", traceback.format_exc()))


def write_for(states: States, home: Path, until: float, outcomes: Queue[tuple[str, str]]) -> None:
    """Add and remove a document in turn until a time."""
    while time.monotonic() < until:
        try:
            with states.open(home) as library:
                if DOCUMENT in library.documents:
                    library.remove(DOCUMENT)
                else:
                    library.add(FILES, as_document=DOCUMENT)
            outcomes.put(("written", ""))
        except BaseException:
            outcomes.put(("error", traceback.format_exc()))


def run(
    states: States, home: Path, seconds: float, processes: int = 4, threads: int = 4
) -> tuple[Counter[str], list[str]]:
    """Read and write for some seconds; returns how often each state was seen, and the faults in full."""
    context = multiprocessing.get_context("fork")
    outcomes: Queue[tuple[str, str]] = context.Queue()
    until = time.monotonic() + seconds
    workers: list[multiprocessing.process.BaseProcess] = [
        context.Process(target=write_for, args=(states, home, until, outcomes)),
        *(
            context.Process(target=read_for, args=(states, home, until, bool(number % 2), outcomes))
            for number in range(processes)
        ),
    ]
    for worker in workers:
        worker.start()
    readers = [
        threading.Thread(target=read_for, args=(states, home, until, bool(number % 2), outcomes))
        for number in range(threads)
    ]
    for reader in readers:
        reader.start()
    counted: Counter[str] = Counter()
    faults: list[str] = []
    while (
        any(reader.is_alive() for reader in readers)
        or any(worker.is_alive() for worker in workers)
        or not outcomes.empty()
    ):
        try:
            kind, detail = outcomes.get(timeout=0.2)
        except Exception:
            continue
        counted[kind] += 1
        if detail:
            faults.append(detail)
    for worker in workers:
        worker.join()
    for reader in readers:
        reader.join()
    return counted, faults


def main() -> None:
    """Run, and print what was seen."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as folder:
        states = States.make(Path(folder))
        home = states.copy("without", Path(folder, "home"))
        counted, faults = run(states, home, seconds)
    print(f"{seconds:g} s, one writer, eight readers: {dict(counted)}")
    for fault in faults[:5]:
        print(fault)


if __name__ == "__main__":
    main()
