"""Write the documents of a generation into one SQLite file, which is only read afterwards (see ``database``).

In: parsed and resolved documents, the tables of the corpus. Out: the file. Promises: clauses are numbered from 1 in
reading order, all documents through, the unplaced fragments of a document last; a clause and all below it are the rows
``id`` to ``last``. Lists are JSON, spans and ranges of lines in them lists of numbers; a clause's empty lists are NULL.
"""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from lawsearch.model import Clause, Document, LineRange, ParsedDocument, Reference, Target

if TYPE_CHECKING:
    from lawsearch.library.tables import Situation, Tables
    from lawsearch.model import Term
    from lawsearch.search import ConceptName

_SCHEMA = """
CREATE TABLE documents (id TEXT PRIMARY KEY, position INTEGER, record TEXT, characters TEXT);
CREATE TABLE clauses (
    id INTEGER PRIMARY KEY, last INTEGER, parent INTEGER, document TEXT, address TEXT, kind TEXT, label TEXT,
    heading TEXT, text TEXT, emphasis TEXT, pages TEXT, lines TEXT, cut INTEGER, also TEXT, cells TEXT
);
CREATE TABLE names (address TEXT, document TEXT, clause INTEGER);
CREATE TABLE refs (
    id INTEGER PRIMARY KEY, clause INTEGER, start INTEGER, stop INTEGER, form TEXT, status TEXT, wanted TEXT,
    differs INTEGER
);
CREATE TABLE targets (ref INTEGER, document TEXT, address TEXT, clause INTEGER);
CREATE TABLE furniture (document TEXT, kind TEXT, text TEXT, lines TEXT);
CREATE TABLE concepts (slug TEXT PRIMARY KEY, names TEXT, definition TEXT, notes TEXT);
CREATE TABLE term_names (first TEXT, words TEXT, slug TEXT);
CREATE TABLE situations (language TEXT, text TEXT, addresses TEXT);
CREATE TABLE kindred (lemma TEXT, family INTEGER);
CREATE TABLE problems (document TEXT, code TEXT, file TEXT, line INTEGER, page INTEGER, params TEXT);
"""
_INDEXES = """
CREATE INDEX term_names_first ON term_names (first);
CREATE INDEX kindred_lemma ON kindred (lemma);
CREATE INDEX kindred_family ON kindred (family);
CREATE INDEX term_names_slug ON term_names (slug);
CREATE INDEX names_address ON names (address);
CREATE INDEX refs_clause ON refs (clause);
CREATE INDEX targets_ref ON targets (ref);
CREATE INDEX targets_clause ON targets (clause);
CREATE INDEX clauses_parent ON clauses (parent);
"""


