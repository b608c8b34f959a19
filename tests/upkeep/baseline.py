"""The floors of measured quality in ``baseline.json``, by kind of measure; tests hold the measures against them.

``python -m tests.upkeep.baseline`` measures anew and raises the floors that have been surpassed; a floor that is no longer
reached is an error, and is lowered only with ``--lower``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

BASELINE = Path(__file__).parent.parent / "baseline.json"


def floors(kind: str) -> dict[str, float]:
    """The floors of one kind of measure, by name; each is the least value that passes."""
    found: dict[str, float] = json.loads(BASELINE.read_text(encoding="utf-8"))[kind]
    assert found
    return found


def _citations() -> dict[str, float]:
    from tests.references.test_citations import measure_citations

    return measure_citations()


# What is measured, by kind.
MEASURES: dict[str, Callable[[], dict[str, float]]] = {"citations": _citations}


def main() -> int:
    """Measure everything, and write the floors."""
    lower = "--lower" in sys.argv[1:]
    pinned: dict[str, dict[str, float]] = json.loads(BASELINE.read_text(encoding="utf-8"))
    refused = 0
    for kind, measure in MEASURES.items():
        before = pinned.get(kind, {})
        for name, value in measure().items():
            floor = before.get(name)
            if floor is not None and value < floor and not lower:
                refused += 1
                sys.stdout.write(f"{kind} {name}: {value} is below the floor {floor} (--lower accepts it)\n")
            elif value != floor:
                pinned.setdefault(kind, {})[name] = value
                sys.stdout.write(f"{kind} {name}: {floor} -> {value}\n")
    BASELINE.write_text(json.dumps(pinned, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
