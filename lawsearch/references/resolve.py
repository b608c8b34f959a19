"""Resolve citations: which document a reference leads to, and whether the clause stands there.

In: citations, the document they stand in, and a :class:`Catalogue` of what the library holds. Out: references.
Promises: each citation gives one reference; a target exists; a reference that is answered by another edition
says so; nothing is resolved by dropping a part of what is written (``(a)(vi)`` never becomes ``(a)``).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from lawsearch.language.folding import RUSSIAN_ORDER_SIGNS
from lawsearch.model import (
    NAMELESS,
    Address,
    Citation,
    Clause,
    Document,
    ParsedDocument,
    Reference,
    Target,
    Wanted,
)
from lawsearch.references.find import find_citations


@dataclass(frozen=True, slots=True)
class Holding:
    """What a document holds: its addresses, and whether it letters its sections А, Б, В."""

    document: Document
    addresses: Container[Address]
    russian_order: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The holdings of a library, in the order in which they were added."""

    holdings: tuple[Holding, ...]

    def for_role(self, role: str, origin: Document) -> list[Holding]:
        """The documents that play a role for a reference standing in ``origin``, the likeliest first.

        A document that plays the role itself comes before all. Then the same edition, the same series, the same
        language; if no document of the edition is there, the nearest editions follow.
        """
        own = [holding for holding in self.holdings if holding.document.id == origin.id]
        if own and own[0].document.role == role:
            return own
        fitting = [
            holding for holding in self.holdings if holding.document.role == role and holding.document.layout != "plain"
        ]
        same = [holding for holding in fitting if holding.document.edition == origin.edition]

        def rank(holding: Holding) -> tuple[int, bool, bool, bool]:
            document = holding.document
            return (
                _distance(document.edition, origin.edition),
                document.series != origin.series,
                document.language != origin.language,
                document.embedded,
            )

        return sorted(same or fitting, key=rank)


def _distance(edition: str, wanted: str) -> int:
    """The years between two editions; an undated text is far from all."""
    if edition.isdigit() and wanted.isdigit():
        return abs(int(edition) - int(wanted))
    return 0 if edition == wanted else 10_000


def hold(document: Document, clauses: Iterable[Clause]) -> Holding:
    """The holding of a parsed document."""
    addresses: set[Address] = set()
    russian_order = False
    for root in clauses:
        for clause in root.walk():
            if clause.address is not None:
                addresses.update((clause.address, *clause.also))
            if clause.label and clause.kind == "section":
                russian_order = russian_order or bool(RUSSIAN_ORDER_SIGNS & set(clause.label))
    return Holding(document, frozenset(addresses), russian_order)


def resolve(citation: Citation, origin: Document, catalogue: Catalogue) -> Reference:
    """The reference that a citation in the document ``origin`` makes; the edition that it names goes before its own."""
    if not citation.wanted:
        return _reference(citation, "external")
    if citation.edition:
        origin = replace(origin, edition=citation.edition)
    holdings = catalogue.for_role(citation.wanted[0].role, origin)
    if not holdings:
        return _reference(citation, "external")
    edition = holdings[0].document.edition
    differs = edition != origin.edition
    doubtful = citation.letters_in_doubt
    for holding in holdings:
        if holding.document.edition != edition:
            break
        targets = _targets(citation.wanted, holding)
        others = _targets(citation.alternatives, holding) if doubtful or holding.russian_order else ()
        if targets and others:
            return _reference(citation, "ambiguous", (*targets, *others), differs)
        ends_exist = len(citation.wanted) == 1 or _holds_ends(citation.wanted, holding)
        if targets and ends_exist:
            return _reference(citation, "resolved", targets, differs)
    return _reference(citation, "missing", _targets(citation.wanted, holdings[0]), differs)


def _targets(wanted: Sequence[Wanted], holding: Holding) -> tuple[Target, ...]:
    return tuple(_target(holding.document.id, item.address) for item in wanted if item.address in holding.addresses)


@lru_cache(maxsize=65_536)
def _target(document: str, address: Address) -> Target:
    return Target(document=document, address=address)


def _holds_ends(wanted: Sequence[Wanted], holding: Holding) -> bool:
    return wanted[0].address in holding.addresses and wanted[-1].address in holding.addresses


def _reference(
    citation: Citation, status: str, targets: tuple[Target, ...] = (), edition_differs: bool = False
) -> Reference:
    return Reference(
        text=citation.text,
        span=citation.span,
        form=citation.form,
        status=status,
        wanted=citation.wanted,
        targets=targets,
        edition_differs=edition_differs,
    )


def resolve_document(parsed: ParsedDocument, catalogue: Catalogue | None = None) -> ParsedDocument:
    """The document with the references of its clauses; without a catalogue it is resolved inside itself."""
    document = parsed.document
    own = hold(document, parsed.clauses)
    if catalogue is None:
        catalogue = Catalogue((own,))
    laws = next(iter(catalogue.for_role("laws", document)), own)

    def with_references(clause: Clause, standing: Address | None) -> Clause:
        place = clause.address if clause.kind not in (*NAMELESS, "unplaced") else standing
        if document.layout == "plain":
            place = None  # its numbers are no clauses of laws: "(ii) above" is read as in a text that stands nowhere
        citations = find_citations(
            clause.text,
            place,
            role=document.role,
            russian_order=laws.russian_order,
            known=own.addresses,
            lines_end_paragraphs=True,
        )
        return replace(
            clause,
            references=tuple(resolve(citation, document, catalogue) for citation in citations),
            children=tuple(with_references(child, place) for child in clause.children),
        )

    return replace(
        parsed,
        clauses=tuple(with_references(clause, None) for clause in parsed.clauses),
        unplaced=tuple(with_references(clause, None) for clause in parsed.unplaced),
    )