def write_database(
    path: str,
    documents: Sequence[ParsedDocument],
    tables: Tables,
    names: Sequence[ConceptName],
    families: Mapping[str, tuple[int, ...]],
) -> None:
    """Write the documents, term sets and situations into a new file.

    ``names`` are the concepts' names in normal forms; ``families`` the kindred words: normal form → families.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;" + _SCHEMA)
        writer = _Writer(connection)
        for position, parsed in enumerate(documents):
            writer.write(position, parsed)
        writer.write_targets()
        writer.write_terms(tables.terms, names)
        writer.write_situations(tables.situations)
        connection.executemany(
            "INSERT INTO kindred VALUES (?, ?)",
            [(lemma, number) for lemma, numbers in families.items() for number in numbers],
        )
        connection.execute("COMMIT")
        connection.executescript(_INDEXES)
    except sqlite3.OperationalError as error:
        full = error.sqlite_errorcode == sqlite3.SQLITE_FULL
        raise OSError(errno.ENOSPC if full else errno.EIO, os.strerror(errno.ENOSPC if full else errno.EIO)) from error
    finally:
        connection.close()


class _Writer:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._next = 1
        self._next_reference = 1
        self._clauses: dict[tuple[str, str], int] = {}
        self._targets: list[tuple[int, Target]] = []

    def write(self, position: int, parsed: ParsedDocument) -> None:
        document = parsed.document
        record = {name: getattr(document, name) for name in Document.__slots__}
        characters = {name: getattr(parsed.characters, name) for name in ("clauses", "unplaced", "furniture")}
        self._connection.execute(
            "INSERT INTO documents VALUES (?, ?, ?, ?)",
            (document.id, position, _dump(record), _dump(characters)),
        )
        for clause in (*parsed.clauses, *parsed.unplaced):
            self._write_clause(document.id, clause, None)
        self._connection.executemany(
            "INSERT INTO furniture VALUES (?, ?, ?, ?)",
            [(document.id, item.kind, item.text, _dump_lines(item.lines)) for item in parsed.furniture],
        )
        self._connection.executemany(
            "INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?)",
            [
                (document.id, problem.code, problem.file, problem.line, problem.page, _dump(dict(problem.params)))
                for problem in parsed.problems
            ],
        )

    def _write_clause(self, document: str, clause: Clause, parent: int | None) -> None:
        number = self._next
        self._next += 1
        for child in clause.children:
            self._write_clause(document, child, number)
        tables = [[table.columns, *table.rows] for table in clause.tables]
        self._connection.execute(
            "INSERT INTO clauses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                self._next - 1,
                parent,
                document,
                str(clause.address) if clause.address else None,
                clause.kind,
                clause.label,
                clause.heading,
                clause.text,
                _dump([[span.start, span.stop] for span in clause.emphasis]) if clause.emphasis else None,
                _dump(clause.pages) if clause.pages else None,
                _dump_lines(clause.lines),
                clause.cut,
                _dump([str(address) for address in clause.also]) if clause.also else None,
                _dump(tables) if tables else None,
            ),
        )
        for address in (*((clause.address,) if clause.address else ()), *clause.also):
            self._clauses[document, str(address)] = number
            self._connection.execute("INSERT INTO names VALUES (?, ?, ?)", (str(address), document, number))
        for reference in clause.references:
            self._write_reference(number, reference)

    def _write_reference(self, clause: int, reference: Reference) -> None:
        number = self._next_reference
        self._next_reference += 1
        wanted = [[item.role, str(item.address)] for item in reference.wanted]
        self._connection.execute(
            "INSERT INTO refs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                clause,
                reference.span.start,
                reference.span.stop,
                reference.form,
                reference.status,
                _dump(wanted),
                reference.edition_differs,
            ),
        )
        self._targets += [(number, target) for target in reference.targets]

    def write_terms(self, terms: Sequence[Term], names: Sequence[ConceptName]) -> None:
        self._connection.executemany(
            "INSERT INTO concepts VALUES (?, ?, ?, ?)",
            [
                (
                    term.concept,
                    _dump(term.names),
                    str(term.definition) if term.definition else None,
                    _dump(term.notes),
                )
                for term in terms
            ],
        )
        self._connection.executemany(
            "INSERT INTO term_names VALUES (?, ?, ?)",
            [
                (first, _dump([sorted(word) for word in name.words]), name.slug)
                for name in names
                if name.words
                for first in sorted(name.words[0])
            ],
        )

    def write_situations(self, situations: Sequence[Situation]) -> None:
        self._connection.executemany(
            "INSERT INTO situations VALUES (?, ?, ?)",
            [(item.language, item.text, _dump([str(address) for address in item.addresses])) for item in situations],
        )

    def write_targets(self) -> None:
        """Targets are written last: they may point forward, and into other documents."""
        self._connection.executemany(
            "INSERT INTO targets VALUES (?, ?, ?, ?)",
            [
                (
                    number,
                    target.document,
                    str(target.address),
                    self._clauses.get((target.document, str(target.address))),
                )
                for number, target in self._targets
            ],
        )


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _dump_lines(lines: Iterable[LineRange]) -> str:
    return _dump([[item.file, item.first, item.last] for item in lines])
