"""A zip archive that is no document itself: one text file in it is read as if it stood alone (``book.fb2.zip``)."""

from __future__ import annotations

from lawsearch.errors import InputError
from lawsearch.source.archives import Archive, is_archive
from lawsearch.source.content import Content

_ARCHIVES = (".zip", ".epub", ".docx", ".odt", ".7z", ".rar", ".gz")


def read(raw: bytes, name: str, encoding: str | None) -> Content:
    """The content of the archive's one readable file."""
    from lawsearch.source import read_content, readable_suffixes

    archive = Archive(raw, name)
    members = [member for member in archive.names if not _is_hidden(member)]
    readable = [member for member in members if member.lower().endswith(readable_suffixes())]
    packed = [member for member in members if member.lower().endswith(_ARCHIVES)]
    texts = [member for member in readable if member not in packed]
    if not texts:
        raise InputError("archive-nested" if packed else "container-unknown", file=name)
    if len(texts) > 1:
        raise InputError("archive-many", file=name, count=len(texts))
    inner = archive.read(texts[0])
    if is_archive(inner):
        raise InputError("archive-nested", file=name)
    return read_content(inner, texts[0], name, encoding)[1]


def _is_hidden(member: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in member.split("/"))
