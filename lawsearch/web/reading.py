"""The reading page: a clause in its law, side by side, with its references, notes and back-references."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from markupsafe import Markup

from lawsearch.address import canonical
from lawsearch.errors import NotFoundError, UsageError
from lawsearch.export.markup import text_html
from lawsearch.library import Library
from lawsearch.library.aligning import Row, align
from lawsearch.library.holders import comparable
from lawsearch.locale.citing import citation, short_citation
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Address, Clause, Document, Target
from lawsearch.web.asking import Asked
from lawsearch.web.contents import HOLDERS, contents_parts, shown_documents
from lawsearch.web.page import Page, Redirect
from lawsearch.web.places import Places
from lawsearch.web.rendering import Block, Renderer
from lawsearch.web.wording import badge_of, coloured, heading_of

__all__ = ["show_clause"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """A back-reference: the sentence with the citation in it marked, and where it stands."""

    address: str
    title: str
    link: str
    body: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """The notes on a law. ``close`` are those that speak of the clause itself, ``rest`` all others."""

    document: Document
    heading: str
    link: str
    close: tuple[Block, ...]
    rest: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What the page of a clause is made from.

    ``documents`` are those of the clause's work, ``shown`` those of them in the languages that are wanted. ``frame``
    is what the page holds: the law that the clause stands in, or the chapter that it is.
    """

    library: Library
    places: Places
    asked: Asked
    documents: Sequence[Document]
    shown: Sequence[Document]
    clause: Clause
    frame: Clause

    @property
    def document(self) -> Document:
        return self.library.documents[self.clause.document]


