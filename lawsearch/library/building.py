"""Build a generation: read every document, resolve its references, write the store and the search index.

In: the sources of all documents. Out: the files of a generation. Promises: building twice gives the same answers;
an interrupted build leaves the generation in service as it was.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lawsearch.errors import CorpusError
from lawsearch.language.text import tokenize
from lawsearch.library.corpus import DocumentSource
from lawsearch.library.store import DATABASE, FORMS, SEARCH
from lawsearch.library.tables import Tables
from lawsearch.model import Clause, ParsedDocument
from lawsearch.source import Source

if TYPE_CHECKING:
    from lawsearch.search import IndexEntry, IndexOptions, Knowledge

# How the work is told to a progress bar: done, total.
Progress = Callable[[int, int], None]

# The size of a build in those units, and that of its first part, the reading of the texts. The whole is always the same:
# how many clauses there are shows only when they are read, and a bar that grows longer goes back.
WHOLE, READ = 1000, 100


def parse_sources(document: DocumentSource, sources: Sequence[Source]) -> ParsedDocument:
    """Read one document; its references are still to be found."""
    from lawsearch.structure import parse_document

    return parse_document(sources, document.document, layout=document.layout)


def resolve_all(documents: Sequence[ParsedDocument], in_force: str) -> list[ParsedDocument]:
    """Find and resolve the references of all documents among one another.

    An undated text speaks of the edition in force, as the texts of ``check`` do.
    """
    from lawsearch.references import Catalogue, hold, resolve_document

    held = [hold(parsed.document, parsed.clauses) for parsed in documents]
    catalogue = Catalogue(tuple(held))
    resolved = []
    for place, parsed in enumerate(documents):
        if parsed.document.edition.isdecimal():
            resolved.append(resolve_document(parsed, catalogue))
            continue
        read = replace(parsed.document, edition=in_force)
        own = replace(held[place], document=read)
        found = resolve_document(replace(parsed, document=read), Catalogue((*held[:place], own, *held[place + 1 :])))
        resolved.append(replace(found, document=parsed.document))
    return resolved


def read_tables(corpus: str, in_force: str, documents: Sequence[ParsedDocument]) -> Tables:
    """The corpus's tables, checked against the clauses of the laws in force."""
    from lawsearch.library import tables

    known = {
        clause.address
        for parsed in documents
        if _is_in_force(parsed, in_force)
        for root in parsed.clauses
        for clause in root.walk()
        if clause.address is not None
    }
    return tables.read_tables(corpus, known)


def _is_in_force(parsed: ParsedDocument, in_force: str) -> bool:
    document = parsed.document
    return document.embedded and document.role == "laws" and document.edition == in_force


def check_corpus(documents: Sequence[ParsedDocument]) -> None:
    """Refuse an embedded text that is not read without a problem: the fault is in the text, and is named."""
    for parsed in documents:
        if parsed.document.embedded and parsed.problems:
            problem = parsed.problems[0]
            raise CorpusError("corpus-problem", file=problem.file, line=problem.line, problem=problem)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Without the collector: what is built holds millions of objects and no circles; it would look through them all."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


@_uncollected()
def write_generation(
    folder: Path,
    documents: Sequence[ParsedDocument],
    tables: Tables,
    in_force: str,
    progress: Progress,
    options: IndexOptions | None = None,
    before: Path | None = None,
) -> None:
    """Write the files of a generation for parsed and resolved documents.

    ``before`` is the folder of a whole generation with the same tables: what depends on these alone is taken from there.
    """
    from lawsearch.library.storing import write_database
    from lawsearch.search import write_forms, write_index

    knowledge = _knowledge(tables, in_force)
    write_database(str(folder / DATABASE), documents, tables, knowledge.concepts, knowledge.families)
    entries = list(_entries(documents))
    forms = write_index(
        folder / SEARCH,
        entries,
        knowledge,
        lambda done: progress(READ + (WHOLE - READ) * done // max(len(entries), 1), WHOLE),
        options,
        before / SEARCH if before is not None else None,
    )
    try:
        write_forms(folder / FORMS, forms)
    except RuntimeError as error:  # marisa's word for a disk that is full
        raise OSError(errno.EIO, os.strerror(errno.EIO)) from error


def _knowledge(tables: Tables, in_force: str) -> Knowledge:
    """The tables as an index is written with them."""
    from lawsearch.language import normal_forms
    from lawsearch.search import Knowledge, Said, make_name

    written = [(name, term.concept) for term in tables.terms for names in term.names.values() for name in names]
    return Knowledge(
        concepts=[make_name(name, concept, normal_forms) for name, concept in written],
        families=_families(tables),
        situations=[
            Said(
                language=item.language,
                text=item.text,
                names=tuple(map(str, item.addresses)),
                laws=tuple(str(address.number or "") for address in item.addresses),
            )
            for item in tables.situations
        ],
        defined=_defined(tables),
        words={token.form for name, _ in written for token in tokenize(name)}.union(*tables.kindred),
        names=[name for name, _ in written],
        in_force=in_force,
    )


def _families(tables: Tables) -> dict[str, tuple[int, ...]]:
    """The numbers of the families of kindred words that each normal form belongs to."""
    from lawsearch.language import normal_forms

    families: dict[str, tuple[int, ...]] = {}
    for number, words in enumerate(tables.kindred):
        for lemma in dict.fromkeys(lemma for word in words for lemma in normal_forms(word)):
            families[lemma] = (*families.get(lemma, ()), number)
    return families


def _defined(tables: Tables) -> dict[str, tuple[str, ...]]:
    """The concepts that each address defines."""
    defined: dict[str, tuple[str, ...]] = {}
    for term in tables.terms:
        if term.definition is not None:
            address = str(term.definition)
            defined[address] = (*defined.get(address, ()), term.concept)
    return defined


def _species(parsed: ParsedDocument, clause: Clause) -> tuple[str, ...]:
    """What a clause is to a person: a definition, a clause of the laws or a note; and besides perhaps a table."""
    kind = ("definition" if clause.kind == "definition" else "law") if parsed.document.role == "laws" else "note"
    return (kind, "table") if clause.tables else (kind,)


def _entries(documents: Sequence[ParsedDocument]) -> Iterator[IndexEntry]:
    """Every clause with text or heading; numbered as the store numbers them."""
    from lawsearch.search import IndexEntry

    number = 0

    def walk(
        parsed: ParsedDocument, clause: Clause, above: tuple[str, ...], name: str, law: str
    ) -> Iterator[IndexEntry]:
        nonlocal number
        number += 1
        if clause.address is not None:
            name = str(clause.address)
            if clause.address.number is not None:
                law = str(clause.address.number)
        if clause.text or clause.heading:
            document = parsed.document
            yield IndexEntry(
                key=number,
                document=document.id,
                series=document.series,
                edition=document.edition,
                language=document.language,
                role=document.role,
                name=name,
                law=law,
                kind=clause.kind,
                species=_species(parsed, clause),
                heading=clause.heading or "",
                text=clause.text,
                above=above,
            )
        inner = (*above, clause.heading) if clause.heading and clause.kind != "chapter" else above
        for place, child in enumerate(clause.children):
            yield from walk(parsed, child, inner, f"{name}#{place}", law)

    for parsed in documents:
        for place, root in enumerate((*parsed.clauses, *parsed.unplaced)):
            yield from walk(parsed, root, (), f"{parsed.document.id}#{place}", "")
