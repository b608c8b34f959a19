"""How long finding the citations of a megabyte takes, for texts of several kinds, and how it grows.

Run by hand: ``python -m tests.benchmarks.citations [MB]``. Prints seconds for the size and for a tenth of it; their
quotient is 10 where the time is linear.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from lawsearch.references import find_citations

ROOT = Path(__file__).parent.parent.parent
# Texts that are nearly citations all over, what a rule that looks ahead too far would choke on: an opening, and a
# piece that is repeated behind it.
PIECES = [
    *(("", piece) for piece in (
        "п.п.", "п.", "((((", "()", "(a)(", "(i), ", "(a) и ", "Правило ", "Правил", "Правило 50, ", "50, ", "50-", "11.5. и ",
        "11.5-", "см. ", "см. 11.5, ", "A, ", "A1 и ", "see A, ", "1", "1.", "64A1(", "64A1(a)", "12 C ", "глава v", "пример 1, ",
        "раздел 1, ", "пункт 1, ", "сноска ", "this law ", "этом", "и ", "- ", "слово-\n", "а-\n", "\n", " ", "\n- 61 -\n", ". ",
        "Law 1 to ", "the footnote to ",
    )),
    ("Правило 50", " "), ("Правило 50", "\n"), ("Laws 50,", " "), ("см.", " "), ("п. 11.5.", "(a)"), ("Law 27B1(a)", ", (b)"),
    ("Law 1", "2"), ("п. 11", ".5"), ("Laws 1", "-2"), ("see A", " and A"), ("ход\n", " \n"), ("сноска", " "),
    ("раздел 1", ", 2"), ("пункт 1", " и 2"), ("Law 1", " ("), ("Law 1", " - 3"), ("Laws 1", "-2-3"), ("Law 1C1(a", " "),
    ("Law", " "), ("Law 27B1", ": (a)"), ("see 1", " and 2"), ("", "Law 1: "), ("", "64A1, "), ("", "Law 16B1, items "),
    ("", "> "), ("", "\n|"), ("", "\xad\n"), ("", "aа"), ("", "l1"), ("", "Law(s) "), ("", "a-\n- 61 -\n"), ("", "предыдущ"),
    ("", "Law XVI, "), ("Laws XVI", ", XVI"), ("Law I", ", I"), ("", "§ 16, "), ("§ 1", ", 2"), ("", "L16B, "), ("", "16th, "),
    ("", "16-го, "), ("", "16 и "), ("Laws 1", "~2"), ("Laws #1", ", #2"), ("16th", " "), ("Law ", "I"),
    ("see L5", " and L6"), ("LL 5", ", 6"), ("", "П16В, "), ("", "Law 16 of the "), ("Law 16 of the", " long"), ("Law 16", " (and 82C"), ("Law 16B", ", not 16C"),
    ("", "п.п. В2 и "), ("п.п. В2", " и В2"), ("", "(а) п. В1 "), ("Закон 16 о", " том"),
    ("Law 16", "\n16B. "), ("Law 16", " so 16B applies,"), ("L16C", "; L24"), ("Laws 1", " – 2"), ("", "2007 Law 16. "), ("", "Code 2007, "), ("", "in the 2007 Code, Law 16, "),
    ("", "White Book, "), ("", "White Book - a - Chapter 6, "), ("Law 16 ", "B, "), ("", "Law 16 B, "), ("", "70Е1, "), ("Правило 16", ", 16В и"), ("", "under 12C1, "), ("Law 16", " ,"),
]  # fmt: skip
# Lists that what stands at their end, or where they stand, refuses: each member must not be read again for it.
REFUSED = [
    ("(a), ", "(1)", None), ("(a), ", "", "def:x"), ("(A), ", "", None), ("(A) and ", "", "64A1"), ("A1, ", "", "64A1"),
    ("1, ", "", "64A1"), ("1(a), ", "", "64A1"), ("64A1, ", "", None), ("11.5, ", "", "64A1"), ("A and ", "", "59.3"),
    ("16th, ", "", None), ("16-го, ", "", None), ("16-го и ", "правило клуба", None), ("L1A, 1A, ", "-2", None), ("XVI, ", "", None),
    ("L5, ", "", None), ("П5 и ", "", None), ("L5, ", "of Spain", None), ("A1, ", "Law", None), ("п. A1, ", "", None), ("16B, not ", "", None),
    ("16B, ", "", None), ("16B, ", "-2", "16A"), ("12A1, ", "of the contract", "16A"), ("70Е1, ", "", None),
]  # fmt: skip


def books() -> dict[str, str]:
    """Real prose: the texts that come along, by language."""
    return {
        language: "\n".join(
            path.read_text(encoding="utf-8") for path in sorted((ROOT / "corpus").glob(f"*-{language}/*.txt"))
        )
        for language in ("ru", "en")
    }


def fill(piece: str, size: int) -> str:
    """At least ``size`` characters of a piece."""
    return piece * (size // len(piece) + 1)


def measure(text: str) -> float:
    """The seconds that finding takes, the best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        find_citations(text)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Measure, and print one row a text."""
    size = int(float(sys.argv[1]) * 2**20) if len(sys.argv) > 1 else 2**20
    texts = {
        **{name: ("", book) for name, book in books().items()},
        **{repr(first + piece): (first, piece) for first, piece in PIECES},
    }
    quotients = []
    print(f"{'text':<22} {'s':>6} {'growth':>7}")
    for name, (opening, piece) in texts.items():
        whole, tenth = (measure((opening + fill(piece, length))[:length]) for length in (size, size // 10))
        quotients.append(whole / tenth)
        print(f"{name:<22} {whole:>6.2f} {whole / tenth:>7.1f}")
    print(f"median growth of ten times the text: {statistics.median(quotients):.1f}")


if __name__ == "__main__":
    main()
