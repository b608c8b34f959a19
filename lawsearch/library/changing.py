"""Change a library: build it anew, add a work, take a document out.

In: where the corpus and the library are, and what to change. Out: the generation that is in service afterwards.
Promises: one writer at a time; whatever goes wrong, the generation before stays in service, with the kept copies that
it needs; kept copies that no document needs any more are removed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lawsearch.errors import InputError, NotFoundError
from lawsearch.library import building, kept, writing
from lawsearch.library.corpus import Corpus, DocumentSource, read_corpus
from lawsearch.library.describing import Asked, Described, describe
from lawsearch.library.fingerprint import fingerprints
from lawsearch.library.reports import Added, report_pages
from lawsearch.library.store import DEFAULT_WAIT, SEARCH, Generation, Paths, in_service
from lawsearch.model import Document, ParsedDocument, Problem
from lawsearch.source import Source, read_source, read_sources, source_from_bytes
from lawsearch.structure import parse_document, split_languages

if TYPE_CHECKING:
    from lawsearch.library.library import Library
    from lawsearch.search import IndexOptions

# The added documents, in the order of adding: id → folder of kept sources.
AddedDocuments = dict[str, str]

# What a document is, as it is kept beside its files.
_IDENTITY = ("id", "title", "series", "role", "edition", "language")


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A work that is to be added: its files, and the documents that they hold, one a language.

    ``skipped`` are the files of folders and archives that were left out.
    """

    asked: Asked
    files: tuple[kept.KeptFile, ...]
    documents: tuple[Described, ...]
    skipped: tuple[Problem, ...]


def read_work(files: Sequence[Path | str], asked: Asked, *, encoding: str | None = None, repair: bool = False) -> Work:
    """Read files, folders or archives as one work. ``InputError`` for a file that cannot be read."""
    sources, skipped = read_sources(files, encoding=encoding, repair=repair)
    return Work(
        asked=asked,
        files=tuple(kept.KeptFile(source.name, source.raw, encoding, repair) for source in sources),
        documents=tuple(describe(sources, asked)),
        skipped=tuple(skipped),
    )


