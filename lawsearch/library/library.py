"""The library: open it (building it when needed), ask it, add to it.

>>> library = Library.open()                                        # doctest: +SKIP
>>> [hit.address for hit in library.search("штрафной картой").hits]     # doctest: +SKIP

Every method returns records of :mod:`lawsearch.model` and raises subclasses of
:class:`~lawsearch.errors.LawsearchError`. An opened library belongs to one thread.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from lawsearch.address import nearest, parse_address
from lawsearch.errors import InputError, LibraryError, NotFoundError, UsageError
from lawsearch.library.holders import holder_rank, twin_numbers
from lawsearch.library.store import DATABASE, FORMS, SEARCH, Generation, open_generation
from lawsearch.model import Address, Clause, Document, Reference, Span, Target

if TYPE_CHECKING:
    from pathlib import Path

    from lawsearch.library.aligning import Row
    from lawsearch.library.corpus import DocumentSource
    from lawsearch.library.database import Database
    from lawsearch.library.kept import KeptFile
    from lawsearch.library.reports import Added, LinePlace, SourceInfo, Term
    from lawsearch.library.searching import Searcher
    from lawsearch.model import Citing, Furniture, ParsedDocument, Problem, Results
    from lawsearch.search import IndexOptions
    from lawsearch.source import Source

Progress = Callable[[int, int], None]

DEFAULT_WAIT = 30.0  # seconds to wait for another writer


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

        ``corpus`` is another corpus than the one that comes along. ``progress`` is told how far a build is; ``on_event`` is told why it runs (``building``, ``rebuilding``,
        ``repairing``, ``upgrading``, ``stale``). Raises ``LibraryError`` if the folder cannot be used.
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
            return cls(paths, cls._build(paths, progress, wait), progress=progress, on_event=on_event)
        except LibraryError as error:
            if generation is None or error.code not in ("folder-not-writable", "write-failed", "library-locked"):
                raise
            on_event("stale")  # the old index answers while no new one can be written
            return cls(paths, generation, progress=progress, on_event=on_event)

    @classmethod
    def build(
        cls,
        home: Path | str | None = None,
        *,
        corpus: Path | str | None = None,
        progress: Progress = _no_progress,
        wait: float = DEFAULT_WAIT,
    ) -> Library:
        """Build the library anew, whether or not anything has changed."""
        paths = Paths.find(home, corpus)
        try:
            open_generation(paths.home)
        except LibraryError as error:
            if error.code not in ("index-broken", "index-older"):
                raise
        return cls(paths, cls._build(paths, progress, wait))

    def close(self) -> None:
        """Close the files of the library."""
        if self._database is not None:
            self._database.close()
        if self._search is not None:
            self._search.close()
        self._database = self._search = None

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def _store(self) -> Database:
        if self._database is None:
            from lawsearch.library.database import Database

            self._repair_if_broken((DATABASE,))
            self._database = Database(os.path.join(self._generation.folder, DATABASE))
        return self._database

    @property
    def _searcher(self) -> Searcher:
        if self._search is None:
            from lawsearch.library.searching import Searcher
            from lawsearch.search import FormTable, SearchIndex

            self._repair_if_broken((SEARCH, FORMS))
            folder = self._generation.folder
            index = SearchIndex(os.path.join(folder, SEARCH), FormTable(os.path.join(folder, FORMS)))
            self._search = Searcher(self._store, index, self.in_force)
        return self._search

    def _repair_if_broken(self, names: Sequence[str]) -> None:
        """Verify what is about to be opened; a damaged index is built anew from the corpus and the kept sources."""
        try:
            self._generation.verify(names)
        except LibraryError:
            self.close()
            self._on_event("repairing")
            self._generation = self._build(self.paths, self._progress, DEFAULT_WAIT)
            self._generation.verify(names)

    # building

    @staticmethod
    def _build(
        paths: Paths,
        progress: Progress,
        wait: float,
        change: Callable[[dict[str, str]], dict[str, str]] = lambda added: added,
        options: IndexOptions | None = None,
    ) -> Generation:
        """Build and put in service. ``change`` edits the added documents: id → folder of kept sources.

        ``options`` leave parts out of the index, so that a benchmark can tell what they are worth.
        """
        from lawsearch.library import building, fingerprint, kept, writing
        from lawsearch.library.corpus import read_corpus

        corpus = read_corpus(paths.corpus)
        manifest: dict[str, Any] = {
            "quick": fingerprint.quick_fingerprint(paths.corpus),
            "content": fingerprint.content_fingerprint(paths.corpus),
            "in_force": corpus.in_force,
        }
        with writing.writer(paths.home, wait):
            added = change(_added(paths.home))
            documents = [*corpus.documents, *(_kept_document(paths.home, name) for name in added.values())]
            parsed: list[ParsedDocument] = []
            for number, source in enumerate(documents):
                progress(building.parse_weight(number), building.parse_weight(len(documents) + 1))
                parsed.append(building.parse_sources(source, _read(source, paths.home, added)))
            building.check_corpus(parsed)
            tables = building.read_tables(paths.corpus, corpus.in_force, parsed)
            resolved = building.resolve_all(parsed)
            folder = writing.new_folder(paths.home)
            building.write_generation(folder, resolved, tables, corpus.in_force, progress, options)
            manifest["added"] = [[name, kept_folder] for name, kept_folder in added.items()]
            generation = writing.put_in_service(paths.home, folder, manifest)
            kept.drop_sources(paths.home, set(added.values()))
        return generation

    # adding and removing

    def add(
        self,
        files: Sequence[Path | str],
        *,
        as_document: str | None = None,
        encoding: str | None = None,
        layout: str | None = None,
        title: str | None = None,
        strict: bool = False,
        repair: bool = False,
        wait: float = DEFAULT_WAIT,
    ) -> Added:
        """Add one document, read from one or more files or folders; files of the same name are replaced.

        ``as_document`` is its id, ``<series>-<edition>-<language>``, or the series alone. A copy of each file is
        kept. ``repair`` mends damaged letters, each change listed. Raises ``InputError`` for a file that cannot be read, and if ``strict`` for a document with problems
        (``problems-found-add``, with the ``problems``); the library is then unchanged.
        """
        from lawsearch.library import kept
        from lawsearch.library.reports import Added, report_pages
        from lawsearch.source import find_files, read_source

        found, skipped = find_files(files)
        sources = [read_source(path, encoding=encoding, repair=repair) for path in found]
        new = [kept.KeptFile(source.name, source.raw, encoding, repair) for source in sources]
        names = [file.name for file in new]
        if len(set(names)) != len(names):
            raise UsageError("same-name", name=next(name for name in names if names.count(name) > 1))
        document = describe_sources(sources, as_document, layout, title)
        if document.id in self.documents and self.documents[document.id].embedded:
            raise UsageError("document-embedded", document=document.id)
        replaced: list[str] = []

        def change(added: dict[str, str]) -> dict[str, str]:
            all_files = list(new)
            identity = _identity(document, layout)
            if document.id in added:
                record, before = kept.kept_sources(self.paths.home, added[document.id])
                replaced.extend(file.name for file in before if file.name in names)
                all_files = [file for file in before if file.name not in names] + all_files
                identity["title"] = title or record["title"]
            if strict:
                _refuse_problems(document, all_files, layout)
            folder = kept.keep_sources(self.paths.home, identity, all_files)
            return {**added, document.id: folder}

        self.close()
        self._generation = self._build(self.paths, self._progress, wait, change)
        info = self.info(document.id)
        return Added(
            info=info,
            pages=report_pages(self.export(document.id)),
            problems=(*skipped, *self.problems(document.id)),
            unplaced=tuple(clause for clause in self._store.roots(document.id) if clause.kind == "unplaced"),
            files=tuple(names),
            replaced=tuple(replaced),
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
            in_force=record.edition == self.in_force,
        )

    def problems(self, document: str) -> list[Problem]:
        """What was not understood in a document, or with a doubt."""
        return self._store.problems(self._one_document(document))

    def toc(self, document: str) -> list[Clause]:
        """The trees of a document."""
        return [clause for clause in self._store.roots(self._one_document(document)) if clause.kind != "unplaced"]

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
        document, colon, rest = address.strip().partition(":")
        if colon and document in self.documents:
            return document, parse_address(rest)
        return None, parse_address(address)

    def _allowed_documents(self, within: str | None, edition: str | None) -> set[str]:
        names = set(self.documents)
        if within is not None and within in {document.role for document in self.documents.values()}:
            names = {name for name in names if self.documents[name].role == within}
        elif within is not None:
            series = {name for name in names if self.documents[name].series == within}
            names = series or {self._one_document(within)}
        if edition is not None:
            names = {name for name in names if self.documents[name].edition == edition}
            if not names:
                raise NotFoundError(
                    "no-such-edition",
                    edition=edition,
                    known=", ".join(sorted({d.edition for d in self.documents.values()})),
                )
        return names

    def twins(self, clause: Clause) -> list[Clause]:
        """The same clause in the other languages of its series and edition."""
        return [self._store.clause(number) for number in twin_numbers(self._store, clause)]

    def context(self, clause: Clause) -> list[Clause]:
        """The clauses above one, the outermost first, without their children."""
        number = self._store.number(clause.document, clause.address) if clause.address else None
        return self._store.ancestors(number) if number is not None else []

    def first_words(self, target: Target) -> str:
        """The heading of a reference's target, or the text it begins with."""
        number = self._store.number(target.document, target.address)
        if number is None:
            return ""
        _, heading, _, text = self._store.line_of(number)
        return heading or text.partition("\n")[0]

    def refs(
        self, address: str | Address, *, language: str | None = None, within: str | None = None
    ) -> tuple[Clause, list[tuple[Target, Reference]], list[tuple[Target, Reference]]]:
        """The clause, the references standing in it or below it, and those elsewhere that point there.

        Each comes with the clause it stands in (the nearest one with an address).
        """
        clause = self.show(address, language=language, within=within)
        assert clause.address is not None
        number = self._store.number(clause.document, clause.address)
        assert number is not None
        going: list[tuple[Target, Reference]] = []
        for part in clause.walk():
            going += [
                (Target(document=clause.document, address=part.address or _above(clause, part)), reference)
                for reference in part.references
            ]
        coming = [(citing.source, citing.reference) for citing in self.citing(clause)]
        return clause, going, coming

    def citing(self, clause: Clause) -> list[Citing]:
        """The references elsewhere that point at a clause or below it, each with its sentence."""
        from lawsearch.language.sentences import sentence_around
        from lawsearch.model import Citing

        number = self._store.number(clause.document, clause.address) if clause.address else None
        if number is None:
            return []
        found = []
        for source, reference in self._store.references_to(number, self._store.last(number)):
            document, _, _, text = self._store.line_of(source)
            named = self._store.nearest_named(source)
            assert named is not None
            start, stop = sentence_around(text, reference.span.start, reference.span.stop)
            found.append(
                Citing(
                    source=Target(document=document, address=named),
                    reference=reference,
                    sentence=text[start:stop],
                    span=Span(reference.span.start - start, reference.span.stop - start),
                )
            )
        return found

    def aligned(self, clause: Clause) -> tuple[list[Document], list[Row]]:
        """A clause beside itself in the other languages of its series and edition: the columns, and their rows."""
        from lawsearch.library.aligning import align

        trees = [clause, *self.twins(clause)]
        return [self.documents[tree.document] for tree in trees], align(trees)

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
    ) -> Results:
        """Clauses that answer a query in either language, the best first, each once.

        An address typed as a query goes to the clause. ``language`` is that of the texts to show (else the query's
        own); ``within`` names a document, series or role; ``laws`` is a law or a range of them (``50-52``); ``kind``
        is ``definition``, ``law`` (clauses of laws), ``note`` or ``table``; ``sort`` is ``rank`` or ``law`` (reading order).
        Raises ``UsageError`` for an empty query or an unknown value, ``NotFoundError`` for an unknown document.
        """
        from lawsearch.library.searching import Constraints

        constraints = Constraints.read(laws=laws, kind=kind, sort=sort, language=language)
        allowed = self._allowed_documents(within, edition)
        return self._searcher.search(query, constraints, allowed, limit=limit, offset=offset)

    def terms(self, word: str) -> list[Term]:
        """The concepts that a word or expression names, each with all its names; the exact ones first."""
        return self._searcher.terms(word)

    def knows(self, word: str) -> bool:
        """True if some text of the library holds a form of the word."""
        return self._searcher.knows(word)


