"""How long reading takes, and how much memory, as the text grows: the curve, a row a size.

Run by hand: ``python -m tests.benchmarks.reading [largest MB]``. The text is the corpus's own, repeated with other
numbers, in the layout of the Commentary.
"""

from __future__ import annotations

import re
import sys
import time
import tracemalloc
from pathlib import Path

from tests.reading.parsing import parse_text

ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    """Measure, and print the curve."""
    largest = float(sys.argv[1]) if len(sys.argv) > 1 else 8
    book = "".join(
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "corpus" / "notes-2017-ru").glob("*.txt"))
    )
    size = 0.25
    print(f"{'MB':>6} {'s':>7} {'s/MB':>6} {'memory/input':>13}")
    while size <= largest:
        text = _book_of(book, int(size * 2**20))
        length = len(text.encode())
        start = time.perf_counter()
        parse_text(text)
        elapsed = time.perf_counter() - start
        ratio = ""
        if size <= 2:
            tracemalloc.start()
            parse_text(text)
            ratio = f"{tracemalloc.get_traced_memory()[1] / length:.1f}"
            tracemalloc.stop()
        print(f"{length / 2**20:>6.2f} {elapsed:>7.2f} {elapsed / (length / 2**20):>6.2f} {ratio:>13}")
        size *= 2


def _book_of(book: str, size: int) -> str:
    """At least ``size`` bytes of clauses; each copy of the book has laws of its own, as far as three digits go."""
    numbered = re.compile(r"^(Правило )?(\d+)(?=\.)", re.MULTILINE)
    parts: list[str] = []
    length = 0
    while length < size:
        shift = 93 * (len(parts) % 10)
        parts.append(_renumber(numbered, book, shift))
        length += len(parts[-1].encode())
    return "".join(parts)


def _renumber(numbered: re.Pattern[str], book: str, shift: int) -> str:
    return numbered.sub(lambda match: f"{match[1] or ''}{int(match[2]) + shift}", book)


if __name__ == "__main__":
    main()
