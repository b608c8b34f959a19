"""How long whole commands take from a cold start, as ratios to ``python -c "import click"``.

Run by hand: ``python -m tests.benchmarks.cold_start [runs]``. Each run times every command once, in turn, so that
whatever else the machine does falls on all alike; the medians are compared.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

COMMANDS = {
    "import click": [sys.executable, "-c", "import click"],
    "python": [sys.executable, "-c", "pass"],
    "show 59": [sys.executable, "-m", "lawsearch", "show", "59"],
    "show 64A1 (ru)": [sys.executable, "-m", "lawsearch", "--ui", "ru", "show", "64A1"],
    "search (2 words)": [sys.executable, "-m", "lawsearch", "search", "штрафной картой"],
    "search (question)": [sys.executable, "-m", "lawsearch", "search", "defender led out of turn and declarer wants another suit"],
    "refs 50": [sys.executable, "-m", "lawsearch", "refs", "50"],
    "refs 64 --depth 3": [sys.executable, "-m", "lawsearch", "refs", "64", "--depth", "3"],
    "refs 16 --depth 3": [sys.executable, "-m", "lawsearch", "refs", "16", "--depth", "3"],
    "check (a page)": [sys.executable, "-m", "lawsearch", "check", "page.txt"],
    "a TAB": [sys.executable, "-m", "lawsearch", "__complete", "lawsearch show 64"],
    "a TAB (option)": [sys.executable, "-m", "lawsearch", "__complete", "lawsearch show --"],
    "toc": [sys.executable, "-m", "lawsearch", "toc"],
    "--help": [sys.executable, "-m", "lawsearch", "--help"],
}  # fmt: skip
LIMITS = {
    "check (a page)": 3.0,
    "a TAB": 1.0,
    "show 59": 1.5,
    "show 64A1 (ru)": 1.5,
    "search (2 words)": 3.5,
    "search (question)": 3.5,
}


# Limits that are set against a cold show instead.
LIMITS_TO_SHOW = {"refs 64 --depth 3": 1.5, "refs 16 --depth 3": 1.5}
# About a page, as a ruling is written; every citation in it is right.
PAGE = (
    "The Director applied Law 64C and Law 12C1(e): the card was a penalty card (Law 50), see clause 59.3 and Law 16C. "
    "Both sides had agreed to the facts before the appeal was heard, and nobody asked for another hearing. "
) * 12


def main() -> None:
    """Measure, and print one row a command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    root = Path(__file__).parent.parent.parent
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "LAWSEARCH_HOME": home, "PYTHONPATH": str(root)}
        (Path(home) / "page.txt").write_text(PAGE, encoding="utf-8")
        environment["LAWSEARCH_HOME"] = str(Path(home) / "library")
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed copy has its bytecode
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "lawsearch", "build"], env=environment, check=True, capture_output=True)
        build = time.perf_counter() - start
        times: dict[str, list[float]] = {name: [] for name in COMMANDS}
        for _ in range(runs + 1):
            for name, command in COMMANDS.items():
                start = time.perf_counter()
                subprocess.run(command, env=environment, cwd=home, check=True, capture_output=True)
                times[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(values[1:]) for name, values in times.items()}
    base = medians["import click"]
    print(f"{'command':<20} {'ms':>7} {'ratio':>6}  limit")
    for name, median in medians.items():
        limit = LIMITS.get(name, "")
        if name in LIMITS_TO_SHOW:
            limit = f"{median / medians['show 59']:.2f} of show, limit {LIMITS_TO_SHOW[name]}"
        print(f"{name:<20} {median * 1000:>7.1f} {median / base:>6.2f}  {limit}")
    print(f"build of the whole corpus: {build:.2f} s")


if __name__ == "__main__":
    main()
