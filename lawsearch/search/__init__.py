"""What is found: write the index, read a query, rank, place highlights, mend.

In: entries (one a clause) at build time; a query's words at search time. Out: scored units with reasons, and spans
of the matched words. Postings lie in a table of Whoosh's; ``postings`` is the only module that imports it. What only a
build needs is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.search.concepts import ConceptFinder, ConceptName, make_name
from lawsearch.search.forms import FormTable, write_forms
from lawsearch.search.matching import numbers_of
from lawsearch.search.opened import SearchIndex
from lawsearch.search.query import Query, Term, Word, read_query
from lawsearch.search.rank import Filters, Ranked, Ranker, Related
from lawsearch.search.rows import matching_rows, table_blocks
from lawsearch.search.snippet import Mark, Marker, best_snippet
from lawsearch.search.weights import Weights

if TYPE_CHECKING:
    from lawsearch.search.index import IndexEntry, write_index
    from lawsearch.search.texts import IndexOptions, Knowledge, Said
else:
    _LATER = {
        **dict.fromkeys(("IndexEntry", "write_index"), "index"),
        **dict.fromkeys(("IndexOptions", "Knowledge", "Said"), "texts"),
    }

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(name)
        from importlib import import_module

        return getattr(import_module(f"lawsearch.search.{_LATER[name]}"), name)


__all__ = [
    "ConceptFinder",
    "ConceptName",
    "Filters",
    "FormTable",
    "IndexEntry",
    "IndexOptions",
    "Knowledge",
    "Mark",
    "Marker",
    "Query",
    "Ranked",
    "Ranker",
    "Related",
    "Said",
    "SearchIndex",
    "Term",
    "Weights",
    "Word",
    "best_snippet",
    "make_name",
    "matching_rows",
    "numbers_of",
    "read_query",
    "table_blocks",
    "write_forms",
    "write_index",
]
