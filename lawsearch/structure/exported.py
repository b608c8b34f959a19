"""Our own exported JSON, read back into the tree that it was written from: nothing is guessed from the text again.

In: a source whose container is ``json``. Out: the document as it was, but for its id and that of its clauses, which are
those of the library that reads it, and for its references, which are resolved anew there. Promise: exporting the result
gives the same record. A record that does not hold together (two clauses of one address, a span outside its text, an
unknown kind, hundreds of levels) raises ``InputError("container-broken")``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any, TypeVar

from lawsearch.address import EDITION, SLUG, canonical
from lawsearch.errors import InputError
from lawsearch.language import LANGUAGES
from lawsearch.model import (
    NAMELESS,
    ROLES,
    Address,
    Characters,
    Clause,
    Document,
    Furniture,
    LineRange,
    ParsedDocument,
    Problem,
    Span,
    Table,
)
from lawsearch.source import Source
from lawsearch.structure.layouts import LAYOUTS

_MOST = 2**31 - 1  # lines, pages, characters of a file
_DEPTH = 64  # levels of clauses; the Laws have six
KINDS = frozenset(
    (
        "chapter", "part", "section", "law", "item", "subitem", "point", "clause", "closing", "division", "footnote",
        "definition", "paragraph", "unplaced",
    )
)  # fmt: skip
FURNITURE = frozenset(
    (
        "mark", "layout", "footer", "underline", "emphasis", "hyphen", "contents", "index", "navigation", "frame",
        "copy", "note-mark",
    )
)  # fmt: skip
_CODE = re.compile(r"[a-z]+(?:-[a-z]+)*")
_ADDRESS = re.compile(r"(?!\d{5})[\w.():-]{1,100}")

T = TypeVar("T")


def is_exported(sources: Sequence[Source]) -> bool:
    """True for the one file that holds a whole document."""
    return len(sources) == 1 and sources[0].container == "json"


def exported_identity(source: Source) -> Document:
    """What the exported document was."""
    return _guarded(source, lambda record: _identity(record["document"]))


def read_exported(source: Source, document: Document) -> ParsedDocument:
    """The document, with the identity that the library gives it."""
    return _guarded(source, lambda record: _Reader(record, document).document())


def _guarded(source: Source, read: Callable[[Mapping[str, Any]], T]) -> T:
    try:
        return read(json.loads(source.raw.decode("utf-8-sig")))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InputError("container-broken", file=source.name, kind="lawsearch JSON") from None


def _identity(record: Mapping[str, Any]) -> Document:
    series, edition = _text(record["series"]), _text(record["edition"])
    if not re.fullmatch(SLUG, series) or not re.fullmatch(EDITION, edition):
        raise ValueError("identity")
    language = _one_of(record["language"], LANGUAGES)
    return Document(
        id=f"{series}-{edition}-{language}",
        title=_text(record["title"]),
        series=series,
        role=_one_of(record["role"], ROLES),
        edition=edition,
        language=language,
        layout=_one_of(record["layout"], tuple(LAYOUTS)),
        encoding=_text(record["encoding"]),
        sources=tuple(_text(name) for name in record["sources"]),
        notice=_text(record.get("notice", "")),
    )


class _Reader:
    def __init__(self, record: Mapping[str, Any], document: Document) -> None:
        own = _identity(record["document"])
        self._record = record
        self._document = replace(
            document, layout=own.layout, encoding=own.encoding, sources=own.sources, notice=own.notice
        )
        self._taken: set[str] = set()

    def document(self) -> ParsedDocument:
        record = self._record
        if not self._document.sources:
            raise ValueError("sources")
        clauses = tuple(self._clause(item, 0) for item in record["clauses"])
        unplaced = tuple(self._clause(item, 0) for item in record["unplaced"])
        if any(clause.kind in ("unplaced", *NAMELESS) for clause in clauses):
            raise ValueError("clauses")
        if any(clause.kind != "unplaced" for clause in unplaced):
            raise ValueError("unplaced")
        furniture = tuple(
            Furniture(
                kind=_one_of(item["kind"], FURNITURE),
                text=_text(item["text"]),
                lines=_not_empty(tuple(self._lines(item["lines"], _text_or_none(item.get("file"))))),
                source=(),
            )
            for item in record["furniture"]
        )
        return ParsedDocument(
            document=self._document,
            clauses=clauses,
            unplaced=unplaced,
            furniture=furniture,
            problems=tuple(self._problem(item) for item in record["problems"]),
            # those of the source, which mended letters and dropped hyphens are not counted in
            characters=Characters(
                **{name: _number(record["characters"][name]) for name in ("clauses", "unplaced", "furniture")}
            ),
        )

    def _clause(self, record: Mapping[str, Any], depth: int) -> Clause:
        if depth > _DEPTH:
            raise ValueError("depth")
        kind = _one_of(record["kind"], KINDS)
        text = _text(record["text"])
        address = self._address(record["address"]) if record["address"] is not None else None
        if (address is None) != (kind in NAMELESS):
            raise ValueError("address")
        tables = record.get("tables") or ([record["table"]] if record.get("table") else [])
        return Clause(
            document=self._document.id,
            address=address,
            kind=kind,
            label=_text_or_none(record["label"]),
            heading=_text_or_none(record["heading"]),
            text=text,
            emphasis=tuple(_span(item, text) for item in record["emphasis"]),
            pages=tuple(_number(page) for page in record["pages"]),
            lines=tuple(self._lines(record["lines"], _text_or_none(record.get("file")))),
            cut=_flag(record["cut"]),
            also=tuple(self._address(name) for name in record.get("also", ())),
            tables=tuple(_table(item) for item in tables),
            children=tuple(self._clause(item, depth + 1) for item in record["children"]),
        )

    def _address(self, name: object) -> Address:
        written = _text(name)
        address = canonical(written)
        if not _ADDRESS.fullmatch(written) or str(address) != written or written in self._taken:
            raise ValueError("address")
        if not all(address.parts) or any(char.isdigit() and not char.isascii() for char in written):
            raise ValueError("address")
        self._taken.add(written)
        return address

    def _lines(self, ranges: Any, file: str | None) -> Iterator[LineRange]:
        """Ranges of lines; of a clause that was taken from several files only the first is known."""
        number = self._document.sources.index(file) if file is not None else 0
        for first, last in ranges:
            yield LineRange(number, _number(first), _number(last))

    @staticmethod
    def _problem(record: Mapping[str, Any]) -> Problem:
        code = _text(record["code"])
        if not _CODE.fullmatch(code):
            raise ValueError("code")
        line, page = record["line"], record["page"]
        return Problem(
            code=code,
            file=_text_or_none(record.get("file")),
            line=None if line is None else _number(line),
            page=None if page is None else _number(page),
            params={_text(name): _simple(value) for name, value in record["params"].items()},
        )


def _table(record: Mapping[str, Any]) -> Table:
    columns = tuple(_text(cell) for cell in record["columns"])
    rows = tuple(tuple(_text(cell) for cell in row) for row in record["rows"])
    width = len(columns or (rows[0] if rows else ()))
    if not width or any(len(row) != width for row in rows):
        raise ValueError("table")
    return Table(columns=columns, rows=rows)


def _span(pair: Any, text: str) -> Span:
    start, stop = (_number(place) for place in pair)
    if not start <= stop <= len(text):
        raise ValueError("span")
    return Span(start, stop)


def _text(value: object) -> str:
    """A string that UTF-8 can hold."""
    if not isinstance(value, str):
        raise TypeError("text")
    value.encode("utf-8")
    return value


def _text_or_none(value: object) -> str | None:
    return None if value is None else _text(value)


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST:
        raise TypeError("number")
    return value


def _not_empty(found: tuple[T, ...]) -> tuple[T, ...]:
    if not found:
        raise ValueError("empty")
    return found


def _simple(value: object) -> object:
    """A value of a problem's parameters."""
    if isinstance(value, list):
        return [_simple(item) for item in value if not isinstance(item, list)]
    if isinstance(value, float) and not isfinite(value):
        raise ValueError("number")
    return value if value is None or isinstance(value, int | float) else _text(value)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError("flag")
    return value


def _one_of(value: object, known: Sequence[str] | frozenset[str]) -> str:
    if not isinstance(value, str) or value not in known:
        raise ValueError("value")
    return value
