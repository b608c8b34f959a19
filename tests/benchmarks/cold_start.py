"""How long whole commands take from a cold start, as ratios to ``python -c "import click"``.

Run by hand: ``python -m tests.benchmarks.cold_start [runs] [python]``; ``python`` is that of another environment, such
as one that holds the installed wheel (without it, the checkout answers). Each command is timed beside an import of click,
and the ratio of the two is taken, so that whatever else the machine does falls on both; medians are shown. The
time of the processor, where the system tells it, is less troubled by others than the clock's.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

if sys.platform != "win32":
    import resource

COMMANDS: dict[str, list[str]] = {
    "show 59": ["show", "59"],
    "show 64A1 (ru)": ["--ui", "ru", "show", "64A1"],
    "search (2 words)": ["search", "штрафной картой"],
    "search (question)": ["search", "defender led out of turn and declarer wants another suit"],
    "slip (ru)": ["search", "фальшрененс"],
    "slip (en)": ["search", "revoek"],
    "slip (en, 2 words)": ["search", "penelty card"],
    "slip (ru question)": ["search", "что делать если вистующий пошел не в свою очередь и открыл штарфную карту"],
    "slip (en question)": ["search", "defender led out of tunr and declarer wants another suit"],
    "other layout": ["search", "inhfayfz rfhnf"],
    "Latin letters": ["search", "shtrafnaya karta"],
    "refs 50": ["refs", "50"],
    "refs 64 --depth 3": ["refs", "64", "--depth", "3"],
    "refs 16 --depth 3": ["refs", "16", "--depth", "3"],
    "check (a page)": ["check", "page.txt"],
    "a TAB": ["__complete", "lawsearch show 64"],
    "a TAB (option)": ["__complete", "lawsearch show --"],
    "toc": ["toc"],
    "--help": ["--help"],
}
LIMITS = {
    "check (a page)": 3.0,
    "a TAB": 1.0,
    "show 59": 1.5,
    "show 64A1 (ru)": 1.5,
    **{name: 3.5 for name, (first, *_) in COMMANDS.items() if first == "search"},
}
# Limits that are set against a cold show instead.
LIMITS_TO_SHOW = {"refs 64 --depth 3": 1.5, "refs 16 --depth 3": 1.5}
# About a page, as a ruling is written; every citation in it is right.
PAGE = (
    "The Director applied Law 64C and Law 12C1(e): the card was a penalty card (Law 50), see clause 59.3 and Law 16C. "
    "Both sides had agreed to the facts before the appeal was heard, and nobody asked for another hearing. "
) * 12

Times = tuple[float, float]  # by the clock, of the processor


def main() -> None:
    """Measure, and print one row a command."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    python = sys.argv[2] if len(sys.argv) > 2 else sys.executable
    environment = {**os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed copy has its bytecode
    environment.pop("PYTHONPATH", None)
    if python == sys.executable:
        environment["PYTHONPATH"] = str(Path(__file__).parent.parent.parent)
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "page.txt").write_text(PAGE, encoding="utf-8")
        environment["LAWSEARCH_HOME"] = str(Path(home) / "library")

        def run(*arguments: str) -> Times:
            return _timed([python, *arguments], environment, home)

        build, _ = run("-m", "lawsearch", "build")
        bare = [run("-c", "pass") for _ in range(runs)]
        pairs: dict[str, list[tuple[Times, Times]]] = {name: [] for name in COMMANDS}
        for _ in range(runs + 1):
            for name, command in COMMANDS.items():
                pairs[name].append((run("-m", "lawsearch", *command), run("-c", "import click")))
    clicks = [click for rows in pairs.values() for _, click in rows[1:]]
    ratios = {name: _ratios(rows[1:]) for name, rows in pairs.items()}
    print(f"{'command':<20} {'ms':>7} {'ratio':>6} {'of cpu':>6}  limit")
    print(f"{'python':<20} {_median(bare):>7.1f}")
    print(f"{'import click':<20} {_median(clicks):>7.1f}")
    for name, (clock, processor) in ratios.items():
        limit = str(LIMITS.get(name, ""))
        if name in LIMITS_TO_SHOW:
            show = ratios["show 59"]
            limit = f"{clock / show[0]:.2f} ({processor / show[1]:.2f}) of show, limit {LIMITS_TO_SHOW[name]}"
        print(
            f"{name:<20} {_median([own for own, _ in pairs[name][1:]]):>7.1f} {clock:>6.2f} {processor:>6.2f}  {limit}"
        )
    print(f"build of the whole corpus: {build:.2f} s")


def _timed(command: Sequence[str], environment: dict[str, str], folder: str) -> Times:
    before = _processor_time()
    start = time.perf_counter()
    subprocess.run(command, env=environment, cwd=folder, check=True, capture_output=True)
    return time.perf_counter() - start, _processor_time() - before


def _processor_time() -> float:
    """What all children have used so far; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _ratios(rows: Sequence[tuple[Times, Times]]) -> Times:
    """The medians of a command's time in that of the import beside it."""
    clock = statistics.median(own[0] / click[0] for own, click in rows)
    return clock, statistics.median(own[1] / click[1] if click[1] else 0.0 for own, click in rows)


def _median(times: Sequence[Times]) -> float:
    """Milliseconds by the clock."""
    return statistics.median(clock for clock, _ in times) * 1000


if __name__ == "__main__":
    main()
