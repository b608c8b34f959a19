"""Write an exported file: whole or not at all.

Promises: a regular file appears under its name only when it is complete; nothing is left beside it when writing fails
or is interrupted; without ``force`` no existing file is replaced, not even one that appears meanwhile; what is no
regular file (a pipe, ``/dev/null``) is written to and never replaced.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from lawsearch.errors import LibraryError, UsageError


def write_file(pieces: Iterable[bytes], path: str, *, force: bool) -> None:
    """Write the pieces to a file. ``UsageError("output-exists")``, ``LibraryError("output-failed")``."""
    if not path:
        raise UsageError("output-nameless")
    target = Path(os.path.realpath(path))  # what a symbolic link leads to is replaced, not the link
    try:
        mode = target.stat().st_mode
    except OSError:
        mode = None
    try:
        if mode is not None and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            with target.open("wb") as stream:
                stream.writelines(pieces)
            return
        if mode is not None and stat.S_ISDIR(mode):
            raise UsageError("output-is-folder", file=path)
        if mode is not None and not force:
            raise UsageError("output-exists", file=path)
        _write_beside(pieces, target, _permissions(mode), path, force=force)
    except OSError as error:
        raise LibraryError("output-failed", file=path, reason=error.strerror or str(error)) from None


def _write_beside(pieces: Iterable[bytes], target: Path, permissions: int, path: str, *, force: bool) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
        temporary.chmod(permissions)
        if force:
            temporary.replace(target)
        else:
            _rename_new(temporary, target, path)
    finally:
        temporary.unlink(missing_ok=True)


def _rename_new(temporary: Path, target: Path, path: str) -> None:
    """Give the file its name if nobody has taken it meanwhile."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise UsageError("output-exists", file=path) from None
    except (OSError, NotImplementedError, AttributeError):  # a file system without hard links
        try:  # taking the name first keeps what has appeared meanwhile
            os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        except FileExistsError:
            raise UsageError("output-exists", file=path) from None
        temporary.replace(target)


def _permissions(mode: int | None) -> int:
    """Those of the file that is replaced, else those that new files get."""
    if mode is not None:
        return stat.S_IMODE(mode)
    mask = os.umask(0)  # it can be asked for only by setting it
    os.umask(mask)
    return 0o666 & ~mask
