"""JSON Lines: one clause a line, flat, with what a database wants to know of it (``line`` in the schema).

In reading order, document by document. ``id`` is unique in the file; ``path`` are the headings above.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from lawsearch.export.formats import Selection
from lawsearch.export.json_format import Record, clause_record
from lawsearch.export.walking import Placed, walk
from lawsearch.locale.display import safe_json
from lawsearch.model import Document


def write(selection: Selection) -> Iterator[str]:
    """The lines."""
    for parsed in selection.parsed():
        for number, placed in enumerate(walk(parsed), 1):
            yield safe_json(json.dumps(line_record(placed, parsed.document, number), ensure_ascii=False)) + "\n"


def line_record(placed: Placed, document: Document, number: int) -> Record:
    """A clause without its children; ``number`` is its place in the document, from 1."""
    record = clause_record(placed.clause, document, deep=False)
    parent = placed.above[-1].address if placed.above else None
    return {
        "id": f"{document.id}:{placed.name}",
        **{name: getattr(document, name) for name in ("series", "edition", "language", "role", "title")},
        "number": number,
        "law": placed.law,
        "parent": str(parent) if parent else None,
        "path": [
            {"address": str(above.address) if above.address else None, "heading": above.heading}
            for above in placed.above
        ],
        **record,
    }
