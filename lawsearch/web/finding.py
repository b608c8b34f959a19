"""The search page: results, filters, and what was mended in the query."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from lawsearch.export.markup import text_html
from lawsearch.library import Library
from lawsearch.library.searching import KINDS
from lawsearch.locale import UI_LANGUAGES, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import sentence_case
from lawsearch.locale.reading import describe_reading
from lawsearch.model import Document, Hit, Results, Span, Through
from lawsearch.web.asking import MAX_WORDS, Asked, bounded, choice, number
from lawsearch.web.places import Places
from lawsearch.web.views import Page, Redirect, other_works, with_query
from lawsearch.web.wording import coloured, in_force_badge

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
    kind: str | None

    @property
    def any(self) -> bool:
        return any((self.within, self.language, self.edition, self.laws, self.kind))


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
    through: tuple[str, ...]


def read_filters(query: Mapping[str, str], *, language: str = "text") -> Filters:
    """The filters of a query; ``language`` is the name of the parameter for the language of the texts."""
    return Filters(
        within=bounded(query, "in", 80) or None,
        language=choice(query, language, UI_LANGUAGES),
        edition=bounded(query, "edition") or None,
        laws=bounded(query, "law") or None,
        kind=choice(query, "kind", KINDS),
    )


def ask(library: Library, words: str, filters: Filters, limit: int, offset: int = 0, sort: str = "rank") -> Results:
    """The library's answer."""
    return library.search(
        words,
        limit=limit,
        offset=offset,
        sort=sort,
        language=filters.language,
        within=filters.within,
        edition=filters.edition,
        laws=filters.laws,
        kind=filters.kind,
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
        hit = results.hits[0]
        # a bare number says nothing of a language, words do
        language = hit.language if re.search(r"[^\W\d_]{3}", words) else asked.ui
        return Redirect(places.link(hit.document, hit.address, "both" if asked.text == "both" else language))
    found = [_found(library, places, hit, asked) for hit in results.hits] if results is not None else []
    return Page(
        template="results.jinja" if part else "search.jinja",
        records={
            "words": words,
            "results": results,
            "found": found,
            "filters": filters,
            "documents": list(library.documents.values()),
            "kinds": kind_names(),
            "shelf": [(one.title, one.language, places.link(one.id)) for one in other_works(places, [], asked)],
            "said": _said(results, found) if results is not None else "",
            "read_as": describe_reading(results.read_as) if results is not None and results.read_as is not None else "",
            "more": with_query("/search", query, limit=str(min(limit + PAGE, MOST)), part=None)
            if results is not None and results.total > len(found) and limit < MOST
            else None,
            "suggestions": [(text, with_query("/search", query, q=text, part=None)) for text in results.suggestions]
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
    body = coloured(text_html(hit.snippet, marks))
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
        title=coloured(text_html(title, list(hit.title_highlights))),
        body=body,
        document=library.documents[hit.document],
        references=len(hit.references),
        other_languages=tuple(
            (twin.language, places.link(twin.document, hit.address, twin.language)) for twin in hit.twins
        ),
        through=tuple(_through(item) for item in hit.through),
    )


def kind_names() -> list[tuple[str, str]]:
    """The kinds of clauses that a search can be narrowed to, in words."""
    names = {"definition": _("definitions"), "law": _("laws"), "note": _("notes"), "table": _("tables")}
    return [(kind, names[kind]) for kind in KINDS]


def _said(results: Results, found: list[Found]) -> str:
    """How much was found, for eyes and screen readers."""
    if not found:
        return _("Nothing found for “{query}”.").format(query=results.query)
    if results.total > len(found):
        return _("The best {shown} of {total} clauses").format(shown=len(found), total=results.total)
    return ngettext("{count} clause", "{count} clauses", len(found)).format(count=len(found))


def _through(item: Through) -> str:
    """What a hit came through, where the words of the query do not stand in it."""
    sentences = {
        "term": _("“{words}” is “{text}”"),
        "near": _("close to “{words}”: {text}"),
        "situation": _("players say: “{text}”"),
        "twin": _("in the other language: “{text}”"),
    }
    return sentences[item.kind].format(words=item.words, text=item.text) if item.kind in sentences else item.text
