"""Write generations and put them in service; one writer at a time.

Promises: whatever moment a writer dies at, the pointer names a whole generation, the old or the new one, and no lock
stays; a generation that a reader holds is not removed; nothing is left behind that the next writer does not remove.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from lawsearch.errors import LibraryError
from lawsearch.library.store import (
    FORMAT,
    MANIFEST,
    POINTER,
    SEARCH,
    Generation,
    check_folder,
    check_owners,
    checksum,
    lock_file,
    measure,
    number_of,
    open_generation,
    read_pointer,
)

# What a file system says that has no such call.
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EBADF, errno.EROFS)
# Ends of the names of folders that are being written, or being removed.
UNFINISHED = (".new", ".gone")


@contextlib.contextmanager
def only_writer(where: str, wait: float, on_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Be the one writer of a library; a dead process keeps no lock.

    If another one writes, ``on_wait`` is told, and it is waited for ``wait`` seconds. Raises ``LibraryError``:
    ``library-locked``, ``folder-not-writable``, and ``write-failed`` for what goes wrong inside.
    """
    from filelock import FileLock, Timeout

    home = Path(where)
    check_folder(where)
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        (home / "generations").mkdir(mode=0o700, exist_ok=True)
        check_owners(where)
        lock = FileLock(home / "lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if wait > 0:
                on_wait()
            lock.acquire(timeout=max(wait, 0))
    except Timeout:
        raise LibraryError("library-locked", folder=where) from None
    except (OSError, NotImplementedError) as error:  # filelock's word for a file system without locks
        raise LibraryError("folder-not-writable", folder=where, reason=_reason(error)) from None
    try:
        yield
    except OSError as error:
        raise LibraryError("write-failed", folder=where, reason=_reason(error)) from error
    finally:
        lock.release()


def refuse_unusable(home: str) -> None:
    """Raise for a folder that must not be built into: of another user, of a newer version, no library."""
    try:
        if (generation := open_generation(home)) is not None:
            generation.close()
    except LibraryError as error:
        if error.code not in ("index-broken", "index-older"):
            raise


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


@contextlib.contextmanager
def new_generation(home: str) -> Iterator[Path]:
    """An empty private folder for the next generation, under a name that no reader opens; removed if it fails.

    Room is made first: the generation before the one in service has had its time, and the disk may be nearly full.
    """
    generations = Path(home, "generations")
    _remove_unfinished(generations)
    with contextlib.suppress(LibraryError):
        if current := read_pointer(home):
            _clean(Path(home), {current})
    number = max((number_of(entry.name) or 0 for entry in generations.iterdir()), default=0) + 1
    while (folder := generations / f"{number:06}.new").exists():  # on Windows it may be held open
        number += 1
    folder.mkdir(mode=0o700)
    try:
        (folder / SEARCH).mkdir(mode=0o700)
        yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _remove_unfinished(folder: Path) -> None:
    """What a killed writer has left."""
    for entry in folder.iterdir():
        if entry.suffix in UNFINISHED:
            shutil.rmtree(entry, ignore_errors=True)


def put_in_service(where: str, folder: Path, manifest: dict[str, Any]) -> Generation:
    """Seal a finished generation with its manifest and switch the pointer to it."""
    home = Path(where)
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            _sync(path)
            measured = measure(str(path))
            if measured[0] < 0:  # what cannot be read back is not sealed
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            files[path.relative_to(folder).as_posix()] = measured
    text = json.dumps({"format": FORMAT, **manifest, "files": files}, ensure_ascii=False, indent=1)
    write_synced(folder / MANIFEST, text)
    sync_folder(folder / SEARCH)
    sync_folder(folder)
    final = folder.with_name(f"{folder.stem}-{checksum(text.encode())}")
    os.replace(folder, final)
    sync_folder(final.parent)
    try:
        before = read_pointer(where)
    except LibraryError:
        before = None
    pointer = home / f"{POINTER}.new"
    write_synced(pointer, final.name + "\n")
    _replace(pointer, home / POINTER)
    sync_folder(home)
    _clean(home, {final.name, before or ""})
    generation = open_generation(where)
    assert generation is not None
    return generation


def _replace(source: Path, target: Path) -> None:
    """Rename over a file; on Windows a reader may hold that one open for a moment."""
    for _ in range(20):
        try:
            os.replace(source, target)
        except PermissionError:
            if os.name != "nt":
                raise
            time.sleep(0.05)
        else:
            return
    os.replace(source, target)


def _clean(home: Path, kept: set[str]) -> None:
    """Remove generations before the last that nobody reads any more; the others go another time."""
    for entry in (home / "generations").iterdir():
        if entry.name in kept or number_of(entry.name) is None:
            continue
        try:
            file = os.open(entry / MANIFEST, os.O_RDONLY)
        except OSError:
            remove_folder(entry)
            continue
        try:
            if lock_file(file, exclusive=True):
                if os.name == "nt":
                    os.close(file)  # our own handle would keep the folder from being renamed
                    file = -1
                remove_folder(entry)
        finally:
            if file >= 0:
                os.close(file)


def remove_folder(folder: Path) -> None:
    """Remove a folder in one step, as far as readers see; what is held open on Windows stays whole."""
    gone = folder.with_name(folder.name + ".gone")
    shutil.rmtree(gone, ignore_errors=True)
    with contextlib.suppress(OSError):
        os.replace(folder, gone)
        shutil.rmtree(gone, ignore_errors=True)


def write_synced(path: Path, text: str) -> None:
    """Write a text file that is on the disk when this returns."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync(path: Path) -> None:
    """Make a file last. A disk in the network, or one that is full, may say only now that it has not taken the bytes."""
    with path.open("rb") as file:
        try:
            os.fsync(file.fileno())
        except OSError as error:
            if os.name != "nt" and error.errno not in _NO_SYNC:  # Windows can't sync a file opened for reading
                raise


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last; Windows has no such call."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        file = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
