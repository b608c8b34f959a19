"""Containers: one text in each gives the same tree; what a site adds is set aside; bad files are refused by name."""

from __future__ import annotations

import contextlib
import os
import random
import re
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch import locale
from lawsearch.errors import InputError, UsageError
from lawsearch.export.markup import clause_html, text_blocks
from lawsearch.library import Library, parse_files
from lawsearch.library.describing import Asked, describe
from lawsearch.model import ParsedDocument
from lawsearch.source import MAX_BYTES, Source, read_source, read_sources, source_from_bytes
from lawsearch.source.encodings import readable_name
from lawsearch.structure import parse_document
from tests.reading import containers as make
from tests.reading.parsing import check_promises, flatten
from tests.timing import costing_less

# A commentary in own words, a paragraph a line: headings, clauses, items, text after them, references.
PARAGRAPHS = (
    "Правило 94. ПОРЯДОК В ЗАЛЕ",
    "94.1. Пока идёт тур, зрители сидят молча и не ходят между столами; если кому-то нужно выйти, он ждёт конца сдачи.",
    "94.2. Зритель, который заговорил с игроком, получает от судьи одно из следующих замечаний, смотря по тяжести поступка:",
    "(a) устное, когда разговор не касался сдачи (см. п.94.1), и никто из сидящих за столом его не слышал;",
    "(b) письменное, когда речь шла о картах, и просьбу покинуть зал до конца того тура, в котором это случилось.",
    "94.3. Судья может обойтись без замечания.",
    "Правило 95. ТЕЛЕФОНЫ И ЗАПИСИ",
    "95.1. Телефон выключают до начала первого тура; звонок посреди торговли разбирают так, как сказано в Правиле 94.",
    "95.2. Записи о торговле ведут после сдачи. В ходе её игрок не вправе заглядывать ни в какие бумаги, кроме карточки договорённостей.",
)
TEXT = "\n".join(PARAGRAPHS) + "\n"


def read(raw: bytes, name: str, encoding: str | None = None) -> tuple[ParsedDocument, Source]:
    source = source_from_bytes(raw, name, encoding)
    parsed = parse_document([source], describe([source], Asked())[0].document)
    check_promises(parsed, source.text)
    return parsed, source


def tree(parsed: ParsedDocument) -> dict[str, tuple[str | None, str | None, str]]:
    return {name: (clause.label, clause.heading, clause.text) for name, clause in flatten(parsed.clauses).items()}


CANONICAL = tree(read(TEXT.encode(), "text.txt")[0])


def _wrap(width: int) -> list[str]:
    import textwrap

    return [line for text in PARAGRAPHS for line in textwrap.wrap(text, width, break_on_hyphens=False)]


