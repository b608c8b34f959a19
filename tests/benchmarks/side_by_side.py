"""lawsearch beside what one would take instead: ``python -m tests.benchmarks.side_by_side [--sizes 0,10000,50000]``.

Needs the extra ``bench``. One table comes out: SQLite FTS5 and tantivy over Snowball stems, Whoosh with its stock scoring
over the same stems, and grep, on the embedded corpus (size 0) and on so many generated clauses. Each engine and size runs in
a process of its own. The clauses are made of the corpus's own sentences, drawn at random with a fixed seed, half of them
Russian. The questions are the same for all: words, two words that must both stand there, phrases of three, long questions
(the corpus's situations), words with one wrong letter, beginnings of words. A dash stands for what an engine lacks.
``found`` is the share of the questions of each kind that got an answer at all.

Milliseconds of a warm query as median/95th percentile; the machine decides about them, so compare within a column. Below
the table: how lawsearch grows with the clauses and where it stands against its aims, and the relevance that all this
speed must not cost, against the pinned floors (exit code 1 below one).
"""

from __future__ import annotations

import argparse
import json
import math
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
# Three words with nothing but blanks between and no hyphen or apostrophe beside them.
_PHRASE = re.compile(r"(?<![\w'’-])([^\W\d_]+ [^\W\d_]+ [^\W\d_]+)(?![\w'’-])")
# The aims of the design for a warm query in ms, median and 95th percentile; and for ten times the clauses.
AIMS = {**dict.fromkeys(("word", "and", "phrase"), (4, 10)), **dict.fromkeys(("question", "fuzzy"), (10, 30))}
MOST_SPREAD = 4  # times the median that the 95th percentile may be
GROWTH = {"build": 12.0, "query": 4.0}


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
    """So many clauses of two to four sentences of the corpus; sentences with labels or citations would part a clause."""
    rng = random.Random(count)
    sentences = {
        language: [
            part.replace("\n", " ")
            for row in rows
            if row.language == language
            for part in re.split(r"(?<=[.;])\s+", row.text)
            if not re.search(r"[\d()|]", part) and len(part) > 20
        ]
        for language in ("ru", "en")
    }
    made = []
    for number in range(count):
        language = ("ru", "en")[number % 2]
        made.append(Row(language, " ".join(rng.choice(sentences[language]) for _ in range(rng.randint(2, 4)))))
    return made


def make_queries(rows: Sequence[Row], count: int) -> dict[str, list[str]]:
    """The same questions for all engines, by kind; each word, pair and phrase stands in some clause."""
    rng = random.Random(1)
    texts = [row.text for row in rng.sample(list(rows), min(len(rows), 2000))]
    long = [[word for word in _WORD.findall(text) if len(word) > 4 and word.isalpha()] for text in texts]
    long = [words for words in long if len(words) > 3]
    lines = (ROOT / "corpus" / "situations.tsv").read_text(encoding="utf-8").splitlines()[1:]
    questions = [line.split("\t")[1] for line in lines if len(line.split("\t")[1].split()) >= 6]
    phrases = [rng.choice(found) for text in texts if (found := _PHRASE.findall(text))]
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


def main() -> int:
    """Measure every engine at every size, and print the table as it fills; then what it says of our aims."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.side_by_side",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sizes", default="0,10000,30000,50000", help="clauses, 0 for the embedded corpus")
    parser.add_argument("--engines", default=",".join(ENGINES))
    parser.add_argument("--queries", type=int, default=60)
    parser.add_argument("--no-relevance", action="store_true", help="do not measure relevance")
    parser.add_argument("--one", nargs=2, metavar=("ENGINE", "FOLDER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(measure(options.one[0], Path(options.one[1]))))
        return 0
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
    ours: dict[int, dict[str, Any]] = {}
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
                found = _print_row(name, len(used), Path(folder), queries["word"][0])
                if found and name == "lawsearch":
                    ours[size + len(rows) if size else len(rows)] = found  # the corpus is in the library too
                Path(folder, "rows.json").write_text(json.dumps(records), encoding="utf-8")
    _print_growth(ours)
    return 0 if options.no_relevance else _print_relevance()


def _print_growth(ours: dict[int, dict[str, Any]]) -> None:
    """Each size of lawsearch against its aims, and how it grew from the smallest: also as a power, for ten times the clauses."""
    if not ours:
        return
    least = min(ours)
    print(
        "\n| clauses | kind | median ms | aim | p95 ms | aim | p95 / median | times the smallest | for ten times as many |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    for size, found in sorted(ours.items()):
        tenths = math.log10(size / least) or 1.0
        for kind in ("build", *KINDS):
            before = ours[least][kind] if kind == "build" else ours[least][kind][0]
            middle, late = (found[kind] * 1000, None) if kind == "build" else found[kind][:2]
            before = before * 1000 if kind == "build" else before
            aims = AIMS.get(kind, ("–", "–"))
            grown, bound = middle / before, GROWTH["build" if kind == "build" else "query"]
            spread = f"{late / middle:.1f} (≤ {MOST_SPREAD})" if late else "–"
            shown = f"{grown ** (1 / tenths):.1f} (≤ {bound:g})" if size > least else "–"
            cells = [
                size,
                kind,
                f"{middle:.1f}",
                aims[0],
                f"{late:.1f}" if late else "–",
                aims[1],
                spread,
                f"{grown:.1f}",
            ]
            print("| " + " | ".join(map(str, [*cells, shown])) + " |", flush=True)


def _print_relevance() -> int:
    """Recall at 1, 3 and 10 against the pinned floors; 1 if one is not reached."""
    from tests.benchmarks.relevance import ask, built, measure, settings

    pinned = json.loads((ROOT / "tests" / "baseline.json").read_text(encoding="utf-8"))["relevance"]["floors"]
    print("\n| questions | recall at 1, 3, 10 | floors |\n|---|---|---|")
    below = 0
    for name, (documents, questions) in settings().items():
        with built(documents) as library:
            scores, _ = measure(ask(library), questions, warm=False)
        (score,) = scores.values()
        below += any(share < floor for share, floor in zip(score.recall, pinned[name], strict=True))
        reached = " / ".join(f"{share:.3f}" for share in score.recall)
        print(f"| {name} ({len(questions)}) | {reached} | {' / '.join(map(str, pinned[name]))} |", flush=True)
    return 1 if below else 0


def _print_row(name: str, count: int, folder: Path, query: str) -> dict[str, Any] | None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.side_by_side", "--one", name, str(folder)],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=ROOT,
    )  # fmt: skip
    if done.returncode:
        print(f"| {count} | {name} | failed: {done.stderr.strip().splitlines()[-1:]} |", flush=True)
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    cells = [str(count), name, f"{found['build']:.1f}", f"{found['size']:.1f}", f"{found['memory']:.0f}"]
    cells.append(f"{cold(name, folder / name, query):.0f}")
    cells += [f"{found[kind][0]:.1f}/{found[kind][1]:.1f}" if kind in found else "–" for kind in KINDS]
    cells.append("/".join(f"{100 * found[kind][2]:.0f}" if kind in found else "–" for kind in KINDS))
    print("| " + " | ".join(cells) + " |", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(main())
