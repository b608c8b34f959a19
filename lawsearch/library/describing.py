"""What a text is: its language, series and edition, told from the text itself; and files read without a library.

In: the sources of one work, and what a person says of it. Out: a :class:`Described` a language: a file that holds a
text in two languages gives two documents. Promise: what was asked for is never overruled, and each fact says what it
was known by.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lawsearch.address import EDITION, SLUG, slugify
from lawsearch.errors import InputError, UsageError
from lawsearch.language import LANGUAGES
from lawsearch.language.folding import cut_off
from lawsearch.library.corpus import DOCUMENT_ID
from lawsearch.library.editions import edition_of_name, edition_of_numbers, edition_of_text, title_of_text
from lawsearch.library.reports import LinePlace, explain_lines
from lawsearch.model import Document, ParsedDocument
from lawsearch.references import resolve_document
from lawsearch.source import Source, read_sources
from lawsearch.structure import detect_layout, is_print_layout, parse_document, split_languages
from lawsearch.structure.exported import exported_identity, is_exported

__all__ = ["Asked", "Described", "Explained", "describe", "explain_files", "parse_files"]

_SERIES = {"commentary": "commentary", "prose": "commentary", "laws_ru": "laws", "laws_en": "laws"}
# What an edition may be known by, the surest first; the last two are no more than a guess.
KNOWN_BY = ("given", "record", "name", "title", "numbers", "layout", "nothing")
_WEAK = KNOWN_BY[-2:]
# An id but for its language, which none of our texts is in.
_FOREIGN_ID = re.compile(rf"{SLUG}-{EDITION}-([a-z]{{2}})")
_LONGEST_NAME = 100  # it is the beginning of a folder's name


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person says of a text: ``name`` is an id (``laws-1997-ru``) or a series; the rest are parts of one."""

    name: str | None = None
    series: str | None = None
    edition: str | None = None
    language: str | None = None
    layout: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A document to be, and its sources.

    ``known_by`` says what the edition was known by: ``given``, ``record`` (our own JSON), ``name``, ``title``, ``numbers``, ``layout`` or
    ``nothing``; ``signs`` are the clauses that showed it. ``column`` is the language that was taken out of sources
    which hold two.
    """

    document: Document
    sources: tuple[Source, ...]
    known_by: str
    signs: tuple[str, ...] = ()
    column: str | None = None


def describe(sources: Sequence[Source], asked: Asked) -> list[Described]:
    """The documents that the sources hold, one a language. ``UsageError`` for a name that is none."""
    if not sources:
        raise InputError("no-files")
    wanted = _asked_parts(asked)
    if asked.layout is None and is_exported(sources):
        return [_describe_exported(sources, wanted)]
    parts = split_languages(sources)
    several = len(parts) > 1
    found = _share_edition([_describe(part, wanted, code, several=several) for code, part in parts.items()])
    if several and wanted.language is not None:
        return [item for item in found if item.column == wanted.language]
    return found


def _describe_exported(sources: Sequence[Source], asked: Asked) -> Described:
    """Our own exported JSON says itself what it is."""
    own = exported_identity(sources[0])
    series, edition = asked.series or own.series, asked.edition or own.edition
    language = asked.language or own.language
    document = replace(
        own,
        id=f"{series}-{edition}-{language}",
        title=asked.title or own.title,
        series=series,
        edition=edition,
        language=language,
    )
    return Described(document=document, sources=tuple(sources), known_by="given" if asked.edition else "record")


def _share_edition(found: list[Described]) -> list[Described]:
    """The languages of one work are of one edition: what one of them tells holds for all."""
    best = min(found, key=lambda item: KNOWN_BY.index(item.known_by))
    if best.known_by in _WEAK:
        return found
    return [
        item
        if item.known_by not in _WEAK
        else replace(
            item,
            document=replace(
                item.document,
                id=f"{item.document.series}-{best.document.edition}-{item.document.language}",
                edition=best.document.edition,
            ),
            known_by=best.known_by,
            signs=best.signs,
        )
        for item in found
    ]


def _asked_parts(asked: Asked) -> Asked:
    """The name that was given, taken apart; the other options count more."""
    if asked.language is not None and asked.language not in LANGUAGES:
        raise UsageError("language-unknown", language=asked.language, known=", ".join(LANGUAGES))
    if asked.edition is not None and not re.fullmatch(EDITION, asked.edition):
        raise UsageError("edition-unreadable", edition=asked.edition)
    if asked.series is not None and not re.fullmatch(SLUG, asked.series):
        raise UsageError("document-id", document=asked.series)
    if len(asked.name or "") > _LONGEST_NAME or len(asked.series or "") > _LONGEST_NAME:
        raise UsageError("document-id", document=cut_off((asked.name or asked.series or "")[:_LONGEST_NAME]))
    if asked.name is None:
        return asked
    if match := DOCUMENT_ID.fullmatch(asked.name):
        return replace(
            asked,
            series=asked.series or match["series"],
            edition=asked.edition or match["edition"],
            language=asked.language or match["language"],
        )
    if not re.fullmatch(SLUG, asked.name):
        raise UsageError("document-id", document=asked.name)
    if foreign := _FOREIGN_ID.fullmatch(asked.name):
        raise UsageError("language-unknown", language=foreign[1], known=", ".join(LANGUAGES))
    return replace(asked, series=asked.series or asked.name)


def _describe(sources: Sequence[Source], asked: Asked, code: str, *, several: bool) -> Described:
    """The document of one language; ``several``: it is one of two."""
    text = "\n".join(source.body for source in sources)
    layout = asked.layout or detect_layout(text)
    stem = os.path.splitext(os.path.basename(sources[0].name))[0]
    series = asked.series or _SERIES.get(layout) or slugify(stem) or "text"
    language = (asked.language if not several else None) or code
    document = Document(
        id="",
        title=asked.title or title_of_text(text) or (stem if stem != "-" else series),
        series=series,
        role="laws" if layout.startswith("laws") else "commentary",
        edition="",
        language=language,
        layout=layout,
        encoding="",
    )
    edition, known_by, signs = _edition(sources, text, document, asked.edition)
    return Described(
        document=replace(document, id=f"{series}-{edition}-{language}", edition=edition),
        sources=tuple(sources),
        known_by=known_by,
        signs=signs,
        column=code if several else None,
    )


def _edition(
    sources: Sequence[Source], text: str, document: Document, asked: str | None
) -> tuple[str, str, tuple[str, ...]]:
    """The edition, what it was known by, and the clauses that showed it."""
    if asked is not None:
        return asked, "given", ()
    if (edition := edition_of_name(sources[0].name)) is not None:
        return edition, "name", ()
    if (edition := edition_of_text(text)) is not None:
        return edition, "title", ()
    if document.role == "laws":
        parsed = parse_document(sources, document, layout=document.layout)
        addresses = {str(clause.address) for clause in parsed.walk() if clause.address is not None}
        if (found := edition_of_numbers(addresses)) is not None:
            edition, signs = found
            if edition == "1997" and is_print_layout(text):
                edition = "1987"
            return edition, "numbers", signs
    # the print layout of the Russian Laws and the numbered Commentary are known from the works of 1987 alone
    if (document.layout == "commentary" and document.language == "ru") or (
        document.layout == "laws_ru" and is_print_layout(text)
    ):
        return "1987", "layout", ()
    return "undated", "nothing", ()


# reading without a library


def parse_files(
    files: Sequence[Path | str], *, encoding: str | None = None, layout: str | None = None, repair: bool = False
) -> list[ParsedDocument]:
    """Read files (or those of folders) as one work, without a library: one document a language.

    References are resolved inside the work.
    """
    return [parsed for parsed, _ in _parse_alone(files, encoding, layout, repair)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A document that was read, and for each line with text where it went."""

    parsed: ParsedDocument
    lines: tuple[LinePlace, ...]


def explain_files(
    files: Sequence[Path | str], *, encoding: str | None = None, layout: str | None = None, repair: bool = False
) -> list[Explained]:
    """As :func:`parse_files`, and where each line went."""
    return [
        Explained(parsed=parsed, lines=tuple(explain_lines(parsed, sources)))
        for parsed, sources in _parse_alone(files, encoding, layout, repair)
    ]


def _parse_alone(
    files: Sequence[Path | str], encoding: str | None, layout: str | None, repair: bool
) -> list[tuple[ParsedDocument, tuple[Source, ...]]]:
    sources, skipped = read_sources(files, encoding=encoding, repair=repair)
    found = []
    for number, described in enumerate(describe(sources, Asked(layout=layout))):
        parsed = resolve_document(parse_document(described.sources, described.document, layout=layout))
        if skipped and not number:
            parsed = replace(parsed, problems=(*skipped, *parsed.problems))
        found.append((parsed, described.sources))
    return found
