"""The library's folder: generations, the pointer to the one in service, the writer's lock, kept sources.

    CURRENT                     the name of the generation in service
    generations/NUMBER-CRC/     library.db, search/, forms.marisa, manifest.json
    sources/DOCUMENT-CRC/       kept copies of an added document's files, and document.json
    lock                        held by the one writer

A build writes a new generation under another name and switches the pointer by an atomic rename; readers keep
theirs, and hold a shared lock on its manifest, so that no writer removes it under them. Each byte that is opened is
covered by a checksum: a file by the manifest; the manifest, and each kept copy, by the name of its folder.
The folders and files must belong to the user who opens them: nobody else may say what the laws say.

Paths are plain strings here and in the modules that a cold start loads: pathlib alone would cost it four milliseconds.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lawsearch.errors import LibraryError

if TYPE_CHECKING:
    from pathlib import Path

FORMAT = 3  # the first had no checksum in a generation's name, the second Whoosh's segments
POINTER = "CURRENT"
MANIFEST = "manifest.json"
DATABASE = "library.db"
FORMS = "forms.marisa"
SEARCH = "search"

# What may lie in a folder that becomes a library: the repository's own files beside an index.
_HARMLESS = {"README.md", ".gitignore", ".gitkeep", ".DS_Store", "browse.json"}
_OWN = {POINTER, f"{POINTER}.new", "generations", "sources", "lock"}

# Rights to write, of the group and of all others.
_GROUP, _OTHERS = 0o020, 0o002

# A writer may switch and clean up between the reading of the pointer and that of the manifest.
_TRIES = 5


# Seconds to wait for another writer, if nothing else is asked for.
DEFAULT_WAIT = 30.0


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


class Lease:
    """A shared lock on an open file: while it is held, no writer removes the generation that the file belongs to.

    On Windows an open file alone keeps its folder from being renamed, and so from being removed.
    """

    __slots__ = ("_files",)

    def __init__(self, file: int) -> None:
        self._files = [file]

    @property
    def is_held(self) -> bool:
        """False once the generation was let go."""
        return bool(self._files)

    def close(self) -> None:
        """Let the generation go; a second call does nothing, not even at the same moment in another thread."""
        # taking from a list is one step: of two threads only one gets the file (its number may be another's by then)
        with contextlib.suppress(IndexError):
            os.close(self._files.pop())

    def __del__(self) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class Generation:
    """A whole index: its folder and its manifest (format, fingerprints, added documents, files with CRC-32)."""

    folder: str
    manifest: dict[str, Any]
    lease: Lease | None = None

    def close(self) -> None:
        """Nothing of it will be opened any more."""
        if self.lease is not None:
            self.lease.close()

    def verify(self, names: Iterable[str]) -> None:
        """Check the files that are about to be opened: owner, size, CRC-32; a name may be a folder's.

        Raises ``LibraryError``: ``index-broken`` with the file's name, ``index-foreign``.
        """
        files: dict[str, list[int]] = self.manifest["files"]
        for name in names:
            inside = [path for path in files if path.startswith(name + "/")]
            members = inside or [path for path in files if path == name]
            if not members:
                raise LibraryError("index-broken", folder=self.folder, file=name)
            if inside:
                _check_owner(os.path.join(self.folder, name), _GROUP | _OTHERS)
            for member in members:
                path = os.path.join(self.folder, member)
                if measure(path) != files[member]:
                    raise LibraryError("index-broken", folder=self.folder, file=member)
                _check_owner(path, 0)

    def is_whole(self, names: Iterable[str]) -> bool:
        """True if the files are as they were written (see :meth:`verify`)."""
        try:
            self.verify(names)
        except LibraryError:
            return False
        return True


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


def read_pointer(home: str) -> str | None:
    """The name of the generation in service, or None if there is no pointer.

    Raises ``LibraryError``: ``not-a-folder``, ``index-broken``.
    """
    try:
        name = read_text(home, POINTER).strip()
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        raise LibraryError("not-a-folder", folder=home) from None
    except PermissionError as error:
        raise LibraryError("folder-unreadable", folder=home, reason=error.strerror or "") from None
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError("index-broken", folder=home, file=POINTER) from error
    if number_of(name) is None:
        raise LibraryError("index-broken", folder=home, file=POINTER)
    return name


def number_of(name: str) -> int | None:
    """The number of a generation by its folder's name, or None if it is no generation's."""
    number, hyphen, crc = name.partition("-")
    fitting = number.isascii() and number.isdecimal() and len(number) < 20 and (crc.isalnum() or not hyphen)
    return int(number) if fitting else None


def open_generation(home: str) -> Generation | None:
    """The generation in service, or None if there is none yet.

    Raises ``LibraryError``: ``index-foreign`` (another user's), ``not-a-library``, ``index-newer``,
    ``index-older``, ``index-broken``.
    """
    for _ in range(_TRIES):
        name = read_pointer(home)
        if name is None:
            check_folder(home)
            return None
        folder = os.path.join(home, "generations", name)
        opened = _take(os.path.join(folder, MANIFEST))
        if opened is None:
            continue
        lease, raw = opened
        try:
            check_owners(home)
            _check_owner(folder, _GROUP | _OTHERS)
            return Generation(folder, _read_manifest(home, raw, name), lease)
        except BaseException:
            lease.close()
            raise
    raise LibraryError("index-broken", folder=home, file=MANIFEST)


def in_service(home: str) -> Generation | None:
    """The generation in service, or None if there is none that can be opened."""
    try:
        return open_generation(home)
    except LibraryError:
        return None


def _take(path: str) -> tuple[Lease, bytes] | None:
    """A lease on a manifest, and its bytes; None if it is not there, or is just being removed by a writer."""
    try:
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    except OSError:
        return None
    lease = Lease(file)
    if not lock_file(file, exclusive=False) or not os.fstat(file).st_nlink:
        lease.close()
        return None
    pieces = []
    try:
        while piece := os.read(file, 1 << 20):
            pieces.append(piece)
    except OSError:
        pieces = []
    return lease, b"".join(pieces)


def lock_file(file: int, *, exclusive: bool) -> bool:
    """Lock an open file at once, or say that another process holds it; True where there are no such locks."""
    try:
        import fcntl
    except ImportError:
        return True  # Windows: see Lease
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a file system without locks
    return True


def read_manifest(raw: bytes, name: str) -> dict[str, Any] | None:
    """The manifest of the generation ``name``, in any format, or None if it is damaged."""
    try:
        manifest = json.loads(raw)
        version = manifest["format"]
        files = manifest["files"]
        whole = isinstance(version, int) and isinstance(files, dict) and isinstance(manifest["added"], list)
    except (ValueError, KeyError, TypeError):
        return None
    # The first format had no checksum in the name; a later one may have another.
    crc = name.partition("-")[2]
    known = len(crc) == len(checksum(raw)) or version == FORMAT
    if not whole or (known and crc != checksum(raw)):
        return None
    assert isinstance(manifest, dict)
    return manifest


def checksum(raw: bytes) -> str:
    """The CRC-32 as it stands in the names of folders."""
    return f"{zlib.crc32(raw):08x}"


def _read_manifest(home: str, raw: bytes, name: str) -> dict[str, Any]:
    manifest = read_manifest(raw, name)
    if manifest is None:
        raise LibraryError("index-broken", folder=home, file=MANIFEST)
    version = manifest["format"]
    if version > FORMAT:
        raise LibraryError("index-newer", folder=home, found=version, known=FORMAT)
    if version < FORMAT:
        raise LibraryError("index-older", folder=home, found=version, known=FORMAT)
    return manifest


def check_owners(home: str) -> None:
    """``LibraryError("index-foreign")`` if another user could put a generation into the folder."""
    _check_owner(home, _OTHERS)
    _check_owner(os.path.join(home, "generations"), _GROUP | _OTHERS)


def _check_owner(path: str, forbidden: int) -> None:
    """Refuse what belongs to another user, or what the ``forbidden`` rights let others change."""
    if not hasattr(os, "getuid"):
        return  # Windows: the user's data folder is private by its own rights
    try:
        status = os.stat(path)
    except OSError:
        raise LibraryError("index-broken", folder=os.path.dirname(path), file=os.path.basename(path)) from None
    if status.st_uid != os.getuid() or status.st_mode & forbidden:
        raise LibraryError("index-foreign", folder=path)


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
