"""Build a generation: read every document, resolve its references, write the store and the search index.

In: the sources of all documents. Out: the files of a generation. Promises: building twice gives the same answers;
an interrupted build leaves the generation in service as it was.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from lawsearch.errors import CorpusError
from lawsearch.library.corpus import DocumentSource
from lawsearch.library.store import DATABASE, FORMS, SEARCH
from lawsearch.library.tables import Concept, Situation
from lawsearch.model import Address, Clause, ParsedDocument
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


def read_tables(
    corpus: str, in_force: str, documents: Sequence[ParsedDocument]
) -> tuple[list[Concept], list[Situation]]:
    """The corpus's term sets and situations, checked against the clauses of the laws in force."""
    from lawsearch.library.tables import read_situations, read_terms

    known = {
        clause.address
        for parsed in documents
        if _is_in_force(parsed, in_force)
        for root in parsed.clauses
        for clause in root.walk()
        if clause.address is not None
    }
    return read_terms(corpus, known), read_situations(corpus, known)


def _is_in_force(parsed: ParsedDocument, in_force: str) -> bool:
    document = parsed.document
    return document.embedded and document.role == "laws" and document.edition == in_force


def check_corpus(documents: Sequence[ParsedDocument]) -> None:
    """Refuse an embedded text that is not read without a problem: the fault is in the text, and is named."""
    for parsed in documents:
        if parsed.document.embedded and parsed.problems:
            problem = parsed.problems[0]
            raise CorpusError("corpus-problem", file=problem.file, line=problem.line, problem=problem)


def write_generation(
    folder: Path,
    documents: Sequence[ParsedDocument],
    tables: tuple[Sequence[Concept], Sequence[Situation]],
    in_force: str,
    progress: Progress,
) -> None:
    """Write the files of a generation for parsed and resolved documents."""
    from lawsearch.language import normal_forms
    from lawsearch.library.database import write_database
    from lawsearch.search import ConceptFinder, IndexEntry, make_name, write_forms, write_index

    concepts, situations = tables
    names = [
        make_name(name, concept.slug, normal_forms)
        for concept in concepts
        for written in concept.names.values()
        for name in written
    ]
    write_database(str(folder / DATABASE), documents, concepts, names)
    said = _Said(situations)
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
            law=law,
            kind=clause.kind,
            species=_species(parsed, clause),
            situations=said.first(parsed, clause) if _is_in_force(parsed, in_force) else (),
            situations_also=said.also(parsed, clause) if _is_in_force(parsed, in_force) else (),
        )
        for number, parsed, clause, context, law in numbered
    )
    words = write_index(folder / SEARCH, entries, ConceptFinder(names), step)
    try:
        write_forms(folder / FORMS, words)
    except RuntimeError as error:  # marisa's word for a disk that is full
        raise OSError(errno.EIO, os.strerror(errno.EIO)) from error


def _species(parsed: ParsedDocument, clause: Clause) -> tuple[str, ...]:
    """What a clause is to a person: a definition, a clause of the laws or a note; and besides perhaps a table."""
    kind = ("definition" if clause.kind == "definition" else "law") if parsed.document.role == "laws" else "note"
    return (kind, "table") if clause.tables else (kind,)


class _Said:
    """What players say, by the clause that answers it."""

    def __init__(self, situations: Sequence[Situation]) -> None:
        self._first: dict[tuple[str, Address], list[str]] = {}
        self._also: dict[tuple[str, Address], list[str]] = {}
        for situation in situations:
            first, *others = situation.addresses
            self._first.setdefault((situation.language, first), []).append(situation.text)
            for address in others:
                self._also.setdefault((situation.language, address), []).append(situation.text)

    def first(self, parsed: ParsedDocument, clause: Clause) -> tuple[str, ...]:
        return self._get(self._first, parsed, clause)

    def also(self, parsed: ParsedDocument, clause: Clause) -> tuple[str, ...]:
        return self._get(self._also, parsed, clause)

    @staticmethod
    def _get(said: dict[tuple[str, Address], list[str]], parsed: ParsedDocument, clause: Clause) -> tuple[str, ...]:
        return tuple(said.get((parsed.document.language, clause.address), ())) if clause.address else ()


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


def parse_weight(documents: int) -> int:
    """The size of a build, in the units of :data:`Progress`."""
    return _PARSE_WEIGHT * documents
