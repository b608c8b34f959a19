"""A library as a file in some format.

``EXPORT_FORMATS`` names each format and the function that writes it; adding one is a function and a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lawsearch.export.dot_format import write_dot
from lawsearch.export.json_format import (
    SCHEMA_ID,
    clause_record,
    document_record,
    problem_record,
    reference_record,
    results_record,
    schema_text,
    write_json,
)
from lawsearch.model import ParsedDocument

__all__ = [
    "EXPORT_FORMATS",
    "SCHEMA_ID",
    "clause_record",
    "document_record",
    "problem_record",
    "reference_record",
    "results_record",
    "schema_text",
]

# Each takes documents and gives the pieces of the file's text in order, so that memory does not grow with the library.
EXPORT_FORMATS: dict[str, Callable[[Iterable[ParsedDocument]], Iterator[str]]] = {
    "json": write_json,
    "dot": write_dot,
}
