"""The contents of a work: its chapters with their laws, in the languages that are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lawsearch.address import try_address
from lawsearch.errors import NotFoundError
from lawsearch.library import Library
from lawsearch.locale.heading import shown_heading, shown_label
from lawsearch.model import Clause, Document
from lawsearch.web.asking import Asked
from lawsearch.web.page import Page, Redirect
from lawsearch.web.places import Places
from lawsearch.web.wording import badge_of, heading_of

__all__ = ["HOLDERS", "contents_parts", "go_to_contents", "other_works", "show_contents", "shown_documents"]

HOLDERS = ("chapter", "part")  # what holds laws, and is shown as a list


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the contents: a clause, its label and headings as (language, text), and where it is."""

    address: str
    labels: tuple[tuple[str, str], ...]
    headings: tuple[tuple[str, str], ...]
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A chapter of the contents; without ``head``, what stands outside of chapters."""

    head: Line | None
    lines: tuple[Line, ...]


def show_contents(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/2017``: the contents of a work."""
    places = Places(library.documents)
    place = params["place"]
    documents = places.documents_at(place)
    if not documents:
        return _typed_address(library, asked, place, places)
    if place != places.place_of(documents[0].id):
        return Redirect(places.link(documents[0].id))
    shown = shown_documents(documents, asked)
    parts = contents_parts(library, places, shown, asked)
    return Page(
        template="laws.jinja" if asked.query.get("part") == "laws" else "contents.jinja",
        records={
            "documents": shown,
            "languages_of": [document.language for document in documents],
            "parts": parts,
            "others": [(one.title, one.language, places.link(one.id, language=asked.text)) for one in other_works(places, documents, asked)],
            "badge": badge_of(shown[0]),
            "place": place,
        },
    )  # fmt: skip


def go_to_contents(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/contents``: those of the first work of the library."""
    return Redirect(Places(library.documents).link(next(iter(library.documents)), language=asked.text))


def shown_documents(documents: list[Document], asked: Asked) -> list[Document]:
    """The documents of a work in the languages that are wanted, the interface's first."""
    if asked.text != "both":
        wanted = [document for document in documents if document.language == asked.text]
        return wanted[:1] or documents[:1]
    return sorted(documents, key=lambda document: document.language != asked.ui)


def other_works(places: Places, documents: list[Document], asked: Asked) -> list[Document]:
    """One document of each other work, in the interface's language where it has it."""
    found = []
    for _place, members in places.works():
        if members[0].id not in {document.id for document in documents}:
            found.append(next((one for one in members if one.language == asked.ui), members[0]))
    return found


def _typed_address(library: Library, asked: Asked, written: str, places: Places) -> Redirect:
    """``/64A1``: the clause of the laws in force; anything else is not there."""
    if try_address(written[:60]) is None:
        raise NotFoundError("no-such-page")
    target = library.find(written, language=asked.ui)[0]
    return Redirect(places.link_to(target))


def contents_parts(library: Library, places: Places, shown: Sequence[Document], asked: Asked) -> list[Part]:
    """The chapters with their laws; each line in the languages that are shown."""
    trees = [library.toc(document.id) for document in shown]
    names: dict[str, list[tuple[str, str]]] = {}
    labels: dict[str, list[tuple[str, str]]] = {}
    for document, roots in zip(shown, trees, strict=True):
        for root in roots:
            for clause in (root, *root.children):
                if clause.address is not None:
                    names.setdefault(str(clause.address), []).append((document.language, _entry_name(clause)))
                    label = shown_label(clause.label) if clause.kind in HOLDERS else ""
                    labels.setdefault(str(clause.address), []).append((document.language, label))

    def line(clause: Clause) -> Line:
        assert clause.address is not None
        return Line(
            address=str(clause.address),
            labels=tuple(labels[str(clause.address)]),
            headings=tuple(names[str(clause.address)]),
            link=places.link(clause.document, clause.address, asked.text),
        )

    parts: list[Part] = []
    loose: list[Line] = []
    for root in trees[0]:
        if root.address is None:
            continue
        if root.kind not in HOLDERS:
            loose.append(line(root))
            continue
        if loose:
            parts.append(Part(head=None, lines=tuple(loose)))
            loose = []
        parts.append(Part(head=line(root), lines=tuple(line(one) for one in root.children if one.address is not None)))
    if loose:
        parts.append(Part(head=None, lines=tuple(loose)))
    return parts


def _entry_name(clause: Clause) -> str:
    if clause.kind == "definition":
        return shown_heading(clause.heading or clause.text.partition(".")[0])
    return heading_of(clause)