def _above(root: Clause, part: Clause) -> Address:
    """The address of the clause that holds ``part``, which has none of its own."""
    holder = root.address
    assert holder is not None
    for clause in root.walk():
        if clause.address is not None and part in clause.children:
            holder = clause.address
    return holder


def _is_current(paths: Paths, generation: Generation) -> bool:
    """True if neither the corpus nor the program has changed since the generation was built."""
    from lawsearch.library.fingerprint import content_fingerprint, quick_fingerprint

    try:
        if generation.manifest.get("quick") == quick_fingerprint(paths.corpus):
            return True
        return generation.manifest.get("content") == content_fingerprint(paths.corpus)
    except OSError:
        return False


def _added(home: str) -> dict[str, str]:
    """The added documents: id → folder of kept sources, in the order in which they were added."""
    from lawsearch.library import kept

    try:
        generation = open_generation(home)
    except LibraryError:
        generation = None
    if generation is not None:
        return dict(generation.manifest["added"])
    # there is no manifest, or it is lost: what was kept tells what had been added
    return {name.rpartition("-")[0]: name for name in kept.find_kept(home)}


def _identity(document: Document, layout: str | None) -> dict[str, Any]:
    """What is kept of a document beside its files."""
    fields = ("id", "title", "series", "role", "edition", "language")
    return {**{name: getattr(document, name) for name in fields}, "layout": layout}


