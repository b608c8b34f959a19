"""Previews: clauses that a reference opens inside the text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from markupsafe import Markup

from lawsearch.address import canonical
from lawsearch.errors import NotFoundError, UsageError
from lawsearch.library import Library
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Clause, Document, Target
from lawsearch.web.asking import Asked, bounded
from lawsearch.web.contents import HOLDERS
from lawsearch.web.page import Page, Redirect
from lawsearch.web.places import Places
from lawsearch.web.rendering import Block, Cell, Renderer
from lawsearch.web.wording import heading_of

__all__ = ["show_preview"]

MAX_PREVIEW = 1600  # characters of a preview before it is cut to first words
MAX_TARGETS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A clause opened in place: where it stands, its blocks, and whether only first words of them are shown."""

    title: str
    address: str
    language: str
    document: Document
    link: str
    blocks: tuple[Block, ...]
    shortened: bool


def show_preview(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/preview?targets=digest-2017-ru:45 …``: clauses to open inside a text; ``whole=1`` shows all below them."""
    places = Places(library.documents)
    names = bounded(asked.query, "targets", 1000).split()
    if not names:
        raise UsageError("nothing-asked", name="targets")
    previews = []
    for name in names[:MAX_TARGETS]:
        document, _, written = name.partition(":")
        if document not in library.documents or not written:
            raise NotFoundError("no-such-page")
        target = Target(document=document, address=canonical(written))
        previews.append(_preview(library, places, target, asked, whole=len(names) == 1 and "whole" in asked.query))
    return Page(
        template="preview.jinja",
        records={"previews": previews, "more": max(0, len(names) - MAX_TARGETS), "alone": len(previews) == 1},
    )


def _preview(library: Library, places: Places, target: Target, asked: Asked, *, whole: bool) -> Preview:
    clause = library.clause(target)
    above = library.context(clause)
    record = library.documents[target.document]
    text = asked.text if "lang" in asked.query else record.language
    renderer = Renderer(library, places, text, terms=False)
    size = sum(len(one.text) for one in clause.walk())
    shortened = size > MAX_PREVIEW and not whole
    headings = [one for one in (*above, clause) if one.heading and one.kind not in HOLDERS]
    return Preview(
        title=shown_heading(headings[-1].heading) if headings else "",
        address=str(clause.address),
        language=record.language,
        document=record,
        link=places.link_to(target, text),
        blocks=tuple(_first_words(library, places, clause, text) if shortened else renderer.tree(clause)),
        shortened=shortened,
    )


def _first_words(library: Library, places: Places, clause: Clause, text: str) -> list[Block]:
    """The clause's own text, and the first words of what stands right below it."""
    renderer = Renderer(library, places, text, terms=False)
    own = renderer.tree(replace(clause, children=()))
    language = library.documents[clause.document].language
    for child in clause.children:
        body = Markup("<p>{}</p>").format(heading_of(child))
        own.append(
            Block(
                address=str(child.address) if child.address else None,
                link=places.link(child.document, child.address, text) if child.address else None,
                depth=1,
                cells=(Cell(language=language, heading=None, body=body, cut=""),),
            )
        )
    return own
