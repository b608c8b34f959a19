"""Files made to do harm: what would take hours or gigabytes is read in moments, or refused by name."""

from __future__ import annotations

import random
import time
import warnings
import zipfile
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest

from lawsearch.errors import InputError
from lawsearch.references import find_citations
from lawsearch.source import content, pdf, source_from_bytes
from lawsearch.source.liststyles import kind_by_rules, read_rules, style_kind
from lawsearch.source.markup import read_tree, write_out_unclosed
from lawsearch.source.pdf import read_pages
from lawsearch.source.zipped import unpack_texts
from tests.conftest import CASES
from tests.reading.containers import make_zip
from tests.reading.parsing import check_promises, parse_text
from tests.timing import PATIENCE, cost_ratio, costing_less, least_cost

_LAW = "Law 50. A card stays on the table."
_SHAPES = [
    line
    for line in (CASES / "endless-markup.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("# ")
]


def _read_page(piece: str, count: int) -> None:
    page = f"<html><body><p>{_LAW}</p>{piece * count}".encode()
    assert source_from_bytes(page, "page.html").text.startswith(_LAW)


@pytest.mark.parametrize("piece", _SHAPES)
def test_a_page_is_read_in_time_that_grows_with_it(piece: str) -> None:
    """Four times the page takes four times as long, and not sixteen times."""
    count = 500 if least_cost(partial(_read_page, piece, 500), 1) > 0.015 else 3_000
    small, large = partial(_read_page, piece, count), partial(_read_page, piece, 4 * count)
    assert cost_ratio(small, large, least=0.02, times=2, enough=9) < 9


def test_end_tags_do_not_go_through_all_line_breaks() -> None:
    """Each ``<br>`` may be closed once more, so that each end tag asks for them: not one by one."""

    def cost(count: int) -> float:
        page = "<html><body>" + "<br></b>" * count
        return least_cost(lambda: read_tree(page, "page.html"), 1)

    assert cost(24_000) < 9 * cost(6_000)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<p>a</p> b < c <d", "<p>a</p> b < c &lt;d"),
        ("<p>a <!-- b --> c <!-- d <i>e</i>", "<p>a <!-- b --> c &lt;!-- d <i>e</i>"),
        ("<![if x]>a<![endif]> <![if y", "<![if x]>a<![endif]> &lt;![if y"),
        ("<![CDATA[a]]> <![CDATA[b]> c>", "<![CDATA[a]]> &lt;![CDATA[b]> c>"),
        ("<p>a</p>", "<p>a</p>"),
        ("", ""),
    ],
)
def test_what_is_never_closed_is_text(written: str, read: str) -> None:
    assert write_out_unclosed(written) == read


def test_the_tree_is_the_one_that_beautiful_soup_makes() -> None:
    """Whole markup of all shapes: the same elements in the same order, whichever way one goes."""
    from bs4 import BeautifulSoup
    from bs4.element import PageElement

    def chain(element: PageElement | None) -> list[str]:
        found = []
        while element is not None:
            found.append(repr(str(element)))
            element = element.next_element
        return found

    rng = random.Random(3)
    pieces = [
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "text",
        "<br>",
        "<ul>",
        "<li>",
        "</li>",
        "</ul>",
        "<!-- c -->",
        "<td>",
        "</i>",
    ]
    for _ in range(150):
        page = "".join(rng.choices(pieces, k=rng.randrange(1, 30)))
        ours, theirs = read_tree(page, "page.html"), BeautifulSoup(page, "html.parser")
        assert str(ours) == str(theirs)
        assert chain(ours) == chain(theirs)
        assert [repr(str(found)) for found in ours.find_all(True)] == [
            repr(str(found)) for found in theirs.find_all(True)
        ]
        assert ours.get_text() == theirs.get_text()


def test_a_style_sheet_of_thousands_of_rules_or_none_is_read_in_a_moment() -> None:
    with costing_less(5):
        rules = read_rules("".join(f".a{number} {{list-style: lower-alpha}}" for number in range(50_000)))
        for _ in range(500):
            kind_by_rules(rules, "ol", frozenset({".a1"}), 1)
        assert style_kind("list-style:" * 50_000) is None
        assert read_rules("/*" * 50_000) == []
    assert kind_by_rules(rules, "ol", frozenset({".a1"}), 1) == "a"
    assert read_rules("/* ol {list-style: none} */ ol {list-style: lower-roman} /* open")[0].kind == "i"


# A page whose form draws itself twice, which draws itself twice …
_ENDLESS = b"""%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>>>endobj
4 0 obj<</Length 5>>stream
/A Do
endstream endobj
5 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 11/Resources<</XObject<</A 5 0 R>>>>>>stream
/A Do /A Do
endstream endobj
trailer<</Root 1 0 R>>
"""


def test_a_pdf_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "SECONDS", 1)
    began = time.monotonic()
    with pytest.raises(InputError) as caught:
        source_from_bytes(_ENDLESS, "laws.pdf")
    assert time.monotonic() - began < PATIENCE
    assert caught.value.code == "file-unread"
    assert caught.value.params["file"] == "laws.pdf"


def test_a_pdf_whose_reader_breaks_down_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "_CHILD", "import os; os.abort()")
    with pytest.raises(InputError) as caught:
        source_from_bytes(b"%PDF-1.4\n", "laws.pdf")
    assert caught.value.code == "file-unread"


