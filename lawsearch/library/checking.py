"""Checking the citations of a text that belongs to no document: a ruling, an appeal form, a translation.

In: a text, and the edition and language it is read in. Out: :class:`~lawsearch.model.CheckedCitation` records in the
order of the text. Promises: every citation that is found comes back, whatever its status; ``text`` at its span is the
citation; a missing one comes with existing clauses near it, the nearest first.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lawsearch.address import nearest
from lawsearch.language.folding import RUSSIAN_ORDER_SIGNS, language_of
from lawsearch.model import Address, CheckedCitation, Document, Reference, Target
from lawsearch.references import Catalogue, Holding, find_citations, resolve, without_own

if TYPE_CHECKING:
    from lawsearch.library.database import Database

_NEAREST = 3


class _Addresses:
    """The addresses of a document, asked for one by one: a page of text cites a few of thousands."""

    __slots__ = ("_document", "_store")

    def __init__(self, store: Database, document: str) -> None:
        self._store = store
        self._document = document

    def __contains__(self, address: object) -> bool:
        return isinstance(address, Address) and self._store.number(self._document, address) is not None


def check_text(text: str, store: Database, *, edition: str, language: str | None) -> list[CheckedCitation]:
    """The citations of a text, read in an edition and a language (None: the text's own)."""
    origin = _origin(edition, language or language_of(text))
    catalogue = Catalogue(tuple(_hold(store, document) for document in store.documents.values()))
    laws = next(iter(catalogue.for_role("laws", origin)), None)
    known: dict[str, list[Address]] = {}
    checked = []
    line, counted = 1, 0
    found = find_citations(text, russian_order=laws is not None and laws.russian_order)
    for citation in without_own(found, text):
        reference = resolve(citation, origin, catalogue)
        asked = replace(origin, edition=citation.edition or origin.edition)  # as it was resolved
        line += _count_line_ends(text[counted : citation.span.start])
        counted = citation.span.start
        checked.append(
            CheckedCitation(
                reference=reference,
                line=line,
                first_words=store.first_words(reference.targets[0]) if reference.targets else "",
                nearest=_nearest(reference, asked, catalogue, store, known),
                edition=_edition(reference, asked, catalogue, store),
            )
        )
    return checked


def _count_line_ends(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _origin(edition: str, language: str) -> Document:
    """What the text is, as far as references need to know: a document of no series, in no library."""
    return Document(
        id="", title="", series="", role="", edition=edition, language=language, layout="plain", encoding=""
    )


def _hold(store: Database, document: Document) -> Holding:
    lettered = not document.embedded and document.role == "laws"
    return Holding(
        document,
        _Addresses(store, document.id),
        russian_order=lettered and store.has_section_label(document.id, RUSSIAN_ORDER_SIGNS),
    )


def _edition(reference: Reference, origin: Document, catalogue: Catalogue, store: Database) -> str:
    """The edition that a reference was looked for in; "" where no document of the library could hold it."""
    if reference.targets:
        return store.documents[reference.targets[0].document].edition
    if reference.status != "missing":
        return ""
    return catalogue.for_role(reference.wanted[0].role, origin)[0].document.edition


def _nearest(
    reference: Reference, origin: Document, catalogue: Catalogue, store: Database, known: dict[str, list[Address]]
) -> tuple[Target, ...]:
    """Clauses that exist near the first wanted one that does not, the nearest first."""
    if reference.status != "missing":
        return ()
    holding = catalogue.for_role(reference.wanted[0].role, origin)[0]
    document = holding.document.id
    wanted = next((item.address for item in reference.wanted if item.address not in holding.addresses), None)
    if wanted is None:
        return ()  # it is in this document, and another one of the edition lacks it
    if document not in known:
        known[document] = store.addresses(document)
    near = nearest(wanted, known[document], _NEAREST)
    return tuple(Target(document=document, address=address) for address in near)
