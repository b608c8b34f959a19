"""What is found: write the Whoosh index, read a query, rank, place highlights, suggest.

In: entries (one a clause) at build time; a query's words at search time. Out: scored keys with reasons, and
spans of the matched words. Whoosh keeps the postings; this package is the only one that imports it.
"""

from lawsearch.search.concepts import ConceptFinder, ConceptName, make_name
from lawsearch.search.forms import FormTable, write_forms
from lawsearch.search.index import IndexEntry, write_index
from lawsearch.search.query import Query, read_query
from lawsearch.search.rank import Filters, Ranked, SearchIndex
from lawsearch.search.snippet import best_snippet, highlight

__all__ = [
    "ConceptFinder",
    "ConceptName",
    "Filters",
    "FormTable",
    "IndexEntry",
    "Query",
    "Ranked",
    "SearchIndex",
    "best_snippet",
    "highlight",
    "make_name",
    "read_query",
    "write_forms",
    "write_index",
]
