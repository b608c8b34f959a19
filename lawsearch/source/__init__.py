"""Bytes to text to lines, without a loss.

In: a path (or bytes with a name). Out: a :class:`Source`, and its :class:`Line` records.
Promises: decoding is strict and reversible, ``source.text.encode(source.encoding)`` gives the file's bytes (but
for a byte order mark); a doubt about the encoding is a problem record that names the runner-up; a file that
cannot be read whole raises :class:`~lawsearch.errors.InputError` and names what to do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lawsearch.errors import InputError, UsageError
from lawsearch.language import count_characters
from lawsearch.model import Problem
from lawsearch.source.encodings import ENCODINGS, decode, normalize_encoding

__all__ = [
    "CONTAINERS",
    "ENCODINGS",
    "MAX_BYTES",
    "Container",
    "Line",
    "Source",
    "read_bytes",
    "read_source",
    "source_from_bytes",
    "split_lines",
]

# A book of laws is half a megabyte; a file beyond this is no law text, and would only exhaust the memory.
MAX_BYTES = 64 * 1024 * 1024

_LINE_END = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The decoded text of one file. ``name`` is shown to people; ``raw`` are the bytes as they were."""

    name: str
    text: str
    encoding: str
    container: str
    raw: bytes
    problems: tuple[Problem, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end: ``source.text[start:start + len(text)] == text``; ``number`` from 1."""

    file: int
    number: int
    start: int
    text: str

    @property
    def stop(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Container:
    """A kind of file: how it is known (by its first bytes or its name's end), and what reads it.

    ``read`` takes the bytes, the name and the forced encoding (or None) and gives text, encoding, problems.
    """

    name: str
    magic: tuple[bytes, ...]
    suffixes: tuple[str, ...]
    read: Callable[[bytes, str, str | None], tuple[str, str, tuple[Problem, ...]]]


def _read_text(raw: bytes, name: str, encoding: str | None) -> tuple[str, str, tuple[Problem, ...]]:
    decoded = decode(raw, name, encoding)
    return decoded.text, decoded.encoding, decoded.problems


def _refuse(_raw: bytes, name: str, _encoding: str | None) -> tuple[str, str, tuple[Problem, ...]]:
    raise InputError("container-unknown", file=name)


# In order of the test; the last one takes what no other has claimed.
CONTAINERS: tuple[Container, ...] = (
    Container(
        "unknown",
        (b"%PDF-", b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"{\\rtf"),
        (),
        _refuse,
    ),
    Container("text", (), (".txt",), _read_text),
)


def read_source(path: Path | str, *, encoding: str | None = None) -> Source:
    """Read one file; ``-`` is standard input.

    ``encoding`` forces a name of :data:`ENCODINGS`. Raises ``InputError`` (no such file, a folder, empty,
    binary, of an encoding that can't be told, too large) and ``UsageError`` for an unknown encoding.
    """
    if encoding is not None:
        encoding = normalize_encoding(encoding)
        if encoding is None:
            raise UsageError("encoding-unknown", known=", ".join(ENCODINGS))
    if str(path) == "-":
        return source_from_bytes(sys.stdin.buffer.read(MAX_BYTES + 1), "-", encoding)
    path = Path(path)
    return source_from_bytes(read_bytes(path), path.name, encoding, shown=str(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; ``InputError`` names what is wrong with it."""
    name = str(path)
    try:
        if path.is_dir():
            raise InputError("is-folder", file=name)
        if path.stat().st_size > MAX_BYTES:
            raise InputError("file-too-large", file=name, limit=MAX_BYTES // 2**20)
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError("no-such-file", file=name) from None
    except PermissionError:
        raise InputError("file-not-readable", file=name) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL inside the name
        raise InputError(
            "file-not-readable", file=name, reason=getattr(error, "strerror", None) or str(error)
        ) from None


def source_from_bytes(raw: bytes, name: str, encoding: str | None = None, *, shown: str | None = None) -> Source:
    """The source that a file's bytes hold; ``name`` tells its container, ``shown`` stands in messages."""
    shown = shown or name
    if not raw:
        raise InputError("file-empty", file=shown)
    if len(raw) > MAX_BYTES:
        raise InputError("file-too-large", file=shown, limit=MAX_BYTES // 2**20)
    container = next(
        kind
        for kind in CONTAINERS
        if raw.startswith(kind.magic) or name.lower().endswith(kind.suffixes) or kind is CONTAINERS[-1]
    )
    text, used, problems = container.read(raw, shown, encoding)
    if not count_characters(text):
        raise InputError("file-empty", file=shown)
    return Source(name=name, text=text, encoding=used, container=container.name, raw=raw, problems=problems)


def split_lines(text: str, file: int = 0) -> list[Line]:
    """The lines of a text; the last one may be without an end, and is left out when it is empty."""
    lines = []
    start = 0
    for number, match in enumerate(_LINE_END.finditer(text), 1):
        lines.append(Line(file, number, start, text[start : match.start()]))
        start = match.end()
    if start < len(text):
        lines.append(Line(file, len(lines) + 1, start, text[start:]))
    return lines
