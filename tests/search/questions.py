"""The questions by which search is measured: what a person asks, and the laws that answer it.

``tests/cases/questions.tsv`` was written by people who did not see the program. Weights and tables are tuned on the
*train* part alone; the *test* part is only measured. A question's part follows from its text, so that it never moves.
``tests/cases/asked.tsv`` holds what is asked in public, longer and with the hands and auctions of its stories.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lawsearch.model import Address
from tests.conftest import CASES

QUESTIONS = CASES / "questions.tsv"
ASKED = CASES / "asked.tsv"
DEPTHS = (1, 3, 10)
_TOO_DEEP = 99


@dataclass(frozen=True)
class Question:
    """A question in a language; any of the laws and definitions (``def:dummy``) counts as an answer.

    ``part`` is ``train`` or ``test`` where the file says so.
    """

    language: str
    text: str
    laws: frozenset[int | str]
    part: str = ""

    @property
    def is_test(self) -> bool:
        """What the file says, else one in three, by a checksum of the text."""
        return self.part == "test" if self.part else zlib.crc32(self.text.encode()) % 3 == 0


def read_questions(path: Path = QUESTIONS) -> list[Question]:
    """Lines of language, question, laws parted by commas, and perhaps the part; ``#`` begins a comment."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [
        Question(language, text, frozenset(map(_answer, laws.split(","))), *part)
        for language, text, laws, *part in rows
    ]


def _answer(text: str) -> int | str:
    return text if text.startswith("def:") else int(text)


def law_of(address: Address | None) -> int | str | None:
    """What a clause answers with: its law's number, or its own address if it is a definition."""
    if address is None:
        return None
    return str(address) if address.prefix == "def" else address.number


def rank_of(question: Question, found: Iterable[int | str | None]) -> int:
    """The place of the first right law among the different laws found (each definition counts as one)."""
    for place, number in enumerate(dict.fromkeys(found), 1):
        if number in question.laws:
            return place
    return _TOO_DEEP


@dataclass(frozen=True)
class Score:
    """How often the right law is among the first 1, 3 and 10, and the mean reciprocal rank."""

    recall: tuple[float, ...]
    mean_reciprocal: float
    count: int

    @classmethod
    def of(cls, ranks: Sequence[int]) -> Score:
        count = max(1, len(ranks))
        return cls(
            tuple(sum(rank <= depth for rank in ranks) / count for depth in DEPTHS),
            sum(1 / rank for rank in ranks if rank < _TOO_DEEP) / count,
            len(ranks),
        )

    def __str__(self) -> str:
        recall = "  ".join(f"@{depth} {share:.3f}" for depth, share in zip(DEPTHS, self.recall, strict=True))
        return f"{recall}  MRR {self.mean_reciprocal:.3f}  ({self.count})"
