"""The library: open it (building it when needed), ask it, add to it.

>>> library = Library.open()                                        # doctest: +SKIP
>>> [hit.address for hit in library.search("штрафной картой").hits]     # doctest: +SKIP

Every method returns records of :mod:`lawsearch.model` and raises subclasses of
:class:`~lawsearch.errors.LawsearchError`. An opened library belongs to one thread.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lawsearch.address import nearest, slugify, split_full_name, try_address
from lawsearch.errors import CorpusError, InputError, LibraryError, NotFoundError, UsageError
from lawsearch.language import LANGUAGES
from lawsearch.library.holders import holder_rank, known_names, named_documents, twin_numbers
from lawsearch.library.store import DATABASE, FORMS, POINTER, SEARCH, Generation, open_generation, read_text
from lawsearch.model import Address, Clause, Document, Span, Target, is_figures

if TYPE_CHECKING:
    from pathlib import Path

    from lawsearch.library.aligning import Row
    from lawsearch.library.comparing import Comparison
    from lawsearch.library.corpus import DocumentSource
    from lawsearch.library.database import Database
    from lawsearch.library.describing import Described
    from lawsearch.library.duties import DutyRow
    from lawsearch.library.kept import KeptFile
    from lawsearch.library.reports import Added, SourceInfo, Term
    from lawsearch.library.searching import Searcher
    from lawsearch.library.statistics import DocumentStatistics
    from lawsearch.library.tables import Situation
    from lawsearch.library.terminology import Terminology
    from lawsearch.library.words import Words
    from lawsearch.model import CheckedCitation, Citing, Expansion, Furniture, ParsedDocument, Problem, Results
    from lawsearch.search import IndexOptions
    from lawsearch.source import Source

Progress = Callable[[int, int], None]

DEFAULT_WAIT = 30.0  # seconds to wait for another writer

# The errors of a build that leave the old index in service, and the event that says so.
_OLD_ANSWERS = {
    "folder-not-writable": "stale",
    "write-failed": "stale",
    "library-locked": "stale",
    "source-lost": "source-lost",
}

# What a document is, as it is kept beside its files.
_IDENTITY = ("id", "title", "series", "role", "edition", "language")


def _no_progress(done: int, total: int) -> None:
    """Nobody watches."""


def _no_event(_code: str) -> None:
    """Nobody listens."""


class Paths:
    """Where the corpus is read from (``corpus``), and where the library is kept (``home``)."""

    __slots__ = ("corpus", "home")

    def __init__(self, corpus: str, home: str) -> None:
        self.corpus = corpus
        self.home = home

    @classmethod
    def find(cls, home: Path | str | None = None, corpus: Path | str | None = None) -> Paths:
        """The corpus beside the package (a checkout) or inside it (an installed copy), if no other is named.

        The library is where ``home`` or ``LAWSEARCH_HOME`` says, else in ``index/`` of the checkout, else in the
        user's data folder.
        """
        package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
        project = os.path.dirname(package)
        beside = os.path.join(project, "corpus")
        checkout = os.path.isfile(os.path.join(project, "pyproject.toml")) and os.path.isdir(beside)
        where = os.fspath(corpus) if corpus else beside if checkout else os.path.join(package, "corpus")
        chosen = os.fspath(home) if home else os.environ.get("LAWSEARCH_HOME")
        if chosen:
            return cls(where, os.path.abspath(os.path.expanduser(chosen)))
        if checkout:
            return cls(where, os.path.join(project, "index"))
        import platformdirs

        return cls(where, platformdirs.user_data_dir("lawsearch", appauthor=False))


class Library:
    """An opened library. Use :meth:`open`; close it, or use it as a context manager."""

    def __init__(
        self,
        paths: Paths,
        generation: Generation,
        *,
        progress: Progress = _no_progress,
        on_event: Callable[[str], None] = _no_event,
    ) -> None:
        self.paths = paths
        self._progress = progress
        self._on_event = on_event
        self._generation = generation
        self._database: Database | None = None
        self._search: Searcher | None = None
        self._terminology: Terminology | None = None
        self._may_build = True

    # opening and closing

    @classmethod
    def open(
        cls,
        home: Path | str | None = None,
        *,
        corpus: Path | str | None = None,
        progress: Progress = _no_progress,
        on_event: Callable[[str], None] = _no_event,
        wait: float = DEFAULT_WAIT,
    ) -> Library:
        """Open the library, building it first where there is none, or where the corpus or program has changed.

        ``corpus`` is another corpus than the one that comes along. ``progress`` is told how far a build is;
        ``on_event`` is told why it runs (``building``, ``rebuilding``, ``repairing``, ``upgrading``), that another
        process writes and is waited for, ``wait`` seconds at most (``waiting``), and why the old index answers
        (``stale``: none can be written; ``source-lost``: a kept copy is damaged). Raises ``LibraryError`` if the folder
        cannot be used.
        """
        paths = Paths.find(home, corpus)
        try:
            generation = open_generation(paths.home)
            reason = "building" if generation is None else ("" if _is_current(paths, generation) else "rebuilding")
        except LibraryError as error:
            if error.code not in ("index-broken", "index-older"):
                raise
            generation, reason = None, "repairing" if error.code == "index-broken" else "upgrading"
        if not reason and generation is not None:
            return cls(paths, generation, progress=progress, on_event=on_event)
        on_event(reason)
        try:
            new = cls._build(paths, progress, wait, on_event=on_event, unless=lambda ready: _is_current(paths, ready))
        except LibraryError as error:
            if generation is None or error.code not in _OLD_ANSWERS:
                raise
            on_event(_OLD_ANSWERS[error.code])
            return cls(paths, generation, progress=progress, on_event=on_event)
        if generation is not None:
            generation.close()
        return cls(paths, new, progress=progress, on_event=on_event)

    @classmethod
    def build(
        cls,
        home: Path | str | None = None,
        *,
        corpus: Path | str | None = None,
        progress: Progress = _no_progress,
        on_event: Callable[[str], None] = _no_event,
        wait: float = DEFAULT_WAIT,
    ) -> Library:
        """Build the library anew, whether or not anything has changed; ``on_event`` is told of ``waiting``."""
        paths = Paths.find(home, corpus)
        _refuse_unusable(paths.home)
        return cls(paths, cls._build(paths, progress, wait, on_event=on_event), progress=progress, on_event=on_event)

    @classmethod
    def discard(
        cls,
        document: str,
        home: Path | str | None = None,
        *,
        corpus: Path | str | None = None,
        progress: Progress = _no_progress,
        on_event: Callable[[str], None] = _no_event,
        wait: float = DEFAULT_WAIT,
    ) -> None:
        """Take an added document out of a library that cannot be opened because the document's kept copy is lost."""
        paths = Paths.find(home, corpus)
        _refuse_unusable(paths.home)

        def change(added: dict[str, str]) -> dict[str, str]:
            if document not in added:
                raise NotFoundError("no-such-document", document=document, known=", ".join(added))
            return {name: folder for name, folder in added.items() if name != document}

        cls._build(paths, progress, wait, change, on_event=on_event).close()

    @classmethod
    def in_service(cls, home: Path | str | None = None) -> Library:
        """The library as it stands, for a server that reads it: nothing is ever built, nor mended.

        Raises ``LibraryError`` where there is none (``index-missing``) or where it is damaged.
        """
        paths = Paths.find(home)
        generation = open_generation(paths.home)
        if generation is None:
            raise LibraryError("index-missing", folder=paths.home)
        library = cls(paths, generation)
        library._may_build = False
        return library

    @property
    def is_superseded(self) -> bool:
        """True if another generation than this one is in service by now."""
        try:
            return read_text(self.paths.home, POINTER).strip() != self.generation
        except (OSError, UnicodeDecodeError):
            return True

    @property
    def generation(self) -> str:
        """The name of the generation that answers; another one's whenever anything in the library has changed."""
        return os.path.basename(self._generation.folder)

    def close(self) -> None:
        """Close the files of the library; it opens them again when it is asked, in the same generation."""
        if self._database is not None:
            self._database.close()
        if self._search is not None:
            self._search.close()
        self._database = self._search = self._terminology = None

    def leave(self) -> None:
        """Close the library for good: the generation that it has read may go.

        Without this a writer keeps the generation until the collector comes by, which may be long.
        """
        self.close()
        self._generation.close()

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *exception: object) -> None:
        self.leave()

    @property
    def _store(self) -> Database:
        if self._database is None:
            from lawsearch.library.database import Database

            self._make_sure((DATABASE,))
            self._database = Database(os.path.join(self._generation.folder, DATABASE))
        return self._database

    @property
    def _searcher(self) -> Searcher:
        if self._search is None:
            from lawsearch.library.searching import Searcher
            from lawsearch.search import FormTable, SearchIndex

            # all of them, so that the two are never of different generations
            self._make_sure((DATABASE, SEARCH, FORMS))
            folder = self._generation.folder
            added = [name for name, record in self._store.documents.items() if not record.embedded]
            index = SearchIndex(os.path.join(folder, SEARCH), FormTable(os.path.join(folder, FORMS)), added=added)
            self._search = Searcher(self._store, index, self.in_force)
        return self._search

    @property
    def _terms(self) -> Terminology:
        if self._terminology is None:
            from lawsearch.library.terminology import Terminology
            from lawsearch.search import FormTable

            self._make_sure((DATABASE, FORMS))
            self._terminology = Terminology(self._store, FormTable(os.path.join(self._generation.folder, FORMS)))
        return self._terminology

    def _make_sure(self, names: Sequence[str]) -> None:
        """Verify what is about to be opened, of the generation in service if the library was closed.

        A generation that is no longer there gives way to the one in service; a damaged one is built anew from the
        corpus and the kept sources.
        """
        lease = self._generation.lease
        if lease is not None and not lease.is_held:
            self._generation = _in_service(self.paths.home) or self._generation
        try:
            self._generation.verify(names)
        except LibraryError as error:
            if error.code != "index-broken":
                raise
            broken = error
        else:
            return
        self.close()
        whole = (DATABASE, SEARCH, FORMS)
        newer = _in_service(self.paths.home)
        if newer is None or newer.folder == self._generation.folder or not _verifies(newer, whole):
            if not self._may_build:
                raise broken
            self._on_event("repairing")
            newer = self._build(
                self.paths,
                self._progress,
                DEFAULT_WAIT,
                on_event=self._on_event,
                unless=lambda ready: _verifies(ready, whole),
            )
        self._generation = newer

    # building

    @staticmethod
    def _build(
        paths: Paths,
        progress: Progress,
        wait: float,
        change: Callable[[dict[str, str]], dict[str, str]] = lambda added: added,
        *,
        on_event: Callable[[str], None] = _no_event,
        unless: Callable[[Generation], bool] = lambda _ready: False,
        options: IndexOptions | None = None,
        refuse: Callable[[ParsedDocument], None] = lambda _parsed: None,
    ) -> Generation:
        """Build and put in service. ``change`` edits the added documents: id → folder of kept sources.

        If the generation in service is what ``unless`` asks for (another process may just have built it), it is taken.
        ``options`` leave parts out of the index, so that a benchmark can tell what they are worth. ``refuse`` raises
        for a document that must not get in.
        """
        from lawsearch.library import building, kept, writing
        from lawsearch.library.corpus import read_corpus

        corpus = read_corpus(paths.corpus)
        manifest: dict[str, Any] = {**_fingerprints(paths.corpus), "in_force": corpus.in_force}
        with writing.writer(paths.home, wait, lambda: on_event("waiting")):
            _refuse_unusable(paths.home)  # again: a newer program may have written while this one waited
            ready = _in_service(paths.home)
            if ready is not None and unless(ready):
                return ready
            before = dict(ready.manifest["added"]) if ready is not None else _added(paths.home)
            if ready is not None:
                kept.drop_sources(paths.home, set(before.values()))  # left by an add that was killed
                ready.close()
            try:
                added = change(before)
                documents = [*corpus.documents, *(_kept_document(paths.home, name) for name in added.values())]
                parsed: list[ParsedDocument] = []
                for number, source in enumerate(documents):
                    progress(building.parse_weight(number), building.parse_weight(len(documents) + 1))
                    parsed.append(building.parse_sources(source, _read(source, paths.home, added)))
                    refuse(parsed[-1])
                building.check_corpus(parsed)
                tables = building.read_tables(paths.corpus, corpus.in_force, parsed)
                resolved = building.resolve_all(parsed, corpus.in_force)
                with writing.new_generation(paths.home) as folder:
                    building.write_generation(folder, resolved, tables, corpus.in_force, progress, options)
                    manifest["added"] = [[name, kept_folder] for name, kept_folder in added.items()]
                    generation = writing.put_in_service(paths.home, folder, manifest)
            except BaseException:
                # the switch may have been made: then what is in service needs its new copies
                kept.drop_sources(paths.home, {*before.values(), *_added(paths.home).values()})
                raise
            kept.drop_sources(paths.home, set(added.values()))
        return generation

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
        from dataclasses import replace

        from lawsearch.library import kept
        from lawsearch.library.describing import Asked, describe
        from lawsearch.source import read_sources

        sources, skipped = read_sources(files, encoding=encoding, repair=repair)
        new = [kept.KeptFile(source.name, source.raw, encoding, repair) for source in sources]
        names = [file.name for file in new]
        asked = Asked(name=as_document, series=series, edition=edition, language=language, layout=layout, title=title)
        described = describe(sources, asked)
        for item in described:
            if item.document.id in self.documents and self.documents[item.document.id].embedded:
                raise UsageError("document-embedded", document=item.document.id)
        replaced: list[str] = []

        def change(added: dict[str, str]) -> dict[str, str]:
            changed = dict(added)
            for item in described:
                all_files = list(new)
                identity = _identity(item.document, layout, item.column)
                if item.document.id in added:
                    record, before = kept.kept_sources(self.paths.home, added[item.document.id])
                    replaced.extend(file.name for file in before if file.name in names and file.name not in replaced)
                    replacing = {file.name: file for file in new}  # each takes the place of the one before
                    all_files = [replacing.pop(file.name, file) for file in before] + list(replacing.values())
                    identity["title"] = title or record["title"]
                if strict:
                    _refuse_problems(item.document, all_files, layout, item.column)
                changed[item.document.id] = kept.keep_sources(self.paths.home, identity, all_files)
            return changed

        self.close()
        new_ones = {item.document.id for item in described}

        def refuse(parsed: ParsedDocument) -> None:
            if parsed.document.id in new_ones:
                _refuse_wordless(parsed)

        self._generation = self._build(self.paths, self._progress, wait, change, on_event=self._on_event, refuse=refuse)
        first, *others = (
            self._report_added(item, skipped if not number else [], names, replaced)
            for number, item in enumerate(described)
        )
        return replace(first, others=tuple(others))

    def _report_added(
        self, described: Described, skipped: Sequence[Problem], names: Sequence[str], replaced: Sequence[str]
    ) -> Added:
        """What ``add`` did for one document."""
        from lawsearch.library.reports import Added, report_pages

        document = described.document.id
        return Added(
            info=self.info(document),
            pages=report_pages(self.export(document)),
            problems=(*skipped, *self.problems(document)),
            unplaced=tuple(clause for clause in self._store.roots(document) if clause.kind == "unplaced"),
            files=tuple(names),
            replaced=tuple(replaced),
            known_by=described.known_by,
            signs=described.signs,
        )

    def remove(self, document: str, *, wait: float = DEFAULT_WAIT) -> None:
        """Take an added document out of the library. ``UsageError`` for one that the corpus brings."""
        document = self._one_document(document)
        if self.documents[document].embedded:
            raise UsageError("document-not-removable", document=document)
        self.close()
        self._generation = self._build(
            self.paths,
            self._progress,
            wait,
            lambda added: {name: folder for name, folder in added.items() if name != document},
            on_event=self._on_event,
        )

    # what the library holds

    @property
    def documents(self) -> dict[str, Document]:
        """The documents by id, the embedded ones first."""
        return self._store.documents

    @property
    def in_force(self) -> str:
        """The edition of the Laws in force."""
        return str(self._generation.manifest.get("in_force", ""))

    def sources(self) -> list[SourceInfo]:
        """All documents with what was read of them."""
        return [self.info(name) for name in self.documents]

    def info(self, document: str) -> SourceInfo:
        """One document with what was read of it."""
        from lawsearch.library.reports import SourceInfo

        document = self._one_document(document)
        record = self.documents[document]
        return SourceInfo(
            document=record,
            clauses=self._store.count_clauses(document),
            unplaced=self._store.count_unplaced(document),
            problems=len(self._store.problems(document)),
            references=self._store.count_references(document),
            # a club's regulations name an edition of the Laws, and are none
            in_force=record.edition == self.in_force and record.layout != "plain",
        )

    def problems(self, document: str) -> list[Problem]:
        """What was not understood in a document, or with a doubt."""
        return self._store.problems(self._one_document(document))

    def toc(self, document: str) -> list[Clause]:
        """The trees of a document."""
        return [clause for clause in self._store.roots(self._one_document(document)) if clause.kind != "unplaced"]

    def unplaced(self, document: str) -> list[Clause]:
        """The fragments of a document whose clause is not known."""
        return [clause for clause in self._store.roots(self._one_document(document)) if clause.kind == "unplaced"]

    def export(self, document: str) -> ParsedDocument:
        """A document with everything that its sources held."""
        from lawsearch.model import ParsedDocument

        document = self._one_document(document)
        roots = list(self._store.roots(document))
        return ParsedDocument(
            document=self.documents[document],
            clauses=tuple(clause for clause in roots if clause.kind != "unplaced"),
            unplaced=tuple(clause for clause in roots if clause.kind == "unplaced"),
            furniture=tuple(self.furniture(document)),
            problems=tuple(self._store.problems(document)),
            characters=self._store.characters(document),
        )

    def furniture(self, document: str) -> Iterator[Furniture]:
        """The characters of a document that are no text of the work."""
        return self._store.furniture(self._one_document(document))

    def words(self) -> Words:
        """The vocabulary of the library: normal forms of its words, its terms and situations."""
        from lawsearch.language import LANGUAGES
        from lawsearch.library.words import Words
        from lawsearch.search import FormTable

        self._make_sure((FORMS,))
        forms = FormTable(os.path.join(self._generation.folder, FORMS))
        return Words(
            normal_forms=forms.normal_forms,
            forms=forms.items,
            terms=tuple(self.all_terms()),
            situations=tuple(item for language in LANGUAGES for item in self.situations(language)),
        )

    def document(self, name: str) -> Document:
        """A document by its id, or by its series where that has only one. ``NotFoundError`` if there is none."""
        return self.documents[self._one_document(name)]

    def _one_document(self, name: str) -> str:
        """The id of a document that was named by its id or by the only one of its series."""
        if name in self.documents:
            return name
        fitting = [known for known, document in self.documents.items() if document.series == name]
        if len(fitting) == 1:
            return fitting[0]
        raise NotFoundError("no-such-document", document=name, known=", ".join(fitting or self.documents))

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
        allowed = self._allowed_documents(within, edition)
        if name is not None:
            allowed = allowed & {name}
        holders = sorted(
            (document for document, _ in self._store.holders(wanted) if document in allowed),
            key=lambda document: holder_rank(self.documents, self.in_force, document, language),
        )
        if not holders:
            near = nearest(wanted, [known for document in sorted(allowed) for known in self._store.addresses(document)])
            raise NotFoundError("no-such-clause", address=str(wanted), nearest=[str(item) for item in near])
        return [Target(document=document, address=wanted) for document in holders]

    def clause(self, target: Target) -> Clause:
        """The clause at a full name, with its references and everything below it."""
        number = self._store.number(target.document, target.address)
        if number is None:
            raise NotFoundError("no-such-clause", address=str(target.address), nearest=[])
        return self._store.clause(number)

    def _full_name(self, address: str | Address) -> tuple[str | None, Address]:
        """Document and address of a full key such as ``commentary-1987-ru:59.3(a)``."""
        if isinstance(address, Address):
            return None, address
        document, rest = split_full_name(address)
        if document is not None:
            return self._one_document(document), self._parse(rest)
        return None, self._parse(address)

    def _parse(self, address: str) -> Address:
        """The address that was typed; the error for a word that is none names the definition of that word."""
        parsed = try_address(address)
        if parsed is None:
            definition = Address((slugify(address[:80]),), "def")
            near = [str(definition)] if self._store.holders(definition) else []
            raise UsageError("address-unreadable", text=address[:80], nearest=near)
        return parsed

    def _allowed_documents(self, within: str | None, edition: str | None) -> set[str]:
        names = set(self.documents) if within is None else named_documents(self.documents, within)
        if not names:
            raise NotFoundError("no-such-document", document=within, known=", ".join(known_names(self.documents)))
        if edition is not None:
            editions = {self.documents[name].edition for name in names}
            names = {name for name in names if self.documents[name].edition == edition}
            if not names:
                raise NotFoundError("no-such-edition", edition=edition, known=", ".join(sorted(editions)))
        return names

    def twins(self, clause: Clause) -> list[Clause]:
        """The same clause in the other languages of its series and edition."""
        return [self._store.clause(number) for number in twin_numbers(self._store, clause)]

    def context(self, clause: Clause) -> list[Clause]:
        """The clauses above one, the outermost first, without their children."""
        number = self._store.number(clause.document, clause.address) if clause.address else None
        return self._store.ancestors(number) if number is not None else []

    def neighbours(self, clause: Clause) -> tuple[Target | None, Target | None]:
        """The clauses of the same kind before and after one, in the order of its document."""
        number = self._store.number(clause.document, clause.address) if clause.address else None
        if number is None:
            return None, None
        return self._store.neighbours(number)

    def first_words(self, target: Target) -> str:
        """The heading of a reference's target, or the text it begins with."""
        return self._store.first_words(target)

    def citing(self, clause: Clause, depth: int = 1) -> list[Citing]:
        """The references elsewhere that point at a clause or below it, each with its sentence.

        With a ``depth`` above 1, those that point at the clauses they stand in are their ``inner``, and so on.
        ``UsageError`` for a depth above 64.
        """
        from lawsearch.library.following import citing

        return citing(clause, depth, self._store)

    def expand(self, clause: Clause, depth: int) -> list[Expansion]:
        """The references in a clause and below it, in reading order, each with its target opened, to ``depth`` levels.

        No clause is opened twice: a repeat, and a target that holds the clause it is cited in, say so instead.
        ``UsageError`` for a depth above 64.
        """
        from lawsearch.library.following import expand

        return expand(clause, depth, self._store)

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
        return check_text(text, self._store, edition=edition or self.in_force, language=language)

    def statistics(self, document: str, *, limit: int = 10) -> DocumentStatistics:
        """References by status, the ``limit`` most cited clauses, clauses nobody cites, and circles of a document."""
        from lawsearch.library.statistics import measure_document

        return measure_document(self._store, self._one_document(document), limit=limit)

    def aligned(self, clause: Clause, documents: Sequence[str] | None = None) -> tuple[list[Document], list[Row]]:
        """A clause beside itself in other documents: the columns, and their rows.

        ``documents`` are ids, a column each, in that order; by default the clause's own document and the other
        languages of its series and edition. A document that lacks the clause is a column of gaps.
        """
        from lawsearch.library.aligning import align

        if documents is None:
            trees: list[Clause | None] = [clause, *self.twins(clause)]
            columns = [self.documents[tree.document] for tree in trees if tree is not None]
        else:
            columns = [self.document(name) for name in documents]
            trees = [self._in_document(clause, document.id) for document in columns]
        return columns, align(trees)

    def _in_document(self, clause: Clause, document: str) -> Clause | None:
        if clause.document == document:
            return clause
        number = self._store.number(document, clause.address) if clause.address is not None else None
        return self._store.clause(number) if number is not None else None

    def duties(self, clause: Clause, documents: Sequence[str] | None = None) -> tuple[list[Document], list[DutyRow]]:
        """The words of duty in a clause and below it, beside those of other documents as in :meth:`aligned`."""
        from lawsearch.library.duties import duty_rows

        columns, rows = self.aligned(clause, documents)
        return columns, duty_rows(columns, rows)

    def compare(self, address: str | Address, left: str, right: str) -> list[Comparison]:
        """A clause and those below it in two documents, matched by number, and by words where numbers moved.

        Raises ``NotFoundError`` if neither document holds the address.
        """
        from lawsearch.library.comparing import compare, pair_by_address

        documents = [self.document(name) for name in (left, right)]
        _, wanted = self._full_name(address)
        numbers = [self._store.number(document.id, wanted) for document in documents]
        if numbers == [None, None]:
            self.find(wanted, within=documents[0].id)  # raises, and names the nearest
        one, other = (self._store.clause(number) if number is not None else None for number in numbers)
        if documents[0].language != documents[1].language:
            return pair_by_address(one, other)
        return compare(one, other, self._store.roots(documents[1].id), self._searcher.normal_forms)

    def laws_of(self, edition: str, language: str | None = None) -> Document:
        """The laws of an edition, in ``language`` if the library has them. ``NotFoundError`` if it has none."""
        return self.best_document("laws", edition, language)

    def best_document(self, within: str, edition: str | None = None, language: str | None = None) -> Document:
        """The first of the documents that a name (a document, series or role) means, in ``language`` if it is there.

        ``NotFoundError`` if there is none, or none of the edition.
        """
        allowed = self._allowed_documents(within, edition)
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
        own; where it has no words, ``reader``); ``within`` names a document, series or role; ``laws`` is a law or a range of them (``50-52``); ``kind``
        is ``definition``, ``law`` (clauses of laws), ``note`` or ``table``; ``sort`` is ``rank`` or ``law`` (reading order).
        Raises ``UsageError`` for an empty query or an unknown value, ``NotFoundError`` for an unknown document.
        """
        from lawsearch.library.searching import Constraints

        for name, value in (("limit", limit), ("offset", offset)):
            if value < 0:
                raise UsageError("no-such-number", name=name, value=value, least=0, most=1_000_000)
        constraints = Constraints.read(laws=laws, kind=kind, sort=sort, language=language, reader=reader)
        searcher = self._searcher  # first: what is damaged is mended here, and the documents may be others afterwards
        allowed = self._allowed_documents(within, edition)
        return searcher.search(query, constraints, allowed, limit=limit, offset=offset)

    def terms(self, word: str) -> list[Term]:
        """The concepts that a word or expression names, each with all its names; the exact ones first."""
        return self._searcher.terms(word)

    def all_terms(self) -> list[Term]:
        """Every term with its names, in the order of the table."""
        return self._terms.all()

    def term(self, slug: str) -> Term:
        """One term by its name in the table. ``NotFoundError`` if there is none."""
        return self._terms.term(slug)

    def terms_in(self, text: str) -> list[tuple[Span, str]]:
        """Where the names of terms stand in a text, whatever their forms, and which; the spans never overlap."""
        return self._terms.spans(text)

    def situations(self, language: str) -> list[Situation]:
        """What players say in a language, each with the clauses that answer it."""
        return self._store.situations(language)

    def knows(self, word: str) -> bool:
        """True if some text of the library holds a form of the word."""
        return self._searcher.knows(word)


def _is_current(paths: Paths, generation: Generation) -> bool:
    """True if neither the corpus nor the program has changed since the generation was built."""
    from lawsearch.library.fingerprint import content_fingerprint, quick_fingerprint

    try:
        if generation.manifest.get("quick") == quick_fingerprint(paths.corpus):
            return True
        return generation.manifest.get("content") == content_fingerprint(paths.corpus)
    except OSError:
        return False


def _fingerprints(corpus: str) -> dict[str, str]:
    """What a generation is told to be current by."""
    from lawsearch.library.fingerprint import content_fingerprint, quick_fingerprint

    try:
        return {"quick": quick_fingerprint(corpus), "content": content_fingerprint(corpus)}
    except OSError as error:  # a file that vanishes while it is read
        file = os.fspath(error.filename or corpus)
        raise CorpusError("corpus-unreadable", file=file, reason=error.strerror or str(error)) from None


def _verifies(generation: Generation, names: Sequence[str]) -> bool:
    try:
        generation.verify(names)
    except LibraryError:
        return False
    return True


def _in_service(home: str) -> Generation | None:
    """The generation in service, if it can be opened."""
    try:
        return open_generation(home)
    except LibraryError:
        return None


def _refuse_unusable(home: str) -> None:
    """Raise for a folder that must not be built into: of another user, of a newer version, no library."""
    try:
        if (generation := open_generation(home)) is not None:
            generation.close()
    except LibraryError as error:
        if error.code not in ("index-broken", "index-older"):
            raise


def _added(home: str) -> dict[str, str]:
    """The added documents of a library that cannot be opened: id → folder of kept sources, in the order of adding."""
    from lawsearch.library import kept
    from lawsearch.library.store import number_of, read_pointer

    told: dict[str, str] = {}
    with contextlib.suppress(OSError):
        try:
            name = read_pointer(home)
        except LibraryError:
            name = None
        if name is not None and (added := _added_in(home, name)) is not None:
            return added
        if name is None:  # the pointer is lost: the last generation tells the order, and which of two copies is read
            numbered = [(number_of(entry) or 0, entry) for entry in os.listdir(os.path.join(home, "generations"))]
            told = _added_in(home, max(numbered, default=(0, ""))[1]) or {}
    # there is no manifest, or it is lost: what was kept tells what had been added
    folders = kept.find_all(home)
    found = {document: folder for document, folder in told.items() if folder in folders}
    for folder in kept.newest(folders):
        found.setdefault(kept.document_of(folder), folder)
    return found


def _added_in(home: str, name: str) -> dict[str, str] | None:
    """The added documents of the generation ``name``, in any format; None if its manifest is damaged."""
    from lawsearch.library.store import MANIFEST, read_manifest

    with open(os.path.join(home, "generations", name, MANIFEST), "rb") as file:
        manifest = read_manifest(file.read(), name)
    return dict(manifest["added"]) if manifest is not None else None


def _identity(document: Document, layout: str | None, column: str | None) -> dict[str, Any]:
    """What is kept of a document beside its files."""
    return {**{name: getattr(document, name) for name in _IDENTITY}, "layout": layout, "column": column}


def _kept_document(home: str, name: str) -> DocumentSource:
    from lawsearch.library import kept
    from lawsearch.library.corpus import DocumentSource

    record, files = kept.kept_sources(home, name)
    return DocumentSource(
        Document(**{field: record[field] for field in _IDENTITY}, layout="", encoding=""),
        tuple(file.name for file in files),
        record["layout"],
        tuple(file.encoding for file in files),
    )


def _read(document: DocumentSource, home: str, added: dict[str, str]) -> list[Source]:
    """The sources of a document: files of the corpus, or kept copies."""
    from lawsearch.library import kept
    from lawsearch.source import read_source

    if document.document.embedded:
        return [read_source(path) for path in document.files]
    record, files = kept.kept_sources(home, added[document.document.id])
    return _sources_of(files, record.get("column"))


def _sources_of(files: Sequence[KeptFile], column: str | None) -> list[Source]:
    """The sources that kept files hold, read as they were when they were added; of two languages the one named."""
    from lawsearch.source import source_from_bytes
    from lawsearch.structure import split_languages

    sources = [source_from_bytes(file.raw, file.name, file.encoding, repair=file.repair) for file in files]
    return split_languages(sources).get(column, sources) if column else sources


def _refuse_wordless(parsed: ParsedDocument) -> None:
    """``InputError`` for a document that no clause and no fragment has a word of: page footers and their like."""
    clauses = [clause for root in (*parsed.clauses, *parsed.unplaced) for clause in root.walk()]
    if not any(map(str.isalnum, "".join(f"{clause.heading or ''}{clause.text}" for clause in clauses))):
        kinds = list(dict.fromkeys(item.kind for item in parsed.furniture))
        raise InputError("no-clause", file=", ".join(parsed.document.sources), kinds=kinds)


def _refuse_problems(document: Document, files: Sequence[KeptFile], layout: str | None, column: str | None) -> None:
    """``InputError`` if reading the files as one document leaves a problem."""
    from lawsearch.structure import parse_document

    sources = _sources_of(files, column)
    problems = parse_document(sources, document, layout=layout).problems
    if problems:
        raise InputError("problems-found-add", count=len(problems), problems=problems)
