"""What each export format costs: ``python -m tests.benchmarks.exports``.

Seconds and size for the embedded corpus (the median of three runs in one process, opening not counted), and the peak
memory of a process that writes the corpus once and eight times over, as editions of eight years: where it does not
grow, documents really pass one at a time. The formats whose first pass must know every clause (html, epub) keep names
and the beginnings of cited clauses.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

from lawsearch.export import EXPORT_FORMATS, Selection
from lawsearch.library import Library
from lawsearch.model import ParsedDocument

_COPIES = 8


def main() -> None:
    if len(sys.argv) == 3:
        print(_peak(sys.argv[1], int(sys.argv[2])))
        return
    print(f"{'format':12}{'seconds':>9}{'MB':>8}{'peak MB':>9}{f'peak MB, x{_COPIES}':>14}")
    with Library.open() as library:
        for name, kind in EXPORT_FORMATS.items():
            times, size = [], 0
            for _ in range(3):
                start = time.perf_counter()
                size = sum(len(piece) for piece in kind.pieces(Selection.of(library)))
                times.append(time.perf_counter() - start)
            peaks = [_run(name, copies) for copies in (1, _COPIES)]
            print(
                f"{name:12}{statistics.median(times):9.2f}{size / 1e6:8.2f}{peaks[0] / 1024:9.0f}{peaks[1] / 1024:14.0f}"
            )


def _run(name: str, copies: int) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.exports", name, str(copies)],
        capture_output=True,
        check=True,
        text=True,
    )
    return int(done.stdout)


def _peak(name: str, copies: int) -> int:
    """Kilobytes of memory at most, for the corpus as editions of so many years."""
    with Library.open() as library:
        documents = [
            replace(document, id=f"{document.series}-{2017 + copy}-{document.language}", edition=str(2017 + copy))
            for copy in range(copies)
            for document in library.documents.values()
        ]
        by_id = {document.id: document for document in documents}

        def read(name: str) -> ParsedDocument:
            document = by_id[name]
            return replace(library.export(f"{document.series}-2017-{document.language}"), document=document)

        for _ in EXPORT_FORMATS[name].pieces(Selection(documents, read, library.words)):
            pass
    # not ru_maxrss: that counts the memory of the process which started this one, too
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


if __name__ == "__main__":
    main()