_DOCX = make.docx("".join(make.docx_paragraph(text) for text in PARAGRAPHS))
_FB2 = make.fb2(PARAGRAPHS)
KINDS: dict[str, tuple[str, str, bytes]] = {
    "html-paragraphs": ("page.html", "html", make.html_paragraphs(PARAGRAPHS)),
    "html-cp1251": ("page.htm", "html", make.html_paragraphs(PARAGRAPHS, charset="cp1251", declared="windows-1251")),
    "html-koi8": ("page.htm", "html", make.html_paragraphs(PARAGRAPHS, charset="koi8-r")),
    "html-utf16": ("page.htm", "html", make.html_paragraphs(PARAGRAPHS, charset="utf-16")),
    "html-named-txt": ("page.txt", "html", make.html_paragraphs(PARAGRAPHS)),
    "html-pre": ("page.html", "html", make.html_page(f"<pre>\n{TEXT}</pre>")),
    "html-br": ("page.html", "html", make.html_page("<br>\n".join(PARAGRAPHS))),
    "html-div": ("page.html", "html", make.html_page("".join(f"<div>{text}</div>" for text in PARAGRAPHS))),
    "html-inline": ("page.html", "html", make.html_page("".join(f"<p><b>{t[:7]}</b>{t[7:]}</p>" for t in PARAGRAPHS))),
    "html-layout-table": (
        "page.html",
        "html",
        make.html_page(
            "<table><tr><td><a href='/'>Главная</a> <a href='/f'>Форум</a></td><td>"
            + "".join(f"<p>{text}" for text in PARAGRAPHS)
            + "</td></tr></table>"
        ),
    ),
    "html-no-tags": ("page.html", "html", TEXT.encode()),
    "fb2": ("book.fb2", "fb2", _FB2),
    "fb2-cp1251": ("book.fb2", "fb2", make.fb2(PARAGRAPHS, encoding="windows-1251")),
    "fb2-zip": ("book.fb2.zip", "zip", make.make_zip({"book.fb2": _FB2})),
    "txt-zip": ("laws.zip", "zip", make.make_zip({"laws.txt": TEXT.encode("cp866"), "readme.png": b"\x89PNG"})),
    "epub": ("book.epub", "epub", make.epub(PARAGRAPHS)),
    "docx": ("laws.docx", "docx", _DOCX),
    "docx-named-zip": ("laws.zip", "docx", _DOCX),
    "pdf": ("laws.pdf", "pdf", make.pdf([PARAGRAPHS])),
    "pdf-pages": (
        "laws.pdf",
        "pdf",
        make.pdf([[*PARAGRAPHS[:3], "12"], [*PARAGRAPHS[3:6], "13"], [*PARAGRAPHS[6:], "14"]]),
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_container_gives_the_same_tree(kind: str) -> None:
    name, container, raw = KINDS[kind]
    parsed, source = read(raw, name)
    assert source.container == container
    assert tree(parsed) == CANONICAL
    assert not parsed.unplaced
    assert not parsed.problems


def test_the_canonical_text_is_read_whole() -> None:
    assert list(CANONICAL) == ["94", "94.1", "94.2", "94.2(a)", "94.2(b)", "94.3", "95", "95.1", "95.2"]


@pytest.mark.parametrize("width", [60, 72])
def test_wrapped_lines_in_pre_and_pdf(width: int) -> None:
    lines = _wrap(width)
    canonical = tree(read("\n".join(lines).encode(), "text.txt")[0])
    assert tree(read(make.html_page("<pre>" + "\n".join(lines) + "</pre>"), "p.html")[0]) == canonical
    assert tree(read(make.pdf([lines]), "p.pdf")[0]) == canonical
    assert {name: text for name, (_, _, text) in canonical.items()} == {
        name: text for name, (_, _, text) in CANONICAL.items()
    }


# The pages of a PDF, a line a line: words halved at line ends, notes and numbers at the feet of the pages.
PAGES: dict[str, tuple[tuple[str, ...], ...]] = {
    "en": (
        (
            "LAW 61 - FAILURE TO FOLLOW",
            "A. What It Is",
            "To play another suit while a card of the suit that was led is still in the hand of the play-",
            "er is a revoke, and a second one on the same trick does not undo the first13.",
            "13 Unless the law says so.",
            "42",
        ),
        (
            "B. Who May Ask",
            "1. Declarer may ask a defender who has not fol-",
            "lowed suit, and dummy may ask declarer about a card of the self-",
            "same suit.",
            "2. Nobody else may ask14.",
            "14 Not even an onlooker.",
            "43",
        ),
        ("C. Later", "The tricks stay where they lie until play has ended.", "44"),
    ),
    "ru": (
        (
            "Правило 61. Отказ от масти",
            "A.Что это",
            "Сыграть карту другой масти, когда на руке ещё есть карта той масти, с которой сделан ход, зна-",
            "чит сделать фальшренонс, и второй в той же взятке первого не отменяет13.",
            "13 Если не сказано иного.",
            "42",
        ),
        (
            "B.Кто спрашивает",
            "1.Разыгрывающий вправе спросить вистующего, который сбро-",
            "сил карту, а болван вправе спросить разыгрывающего о том же, если кто-",
            "нибудь ещё этого не сделал.",
            "2.Больше никто не спрашивает14.",
            "14 Даже зритель.",
            "43",
        ),
        ("C.Потом", "Взятки лежат там же до конца розыгрыша.", "44"),
    ),
}


@pytest.mark.parametrize("language", PAGES)
def test_a_pdf_is_read_as_its_text_is(language: str) -> None:
    pages = PAGES[language]
    text = "\f".join("\n".join(page) + "\n" for page in pages)
    from_text, _ = read(text.encode(), "x.txt")
    from_pdf, source = read(make.pdf(pages), "x.pdf")
    assert source.text == text
    assert from_pdf.clauses == from_text.clauses
    clauses = flatten(from_pdf.clauses)
    assert [name for name in clauses if "#" not in name] == ["61", "61A", "61B", "61B1", "61B2", "61C"]
    assert [clauses[name].pages for name in ("61A", "61B1", "61C")] == [(42,), (43,), (44,)]
    assert {item.text: item.kind for item in from_pdf.furniture if item.text.isdecimal()} == {
        "42": "footer", "43": "footer", "44": "footer", "13": "note-mark", "14": "note-mark",
    }  # fmt: skip
    notes = [(clause.label, child.label, child.text) for clause in clauses.values() for child in clause.children
             if child.kind == "footnote"]  # fmt: skip
    first, second = (page[-2].split(" ", 1) for page in pages[:2])
    assert notes == [(pages[0][1][:2], *first), ("2.", *second)]
    words = " ".join(clause.text for clause in clauses.values())
    assert not re.search(r"-\s", words)
    for word in ("player followed self-same" if language == "en" else "значит сбросил кто-нибудь").split():
        assert word in words, word
    assert not from_pdf.problems


@pytest.mark.parametrize("edge", [("52",), ("52", "The end."), ("Other", "52")])
def test_a_lone_number_at_the_edge_of_a_sheet_is_text(edge: tuple[str, ...]) -> None:
    pages = (("LAW 1 - THE PACK", "A pack is complete when the number of its cards is"), edge)
    for raw, name in ((make.pdf(pages), "x.pdf"), ("\n\f".join("\n".join(page) for page in pages).encode(), "x.txt")):
        parsed, _ = read(raw, name)
        assert parsed.clauses[0].text == " ".join((pages[0][1], *edge))
        assert not parsed.furniture


def test_a_lone_number_that_an_empty_line_sets_apart_is_a_page_number() -> None:
    text = "LAW 1 - THE PACK\nA pack is complete when each of the\n\n17\n\fsuits is."
    parsed, _ = read(text.encode(), "x.txt")
    assert parsed.clauses[0].text == "A pack is complete when each of the suits is."
    assert [(item.kind, item.text) for item in parsed.furniture] == [("footer", "17")]


# what a site puts around a text

MENU = '<div class="nav"><a href="/">Главная</a> | <a href="/forum">Форум</a> | <a href="/find">Поиск</a></div>'
BARS = (
    "<p><a href='1'>1</a> <a href='2'>2</a> <a href='3'>3</a> … <a href='40'>40</a></p>",
    "<p>А Б В Г Д Е Ж З И К Л М Н О П Р С Т</p>",
    "<p>Реклама</p>",
    "<ul><li><a href='a'>Кулинария</a></li><li><a href='b'>Шахматы</a></li><li><a href='c'>Путешествия</a></li></ul>",
    "<p>Правила для всех — читать онлайн бесплатно</p>",
    "<p>← 94 → 96</p>",
)
INSIDE = ("<p>Далее</p>", "<p>Прочитано: 0%</p>", "<p>Назад | Содержание | Далее</p>", "<p><a href='x'>далее</a></p>")


def test_menus_bars_and_adverts_are_set_aside() -> None:
    parts = [f"<p>{text}</p>" for text in PARAGRAPHS]
    for place, inside in zip((2, 4, 6, 8), INSIDE, strict=True):
        parts.insert(place, inside)
    body = MENU + "".join(BARS) + "".join(parts) + "<div id='footer'>Составил любитель, 2001</div>"
    parsed, _ = read(make.html_page(body), "page.html")
    assert tree(parsed) == CANONICAL
    assert not parsed.unplaced
    aside = [item for item in parsed.furniture if item.kind == "navigation"]
    assert len(aside) == 1 + len(BARS) + 2 + len(INSIDE) + 1  # the list of links has three lines
    assert {"Далее", "Прочитано: 0%", "Реклама"} <= {item.text for item in aside}


def test_navigation_in_a_plain_text() -> None:
    lines = ["Главная | Форум | Поиск", *PARAGRAPHS[:2], "Прочитано: 0%", *PARAGRAPHS[2:], "Далее"]
    parsed, source = read("\n".join(lines).encode(), "text.txt")
    assert tree(parsed) == CANONICAL
    assert [source.text[span.start : span.stop] for span in source.navigation] == [lines[0], "Прочитано: 0%", "Далее"]


@pytest.mark.parametrize(
    "line",
    [
        "далее", "1 2 3 4 5", "Содержание", "и так далее", "Далее идёт торговля.", "A B C D", "Правило 12",
        "Назад карту не берут", "№ | Очки | Импы", "Read the next law", "Next, the director decides.", "12", "- 42 -",
    ],
)  # fmt: skip
def test_text_is_not_navigation(line: str) -> None:
    assert not source_from_bytes(f"{TEXT}{line}\n".encode(), "text.txt").navigation


def test_a_page_of_nothing_but_navigation_is_kept_as_text() -> None:
    source = source_from_bytes(b"Next\n", "text.txt")
    assert source.navigation == ()
    everything = make.html_page("<div class='footer'>" + "".join(f"<p>{text}</p>" for text in PARAGRAPHS) + "</div>")
    assert tree(read(everything, "page.html")[0]) == CANONICAL


# tables, lists, notes

ROWS = (("Разница", "Очки", "Итог"), ("до 10", "1", "мало"), ("до 40", "2", "больше"))


def test_tables_become_rows() -> None:
    rows = [" | ".join(row) for row in ROWS]
    page = "<table>" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in ROWS) + "</table>"
    fb2 = make.fb2(PARAGRAPHS).replace(b"</section></body>", page.encode() + b"</section></body>")
    cells = "".join(
        "<w:tr>" + "".join(f"<w:tc>{make.docx_paragraph(c)}</w:tc>" for c in row) + "</w:tr>" for row in ROWS
    )
    for raw, name in (
        (make.html_page(page), "x.html"),
        (fb2, "x.fb2"),
        (make.docx(f"<w:tbl>{cells}</w:tbl>"), "x.docx"),
    ):
        lines = [" ".join(line.split()) for line in source_from_bytes(raw, name).text.splitlines()]
        assert [line for line in lines if "|" in line] == rows


def test_labels_of_lists_are_written_out() -> None:
    page = (
        "<ol type='A'><li>Первое<li><p>Второе</p><ol type=a><li>низшее</li><li>ещё</li></ol></li></ol>"
        "<ol style='list-style-type: lower-roman' start=3><li>три</li><li value=9>девять</li></ol><ul><li>точка</li></ul>"
        "<ol type='A'><li>A. своё</li></ol>"
    )
    lines = source_from_bytes(make.html_page(page), "x.html").text.split("\n")
    assert [line for line in lines if line] == [
        "A. Первое", "B. Второе", "(a) низшее", "(b) ещё", "(iii) три", "(ix) девять", "точка", "A. своё",
    ]  # fmt: skip


def test_a_list_below_printed_letters_counts_the_level_below() -> None:
    items = "<ol><li>First thing.</li><li>Second thing.<ol><li>Inside it.</li></ol></li></ol>"
    page = make.html_page(
        f"<p>LAW 6 - THE SHUFFLE</p><p>A. How</p><p>As follows:</p>{items}<p>B. Who</p><p>Anybody.</p>"
        f"<p>LAW 7 - THE BOARDS</p>{items}"
    )
    lines = [line for line in source_from_bytes(page, "x.html").text.split("\n") if line]
    assert lines[3:6] == ["1. First thing.", "2. Second thing.", "(a) Inside it."]
    assert lines[-3:] == ["A. First thing.", "B. Second thing.", "1. Inside it."]


def test_numbers_and_notes_of_word() -> None:
    levels = (
        '<w:lvl w:ilvl="0"><w:start w:val="2"/><w:numFmt w:val="upperLetter"/><w:lvlText w:val="%1."/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%2)"/></w:lvl>'
    )
    numbering = (
        f'<w:numbering {make.W}><w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
    )

    def item(text: str, level: int) -> str:
        return make.docx_paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>')

    note = '<w:p><w:r><w:t>конец</w:t></w:r><w:r><w:footnoteReference w:id="5"/></w:r></w:p>'
    notes = f'<w:footnotes {make.W}><w:footnote w:id="5"><w:p><w:r><w:t>Сказано ниже.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    raw = make.docx(
        item("раз", 0) + item("вглубь", 1) + item("ещё", 1) + item("два", 0) + item("снова", 1) + note,
        numbering=numbering,
        footnotes=notes,
    )
    lines = [line for line in source_from_bytes(raw, "x.docx").text.split("\n") if line]
    assert lines == ["B. раз", "(i) вглубь", "(ii) ещё", "C. два", "(i) снова", "конец1", "1 Сказано ниже."]


