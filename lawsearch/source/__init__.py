"""Bytes to text to lines, without a loss.

In: a path (or bytes with a name). Out: a :class:`Source`, and its :class:`Line` records.
Promises: decoding is reversible: for a plain text ``source.text.encode(source.encoding)`` gives the file's bytes (but
for a byte order mark), or problem records say which bytes and lines were not in that encoding; the text of other
containers is what their readers write, in which lines count;
a doubt about the encoding is a problem record that names the runner-up; a file that cannot be read whole raises
:class:`~lawsearch.errors.InputError` and names what to do. Nothing is fetched, nothing is unpacked to the disk.
"""

from __future__ import annotations

import importlib
import re
import stat
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from lawsearch.errors import InputError, UsageError
from lawsearch.language import count_characters
from lawsearch.model import Address, Problem, Span
from lawsearch.source.content import Content, LinkedNote
from lawsearch.source.encodings import ENCODINGS, normalize_encoding, readable_name
from lawsearch.source.folders import expand_files
from lawsearch.source.lines import Line, split_lines

__all__ = [
    "CONTAINERS",
    "ENCODINGS",
    "MAX_BYTES",
    "Container",
    "Line",
    "LinkedNote",
    "Source",
    "read_bytes",
    "read_content",
    "read_source",
    "read_sources",
    "readable_suffixes",
    "source_from_bytes",
    "split_lines",
]

