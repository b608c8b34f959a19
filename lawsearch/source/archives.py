"""Zip archives from strangers: opened in memory, bounded, never unpacked to the disk.

Promises: no more than :data:`MAX_EXPANDED` bytes come out of an archive; names of members are looked up, and are
never used as paths; whatever is wrong with the archive is an ``InputError``.
"""

from __future__ import annotations

import re
import zlib
from io import BytesIO
from zipfile import BadZipFile, LargeZipFile, ZipFile, ZipInfo

from lawsearch.errors import InputError

try:
    from lzma import LZMAError
except ImportError:  # a Python that was built without it unpacks no such archive either
    LZMAError = zlib.error  # type: ignore[assignment, misc]

MAX_EXPANDED = 256 * 1024 * 1024
MAX_ENTRIES = 10_000
MAX_RATIO = 200  # text shrinks to a tenth, markup to a fiftieth
_RATIO_FROM = 8 * 1024 * 1024  # below this size no ratio does harm

# What an unpacker says of damaged bytes, each kind of packing in its own way.
_UNPACKING = (
    BadZipFile, zlib.error, LZMAError, OSError, EOFError, NotImplementedError, RuntimeError, ValueError, MemoryError,
)  # fmt: skip

_UTF8_NAME = 0x800
_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
_CLIMBS = re.compile(r"(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:")


def _name_of(entry: ZipInfo) -> str:
    """A member's name; without the flag that says UTF-8 it may be that all the same, or what Russian Windows writes."""
    if entry.flag_bits & _UTF8_NAME or entry.filename.isascii():
        return entry.filename
    try:
        raw = entry.filename.encode("cp437")  # as zipfile has read it
    except UnicodeEncodeError:
        return entry.filename
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp866")


def is_archive(raw: bytes) -> bool:
    """True if the bytes begin as a zip archive does."""
    return raw.startswith(_SIGNATURES)


class Archive:
    """An opened archive; ``name`` is the file's, for messages, ``kind`` what it is read as."""

    def __init__(self, raw: bytes, name: str, kind: str = "zip") -> None:
        self.name = name
        self.kind = kind
        try:
            self._file = ZipFile(BytesIO(raw))
            entries = self._file.infolist()
        except (BadZipFile, LargeZipFile, ValueError, NotImplementedError, EOFError, OverflowError) as error:
            raise InputError("container-broken", file=name, kind=kind) from error
        self._check(entries, len(raw))
        self._entries: dict[str, ZipInfo] = {}
        for entry in entries:
            if not entry.is_dir():
                self._enter(_name_of(entry), entry)
        self._left = MAX_EXPANDED

    def _check(self, entries: list[ZipInfo], size: int) -> None:
        expanded = sum(entry.file_size for entry in entries)
        if len(entries) > MAX_ENTRIES or expanded > MAX_EXPANDED:
            raise InputError("archive-too-large", file=self.name, limit=MAX_EXPANDED // 2**20)
        if expanded > _RATIO_FROM and expanded > MAX_RATIO * size:
            raise InputError("archive-too-large", file=self.name, limit=MAX_EXPANDED // 2**20)
        if any(_CLIMBS.search(entry.filename) for entry in entries):
            raise InputError("archive-unsafe", file=self.name)

    def _enter(self, member: str, entry: ZipInfo) -> None:
        """Take a member in; two that differ under one name would be one text to us, and the other to another program."""
        before = self._entries.setdefault(member, entry)
        if (before.CRC, before.file_size) != (entry.CRC, entry.file_size):
            raise InputError("archive-doubled", file=self.name, member=member)

    @property
    def names(self) -> list[str]:
        """The names of the members, folders left out."""
        return list(self._entries)

    def __contains__(self, member: str) -> bool:
        return member in self._entries

    def read(self, member: str) -> bytes:
        """The bytes of a member; ``InputError`` if it is lost, locked, damaged or larger than the archive says."""
        entry = self._entries.get(member)
        if entry is None:
            raise InputError("container-broken", file=self.name, kind=self.kind)
        if entry.flag_bits & 0x1:
            raise InputError("file-encrypted", file=self.name)
        try:
            with self._file.open(entry) as stream:
                raw = stream.read(self._left + 1)
        except _UNPACKING as error:
            raise InputError("container-broken", file=self.name, kind=self.kind) from error
        self._left -= len(raw)
        if self._left < 0:
            raise InputError("archive-too-large", file=self.name, limit=MAX_EXPANDED // 2**20)
        return raw
