"""How often the right law is among the first hits, beside other ways to search the same texts.

Run by hand (``pip install -e .[bench]`` brings the peers)::

    python -m tests.benchmarks.relevance [FILE] [--part train|test] [--peers] [--parts] [--languages] [--misses]
    python -m tests.benchmarks.relevance --pin [--lower]

FILE holds lines of language, question and the laws or definitions that answer it (any of them counts), parted by tabs; without it
the questions are those of ``tests/cases/questions.tsv`` (those asked in public are in ``tests/cases/asked.tsv``).
Recall at 1, 3 and 10 and the mean reciprocal rank are printed by language, and the median time of a question in ms. ``--peers`` asks others the same; ``--parts`` switches
off one part of the search after another; ``--languages`` asks in one language where only the digest of the other is
in the library. ``--pin`` writes the floors of ``tests/baseline.json``; ``--lower`` allows to lower them.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from lawsearch.library import Library, Paths
from lawsearch.library.changing import Writer
from lawsearch.library.opened import OpenedFiles
from lawsearch.search import IndexOptions, Weights
from tests.benchmarks.peers import DEPTH, PEERS, Text
from tests.conftest import ROOT
from tests.search.questions import ASKED, DEPTHS, Question, Score, law_of, rank_of, read_questions

BASELINE = ROOT / "tests" / "baseline.json"
# A floor lies this much below what was measured, at least two questions, for a change elsewhere may move so many.
_SLACK = 0.02
_MOVED = 2
_LANGUAGES = ("ru", "en")

Ask = Callable[[str], Sequence[int | str | None]]


def main() -> None:
    """Measure, and print one row a language."""
    options = _read_options()
    questions = read_questions(options.file) if options.file else read_questions()
    if options.part:
        questions = [question for question in questions if question.is_test == (options.part == "test")]
    if options.pin:
        _pin(options.lower)
        return
    with built() as library:
        report("lawsearch", ask(library), questions, misses=options.misses)
        if options.parts:
            for name, change in PARTS.items():
                with _weighed(library, change):
                    report(f"without {name}", ask(library), questions)
        if options.peers:
            texts = list(_texts(library))
            for name, make in PEERS.items():
                report(name, make(texts), questions)
    if options.parts:
        with built(twins=False) as library:
            report("without twins", ask(library), questions)
        with built(all_forms=False) as library:
            report("without all forms", ask(library), questions)
    if options.languages:
        for language, other in (("ru", "en"), ("en", "ru")):
            with built(documents=(f"digest-2017-{other}",)) as library:
                mine = [question for question in questions if question.language == language]
                report(f"{language} in {other} digest", ask(library), mine)


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--part", choices=["train", "test"])
    for name in ("peers", "parts", "languages", "misses", "pin", "lower"):
        parser.add_argument(f"--{name}", action="store_true")
    return parser.parse_args()


# Each part of the search that weights switch off.
PARTS: dict[str, dict[str, float]] = {
    "terms": {"concept": 0.0},
    "kindred words": {"kindred": 0.0},
    "situations": {"said": 0.0, "told": 0.0},
    "the law as a whole": {"law": 0.0, "told": 0.0},
}


@contextmanager
def built(
    documents: tuple[str, ...] = (), *, twins: bool = True, all_forms: bool = True, repeat: int = 1
) -> Iterator[Library]:
    """A library of the corpus, or of some of its documents; ``repeat`` holds the documents so many times."""
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(str(_corpus_of(Path(folder, "corpus"), documents, repeat)), str(Path(folder, "home")))
        options = IndexOptions(twins=twins, all_forms=all_forms)
        generation = Writer(paths).build(options=options)
        with Library(OpenedFiles(paths, generation)) as library:
            yield library


def _corpus_of(folder: Path, documents: tuple[str, ...], repeat: int = 1) -> Path:
    """A copy of the corpus that lists only some documents, or each of them several times under other editions."""
    shutil.copytree(ROOT / "corpus", folder)
    manifest = folder / "corpus.toml"
    head, *tables = manifest.read_text(encoding="utf-8").split("[[document]]")
    kept = [table for table in tables if not documents or _id_of(table) in documents]
    for copy in range(1, repeat):
        kept += [re.sub(r"\b2017\b(?=-|\")(?!-\w+/)", str(1900 + copy), table) for table in tables]
    manifest.write_text(head + "".join(f"[[document]]{table}" for table in kept), encoding="utf-8")
    return folder


def _id_of(table: str) -> str:
    match = re.search(r'id = "(.+?)"', table)
    assert match
    return match[1]


def ask(library: Library) -> Ask:
    """The laws and definitions that a library finds for a question."""
    return lambda question: [law_of(hit.address) for hit in library.search(question, limit=DEPTH).hits]


@contextmanager
def _weighed(library: Library, change: dict[str, float]) -> Iterator[None]:
    ranker = library.files.searcher.ranker
    before = ranker.weights
    ranker.weights = Weights(**change)
    try:
        yield
    finally:
        ranker.weights = before


def _texts(library: Library) -> Iterator[Text]:
    for name, document in library.documents.items():
        for root in library.toc(name):
            for clause in root.walk():
                if clause.text or clause.heading:
                    yield Text(document.language, law_of(clause.address), f"{clause.heading or ''} {clause.text}")


def measure(
    asked: Ask, questions: Sequence[Question], *, misses: bool = False, warm: bool = True
) -> tuple[dict[str, Score], float]:
    """The scores by language, and the median time of a question in ms (each is asked once before)."""
    ranks: dict[str, list[int]] = {}
    times = []
    for question in questions if warm else ():
        asked(question.text)
    for question in questions:
        start = time.perf_counter()
        found = asked(question.text)
        times.append(time.perf_counter() - start)
        rank = rank_of(question, found)
        ranks.setdefault(question.language, []).append(rank)
        if rank > 1 and misses:
            laws = ",".join(sorted(map(str, question.laws)))
            print(f"{rank:>3} {question.language} {question.text} | wanted {laws} | found {found[:5]}")
    scores = {language: Score.of(ranks[language]) for language in _LANGUAGES if language in ranks}
    return scores, statistics.median(times) * 1000


def report(name: str, asked: Ask, questions: Sequence[Question], *, misses: bool = False) -> None:
    """Print a row a language."""
    scores, milliseconds = measure(asked, questions, misses=misses)
    for language, score in scores.items():
        print(f"{name:<28} {language}  {score}  {milliseconds:6.1f} ms", flush=True)


def settings() -> dict[str, tuple[tuple[str, ...], list[Question]]]:
    """What floors are pinned for: the documents of the library, and the questions."""
    test = [question for question in read_questions() if question.is_test]
    found: dict[str, tuple[tuple[str, ...], list[Question]]] = {}
    for language, other in (("ru", "en"), ("en", "ru")):
        mine = [question for question in test if question.language == language]
        found[language] = ((), mine)
        found[f"{language} in the {other} digest"] = ((f"digest-2017-{other}",), mine)
        public = [question for question in read_questions(ASKED) if question.is_test]
        found[f"{language} asked in public"] = ((), [item for item in public if item.language == language])
    return found


def _pin(lower: bool) -> None:
    """Raise the floors that have been surpassed; one that is no longer reached is lowered only if ``lower``."""
    baseline = json.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}
    before = baseline.get("relevance", {}).get("floors", {})
    floors: dict[str, list[float]] = {}
    fallen = []
    for name, (documents, questions) in settings().items():
        with built(documents) as library:
            scores, _ = measure(ask(library), questions)
        (score,) = scores.values()
        print(f"{name:<24} {score}")
        old = before.get(name, [0.0] * len(score.recall))
        if any(share < floor for share, floor in zip(score.recall, old, strict=True)):
            fallen.append(name)
        slack = max(_SLACK, _MOVED / len(questions))
        floors[name] = [
            round(max(0.0, share - slack, floor if share >= floor else 0.0), 3)
            for share, floor in zip(score.recall, old, strict=True)
        ]
    if fallen and not lower:
        raise SystemExit(f"lower than before: {', '.join(fallen)} (--lower allows it)")
    baseline["relevance"] = {"depths": list(DEPTHS), "floors": floors}
    BASELINE.write_text(json.dumps(baseline, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
