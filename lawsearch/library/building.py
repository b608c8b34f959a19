"""Build a generation: read every document, resolve its references, write the store and the search index.

In: the sources of all documents. Out: the files of a generation. Promises: building twice gives the same answers;
an interrupted build leaves the generation in service as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lawsearch.library.corpus import DocumentSource
from lawsearch.library.store import DATABASE, FORMS, SEARCH
from lawsearch.model import Clause, ParsedDocument
from lawsearch.source import Source

# How the work is told to a progress bar: done, total.
Progress = Callable[[int, int], None]

# What each part of a build costs, per document and per clause, for an honest bar.
_PARSE_WEIGHT = 30


def parse_sources(document: DocumentSource, sources: Sequence[Source]) -> ParsedDocument:
    """Read one document; its references are still to be found."""
    from lawsearch.structure import parse_document

    return parse_document(sources, document.document, layout=document.layout)


def resolve_all(documents: Sequence[ParsedDocument]) -> list[ParsedDocument]:
    """Find and resolve the references of all documents among one another."""
    from lawsearch.references import Catalogue, hold, resolve_document

    catalogue = Catalogue(tuple(hold(parsed.document, parsed.clauses) for parsed in documents))
    return [resolve_document(parsed, catalogue) for parsed in documents]


def write_generation(folder: Path, documents: Sequence[ParsedDocument], progress: Progress) -> None:
    """Write the files of a generation for parsed and resolved documents."""
    from lawsearch.library.database import write_database
    from lawsearch.search import IndexEntry, write_forms, write_index

    write_database(str(folder / DATABASE), documents)
    numbered = list(_number_clauses(documents))
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if done % 20 == 0 or done == len(numbered):
            progress(_PARSE_WEIGHT * len(documents) + done, _PARSE_WEIGHT * len(documents) + len(numbered))

    entries = (
        IndexEntry(
            key=number,
            heading=clause.heading or "",
            text=clause.text,
            context=context,
            document=parsed.document.id,
            role=parsed.document.role,
            language=parsed.document.language,
            edition=parsed.document.edition,
            law=law,
            kind=clause.kind,
        )
        for number, parsed, clause, context, law in numbered
    )
    words = write_index(folder / SEARCH, entries, step)
    write_forms(folder / FORMS, words)


def _number_clauses(documents: Sequence[ParsedDocument]) -> Iterator[tuple[int, ParsedDocument, Clause, str, str]]:
    """Every clause with text or heading: its number in the store, its document, the headings above, its law."""
    number = 0

    def walk(
        parsed: ParsedDocument, clause: Clause, above: tuple[str, ...], law: str
    ) -> Iterator[tuple[int, ParsedDocument, Clause, str, str]]:
        nonlocal number
        number += 1
        if clause.address is not None and clause.address.number is not None:
            law = str(clause.address.number)
        if clause.text or clause.heading:
            yield number, parsed, clause, " ".join(above), law
        inner = (*above, clause.heading) if clause.heading and clause.kind != "chapter" else above
        for child in clause.children:
            yield from walk(parsed, child, inner, law)

    for parsed in documents:
        for root in (*parsed.clauses, *parsed.unplaced):
            yield from walk(parsed, root, (), "")


def parse_weight(documents: int, clauses: int = 0) -> int:
    """The size of a build, in the units of :data:`Progress`."""
    return _PARSE_WEIGHT * documents + clauses