def _kept_document(home: str, name: str) -> DocumentSource:
    from lawsearch.library import kept
    from lawsearch.library.corpus import DocumentSource

    record, files = kept.kept_sources(home, name)
    layout = record.pop("layout")
    return DocumentSource(
        Document(**record, layout="", encoding=""),
        tuple(file.name for file in files),
        layout,
        tuple(file.encoding for file in files),
    )


def _read(document: DocumentSource, home: str, added: dict[str, str]) -> list[Source]:
    """The sources of a document: files of the corpus, or kept copies."""
    from lawsearch.library import kept
    from lawsearch.source import read_source

    if document.document.embedded:
        return [read_source(path) for path in document.files]
    _, files = kept.kept_sources(home, added[document.document.id])
    return _sources_of(files)


def _sources_of(files: Sequence[KeptFile]) -> list[Source]:
    """The sources that kept files hold, read as they were when they were added."""
    from lawsearch.source import source_from_bytes

    return [source_from_bytes(file.raw, file.name, file.encoding, repair=file.repair) for file in files]


def _refuse_problems(document: Document, files: Sequence[KeptFile], layout: str | None) -> None:
    """``InputError`` if reading the files as one document leaves a problem."""
    from lawsearch.structure import parse_document

    sources = _sources_of(files)
    problems = parse_document(sources, document, layout=layout).problems
    if problems:
        raise InputError("problems-found-add", count=len(problems), problems=problems)


