"""The corpus that the project brings along: its manifest, read strictly.

In: the corpus folder. Out: :class:`DocumentSource` records. A fault in the manifest raises ``CorpusError`` and
names the file.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lawsearch.address import EDITION, SLUG
from lawsearch.errors import CorpusError
from lawsearch.language import LANGUAGES
from lawsearch.model import ROLES, Document
from lawsearch.structure import LAYOUTS

MANIFEST = "corpus.toml"
DOCUMENT_ID = re.compile(rf"(?P<series>{SLUG})-(?P<edition>{EDITION})-(?P<language>{'|'.join(LANGUAGES)})")

_TOP_KEYS = {"licence", "date", "in-force", "document"}
_DOCUMENT_KEYS = {"id", "title", "notice", "series", "role", "edition", "language", "layout", "sources"}


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """A document's identity, and the files it is read from: paths in a corpus, names of kept copies."""

    document: Document
    files: tuple[str, ...]
    layout: str | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """The embedded documents, and the edition that is in force."""

    documents: tuple[DocumentSource, ...]
    in_force: str


def read_corpus(where: str) -> Corpus:
    """Read the manifest of a corpus folder."""
    import tomllib  # only a build needs it

    folder = Path(where)
    path = folder / MANIFEST
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CorpusError("corpus-missing", file=str(path)) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CorpusError("corpus-unreadable", file=str(path), reason=str(error)) from None
    _check_keys(path, data, _TOP_KEYS)
    facts = ", ".join(str(data[key]) for key in ("licence", "date") if key in data)
    entries = data.get("document", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CorpusError("corpus-value", file=str(path), key="document", value=entries)
    documents = tuple(_read_document(folder, path, entry, facts) for entry in entries)
    for name, count in Counter(source.document.id for source in documents).items():
        if count > 1:
            raise CorpusError("corpus-value", file=str(path), key="id", value=name)
    if not documents:
        raise CorpusError("corpus-value", file=str(path), key="document", value="")
    return Corpus(documents, str(data.get("in-force", "")))


def _check_keys(path: Path, data: dict[str, Any], known: set[str]) -> None:
    for key in data:
        if key not in known:
            raise CorpusError("corpus-key", file=str(path), key=key, known=", ".join(sorted(known)))


def _read_document(folder: Path, path: Path, entry: dict[str, Any], facts: str) -> DocumentSource:
    _check_keys(path, entry, _DOCUMENT_KEYS)
    for key in _DOCUMENT_KEYS:
        if not isinstance(entry.get(key), str) or not entry[key]:
            raise CorpusError("corpus-value", file=str(path), key=key, value=entry.get(key, ""))
    allowed = {"role": ROLES, "language": LANGUAGES, "layout": tuple(LAYOUTS)}
    for key, values in allowed.items():
        if entry[key] not in values:
            raise CorpusError("corpus-value", file=str(path), key=key, value=entry[key])
    name = f"{entry['series']}-{entry['edition']}-{entry['language']}"
    if entry["id"] != name or not DOCUMENT_ID.fullmatch(name):
        raise CorpusError("corpus-value", file=str(path), key="id", value=entry["id"])
    try:
        files = tuple(str(file) for file in sorted(folder.glob(entry["sources"])))
    except (NotImplementedError, ValueError):  # an absolute path, an empty pattern
        files = ()
    if not files:
        raise CorpusError("corpus-value", file=str(path), key="sources", value=entry["sources"])
    document = Document(
        id=entry["id"],
        title=entry["title"],
        series=entry["series"],
        role=entry["role"],
        edition=entry["edition"],
        language=entry["language"],
        layout=entry["layout"],
        encoding="utf-8",
        notice=f"{entry['notice']} {facts}.".strip(),
        embedded=True,
    )
    return DocumentSource(document, files, entry["layout"])
