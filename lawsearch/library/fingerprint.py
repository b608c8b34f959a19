"""Tell whether the corpus or the program has changed since a generation was built.

Asked at each command, so it looks at names, sizes and times first, and at contents only where those differ.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Mapping

from lawsearch import __version__
from lawsearch.errors import CorpusError
from lawsearch.language import MORPHOLOGY_VERSION

# The packages whose code decides what an index holds: a change asks for a new build.
_CODE = ("address.py", "model", "language", "source", "structure", "references", "search", "library")


def _watched_files(corpus: str) -> Iterator[os.DirEntry[str]]:
    """The files that decide what an index holds, in a fixed order."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    yield from _files_below(package, _CODE)
    yield from _files_below(corpus)


def _files_below(folder: str, names: tuple[str, ...] = ()) -> Iterator[os.DirEntry[str]]:
    """The files of a folder and of the folders in it; of its own entries only those with one of the names, if given."""
    with os.scandir(folder) as entries:
        ordered = sorted((entry for entry in entries if not names or entry.name in names), key=lambda entry: entry.name)
    for entry in ordered:
        if not entry.is_dir():
            yield entry
        elif entry.name != "__pycache__":
            yield from _files_below(entry.path)


def is_current(manifest: Mapping[str, object], corpus: str) -> bool:
    """True if neither the corpus nor the program has changed since the generation of that manifest was built."""
    try:
        return manifest.get("quick") == quick_fingerprint(corpus) or manifest.get("content") == content_fingerprint(
            corpus
        )
    except OSError:
        return False


def fingerprints(corpus: str) -> dict[str, str]:
    """What a generation's manifest keeps, to be told by whether it is current.

    ``CorpusError`` for a file that vanishes while it is read.
    """
    try:
        return {"quick": quick_fingerprint(corpus), "content": content_fingerprint(corpus)}
    except OSError as error:
        file = os.fspath(error.filename or corpus)
        raise CorpusError("corpus-unreadable", file=file, reason=error.strerror or str(error)) from None


def quick_fingerprint(corpus: str) -> str:
    """Names, sizes and times of the corpus's files and of the code; equal means unchanged."""
    facts = []
    for entry in _watched_files(corpus):
        status = entry.stat()
        facts.append(f"{entry.path}|{status.st_size}|{status.st_mtime_ns}")
    return _named(zlib.crc32("\n".join(facts).encode("utf-8", "surrogateescape")))


def content_fingerprint(corpus: str) -> str:
    """The contents of the same files, wherever they lie; equal means that the same index would be built."""
    crc = 0
    for entry in _watched_files(corpus):
        with open(entry.path, "rb") as file:
            crc = zlib.crc32(file.read(), zlib.crc32(entry.name.encode("utf-8", "surrogateescape"), crc))
    return _named(crc)


def _named(crc: int) -> str:
    return f"{__version__}-{MORPHOLOGY_VERSION}-{crc:08x}"
