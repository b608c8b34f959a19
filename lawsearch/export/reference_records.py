"""JSON of references: opened in place, pointing back, and checked in a text; the shapes of ``schema.json``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from lawsearch.export.json_format import Record, clause_record, reference_record, target_record
from lawsearch.language.sentences import sentence_around
from lawsearch.library.following import group_by_reference
from lawsearch.model import CheckedCitation, Citing, Clause, Document, Expansion


def expansion_record(expansion: Expansion, documents: Mapping[str, Document]) -> Record:
    """A reference and the clause that it leads to, with the expansions inside that."""
    clause = expansion.clause
    return {
        "source": target_record(expansion.source),
        "reference": reference_record(expansion.reference),
        "target": target_record(expansion.target) if expansion.target else None,
        "repeated": expansion.repeated,
        "clause": clause_record(clause, documents[clause.document]) if clause else None,
        "expansions": [expansion_record(inner, documents) for inner in expansion.inner],
    }


def following_records(clause: Clause, expansions: Sequence[Expansion], *, nested: bool) -> list[Record]:
    """The references standing in a clause or below it, one a reference, each with its sentence.

    If ``nested``, each has those standing in its targets as ``inner``, and says if its targets are ``repeated``.
    """
    sentences = _sentences(clause)
    records = []
    for group in group_by_reference(expansions):
        reference = group[0].reference
        record = {
            **reference_record(reference),
            "source": target_record(group[0].source),
            **sentences[id(reference)],
        }
        if nested:
            record["repeated"] = any(expansion.repeated for expansion in group)
            record["inner"] = [
                inner
                for expansion in group
                if expansion.clause is not None
                for inner in following_records(expansion.clause, expansion.inner, nested=True)
            ]
        records.append(record)
    return records


def _sentences(clause: Clause) -> dict[int, Record]:
    """The sentence of each reference in a clause or below it, and its place there, by the reference's identity."""
    found: dict[int, Record] = {}
    for part in clause.walk():
        for reference in part.references:
            span = reference.span
            start, stop = sentence_around(part.text, span.start, span.stop)
            found[id(reference)] = {
                "sentence": part.text[start:stop],
                "sentence_span": [span.start - start, span.stop - start],
            }
    return found


def citing_record(citing: Citing, *, nested: bool) -> Record:
    """A back-reference with its sentence; if ``nested``, with those that point at where it stands as ``inner``."""
    record: Record = {
        **reference_record(citing.reference),
        "source": target_record(citing.source),
        "sentence": citing.sentence,
        "sentence_span": [citing.span.start, citing.span.stop],
    }
    if nested:
        record["repeated"] = citing.repeated
        record["inner"] = [citing_record(inner, nested=True) for inner in citing.inner]
    return record


def check_record(checked: Sequence[CheckedCitation], edition: str) -> Record:
    """The citations of a text, the edition that it was read in, and how many citations have each status."""
    counts = Counter(item.reference.status for item in checked)
    return {
        "edition": edition,
        "references": [
            {
                **reference_record(item.reference),
                "line": item.line,
                "first_words": item.first_words,
                "edition": item.edition,
                "nearest": [target_record(target) for target in item.nearest],
            }
            for item in checked
        ],
        "counts": {status: counts[status] for status in ("resolved", "ambiguous", "missing", "external")},
    }
