"""EPUB 3: an e-book with a page for each law, contents, and references that open as notes.

Document after document, each language by itself; at the head of a page a link leads to the same law in the other
language. A reference is a ``noteref`` to an ``aside`` at the end of its page, which holds the beginning of what it
refers to and a link to go there: reading systems show it as a pop-up, others as end notes.
Two passes: the first finds where each clause stands and what the notes must say, the second writes page by page.
"""

from __future__ import annotations

import contextlib
import os
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from lawsearch.address import canonical
from lawsearch.export.akn import make_eid
from lawsearch.export.characters import escape, escape_attribute
from lawsearch.export.formats import Selection
from lawsearch.export.markup import clause_html
from lawsearch.export.zipping import zip_pieces
from lawsearch.locale import N_, catalogue_of
from lawsearch.model import Clause, Document, ParsedDocument, Reference, is_figures

_CONTAINER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
_STYLE = """body { font-family: Charter, "Iowan Old Style", "PT Serif", Georgia, serif; line-height: 1.5; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.2em 0 .4em; }
p { margin: 0 0 .5em; }
.n { font-family: sans-serif; font-weight: bold; font-size: .85em; margin-right: .5em; }
section section { margin-left: .6em; }
.quiet, .twin { font-family: sans-serif; font-size: .8em; }
table { border-collapse: collapse; margin: .5em 0; font-size: .85em; }
th, td { border: 1px solid; padding: .2em .5em; text-align: left; vertical-align: top; }
.ref-missing, .ref-ambiguous { text-decoration: underline dotted; }
aside { font-size: .9em; border-top: 1px solid; margin-top: .6em; padding-top: .3em; }
"""
_LANGUAGES = {"ru": N_("In Russian"), "en": N_("In English")}
_CONTENTS = N_("Contents")
_NOTE = 500  # characters of a clause that a note shows
_DEEPEST = 6