def test_docx_numbers_that_come_from_styles() -> None:
    """A paragraph names no list: its style does, or the style that it is based on; the list keeps a level for it."""
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>{style}<w:lvlText w:val="{text}"/></w:lvl>'
        for level, (kind, text, style) in enumerate(
            [
                ("upperLetter", "%1.", '<w:pStyle w:val="Letter"/>'),
                ("decimal", "%2.", '<w:pStyle w:val="Item"/>'),
                ("lowerLetter", "(%3)", ""),
            ]
        )
    )
    numbering = (
        f'<w:numbering {make.W}><w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum>'
        '<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
    )
    styles = (
        f"<w:styles {make.W}>"
        '<w:style w:styleId="Letter"><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>'
        '<w:style w:styleId="Item"><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>'
        '<w:style w:styleId="Deep"><w:basedOn w:val="Item"/><w:pPr><w:numPr><w:ilvl w:val="2"/></w:numPr></w:pPr></w:style>'
        '<w:style w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style></w:styles>'
    )

    def styled(text: str, style: str) -> str:
        return make.docx_paragraph(text, f'<w:pStyle w:val="{style}"/>')

    body = "".join(
        styled(text, style)
        for text, style in (
            ("Первое", "Letter"),
            ("раз", "Item"),
            ("два", "Item"),
            ("вглубь", "Deep"),
            ("Второе", "Letter"),
            ("снова", "Item"),
            ("без", "Loop"),
            ("и без", "Nowhere"),
        )
    )
    raw = make.docx(body, numbering=numbering, styles=styles)
    lines = [line for line in source_from_bytes(raw, "x.docx").text.split("\n") if line]
    assert lines == ["A. Первое", "1. раз", "2. два", "(a) вглубь", "B. Второе", "1. снова", "без", "и без"]


def test_a_table_whose_rows_are_all_data_names_no_columns() -> None:
    """A row that counts as the others do is a row; the table comes out of the exports and of our JSON whole."""
    heads = ("Board", "Dealer", "Vulnerable")
    rows = (("1", "North", "none"), ("2", "East", "one side"), ("3", "South", "the other"))
    for head, tag in ((None, ""), (heads, "td"), (heads, "th")):
        table = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
        if head is not None:
            table = "<tr>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in head) + "</tr>" + table
        page = make.html_page(f"<p>LAW 2 - THE BOARDS</p><p>They are set as follows:</p><table>{table}</table>")
        clause = read(page, "x.html")[0].clauses[0]
        (found,) = clause.tables
        assert found.rows == rows
        assert found.columns == (head or ())
        assert [block.headed for block in text_blocks(clause) if block.rows] == [head is not None]
        assert clause_html(clause, lambda target: "").count("<th ") == (3 if head else 0)


# what stands for letters


def test_words_do_not_hold_where_they_may_be_broken() -> None:
    word = "тщательно"
    page = make.html_page("<p>Правило 9. Порядок</p><p>тща&shy;тель&#8203;но, Laws 47\u00ad49</p>")
    soft = "<w:p><w:r><w:t>тща</w:t></w:r><w:r><w:softHyphen/><w:t>тельно, Laws 47\u00ad49</w:t></w:r></w:p>"
    book = make.fb2(("Правило 9. Порядок", "тща\u00adтельно, Laws 47\u00ad49"))
    for raw, name in ((page, "x.html"), (make.docx(soft), "x.docx"), (book, "x.fb2")):
        assert f"{word}, Laws 47\u00ad49" in source_from_bytes(raw, name).text