class Writer:
    """Changes one library.

    ``progress`` is told how far a build is (done, total); ``on_event`` is told ``waiting`` if another process writes,
    which is waited for ``wait`` seconds at most. Every method raises ``LibraryError`` for a folder that cannot be used
    or written, and ``CorpusError`` for a fault in the corpus.
    """

    def __init__(
        self,
        paths: Paths,
        *,
        progress: building.Progress | None = None,
        on_event: Callable[[str], None] | None = None,
        wait: float = DEFAULT_WAIT,
    ) -> None:
        self._paths = paths
        self._progress = progress or (lambda _done, _total: None)
        self._on_event = on_event or (lambda _code: None)
        self._wait = wait

    def build(
        self,
        change: Callable[[AddedDocuments], AddedDocuments] = lambda added: added,
        *,
        refuse: Callable[[ParsedDocument], None] = lambda _parsed: None,
        unless: Callable[[Generation], bool] = lambda _ready: False,
        options: IndexOptions | None = None,
    ) -> Generation:
        """Build and put in service; ``change`` edits which documents are added, ``refuse`` raises for one that must not.

        If the generation in service is what ``unless`` asks for (another process may just have built it), it is taken.
        ``options`` leave parts out of the index, so that a benchmark can tell what they are worth.
        """
        home = self._paths.home
        writing.refuse_unusable(home)
        corpus = read_corpus(self._paths.corpus)
        manifest: dict[str, Any] = {**fingerprints(self._paths.corpus), "in_force": corpus.in_force}
        if options is not None:
            manifest["options"] = asdict(options)
        with writing.only_writer(home, self._wait, lambda: self._on_event("waiting")):
            writing.refuse_unusable(home)  # again: a newer program may have written while this one waited
            ready = in_service(home)
            if ready is not None and unless(ready):
                return ready
            before = dict(ready.manifest["added"]) if ready is not None else kept.find_added(home)
            if ready is not None:
                kept.drop_sources(home, set(before.values()))  # left by an add that was killed
            try:
                added = change(before)
                manifest["added"] = [[name, folder] for name, folder in added.items()]
                generation = self._write(corpus, added, manifest, refuse, options, _reusable(ready, manifest))
            except BaseException:
                # the switch may have been made: then what is in service needs its new copies
                kept.drop_sources(home, {*before.values(), *kept.find_added(home).values()})
                raise
            finally:
                if ready is not None:
                    ready.close()
            kept.drop_sources(home, set(added.values()))
        return generation

    def _write(
        self,
        corpus: Corpus,
        added: AddedDocuments,
        manifest: dict[str, Any],
        refuse: Callable[[ParsedDocument], None],
        options: IndexOptions | None,
        before: Path | None,
    ) -> Generation:
        """Read all documents, and write them as the next generation; ``before`` is one with the same tables."""
        home = self._paths.home
        documents = [*corpus.documents, *(_kept_document(home, folder) for folder in added.values())]
        parsed: list[ParsedDocument] = []
        for number, document in enumerate(documents):
            self._progress(building.READ * number // len(documents), building.WHOLE)
            parsed.append(building.parse_sources(document, _read_document(document, home, added)))
            refuse(parsed[-1])
        building.check_corpus(parsed)
        tables = building.read_tables(self._paths.corpus, corpus.in_force, parsed)
        resolved = building.resolve_all(parsed, corpus.in_force)
        with writing.new_generation(home) as folder:
            building.write_generation(folder, resolved, tables, corpus.in_force, self._progress, options, before)
            return writing.put_in_service(home, folder, manifest)

    def add(self, work: Work, *, strict: bool = False) -> tuple[Generation, tuple[str, ...]]:
        """Add a work to what its documents hold already; gives the names of the files that were replaced, too.

        ``InputError`` for a document without a word of its own, and if ``strict`` for one with problems; the library is
        then unchanged.
        """
        replaced: dict[str, None] = {}

        def change(added: AddedDocuments) -> AddedDocuments:
            changed = dict(added)
            for described in work.documents:
                document = described.document
                files = list(work.files)
                identity = _identity(document, work.asked.layout, described.column)
                if document.id in added:
                    record, before = kept.kept_sources(self._paths.home, added[document.id])
                    files, names = _merge(before, work.files)
                    replaced.update(dict.fromkeys(names))
                    identity["title"] = work.asked.title or record["title"]
                if strict:
                    _refuse_problems(document, files, work.asked.layout, described.column)
                changed[document.id] = kept.keep_sources(self._paths.home, identity, files)
            return changed

        names = {described.document.id for described in work.documents}

        def refuse(parsed: ParsedDocument) -> None:
            if parsed.document.id in names:
                _refuse_wordless(parsed)

        return self.build(change, refuse=refuse), tuple(replaced)

    def remove(self, document: str) -> Generation:
        """Take an added document out; what is not there (any more) is no error."""
        return self.build(lambda added: _without(added, document))

    def discard(self, document: str) -> None:
        """Take an added document out of a library that cannot be opened because the document's kept copy is lost.

        ``NotFoundError`` if it has not been added.
        """

        def change(added: AddedDocuments) -> AddedDocuments:
            if document not in added:
                raise NotFoundError("no-such-document", document=document, known=", ".join(added))
            return _without(added, document)

        self.build(change).close()


def _reusable(ready: Generation | None, manifest: Mapping[str, Any]) -> Path | None:
    """The folder of the generation in service if the same corpus and program made it, and it is whole."""
    if ready is None or any(ready.manifest.get(name) != manifest.get(name) for name in ("content", "options")):
        return None
    return Path(ready.folder) if ready.is_whole((SEARCH,)) else None


def report_added(library: Library, work: Work, replaced: Sequence[str]) -> Added:
    """What adding a work did, told from the library that holds it by now."""
    first, *others = (
        _report_document(library, described, work, work.skipped if not number else (), replaced)
        for number, described in enumerate(work.documents)
    )
    return replace(first, others=tuple(others))


def _report_document(
    library: Library, described: Described, work: Work, skipped: Sequence[Problem], replaced: Sequence[str]
) -> Added:
    parsed = library.export(described.document.id)
    return Added(
        info=library.info(described.document.id),
        pages=report_pages(parsed),
        problems=(*skipped, *parsed.problems),
        unplaced=parsed.unplaced,
        files=tuple(file.name for file in work.files),
        replaced=tuple(replaced),
        known_by=described.known_by,
        signs=described.signs,
    )


def _without(added: AddedDocuments, document: str) -> AddedDocuments:
    return {name: folder for name, folder in added.items() if name != document}


def _merge(before: Sequence[kept.KeptFile], new: Sequence[kept.KeptFile]) -> tuple[list[kept.KeptFile], list[str]]:
    """The files of a document that gets new ones, and the names of those that are replaced: each keeps its place."""
    replacing = {file.name: file for file in new}
    replaced = [file.name for file in before if file.name in replacing]
    return [replacing.pop(file.name, file) for file in before] + list(replacing.values()), replaced


def _identity(document: Document, layout: str | None, column: str | None) -> dict[str, Any]:
    """What is kept of a document beside its files."""
    return {**{name: getattr(document, name) for name in _IDENTITY}, "layout": layout, "column": column}


def _kept_document(home: str, folder: str) -> DocumentSource:
    """An added document, as its folder of kept sources has it."""
    record, files = kept.kept_sources(home, folder)
    return DocumentSource(
        Document(**{name: record[name] for name in _IDENTITY}, layout="", encoding=""),
        tuple(file.name for file in files),
        record["layout"],
    )


def _read_document(document: DocumentSource, home: str, added: AddedDocuments) -> list[Source]:
    """The sources of a document: files of the corpus, or kept copies."""
    if document.document.embedded:
        return [read_source(path) for path in document.files]
    record, files = kept.kept_sources(home, added[document.document.id])
    return _sources_of(files, record.get("column"))


def _sources_of(files: Sequence[kept.KeptFile], column: str | None) -> list[Source]:
    """The sources that kept files hold, read as they were when they were added; of two languages the one named."""
    sources = [source_from_bytes(file.raw, file.name, file.encoding, repair=file.repair) for file in files]
    return split_languages(sources).get(column, sources) if column else sources


def _refuse_wordless(parsed: ParsedDocument) -> None:
    """``InputError`` for a document that no clause and no fragment has a word of: page footers and their like."""
    clauses = [clause for root in (*parsed.clauses, *parsed.unplaced) for clause in root.walk()]
    if not any(map(str.isalnum, "".join(f"{clause.heading or ''}{clause.text}" for clause in clauses))):
        kinds = list(dict.fromkeys(item.kind for item in parsed.furniture))
        raise InputError("no-clause", file=", ".join(parsed.document.sources), kinds=kinds)


def _refuse_problems(
    document: Document, files: Sequence[kept.KeptFile], layout: str | None, column: str | None
) -> None:
    """``InputError`` if reading the files as one document leaves a problem."""
    problems = parse_document(_sources_of(files, column), document, layout=layout).problems
    if problems:
        raise InputError("problems-found-add", count=len(problems), problems=problems)