@dataclass(frozen=True, slots=True)
class _Page:
    """One file of the book: the clauses that stand in it with their depth in the document (the first leads)."""

    name: str
    clauses: tuple[tuple[Clause, int], ...]

    @property
    def title(self) -> str:
        first = self.clauses[0][0]
        number = str(first.address) if first.kind == "law" and first.address is not None else first.label
        return f"{number or ''} {first.heading or ''}".strip() or str(first.address or first.kind)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a clause stands, and how it begins; the beginning is kept of those that are cited."""

    file: str
    heading: str
    text: str


def write(selection: Selection) -> Iterator[bytes]:
    """The file."""
    yield from zip_pieces(_Book(selection).members(), stored_first=True)


def _pages(parsed: ParsedDocument) -> Iterator[_Page]:
    """A page for each law and each chapter with what is in no law; fragments without a place come last."""
    number = 0
    waiting: list[tuple[Clause, int]] = []

    def close() -> Iterator[_Page]:
        nonlocal number, waiting
        if waiting:
            yield _Page(f"{parsed.document.id}-{number:03}.xhtml", tuple(waiting))
            number += 1
            waiting = []

    for root in parsed.clauses:
        yield from close()
        if root.kind == "law" or not any(child.kind == "law" for child in root.children):
            waiting.append((root, 0))
            continue
        waiting.append((_without_laws(root), 0))
        for child in root.children:
            if child.kind == "law":
                yield from close()
                waiting.append((child, 1))
    yield from close()
    waiting = [(clause, 0) for clause in parsed.unplaced]
    yield from close()


def _without_laws(clause: Clause) -> Clause:
    return replace(clause, children=tuple(child for child in clause.children if child.kind != "law"))


class _Book:
    def __init__(self, selection: Selection) -> None:
        self._selection = selection
        self._places: dict[tuple[str, str], _Place] = {}
        self._documents = {document.id: document for document in selection.documents}
        self._contents: list[tuple[Document, list[tuple[str, str, int]]]] = []
        cited: set[tuple[str, str]] = set()
        for parsed in selection.parsed():
            cited |= {
                (target.document, str(target.address))
                for clause in parsed.walk()
                for reference in clause.references
                for target in reference.targets[:1]
            }
        for parsed in selection.parsed():
            lines: list[tuple[str, str, int]] = []
            for page in _pages(parsed):
                lines.append((page.name, page.title, page.clauses[0][1]))
                for root, _ in page.clauses:
                    for clause in root.walk():
                        self._keep(parsed.document, clause, page.name, cited)
            self._contents.append((parsed.document, lines))

    def _keep(self, document: Document, clause: Clause, file: str, cited: set[tuple[str, str]]) -> None:
        for address in (*((clause.address,) if clause.address else ()), *clause.also):
            key = (document.id, str(address))
            if key in cited:
                self._places.setdefault(key, _Place(file, clause.heading or "", _beginning(clause)))
            else:
                self._places.setdefault(key, _Place(file, "", ""))

    def members(self) -> Iterator[tuple[str, str]]:
        """The files of the archive, the mark of its kind first."""
        yield "mimetype", "application/epub+zip"
        yield "META-INF/container.xml", _CONTAINER
        yield "OEBPS/package.opf", self._package()
        yield "OEBPS/nav.xhtml", self._nav()
        yield "OEBPS/style.css", _STYLE
        for parsed in self._selection.parsed():
            yield f"OEBPS/{parsed.document.id}.xhtml", self._title_page(parsed.document)
            for page in _pages(parsed):
                yield f"OEBPS/{page.name}", self._page(page, parsed.document)

    def _files(self) -> Iterator[str]:
        for document, lines in self._contents:
            yield f"{document.id}.xhtml"
            yield from (name for name, _, _ in lines)

    def _package(self) -> str:
        documents = self._selection.documents
        name = uuid.uuid5(uuid.NAMESPACE_URL, "urn:lawsearch:" + ",".join(document.id for document in documents))
        title = " · ".join(document.title for document in documents[:2]) or "lawsearch"
        languages = list(dict.fromkeys(document.language for document in documents)) or ["en"]
        notices = list(dict.fromkeys(document.notice for document in documents if document.notice))
        items = "".join(
            f'<item id="p{number}" href="{escape_attribute(file)}" media-type="application/xhtml+xml"/>\n'
            for number, file in enumerate(self._files())
        )
        spine = "".join(f'<itemref idref="p{number}"/>\n' for number, _ in enumerate(self._files()))
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">\n'
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n'
            f'<dc:identifier id="id">urn:uuid:{name}</dc:identifier>\n<dc:title>{escape(title)}</dc:title>\n'
            + "".join(f"<dc:language>{language}</dc:language>\n" for language in languages)
            + "".join(f"<dc:rights>{escape(notice)}</dc:rights>\n" for notice in notices)
            + f'<meta property="dcterms:modified">{_modified()}</meta>\n'
            '<meta property="schema:accessMode">textual</meta>\n'
            '<meta property="schema:accessibilityFeature">structuralNavigation</meta>\n'
            '<meta property="schema:accessibilityFeature">tableOfContents</meta>\n'
            '<meta property="schema:accessibilityHazard">none</meta>\n</metadata>\n<manifest>\n'
            '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>\n'
            f'<item id="style" href="style.css" media-type="text/css"/>\n{items}</manifest>\n'
            f'<spine>\n<itemref idref="nav"/>\n{spine}</spine>\n</package>\n'
        )

    def _nav(self) -> str:
        language = self._selection.documents[0].language if self._selection.documents else "en"
        title = escape(catalogue_of(language).gettext(_CONTENTS))
        parts = []
        for document, lines in self._contents:
            inner = "".join(_nested(lines))
            inner = f"<ol>\n{inner}</ol>\n" if inner else ""
            parts.append(
                f'<li lang="{document.language}" xml:lang="{document.language}">'
                f'<a href="{document.id}.xhtml">{escape(document.title)}</a>{inner}</li>\n'
            )
        body = "".join(parts) or '<li><a href="nav.xhtml">lawsearch</a></li>'
        return _document(
            language,
            title,
            f'<nav epub:type="toc" id="toc" role="doc-toc">\n<h1>{title}</h1>\n<ol>\n{body}</ol>\n</nav>\n',
        )

    def _title_page(self, document: Document) -> str:
        notice = f"<p>{escape(document.notice)}</p>\n" if document.notice else ""
        return _document(
            document.language,
            escape(document.title),
            f'<section epub:type="titlepage">\n<h1>{escape(document.title)}</h1>\n'
            f'<p class="quiet">{escape(document.id)}</p>\n{notice}</section>\n',
        )

    def _page(self, page: _Page, document: Document) -> str:
        notes: dict[tuple[str, str], str] = {}

        def href(reference: Reference) -> str | None:
            for target in reference.targets:
                key = (target.document, str(target.address))
                if key in self._places:
                    return "#" + notes.setdefault(key, f"note-{len(notes) + 1}")
            return None

        body = "".join("".join(self._clause(clause, depth + 1, href)) for clause, depth in page.clauses)
        asides = "".join(self._aside(key, name) for key, name in notes.items())
        return _document(document.language, escape(page.title), f"{self._twins(page, document)}{body}{asides}")

    def _clause(self, clause: Clause, level: int, href: Callable[[Reference], str | None]) -> Iterator[str]:
        mark = f' id="{make_eid(clause.address)}"' if clause.address is not None else ""
        kind = ' epub:type="chapter"' if clause.kind in ("law", "chapter") else ""
        yield f"<section{mark}{kind}>\n"
        shown = _number(clause)
        number = f'<span class="n">{escape(shown)}</span>' if shown else ""
        text = clause_html(clause, href, note=True)
        if clause.heading:
            yield f"<h{min(level, _DEEPEST)}>{number}{escape(clause.heading)}</h{min(level, _DEEPEST)}>\n"
        elif number and text.startswith("<p>"):
            text = f"<p>{number}{text[3:]}"
        elif number:
            yield f"<p>{number}</p>\n"
        yield text + "\n"
        for child in clause.children:
            yield from self._clause(child, level + 1, href)
        yield "</section>\n"

    def _aside(self, key: tuple[str, str], name: str) -> str:
        document, address = key
        place = self._places[key]
        language = self._documents[document].language
        link = f"{place.file}#{make_eid(canonical(address))}"
        paragraphs = "".join(f"<p>{escape(line)}</p>" for line in place.text.split("\n")) if place.text else ""
        heading = f" {escape(place.heading)}" if place.heading else ""
        return (
            f'<aside epub:type="footnote" role="doc-footnote" id="{name}" lang="{language}" xml:lang="{language}">'
            f'<p><a class="n" href="{escape_attribute(link)}">{escape(address)}</a>{heading}</p>{paragraphs}</aside>\n'
        )

    def _twins(self, page: _Page, document: Document) -> str:
        """Links to the page's first clause in the other languages of the work."""
        first = page.clauses[0][0]
        links = []
        for other in self._selection.documents:
            same = (other.series, other.edition) == (document.series, document.edition)
            if same and other.id != document.id and first.address is not None:
                place = self._places.get((other.id, str(first.address)))
                if place is not None:
                    label = catalogue_of(other.language).gettext(_LANGUAGES[other.language])
                    links.append(
                        f'<a lang="{other.language}" xml:lang="{other.language}"'
                        f' href="{place.file}#{make_eid(first.address)}">{escape(label)}</a>'
                    )
        return f'<p class="twin">{" · ".join(links)}</p>\n' if links else ""