def _run(content: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{content}</w:t></w:r>'


def test_suits_in_a_font_of_signs() -> None:
    signs = "".join(f'<w:r><w:sym w:font="Symbol" w:char="F0{code}"/></w:r>' for code in ("AA", "A9", "A8", "A7"))
    private = (
        '<w:r><w:rPr><w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/></w:rPr><w:t>\uf0aa\uf0a9\uf0a8\uf0a7</w:t></w:r>'
    )
    other = '<w:r><w:sym w:font="Arial" w:char="2660"/></w:r>'
    page = make.html_page(
        "<p>Suits: <font face='Symbol'>&#170;&#169;&#168;&#167;</font>.</p><p>Suits: <span style='font-family: Symbol, serif'>"
        "&#xF0AA;&copy;<b>&#xF0A8;</b>&#167;</span>.</p><p>&copy; 2020 &#167; 3</p>"
    )
    lines = [line for line in source_from_bytes(page, "x.html").text.split("\n") if line]
    assert lines[-3:] == ["Suits: ♠♥♦♣.", "Suits: ♠♥♦♣.", "© 2020 § 3"]
    for runs, wanted in ((signs, "♠♥♦♣"), (private, "♠♥♦♣"), (other, "♠")):
        source = source_from_bytes(make.docx(f"<w:p>{_run('Suits: ')}{runs}{_run('.')}</w:p>"), "x.docx")
        assert (source.text.strip(), source.problems) == (f"Suits: {wanted}.", ())


def test_a_sign_of_a_font_that_is_not_known_is_told() -> None:
    strange = '<w:r><w:sym w:font="Strange Signs" w:char="F041"/></w:r>'
    source = source_from_bytes(
        make.docx(f"<w:p>{_run('One.')}</w:p><w:p>{_run('Two ')}{strange}{_run('.')}</w:p>"), "x.docx"
    )
    assert source.text == "One.\n\nTwo \ufffd.\n\n"
    (problem,) = source.problems
    assert (problem.code, problem.line) == ("sign-unknown", 3)
    assert problem.params == {"font": "Strange Signs", "code": "F041"}
    assert locale.describe_problem(problem)


def test_pictures_of_suits() -> None:
    page = make.html_page(
        "<p><img src='logo.gif' alt='Our club'></p><p>Suits: <img src='s.gif' alt='♠'>, <img alt='hearts' src='h.gif'>"
        "<img alt='d.gif'><img alt=''><img>.</p><p><img alt='♣'></p>"
        "<p>One <img alt='A photograph of all the people who came to the congress'>two.</p>"
    )
    lines = [line for line in source_from_bytes(page, "x.html").text.split("\n") if line]
    assert lines[-3:] == ["Suits: ♠, hearts.", "♣", "One two."]
    assert "Our club" not in lines
    book = make.fb2(("Правило 9. Масти", "СТАРШАЯ масть")).replace("СТАРШАЯ".encode(), b"<image alt='\xe2\x99\xa0'/>")
    assert "♠ масть" in source_from_bytes(book, "x.fb2").text
    drawing = '<w:r><w:drawing><wp:inline xmlns:wp="urn:wp"><wp:docPr id="1" name="Picture 1" descr="♥"/></wp:inline></w:drawing></w:r>'
    assert source_from_bytes(make.docx(f"<w:p>{_run('Suit ')}{drawing}</w:p>"), "x.docx").text == "Suit ♥\n\n"


def test_lists_that_word_starts_anew() -> None:
    """Where a list says so its level starts anew, once; a list may count otherwise than the one it is made of."""
    level = '<w:lvl w:ilvl="{}"><w:start w:val="1"/><w:numFmt w:val="{}"/><w:lvlText w:val="{}"/></w:lvl>'
    numbering = (
        f'<w:numbering {make.W}><w:abstractNum w:abstractNumId="0">{level.format(0, "decimal", "%1.")}'
        f'{level.format(1, "lowerLetter", "(%2)")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
        '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>'
        f'<w:num w:numId="4"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/>'
        f"{level.format(0, 'upperLetter', '%1.')}</w:lvlOverride></w:num></w:numbering>"
    )
    body = "".join(
        make.docx_paragraph(text, f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>')
        for text, number, depth in (
            ("раз", 1, 0), ("два", 1, 0), ("снова", 2, 0), ("внутри", 2, 1), ("опять", 2, 0), ("дальше", 3, 0), ("третье", 4, 0),
            ("ещё", 4, 0),
        )
    )  # fmt: skip
    lines = [
        line for line in source_from_bytes(make.docx(body, numbering=numbering), "x.docx").text.split("\n") if line
    ]
    assert lines == ["1. раз", "2. два", "1. снова", "(a) внутри", "2. опять", "3. дальше", "C. третье", "D. ещё"]


def test_tracked_changes_are_read_as_they_were_made() -> None:
    levels = '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    numbering = (
        f'<w:numbering {make.W}><w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>'
    )
    listed = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    body = (
        f'<w:p><w:moveFrom w:id="1">{_run("Ушло. ")}</w:moveFrom>{_run("Осталось.")}</w:p>'
        f'<w:p><w:moveTo w:id="2">{_run("Ушло. ")}</w:moveTo>{_run("Пришло.")}</w:p>'
        f'<w:p><w:del w:id="3"><w:r><w:delText>нет</w:delText><w:tab/><w:sym w:font="Symbol" w:char="F0AA"/></w:r></w:del>'
        f'<w:ins w:id="4">{_run("Вписано.")}</w:ins></w:p>'
        f'<w:p><w:pPr><w:pPrChange w:id="5"><w:pPr>{listed}</w:pPr></w:pPrChange></w:pPr>{_run("Без номера.")}</w:p>'
        f'<w:p><w:pPr>{listed}<w:pPrChange w:id="6"><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:pPrChange></w:pPr>'
        f"{_run('С номером.')}</w:p>"
    )
    lines = [
        line for line in source_from_bytes(make.docx(body, numbering=numbering), "x.docx").text.split("\n") if line
    ]
    assert lines == ["Осталось.", "Ушло. Пришло.", "Вписано.", "Без номера.", "1. С номером."]


# notes that stand at their marks

_LAW = "<p>LAW 78 - METHODS</p><p>A. Pairs</p><p>One for each pair beaten{mark}.</p><p>B. Teams</p><p>By the scale.</p>"
_RU = "<p>Правило 41. Начало</p><p>A.Ход</p><p>Ход кладут рубашкой вверх{mark}.</p><p>B.Вопросы</p><p>Их задают партнёры.</p>"
_PAGES = {
    "raised": ("<sup>13</sup>", "<hr><p><sup>13</sup> {note}</p>", "13"),
    "raised, a plain number below a rule": ("<sup>2</sup>", "<hr><p>2. {note}</p>", "2."),
    "a star": ("<sup>*</sup>", "<p><sup>*</sup> {note}</p>", "*"),
    "of Word": ("<a href='#_ftn1' name='_ftnref1'>[1]</a>",
                "<div id='ftn1'><p><a href='#_ftnref1' name='_ftn1'>[1]</a> {note}</p></div>", "[1]"),
    "of a list": ("<sup><a href='#fn1'>1</a></sup>", "<ol><li id='fn1'><p>{note}</p></li></ol>", "1."),
    "an anchor": ("<a href='#n'><sup>1</sup></a>", "<p><a name='n'></a>1) {note}</p>", "1)"),
    "in what says it is a footer": ("<a href='#n'><sup>1</sup></a>", "<div class='footer'><p id='n'>1 {note}</p></div>", "1"),
}  # fmt: skip


def _word_note(mark: str = '<w:footnoteReference w:id="5"/>', *, note: str = "{note}") -> bytes:
    def paragraph(text: str) -> str:
        runs = "".join(f"<w:r><w:t>{part}</w:t></w:r>" for part in text.split("{mark}"))
        return f"<w:p>{runs.replace('</w:r><w:r>', f'</w:r><w:r>{mark}</w:r><w:r>')}</w:p>"

    body = "".join(map(paragraph, re.findall(r"<p>(.*?)</p>", _RU)))
    parts = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in note.split("\n"))
    return make.docx(
        body,
        footnotes=f'<w:footnotes {make.W}><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>'
        f'<w:footnote w:id="5">{parts}</w:footnote></w:footnotes>',
    )


