"""What is said of a hit beside its text: which text it stands in, and why it was found where the words do not show it.

The same on the command line, on the page, in its offline copy and in the reader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.language.folding import language_of
from lawsearch.locale import N_, gettext
from lawsearch.locale.display import safe

if TYPE_CHECKING:
    from lawsearch.model import Document, Hit, Span, Through

__all__ = ["THROUGH", "Said", "cut_marks", "name_of_work", "plain", "rows_beside", "said_through", "ways_of"]

# A piece of a sentence, and the language of its words; "" for that of the interface.
Said = list[tuple[str, str]]

_STOPS = (".", ",", ";", ":", "!", "?")

THROUGH = {
    "term": N_("“{words}” is “{text}”"),
    "near": N_("close to “{words}”: “{text}”"),
    "situation": N_("players say: “{text}”"),
    "twin": N_("in the other language: “{text}”"),
}


def said_through(item: Through) -> Said:
    """Why a hit was found, in pieces."""
    if item.kind not in THROUGH:
        return [(safe(item.text), item.language)]
    pieces: Said = []
    rest = gettext(THROUGH[item.kind])
    values = {"words": (item.words, language_of(item.words)), "text": (item.text, item.language)}
    while rest:
        places = sorted((rest.find(f"{{{name}}}"), name) for name in values if f"{{{name}}}" in rest)
        if not places:
            break
        place, name = places[0]
        words, language = values[name]
        pieces += [(rest[:place], ""), (safe(words), language)]
        rest = rest[place + len(name) + 2 :]
    return [piece for piece in (*pieces, (rest, "")) if piece[0]]


def ways_of(hit: Hit) -> str:
    """All that a hit was found through, on one line; "" where the words of the query show it."""
    return "; ".join(plain(said_through(item)) for item in hit.through)


def cut_marks(hit: Hit) -> tuple[str, str]:
    """What stands before and behind the passage of a hit: dots where its text goes on, apart from a sign that ends it."""
    before = "… " if hit.snippet_span.start else ""
    if hit.snippet_span.stop >= len(hit.text):
        return before, ""
    return before, " …" if hit.snippet.endswith(_STOPS) else "…"


def rows_beside(hit: Hit) -> tuple[Span, ...]:
    """The rows of a table that answer, its head first; none where the passage shows them all."""
    shown = all(hit.snippet_span.start <= row.start and row.stop <= hit.snippet_span.stop for row in hit.rows)
    return () if shown else hit.rows


def plain(pieces: Said) -> str:
    """The sentence of some pieces."""
    return "".join(text for text, _ in pieces)


def name_of_work(document: Document) -> str:
    """A text as a list of hits names it: short for those that come along, by their title for the user's own."""
    if not document.embedded:
        return safe(document.title)
    if document.role == "laws":
        return gettext("Laws {edition}, restatement").format(edition=document.edition)
    return gettext("director’s notes")  # noqa: RUF001 - the apostrophe of print
