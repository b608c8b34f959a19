"""Read the SQLite file of a generation: its clauses, references, furniture, problems, terms and situations.

In: a file that :mod:`lawsearch.library.storing` has written (which says what its columns hold). Out: records of
:mod:`lawsearch.model`. Clauses go by their numbers in reading order; a clause and all below it are the rows ``id`` to
``last``.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lawsearch.address import canonical
from lawsearch.errors import LibraryError
from lawsearch.language.folding import cut_off
from lawsearch.model import Address, Clause, Document, LineRange, Reference, Span, Target, Wanted

if TYPE_CHECKING:
    from lawsearch.library.statistics import Place
    from lawsearch.library.tables import Situation
    from lawsearch.model import Characters, Furniture, Neighbours, Problem, Table, Term
    from lawsearch.search import ConceptName

# The queries about many references at once; @ stands for their numbers, or for those of clauses.
_REFERENCES_IN = "SELECT id FROM refs WHERE clause BETWEEN ? AND ?"
_REFERENCES = """
SELECT refs.id, clause, start, stop, form, status, wanted, differs, substr(text, start + 1, stop - start)
FROM refs JOIN clauses ON clauses.id = clause WHERE refs.id IN (@) ORDER BY refs.id
"""
_TARGETS = "SELECT ref, document, address FROM targets WHERE ref IN (@) ORDER BY rowid"
_POINTING = """
SELECT DISTINCT pointed.id, refs.id FROM clauses AS pointed
JOIN targets ON targets.clause BETWEEN pointed.id AND pointed.last
JOIN refs ON refs.id = targets.ref AND refs.clause NOT BETWEEN pointed.id AND pointed.last
WHERE pointed.id IN (@) ORDER BY refs.id
"""
_PLACES = "SELECT id, document, address, text FROM clauses WHERE id IN (@)"


def _load_lines(text: str | None) -> tuple[LineRange, ...]:
    return tuple(LineRange(*item) for item in json.loads(text)) if text else ()


@lru_cache(maxsize=4096)  # what is cited is cited often
def _load_wanted(text: str) -> tuple[Wanted, ...]:
    return tuple(Wanted(role=role, address=canonical(name)) for role, name in json.loads(text))


def _read_only(path: str) -> str:
    """The URI that opens a file which nobody changes (``Path.as_uri`` would import urllib at each cold start)."""
    name = os.path.abspath(path).replace("\\", "/")
    for char in "%?#":
        name = name.replace(char, f"%{ord(char):02x}")
    return f"file:{'' if name.startswith('/') else '/'}{name}?mode=ro&immutable=1"


class Pointing:
    """A reference to some clause, and where it stands.

    ``source`` is the nearest clause with an address that it stands in or under, ``number`` that clause's number;
    ``text`` is the one that its span counts in.
    """

    __slots__ = ("number", "reference", "source", "text")

    def __init__(self, source: Target, number: int, text: str, reference: Reference) -> None:
        self.source = source
        self.number = number
        self.text = text
        self.reference = reference


class Database:
    """An opened file of clauses; read only."""

    def __init__(self, path: str) -> None:
        try:
            self._connection = sqlite3.connect(_read_only(path), uri=True)
            self._documents = self._read_documents()
        except (sqlite3.Error, ValueError) as error:
            raise LibraryError("index-broken", folder=os.path.dirname(path), file=os.path.basename(path)) from error

    def close(self) -> None:
        self._connection.close()

    def _read_documents(self) -> dict[str, Document]:
        rows = self._connection.execute("SELECT id, record FROM documents ORDER BY position")
        documents = {}
        for name, record in rows:
            fields = json.loads(record)
            documents[name] = Document(**{**fields, "sources": tuple(fields["sources"])})
        return documents

    @property
    def documents(self) -> dict[str, Document]:
        """The documents by id, in the order of the library."""
        return self._documents

    def characters(self, document: str) -> Characters:
        """The three counts of a document's source characters."""
        from lawsearch.model import Characters

        row = self._connection.execute("SELECT characters FROM documents WHERE id = ?", (document,)).fetchone()
        return Characters(**json.loads(row[0]))

    def count_clauses(self, document: str) -> int:
        """The number of addressed clauses."""
        query = "SELECT COUNT(*) FROM clauses WHERE document = ? AND address IS NOT NULL AND kind <> 'unplaced'"
        return int(self._connection.execute(query, (document,)).fetchone()[0])

    def count_unplaced(self, document: str) -> int:
        """The number of fragments whose clause is not known."""
        query = "SELECT COUNT(*) FROM clauses WHERE document = ? AND kind = 'unplaced'"
        return int(self._connection.execute(query, (document,)).fetchone()[0])

    def holders(self, address: Address) -> list[tuple[str, int]]:
        """The documents that hold an address, with the clause's number."""
        query = "SELECT document, clause FROM names WHERE address = ? ORDER BY clause"
        return [(document, clause) for document, clause in self._connection.execute(query, (str(address),))]

    def addresses(self, document: str) -> list[Address]:
        """The addresses that a document holds, in reading order."""
        rows = self._connection.execute("SELECT address FROM names WHERE document = ? ORDER BY clause", (document,))
        return [canonical(row[0]) for row in rows]

    def names_from(self, begin: str) -> Iterator[tuple[str, str, str]]:
        """Every address that begins so: address, document, and the heading or the first words."""
        query = (
            "SELECT names.address, names.document, COALESCE(heading, substr(text, 1, 100)) FROM names"
            " JOIN clauses ON clauses.id = names.clause WHERE names.address >= ? AND names.address < ?"
        )
        yield from self._connection.execute(query, (begin, begin + "\U0010ffff"))

    def clause(self, number: int) -> Clause:
        """A clause with its references and everything below it."""
        last = self._connection.execute("SELECT last FROM clauses WHERE id = ?", (number,)).fetchone()[0]
        return next(self._trees(number, last))

    def roots(self, document: str) -> Iterator[Clause]:
        """The trees of a document, one after the other: the unplaced fragments last."""
        query = "SELECT id, last FROM clauses WHERE document = ? AND parent IS NULL ORDER BY id"
        for number, last in self._connection.execute(query, (document,)).fetchall():
            yield from self._trees(number, last)

    def own_words(self, number: int) -> tuple[str | None, str]:
        """Heading and text of a clause, without what stands below it."""
        heading, text = self._connection.execute("SELECT heading, text FROM clauses WHERE id = ?", (number,)).fetchone()
        return heading, text

    def first_words(self, target: Target) -> str:
        """The heading of a clause, or the text it begins with; "" if there is no such clause."""
        number = self.number(target.document, target.address)
        if number is None:
            return ""
        heading, text = self.own_words(number)
        return heading or text.partition("\n")[0]

    def has_section_label(self, document: str, letters: Iterable[str]) -> bool:
        """True if a section of a document is labelled with one of the letters."""
        rows = self._connection.execute(
            "SELECT DISTINCT label FROM clauses WHERE document = ? AND kind = 'section' AND label IS NOT NULL",
            (document,),
        )
        return any(letter in label for (label,) in rows for letter in letters)

    def address_of(self, number: int) -> Address | None:
        """The address of a clause, None for one that has none."""
        (address,) = self._connection.execute("SELECT address FROM clauses WHERE id = ?", (number,)).fetchone()
        return canonical(address) if address else None

    def bare_clause(self, number: int) -> Clause:
        """A clause with its references, without its children."""
        return next(self._trees(number, number))

    def ancestors(self, number: int) -> list[Clause]:
        """The clauses above, the outermost first, without their children."""
        found: list[Clause] = []
        parent = self._connection.execute("SELECT parent FROM clauses WHERE id = ?", (number,)).fetchone()[0]
        while parent is not None:
            found.insert(0, self.bare_clause(parent))
            parent = self._connection.execute("SELECT parent FROM clauses WHERE id = ?", (parent,)).fetchone()[0]
        return found

    def _trees(self, first: int, last: int) -> Iterator[Clause]:
        references = self._references(first, last)
        rows = self._connection.execute(
            "SELECT * FROM clauses WHERE id BETWEEN ? AND ? ORDER BY id DESC", (first, last)
        )
        children: dict[int, list[Clause]] = {}
        roots: list[Clause] = []
        for row in rows:
            number, _, parent, document, address = row[:5]
            below = tuple(reversed(children.pop(number, [])))
            clause = _make_clause(row, document, address, references.get(number, ()), below)
            if number == first or parent is None or parent < first:
                roots.append(clause)
            else:
                children.setdefault(parent, []).append(clause)
        yield from reversed(roots)

    def _references(self, first: int, last: int) -> dict[int, tuple[Reference, ...]]:
        """The references of the clauses ``first`` to ``last``, by clause, in reading order."""
        found: dict[int, list[Reference]] = {}
        for _, clause, reference in self._read_references(_REFERENCES_IN, (first, last)):
            found.setdefault(clause, []).append(reference)
        return {clause: tuple(references) for clause, references in found.items()}

    def _read_references(self, chosen: str, values: Sequence[int]) -> Iterator[tuple[int, int, Reference]]:
        """The references whose numbers stand in ``chosen``, each with its number and its clause's, in reading order."""
        targets: dict[int, list[Target]] = {}
        query = _TARGETS.replace("@", chosen)
        for number, document, address in self._connection.execute(query, values):
            targets.setdefault(number, []).append(Target(document=document, address=canonical(address)))
        query = _REFERENCES.replace("@", chosen)
        for number, clause, start, stop, form, status, wanted, differs, text in self._connection.execute(query, values):
            reference = Reference(
                text=text,
                span=Span(start, stop),
                form=form,
                status=status,
                wanted=_load_wanted(wanted),
                targets=tuple(targets.get(number, ())),
                edition_differs=bool(differs),
            )
            yield number, clause, reference

    def references_to(self, numbers: Sequence[int]) -> dict[int, list[Pointing]]:
        """For each clause the references elsewhere that point at it or below it, in reading order."""
        pointing: dict[int, list[int]] = {number: [] for number in numbers}
        for some, marks in _portions(pointing):
            for number, reference in self._connection.execute(_POINTING.replace("@", marks), some):
                pointing[number].append(reference)
        wanted = dict.fromkeys(reference for references in pointing.values() for reference in references)
        read = {
            number: (clause, reference)
            for some, marks in _portions(wanted)
            for number, clause, reference in self._read_references(marks, some)
        }
        places = self._places(clause for clause, _ in read.values())
        found = {number: Pointing(*places[clause], reference) for number, (clause, reference) in read.items()}
        return {number: [found[reference] for reference in references] for number, references in pointing.items()}

    def _places(self, numbers: Iterable[int]) -> dict[int, tuple[Target, int, str]]:
        """For each clause the nearest one with an address (itself, or above it), its number, and the clause's text."""
        found: dict[int, tuple[Target, int, str]] = {}
        for some, marks in _portions(dict.fromkeys(numbers)):
            for number, document, address, text in self._connection.execute(
                _PLACES.replace("@", marks), some
            ).fetchall():
                named, name = (number, canonical(address)) if address is not None else self._nearest_named(number)
                found[number] = Target(document=document, address=name), named, text
        return found

    def number(self, document: str, address: Address) -> int | None:
        """The number of a clause by its full name."""
        query = "SELECT clause FROM names WHERE address = ? AND document = ?"
        row = self._connection.execute(query, (str(address), document)).fetchone()
        return int(row[0]) if row else None

    def nearest_named(self, number: int) -> Address:
        """The address of a clause, or of the nearest clause above it that has one."""
        return self._nearest_named(number)[1]

    def _nearest_named(self, number: int) -> tuple[int, Address]:
        address = None
        parent = number
        while address is None:  # no clause without an address stands alone
            number = parent
            query = "SELECT address, parent FROM clauses WHERE id = ?"
            address, parent = self._connection.execute(query, (number,)).fetchone()
        return number, canonical(address)

    def term_names(self, lemmas: Iterable[str]) -> list[ConceptName]:
        """The names of concepts that begin with one of the normal forms."""
        rows = []
        for lemma in dict.fromkeys(lemmas):
            rows += self._connection.execute("SELECT words, slug FROM term_names WHERE first = ?", (lemma,)).fetchall()
        return _load_names(rows)

    def concept_names(self, slugs: Iterable[str]) -> list[ConceptName]:
        """All names of some concepts."""
        rows = []
        for slug in dict.fromkeys(slugs):
            query = "SELECT DISTINCT words, slug FROM term_names WHERE slug = ?"
            rows += self._connection.execute(query, (slug,)).fetchall()
        return _load_names(rows)

    def families(self, lemmas: Iterable[str]) -> dict[str, tuple[int, ...]]:
        """The families of kindred words that some normal forms belong to."""
        found = {}
        for lemma in dict.fromkeys(lemmas):
            rows = self._connection.execute("SELECT family FROM kindred WHERE lemma = ?", (lemma,)).fetchall()
            if rows:
                found[lemma] = tuple(row[0] for row in rows)
        return found

    def family(self, number: int) -> list[str]:
        """The normal forms of a family of kindred words."""
        return [row[0] for row in self._connection.execute("SELECT lemma FROM kindred WHERE family = ?", (number,))]

    def headings_below(self, number: int) -> list[tuple[Address, str]]:
        """The clauses right below one that have an address, each with its heading or the words it begins with."""
        query = (
            "SELECT address, COALESCE(heading, substr(text, 1, 90)) FROM clauses"
            " WHERE parent = ? AND address IS NOT NULL ORDER BY id"
        )
        rows = self._connection.execute(query, (number,)).fetchall()
        return [(canonical(address), _first_words(words)) for address, words in rows]

    def title_of(self, number: int) -> str:
        """The heading of a clause, or the nearest one above."""
        parent: int | None = number
        while parent is not None:
            heading, parent = self._connection.execute(
                "SELECT heading, parent FROM clauses WHERE id = ?", (parent,)
            ).fetchone()
            if heading:
                return str(heading)
        return ""

    def concept(self, slug: str) -> Term:
        """A concept of the table, by its slug there."""
        query = "SELECT slug, names, definition, notes FROM concepts WHERE slug = ?"
        return _make_term(*self._connection.execute(query, (slug,)).fetchone())

    def concepts(self) -> list[Term]:
        """Every concept, in the order of the table."""
        rows = self._connection.execute("SELECT slug, names, definition, notes FROM concepts ORDER BY rowid")
        return [_make_term(*row) for row in rows]

    def all_term_names(self) -> list[ConceptName]:
        """Every name of a concept."""
        rows = self._connection.execute("SELECT DISTINCT words, slug FROM term_names")
        return _load_names(rows)

    def situation(self, number: int) -> tuple[str, str]:
        """Language and text of a situation, by its number in the order of the table, from 0."""
        row = self._connection.execute(
            "SELECT language, text FROM situations WHERE rowid = ?", (number + 1,)
        ).fetchone()
        language, text = row
        return language, text

    def situations(self, language: str) -> list[Situation]:
        """What players say in a language, in the order of the table."""
        from lawsearch.library.tables import Situation

        rows = self._connection.execute(
            "SELECT text, addresses FROM situations WHERE language = ? ORDER BY rowid", (language,)
        )
        return [
            Situation(language=language, text=text, addresses=tuple(canonical(name) for name in json.loads(addresses)))
            for text, addresses in rows
        ]

    def neighbours(self, number: int) -> Neighbours:
        """The clauses of the same kind right before and right after one, in its document; of roots only, if it is one."""
        from lawsearch.model import Neighbours

        document, kind, top = self._connection.execute(
            "SELECT document, kind, parent IS NULL FROM clauses WHERE id = ?", (number,)
        ).fetchone()
        same = "document = ? AND kind = ? AND (parent IS NULL) = ? AND address IS NOT NULL"
        found = []
        for order in ("id < ? ORDER BY id DESC", "id > ? ORDER BY id"):
            row = self._connection.execute(
                f"SELECT address FROM clauses WHERE {same} AND {order} LIMIT 1",  # noqa: S608 - one of the two above
                (document, kind, top, number),
            ).fetchone()
            found.append(Target(document=document, address=canonical(row[0])) if row else None)
        return Neighbours(before=found[0], after=found[1])

    def furniture(self, document: str) -> Iterator[Furniture]:
        """The characters of a document that are no text of the work, in the order in which they were set aside."""
        from lawsearch.model import Furniture

        query = "SELECT kind, text, lines FROM furniture WHERE document = ? ORDER BY rowid"
        for kind, text, lines in self._connection.execute(query, (document,)):
            yield Furniture(kind=kind, text=text, lines=_load_lines(lines), source=())

    def problems(self, document: str) -> list[Problem]:
        """What was not understood in a document, in the order in which it was found."""
        from lawsearch.model import Problem

        query = "SELECT code, file, line, page, params FROM problems WHERE document = ? ORDER BY rowid"
        return [
            Problem(code=code, file=file, line=line, page=page, params=json.loads(params))
            for code, file, line, page, params in self._connection.execute(query, (document,))
        ]

    def clause_ranges(self, document: str) -> dict[int, Place]:
        """The addressed clauses of a document in reading order, and how they lie in one another."""
        from lawsearch.library.statistics import Place

        rows = self._connection.execute(
            "SELECT id, last, parent, address FROM clauses WHERE document = ? AND kind <> 'unplaced' ORDER BY id",
            (document,),
        )
        named: dict[int, int | None] = {}  # the nearest clause with an address, the clause itself included
        found: dict[int, Place] = {}
        for number, last, parent, address in rows:
            above = named.get(parent)
            named[number] = number if address is not None else above
            if address is not None:
                found[number] = Place(canonical(address), last, above)
        return found

    def edges(self, document: str) -> list[tuple[int, int]]:
        """The references inside a document: the addressed clause each stands in or under, and its target."""
        rows = self._connection.execute(
            "SELECT refs.clause, targets.clause FROM refs JOIN targets ON targets.ref = refs.id"
            " JOIN clauses ON clauses.id = refs.clause"
            " WHERE targets.document = ? AND clauses.document = ? ORDER BY refs.id",
            (document, document),
        )
        return self._named_edges(rows)

    def edges_to(self, document: str) -> list[tuple[int, int]]:
        """The references of all documents that lead to a document: the clause each stands in, and its target."""
        rows = self._connection.execute(
            "SELECT refs.clause, targets.clause FROM refs JOIN targets ON targets.ref = refs.id"
            " WHERE targets.document = ? ORDER BY refs.id",
            (document,),
        )
        return list(rows)

    def _named_edges(self, rows: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        parents = dict(self._connection.execute("SELECT id, parent FROM clauses WHERE address IS NULL"))
        found = []
        for standing, target in rows:
            source = standing
            while source in parents:
                source = parents[source]
            if source is not None and target is not None:
                found.append((source, target))
        return found

    def count_references(self, document: str) -> dict[str, int]:
        """How many references of a document have each status."""
        query = (
            "SELECT status, COUNT(*) FROM refs JOIN clauses ON clauses.id = refs.clause WHERE document = ?"
            " GROUP BY status"
        )
        return dict(self._connection.execute(query, (document,)).fetchall())


def _portions(numbers: Iterable[int]) -> Iterator[tuple[list[int], str]]:
    """The numbers in portions that any SQLite takes as the values of one query, each with its question marks."""
    every = list(numbers)
    for start in range(0, len(every), 900):
        some = every[start : start + 900]
        yield some, ", ".join("?" * len(some))


def _make_term(slug: str, names: str, definition: str | None, notes: str) -> Term:
    from lawsearch.model import Term

    return Term(
        concept=slug,
        names={language: tuple(items) for language, items in json.loads(names).items()},
        definition=canonical(definition) if definition else None,
        notes=json.loads(notes),
    )


def _load_names(rows: Iterable[tuple[str, str]]) -> list[ConceptName]:
    from lawsearch.search import ConceptName

    return [ConceptName(tuple(frozenset(word) for word in json.loads(words)), slug) for words, slug in rows]


def _first_words(text: str) -> str:
    """Whole words of a text that may be cut."""
    return text if len(text) < 90 else cut_off(text.rpartition(" ")[0])


def _make_clause(
    row: Sequence[Any],
    document: str,
    address: str | None,
    references: tuple[Reference, ...],
    children: tuple[Clause, ...],
) -> Clause:
    kind, label, heading, text, emphasis, pages, lines, cut, also, cells = row[5:]
    return Clause(
        document=document,
        address=canonical(address) if address else None,
        kind=kind,
        label=label,
        heading=heading,
        text=text,
        emphasis=tuple(Span(*span) for span in json.loads(emphasis)) if emphasis else (),
        pages=tuple(json.loads(pages)) if pages else (),
        lines=_load_lines(lines),
        cut=bool(cut),
        also=tuple(canonical(name) for name in json.loads(also)) if also else (),
        tables=_load_tables(cells) if cells else (),
        references=references,
        children=children,
    )


def _load_tables(text: str) -> tuple[Table, ...]:
    from lawsearch.model import Table

    return tuple(
        Table(columns=tuple(columns), rows=tuple(tuple(row) for row in rows)) for columns, *rows in json.loads(text)
    )