def _number(clause: Clause) -> str:
    """What stands before a heading or text: the label of a chapter, else the address of a numbered clause."""
    if clause.kind in ("chapter", "part"):
        return clause.label or ""
    return str(clause.address) if clause.address is not None and not clause.address.prefix else ""


def _beginning(clause: Clause) -> str:
    """The beginning of a clause: its text, or that of the first clauses below it."""
    parts = []
    length = 0
    for inner in clause.walk():
        if inner.text and length < _NOTE:
            parts.append(inner.text)
            length += len(inner.text)
        if clause.text:
            break
    text = "\n".join(parts)
    if len(text) <= _NOTE:
        return text
    return text[: text.rfind(" ", 0, _NOTE)].rstrip() + " …"


def _nested(lines: list[tuple[str, str, int]]) -> Iterator[str]:
    """The lines of the contents, laws inside their chapters."""
    inside = False
    for index, (file, title, depth) in enumerate(lines):
        if depth and not inside:
            yield "<ol>\n"
            inside = True
        elif inside and not depth:
            yield "</ol>\n</li>\n"
            inside = False
        deeper = index + 1 < len(lines) and lines[index + 1][2] > depth
        yield f'<li><a href="{escape_attribute(file)}">{escape(title)}</a>' + ("" if deeper else "</li>") + "\n"
    if inside:
        yield "</ol>\n</li>\n"


def _document(language: str, title: str, body: str) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"'
        f' lang="{language}" xml:lang="{language}">\n<head>\n<meta charset="utf-8"/>\n<title>{title or "lawsearch"}</title>\n'
        f'<link rel="stylesheet" type="text/css" href="style.css"/>\n</head>\n<body>\n{body}</body>\n</html>\n'
    )


def _modified() -> str:
    """The time of the export, or that of SOURCE_DATE_EPOCH, for books that must be the same whenever they are made."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = datetime.now(UTC)
    if is_figures(epoch):
        with contextlib.suppress(ValueError, OverflowError, OSError):  # a moment that no calendar has
            moment = datetime.fromtimestamp(int(epoch), UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
