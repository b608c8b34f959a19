"""lawsearch beside what one would take instead: ``python -m tests.benchmarks.side_by_side [--sizes 0,10000,50000]``.

Needs the extra ``bench``. One table comes out: SQLite FTS5 and tantivy over Snowball stems, Whoosh with its stock scoring
over the same stems, and grep, on the embedded corpus (size 0) and on so many generated clauses. Each engine and size runs in
a process of its own. The clauses are made of the corpus's own sentences, drawn at random with a fixed seed, half of them
Russian. The questions are the same for all: words, two words that must both stand there, phrases of three, long questions
(the corpus's situations), words with one wrong letter, beginnings of words. A dash stands for what an engine lacks.

Milliseconds of a warm query as median/95th percentile; the machine decides about them, so compare within a column.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.benchmarks.engines import ENGINES, Row

ROOT = Path(__file__).parent.parent.parent
KINDS = ("word", "and", "phrase", "question", "fuzzy", "prefix")
_WORD = re.compile(r"[^\W_]+")


# What is searched, and for what.


def embedded_rows() -> list[Row]:
    """The clauses of the corpus that have text."""
    from lawsearch.library import Library

    with tempfile.TemporaryDirectory() as folder, Library.build(folder) as library:
        return [
            Row(library.documents[name].language, f"{clause.heading or ''} {clause.text}".strip())
            for name in library.documents
            for root in library.toc(name)
            for clause in root.walk()
            if clause.text
        ]


def generate_rows(rows: Sequence[Row], count: int) -> list[Row]:
    """So many clauses of two to four sentences of the corpus."""
    rng = random.Random(count)
    sentences = {
        language: [part for row in rows if row.language == language for part in re.split(r"(?<=[.;])\s+", row.text)]
        for language in ("ru", "en")
    }
    made = []
    for number in range(count):
        language = ("ru", "en")[number % 2]
        text = " ".join(rng.choice(sentences[language]) for _ in range(rng.randint(2, 4))).replace("\n", " ")
        made.append(Row(language, text))
    return made


def make_queries(rows: Sequence[Row], count: int) -> dict[str, list[str]]:
    """The same questions for all engines, by kind."""
    rng = random.Random(1)
    texts = [words for row in rng.sample(list(rows), min(len(rows), 2000)) if len(words := _WORD.findall(row.text)) > 8]
    long = [[word for word in words if len(word) > 4 and word.isalpha()] for words in texts]
    long = [words for words in long if len(words) > 3]
    lines = (ROOT / "corpus" / "situations.tsv").read_text(encoding="utf-8").splitlines()[1:]
    questions = [line.split("\t")[1] for line in lines if len(line.split("\t")[1].split()) >= 6]
    phrases = []
    for words in texts:
        start = rng.randrange(len(words) - 3)
        phrases.append(" ".join(words[start : start + 3]))
    slips = []
    for words in long:
        word = rng.choice(words).lower()
        place = rng.randrange(1, len(word) - 1)
        slips.append(word[:place] + ("о" if word[place] != "о" and word[0] > "z" else "e") + word[place + 1 :])
    return {
        "word": [rng.choice(words) for words in long][:count],
        "and": [" ".join(rng.sample(words, 2)) for words in long][:count],
        "phrase": phrases[:count],
        "question": rng.sample(questions, min(count, len(questions))),
        "fuzzy": slips[:count],
        "prefix": [rng.choice(words)[:5].lower() for words in long][:count],
    }


# Measuring: one engine, one size, one process.


def measure(name: str, folder: Path) -> dict[str, Any]:
    """Build, then ask everything; the queries of a kind are asked once before they are timed."""
    rows = [Row(**row) for row in json.loads((folder / "rows.json").read_text(encoding="utf-8"))]
    queries = json.loads((folder / "queries.json").read_text(encoding="utf-8"))
    place = folder / name
    place.mkdir()
    engine = ENGINES[name]()
    start = time.perf_counter()
    counted = engine.build(rows, place)
    built = counted if counted is not None else time.perf_counter() - start
    size = sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and "sources" not in path.parts)
    return {"build": built, "size": size / 1e6, "memory": _peak(), **_ask_all(name, place, queries)}


def _peak() -> float:
    """The most memory that this process has held, in MB."""
    status = Path("/proc/self/status")
    if status.exists():  # what getrusage says there is inherited from the parent
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="ascii"))
        return int(found[1]) / 1024 if found else 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def _ask_all(name: str, place: Path, queries: dict[str, list[str]]) -> dict[str, Any]:
    engine = ENGINES[name]()
    engine.open(place)
    found: dict[str, Any] = {}
    for kind in KINDS:
        if engine.ask(kind, queries[kind][0]) is None:
            continue
        times, hits = [], 0
        for query in queries[kind]:
            start = time.perf_counter()
            hits += bool(engine.ask(kind, query))
            times.append((time.perf_counter() - start) * 1000)
        found[kind] = [
            statistics.median(times), statistics.quantiles(times, n=20)[-1], hits / len(queries[kind])
        ]  # fmt: skip
    return found


def cold(name: str, place: Path, query: str) -> float:
    """Milliseconds of a whole command that answers one question, the median of seven."""
    script = (
        "import sys; from pathlib import Path; from tests.benchmarks.engines import ENGINES;"
        "e = ENGINES[sys.argv[1]](); e.open(Path(sys.argv[2])); print(e.ask('word', sys.argv[3]))"
    )
    command = [sys.executable, "-c", script, name, str(place), query]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    if name == "lawsearch":
        command = [sys.executable, "-m", "lawsearch", "search", query]
        environment["LAWSEARCH_HOME"] = str(place / "library")
    elif name == "grep":
        command = ["grep", "-i", "-m", "10", query, str(place / "clauses.txt")]
    times = []
    for _ in range(7):
        start = time.perf_counter()
        subprocess.run(command, capture_output=True, check=False, env=environment, cwd=ROOT)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def main() -> None:
    """Measure every engine at every size, and print the table as it fills."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.side_by_side", description=__doc__)
    parser.add_argument("--sizes", default="0,10000,50000", help="clauses, 0 for the embedded corpus")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--one", nargs=2, metavar=("ENGINE", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one[0], Path(options.one[1]))))
        return
    rows = embedded_rows()
    heads = [
        "clauses",
        "engine",
        "build s",
        "index MB",
        "peak MB",
        "cold ms",
        *(f"{kind} ms" for kind in KINDS),
        "found",
    ]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads), flush=True)
    for size in map(int, options.sizes.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            used = generate_rows(rows, size) if size else rows
            records = [{"language": row.language, "text": row.text} for row in used]
            # lawsearch has the corpus itself: nothing to add to it
            Path(folder, "rows.json").write_text(json.dumps(records), encoding="utf-8")
            queries = make_queries(used, options.queries)
            Path(folder, "queries.json").write_text(json.dumps(queries), encoding="utf-8")
            for name in options.engines.split(","):
                if name == "lawsearch" and not size:
                    Path(folder, "rows.json").write_text("[]", encoding="utf-8")
                _print_row(name, len(used), Path(folder), queries["word"][0])
                Path(folder, "rows.json").write_text(json.dumps(records), encoding="utf-8")


def _print_row(name: str, count: int, folder: Path, query: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.side_by_side", "--one", name, str(folder)],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        print(f"| {count} | {name} | failed: {done.stderr.strip().splitlines()[-1:]} |", flush=True)
        return
    found = json.loads(done.stdout.splitlines()[-1])
    cells = [str(count), name, f"{found['build']:.1f}", f"{found['size']:.1f}", f"{found['memory']:.0f}"]
    cells.append(f"{cold(name, folder / name, query):.0f}")
    cells += [f"{found[kind][0]:.1f}/{found[kind][1]:.1f}" if kind in found else "–" for kind in KINDS]
    cells.append("/".join(f"{100 * found[kind][2]:.0f}" if kind in found else "–" for kind in KINDS))
    print("| " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