# A book of laws is half a megabyte; a file beyond this is no law text, and would only exhaust the memory.
MAX_BYTES = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The decoded text of one file. ``name`` is shown to people; ``raw`` are the bytes as they were.

    ``navigation`` are spans of whole lines of ``text`` that a site has put around the text of the work. ``twins``: the
    addresses of clauses that begin in a line, by its number, where the same text in another language tells them.
    ``notes`` are those that the container ties to their marks.
    """

    name: str
    text: str
    encoding: str
    container: str
    raw: bytes
    problems: tuple[Problem, ...] = field(default=())
    navigation: tuple[Span, ...] = field(default=())
    twins: Mapping[int, Address] = field(default_factory=dict)
    notes: tuple[LinkedNote, ...] = field(default=())

    @property
    def body(self) -> str:
        """The text without its navigation; offsets and line numbers are not those of ``text``."""
        parts = []
        start = 0
        for span in self.navigation:
            parts.append(self.text[start : span.start])
            start = span.stop
        return "".join((*parts, self.text[start:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """A kind of file: how it is known, and the module whose ``read(raw, name, encoding)`` gives its content.

    It is known by what its first bytes look like (zeros of UTF-16 left out), by a member that its archive has, or
    by the end of its name. One without a ``module`` is refused by its name: ``refusal`` is the error that says what to do.
    """

    name: str
    module: str | None = None
    refusal: str = "container-unknown"
    looks: re.Pattern[bytes] | None = None
    member: str | None = None
    suffixes: tuple[str, ...] = ()


# In order of the test; the last one takes what no other has claimed.
CONTAINERS: tuple[Container, ...] = (
    Container(name="docx", module="lawsearch.source.docx", member="word/document.xml", suffixes=(".docx",)),
    Container(name="epub", module="lawsearch.source.epub", member="META-INF/container.xml", suffixes=(".epub",)),
    Container(name="ODT (OpenDocument)", refusal="kind-office", member="content.xml"),
    Container(name="XLSX (Excel)", refusal="kind-office", member="xl/workbook.xml"),
    Container(name="PPTX (PowerPoint)", refusal="kind-office", member="ppt/presentation.xml"),
    Container(name="Apple Pages", refusal="kind-office", member="Index/Document.iwa"),
    Container(
        name="zip", module="lawsearch.source.zipped", looks=re.compile(rb"PK(?:\x03\x04|\x05\x06)"), suffixes=(".zip",)
    ),
    Container(name="pdf", module="lawsearch.source.pdf", looks=re.compile(rb"%PDF-"), suffixes=(".pdf",)),
    Container(name="RTF", refusal="kind-office", looks=re.compile(rb"\{\\rtf")),
    Container(name="DOC (Word 97\u20132003)", refusal="kind-office", looks=re.compile(rb"\xd0\xcf\x11\xe0")),
    Container(name="gzip", refusal="kind-archive", looks=re.compile(rb"\x1f\x8b")),
    Container(name="RAR", refusal="kind-archive", looks=re.compile(rb"Rar!")),
    Container(name="7z", refusal="kind-archive", looks=re.compile(rb"7z\xbc\xaf")),
    Container(name="DjVu", refusal="kind-pictures", looks=re.compile(rb"AT&TFORM")),
    Container(name="JPEG", refusal="kind-pictures", looks=re.compile(rb"\xff\xd8\xff")),
    Container(name="PNG", refusal="kind-pictures", looks=re.compile(rb"\x89PNG")),
    Container(name="GIF", refusal="kind-pictures", looks=re.compile(rb"GIF8[79]a")),
    Container(name="TIFF", refusal="kind-pictures", looks=re.compile(rb"(?:II\*|MM\*)[\x01-\x1f]")),
    Container(name="MOBI (Kindle)", refusal="kind-book", looks=re.compile(rb".{0,70}BOOKMOBI", re.DOTALL)),
    Container(name="CHM", refusal="kind-book", looks=re.compile(rb"ITSF[\x01-\x1f]")),
    Container(
        name="MHTML",
        refusal="kind-page",
        looks=re.compile(rb"(?:From|Date|Subject|MIME-Version): .{0,2000}multipart/related", re.DOTALL | re.IGNORECASE),
    ),
    Container(
        name="json",
        module="lawsearch.source.exported",
        looks=re.compile(rb"(?:\xef\xbb\xbf)?\s*\{\s*\"schema\":\s*\"urn:lawsearch:schema:"),
        suffixes=(".json",),
    ),
    Container(
        name="fb2",
        module="lawsearch.source.fb2",
        looks=re.compile(rb"(?:[^<]{0,8}+<[?!][^>]*+>\s*+)*[^<]{0,8}+<(?:\w+:)?FictionBook[\s>]"),
        suffixes=(".fb2",),
    ),
    Container(
        name="html",
        module="lawsearch.source.html",
        looks=re.compile(rb"(?:[^<]{0,8}+<[?!][^>]*+>\s*+)*[^<]{0,8}+<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE),
        suffixes=(".html", ".htm", ".xhtml", ".shtml"),
    ),
    Container(name="text", module="lawsearch.source.text", suffixes=(".txt", ".text", ".asc")),
)
_HEAD = 4096
# The old Word's file that holds an encrypted new one.
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")


def readable_suffixes() -> tuple[str, ...]:
    """The ends of the names of files that can be read."""
    return tuple(suffix for kind in CONTAINERS if kind.module for suffix in kind.suffixes)


def read_sources(
    files: Sequence[Path | str], *, encoding: str | None = None, repair: bool = False
) -> tuple[list[Source], list[Problem]]:
    """Read the files of one work; and what was left out of folders and archives.

    ``repair`` mends damaged letters, each change a problem record. A folder stands for the files in it, an archive of several texts for these. Raises as :func:`read_source` does, and
    ``UsageError("same-name")`` for two files that nothing tells apart: names say where a clause stood.
    """
    from lawsearch.source.zipped import unpack_texts

    encoding = _known_encoding(encoding)
    found, problems = expand_files(files, readable_suffixes())
    sources: list[Source] = []
    for file in found:
        raw = _read_input() if str(file.path) == "-" else read_bytes(_named(file.path))
        members, skipped = unpack_texts(raw, str(file.path))
        problems += [Problem(code="file-skipped", file=name) for name in skipped]
        for name, member in members or [(file.name, raw)]:
            shown = f"{file.path}: {name}" if members else str(file.path)
            sources.append(source_from_bytes(member, name, encoding, shown=shown, repair=repair))
    names = [source.name for source in sources]
    if len(set(names)) != len(names):
        raise UsageError("same-name", name=next(name for name in names if names.count(name) > 1))
    return sources, problems


def _known_encoding(encoding: str | None) -> str | None:
    known = normalize_encoding(encoding) if encoding is not None else None
    if encoding is not None and known is None:
        raise UsageError("encoding-unknown", known=", ".join(ENCODINGS))
    return known


def _named(path: Path | str) -> Path:
    """A file to read; an empty name, as of a shell's variable that is not set, would be the folder we are in."""
    if path == "":
        raise InputError("file-nameless")
    return Path(path)


