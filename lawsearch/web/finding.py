"""The search page: results, filters, and what was mended in the query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from lawsearch.export.markup import text_html
from lawsearch.library import Library
from lawsearch.locale import UI_LANGUAGES
from lawsearch.model import Document, Hit, Results, Span
from lawsearch.web.asking import MAX_WORDS, Asked, bounded, choice, number
from lawsearch.web.places import Places
from lawsearch.web.views import Page, Redirect, in_force_badge, sentence_case, with_query

__all__ = ["Filters", "ask", "read_filters", "show_search"]

PAGE = 20  # hits
MOST = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What narrows a search; None where anything goes."""

    within: str | None
    language: str | None
    edition: str | None
    laws: str | None

    @property
    def any(self) -> bool:
        return any((self.within, self.language, self.edition, self.laws))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A hit as it is shown. ``document`` is None where the text is the restatement in force."""

    address: str
    language: str
    link: str
    title: Markup
    body: Markup
    document: Document
    references: int
    other_languages: tuple[tuple[str, str], ...]


def read_filters(query: Mapping[str, str], *, language: str = "text") -> Filters:
    """The filters of a query; ``language`` is the name of the parameter for the language of the texts."""
    return Filters(
        within=bounded(query, "in", 80) or None,
        language=choice(query, language, UI_LANGUAGES),
        edition=bounded(query, "edition") or None,
        laws=bounded(query, "law") or None,
    )


def ask(library: Library, words: str, filters: Filters, limit: int) -> Results:
    """The library's answer."""
    return library.search(
        words, limit=limit, language=filters.language, within=filters.within, edition=filters.edition, laws=filters.laws
    )


def show_search(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/`` and ``/search?q=…``; with ``part=results`` only the answer. The number of a clause goes to the clause."""
    places = Places(library.documents)
    query = asked.query
    words = bounded(query, "q", MAX_WORDS)
    filters = read_filters(query)
    limit = number(query, "limit", PAGE, 1, MOST)
    part = query.get("part") == "results"
    results = ask(library, words, filters, limit) if words else None
    if results is not None and _is_address(results) and not part and "stay" not in query:
        return Redirect(_link(places, results.hits[0], asked))
    found = [_found(library, places, hit, asked) for hit in results.hits] if results is not None else []
    return Page(
        template="results.jinja" if part else "search.jinja",
        records={
            "words": words,
            "results": results,
            "found": found,
            "filters": filters,
            "documents": list(library.documents.values()),
            "more": with_query("/search", query, limit=str(min(limit + PAGE, MOST)), part=None)
            if results is not None and results.total > len(found) and limit < MOST
            else None,
            "shown": limit - PAGE if limit > PAGE else 0,
            "suggestions": [
                (text, with_query("/search", query, q=text, part=None)) for text in results.suggestions
            ]
            if results is not None
            else [],
            "without": with_query("/search", {"q": words}) if filters.any else None,
            "badge": in_force_badge(library),
        },
    )


def _is_address(results: Results) -> bool:
    return bool(results.hits) and results.read_as is not None and results.read_as.kind == "address"


def _link(places: Places, hit: Hit, asked: Asked) -> str:
    return places.link(hit.document, hit.address, hit.language if asked.text != "both" else "both")


def _found(library: Library, places: Places, hit: Hit, asked: Asked) -> Found:
    start, stop = hit.snippet_span.start, hit.snippet_span.stop
    marks = [
        Span(max(span.start, start) - start, min(span.stop, stop) - start)
        for span in hit.highlights
        if span.start < stop and start < span.stop
    ]
    body = Markup(text_html(hit.snippet, marks))  # noqa: S704 - escapes
    if start > 0:
        body = Markup("… ") + body
    if stop < len(hit.text):
        body += Markup("…")
    title = sentence_case(hit.title)
    link = _link(places, hit, asked)
    return Found(
        address=str(hit.address),
        language=hit.language,
        link=link,
        title=Markup(text_html(title, list(hit.title_highlights))),  # noqa: S704 - escapes
        body=body,
        document=library.documents[hit.document],
        references=len(hit.references),
        other_languages=tuple(
            (twin.language, places.link(twin.document, hit.address, twin.language)) for twin in hit.twins
        ),
    )


