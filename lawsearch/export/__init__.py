"""A library as a file in some format.

``EXPORT_FORMATS`` names each format; adding one is a module with a function ``write`` and a line here.

>>> from lawsearch import Library
>>> from lawsearch.export import EXPORT_FORMATS, Selection
>>> pieces = EXPORT_FORMATS["json"].pieces(Selection.of(Library.open()))        # doctest: +SKIP
"""

from __future__ import annotations

from lawsearch.export.formats import ExportFormat, Selection
from lawsearch.export.json_format import (
    SCHEMA_ID,
    clause_record,
    document_record,
    problem_record,
    reference_record,
    results_record,
    schema_text,
)
from lawsearch.locale import N_

__all__ = [
    "EXPORT_FORMATS",
    "SCHEMA_ID",
    "ExportFormat",
    "Selection",
    "clause_record",
    "document_record",
    "problem_record",
    "reference_record",
    "results_record",
    "schema_text",
]

EXPORT_FORMATS: dict[str, ExportFormat] = {
    "json": ExportFormat(
        module="lawsearch.export.json_format",
        suffixes=(".json",),
        description=N_("everything, by the published schema"),
    ),
    "jsonl": ExportFormat(
        module="lawsearch.export.jsonl", suffixes=(".jsonl",), description=N_("one clause a line, for databases")
    ),
    "html": ExportFormat(
        module="lawsearch.export.offline",
        suffixes=(".html",),
        description=N_("one page with search that works without a network"),
    ),
    "epub": ExportFormat(module="lawsearch.export.epub", suffixes=(".epub",), description=N_("an e-book"), binary=True),
    "md": ExportFormat(
        module="lawsearch.export.markdown", suffixes=(".md",), description=N_("Markdown, to read and compare")
    ),
    "akn": ExportFormat(
        module="lawsearch.export.akn",
        suffixes=(".xml", ".akn"),
        description=N_("Akoma Ntoso 3.0, for legal databases; several documents are a zip package"),
        packed=True,
    ),
    "tmx": ExportFormat(
        module="lawsearch.export.tmx", suffixes=(".tmx",), description=N_("TMX 1.4, for translators' programs")
    ),
    "tsv": ExportFormat(
        module="lawsearch.export.tsv", suffixes=(".tsv",), description=N_("a table of the languages, for spreadsheets")
    ),
    "opensearch": ExportFormat(
        module="lawsearch.export.opensearch",
        suffixes=(".ndjson",),
        description=N_("bulk lines for OpenSearch or Elasticsearch (with --mapping their mapping)"),
    ),
    "dot": ExportFormat(
        module="lawsearch.export.dot_format",
        suffixes=(".dot", ".gv"),
        description=N_("a graph of the references, for Graphviz"),
    ),
}