def test_what_is_wrong_with_a_pdf_is_told_across_the_processes() -> None:
    for read in (read_pages, pdf._page_texts):
        with pytest.raises(InputError) as caught:
            read(b"%PDF-1.4\n", "laws.pdf")
        assert caught.value.code == "container-broken"
        assert caught.value.params["file"] == "laws.pdf"


def test_a_book_that_names_one_page_again_and_again_has_it_once() -> None:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="a.xhtml"/></manifest>'
        "<spine>" + '<itemref idref="a"/>' * 20_000 + "</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="c.opf"/></rootfiles></container>'
    )
    book = make_zip(
        {"META-INF/container.xml": container, "c.opf": package, "a.xhtml": f"<html><body><p>{_LAW}</p></body></html>"}
    )
    assert source_from_bytes(book, "book.epub").text.count(_LAW) == 1


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_an_archive_whose_bytes_are_damaged_is_named(packing: int) -> None:
    file = BytesIO()
    with zipfile.ZipFile(file, "w", packing) as archive:
        archive.writestr("laws.txt", _LAW * 20)
    raw = file.getvalue()
    assert source_from_bytes(raw, "laws.zip").text == _LAW * 20
    begin, stop = 30 + len("laws.txt"), raw.index(b"PK\x01\x02")
    rng = random.Random(packing)
    refused = []
    for _ in range(40):
        hurt = bytearray(raw)
        place = rng.randrange(begin, stop)
        hurt[place : place + 8] = rng.randbytes(8)[: stop - place]
        try:
            source_from_bytes(bytes(hurt), "laws.zip")
        except InputError as error:
            refused.append((error.code, error.params["file"]))
    assert set(refused) == {("container-broken", "laws.zip")}
    assert len(refused) >= 30


def test_one_name_for_two_files_is_refused() -> None:
    """One program takes the first, another the last: what is read must be what is seen."""

    def packed(*texts: str) -> bytes:
        file = BytesIO()
        with zipfile.ZipFile(file, "w") as archive, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for text in texts:
                archive.writestr("laws.txt", text)
        return file.getvalue()

    with pytest.raises(InputError) as caught:
        source_from_bytes(packed(_LAW, "Law 51. Another."), "laws.zip")
    assert caught.value.code == "archive-doubled"
    assert caught.value.params == {"file": "laws.zip", "member": "laws.txt"}
    assert source_from_bytes(packed(_LAW, _LAW), "laws.zip").text == _LAW


@pytest.mark.parametrize("encoding", ["cp866", "utf-8"])
def test_names_of_members_are_read_without_the_flag_that_says_how(encoding: str) -> None:
    names = ["правила-2.txt", "правила-10.txt"]
    stand_ins = [f"{place}" * len(name.encode(encoding)) for place, name in enumerate(names)]
    raw = make_zip(dict.fromkeys(stand_ins, _LAW))
    for name, stand_in in zip(names, stand_ins, strict=True):
        raw = raw.replace(stand_in.encode(), name.encode(encoding))
    members, _ = unpack_texts(raw, "laws.zip")
    assert [name for name, _ in members] == names


def test_members_named_by_numbers_of_any_length_are_in_order() -> None:
    names = ["2.txt", "10.txt", "9" * 5000 + ".txt"]
    members, skipped = unpack_texts(make_zip(dict.fromkeys(names[::-1], _LAW)), "laws.zip")
    assert [name for name, _ in members] == names
    assert not skipped


def test_a_text_that_names_one_range_everywhere_holds_its_members_once() -> None:
    found = find_citations("See Laws 1-93, " + "1-93, " * 50)
    ranges = [citation for citation in found if citation.form == "range"]
    assert len(ranges) >= 50
    assert len({id(citation.wanted) for citation in ranges}) == 1
    assert len(ranges[0].wanted) == 93


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"], ids=repr)
@pytest.mark.parametrize("name", ["laws.txt", "laws.html"])
def test_a_text_of_too_many_lines_is_refused(monkeypatch: pytest.MonkeyPatch, end: str, name: str) -> None:
    monkeypatch.setattr(content, "MAX_LINES", 100)
    assert source_from_bytes((_LAW + end * 90).encode(), name).text.startswith(_LAW)
    with pytest.raises(InputError) as caught:
        source_from_bytes((_LAW + end * 110).encode(), name)
    assert caught.value.code == "too-many-lines"


def test_a_page_of_too_many_lines_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(content, "MAX_LINES", 100)
    with pytest.raises(InputError) as caught:
        source_from_bytes(f"<html><body>{'<p>x' * 200}".encode(), "laws.html")
    assert caught.value.code == "too-many-lines"


@pytest.mark.parametrize(
    ("before", "label"),
    [
        ("Law 50. CARDS\nA. Heading. ", "{0}. Some text of it. "),
        ("Definitions\n", "\u0410. "),  # the Russian letter: a fragment without a place
        ("Law 50. CARDS\n", "A. x (a) y "),
        ("", "LAW {0} CARDS A. Heading. 1. Some text. 2. More text. (a) one; (b) two. "),
    ],
)
def test_a_whole_book_in_one_line_is_read(before: str, label: str) -> None:
    """However many labels stand in it: nothing is lost, and nothing is nested by their number."""
    text = before + "".join(label.format(number) for number in range(1, 3_000)) + "\n"
    with costing_less(10):
        parsed, source = parse_text(text)
    check_promises(parsed, source.text)
