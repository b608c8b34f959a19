"""Where documents stand in the addresses of the page: ``/2017/64A1``, ``/notes-2017/54.3``, ``/rules-undated-ru/3``.

A *work* is a series in one edition, in however many languages. Its place is the edition for the Laws that come first
in the library, the series and the edition for another work in several languages, else the document's own name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote, urlencode

from lawsearch.model import Address, Document, Target

__all__ = ["Places"]


class Places:
    """The places of the documents of a library."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._documents = documents
        works: dict[tuple[str, str], list[Document]] = {}
        for document in documents.values():
            works.setdefault((document.series, document.edition), []).append(document)
        self._by_place: dict[str, list[Document]] = {}
        self._place_of: dict[str, str] = {}
        for (series, edition), members in works.items():
            place = _place(series, edition, members, self._by_place)
            self._by_place[place] = members
            self._place_of.update((document.id, place) for document in members)

    def documents_at(self, place: str) -> list[Document]:
        """The documents of a work by its place; one document by its own name; none if the place is unknown."""
        if place in self._by_place:
            return self._by_place[place]
        return [self._documents[place]] if place in self._documents else []

    def place_of(self, document: str) -> str:
        return self._place_of[document]

    def works(self) -> Iterable[tuple[str, list[Document]]]:
        """Every place with its documents."""
        return self._by_place.items()

    def link(self, document: str, address: Address | None = None, language: str | None = None) -> str:
        """The address of a clause's page, or of a document's contents, in a language where there are several."""
        place = self._place_of[document]
        path = f"/{quote(place)}" + (f"/{quote(str(address), safe='():.,')}" if address is not None else "")
        if len(self._by_place[place]) > 1:
            path += "?" + urlencode({"lang": language or self._documents[document].language})
        return path

    def link_to(self, target: Target, language: str | None = None) -> str:
        """As :meth:`link`, for a target."""
        return self.link(target.document, target.address, language)


def _place(series: str, edition: str, members: list[Document], taken: Mapping[str, object]) -> str:
    if members[0].role == "laws" and edition.isdigit() and edition not in taken:
        return edition
    return f"{series}-{edition}" if len(members) > 1 else members[0].id
