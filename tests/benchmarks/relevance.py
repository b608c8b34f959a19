"""How often the right law is among the first hits: recall at 1, 3 and 10, and the mean reciprocal rank, by language.

Run by hand: ``python -m tests.benchmarks.relevance FILE [--misses]``. FILE holds lines of language, question and the
laws that answer it (any of them counts), parted by tabs.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lawsearch.library import Library

_DEPTHS = (1, 3, 10)


def main() -> None:
    """Measure, and print one row a language."""
    path = Path(sys.argv[1])
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    ranks: dict[str, list[int]] = {}
    with Library.open() as library:
        for language, question, laws in rows:
            wanted = {int(law) for law in laws.split(",")}
            numbers = list(dict.fromkeys(hit.address.number for hit in library.search(question, limit=40).hits))
            rank = next((place for place, number in enumerate(numbers, 1) if number in wanted), 99)
            ranks.setdefault(language, []).append(rank)
            if rank > 1 and "--misses" in sys.argv:
                print(f"{rank:>3} {language} {question} | wanted {laws} | found {numbers[:5]}")
    for language, found in ranks.items():
        recall = "  ".join(f"@{depth} {sum(rank <= depth for rank in found) / len(found):.3f}" for depth in _DEPTHS)
        print(
            f"{language}  {recall}  MRR {sum(1 / rank for rank in found if rank < 99) / len(found):.3f}  ({len(found)})"
        )


if __name__ == "__main__":
    main()