def _read_input() -> bytes:
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def read_source(path: Path | str, *, encoding: str | None = None) -> Source:
    """Read one file; ``-`` is standard input.

    ``encoding`` forces a name of :data:`ENCODINGS`. Raises ``InputError`` (no such file, a folder, empty, binary,
    broken, locked, of an encoding that can't be told, too large) and ``UsageError`` for an unknown encoding.
    """
    encoding = _known_encoding(encoding)
    if str(path) == "-":
        return source_from_bytes(_read_input(), "-", encoding)
    path = _named(path)
    return source_from_bytes(read_bytes(path), path.name, encoding, shown=str(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; ``InputError`` names what is wrong with it. No more is read than may be."""
    name = str(path)
    try:
        kept = path.stat()
        if stat.S_ISDIR(kept.st_mode):
            raise InputError("is-folder", file=name)
        if kept.st_size > MAX_BYTES:
            raise InputError("file-too-large", file=name, limit=MAX_BYTES // 2**20)
        if stat.S_ISFIFO(kept.st_mode):
            from lawsearch.source.pipes import read_pipe

            return read_pipe(path, MAX_BYTES + 1)
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)  # a file may grow while it is read
    except FileNotFoundError:
        raise InputError("no-such-file", file=name) from None
    except (OSError, ValueError) as error:  # ValueError: a NUL inside the name
        raise InputError(
            "file-not-readable", file=name, reason=getattr(error, "strerror", None) or str(error)
        ) from None


def source_from_bytes(
    raw: bytes, name: str, encoding: str | None = None, *, shown: str | None = None, repair: bool = False
) -> Source:
    """The source that a file's bytes hold; ``name`` tells its container, ``shown`` stands in messages."""
    shown = shown or name
    name = readable_name(name)
    if not raw:
        raise InputError("file-empty", file=shown)
    if len(raw) > MAX_BYTES:
        raise InputError("file-too-large", file=shown, limit=MAX_BYTES // 2**20)
    container, content = read_content(raw, name, shown, encoding)
    if not count_characters(content.text):
        raise InputError("file-empty", file=shown)
    source = Source(
        name=name,
        text=content.text,
        encoding=content.encoding,
        container=container,
        raw=raw,
        problems=content.problems,
        navigation=content.navigation,
        notes=content.notes,
    )
    # a file of nothing but navigation is rather a text that looks like it
    source = source if count_characters(source.body) else replace(source, navigation=())
    from lawsearch.source.mojibake import looks_damaged, repair_source

    if repair:
        return repair_source(source)
    if container != "json" and encoding is None and looks_damaged(source.text):
        return replace(source, problems=(*source.problems, Problem(code="letters-damaged", file=name)))
    return source


def read_content(raw: bytes, name: str, shown: str, encoding: str | None) -> tuple[str, Content]:
    """The name of a file's container, and what its reader gives."""
    container = _container_of(raw, name, shown)
    if container.module is None:
        locked = _ENCRYPTED_PACKAGE in raw
        if locked:
            raise InputError("file-encrypted", file=shown)
        raise InputError(container.refusal, file=shown, kind=container.name)
    content = importlib.import_module(container.module).read(raw, shown, encoding)
    assert isinstance(content, Content)
    return container.name, content


def _container_of(raw: bytes, name: str, shown: str) -> Container:
    """The container by what is in the file, else by its name."""
    if raw.startswith(b"PK"):  # most files are none, and a cold start has no time for the reader of archives
        from lawsearch.source.archives import Archive, is_archive

        archive = Archive(raw, shown, kind_by_name(name)) if is_archive(raw) else ()
        for kind in CONTAINERS:
            if kind.member is not None and kind.member in archive:
                return kind
    head = raw[:_HEAD].replace(b"\0", b"")
    named = name.lower()
    for kind in CONTAINERS:
        if kind.looks is not None and kind.looks.match(head):
            return kind
    return next((kind for kind in CONTAINERS if named.endswith(kind.suffixes or ("\0",))), CONTAINERS[-1])


def kind_by_name(name: str) -> str:
    """What an archive is by its name: ``docx``, ``epub``, else ``zip``."""
    kinds = (kind for kind in CONTAINERS if kind.member is not None and kind.suffixes)
    return next((kind.name for kind in kinds if name.lower().endswith(kind.suffixes)), "zip")
