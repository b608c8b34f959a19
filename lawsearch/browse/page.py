"""What stands on one page of the reader: a whole law around the clause that is read, in one language or two.

In: a library and a place. Out: rows of clauses. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawsearch.locale.display import safe
from lawsearch.locale.heading import shown_heading, titled
from lawsearch.model import Clause, Document, Target

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.library.aligning import Row

# These hold laws and have little text of their own: their page lists what they hold.
_HOLDERS = ("chapter", "part")
# A page with more clauses would be slow to lay out; the longest law has some fifty.
_LARGEST_PAGE = 150
# A text without laws or chapters is shown in stretches of this many paragraphs.
_PARAGRAPH = "paragraph"
_PARAGRAPHS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """``rows`` have a cell for each of ``documents``; ``listed`` are clauses that are named on the page, not shown."""

    root: Target
    documents: tuple[Document, ...]
    rows: tuple[Row, ...]
    listed: tuple[Target, ...] = ()


def place_of(clause: Clause) -> Target:
    """The full name of a clause that has an address."""
    assert clause.address is not None
    return Target(document=clause.document, address=clause.address)


def page_of(library: Library, outlines: Outlines, place: Target, *, both: bool) -> Page:
    """The page that shows a place. Raises ``NotFoundError`` if there is no such clause."""
    clause = library.clause(place)
    chain = [*library.context(clause), clause]
    if chain[0].kind == _PARAGRAPH and chain[0].address is not None:
        return _page_of_stretch(library, outlines.stretch(place_of(chain[0])), both=both)
    for above in chain[:-1]:
        if above.address is not None and above.kind not in _HOLDERS:
            whole = library.clause(place_of(above))
            if not is_too_large(whole):
                return _page(library, whole, both=both)
    return _page(library, clause, both=both)


def rows_of(library: Library, clause: Clause, *, both: bool) -> tuple[tuple[Document, ...], tuple[Row, ...]]:
    """The columns and rows of a clause with everything below it."""
    from lawsearch.library.aligning import align

    if both:
        aligned = library.aligned(clause)
        return aligned.documents, aligned.rows
    return (library.documents[clause.document],), tuple(align([clause]))


def _page(library: Library, clause: Clause, *, both: bool) -> Page:
    documents, rows = rows_of(library, clause, both=both)
    if not is_holder(clause):
        return Page(root=place_of(clause), documents=documents, rows=rows)
    listed = tuple(place_of(child) for child in clause.children if child.address is not None)
    return Page(root=place_of(clause), documents=documents, rows=rows[:1], listed=listed)


def _page_of_stretch(library: Library, stretch: Sequence[Clause], *, both: bool) -> Page:
    """Paragraphs one after the other; in two languages only if all of them are there in both."""
    parts = [rows_of(library, clause, both=both) for clause in stretch]
    if len({documents for documents, _ in parts}) > 1:
        return _page_of_stretch(library, stretch, both=False)
    rows = tuple(row for _, rows in parts for row in rows)
    return Page(root=place_of(stretch[0]), documents=parts[0][0], rows=rows)


def is_holder(clause: Clause) -> bool:
    """True for a clause whose page lists what it holds."""
    return clause.kind in _HOLDERS or is_too_large(clause)


def is_too_large(clause: Clause) -> bool:
    return any(number >= _LARGEST_PAGE for number, _ in enumerate(clause.walk()))


class Outlines:
    """The contents of the documents, each read from the library when it is first needed."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._trees: dict[str, list[Clause]] = {}
        self._fragments: dict[str, list[Clause]] = {}

    def trees(self, document: str) -> list[Clause]:
        """The clause trees of a document."""
        if document not in self._trees:
            self._trees[document] = self._library.toc(document)
        return self._trees[document]

    def fragments(self, document: str) -> list[Clause]:
        """The fragments whose clause is not known."""
        if document not in self._fragments:
            self._fragments[document] = self._library.unplaced(document)
        return self._fragments[document]

    def beside(self, root: Target, step: int) -> Target | None:
        """The page after (``step`` 1) or before (-1) the page of ``root``, or None at the end of the document."""
        places = list(self._places(root.document))
        here = next((number for number, (place, _) in enumerate(places) if place == root), None)
        if here is None:
            return next((place for place, is_page in places[::step] if is_page), None)
        rest = places[here + 1 :] if step > 0 else places[:here][::-1]
        return next((place for place, is_page in rest if is_page), None)

    def stretch(self, first: Target) -> list[Clause]:
        """The top paragraphs that share a page with one of them."""
        return next(item for item in self._stretches(first.document) if any(place_of(one) == first for one in item))

    def _stretches(self, document: str) -> Iterator[list[Clause]]:
        """Each top clause alone, but plain paragraphs in stretches that fill a page."""
        stretch: list[Clause] = []
        for tree in (*self.trees(document), *self.fragments(document)):
            if stretch and (tree.kind != _PARAGRAPH or len(stretch) == _PARAGRAPHS):
                yield stretch
                stretch = []
            if tree.address is None:
                continue
            if tree.kind == _PARAGRAPH:
                stretch.append(tree)
            else:
                yield [tree]
        if stretch:
            yield stretch

    def _places(self, document: str) -> Iterator[tuple[Target, bool]]:
        """Pages and what holds them, in reading order; True for a page."""
        for first, *_rest in self._stretches(document):
            yield from [(place_of(first), True)] if first.kind == _PARAGRAPH else _places_in(first)


def _places_in(clause: Clause) -> Iterator[tuple[Target, bool]]:
    holder = is_holder(clause)
    if clause.address is not None:
        yield place_of(clause), not holder
    if holder:
        for child in clause.children:
            yield from _places_in(child)


def title_of(clause: Clause) -> str:
    """The heading of a clause, or the words it begins with; a chapter with its number."""
    return safe(titled(clause) or shown_heading(clause.text.partition("\n")[0]))


def short_name(library: Library, place: Target) -> str:
    """What a place is called on the trail: ``54B1``, ``notes 54``, the term of a definition."""
    if place.address.prefix:
        return title_of(library.clause(place)) or str(place.address)
    document = library.documents[place.document]
    plain = document.role == "laws" or place.address.is_commentary
    return safe(str(place.address) if plain else f"{document.series} {place.address}")
