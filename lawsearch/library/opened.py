"""The files of the generation that a library answers from: opened when they are first asked for, verified, mended.

In: where the library is, and who is told of a build. Out: the store, the searcher and the terms, all of one generation.
Promises: no file is opened that is not as it was written; a generation that is no longer there gives way to the one in
service; a damaged one is built anew from the corpus and the kept sources, or is an error for who may not build.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from lawsearch.errors import LibraryError
from lawsearch.library.store import (
    DATABASE,
    DEFAULT_WAIT,
    FORMS,
    POINTER,
    SEARCH,
    Generation,
    Paths,
    in_service,
    open_generation,
    read_text,
)

if TYPE_CHECKING:
    from lawsearch.library.building import Progress
    from lawsearch.library.changing import Work, Writer
    from lawsearch.library.database import Database
    from lawsearch.library.searching import Searcher
    from lawsearch.library.terminology import Terminology
    from lawsearch.search import FormTable, SearchIndex

# The errors of a build that leave the old index in service, and the event that says so.
_OLD_ANSWERS = {
    "folder-not-writable": "stale",
    "write-failed": "stale",
    "library-locked": "stale",
    "source-lost": "source-lost",
}
# What a generation consists of.
_WHOLE = (DATABASE, SEARCH, FORMS)


class OpenedFiles:
    """The opened files of a library. Closed, they are opened again by the next question, of what is then in service."""

    def __init__(
        self,
        paths: Paths,
        generation: Generation,
        *,
        progress: Progress | None = None,
        on_event: Callable[[str], None] | None = None,
        may_build: bool = True,
        wait: float = DEFAULT_WAIT,
    ) -> None:
        """``may_build``: a damaged generation is built anew; else it is an error. ``wait``: seconds for another writer."""
        self.paths = paths
        self.generation = generation
        self._progress = progress
        self._on_event = on_event
        self._may_build = may_build
        self._wait = wait
        self._store: Database | None = None
        self._index: SearchIndex | None = None
        self._searcher: Searcher | None = None
        self._terms: Terminology | None = None

    @property
    def is_superseded(self) -> bool:
        """True if another generation than this one is in service by now."""
        try:
            return read_text(self.paths.home, POINTER).strip() != self.name
        except (OSError, UnicodeDecodeError):
            return True

    @property
    def name(self) -> str:
        """The name of the generation."""
        return os.path.basename(self.generation.folder)

    @property
    def in_force(self) -> str:
        """The edition of the Laws in force."""
        return str(self.generation.manifest.get("in_force", ""))

    @property
    def store(self) -> Database:
        """The clauses and what belongs to them."""
        if self._store is None:
            from lawsearch.library.database import Database

            self._make_sure((DATABASE,))
            self._store = Database(self._path(DATABASE))
        return self._store

    @property
    def index(self) -> SearchIndex:
        """The search index."""
        if self._index is None:
            from lawsearch.search import FormTable, SearchIndex

            self._make_sure(_WHOLE)  # the store too, so that the two are never of different generations
            added = [name for name, record in self.store.documents.items() if not record.embedded]
            self._index = SearchIndex(self._path(SEARCH), FormTable(self._path(FORMS)), added=added)
        return self._index

    @property
    def searcher(self) -> Searcher:
        """What asks the index."""
        if self._searcher is None:
            from lawsearch.library.searching import Searcher

            index = self.index  # first: what is damaged is mended there
            self._searcher = Searcher(self.store, index, self.in_force)
        return self._searcher

    @property
    def terms(self) -> Terminology:
        """The terms of the game."""
        if self._terms is None:
            from lawsearch.library.terminology import Terminology
            from lawsearch.search import FormTable

            self._make_sure((DATABASE, FORMS))
            self._terms = Terminology(self.store, FormTable(self._path(FORMS)))
        return self._terms

    def open_forms(self) -> FormTable:
        """The table of forms."""
        from lawsearch.search import FormTable

        self._make_sure((FORMS,))
        return FormTable(self._path(FORMS))

    def _path(self, name: str) -> str:
        return os.path.join(self.generation.folder, name)

    def close(self) -> None:
        """Close the files, and let a writer remove the generation."""
        self.close_files()
        self.generation.close()

    def close_files(self) -> None:
        """What is asked next opens them again, in the same generation."""
        if self._store is not None:
            self._store.close()
        if self._index is not None:
            self._index.close()
        self._store = self._index = self._searcher = self._terms = None

    def _make_sure(self, names: Sequence[str]) -> None:
        """Verify what is about to be opened, of the generation in service if the library was closed."""
        lease = self.generation.lease
        if lease is not None and not lease.is_held:
            self.generation = in_service(self.paths.home) or self.generation
        try:
            self.generation.verify(names)
        except LibraryError as error:
            if error.code != "index-broken":
                raise
            broken = error
        else:
            return
        self.close_files()
        newer = in_service(self.paths.home)
        if newer is None or newer.folder == self.generation.folder or not newer.is_whole(_WHOLE):
            if not self._may_build:
                raise broken
            (self._on_event or _nobody)("repairing")
            newer = self._writer().build(unless=lambda ready: ready.is_whole(_WHOLE))
        self.generation = newer

    # changing what they hold

    @contextlib.contextmanager
    def waiting(self, wait: float) -> Iterator[None]:
        """For a change that is told how long to wait: what has to be mended on its way waits no longer."""
        before, self._wait = self._wait, wait
        try:
            yield
        finally:
            self._wait = before

    def add(self, work: Work, *, strict: bool) -> tuple[str, ...]:
        """Add a work (see :meth:`Writer.add`); gives the names of the files that were replaced."""
        self.close_files()
        self.generation, replaced = self._writer().add(work, strict=strict)
        return replaced

    def remove(self, document: str) -> None:
        """Take an added document out."""
        self.close_files()
        self.generation = self._writer().remove(document)

    def _writer(self) -> Writer:
        from lawsearch.library.changing import Writer

        return Writer(self.paths, progress=self._progress, on_event=self._on_event, wait=self._wait)


def current_generation(
    paths: Paths, *, progress: Progress | None, on_event: Callable[[str], None] | None, wait: float
) -> Generation:
    """The generation in service, built first where there is none, or where the corpus or program has changed.

    The events and errors are those of :meth:`Library.open`.
    """
    generation, reason = _state(paths)
    if generation is not None and reason is None:
        return generation
    from lawsearch.library.changing import Writer

    told = on_event or _nobody
    told(reason or "building")
    try:
        writer = Writer(paths, progress=progress, on_event=on_event, wait=wait)
        new = writer.build(unless=lambda ready: _is_current(paths, ready))
    except LibraryError as error:
        if generation is None or error.code not in _OLD_ANSWERS:
            raise
        told(_OLD_ANSWERS[error.code])
        return generation
    if generation is not None:
        generation.close()
    return new


def _nobody(_event: str) -> None:
    """Nobody listens."""


def _state(paths: Paths) -> tuple[Generation | None, str | None]:
    """The generation in service if it can be opened, and why it must be built (None: it need not be)."""
    try:
        generation = open_generation(paths.home)
    except LibraryError as error:
        if error.code not in ("index-broken", "index-older"):
            raise
        return None, "repairing" if error.code == "index-broken" else "upgrading"
    if generation is None:
        return None, "building"
    return generation, None if _is_current(paths, generation) else "rebuilding"


def _is_current(paths: Paths, generation: Generation) -> bool:
    from lawsearch.library.fingerprint import is_current

    return is_current(generation.manifest, paths.corpus)