def _book_note(body: str, kind: str = "") -> bytes:
    return (
        '<?xml version="1.0" encoding="utf-8"?><FictionBook xmlns:l="http://www.w3.org/1999/xlink"><body><section>'
        + body.replace("{mark}", f'<a l:href="#n1"{kind}>[1]</a>')
        + '</section></body><body name="notes"><title><p>Примечания</p></title><section id="n1"><title><p>1</p></title>'
        "<p>{note}</p></section></body></FictionBook>"
    ).encode()


def _publication_note() -> bytes:
    pages = {"a.xhtml": _LAW.replace("{mark}", '<a epub:type="noteref" href="b.xhtml#n1">7</a>'),
             "b.xhtml": '<aside epub:type="footnote" id="n1"><p>7 {note}</p></aside>'}  # fmt: skip
    extra: dict[str, bytes | str] = {
        f"OEBPS/{name}": '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
        f"<body>{body}</body></html>"
        for name, body in pages.items()
    }
    extra["OEBPS/book.opf"] = (
        '<package><manifest><item id="one" href="a.xhtml"/><item id="two" href="b.xhtml"/></manifest>'
        '<spine><itemref idref="one"/><itemref idref="two"/></spine></package>'
    )
    return make.epub(PARAGRAPHS, extra=extra)


NOTED: dict[str, tuple[str, bytes, str | None]] = {
    **{
        f"page {language}: {name}": (
            "x.html", make.html_page(body.replace("{mark}", mark) + note), label
        )
        for name, (mark, note, label) in _PAGES.items()
        for language, body in (("en", _LAW), ("ru", _RU))
    },
    "docx": ("x.docx", _word_note(), "1"),
    "docx: a mark of its own": (
        "x.docx", _word_note('<w:footnoteReference w:id="5" w:customMarkFollows="1"/><w:t>†</w:t>', note="† {note}"), None
    ),
    "fb2": ("x.fb2", _book_note(_RU, ' type="note"'), "1"),
    "fb2 without a type": ("x.fb2", _book_note(_RU), "1"),
    "epub": ("x.epub", _publication_note(), "7"),
}  # fmt: skip


@pytest.mark.parametrize("kind", NOTED)
def test_a_note_stands_at_its_mark(kind: str) -> None:
    name, raw, label = NOTED[kind]
    note = "But not in a replay." if b"LAW" in raw or kind == "epub" else "Кроме зрителей."
    if name.endswith((".html", ".fb2")):
        raw = raw.replace(b"{note}", note.encode())
    else:
        raw = make.rewrite_zip(raw, "{note}", note)
    parsed, _ = read(raw, name)
    clauses = flatten(parsed.clauses)
    law = next(iter(clauses))
    assert clauses[f"{law}A"].text.rstrip(".†") in ("One for each pair beaten", "Ход кладут рубашкой вверх")
    assert [(child.kind, child.label) for child in clauses[f"{law}A"].children] == [("footnote", label)]
    assert clauses[f"{law}A#footnote"].text.removeprefix("† ") == note
    assert clauses[f"{law}B"].text in ("By the scale.", "Их задают партнёры.")
    assert not clauses[f"{law}B"].children
    assert not parsed.unplaced
    assert not parsed.problems


def test_a_note_of_two_paragraphs_and_two_marks() -> None:
    page = make.html_page(
        "<p>LAW 3 - A PACK</p><p>A. Cards</p><p>There are many<sup>1</sup>.</p><p>B. Suits</p><p>Four<sup>1</sup> of them.</p>"
        "<hr><div><sup>1</sup> Counted twice.</div>"
    )
    clauses = flatten(read(page, "x.html")[0].clauses)
    assert (clauses["3A"].text, clauses["3B"].text) == ("There are many.", "Four of them.")
    assert clauses["3A#footnote"].text == "Counted twice."
    word = _word_note(note="Одно.\nДругое.")
    assert flatten(read(word, "x.docx")[0].clauses)["41A#footnote"].text == "Одно.\nДругое."


@pytest.mark.parametrize("arrow", ["\u21a9", "\u21a9\ufe0e", "[\u2191]", "^"])
def test_the_arrow_back_to_the_mark_is_no_word_of_a_note(arrow: str) -> None:
    page = make.html_page(
        '<p>LAW 6 - THE SHUFFLE</p><p>A. How</p><p>Shuffle it<sup><a id="r" href="#n">1</a></sup> well.</p><hr>'
        f'<ol><li id="n">The whole pack. <a href="#r">{arrow}</a></li></ol>'
    )
    parsed, _ = read(page, "x.html")
    assert flatten(parsed.clauses)["6A#footnote"].text == "The whole pack."


def test_a_note_that_nothing_calls_has_no_place() -> None:
    parsed, _ = read(_word_note(mark="", note="Ничья."), "x.docx")
    assert [fragment.text for fragment in parsed.unplaced] == ["Ничья."]
    assert [problem.params["reason"] for problem in parsed.problems] == ["note"]
    assert flatten(parsed.clauses)["41B"].text == "Их задают партнёры."


