"""The grade of duty in the same clause of several documents.

In: an :class:`~lawsearch.library.aligning.Alignment`. Out: one :class:`DutyRow` for each of its rows that has text. A row differs if two
of its clauses do not hold the same graded words equally often; words without a grade are shown and never compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from lawsearch.language.duties import GRADES, DutyWord, find_duties
from lawsearch.library.aligning import Alignment
from lawsearch.model import Address, Clause, Document


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyCell:
    """A clause and the words of duty in its own text."""

    clause: Clause
    words: tuple[DutyWord, ...]

    @property
    def grades(self) -> Counter[str]:
        """How often each grade stands in the text."""
        return Counter(word.grade for word in self.words if word.grade)


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyRow:
    """A clause in each document, None where one lacks it. ``differing`` are the grades not equally often in all.

    ``name`` is the address, or such as ``70.2#closing`` for a clause that has none.
    """

    address: Address | None
    name: str
    cells: tuple[DutyCell | None, ...]
    differing: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DutyTable:
    """The words of duty of a clause in several documents: ``documents`` are the columns, each row has a cell for each."""

    documents: tuple[Document, ...]
    rows: tuple[DutyRow, ...]


def tabulate_duties(alignment: Alignment) -> DutyTable:
    """The rows that hold text in some document, with their words of duty."""
    found = []
    for row in alignment.rows:
        if not any(clause is not None and clause.text for clause in row.cells):
            continue
        cells = tuple(
            DutyCell(clause=clause, words=tuple(find_duties(clause.text, document.language)))
            if clause is not None
            else None
            for document, clause in zip(alignment.documents, row.cells, strict=True)
        )
        found.append(DutyRow(address=row.address, name=row.name, cells=cells, differing=_differing(cells)))
    return DutyTable(documents=alignment.documents, rows=tuple(found))


def _differing(cells: Sequence[DutyCell | None]) -> tuple[str, ...]:
    grades = [cell.grades for cell in cells if cell is not None]
    return tuple(grade for grade in GRADES if len({counts[grade] for counts in grades}) > 1)
