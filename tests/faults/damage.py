"""Damage each file of an index: ``python -m tests.faults.damage [FLIPS] [SEED]`` (500 flipped bytes by default).

Each file is emptied, cut, zeroed, deleted, swapped with another of the index and replaced by its like of another library;
bytes are flipped at random places of all files. The answers must be the right ones, whatever it takes; what was damaged
must have been noticed.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import generation_of
from tests.faults.states import States


def files_of(home: Path) -> list[Path]:
    """The pointer, and every file of the generation in service."""
    return [home / "CURRENT", *sorted(path for path in generation_of(home).rglob("*") if path.is_file())]


def hurt_whole(home: Path) -> Iterator[tuple[str, dict[Path, bytes | None]]]:
    """Each damage of a whole file: its name, and the new contents of the files concerned (None: deleted)."""
    files = files_of(home)
    for path in files:
        raw = path.read_bytes()
        if not raw:
            continue
        yield f"{path.name} deleted", {path: None}
        yield f"{path.name} emptied", {path: b""}
        yield f"{path.name} cut", {path: raw[: len(raw) // 2]}
        yield f"{path.name} zeroed", {path: bytes(len(raw))}
        yield f"{path.name} grown", {path: raw + b"\0"}
        for other in files:
            if other > path:
                yield f"{path.name} swapped with {other.name}", {path: other.read_bytes(), other: raw}


def hurt_by_another(home: Path, other: Path) -> Iterator[tuple[str, dict[Path, bytes | None]]]:
    """Each file of a generation replaced by its like of another, whole library; at the end all of them.

    Not the pointer: the one of the same library before its last change names a generation that is whole and kept.
    """
    likes = {path.name: path.read_bytes() for path in files_of(other)}
    files = [path for path in files_of(home)[1:] if likes[path.name] != path.read_bytes()]
    for path in files:
        yield f"{path.name} of another library", {path: likes[path.name]}
    yield "all files of another library", {path: likes[path.name] for path in files}


def flip(home: Path, rng: random.Random) -> tuple[str, dict[Path, bytes | None]]:
    """One byte of one file changed, the files weighed by their square roots, so that small ones get their share."""
    files = [path for path in files_of(home) if path.stat().st_size]
    path = rng.choices(files, [path.stat().st_size ** 0.5 for path in files])[0]
    raw = bytearray(path.read_bytes())
    place = rng.randrange(len(raw))
    raw[place] ^= rng.randrange(1, 256)
    return f"{path.name} byte {place}", {path: bytes(raw)}


def try_damage(states: States, home: Path, name: str, changes: dict[Path, bytes | None]) -> str:
    """Hurt a fresh copy, and ask it: "mended", or "harmless" if all of it was read as before."""
    states.copy("holding", home)
    for path, raw in changes.items():
        if raw is None:
            path.unlink()
        else:
            path.write_bytes(raw)
    events: list[str] = []
    state = states.state_of(home, events.append)
    assert state == "holding", f"{name}: {state}"
    assert set(events) <= {"repairing", "building"}, f"{name}: {events}"
    again: list[str] = []
    assert states.state_of(home, again.append) == "holding"
    assert not again, f"{name}: mended a second time"
    return "mended" if events else "harmless"


def main() -> None:
    """Damage, and count what happened."""
    flips = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 10)
    with tempfile.TemporaryDirectory() as folder:
        states = States.make(Path(folder))
        home = states.copy("holding", Path(folder, "home"))
        damages = [*hurt_whole(home), *hurt_by_another(home, states.without)]
        whole = Counter(try_damage(states, home, name, changes) for name, changes in damages)
        print(f"{len(damages)} damages of whole files: {dict(whole)}", flush=True)
        flipped: Counter[str] = Counter()
        harmless = []
        for _ in range(flips):
            states.copy("holding", home)
            name, changes = flip(home, rng)
            outcome = try_damage(states, home, name, changes)
            flipped[outcome] += 1
            harmless += [name] if outcome == "harmless" else []
        print(f"{flips} flipped bytes: {dict(flipped)} {harmless}", flush=True)


if __name__ == "__main__":
    main()
