"""JSON: the shapes of the published schema (``schema.json``), for files and for the ``--json`` of the commands.

The names of the fields are fixed; more may be added. A clause's address has no document in it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lawsearch.export.formats import Selection
from lawsearch.locale.display import safe_json
from lawsearch.model import (
    Clause,
    Document,
    Furniture,
    Hit,
    LineRange,
    ParsedDocument,
    Problem,
    Reference,
    Results,
    Span,
    Target,
)

SCHEMA_ID = "urn:lawsearch:schema:1"

Record = dict[str, Any]


def schema_text() -> str:
    """The JSON Schema (2020-12) that describes every shape."""
    return Path(__file__).with_name("schema.json").read_text(encoding="utf-8")


def write(selection: Selection) -> Iterator[str]:
    """One document as one object, several as ``{"schema", "documents": […]}``."""
    if len(selection.documents) == 1:
        yield _dump(document_record(next(selection.parsed()))) + "\n"
        return
    yield f'{{"schema": {json.dumps(SCHEMA_ID)}, "documents": ['
    for number, parsed in enumerate(selection.parsed()):
        yield (",\n" if number else "\n") + _dump(document_record(parsed))
    yield "\n]}\n"


def _dump(record: Record) -> str:
    return safe_json(json.dumps(record, ensure_ascii=False, indent=1))


def document_record(parsed: ParsedDocument) -> Record:
    """``{"schema", "document", "clauses", "unplaced", "furniture", "problems", "characters"}``."""
    return {
        "schema": SCHEMA_ID,
        "document": identity_record(parsed.document),
        "clauses": [clause_record(clause, parsed.document) for clause in parsed.clauses],
        "unplaced": [clause_record(clause, parsed.document) for clause in parsed.unplaced],
        "furniture": [_furniture_record(item, parsed.document) for item in parsed.furniture],
        "problems": [problem_record(problem) for problem in parsed.problems],
        "characters": {
            "clauses": parsed.characters.clauses,
            "unplaced": parsed.characters.unplaced,
            "furniture": parsed.characters.furniture,
        },
    }


def identity_record(document: Document) -> Record:
    """What a document is."""
    return {
        "id": document.id,
        "title": document.title,
        "series": document.series,
        "role": document.role,
        "edition": document.edition,
        "language": document.language,
        "layout": document.layout,
        "encoding": document.encoding,
        "sources": list(document.sources),
        "notice": document.notice,
    }


def clause_record(clause: Clause, document: Document, *, deep: bool = True) -> Record:
    """A clause with its children, or without them."""
    record: Record = {
        "document": clause.document,
        "address": str(clause.address) if clause.address else None,
        "kind": clause.kind,
        "label": clause.label,
        "heading": clause.heading,
        "text": clause.text,
        "emphasis": [_span(span) for span in clause.emphasis],
        "pages": list(clause.pages),
        "file": _file_name(clause.lines, document),
        "lines": [[item.first, item.last] for item in clause.lines],
        "cut": clause.cut,
        "references": [reference_record(reference) for reference in clause.references],
    }
    if deep:
        record["children"] = [clause_record(child, document) for child in clause.children]
    if clause.also:
        record["also"] = [str(address) for address in clause.also]
    if clause.tables:
        tables = [
            {"columns": list(table.columns), "rows": [list(row) for row in table.rows]} for table in clause.tables
        ]
        record["table"] = tables[0]
        if len(tables) > 1:
            record["tables"] = tables
    return record


def _file_name(lines: tuple[LineRange, ...], document: Document) -> str | None:
    return document.sources[lines[0].file] if lines and lines[0].file < len(document.sources) else None


def reference_record(reference: Reference) -> Record:
    """A reference; its span counts in the text that it stands in."""
    return {
        "text": reference.text,
        "span": _span(reference.span),
        "form": reference.form,
        "status": reference.status,
        "wanted": [{"role": item.role, "address": str(item.address)} for item in reference.wanted],
        "targets": [target_record(target) for target in reference.targets],
        "edition_differs": reference.edition_differs,
    }


def target_record(target: Target) -> Record:
    return {"document": target.document, "address": str(target.address)}


def problem_record(problem: Problem) -> Record:
    """A problem; ``params`` depend on its code."""
    return {
        "code": problem.code,
        "file": problem.file,
        "line": problem.line,
        "page": problem.page,
        "params": dict(problem.params),
    }


def _furniture_record(item: Furniture, document: Document) -> Record:
    return {
        "kind": item.kind,
        "text": item.text,
        "file": _file_name(item.lines, document),
        "lines": [[part.first, part.last] for part in item.lines],
    }


def results_record(results: Results, *, reasons: bool = False) -> Record:
    """The answer to a query; ``highlights`` index the hit's ``text``."""
    return {
        "query": results.query,
        "total": results.total,
        "offset": results.offset,
        "hits": [_hit_record(hit, reasons=reasons) for hit in results.hits],
        "suggestions": list(results.suggestions),
        "read_as": None
        if results.read_as is None
        else {"kind": results.read_as.kind, "from": results.read_as.source, "to": results.read_as.target},
    }


def _hit_record(hit: Hit, *, reasons: bool) -> Record:
    record: Record = {
        "document": hit.document,
        "address": str(hit.address),
        "language": hit.language,
        "title": hit.title,
        "score": hit.score,
        "text": hit.text,
        "snippet": hit.snippet,
        "snippet_span": _span(hit.snippet_span),
        "highlights": [_span(span) for span in hit.highlights],
        "title_highlights": [_span(span) for span in hit.title_highlights],
        "kind": hit.kind,
        "below": [{"address": str(address), "heading": heading} for address, heading in hit.below],
        "references": len(hit.references),
        "twins": [
            {
                "document": twin.document,
                "language": twin.language,
                "title": twin.title,
                "text": twin.text,
                "highlights": [_span(span) for span in twin.highlights],
            }
            for twin in hit.twins
        ],
        "through": [
            {"kind": item.kind, "words": item.words, "text": item.text, "language": item.language}
            for item in hit.through
        ],
    }
    if reasons:
        record["reasons"] = [{"part": part, "value": value} for part, value in hit.reasons]
    return record


def _span(span: Span) -> list[int]:
    return [span.start, span.stop]
