"""The files that a person names: a folder stands for the files in it, pages come in their natural order."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from lawsearch.errors import InputError
from lawsearch.model import Problem

_DIGITS = re.compile(r"(\d+)")
MAX_FILES = 5_000
MAX_FOLDER = 256 * 1024 * 1024


def expand_files(files: Sequence[Path | str], suffixes: tuple[str, ...]) -> tuple[list[Path | str], list[Problem]]:
    """The files to read as one document, and what was left out of folders (one problem a file).

    Of a folder's files those are taken whose names end in one of ``suffixes``. Files that are named alike but for
    their numbers are pages: they are sorted by number, ``page2`` before ``page10``, whatever the shell has made of
    ``page*``. Other files keep the order in which they were named.
    """
    found: list[Path | str] = []
    problems: list[Problem] = []
    for file in files:
        if str(file) != "-" and os.path.isdir(file):
            members, skipped = _folder(Path(file), suffixes)
            found += members
            problems += skipped
        else:
            found.append(file)
    if len(found) > 1 and len({_shape(file) for file in found}) == 1:
        found.sort(key=natural_key)
    return found, problems


def natural_key(file: Path | str) -> tuple[tuple[int, int | str], ...]:
    """A key that sorts numbers in names as numbers."""
    return tuple(
        (0, int(part)) if part.isdecimal() else (1, part) for part in _DIGITS.split(Path(file).name.lower()) if part
    )


def _shape(file: Path | str) -> tuple[str, str]:
    """The folder of a file and its name without the numbers."""
    path = Path(file)
    return str(path.parent), _DIGITS.sub("#", path.name.lower())


def _folder(folder: Path, suffixes: tuple[str, ...]) -> tuple[list[Path | str], list[Problem]]:
    taken: list[Path | str] = []
    problems: list[Problem] = []
    try:
        entries = sorted((entry for entry in folder.iterdir() if not entry.name.startswith(".")), key=natural_key)
    except OSError:
        raise InputError("file-not-readable", file=str(folder)) from None
    if len(entries) > MAX_FILES:
        raise InputError("folder-too-large", file=str(folder), limit=MAX_FOLDER // 2**20, count=MAX_FILES)
    size = 0
    for entry in entries:
        if entry.is_file() and entry.name.lower().endswith(suffixes):
            taken.append(entry)
            size += entry.stat().st_size
        else:
            problems.append(Problem(code="file-skipped", file=entry.name))
    if size > MAX_FOLDER:
        raise InputError("folder-too-large", file=str(folder), limit=MAX_FOLDER // 2**20, count=MAX_FILES)
    if not taken:
        raise InputError("folder-empty", file=str(folder))
    return taken, problems