@pytest.mark.parametrize(
    "body",
    [
        "<p>LAW 3 - A PACK</p><p>A. Area</p><p>The table has 10<sup>2</sup> squares.</p><p>B. Order</p><p>The 5<sup>th</sup> is last.</p>",
        "<p>LAW 3 - A PACK</p><p>A. Area</p><p>See <a href='#b'>B</a>.</p><p id='b'>B. Order</p><p>The fifth is last.</p>",
    ],
)
def test_what_is_raised_or_linked_is_no_note_by_itself(body: str) -> None:
    parsed, source = read(make.html_page(body), "x.html")
    assert source.notes == ()
    assert list(flatten(parsed.clauses)) == ["3", "3A", "3B"]


def test_notes_of_a_repaired_page() -> None:
    text = _RU.replace("{mark}", "<sup>1</sup>") + "<p><sup>1</sup> Кроме зрителей.</p>"
    spoiled = make.html_page(text.replace("вверх", "нав„рх"))
    source = source_from_bytes(spoiled, "x.html", repair=True)
    assert "навёрх1" in source.text
    parsed = parse_document([source], describe([source], Asked())[0].document)
    assert flatten(parsed.clauses)["41A#footnote"].text == "Кроме зрителей."
    assert "навёрх." in flatten(parsed.clauses)["41A"].text


# encodings that files claim


def test_a_false_declaration_is_not_believed() -> None:
    raw = make.html_paragraphs(PARAGRAPHS, charset="cp1251", declared="koi8-r")
    parsed, source = read(raw, "page.html")
    assert source.encoding == "cp1251"
    assert [problem.code for problem in source.problems] == ["encoding-declared"]
    assert tree(parsed) == CANONICAL
    forced = source_from_bytes(raw, "page.html", "koi8-r")
    assert (forced.encoding, forced.problems) == ("koi8-r", ())


def test_pieces_of_forty_characters() -> None:
    """Every piece of the text is read right in each encoding, or the doubt is told; doubts are rare."""
    text = " ".join(PARAGRAPHS)
    doubtful = total = 0
    for encoding in ("cp1251", "cp866", "koi8-r"):
        for start in range(len(text) - 40):
            piece = text[start : start + 40]
            source = source_from_bytes(piece.encode(encoding), "x.txt")
            total += 1
            doubtful += bool(source.problems)
            assert source.problems or source.text == piece
    assert doubtful < total / 100


# folders and several files


def _page_files(folder: Path) -> list[Path]:
    folder.mkdir()
    files = []
    for number in (1, 2, 10):
        text = f"Правило {number}. СТРАНИЦА\n{number}.1. Здесь написано, что страница номер {number} стоит на своём месте.\n"
        path = folder / f"page{number}.txt"
        path.write_text(text, encoding="utf-8")
        files.append(path)
    return files


def test_a_folder_is_read_in_natural_order(tmp_path: Path) -> None:
    files = _page_files(tmp_path / "laws")
    (tmp_path / "laws" / "cover.jpg").write_bytes(b"\xff\xd8\xff")
    (tmp_path / "laws" / ".hidden.txt").write_text("нет")
    (parsed,) = parse_files([tmp_path / "laws"])
    assert parsed.document.sources == ("page1.txt", "page2.txt", "page10.txt")
    skipped = [problem.file for problem in parsed.problems if problem.code == "file-skipped"]
    assert skipped == [".hidden.txt", "cover.jpg"]
    (by_shell,) = parse_files(sorted(files, key=str))
    assert by_shell.document.sources == parsed.document.sources
    (named,) = parse_files([files[2], tmp_path / "laws" / "page1.txt"])
    assert named.document.sources == ("page1.txt", "page10.txt")


def test_what_is_left_out_of_folders_and_archives_is_told(tmp_path: Path) -> None:
    """Folders are read to the bottom; each file that is not read is named with its folders."""
    texts = {
        "1.txt": "Правило 1. КОЛОДА\n1.1. В колоде много карт.\n",
        "sub/3.txt": "Правило 3. СТОЛ\n3.1. За столом четверо.\n",
        "sub/deep/4.txt": "Правило 4. СДАЧА\n4.1. Сдающий сдаёт карты.\n",
    }
    others = ("empty.doc", "sub/2.doc", "sub/deep/photo.jpg", "sub/.kept.txt", ".git/config", "sub/.DS_Store")
    folder = tmp_path / "laws"
    for name in (*texts, *others):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(texts.get(name, "?"), encoding="utf-8")
    (folder / "nothing").mkdir()
    sources, problems = read_sources([folder])
    assert [source.name for source in sources] == list(texts)
    told = {".git", "empty.doc", "nothing", "sub/2.doc", "sub/.kept.txt", "sub/deep/photo.jpg"}
    assert {problem.file for problem in problems} == told
    archive = tmp_path / "laws.zip"
    archive.write_bytes(
        make.make_zip({**texts, "cover.jpg": "?", ".kept.txt": "?", "__MACOSX/._1.txt": "?", ".DS_Store": "?"})
    )
    sources, problems = read_sources([archive])
    assert [source.name for source in sources] == list(texts)
    assert {problem.file for problem in problems} == {"cover.jpg", ".kept.txt"}
    archive.write_bytes(make.make_zip({"1.txt": texts["1.txt"], "cover.jpg": "?"}))
    sources, problems = read_sources([archive])
    assert [source.text for source in sources] == [texts["1.txt"]]
    assert {problem.file for problem in problems} == {"cover.jpg"}


