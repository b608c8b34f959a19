"""Akoma Ntoso 3.0 (OASIS): each document is an expression of a work, in one XML file.

One document is that file; several are a package, as the naming convention has it: a zip of their files and of
``main.xml``, a collection that names them. (One file cannot hold two languages: an ``eId`` must be unique in it, and
here the same clause has the same ``eId`` in every language.)

Laws are an ``act``, other documents a ``doc``. ``eId`` follow from the address alone, in ASCII: ``art_64__sec_a__para_1``.
Resolved references are ``<ref>``, or ``<rref>`` for a range; definitions name their term. The text of a clause is
``<content>``, or ``<intro>`` before its children; the cells of tables have lost the bars between them.
Work ``/akn/xx/act/2017/digest``, expression ``/akn/xx/act/2017/digest/eng@``; ``xx`` stands for no country.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawsearch.export.characters import escape, escape_attribute
from lawsearch.export.formats import Selection
from lawsearch.export.markup import Pieces, text_blocks
from lawsearch.export.zipping import zip_pieces
from lawsearch.model import Address, Clause, Document, ParsedDocument, Reference, Target

NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
_HEAD = f'<?xml version="1.0" encoding="UTF-8"?>\n<akomaNtoso xmlns="{NAMESPACE}">\n'
_TAIL = "</akomaNtoso>\n"
_LANGUAGES = {"ru": "rus", "en": "eng"}
_UNDATED = "0001"  # the naming convention asks for a year

# Kind of clause → element.
_ELEMENTS = {
    "chapter": "chapter",
    "part": "part",
    "law": "article",
    "section": "section",
    "item": "paragraph",
    "subitem": "subparagraph",
    "point": "point",
    "clause": "clause",
    "paragraph": "paragraph",
}
# Parts of an address → prefix of the eId, in order of the test.
_PREFIXES = (
    (re.compile(r"\.\d+"), "cl"),
    (re.compile(r"[A-Z]"), "sec"),
    (re.compile(r"\([ivx]+\)"), "point"),
    (re.compile(r"\(.*\)"), "subpara"),
    (re.compile(r"\d+"), "para"),
)
_NAMED = {"chapter": "chp", "part": "part", "def": "def", "section": "sec", "unplaced": "unplaced", "example": "ex"}


def write(selection: Selection) -> Iterator[str | bytes]:
    """One XML file, or a package of several."""
    if len(selection.documents) == 1:
        yield from _Writer(next(selection.parsed())).document()
    else:
        yield from zip_pieces(_members(selection))


def _members(selection: Selection) -> Iterator[tuple[str, str]]:
    yield "main.xml", _collection(selection)
    for parsed in selection.parsed():
        yield _file_name(parsed.document), "".join(_Writer(parsed).document())


def _file_name(document: Document) -> str:
    return f"{document.series}-{document.edition}-{_language(document)}.xml"


def _language(document: Document) -> str:
    return _LANGUAGES.get(document.language, "und")


def _work(document: Document) -> str:
    kind = "act" if document.role == "laws" else "doc"
    return f"/akn/xx/{kind}/{_year(document.edition)}/{document.series}"


def _year(edition: str) -> str:
    return edition if re.fullmatch(r"\d{4}", edition) else _UNDATED


def make_eid(address: Address) -> str:
    """The ``eId`` of a clause: ``art_64__sec_a__para_1``, ``art_59__cl_3__subpara_a``, ``def_dummy``, ``chp_6``."""
    if address.prefix:
        return f"{_NAMED.get(address.prefix, 'hcontainer')}_{_ascii(''.join(address.parts))}"
    first, *rest = address.parts
    written = [f"art_{_ascii(first)}" if first.isdigit() else f"hcontainer_{_ascii(first)}"]
    for part in rest:
        prefix = next((name for pattern, name in _PREFIXES if pattern.fullmatch(part)), "hcontainer")
        written.append(f"{prefix}_{_ascii(part)}")
    return "__".join(written)


def _ascii(part: str) -> str:
    """A part of an address in small letters and digits; other letters by their number."""
    folded = "".join(char if char.isascii() else f"-u{ord(char):x}-" for char in part.lower())
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-") or "x"


def _identification(work: str, language: str, date: str, title: str, file: str) -> str:
    """The names of work, expression and manifestation."""
    day = f"{date}-01-01"
    author = '<FRBRauthor href="#lawsearch" as="#editor"/>'

    def level(name: str, uri: str, end: str, more: str, date_name: str = "edition") -> str:
        return (
            f'<{name}><FRBRthis value="{uri}/!main{end}"/><FRBRuri value="{uri}{end}"/>'
            f'<FRBRdate date="{day}" name="{date_name}"/>{author}{more}</{name}>\n'
        )

    expression = f"{work}/{language}@"
    return (
        '<identification source="#lawsearch">\n'
        + level("FRBRWork", work, "", f'<FRBRcountry value="xx"/><FRBRname value="{escape_attribute(title)}"/>')
        + level("FRBRExpression", expression, "", f'<FRBRlanguage language="{language}"/>')
        + level("FRBRManifestation", expression, "." + file, f'<FRBRformat value="{file}"/>', "export")
        + "</identification>\n"
    )


_REFERENCES = (
    '<references source="#lawsearch">\n'
    '<TLCOrganization eId="lawsearch" href="/akn/ontology/organization/lawsearch" showAs="lawsearch"/>\n'
    '<TLCRole eId="editor" href="/akn/ontology/role/editor" showAs="editor"/>\n'
)


def _collection(selection: Selection) -> str:
    """``main.xml`` of a package."""
    components = "".join(
        f'<componentRef src="{_file_name(document)}" showAs="{escape_attribute(document.title)}"/>\n'
        for document in selection.documents
    )
    meta = _identification("/akn/xx/doc/0001/lawsearch", "mul", _UNDATED, "lawsearch", "akn")
    return (
        f'{_HEAD}<doc name="collection">\n<meta>\n{meta}{_REFERENCES}</references>\n</meta>\n'
        f"<mainBody>\n{components or '<p/>'}</mainBody>\n</doc>\n{_TAIL}"
    )


class _Writer:
    """Writes one document."""

    def __init__(self, parsed: ParsedDocument) -> None:
        self._parsed = parsed
        self._document = parsed.document
        self._eids: set[str] = set()
        # a clause with two numbers has the eId of the first
        self._also = {
            str(address): make_eid(clause.address)
            for clause in parsed.walk()
            if clause.address
            for address in clause.also
        }

    def document(self) -> Iterator[str]:
        """The file."""
        document = self._document
        element, body = ("act", "body") if document.role == "laws" else ("doc", "mainBody")
        terms = "".join(
            f'<TLCTerm eId="term_{make_eid(clause.address)}" href="/akn/ontology/term/{make_eid(clause.address)}"'
            f' showAs="{escape_attribute(clause.heading)}"/>\n'
            for clause in self._parsed.walk()
            if clause.kind == "definition" and clause.address is not None and clause.heading
        )
        yield _HEAD
        yield f'<{element} name="{escape_attribute(document.series)}">\n<meta>\n'
        yield _identification(_work(document), _language(document), _year(document.edition), document.title, "xml")
        yield f"{_REFERENCES}{terms}</references>\n</meta>\n"
        notice = f"<p>{escape(document.notice)}</p>" if document.notice else ""
        yield f"<preface><p><docTitle>{escape(document.title)}</docTitle></p>{notice}</preface>\n<{body}>\n"
        for clause in (*self._parsed.clauses, *self._parsed.unplaced):
            yield from self._clause(clause, "")
        yield f"</{body}>\n</{element}>\n{_TAIL}"

    def _clause(self, clause: Clause, above: str) -> Iterator[str]:
        eid = self._unique(make_eid(clause.address) if clause.address else f"{above}__hcontainer_{clause.kind}")
        element = _ELEMENTS.get(clause.kind)
        opening = f'{element} eId="{eid}"' if element else f'hcontainer name="{clause.kind}" eId="{eid}"'
        yield f"<{opening}>\n"
        if clause.label:
            yield f"<num>{escape(clause.label)}</num>\n"
        if clause.heading:
            heading = escape(clause.heading)
            if clause.kind == "definition":
                heading = f'<term eId="{eid}__term_1" refersTo="#term_{eid}">{heading}</term>'
            yield f"<heading>{heading}</heading>\n"
        if clause.children:
            if clause.text:
                yield f'<intro eId="{eid}__intro">{self._blocks(clause, eid)}</intro>\n'
            for child in clause.children:
                yield from self._clause(child, eid)
        else:
            yield f'<content eId="{eid}__content">{self._blocks(clause, eid) or "<p/>"}</content>\n'
        yield f"</{element or 'hcontainer'}>\n"

    def _unique(self, eid: str) -> str:
        found, number = eid, 1
        while found in self._eids:
            number += 1
            found = f"{eid}-{number}"
        self._eids.add(found)
        return found

    def _blocks(self, clause: Clause, eid: str) -> str:
        pieces = Pieces(clause, self._link, emphasis="i")
        parts = []
        tables = 0
        for block in text_blocks(clause):
            if not block.rows:
                parts.append(f"<p>{pieces.between(block.start, block.stop)}</p>")
                continue
            tables += 1
            rows = []
            for number, row in enumerate(block.rows):
                tag = "td" if number or not block.headed else "th"
                cells = [pieces.between(start, stop) for is_cell, start, stop in row if is_cell]
                rows.append(f"<tr>{''.join(f'<{tag}><p>{cell}</p></{tag}>' for cell in cells)}</tr>")
            parts.append(f'<table eId="{eid}__table_{tables}">{"".join(rows)}</table>')
        return "\n".join(parts)

    def _link(self, reference: Reference, content: str) -> str:
        if not reference.targets:
            return f'<span class="ref-{escape_attribute(reference.status)}">{content}</span>'
        first = self._iri(reference.targets[0])
        if reference.form == "range" and len(reference.targets) > 1:
            return f'<rref from="{first}" upTo="{self._iri(reference.targets[-1])}">{content}</rref>'
        return f'<ref href="{first}">{content}</ref>'

    def _iri(self, target: Target) -> str:
        if target.document == self._document.id:
            return "#" + self._also.get(str(target.address), make_eid(target.address))
        series, edition, language = target.document.rsplit("-", 2)
        other = Document(
            id=target.document, title="", series=series, role=self._role(target), edition=edition, language=language,
            layout="", encoding="",
        )  # fmt: skip
        return f"{_work(other)}/{_language(other)}@/~{make_eid(target.address)}"

    def _role(self, target: Target) -> str:
        """A numbered clause such as 59.3 stands in a commentary; any other target elsewhere is a law's."""
        return "commentary" if target.address.is_commentary else "laws"
