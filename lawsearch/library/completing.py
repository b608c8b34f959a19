"""Addresses that begin as typed, for the completion of a command line.

In: the folder of a library, the beginning of an address, a language. Out: addresses and headings in the order of the
book. Promises: nothing is built, mended or verified; whatever is wrong with the library, there are no words and no
error; no search engine is loaded. Look-alike letters and small ones are read as :func:`try_address` would.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from lawsearch.address import canonical, order_key
from lawsearch.errors import LawsearchError
from lawsearch.language.folding import fold_look_alikes
from lawsearch.library.database import Database
from lawsearch.library.holders import holder_rank
from lawsearch.library.store import DATABASE, Paths, open_generation

_MOST = 200  # addresses that are offered
# Nothing is verified here: a damaged page of the database comes as an error of its own or as values that make no sense.
_UNREADABLE = (LawsearchError, sqlite3.Error, OSError, ValueError, LookupError, TypeError)


def complete_address(home: str | None, typed: str, language: str) -> list[tuple[str, str]]:
    """Addresses that begin as ``typed``, one level deeper at most, with their headings.

    ``64`` gives 64, 64A, 64B … but not 64A1; a heading is that of the laws before a commentary's, in ``language``
    where there is one.
    """
    begin = _canonical_beginning(typed)
    try:
        with_headings = _read(home, begin, language)
    except _UNREADABLE:
        return []
    names = set(with_headings)
    near = [name for name in names if (above := _above(name)) == begin or above not in names]
    near.sort(key=lambda name: order_key(canonical(name)))
    return [(name, with_headings[name]) for name in near[:_MOST]]


def complete_document(home: str | None) -> list[tuple[str, str]]:
    """The documents of a library, with their titles."""
    try:
        with _opened(home) as (database, _in_force):
            return [(name, document.title) for name, document in database.documents.items()]
    except _UNREADABLE:
        return []


def _canonical_beginning(typed: str) -> str:
    """``64a1`` (in letters of either script) as the address would be written; a name such as ``def:`` stays in small letters."""
    if not typed[:1].isdigit():
        return typed.lower()
    head, bracket, tail = fold_look_alikes(typed).partition("(")
    return head.upper() + bracket + tail.lower()


def _above(name: str) -> str:
    parent = canonical(name).parent
    return str(parent) if parent is not None else ""


@contextmanager
def _opened(home: str | None) -> Iterator[tuple[Database, str]]:
    """The database of the generation in service, and the edition in force; ``OSError`` if there is none."""
    folder = Paths.find(home).home
    generation = open_generation(folder)
    if generation is None:
        raise FileNotFoundError(folder)
    try:
        database = Database(os.path.join(generation.folder, DATABASE))
        try:
            yield database, str(generation.manifest.get("in_force", ""))
        finally:
            database.close()
    finally:
        generation.close()


def _read(home: str | None, begin: str, language: str) -> dict[str, str]:
    """Every address that begins so, with the best heading."""
    with _opened(home) as (database, in_force):
        ranks = {name: holder_rank(database.documents, in_force, name, language) for name in database.documents}
        best: dict[str, tuple[tuple[bool, bool, int, bool, int], str]] = {}
        for address, document, heading in database.names_from(begin):
            found = (ranks[document], heading)
            if address not in best or found[0] < best[address][0]:
                best[address] = found
    return {address: heading for address, (_rank, heading) in best.items()}
