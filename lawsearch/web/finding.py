"""The search page: results, filters, and what was mended in the query."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from markupsafe import Markup

from lawsearch.address import try_address
from lawsearch.errors import NotFoundError, UsageError
from lawsearch.export.markup import text_html
from lawsearch.language import LANGUAGES
from lawsearch.library import Library
from lawsearch.library.searching import KINDS
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.locale.hits import cut_marks, name_of_work, rows_beside, said_through
from lawsearch.locale.reading import describe_reading
from lawsearch.model import Document, Hit, Results, Span
from lawsearch.web.asking import MAX_WORD, MAX_WORDS, Asked, bounded, choice, number
from lawsearch.web.contents import other_works
from lawsearch.web.page import Page, Redirect, with_query
from lawsearch.web.places import Places
from lawsearch.web.wording import coloured, in_force_badge, in_languages, quoting

__all__ = ["Filters", "near_links", "read_filters", "show_search"]

PAGE = 20  # hits
MOST = 200
_SAYS_LANGUAGE = r"[^\W\d_]{3}"  # letters of a word; those of a number belong to both languages


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What narrows a search; None where anything goes. The names are those of ``Library.search``."""

    within: str | None
    language: str | None
    edition: str | None
    laws: str | None
    kind: str | None

    @property
    def any(self) -> bool:
        return any((self.within, self.language, self.edition, self.laws, self.kind))

    @property
    def options(self) -> dict[str, Any]:
        """What ``Library.search`` is given."""
        return asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A hit as it is shown. ``work`` names the text it stands in, ``through`` says why it was found.

    ``rows`` are those of a table that answer, cell by cell, its head first; ``below`` the clauses that it leads in: link,
    address, first words.
    """

    address: str
    language: str
    link: str
    title: Markup
    body: Markup
    document: Document
    work: str
    other_languages: tuple[tuple[str, str], ...]
    through: tuple[Markup, ...]
    rows: tuple[tuple[Markup, ...], ...] = ()
    below: tuple[tuple[str, str, str], ...] = ()


def read_filters(query: Mapping[str, str], *, language: str = "text") -> Filters:
    """The filters of a query; ``language`` is the name of the parameter for the language of the texts."""
    return Filters(
        within=bounded(query, "in", 80) or None,
        language=choice(query, language, LANGUAGES),
        edition=bounded(query, "edition") or None,
        laws=bounded(query, "law") or None,
        kind=choice(query, "kind", KINDS),
    )


def show_search(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/`` and ``/search?q=…``; with ``part=results`` only the answer. The number of a clause goes to the clause."""
    places = Places(library.documents)
    query = asked.query
    words = bounded(query, "q", MAX_WORDS)
    filters = read_filters(query)
    limit = number(query, "limit", PAGE, 1, MOST)
    part = query.get("part") == "results"
    reader = asked.text if asked.text != "both" else asked.ui
    results = library.search(words, limit=limit, reader=reader, **filters.options) if words else None
    if results is not None and _is_address(results) and not part and "stay" not in query:
        hit = results.hits[0]
        # a bare number says nothing of a language, words do
        language = hit.language if re.search(_SAYS_LANGUAGE, words) else asked.ui
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
            "said": quoting(_said(results, found), results.query) if results is not None else "",
            "said_plain": _said(results, found) if results is not None else "",
            "read_as": quoting(describe_reading(results.read_as), results.read_as.target)
            if results is not None and results.read_as is not None
            else "",
            "nearest": _nearest(library, places, words, asked) if results is not None and not found else [],
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


def _nearest(library: Library, places: Places, words: str, asked: Asked) -> list[tuple[str, str, str]]:
    """The clauses near a number that is not there: number, heading and link."""
    if len(words) > MAX_WORD or try_address(words) is None:
        return []
    try:
        library.find(words, language=asked.ui)
    except NotFoundError as error:
        near = error.params.get("nearest")
        return near_links(library, places, near if isinstance(near, list) else [], asked)
    except UsageError:
        pass
    return []


def near_links(library: Library, places: Places, names: list[str], asked: Asked) -> list[tuple[str, str, str]]:
    """Clauses that are near a number which is not there, those of the work in sight first: number, heading and link."""
    here = {document.id for document in places.documents_at(asked.path.split("/")[1])}
    links = []
    for name in names:
        holders = library.find(name, language=asked.text if asked.text in LANGUAGES else asked.ui)
        one = next((target for target in holders if target.document in here), holders[0])
        words = shown_heading(shorten(library.first_words(one), 110))
        links.append((str(one.address), words, places.link_to(one)))
    return links


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
    before, behind = cut_marks(hit)
    body = Markup("{}{}{}").format(before, coloured(text_html(hit.snippet, marks)), behind)
    title = shown_heading(hit.title)
    title_marks = [
        Span(span.start, min(span.stop, len(title))) for span in hit.title_highlights if span.start < len(title)
    ]
    link = _link(places, hit, asked)
    return Found(
        address=str(hit.address),
        language=hit.language,
        link=link,
        title=coloured(text_html(title, title_marks)),
        body=body,
        document=library.documents[hit.document],
        work=name_of_work(library.documents[hit.document]),
        other_languages=tuple(
            (twin.language, places.link(twin.document, hit.address, twin.language)) for twin in hit.twins
        ),
        through=tuple(in_languages(said_through(item)) for item in hit.through),
        rows=_rows(hit),
        below=tuple(
            (places.link(hit.document, address, hit.language), str(address), words) for address, words in hit.below
        ),
    )


def _rows(hit: Hit) -> tuple[tuple[Markup, ...], ...]:
    """The rows of a table that answer, unless the passage shows them."""
    return tuple(
        tuple(coloured(text_html(cell, [])) for cell in hit.text[row.start : row.stop].split(" | "))
        for row in rows_beside(hit)
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
        best = ngettext("The best {shown} of {total} clause", "The best {shown} of {total} clauses", results.total)
        return best.format(shown=len(found), total=results.total)
    return ngettext("{count} clause", "{count} clauses", len(found)).format(count=len(found))
