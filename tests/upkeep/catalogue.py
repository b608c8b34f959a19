"""Bring the Russian message catalogue up to date with the code: ``python -m tests.upkeep.catalogue``.

New messages of the program, and those that click can show, are added without a translation and listed; messages that
are gone are dropped; the catalogue is compiled. Exit code 1 while a translation is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent.parent
CATALOGUE = ROOT / "lawsearch" / "locale" / "ru" / "LC_MESSAGES" / "lawsearch.po"
KEYWORDS: dict[str, Any] = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}
METHODS = [("**.py", "python"), ("**.jinja", "jinja2")]
HEADER = "# Russian translations for lawsearch."
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_HEADERS = (
    "Project-Id-Version", "Language-Team", "Language", "MIME-Version",
    "Content-Type", "Content-Transfer-Encoding", "Plural-Forms",
)  # fmt: skip


def messages_of_the_code() -> Iterator[str | tuple[str, ...]]:
    """The message ids of the program and of click."""
    places = [ROOT / "lawsearch"]
    if click.__file__:
        places.append(Path(click.__file__).parent)
    for place in places:
        for _file, _line, message, _comments, _context in extract_from_dir(
            place, method_map=METHODS, keywords=KEYWORDS, directory_filter=lambda _folder: True
        ):
            if message:
                yield message


def main() -> int:
    with CATALOGUE.open("rb") as file:
        known = read_po(file, locale="ru", domain="lawsearch")
    # fixed times, so that equal messages are an equal file
    catalogue = Catalog(locale="ru", domain="lawsearch", fuzzy=False, creation_date=EPOCH, revision_date=EPOCH)
    for message in sorted(set(messages_of_the_code()), key=str):
        first = message if isinstance(message, str) else message[0]
        before = known.get(first)
        same = before is not None and isinstance(before.id, str) == isinstance(
            message, str
        )  # singular, or with plurals
        catalogue.add(message, string=before.string if before is not None and same else None)
    missing = [message.id for message in catalogue if message.id and not _is_translated(message.string)]
    _write(catalogue, known)
    with CATALOGUE.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)
    for untranslated in missing:
        sys.stdout.write(f"untranslated: {untranslated!r}\n")
    sys.stdout.write(f"{len(catalogue)} messages, {len(missing)} without a translation\n")
    return 1 if missing else 0


def _is_translated(string: object) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def _write(catalogue: Catalog, known: Catalog) -> None:
    """The catalogue without the times and tools of its making, so that equal contents are equal files."""
    headers = dict(known.mime_headers)
    headers["Project-Id-Version"] = "lawsearch"
    with CATALOGUE.open("wb") as file:
        write_po(file, catalogue, no_location=True, sort_output=True, width=0, omit_header=True)
    lines = [HEADER, 'msgid ""', 'msgstr ""', *(f'"{name}: {headers[name]}\\n"' for name in _HEADERS), "", ""]
    CATALOGUE.write_bytes("\n".join(lines).encode() + CATALOGUE.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
