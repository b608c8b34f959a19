"""Clauses as blocks of HTML: paragraphs and tables with their references and defined terms as links."""

from __future__ import annotations

from dataclasses import dataclass, replace

from markupsafe import Markup

from lawsearch.export.markup import clause_html
from lawsearch.language.nouns import is_noun_or_verb, stands_as_noun
from lawsearch.library import Library
from lawsearch.library.aligning import Row, align
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import said_cut, shown_heading
from lawsearch.model import Address, Clause, Reference, Span, Wanted
from lawsearch.web.places import Places
from lawsearch.web.wording import coloured

__all__ = ["Block", "Cell", "Renderer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A clause in one language, without its children."""

    language: str
    heading: str | None
    body: Markup
    cut: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A clause in the languages shown: None in ``cells`` where a language lacks it.

    ``depth`` counts from the law, 0. ``marked`` is "self" for the clause that was asked for, "below" for what it
    holds, else "".
    """

    address: str | None
    link: str | None
    depth: int
    cells: tuple[Cell | None, ...]
    marked: str = ""


class Renderer:
    """Clauses as blocks, with references and terms as links."""

    def __init__(self, library: Library, places: Places, text: str, *, terms: bool = True) -> None:
        self._library = library
        self._places = places
        self._text = text
        self._terms = terms
        self._seen: set[tuple[str, str]] = set()

    def cell(self, clause: Clause) -> Cell:
        language = self._library.documents[clause.document].language
        return Cell(
            language=language,
            heading=shown_heading(clause.heading) or None,
            body=coloured(clause_html(self._with_terms(clause, language), self._href, scroller=_("Table"))),
            cut=said_cut(clause),
        )

    def block(self, row: Row, marked: str = "") -> Block:
        present = next(cell for cell in row.cells if cell is not None)
        return Block(
            address=str(row.address) if row.address is not None else None,
            link=self._places.link(present.document, row.address, self._text) if row.address is not None else None,
            depth=row.depth,
            cells=tuple(self.cell(cell) if cell is not None else None for cell in row.cells),
            marked=marked,
        )

    def tree(self, clause: Clause) -> list[Block]:
        return [self.block(row) for row in align([clause])]

    def _href(self, reference: Reference) -> str | None:
        if reference.status == "term":
            return f"/terms/{reference.wanted[0].address}"
        return self._places.link_to(reference.targets[0], self._text) if reference.targets else None

    def _with_terms(self, clause: Clause, language: str) -> Clause:
        """The clause with its defined terms as references of a kind of their own, each at its first place only."""
        if not self._terms or not clause.text:
            return clause
        taken = [reference.span for reference in clause.references]
        found = []
        for mention in self._library.terms_in(clause.text):
            span, slug = mention.span, mention.concept
            if (language, slug) in self._seen or any(one.start < span.stop and span.start < one.stop for one in taken):
                continue
            word = clause.text[span.start : span.stop]
            if language == "en" and is_noun_or_verb(word) and not stands_as_noun(clause.text, span.start, span.stop):
                continue
            definition = self._library.term(slug).definition
            if definition is None or definition.prefix != "def" or definition == clause.address:
                continue
            self._seen.add((language, slug))
            found.append(_term_reference(clause.text, span, slug))
        return replace(clause, references=(*clause.references, *found)) if found else clause


def _term_reference(text: str, span: Span, slug: str) -> Reference:
    return Reference(
        text=text[span.start : span.stop],
        span=span,
        form="term",
        status="term",
        wanted=(Wanted(role="laws", address=Address((slug,))),),
    )
