"""The JSON of an answer as a whole: what a command prints with ``--json`` and what the API of the page gives.

Each shape of ``schema.json`` that both give is made here or in :func:`~lawsearch.export.json_format.results_record`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lawsearch.export.json_format import Record, clause_record

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.library.holders import Absent
    from lawsearch.model import Citing, Clause, Expansion

__all__ = ["missing_records", "refs_record", "show_record"]


def show_record(
    library: Library, clauses: Sequence[Clause], missing: Sequence[Absent] = (), *, both: bool = False, expand: int = 0
) -> Record:
    """The clauses that were found, and what was not.

    ``both``: each clause followed by its twins; ``expand``: what they refer to opened, so many levels deep.
    """
    shown = [each for clause in clauses for each in (clause, *(library.twins(clause) if both else ()))]
    records = [clause_record(clause, library.documents[clause.document]) for clause in shown]
    if expand:
        from lawsearch.export.reference_records import expansion_record

        for clause, record in zip(shown, records, strict=True):
            opened = library.expand(clause, expand)
            record["expansions"] = [expansion_record(item, library.documents) for item in opened]
    return {"clauses": records, "missing": missing_records(missing)}


def missing_records(missing: Sequence[Absent]) -> list[Record]:
    """What was asked for and is not there, each once, with the nearest addresses that are."""
    records: dict[str, Record] = {}
    for absent in missing:
        near = absent.error.params.get("nearest")
        records[absent.asked] = {
            "address": absent.asked,
            "code": absent.error.code,
            "nearest": near if isinstance(near, list) else [],
        }
    return list(records.values())


def refs_record(clause: Clause, going: Sequence[Expansion], coming: Sequence[Citing], *, nested: bool) -> Record:
    """The references from a clause, and to it; ``nested``: each with those of the next steps as ``inner``."""
    from lawsearch.export.reference_records import citing_record, following_records

    return {
        "from": following_records(clause, going, nested=nested),
        "to": [citing_record(citing, nested=nested) for citing in coming],
    }
