"""A zip archive that is no document itself: one text in it is read as if it stood alone (``book.fb2.zip``).

Several texts are the files of one work, as those of a folder are.
"""

from __future__ import annotations

from lawsearch.errors import InputError
from lawsearch.source.archives import MAX_EXPANDED, Archive, is_archive
from lawsearch.source.content import Content
from lawsearch.source.folders import MAX_FILES, natural_key

_ARCHIVES = (".zip", ".epub", ".docx", ".odt", ".7z", ".rar", ".gz")


def read(raw: bytes, name: str, encoding: str | None) -> Content:
    """The content of the archive's one readable file."""
    from lawsearch.source import read_content

    archive = Archive(raw, name)
    texts = _texts(archive)
    if len(texts) > 1:
        raise InputError("archive-many", file=name, count=len(texts))
    inner = archive.read(texts[0])
    if is_archive(inner):
        raise InputError("archive-nested", file=name)
    return read_content(inner, texts[0], name, encoding)[1]


def unpack_texts(raw: bytes, name: str) -> tuple[list[tuple[str, bytes]], list[str]]:
    """The texts of an archive that holds several, in natural order, and what is left out; nothing of other files.

    Of an archive with one text only what is left out: it is read as if its text stood alone.
    """
    from lawsearch.source import CONTAINERS, kind_by_name

    if not is_archive(raw):
        return [], []
    archive = Archive(raw, name, kind_by_name(name))
    if any(kind.member in archive for kind in CONTAINERS if kind.member is not None):
        return [], []
    texts = _texts(archive)
    skipped = [member for member in archive.names if member not in texts and not _is_noise(member)]
    if len(texts) < 2:
        return [], skipped
    if len(texts) > MAX_FILES:
        raise InputError("archive-too-large", file=name, limit=MAX_EXPANDED // 2**20)
    members = [(member, archive.read(member)) for member in sorted(texts, key=_natural)]
    if any(is_archive(inner) for _, inner in members):
        raise InputError("archive-nested", file=name)
    return members, skipped


def _texts(archive: Archive) -> list[str]:
    """The members that can be read as texts; ``InputError`` if there are none."""
    from lawsearch.source import readable_suffixes

    members = [member for member in archive.names if not _is_hidden(member)]
    readable = [member for member in members if member.lower().endswith(readable_suffixes())]
    packed = [member for member in members if member.lower().endswith(_ARCHIVES)]
    texts = [member for member in readable if member not in packed]
    if not texts:
        raise InputError("archive-nested" if packed else "container-unknown", file=archive.name)
    return texts


def _natural(member: str) -> tuple[object, ...]:
    return tuple(natural_key(part) for part in member.split("/"))


def _is_noise(member: str) -> bool:
    """True for what a system has put into an archive for itself."""
    from lawsearch.source import readable_suffixes

    return "__MACOSX" in member.split("/") or (_is_hidden(member) and not member.lower().endswith(readable_suffixes()))


def _is_hidden(member: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) for part in member.split("/"))
