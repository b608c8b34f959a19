"""The library's folder: generations, the pointer to the one in service, the writer's lock, kept sources.

    CURRENT                     the name of the generation in service
    generations/NAME/           library.db, search/, forms.marisa, manifest.json
    sources/DOCUMENT-CRC/       kept copies of an added document's files, and document.json
    lock                        held by the one writer

A build writes a new generation under another name and switches the pointer by an atomic rename; readers keep
theirs. Opening the search index runs pickles, so the folder must belong to the user who opens it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawsearch.errors import LibraryError

FORMAT = 1
POINTER = "CURRENT"
MANIFEST = "manifest.json"
DATABASE = "library.db"
FORMS = "forms.marisa"
SEARCH = "search"

# What may lie in a folder that becomes a library: the repository's own files beside an index.
_HARMLESS = {"README.md", ".gitignore", ".gitkeep", ".DS_Store"}
_OWN = {POINTER, "generations", "sources", "lock"}


@dataclass(frozen=True, slots=True)
class Generation:
    """A whole index: its folder and its manifest (format, fingerprints, added documents, files with CRC-32)."""

    folder: Path
    manifest: dict[str, Any]

    def verify(self, names: Iterable[str]) -> None:
        """Check the size and CRC-32 of the files that are about to be opened; a name may be a folder's."""
        files: dict[str, list[int]] = self.manifest["files"]
        for name in names:
            members = [path for path in files if path == name or path.startswith(name + "/")]
            if not members:
                raise LibraryError("index-broken", folder=str(self.folder), file=name)
            for member in members:
                if _measure(self.folder / member) != files[member]:
                    raise LibraryError("index-broken", folder=str(self.folder), file=member)