def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text(TEXT, encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        read_sources([tmp_path / "a" / "x.txt", tmp_path / "b" / "x.txt"])
    assert (caught.value.code, caught.value.params["name"]) == ("same-name", "x.txt")
    assert [source.name for source in read_sources([tmp_path])[0]] == ["a/x.txt", "b/x.txt"]


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_names_that_are_not_utf_8(small_corpus: Path, tmp_path: Path) -> None:
    """A Russian name in the bytes of another system is shown as it was meant, kept, exported and rebuilt."""
    raws = {name: os.fsencode(tmp_path) + b"/" + name.encode("cp1251") for name in ("правила.txt", "комментарий.txt")}
    with contextlib.suppress(OSError):
        for raw in raws.values():
            Path(os.fsdecode(raw)).write_text(TEXT, encoding="utf-8")
    if len(list(tmp_path.iterdir())) < len(raws):
        pytest.skip("the disk takes no such names")
    paths = [Path(os.fsdecode(raw)) for raw in raws.values()]
    assert [source.name for source in read_sources(paths)[0]] == list(raws)
    assert {source.name for source in read_sources([tmp_path])[0]} == set(raws)
    home = tmp_path / "home"
    with Library.build(home, corpus=small_corpus) as library:
        added = library.add(paths[:1], as_document="mine-1987-ru")
        assert added.files == ("правила.txt",)
        before = [clause.text for clause in library.toc("mine-1987-ru")]
    with Library.build(home, corpus=small_corpus) as library:
        assert [clause.text for clause in library.toc("mine-1987-ru")] == before
    assert readable_name("\ud800x") == "\\ud800x"


def test_files_named_otherwise_keep_their_order(tmp_path: Path) -> None:
    files = _page_files(tmp_path / "laws")
    other = tmp_path / "zero.txt"
    other.write_text("Правило 0. НАЧАЛО\n0.1. Слово к тем, кто взял в руки эту книгу.\n", encoding="utf-8")
    assert parse_files([other, files[2], files[0]])[0].document.sources == ("zero.txt", "page10.txt", "page1.txt")


def test_a_folder_without_texts(tmp_path: Path) -> None:
    (tmp_path / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(InputError) as caught:
        parse_files([tmp_path])
    assert caught.value.code == "folder-empty"


def test_containers_are_added_kept_and_rebuilt(small_corpus: Path, tmp_path: Path) -> None:
    folder = tmp_path / "laws"
    folder.mkdir()
    for kind in ("docx", "epub"):
        name, _, raw = KINDS[kind]
        (folder / name).write_bytes(raw)
    (folder / "notes.xyz").write_text("?")
    home = tmp_path / "home"
    with Library.build(home, corpus=small_corpus) as library:
        added = library.add([folder], as_document="mine-1987-ru")
        assert added.files == (KINDS["epub"][0], KINDS["docx"][0])
        assert "file-skipped" in [problem.code for problem in added.problems]
        before = [clause.text for clause in library.toc("mine-1987-ru")]
    with Library.build(home, corpus=small_corpus) as rebuilt:
        assert [clause.text for clause in rebuilt.toc("mine-1987-ru")] == before


# bad input


def _zip_bomb() -> bytes:
    return make.make_zip({"word/document.xml": bytes(300 * 2**20)})


def _ratio_bomb() -> bytes:
    return make.make_zip({"laws.txt": bytes(40 * 2**20)})


def _lying_sizes() -> bytes:
    """An archive that names a small size for a member that unpacks to more."""
    raw = bytearray(make.make_zip({"laws.txt": b"A" * 2**20}))
    central = raw.rfind(b"PK\x01\x02")
    struct.pack_into("<I", raw, central + 24, 1000)
    return bytes(raw)


def _many_entries() -> bytes:
    return make.make_zip({f"{number}.txt": b"" for number in range(10_001)})


def _locked_zip() -> bytes:
    raw = bytearray(make.make_zip({"laws.txt": TEXT.encode()}))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        raw[raw.find(signature) + offset] |= 1
    return bytes(raw)


ENTITY_BOMB = '<!DOCTYPE x [<!ENTITY a "ха"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:9/x.dtd"> %a;]>'


def _fb2_with(doctype: str) -> bytes:
    return f'<?xml version="1.0"?>{doctype}<FictionBook><body><p>&a;</p></body></FictionBook>'.encode()


def test_word_counts_in_russian_letters_and_hides_text() -> None:
    levels = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{first}"/><w:numFmt w:val="{counts}"/><w:lvlText w:val="{text}"/></w:lvl>'
        for depth, (first, counts, text) in enumerate(
            (
                (10, "decimal", "Правило %1."),
                (1, "russianUpper", "%2."),
                (1, "decimal", "%3)"),
                (1, "russianLower", "%4)"),
            )
        )
    )
    numbering = (
        f'<w:numbering {make.W}><w:abstractNum w:abstractNumId="7">{levels}</w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
    )
    paragraphs = (
        ("Порядок в клубе", 0), ("Кто следит", 1), ("Судья следит.", None), ("Когда зовут", 1), ("Сразу:", 2), ("в споре;", 3),
        ("в пожаре;", 3), ("в грозу.", 3), ("Потом.", 2), ("Конец", 1), ("Все встают.", None), ("Кто прав", 0),
        ("Прав судья.", None),
    )  # fmt: skip
    body = "".join(
        make.docx_paragraph(
            text, "" if depth is None else f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="1"/></w:numPr>'
        )
        for text, depth in paragraphs
    )
    hidden = "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Никому не видно.</w:t></w:r>"
    parsed, _ = read(
        make.docx(f"{body}<w:p>{hidden}<w:r><w:t>Спорить можно.</w:t></w:r></w:p>", numbering=numbering), "x.docx"
    )
    texts = {name: clause.text for name, clause in flatten(parsed.clauses).items() if clause.text}
    assert texts == {
        "10A": "Судья следит.", "10B1": "Сразу:", "10B1(a)": "в споре;", "10B1(b)": "в пожаре;", "10B1(c)": "в грозу.",
        "10B2": "Потом.", "10C": "Все встают.", "11": "Прав судья.\nСпорить можно.",
    }  # fmt: skip


def test_a_page_beside_the_others_of_a_book_is_no_text_of_it() -> None:
    import io

    with zipfile.ZipFile(io.BytesIO(make.epub(PARAGRAPHS))) as archive:
        members: dict[str, bytes | str] = {name: archive.read(name) for name in archive.namelist()}
    package = members["OEBPS/book.opf"]
    assert isinstance(package, bytes)
    book = package.decode()
    book = book.replace("</manifest>", '<item id="ad" href="ad.xhtml"/></manifest>')
    book = book.replace('<itemref idref="two"/>', '<itemref idref="ad" linear="no"/><itemref idref="two"/>')
    members["OEBPS/book.opf"] = book.encode()
    members["OEBPS/ad.xhtml"] = "<html><body><p>Купите и другие книги.</p></body></html>".encode()
    parsed, _ = read(make.make_zip(members), "book.epub")
    assert tree(parsed) == CANONICAL
    assert any("другие книги" in item.text for item in parsed.furniture if item.kind == "navigation")


@pytest.mark.parametrize(
    "handle",
    [
        '<a class="headerlink" href="#a" title="Permalink">¶</a>',
        '<span class="mw-editsection">[<a href="/edit">edit</a>]</span>',
        '<a class="header-anchor" href="#a">#</a>',
    ],
)
def test_what_is_there_to_be_clicked_is_no_part_of_a_heading(handle: str) -> None:
    page = make.html_page(
        f"<h2>LAW 6 - THE SHUFFLE{handle}</h2><p>Shuffle it.</p><h2>LAW 7 - THE END{handle}</h2><p>Stop.</p>"
    )
    clauses = flatten(read(page, "x.html")[0].clauses)
    assert (clauses["6"].heading, clauses["7"].heading) == ("THE SHUFFLE", "THE END")


BAD: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "frames": (
        "x.html",
        lambda: b'<html><frameset cols="20%,80%"><frame src="menu.html"><frame src="laws.html"></frameset></html>',
        "page-frames",
    ),
    "zip-bomb": ("x.docx", _zip_bomb, "archive-too-large"),
    "ratio-bomb": ("x.zip", _ratio_bomb, "archive-too-large"),
    "many-entries": ("x.zip", _many_entries, "archive-too-large"),
    "lying-sizes": ("x.zip", _lying_sizes, "container-broken"),
    "nested": ("x.zip", lambda: make.make_zip({"inner.zip": KINDS["txt-zip"][2]}), "archive-nested"),
    "nested-disguised": ("x.zip", lambda: make.make_zip({"inner.txt": KINDS["txt-zip"][2]}), "archive-nested"),
    "many-texts": ("x.zip", lambda: make.make_zip({"a.txt": TEXT, "b.txt": TEXT}), "archive-many"),
    "no-texts": ("x.zip", lambda: make.make_zip({"a.png": b"\x89PNG"}), "container-unknown"),
    "climbing": ("x.zip", lambda: make.make_zip({"../../laws.txt": TEXT}), "archive-unsafe"),
    "climbing-windows": ("x.zip", lambda: make.make_zip({"..\\laws.txt": TEXT}), "archive-unsafe"),
    "absolute": ("x.zip", lambda: make.make_zip({"/etc/laws.txt": TEXT}), "archive-unsafe"),
    "locked-zip": ("x.zip", _locked_zip, "file-encrypted"),
    "cut-zip": ("x.zip", lambda: KINDS["txt-zip"][2][:-40], "container-broken"),
    "cut-docx": ("x.docx", lambda: _DOCX[: len(_DOCX) // 2], "container-broken"),
    "cut-epub": ("x.epub", lambda: KINDS["epub"][2][:500], "container-broken"),
    "cut-fb2": ("x.fb2", lambda: _FB2[: len(_FB2) // 2], "container-broken"),
    "docx-without-archive": ("x.docx", TEXT.encode, "container-broken"),
    "docx-bad-xml": ("x.docx", lambda: make.docx("<w:p>"), "container-broken"),
    "epub-page-lost": ("x.epub", lambda: _epub_without("OEBPS/a.xhtml"), "container-broken"),
    "epub-locked": (
        "x.epub",
        lambda: make.epub(
            PARAGRAPHS,
            extra={"META-INF/encryption.xml": '<e><CipherReference URI="OEBPS/a.xhtml"/></e>'},
        ),
        "file-encrypted",
    ),
    "entity-bomb": ("x.fb2", lambda: _fb2_with(ENTITY_BOMB), "xml-unsafe"),
    "external-entity": ("x.fb2", lambda: _fb2_with(EXTERNAL), "xml-unsafe"),
    "parameter-entity": ("x.fb2", lambda: _fb2_with(PARAMETER), "xml-unsafe"),
    "entity-bomb-docx": (
        "x.docx",
        lambda: make.make_zip({"word/document.xml": f'<?xml version="1.0"?>{ENTITY_BOMB}<d>&b;</d>'}),
        "xml-unsafe",
    ),
    "pdf-pictures": ("x.pdf", lambda: make.pdf([[], []]), "pdf-no-text"),
    "pdf-locked": ("x.pdf", lambda: make.pdf([PARAGRAPHS], encrypted=True), "file-encrypted"),
    "pdf-cut": ("x.pdf", lambda: b"%PDF-1.4\n1 0 obj\n<< /Type", "container-broken"),
    "word-locked": (
        "x.docx",
        lambda: b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le"),
        "file-encrypted",
    ),
    "old-word": ("x.doc", lambda: b"\xd0\xcf\x11\xe0" + bytes(600), "kind-office"),
    "opendocument": (
        "x.odt",
        lambda: make.make_zip({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<p/>"}),
        "kind-office",
    ),
    "excel": ("x.xlsx", lambda: make.make_zip({"xl/workbook.xml": "<w/>"}), "kind-office"),
    "rich-text": ("x.doc", lambda: b"{\\rtf1\\ansi text}", "kind-office"),
    "html-empty": ("x.html", lambda: make.html_page("<script>1</script>"), "file-empty"),
}


def _epub_without(member: str) -> bytes:
    import io

    with zipfile.ZipFile(io.BytesIO(KINDS["epub"][2])) as archive:
        return make.make_zip({name: archive.read(name) for name in archive.namelist() if name != member})


@pytest.mark.parametrize("kind", BAD)
def test_bad_files_are_refused_quickly_and_by_name(kind: str) -> None:
    name, build, code = BAD[kind]
    raw = build()
    with costing_less(5), pytest.raises(InputError) as caught:
        source_from_bytes(raw, name)
    assert caught.value.code == code
    for language in ("ru", "en"):
        locale.activate(language)
        assert name in locale.describe_error(caught.value)


def test_a_file_of_500_megabytes_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(500 * 2**20)
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as caught:
            read_source(path)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
    assert (caught.value.code, caught.value.params["limit"]) == ("file-too-large", MAX_BYTES // 2**20)


@pytest.mark.parametrize(
    "element", ["div", "table><tr><td", "ol><li", "b", "span", "blockquote", "a href=x", "a href=#x", "sup", "pre"]
)
def test_html_nested_20000_deep(element: str) -> None:
    with costing_less(20):
        source = source_from_bytes(make.html_page(f"<{element}>" * 20_000 + "дно" + "<p>Правило 7."), "deep.html")
    assert "дно" in source.text


def test_xml_nested_20000_deep() -> None:
    deep = "<section>" * 20_000 + "<p>дно</p>" + "</section>" * 20_000
    assert "дно" in source_from_bytes(f"<FictionBook><body>{deep}</body></FictionBook>".encode(), "x.fb2").text


@settings(max_examples=60)
@given(st.sampled_from(sorted(KINDS)), st.randoms(use_true_random=False))
def test_damaged_containers_are_read_or_refused(kind: str, chance: random.Random) -> None:
    name, _, raw = KINDS[kind]
    damaged = bytearray(raw)
    for _ in range(chance.randint(1, 6)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    if chance.random() < 0.3:
        del damaged[chance.randrange(len(damaged)) :]
    with contextlib.suppress(InputError):
        read(bytes(damaged), name)


@settings(max_examples=80)
@given(st.text(alphabet=st.sampled_from("<>/!-?[]&;='\" \nabpхт1.")), st.sampled_from(["x.html", "x.fb2"]))
def test_any_markup_is_read_or_refused(text: str, name: str) -> None:
    with contextlib.suppress(InputError):
        read(("<p>" + text).encode(), name)


def test_reading_twice_gives_the_same() -> None:
    for name, _, raw in KINDS.values():
        assert source_from_bytes(raw, name) == source_from_bytes(raw, name)
