"""Kept copies of added sources, so that everything can be rebuilt: ``sources/DOCUMENT-CRC/``.

The CRC-32 in a folder's name covers the files, their names and the document's record: a copy that is lost or damaged is
known, whatever byte of it has changed. Copies of the first format (before files could be repaired) are read as well; a
later format will say its number in ``format``. A field of the document's record that is not known here may be ignored.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawsearch.errors import LibraryError
from lawsearch.library.store import MANIFEST, number_of, read_manifest, read_pointer
from lawsearch.library.writing import UNFINISHED, remove_folder, sync_folder, write_synced

FORMAT = 2


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of an added document: its name, its bytes, the encoding that was asked for, whether to repair it."""

    name: str
    raw: bytes
    encoding: str | None
    repair: bool = False


def _folder_name(document: dict[str, Any], files: Sequence[KeptFile], version: int = FORMAT) -> str:
    crc = 0
    for file in files:
        told = file.name if version == 1 else f"{file.name}|{file.encoding}|{file.repair}"
        crc = zlib.crc32(file.raw, zlib.crc32(told.encode("utf-8", "surrogateescape"), crc))
    crc = zlib.crc32(json.dumps(document, sort_keys=True).encode(), crc)
    return f"{document['id']}-{crc:08x}"


def keep_sources(home: str, document: dict[str, Any], files: list[KeptFile]) -> str:
    """Keep copies of a document's files; returns the folder's name. The same files give the same folder."""
    name = _folder_name(document, files)
    folder = Path(home, "sources") / name
    if folder.is_dir():
        try:
            kept_sources(home, name)
        except LibraryError as error:
            if error.code != "source-lost":
                raise
            remove_folder(folder)  # a damaged copy is written anew
        else:
            return name
    temporary = Path(home, "sources") / f"{name}.new"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True, mode=0o700)
    entries = []
    for number, file in enumerate(files, 1):
        stored = f"{number:03}"
        with (temporary / stored).open("wb") as copy:
            copy.write(file.raw)
            copy.flush()
            os.fsync(copy.fileno())
        entries.append({"name": file.name, "stored": stored, "encoding": file.encoding, "repair": file.repair})
    write_synced(
        temporary / "document.json", json.dumps({"document": document, "files": entries}, ensure_ascii=False, indent=1)
    )
    sync_folder(temporary)
    os.replace(temporary, folder)
    sync_folder(folder.parent)
    return name


def kept_sources(home: str, name: str) -> tuple[dict[str, Any], list[KeptFile]]:
    """The document record and the files of a kept folder.

    Raises ``LibraryError``: ``source-lost`` if a byte of them is not as it was kept, ``index-newer`` for a later format.
    """
    folder = Path(home, "sources") / name
    try:
        record = json.loads((folder / "document.json").read_text(encoding="utf-8"))
        version = _format_of(record)
        if version > FORMAT:
            raise LibraryError("index-newer", folder=home, found=version, known=FORMAT)
        files = [
            KeptFile(
                entry["name"],
                (folder / entry["stored"]).read_bytes(),
                entry["encoding"],
                version > 1 and entry["repair"],
            )
            for entry in record["files"]
        ]
        document: dict[str, Any] = record["document"]
        whole = _folder_name(document, files, version) == name
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        whole = False
    if not whole:
        raise LibraryError("source-lost", folder=str(folder), document=document_of(name))
    return document, files


def _format_of(record: dict[str, Any]) -> int:
    """The format of a kept copy; the first two had no number."""
    given = record.get("format")
    if isinstance(given, int):
        return given
    return FORMAT if all("repair" in entry for entry in record["files"]) else 1


def document_of(name: str) -> str:
    """The document whose files a kept folder holds, by the folder's name."""
    return name.rpartition("-")[0]


def _find_all(home: str) -> dict[str, float]:
    """The folders of kept sources by name, whole or not, each with the time it was written at."""
    found = {}
    for folder in sorted(Path(home, "sources").glob("*")):
        if folder.is_dir() and folder.suffix not in UNFINISHED:
            record = folder / "document.json"
            found[folder.name] = (record if record.exists() else folder).stat().st_mtime
    return found


def newest(folders: Mapping[str, float]) -> list[str]:
    """Of each document the folder that was written last, in the order in which these were written."""
    found: dict[str, tuple[float, str]] = {}
    for name, written in folders.items():
        document = document_of(name)
        found[document] = max(found.get(document, (0.0, "")), (written, name))
    return [name for _, name in sorted(found.values())]


def find_added(home: str) -> dict[str, str]:
    """The added documents of a library that cannot be opened: id → folder of kept sources, in the order of adding."""
    told: dict[str, str] = {}
    with contextlib.suppress(OSError):
        try:
            name = read_pointer(home)
        except LibraryError:
            name = None
        if name is not None and (added := _added_in(home, name)) is not None:
            return added
        if name is None:  # the pointer is lost: the last generation tells the order, and which of two copies is read
            numbered = [(number_of(entry) or 0, entry) for entry in os.listdir(os.path.join(home, "generations"))]
            told = _added_in(home, max(numbered, default=(0, ""))[1]) or {}
    # there is no manifest, or it is lost: what was kept tells what had been added
    folders = _find_all(home)
    found = {document: folder for document, folder in told.items() if folder in folders}
    for folder in newest(folders):
        found.setdefault(document_of(folder), folder)
    return found


def _added_in(home: str, name: str) -> dict[str, str] | None:
    """The added documents of the generation ``name``, in any format; None if its manifest is damaged."""
    with open(os.path.join(home, "generations", name, MANIFEST), "rb") as file:
        manifest = read_manifest(file.read(), name)
    return dict(manifest["added"]) if manifest is not None else None


def drop_sources(home: str, kept: set[str]) -> None:
    """Remove kept folders that no generation needs any more."""
    if (Path(home, "sources")).is_dir():
        for entry in (Path(home, "sources")).iterdir():
            if entry.name not in kept:
                remove_folder(entry)
