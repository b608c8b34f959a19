"""Write generations and put them in service; one writer at a time."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lawsearch.errors import LibraryError
from lawsearch.library.store import FORMAT, MANIFEST, POINTER, SEARCH, Generation, check_folder, measure


@contextlib.contextmanager
def writer(where: str, wait: float) -> Iterator[None]:
    """Be the one writer of a library; a dead process keeps no lock. Waits ``wait`` seconds for another."""
    from filelock import FileLock, Timeout

    home = Path(where)
    check_folder(where)
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


def new_folder(home: str) -> Path:
    """An empty private folder for the next generation, under a name that no reader opens."""
    generations = Path(home, "generations")
    for stale in generations.glob("*.new"):
        shutil.rmtree(stale, ignore_errors=True)  # left by a build that was killed
    numbers = [int(entry.name) for entry in generations.iterdir() if entry.name.isdigit()]
    folder = generations / f"{max(numbers, default=0) + 1:06}.new"
    folder.mkdir(mode=0o700)
    (folder / SEARCH).mkdir(mode=0o700)
    return folder


def put_in_service(where: str, folder: Path, manifest: dict[str, Any]) -> Generation:
    """Seal a finished generation with its manifest and switch the pointer to it."""
    home = Path(where)
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            _sync(path)
            files[path.relative_to(folder).as_posix()] = measure(str(path))
    manifest = {"format": FORMAT, **manifest, "files": files}
    write_synced(folder / MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    final = folder.with_suffix("")
    os.replace(folder, final)
    replaced = _current_name(home)
    pointer = home / f"{POINTER}.new"
    write_synced(pointer, final.name + "\n")
    os.replace(pointer, home / POINTER)
    _clean(home, {final.name, replaced})
    return Generation(str(final), manifest)


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


def write_synced(path: Path, text: str) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    with path.open("rb") as file, contextlib.suppress(OSError):  # Windows can't sync a file opened for reading
        os.fsync(file.fileno())
