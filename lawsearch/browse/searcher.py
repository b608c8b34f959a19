"""Searching beside the screen: one thread of its own with its own library, since a library belongs to one thread."""

from __future__ import annotations

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from lawsearch.errors import LawsearchError

if TYPE_CHECKING:
    from lawsearch.library import Library, Paths
    from lawsearch.model import Results

_LIMIT = 40
_WARMING = "a"  # any word: the first search loads the search engine


class Searcher:
    """Answers one query after the other. Who asks again before the answer came drops the older question."""

    def __init__(self, paths: Paths) -> None:
        self._paths = paths
        self._library: Library | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lawsearch-search")

    def warm(self) -> None:
        """Load the search engine before the first question."""
        self._thread.submit(self._warm)

    async def search(self, query: str, language: str) -> Results:
        """The answer to a query. Raises ``LawsearchError`` as :meth:`Library.search` does.

        The number of a clause goes to the text in ``language`` first.
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._search, query, language)

    def close(self) -> None:
        """Close the library in its own thread; what still waits is dropped."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=True)

    def _close(self) -> None:
        if self._library is not None:
            self._library.close()
            self._library = None

    def _warm(self) -> None:
        with contextlib.suppress(LawsearchError):  # the first question will say what is wrong
            self._search(_WARMING, "en")

    def _search(self, query: str, language: str) -> Results:
        if self._library is None:
            from lawsearch.library import Library

            self._library = Library.open(self._paths.home, corpus=self._paths.corpus)
        return self._library.search(query, limit=_LIMIT, reader=language)
