"""The files that a person names: a folder stands for the files in it, pages come in their natural order."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from lawsearch.errors import InputError
from lawsearch.model import Problem
from lawsearch.source.encodings import readable_name

_DIGITS = re.compile(r"(\d+)")
_DEEPEST = 16  # folders in folders
MAX_FILES = 5_000
MAX_FOLDER = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Found:
    """A file to read, and its name: with those of its folders where it stands in a folder of the folder that was named."""

    path: Path | str
    name: str


def expand_files(files: Sequence[Path | str], suffixes: tuple[str, ...]) -> tuple[list[Found], list[Problem]]:
    """The files to read as one work, and what was left out of folders (one problem a file or folder).

    Of a folder's files, and of those in its folders at any depth, those are taken whose names end in one of ``suffixes``. Files
    that are named alike but for their numbers are pages: they are sorted by number, ``page2`` before ``page10``,
    whatever the shell has made of ``page*``. Other files keep the order in which they were named.
    """
    found: list[Found] = []
    problems: list[Problem] = []
    for file in files:
        if str(file) != "-" and os.path.isdir(file):
            members, skipped = _folder(Path(file), suffixes)
            found += members
            problems += skipped
        else:
            found.append(Found(file, os.path.basename(file) if str(file) != "-" else "-"))
    if len(found) > 1 and len({_shape(file.path) for file in found}) == 1:
        found.sort(key=lambda file: natural_key(file.path))
    return found, problems


def natural_key(file: Path | str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts numbers in names as numbers, of any length: the longer one is the greater one."""
    return tuple(
        (0, len(number), number) if part.isdecimal() else (1, 0, part)
        for part in _DIGITS.split(Path(file).name.lower())
        if part
        for number in [part.lstrip("0")]
    )


def _shape(file: Path | str) -> tuple[str, str]:
    """The folder of a file and its name without the numbers."""
    path = Path(file)
    return str(path.parent), _DIGITS.sub("#", path.name.lower())


def _folder(folder: Path, suffixes: tuple[str, ...]) -> tuple[list[Found], list[Problem]]:
    taken: list[Found] = []
    problems: list[Problem] = []
    size = 0
    for entry, is_taken in _walk(folder, suffixes, 0):
        name = readable_name(entry.relative_to(folder).as_posix())
        if not is_taken:
            problems.append(Problem(code="file-skipped", file=name))
            continue
        taken.append(Found(entry, name))
        size += entry.stat().st_size
        if size > MAX_FOLDER or len(taken) > MAX_FILES:
            raise InputError("folder-too-large", file=str(folder), limit=MAX_FOLDER // 2**20, count=MAX_FILES)
    if not taken:
        raise InputError("folder-empty", file=str(folder))
    return taken, problems


def _walk(folder: Path, suffixes: tuple[str, ...], depth: int) -> Iterator[tuple[Path, bool]]:
    """What is in a folder and in those inside it, in natural order; whether it is a file to read.

    Hidden files are left out, links to folders are not followed. Of hidden files only texts are worth a word.
    """
    for entry in _entries(folder):
        hidden = entry.name.startswith(".")
        readable = entry.name.lower().endswith(suffixes)
        if _is_folder(entry):
            if hidden or entry.is_symlink() or depth >= _DEEPEST:
                yield entry, False
            else:
                inner = list(_walk(entry, suffixes, depth + 1))
                yield from inner or [(entry, False)]
        elif not hidden or readable:
            yield entry, readable and not hidden and entry.is_file()


def _is_folder(entry: Path) -> bool:
    try:
        return entry.is_dir()
    except OSError as error:  # it may not even be looked at
        raise InputError("file-not-readable", file=str(entry), reason=error.strerror or str(error)) from None


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, in natural order."""
    try:
        entries = sorted(folder.iterdir(), key=natural_key)
    except OSError as error:
        raise InputError("file-not-readable", file=str(folder), reason=error.strerror or str(error)) from None
    if len(entries) > MAX_FILES:
        raise InputError("folder-too-large", file=str(folder), limit=MAX_FOLDER // 2**20, count=MAX_FILES)
    return entries