def describe_sources(sources: Sequence[Source], name: str | None, layout: str | None, title: str | None) -> Document:
    """What an added document is: from its id where one was given, else from what the texts show."""
    import re

    from lawsearch.address import slugify
    from lawsearch.library.corpus import DOCUMENT_ID
    from lawsearch.structure import detect_layout, guess_language

    if not sources:
        raise InputError("no-files")
    text = "\n".join(source.body for source in sources)
    found = layout or detect_layout(text)
    language = guess_language(sources)
    year = re.search(r"\b(1987|1997|2007|2017)\b", sources[0].name + "\n" + text[:4000])
    # the two print layouts of the Russian texts are known from the works of 1987 alone
    edition = year[1] if year else ("1987" if found in ("commentary", "laws_ru") else "undated")
    series = (
        {"commentary": "commentary", "laws_ru": "laws", "laws_en": "laws"}.get(found)
        or slugify(os.path.splitext(sources[0].name)[0])
        or "text"
    )
    if name is not None:
        if match := DOCUMENT_ID.fullmatch(name):
            series, edition, language = match["series"], match["edition"], match["language"]
        elif re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name):
            series = name
        else:
            raise UsageError("document-id", document=name)
    return Document(
        id=f"{series}-{edition}-{language}",
        title=title or os.path.splitext(sources[0].name)[0],
        series=series,
        role="laws" if found.startswith("laws") else "commentary",
        edition=edition,
        language=language,
        layout=found,
        encoding="",
    )


def parse_files(
    files: Sequence[Path | str], *, encoding: str | None = None, layout: str | None = None, repair: bool = False
) -> ParsedDocument:
    """Read files (or those of folders) as one document, without a library: references are resolved inside itself."""
    return _parse_alone(files, encoding, layout, repair)[0]


def explain_files(
    files: Sequence[Path | str], *, encoding: str | None = None, layout: str | None = None, repair: bool = False
) -> tuple[ParsedDocument, list[LinePlace]]:
    """As :func:`parse_files`, and for each line with text where it went."""
    from lawsearch.library.reports import explain_lines

    parsed, sources = _parse_alone(files, encoding, layout, repair)
    return parsed, explain_lines(parsed, sources)


def _parse_alone(
    files: Sequence[Path | str], encoding: str | None, layout: str | None, repair: bool
) -> tuple[ParsedDocument, list[Source]]:
    from dataclasses import replace

    from lawsearch.references import resolve_document
    from lawsearch.source import find_files, read_source
    from lawsearch.structure import parse_document

    found, skipped = find_files(files)
    sources = [read_source(path, encoding=encoding, repair=repair) for path in found]
    document = describe_sources(sources, None, layout, None)
    parsed = resolve_document(parse_document(sources, document, layout=layout))
    return (replace(parsed, problems=(*skipped, *parsed.problems)) if skipped else parsed), sources