def show_clause(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/2017/64A1?lang=both``: a clause in its law."""
    places = Places(library.documents)
    place, written = params["place"], params["address"]
    documents = places.documents_at(place)
    if not documents:
        raise NotFoundError("no-such-page")
    try:
        wanted = _stored_address(library, documents, written)
    except UsageError as error:
        near = error.params.get("nearest")
        if not near:
            raise NotFoundError("no-such-page") from None
        raise NotFoundError("no-such-clause", address=written[:120], nearest=near) from None
    if "lang" not in asked.query and place in library.documents:
        asked = replace(asked, text=documents[0].language)
    shown = shown_documents(documents, asked)
    target = _choose(library, wanted, shown, documents)
    clause = library.clause(target)
    assert clause.address is not None
    canonical_place = places.place_of(target.document)
    if place != canonical_place or written != str(wanted):
        return Redirect(places.link(target.document, wanted, asked.text))
    reading = Reading(
        library=library, places=places, asked=asked, documents=documents, shown=shown,
        clause=clause, frame=_frame_of(library, clause),
    )  # fmt: skip
    return _show_holder(reading) if clause.kind in HOLDERS else _show_law(reading)


def _frame_of(library: Library, clause: Clause) -> Clause:
    """The law that a clause stands in; a law, a chapter and a definition are their own."""
    if clause.kind in HOLDERS:
        return clause
    for above in library.context(clause):
        if above.kind not in HOLDERS and above.address is not None:
            return library.clause(Target(document=clause.document, address=above.address))
    return clause


def _stored_address(library: Library, documents: Sequence[Document], written: str) -> Address:
    """The address as it is written in the path if some document holds it so, else as a person wrote it."""
    written = written[:120]
    exact = canonical(written)
    held = {target.document for target in _holders(library, exact)}
    if held & {document.id for document in documents}:
        return exact
    return library.read_address(written, {document.id for document in documents})


def _holders(library: Library, address: Address) -> list[Target]:
    try:
        return library.find(address)
    except NotFoundError:
        return []


def _choose(library: Library, wanted: Address, shown: Sequence[Document], documents: Sequence[Document]) -> Target:
    holders = {target.document: target for target in _holders(library, wanted)}
    for document in (*shown, *documents):
        if document.id in holders:
            return holders[document.id]
    return library.find(wanted, within=documents[0].id)[0]  # says what is near


def _show_holder(reading: Reading) -> Page:
    """A chapter: its laws as a list; definitions in full."""
    rows = _rows(reading)
    renderer = Renderer(reading.library, reading.places, reading.asked.text, terms=False)
    in_full = [
        row for row in rows[1:] if row.depth == 1 and any(cell and cell.kind == "definition" for cell in row.cells)
    ]
    parts = [
        part
        for part in contents_parts(reading.library, reading.places, reading.shown, reading.asked)
        if part.head is not None and part.head.address == str(reading.clause.address)
    ]
    return Page(
        template="chapter.jinja",
        records={
            **_frame_records(reading),
            "head": renderer.block(rows[0]),
            "blocks": [renderer.block(row) for row in in_full],
            "lines": [line for part in parts for line in part.lines] if not in_full else [],
        },
    )


def _rows(reading: Reading) -> list[Row]:
    """The rows of the frame in the languages that are shown, in their order."""
    if len(reading.shown) == 1:
        return align([reading.frame])
    aligned = reading.library.aligned(reading.frame)
    ids = [document.id for document in aligned.documents]
    order = [ids.index(document.id) for document in reading.shown if document.id in ids]
    return [replace(row, cells=tuple(row.cells[place] for place in order)) for row in aligned.rows]


def _show_law(reading: Reading) -> Page:
    library, clause = reading.library, reading.clause
    renderer = Renderer(library, reading.places, reading.asked.text)
    below = {str(one.address) for one in clause.walk() if one.address is not None}
    marking = clause is not reading.frame
    blocks: list[Block] = []
    inner = False
    depth = 0
    for row in _rows(reading):
        if row.address is not None or row.depth <= depth:
            inner = marking and str(row.address) in below
            depth = row.depth
        marked = ("self" if row.address == clause.address else "below") if inner else ""
        blocks.append(renderer.block(row, marked))
    quotes, notes, cited = _around(reading)
    return Page(
        template="clause.jinja",
        records={
            **_frame_records(reading),
            "head": blocks[0],
            "blocks": blocks[1:],
            "quotes": quotes,
            "cited": cited,
            "notes": notes,
            "laws": _law_beside(reading),
            "marking": marking,
            "citation": _citations(reading),
            "comparable": bool(comparable(library.documents, reading.document)),
        },
    )


def _frame_records(reading: Reading) -> dict[str, Any]:
    library, clause, frame = reading.library, reading.clause, reading.frame
    language = reading.asked.text
    neighbours = library.neighbours(frame)
    above = [
        (str(one.address), heading_of(one), reading.places.link(one.document, one.address, language), one.kind)
        for one in library.context(frame)
        if one.address is not None
    ]
    document = reading.document
    return {
        "clause": clause,
        "frame": frame,
        "title": heading_of(clause) if clause.heading else heading_of(frame),
        "name": heading_of(frame) if frame.heading else (above[-1][1] if above else document.title),
        "document": document,
        "shown": reading.shown,
        "languages_of": [one.language for one in reading.documents],
        "contents": reading.places.link(document.id, language=language),
        "above": above,
        "before": _neighbour(reading, neighbours.before),
        "after": _neighbour(reading, neighbours.after),
        "badge": badge_of(document),
        "permalink": reading.places.link(document.id, clause.address, language),
    }


def _neighbour(reading: Reading, target: Target | None) -> tuple[str, str, str] | None:
    """Its address, first words and link."""
    if target is None:
        return None
    words = shown_heading(shorten(reading.library.first_words(target), 70))
    return str(target.address), words, reading.places.link_to(target, reading.asked.text)


def _citations(reading: Reading) -> dict[str, tuple[str, str]]:
    """By language, what is put under a copied clause, and the citation alone."""
    clause = reading.clause
    found = {}
    for document in reading.shown:
        own = clause
        if document.id != clause.document:
            own = next((twin for twin in reading.library.twins(clause) if twin.document == document.id), clause)
        line = f"{citation(document, own, document.language)}. {document.notice}".strip()
        found[document.language] = (line, short_citation(document, own, document.language))
    return found


def _around(reading: Reading) -> tuple[list[Quote], list[Notes], tuple[int, int]]:
    """The back-references of a clause that are not in the notes on its law, these notes, and how many references lead
    to the clause: in all, and from these notes.
    """
    library, clause = reading.library, reading.clause
    citing = library.citing(clause)
    number = _law_number(reading)
    noted: list[Notes] = []
    taken: set[str] = set()
    if reading.document.role == "laws" and number is not None:
        near = (
            set() if clause is reading.frame else {(item.source.document, str(item.source.address)) for item in citing}
        )
        for section in _sections_on(library, reading.document, number):
            noted.append(_notes(reading, section, near))
            taken |= {f"{section.document}:{one.address}" for one in section.walk()}
    quotes = []
    inside = 0
    for (source, sentence), group in groupby(citing, key=lambda item: (item.source, item.sentence)):
        items = list(group)
        if f"{source.document}:{source.address}" in taken:
            inside += len(items)
            continue
        quotes.append(
            Quote(
                address=str(source.address),
                title=library.documents[source.document].title,
                link=reading.places.link_to(source, reading.asked.text),
                body=coloured(text_html(sentence, [item.span for item in items])),
            )
        )
    return quotes, noted, (len(citing), inside)


def _law_number(reading: Reading) -> int | None:
    return reading.frame.address.number if reading.frame.address is not None else None


def _sections_on(library: Library, document: Document, number: int) -> Iterable[Clause]:
    """The sections of commentaries on a law, in the law's language, its own edition first."""
    sections = []
    for target in _holders(library, Address((str(number),))):
        record = library.documents[target.document]
        if record.role == "commentary" and record.language == document.language and record.layout == "commentary":
            sections.append((record.edition != document.edition, library.clause(target)))
    return [section for _, section in sorted(sections, key=lambda item: item[0])]


def _notes(reading: Reading, section: Clause, near: Set[tuple[str, str]]) -> Notes:
    """A section of notes; ``near`` are the clauses, by document and address, that cite what is read."""
    renderer = Renderer(reading.library, reading.places, reading.asked.text, terms=False)
    close: list[Block] = []
    rest: list[Block] = []
    own = [replace(section, heading=None, children=())] if section.text else []
    for one in (*own, *section.children):
        speaks = any((part.document, str(part.address)) in near for part in one.walk())
        (close if speaks else rest).extend(renderer.tree(one))
    assert section.address is not None
    return Notes(
        document=reading.library.documents[section.document],
        heading=heading_of(section),
        link=reading.places.link(section.document, section.address, reading.asked.text),
        close=tuple(close),
        rest=tuple(rest),
    )


def _law_beside(reading: Reading) -> tuple[str, str, str] | None:
    """The law that a section of a commentary is on: its address, first words and link."""
    document, documents = reading.document, reading.library.documents
    number = _law_number(reading)
    if document.role != "commentary" or document.layout != "commentary" or number is None:
        return None

    def nearness(target: Target) -> tuple[bool, bool]:
        other = documents[target.document]
        return other.edition != document.edition, other.language != document.language

    holders = _holders(reading.library, Address((str(number),)))
    laws = [target for target in holders if documents[target.document].role == "laws"]
    return _neighbour(reading, min(laws, key=nearness, default=None))
