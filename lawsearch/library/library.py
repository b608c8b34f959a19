"""The library: open it (building it when needed), ask it, add to it.

>>> library = Library.open()                                        # doctest: +SKIP
>>> [hit.address for hit in library.search("штрафной картой").hits]     # doctest: +SKIP

Every answer is made of frozen records: those of :mod:`lawsearch.model`, and of the module of this package that a method's
annotation names. What goes wrong is a subclass of :class:`~lawsearch.errors.LawsearchError`. An opened library belongs to
one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from lawsearch.address import nearest, slipped_address, slugify, split_full_name, try_address
from lawsearch.errors import LibraryError, NotFoundError, UsageError
from lawsearch.language import LANGUAGES
from lawsearch.library.holders import (
    Absent,
    LookedUp,
    Shown,
    allowed_documents,
    holder_rank,
    in_language,
    one_document,
    twin_numbers,
)
from lawsearch.library.opened import OpenedFiles, current_generation
from lawsearch.library.store import DEFAULT_WAIT, Paths, open_generation
from lawsearch.model import Address, Clause, Document, Target, is_figures

if TYPE_CHECKING:
    from pathlib import Path

    from lawsearch.library.aligning import Alignment
    from lawsearch.library.building import Progress
    from lawsearch.library.comparing import Comparison
    from lawsearch.library.duties import DutyTable
    from lawsearch.library.reports import Added, SourceInfo
    from lawsearch.library.statistics import DocumentStatistics
    from lawsearch.library.tables import Situation
    from lawsearch.library.words import Words
    from lawsearch.model import (
        CheckedCitation,
        Citing,
        Expansion,
        Furniture,
        Neighbours,
        ParsedDocument,
        Problem,
        ReadAs,
        Results,
        Term,
        TermMention,
    )


class Library:
    """An opened library. Use :meth:`open`; close it, or use it as a context manager."""

    def __init__(self, files: OpenedFiles) -> None:
        """``files`` are what it answers from: a seam for who measures the parts of a library, or tests them."""
        self.files = files

    # opening and closing

    @classmethod
    def open(
        cls,
        home: Path | str | None = None,
        *,
        corpus: Path | str | None = None,
        progress: Progress | None = None,
        on_event: Callable[[str], None] | None = None,
        wait: float = DEFAULT_WAIT,
    ) -> Library:
        """Open the library, building it first where there is none, or where the corpus or program has changed.

        ``corpus`` is another corpus than the one that comes along. ``progress`` is told how far a build is (done,
        total); ``on_event`` is told why it runs (``building``, ``rebuilding``, ``repairing``, ``upgrading``), that
        another process writes and is waited for, ``wait`` seconds at most (``waiting``), and why the old index answers
        (``stale``: none can be written; ``source-lost``: a kept copy is damaged). So it is where damage shows itself
        later, and is mended. Raises ``LibraryError`` if the folder cannot be used.
        """
        paths = Paths.find(home, corpus)
        generation = current_generation(paths, progress=progress, on_event=on_event, wait=wait)
        return cls(OpenedFiles(paths, generation, progress=progress, on_event=on_event, wait=wait))

    @classmethod
    def build(
        cls,
        home: Path | str | None = None,
        *,
        corpus: Path | str | None = None,
        progress: Progress | None = None,
        on_event: Callable[[str], None] | None = None,
        wait: float = DEFAULT_WAIT,
    ) -> Library:
        """Build the library anew, whether or not anything has changed; the options are those of :meth:`open`."""
        from lawsearch.library.changing import Writer

        paths = Paths.find(home, corpus)
        generation = Writer(paths, progress=progress, on_event=on_event, wait=wait).build()
        return cls(OpenedFiles(paths, generation, progress=progress, on_event=on_event, wait=wait))

    @classmethod
    def in_service(cls, home: Path | str | None = None) -> Library:
        """The library as it stands, for a server that reads it: nothing is ever built, nor mended.

        Raises ``LibraryError`` where there is none (``index-missing``) or where it is damaged.
        """
        paths = Paths.find(home)
        generation = open_generation(paths.home)
        if generation is None:
            raise LibraryError("index-missing", folder=paths.home)
        return cls(OpenedFiles(paths, generation, may_build=False))

    @property
    def paths(self) -> Paths:
        """Where the corpus and the library are."""
        return self.files.paths

    @property
    def is_superseded(self) -> bool:
        """True if another generation than this one is in service by now."""
        return self.files.is_superseded

    @property
    def generation(self) -> str:
        """The name of the generation that answers; another one's whenever anything in the library has changed."""
        return self.files.name

    def close(self) -> None:
        """Close the library: a writer may remove the generation that it has read (else when the collector comes by).

        Asked again, it opens the generation that is then in service.
        """
        self.files.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    # adding and removing

    def add(
        self,
        files: Sequence[Path | str],
        *,
        as_document: str | None = None,
        series: str | None = None,
        edition: str | None = None,
        language: str | None = None,
        encoding: str | None = None,
        layout: str | None = None,
        title: str | None = None,
        strict: bool = False,
        repair: bool = False,
        wait: float = DEFAULT_WAIT,
    ) -> Added:
        """Add one work, read from one or more files, folders or archives; files of the same name are replaced.

        A work in two languages becomes two documents, the second one in ``Added.others``. ``as_document`` is the
        document's id, ``<series>-<edition>-<language>``, or the series alone; ``series``, ``edition`` and ``language``
        are its parts; what is not given is told from the text. A copy of each file is kept. ``repair`` mends damaged
        letters, each change listed. Raises ``InputError`` for a file that cannot be read, and if ``strict`` for a
        document with problems (``problems-found-add``, with the ``problems``), or without a word of its own
        (``no-clause``); the library is then unchanged.
        """
        from lawsearch.library.changing import read_work, report_added
        from lawsearch.library.describing import Asked

        asked = Asked(name=as_document, series=series, edition=edition, language=language, layout=layout, title=title)
        work = read_work(files, asked, encoding=encoding, repair=repair)
        with self.files.waiting(wait):
            for described in work.documents:
                held = self.documents.get(described.document.id)
                if held is not None and held.embedded:
                    raise UsageError("document-embedded", document=held.id)
            replaced = self.files.add(work, strict=strict)
            return report_added(self, work, replaced)

    def remove(self, document: str, *, wait: float = DEFAULT_WAIT) -> None:
        """Take an added document out of the library. ``UsageError`` for one that the corpus brings."""
        with self.files.waiting(wait):
            document = one_document(self.documents, document)
            if self.documents[document].embedded:
                raise UsageError("document-not-removable", document=document)
            self.files.remove(document)

    # what the library holds

    @property
    def documents(self) -> dict[str, Document]:
        """The documents by id, the embedded ones first."""
        return self.files.store.documents

    @property
    def in_force(self) -> str:
        """The edition of the Laws in force."""
        return self.files.in_force

    def sources(self) -> list[SourceInfo]:
        """All documents with what was read of them."""
        return [self.info(name) for name in self.documents]

    def info(self, document: str) -> SourceInfo:
        """One document with what was read of it."""
        from lawsearch.library.reports import SourceInfo

        document = one_document(self.documents, document)
        record = self.documents[document]
        return SourceInfo(
            document=record,
            clauses=self.files.store.count_clauses(document),
            unplaced=self.files.store.count_unplaced(document),
            problems=len(self.files.store.problems(document)),
            references=self.files.store.count_references(document),
            # a club's regulations name an edition of the Laws, and are none
            in_force=record.edition == self.in_force and record.layout != "plain",
        )

    def problems(self, document: str) -> list[Problem]:
        """What was not understood in a document, or with a doubt."""
        return self.files.store.problems(one_document(self.documents, document))

    def toc(self, document: str) -> list[Clause]:
        """The trees of a document."""
        return [
            clause
            for clause in self.files.store.roots(one_document(self.documents, document))
            if clause.kind != "unplaced"
        ]

    def unplaced(self, document: str) -> list[Clause]:
        """The fragments of a document whose clause is not known."""
        return [
            clause
            for clause in self.files.store.roots(one_document(self.documents, document))
            if clause.kind == "unplaced"
        ]

    def export(self, document: str) -> ParsedDocument:
        """A document with everything that its sources held."""
        from lawsearch.model import ParsedDocument

        document = one_document(self.documents, document)
        roots = list(self.files.store.roots(document))
        return ParsedDocument(
            document=self.documents[document],
            clauses=tuple(clause for clause in roots if clause.kind != "unplaced"),
            unplaced=tuple(clause for clause in roots if clause.kind == "unplaced"),
            furniture=tuple(self.furniture(document)),
            problems=tuple(self.files.store.problems(document)),
            characters=self.files.store.characters(document),
        )

    def furniture(self, document: str) -> Iterator[Furniture]:
        """The characters of a document that are no text of the work."""
        return self.files.store.furniture(one_document(self.documents, document))

    def words(self) -> Words:
        """The vocabulary of the library: normal forms of its words, its terms and situations."""
        from lawsearch.library.words import Words

        forms = self.files.open_forms()
        return Words(
            normal_forms=forms.normal_forms,
            forms=forms.items,
            terms=tuple(self.all_terms()),
            situations=tuple(item for language in LANGUAGES for item in self.situations(language)),
        )

    def document(self, name: str) -> Document:
        """A document by its id, or by its series where that has only one. ``NotFoundError`` if there is none."""
        return self.documents[one_document(self.documents, name)]

    # looking up

    def show(
        self,
        address: str | Address,
        *,
        language: str | None = None,
        within: str | None = None,
        edition: str | None = None,
    ) -> Clause:
        """The clause that an address names, with its references and everything below it.

        Where several documents hold it: laws before commentary, the edition in force first, then ``language``.
        ``within`` names a document or a role. Raises ``UsageError`` for an unreadable address and
        ``NotFoundError`` (with ``nearest``) for one that does not exist.
        """
        return self.clause(self.find(address, language=language, within=within, edition=edition)[0])

    def look_up(
        self,
        addresses: Iterable[str],
        *,
        language: str | None = None,
        reader: str | None = None,
        within: str | None = None,
        edition: str | None = None,
    ) -> LookedUp:
        """The clauses that several addresses name, each once, and which addresses name none.

        Each stands in ``language`` if some document holds it there; where none is wanted, ``reader`` is that of who
        asks. Raises as :meth:`show` does but for an address that does not exist.
        """
        shown: list[Shown] = []
        absent: list[Absent] = []
        for address in addresses:
            try:
                found = self.find(address, language=language or reader, within=within, edition=edition)
            except NotFoundError as error:
                absent.append(Absent(address, error))
                continue
            best = in_language(found, self.documents, language)[0]
            clause = self.clause(best)
            if all(clause != item.clause for item in shown):
                others = tuple(target.document for target in found if target.document != best.document)
                shown.append(Shown(clause, others))
        return LookedUp(tuple(shown), tuple(absent))

    def find(
        self,
        address: str | Address,
        *,
        language: str | None = None,
        within: str | None = None,
        edition: str | None = None,
    ) -> list[Target]:
        """Where an address stands: the documents that hold it, the best first. Raises as :meth:`show` does."""
        name, wanted = self._full_name(address)
        allowed = allowed_documents(self.documents, within, edition)
        if name is not None:
            allowed = allowed & {name}
        holders = sorted(
            (document for document, _ in self.files.store.holders(wanted) if document in allowed),
            key=lambda document: holder_rank(self.documents, self.in_force, document, language),
        )
        if not holders:
            raise NotFoundError("no-such-clause", address=str(wanted), nearest=self._nearest(wanted, allowed))
        return [Target(document=document, address=wanted) for document in holders]

    def clause(self, target: Target) -> Clause:
        """The clause at a full name, with its references and everything below it."""
        number = self.files.store.number(target.document, target.address)
        if number is None:
            raise NotFoundError("no-such-clause", address=str(target.address), nearest=[])
        return self.files.store.clause(number)

    def _full_name(self, address: str | Address) -> tuple[str | None, Address]:
        """Document and address of a full key such as ``commentary-1987-ru:59.3(a)``."""
        if isinstance(address, Address):
            return None, address
        document, rest = split_full_name(address)
        if document is not None:
            return one_document(self.documents, document), self.read_address(rest)
        return None, self.read_address(address)

    def read_address(self, address: str, documents: Iterable[str] | None = None) -> Address:
        """The address that was typed.

        ``UsageError`` for what is none, with ``nearest``: for a word its definition, for a slip what is near it in
        ``documents`` (64Z: 64C).
        """
        parsed = try_address(address)
        if parsed is None:
            definition = Address((slugify(address[:80]),), "def")
            near = [str(definition)] if self.files.store.holders(definition) else []
            if not near and (meant := slipped_address(address)) is not None:
                near = self._nearest(meant, self.documents if documents is None else documents)
            raise UsageError("address-unreadable", text=address[:80], nearest=near)
        return parsed

    def _nearest(self, wanted: Address, documents: Iterable[str]) -> list[str]:
        """The names of clauses near one that none of the documents has."""
        known = [address for document in sorted(documents) for address in self.files.store.addresses(document)]
        return [str(address) for address in nearest(wanted, known)]

    def twins(self, clause: Clause) -> list[Clause]:
        """The same clause in the other languages of its series and edition."""
        return [self.files.store.clause(number) for number in twin_numbers(self.files.store, clause)]

    def context(self, clause: Clause) -> list[Clause]:
        """The clauses above one, the outermost first, without their children."""
        number = self.files.store.number(clause.document, clause.address) if clause.address else None
        return self.files.store.ancestors(number) if number is not None else []

    def neighbours(self, clause: Clause) -> Neighbours:
        """The clauses of the same kind before and after one, in the order of its document."""
        from lawsearch.model import Neighbours

        number = self.files.store.number(clause.document, clause.address) if clause.address else None
        if number is None:
            return Neighbours()
        return self.files.store.neighbours(number)

    def first_words(self, target: Target) -> str:
        """The heading of a reference's target, or the text it begins with."""
        return self.files.store.first_words(target)

    def citing(self, clause: Clause, depth: int = 1) -> list[Citing]:
        """The references elsewhere that point at a clause or below it, each with its sentence.

        With a ``depth`` above 1, those that point at the clauses they stand in are their ``inner``, and so on.
        ``UsageError`` for a depth above 64.
        """
        from lawsearch.library.following import citing

        return citing(clause, depth, self.files.store)

    def expand(self, clause: Clause, depth: int) -> list[Expansion]:
        """The references in a clause and below it, in reading order, each with its target opened, to ``depth`` levels.

        No clause is opened twice: a repeat, and a target that holds the clause it is cited in, say so instead.
        ``UsageError`` for a depth above 64.
        """
        from lawsearch.library.following import expand

        return expand(clause, depth, self.files.store)

    def check(self, text: str, *, edition: str | None = None, language: str | None = None) -> list[CheckedCitation]:
        """The citations in any text, such as a ruling, and where they lead.

        They are read in ``edition`` (default: the one in force; where the library lacks it, the nearest one answers
        and the reference says so) and ``language`` (default: that of the text). ``UsageError`` for what is neither.
        """
        from lawsearch.library.checking import check_text

        if edition is not None and not (len(edition) == 4 and is_figures(edition)):
            raise UsageError("edition-year", edition=edition)
        if language is not None and language not in LANGUAGES:
            raise UsageError("language-unknown", language=language, known=", ".join(LANGUAGES))
        return check_text(text, self.files.store, edition=edition or self.in_force, language=language)

    def statistics(self, document: str, *, limit: int = 10) -> DocumentStatistics:
        """References by status, the ``limit`` most cited clauses, clauses nobody cites, and circles of a document."""
        from lawsearch.library.statistics import measure_document

        return measure_document(self.files.store, one_document(self.documents, document), limit=limit)

    def aligned(self, clause: Clause, documents: Sequence[str] | None = None) -> Alignment:
        """A clause and those below it beside themselves in other documents.

        ``documents`` are ids, a column each, in that order; by default the clause's own document and the other
        languages of its series and edition. A document that lacks the clause is a column of gaps.
        """
        from lawsearch.library.aligning import Alignment, align

        if documents is None:
            trees: list[Clause | None] = [clause, *self.twins(clause)]
            columns = [self.documents[tree.document] for tree in trees if tree is not None]
        else:
            columns = [self.document(name) for name in documents]
            trees = [self._in_document(clause, document.id) for document in columns]
        return Alignment(documents=tuple(columns), rows=tuple(align(trees)))

    def _in_document(self, clause: Clause, document: str) -> Clause | None:
        if clause.document == document:
            return clause
        number = self.files.store.number(document, clause.address) if clause.address is not None else None
        return self.files.store.clause(number) if number is not None else None

    def duties(self, clause: Clause, documents: Sequence[str] | None = None) -> DutyTable:
        """The words of duty in a clause and below it, beside those of other documents as in :meth:`aligned`."""
        from lawsearch.library.duties import tabulate_duties

        return tabulate_duties(self.aligned(clause, documents))

    def compare(self, address: str | Address, left: str, right: str) -> list[Comparison]:
        """A clause and those below it in two documents, matched by number, and by words where numbers moved.

        Raises ``NotFoundError`` if neither document holds the address.
        """
        from lawsearch.library.comparing import compare, pair_by_address

        documents = [self.document(name) for name in (left, right)]
        _, wanted = self._full_name(address)
        numbers = [self.files.store.number(document.id, wanted) for document in documents]
        if numbers == [None, None]:
            self.find(wanted, within=documents[0].id)  # raises, and names the nearest
        one, other = (self.files.store.clause(number) if number is not None else None for number in numbers)
        if documents[0].language != documents[1].language:
            return pair_by_address(one, other)
        return compare(one, other, self.files.store.roots(documents[1].id), self.files.searcher.normal_forms)

    def laws_of(self, edition: str, language: str | None = None) -> Document:
        """The laws of an edition, in ``language`` if the library has them. ``NotFoundError`` if it has none."""
        return self.best_document("laws", edition, language)

    def best_document(self, within: str, edition: str | None = None, language: str | None = None) -> Document:
        """The first of the documents that a name (a document, series or role) means, in ``language`` if it is there.

        ``NotFoundError`` if there is none, or none of the edition.
        """
        allowed = allowed_documents(self.documents, within, edition)
        return self.documents[min(allowed, key=lambda name: holder_rank(self.documents, self.in_force, name, language))]

    # searching

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        offset: int = 0,
        language: str | None = None,
        within: str | None = None,
        edition: str | None = None,
        laws: str | None = None,
        kind: str | None = None,
        sort: str = "rank",
        reader: str | None = None,
    ) -> Results:
        """Clauses that answer a query in either language, the best first, each once.

        An address typed as a query goes to the clause. ``language`` is that of the texts to show (else the query's
        own; where it has no words, ``reader``); ``within`` names a document, series or role; ``laws`` is a law or a
        range of them (``50-52``); ``kind`` is ``definition``, ``law`` (clauses of laws), ``note`` or ``table``;
        ``sort`` is ``rank`` or ``law`` (reading order).
        Raises ``UsageError`` for an empty query or an unknown value, ``NotFoundError`` for an unknown document.
        """
        from lawsearch.library.searching import Constraints

        for name, value in (("limit", limit), ("offset", offset)):
            if value < 0:
                raise UsageError("no-such-number", name=name, value=value, least=0, most=1_000_000)
        constraints = Constraints.read(laws=laws, kind=kind, sort=sort, language=language, reader=reader)
        searcher = (
            self.files.searcher
        )  # first: what is damaged is mended here, and the documents may be others afterwards
        allowed = allowed_documents(self.documents, within, edition)
        return searcher.search(query, constraints, allowed, limit=limit, offset=offset)

    def terms(self, word: str) -> list[Term]:
        """The concepts that a word or expression names, each with all its names; the exact ones first."""
        return self.read_terms(word)[0]

    def read_terms(self, word: str) -> tuple[list[Term], ReadAs | None]:
        """As :meth:`terms`, and how the word was read where that was not as it was typed."""
        return self.files.searcher.terms(word)

    def all_terms(self) -> list[Term]:
        """Every term with its names, in the order of the table."""
        return self.files.terms.all()

    def term(self, slug: str) -> Term:
        """One term by its name in the table. ``NotFoundError`` if there is none."""
        return self.files.terms.term(slug)

    def terms_in(self, text: str) -> list[TermMention]:
        """The names of terms in a text, whatever their forms, in reading order; their spans never overlap."""
        return self.files.terms.mentions(text)

    def situations(self, language: str) -> list[Situation]:
        """What players say in a language, each with the clauses that answer it."""
        return self.files.store.situations(language)

    def knows(self, word: str) -> bool:
        """True if some text of the library holds a form of the word."""
        return self.files.searcher.knows(word)
