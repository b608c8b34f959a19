"""Tell whether the corpus or the program has changed since a generation was built.

Asked at each command, so it looks at names, sizes and times first, and at contents only where those differ.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator

from lawsearch import __version__
from lawsearch.language import MORPHOLOGY_VERSION

# The packages whose code decides what an index holds: a change asks for a new build.
_CODE = ("address.py", "model", "language", "source", "structure", "references", "search", "library")


def _watched_files(corpus: str) -> Iterator[tuple[str, str]]:
    """Each file's path, and its name wherever the project lies."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for root, names in ((package, _CODE), (os.path.dirname(corpus), (os.path.basename(corpus),))):
        for name in names:
            path = os.path.join(root, name)
            if name.endswith(".py"):
                yield path, name
            for folder, folders, files in os.walk(path):
                folders[:] = sorted(inner for inner in folders if inner != "__pycache__")
                for file in sorted(files):
                    full = os.path.join(folder, file)
                    yield full, os.path.relpath(full, root).replace(os.sep, "/")


def quick_fingerprint(corpus: str) -> str:
    """Names, sizes and times of the corpus's files and of the code; equal means unchanged."""
    crc = 0
    for path, _ in _watched_files(corpus):
        status = os.stat(path)
        crc = zlib.crc32(f"{path}|{status.st_size}|{status.st_mtime_ns}".encode(), crc)
    return f"{__version__}-{MORPHOLOGY_VERSION}-{crc:08x}"


def content_fingerprint(corpus: str) -> str:
    """The contents of the same files, wherever they lie; equal means that the same index would be built."""
    crc = 0
    for path, name in _watched_files(corpus):
        with open(path, "rb") as file:
            crc = zlib.crc32(file.read(), zlib.crc32(name.encode(), crc))
    return f"{__version__}-{MORPHOLOGY_VERSION}-{crc:08x}"
