"""One target in this process: ``python -m tests.fuzz.one TARGET FINDINGS [libFuzzer's options]``.

``TARGET --replay FOLDER`` runs each input of a folder once.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path


def collect(target: Callable[[bytes], None], findings: Path) -> Callable[[bytes], None]:
    """The target, with the first input of each broken promise kept in a folder, so that the run goes on."""
    known: set[str] = set()

    def run(raw: bytes) -> None:
        try:
            target(raw)
        except Exception as error:  # whatever it is, it is a finding
            frame = traceback.extract_tb(error.__traceback__)[-1]
            name = f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}"
            if name not in known:
                known.add(name)
                (findings / name).write_bytes(raw)

    return run


def main() -> None:
    """Fuzz, or replay."""
    name, *rest = sys.argv[1:]
    if rest[0] == "--replay":
        from tests.fuzz.targets import TARGETS

        for path in sorted(Path(rest[1]).iterdir()):
            TARGETS[name](path.read_bytes())
        return
    import atheris

    with atheris.instrument_imports(include=["lawsearch"]):
        from tests.fuzz.targets import TARGETS

        target = TARGETS[name]
        target(b"\x01" + "Правило 50. Карта, см. п.11.5\n".encode())  # what is imported late is instrumented too
    atheris.Setup([sys.argv[0], *rest[1:]], collect(target, Path(rest[0])))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