def _measure(path: Path) -> list[int]:
    """Size and CRC-32 of a file; [-1, 0] if it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError:
        return [-1, 0]
    return [len(data), zlib.crc32(data)]


def open_generation(home: Path) -> Generation | None:
    """The generation in service, or None if there is none yet.

    Raises ``LibraryError``: ``index-foreign`` (another user's), ``not-a-library``, ``index-newer``,
    ``index-older``, ``index-broken``.
    """
    for _ in range(3):  # a writer may switch and clean up between our two reads
        try:
            name = (home / POINTER).read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            check_folder(home)
            return None
        except NotADirectoryError:
            raise LibraryError("not-a-folder", folder=str(home)) from None
        except (OSError, UnicodeDecodeError) as error:
            raise LibraryError("index-broken", folder=str(home), file=POINTER) from error
        folder = home / "generations" / name
        if not name or "/" in name or "\\" in name or name.startswith("."):
            raise LibraryError("index-broken", folder=str(home), file=POINTER)
        try:
            text = (folder / MANIFEST).read_text(encoding="utf-8")
        except FileNotFoundError:
            continue
        except (OSError, UnicodeDecodeError):
            break
        _check_owner(home, folder)
        return Generation(folder, _read_manifest(home, text))
    raise LibraryError("index-broken", folder=str(home), file=MANIFEST)


def _read_manifest(home: Path, text: str) -> dict[str, Any]:
    try:
        manifest = json.loads(text)
        version = manifest["format"]
        files = manifest["files"]
        whole = isinstance(version, int) and isinstance(files, dict) and isinstance(manifest["added"], list)
    except (ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        raise LibraryError("index-broken", folder=str(home), file=MANIFEST)
    if version > FORMAT:
        raise LibraryError("index-newer", folder=str(home), found=version, known=FORMAT)
    if version < FORMAT:
        raise LibraryError("index-older", folder=str(home), found=version, known=FORMAT)
    assert isinstance(manifest, dict)
    return manifest


def _check_owner(home: Path, folder: Path) -> None:
    if not hasattr(os, "getuid"):
        return  # Windows: the user's data folder is private by its own rights
    for path in (home, folder):
        if path.stat().st_uid != os.getuid():
            raise LibraryError("index-foreign", folder=str(path))
    if folder.stat().st_mode & 0o022:
        raise LibraryError("index-foreign", folder=str(folder))


def check_folder(home: Path) -> None:
    """Refuse a folder that holds something else than a library."""
    try:
        names = {entry.name for entry in os.scandir(home)}
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise LibraryError("not-a-folder", folder=str(home)) from None
    except OSError as error:
        raise LibraryError("folder-unreadable", folder=str(home), reason=error.strerror or "") from None
    if names - _HARMLESS - _OWN and not names & _OWN:
        raise LibraryError("not-a-library", folder=str(home))


@contextlib.contextmanager
def writer(home: Path, wait: float) -> Iterator[None]:
    """Be the one writer of a library; a dead process keeps no lock. Waits ``wait`` seconds for another."""
    from filelock import FileLock, Timeout

    check_folder(home)
    try:
        home.mkdir(parents=True, exist_ok=True)
        (home / "generations").mkdir(mode=0o700, exist_ok=True)
        lock = FileLock(home / "lock", timeout=wait)
        lock.acquire()
    except Timeout:
        raise LibraryError("library-locked", folder=str(home)) from None
    except OSError as error:
        raise LibraryError("folder-not-writable", folder=str(home), reason=error.strerror or str(error)) from None
    try:
        yield
    except OSError as error:
        raise LibraryError("write-failed", folder=str(home), reason=error.strerror or str(error)) from error
    finally:
        lock.release()


def new_folder(home: Path) -> Path:
    """An empty private folder for the next generation, under a name that no reader opens."""
    generations = home / "generations"
    for stale in generations.glob("*.new"):
        shutil.rmtree(stale, ignore_errors=True)  # left by a build that was killed
    numbers = [int(entry.name) for entry in generations.iterdir() if entry.name.isdigit()]
    folder = generations / f"{max(numbers, default=0) + 1:06}.new"
    folder.mkdir(mode=0o700)
    (folder / SEARCH).mkdir(mode=0o700)
    return folder


def put_in_service(home: Path, folder: Path, manifest: dict[str, Any]) -> Generation:
    """Seal a finished generation with its manifest and switch the pointer to it."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            _sync(path)
            files[path.relative_to(folder).as_posix()] = _measure(path)
    manifest = {"format": FORMAT, **manifest, "files": files}
    _write_synced(folder / MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    final = folder.with_suffix("")
    os.replace(folder, final)
    replaced = _current_name(home)
    pointer = home / f"{POINTER}.new"
    _write_synced(pointer, final.name + "\n")
    os.replace(pointer, home / POINTER)
    _clean(home, {final.name, replaced})
    return Generation(final, manifest)


def _current_name(home: Path) -> str:
    try:
        return (home / POINTER).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def _clean(home: Path, kept: set[str]) -> None:
    """Remove generations before the last; one that another process holds open (Windows) goes another time."""
    for entry in (home / "generations").iterdir():
        if entry.name not in kept:
            shutil.rmtree(entry, ignore_errors=True)


def _write_synced(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    with path.open("rb") as file, contextlib.suppress(OSError):  # Windows can't sync a file opened for reading
        os.fsync(file.fileno())


# Kept copies of added sources


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of an added document: its name, its bytes, and the encoding that was asked for."""

    name: str
    raw: bytes
    encoding: str | None


def keep_sources(home: Path, document: dict[str, Any], files: list[KeptFile]) -> str:
    """Keep copies of a document's files; returns the folder's name. The same files give the same folder."""
    crc = 0
    for file in files:
        crc = zlib.crc32(file.raw, zlib.crc32(file.name.encode(), crc))
    crc = zlib.crc32(json.dumps(document, sort_keys=True).encode(), crc)
    name = f"{document['id']}-{crc:08x}"
    folder = home / "sources" / name
    if (folder / "document.json").exists():
        return name
    temporary = home / "sources" / f"{name}.new"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True, mode=0o700)
    entries = []
    for number, file in enumerate(files, 1):
        stored = f"{number:03}"
        (temporary / stored).write_bytes(file.raw)
        entries.append({"name": file.name, "stored": stored, "encoding": file.encoding})
    _write_synced(
        temporary / "document.json", json.dumps({"document": document, "files": entries}, ensure_ascii=False, indent=1)
    )
    shutil.rmtree(folder, ignore_errors=True)
    os.replace(temporary, folder)
    return name


def kept_sources(home: Path, name: str) -> tuple[dict[str, Any], list[KeptFile]]:
    """The document record and the files of a kept folder."""
    folder = home / "sources" / name
    try:
        record = json.loads((folder / "document.json").read_text(encoding="utf-8"))
        files = [
            KeptFile(entry["name"], (folder / entry["stored"]).read_bytes(), entry["encoding"])
            for entry in record["files"]
        ]
        document: dict[str, Any] = record["document"]
        return document, files
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LibraryError("source-lost", folder=str(folder)) from error


def find_kept(home: Path) -> list[str]:
    """The folders of kept sources, the newest of each document: for a library whose manifest is lost."""
    newest: dict[str, tuple[float, str]] = {}
    for path in sorted((home / "sources").glob("*/document.json")):
        document = path.parent.name.rpartition("-")[0]
        newest[document] = max(newest.get(document, (0.0, "")), (path.stat().st_mtime, path.parent.name))
    return [name for _, name in sorted(newest.values())]


def drop_sources(home: Path, kept: set[str]) -> None:
    """Remove kept folders that no generation needs any more."""
    if (home / "sources").is_dir():
        for entry in (home / "sources").iterdir():
            if entry.name not in kept:
                shutil.rmtree(entry, ignore_errors=True)
