"""Kept copies of added sources, so that everything can be rebuilt: ``sources/DOCUMENT-CRC/``.

The CRC-32 in a folder's name covers the files, their names and the document's record: a copy that is lost or damaged is
known, whatever byte of it has changed.
"""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawsearch.errors import LibraryError
from lawsearch.library.writing import UNFINISHED, remove_folder, sync_folder, write_synced


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of an added document: its name, its bytes, the encoding that was asked for, whether to repair it."""

    name: str
    raw: bytes
    encoding: str | None
    repair: bool = False


def _folder_name(document: dict[str, Any], files: Sequence[KeptFile]) -> str:
    crc = 0
    for file in files:
        facts = f"{file.name}|{file.encoding}|{file.repair}".encode("utf-8", "surrogateescape")
        crc = zlib.crc32(file.raw, zlib.crc32(facts, crc))
    crc = zlib.crc32(json.dumps(document, sort_keys=True).encode(), crc)
    return f"{document['id']}-{crc:08x}"


def keep_sources(home: str, document: dict[str, Any], files: list[KeptFile]) -> str:
    """Keep copies of a document's files; returns the folder's name. The same files give the same folder."""
    name = _folder_name(document, files)
    folder = Path(home, "sources") / name
    if folder.is_dir():
        try:
            kept_sources(home, name)
        except LibraryError:
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

    Raises ``LibraryError("source-lost")`` if a byte of them is not as it was kept.
    """
    folder = Path(home, "sources") / name
    try:
        record = json.loads((folder / "document.json").read_text(encoding="utf-8"))
        files = [
            KeptFile(entry["name"], (folder / entry["stored"]).read_bytes(), entry["encoding"], entry["repair"])
            for entry in record["files"]
        ]
        document: dict[str, Any] = record["document"]
        whole = _folder_name(document, files) == name
    except (OSError, ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        raise LibraryError("source-lost", folder=str(folder), document=document_of(name))
    return document, files


def document_of(name: str) -> str:
    """The document whose files a kept folder holds, by the folder's name."""
    return name.rpartition("-")[0]


def find_kept(home: str) -> list[str]:
    """The folders of kept sources, the newest of each document: for a library whose manifest is lost."""
    newest: dict[str, tuple[float, str]] = {}
    for path in sorted((Path(home, "sources")).glob("*/document.json")):
        folder = path.parent
        if folder.suffix not in UNFINISHED:
            document = document_of(folder.name)
            newest[document] = max(newest.get(document, (0.0, "")), (path.stat().st_mtime, folder.name))
    return [name for _, name in sorted(newest.values())]


def drop_sources(home: str, kept: set[str]) -> None:
    """Remove kept folders that no generation needs any more."""
    if (Path(home, "sources")).is_dir():
        for entry in (Path(home, "sources")).iterdir():
            if entry.name not in kept:
                remove_folder(entry)
