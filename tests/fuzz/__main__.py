"""Fuzz with atheris: ``python -m tests.fuzz TARGET… [--seconds 1200]`` (needs the extra ``fuzz``).

Each target runs in a process of its own, with the corpus it has found so far (``--corpus FOLDER``, by default below
the system's temporary folder). Printed for each: executions, edges and features that libFuzzer counts in lawsearch, and
the share of the statements of the modules concerned that the found corpus runs. A finding is an input file that breaks
a promise: once its cause is mended, it belongs into ``tests/cases/fuzz/TARGET/``, which ``tests/test_fuzz.py`` runs.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.conftest import CASES, ROOT
from tests.fuzz.targets import FOUND, TARGETS, WORDS

# The modules whose statements a target is meant to reach.
CONCERNS = {
    "decode": ["lawsearch/source/encodings.py", "lawsearch/source/lines.py"],
    "containers": ["lawsearch/source/*"],
    "parse": ["lawsearch/structure/*", "lawsearch/references/*"],
    "citations": ["lawsearch/references/find.py"],
    "addresses": ["lawsearch/address.py"],
    "web": ["lawsearch/web/*"],
    "queries": ["lawsearch/search/query.py", "lawsearch/search/rank.py", "lawsearch/search/snippet.py", "lawsearch/search/forms.py"],
}  # fmt: skip


def main() -> int:
    """Run the named targets one after the other; 1 if there was a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)} (default: all)")
    parser.add_argument("--seconds", type=int, default=1200)
    parser.add_argument("--corpus", type=Path, default=Path(tempfile.gettempdir(), "lawsearch-fuzz"))
    options = parser.parse_args()
    findings = 0
    for name in options.targets or TARGETS:
        findings += _run(name, options.seconds, options.corpus)
    return 1 if findings else 0


def _run(name: str, seconds: int, where: Path) -> int:
    """Fuzz one target; returns how many findings there are."""
    corpus, crashes = where / name, where / f"{name}-findings"
    for folder in (corpus, crashes):
        folder.mkdir(parents=True, exist_ok=True)
    _seed(name, corpus)
    dictionary = where / "words.dict"
    dictionary.write_text("\n".join(f'"{_escape(word)}"' for word in WORDS) + "\n", encoding="ascii")
    done = subprocess.run(
        [
            sys.executable, "-m", "tests.fuzz.one", name, str(crashes), f"-max_total_time={seconds}", "-max_len=4096", "-timeout=20",
            "-rss_limit_mb=3000", f"-dict={dictionary}", f"-artifact_prefix={crashes}/", "-print_final_stats=1", str(corpus),
        ],
        cwd=ROOT, capture_output=True, text=True, errors="replace", check=False,
    )  # fmt: skip
    (where / f"{name}.log").write_text(done.stdout + done.stderr, encoding="utf-8")
    counts = re.findall(r"cov: (\d+) ft: (\d+) corp: (\d+)", done.stderr)
    executed = re.search(r"number_of_executed_units:\s+(\d+)", done.stderr)
    edges, features, kept = counts[-1] if counts else ("?", "?", "?")
    print(
        f"{name:<11} {executed[1] if executed else '?':>9} executions, {edges} edges, {features} features, "
        f"{kept} inputs kept, {_share(name, corpus)} of the statements; findings: {len(list(crashes.iterdir()))}"
    )
    sys.stdout.flush()
    return len(list(crashes.iterdir()))


def _seed(name: str, corpus: Path) -> None:
    """The project's own cases as the first inputs."""
    for path in sorted((FOUND / name).glob("*")):
        (corpus / f"case-{path.name}").write_bytes(path.read_bytes())
    for number, path in enumerate(sorted((CASES / "parse").glob("*.txt"))):
        raw = path.read_bytes()
        match name:
            case "decode" | "containers" | "parse":
                (corpus / f"seed-{path.name}").write_bytes(bytes([number % 9]) + raw[:4000])
            case "citations":
                (corpus / f"seed-{path.name}").write_bytes(bytes([number % 32]) + raw[:2000])
            case "queries":
                (corpus / f"seed-{path.name}").write_bytes(raw.split(b"\n")[-2 if raw.count(b"\n") > 2 else 0][:80])
    if name == "addresses":
        for number, text in enumerate(("64А1", "Правило 64А1", "п.59.3(a)", "27B1(a)(ii)", "Глава VI", "def:dummy")):
            (corpus / f"seed-{number}").write_bytes(f"{text}\0{text}.1".encode())


def _escape(word: str) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word.encode())


def _share(name: str, corpus: Path) -> str:
    """How many of the statements of the modules concerned the corpus runs, by replaying it under coverage.py."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "COVERAGE_FILE": str(Path(folder, "data"))}
        include = ",".join(CONCERNS[name])
        command = [sys.executable, "-m", "coverage"]
        subprocess.run(
            [*command, "run", f"--include={include}", "-m", "tests.fuzz.one", name, "--replay", str(corpus)],
            cwd=ROOT, env=environment, capture_output=True, check=False,
        )  # fmt: skip
        report = subprocess.run(
            [*command, "report", "--format=total"], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )  # fmt: skip
    return f"{report.stdout.strip()} %" if report.returncode == 0 else "?"


if __name__ == "__main__":
    sys.exit(main())
