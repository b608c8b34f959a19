"""The library's folder: generations, the pointer to the one in service, the writer's lock, kept sources.

    CURRENT                     the name of the generation in service
    generations/NAME/           library.db, search/, forms.marisa, manifest.json
    sources/DOCUMENT-CRC/       kept copies of an added document's files, and document.json
    lock                        held by the one writer

A build writes a new generation under another name and switches the pointer by an atomic rename; readers keep
theirs. Opening the search index runs pickles, so the folder must belong to the user who opens it.

Paths are plain strings here and in the modules that a cold start loads: pathlib alone would cost it four milliseconds.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lawsearch.errors import LibraryError

FORMAT = 1
POINTER = "CURRENT"
MANIFEST = "manifest.json"
DATABASE = "library.db"
FORMS = "forms.marisa"
SEARCH = "search"

# What may lie in a folder that becomes a library: the repository's own files beside an index.
_HARMLESS = {"README.md", ".gitignore", ".gitkeep", ".DS_Store", "browse.json"}
_OWN = {POINTER, "generations", "sources", "lock"}


@dataclass(frozen=True, slots=True)
class Generation:
    """A whole index: its folder and its manifest (format, fingerprints, added documents, files with CRC-32)."""

    folder: str
    manifest: dict[str, Any]

    def verify(self, names: Iterable[str]) -> None:
        """Check the size and CRC-32 of the files that are about to be opened; a name may be a folder's."""
        files: dict[str, list[int]] = self.manifest["files"]
        for name in names:
            members = [path for path in files if path == name or path.startswith(name + "/")]
            if not members:
                raise LibraryError("index-broken", folder=self.folder, file=name)
            for member in members:
                if measure(os.path.join(self.folder, member)) != files[member]:
                    raise LibraryError("index-broken", folder=self.folder, file=member)


def measure(path: str) -> list[int]:
    """Size and CRC-32 of a file; [-1, 0] if it cannot be read."""
    size = crc = 0
    piece = bytearray(1 << 17)  # a small piece stays in the cache: twice as fast as the whole file at once
    view = memoryview(piece)
    try:
        with open(path, "rb", buffering=0) as file:
            while read := file.readinto(piece):
                crc = zlib.crc32(view[:read], crc)
                size += read
    except OSError:
        return [-1, 0]
    return [size, crc]


def read_text(folder: str, name: str) -> str:
    """The text of a small file of the library."""
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return file.read()


def open_generation(home: str) -> Generation | None:
    """The generation in service, or None if there is none yet.

    Raises ``LibraryError``: ``index-foreign`` (another user's), ``not-a-library``, ``index-newer``,
    ``index-older``, ``index-broken``.
    """
    for _ in range(3):  # a writer may switch and clean up between our two reads
        try:
            name = read_text(home, POINTER).strip()
        except FileNotFoundError:
            check_folder(home)
            return None
        except NotADirectoryError:
            raise LibraryError("not-a-folder", folder=home) from None
        except (OSError, UnicodeDecodeError) as error:
            raise LibraryError("index-broken", folder=home, file=POINTER) from error
        if not name.isdigit():
            raise LibraryError("index-broken", folder=home, file=POINTER)
        folder = os.path.join(home, "generations", name)
        try:
            text = read_text(folder, MANIFEST)
        except FileNotFoundError:
            continue
        except (OSError, UnicodeDecodeError):
            break
        _check_owner(home, folder)
        return Generation(folder, _read_manifest(home, text))
    raise LibraryError("index-broken", folder=home, file=MANIFEST)


def _read_manifest(home: str, text: str) -> dict[str, Any]:
    try:
        manifest = json.loads(text)
        version = manifest["format"]
        files = manifest["files"]
        whole = isinstance(version, int) and isinstance(files, dict) and isinstance(manifest["added"], list)
    except (ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        raise LibraryError("index-broken", folder=home, file=MANIFEST)
    if version > FORMAT:
        raise LibraryError("index-newer", folder=home, found=version, known=FORMAT)
    if version < FORMAT:
        raise LibraryError("index-older", folder=home, found=version, known=FORMAT)
    assert isinstance(manifest, dict)
    return manifest


def _check_owner(home: str, folder: str) -> None:
    if not hasattr(os, "getuid"):
        return  # Windows: the user's data folder is private by its own rights
    for path in (home, folder):
        if os.stat(path).st_uid != os.getuid():
            raise LibraryError("index-foreign", folder=path)
    if os.stat(folder).st_mode & 0o022:
        raise LibraryError("index-foreign", folder=folder)


def check_folder(home: str) -> None:
    """Refuse a folder that holds something else than a library."""
    try:
        names = {entry.name for entry in os.scandir(home)}
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise LibraryError("not-a-folder", folder=home) from None
    except OSError as error:
        raise LibraryError("folder-unreadable", folder=home, reason=error.strerror or "") from None
    if names - _HARMLESS - _OWN and not names & _OWN:
        raise LibraryError("not-a-library", folder=home)
