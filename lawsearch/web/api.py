"""The API: what the commands print with ``--json``, over HTTP; the shapes are those of ``export/schema.json``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lawsearch.errors import NotFoundError, UsageError
from lawsearch.export import results_record
from lawsearch.export.answers import missing_records, refs_record, show_record
from lawsearch.export.reference_records import check_record
from lawsearch.language import LANGUAGES
from lawsearch.library import Library
from lawsearch.library.searching import SORTS
from lawsearch.web.asking import MAX_WORDS, TEXT_LANGUAGES, bounded, choice, number
from lawsearch.web.finding import MOST, read_filters

__all__ = ["ENDPOINTS", "MAX_ADDRESSES", "Answer", "check"]

Record = dict[str, Any]
Query = Mapping[str, list[str]]
Answer = Callable[[Library, Query, str], Record]

MAX_ADDRESSES = 20
MAX_OFFSET = 1000
MAX_DEPTH = 3


def _single(query: Query) -> dict[str, str]:
    """The parameters that are given once; ``UsageError`` for one that is given twice."""
    for name, values in query.items():
        if len(values) > 1 and name != "address":
            raise UsageError("given-twice", name=name)
    return {name: values[0] for name, values in query.items()}


def search(library: Library, query: Query, ui: str) -> Record:
    """``/api/search?q=``."""
    given = _single(query)
    words = bounded(given, "q", MAX_WORDS)
    filters = read_filters(given, language="lang")
    limit = number(given, "limit", 10, 1, MOST)
    offset = number(given, "offset", 0, 0, MAX_OFFSET)
    sort = choice(given, "sort", SORTS) or "rank"
    explain = choice(given, "explain", ("0", "1")) == "1"
    results = library.search(words, limit=limit, offset=offset, sort=sort, reader=ui, **filters.options)
    return results_record(results, reasons=explain)


def show(library: Library, query: Query, ui: str) -> Record:
    """``/api/show?address=``; the address may be given several times.

    What is found is given, and what is not is named beside it; ``NotFoundError`` where nothing is found.
    """
    given = _single(query)
    language = choice(given, "lang", TEXT_LANGUAGES)
    within, edition = bounded(given, "in", 80) or None, bounded(given, "edition") or None
    addresses = query.get("address", [])
    if not addresses:
        raise UsageError("nothing-asked", name="address")
    if len(addresses) > MAX_ADDRESSES:
        raise UsageError("too-many", name="address", limit=MAX_ADDRESSES)
    expand = number(given, "expand", 0, 0, MAX_DEPTH)
    wanted = language if language in LANGUAGES else None
    found = library.look_up(
        (bounded({"address": written}, "address", 120) for written in addresses),
        language=wanted,
        reader=ui,
        within=within,
        edition=edition,
    )
    if not found.shown:
        first = found.absent[0].error
        raise NotFoundError(first.code, **{**first.params, "missing": missing_records(found.absent)})
    return show_record(library, found.clauses, found.absent, both=language == "both", expand=expand)


def refs(library: Library, query: Query, ui: str) -> Record:
    """``/api/refs?address=``: the references from a clause and to it."""
    given = _single(query)
    addresses = query.get("address", [])
    if not addresses:
        raise UsageError("nothing-asked", name="address")
    if len(addresses) > 1:
        raise UsageError("given-twice", name="address")
    language = choice(given, "lang", LANGUAGES) or ui
    within = bounded(given, "in", 80) or None
    address = bounded({"address": addresses[0]}, "address", 120)
    depth = number(given, "depth", 1, 1, MAX_DEPTH)
    clause = library.show(address, language=language, within=within)
    return refs_record(clause, library.expand(clause, depth), library.citing(clause, depth), nested=depth > 1)


def check(library: Library, text: str, edition: str | None, language: str | None = None) -> Record:
    """``POST /api/check``: the citations of a text."""
    return check_record(library.check(text, edition=edition, language=language), edition or library.in_force)


ENDPOINTS: dict[str, Answer] = {"search": search, "show": show, "refs": refs}
