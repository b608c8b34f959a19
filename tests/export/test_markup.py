"""The text of a clause as HTML: nothing lost, nothing invented, nothing of a text is markup."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch.address import canonical
from lawsearch.export.characters import replace_forbidden
from lawsearch.export.markup import clause_html, text_html
from lawsearch.library import Library
from lawsearch.model import Clause, Reference, Span, Target
from tests.reading.parsing import parse_text


def _reference(start: int, stop: int, status: str = "resolved", address: str = "64A1") -> Reference:
    targets = (Target(document="laws-2017-en", address=canonical(address)),) if status == "resolved" else ()
    return Reference(text="", span=Span(start, stop), form="law", status=status, wanted=(), targets=targets)


def _clause(text: str, **fields: object) -> Clause:
    return Clause(document="laws-2017-en", address=canonical("1"), kind="item", text=text, **fields)  # type: ignore[arg-type]


def _link(reference: Reference) -> str | None:
    return f"#{reference.targets[0].address}" if reference.targets else None


def _stripped(markup: str) -> str:
    return html.unescape(re.sub(r"<[^<>]*>", "", markup))


class _Reader(HTMLParser):
    """The text and the tags as a browser's parser sees them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.tags: set[str] = set()
        self.open: list[str] = []

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def _check(clause: Clause, marks: tuple[Span, ...] = ()) -> str:
    markup = clause_html(clause, _link, marks=marks)
    wanted = replace_forbidden(clause.text)
    assert _stripped(markup) == wanted
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    assert reader.text == wanted
    assert not reader.open
    assert reader.tags <= {"p", "a", "em", "mark", "span", "table", "thead", "tbody", "tr", "th", "td"}
    read = ElementTree.fromstring(f"<x xmlns:epub='e'>{markup}</x>")
    assert "".join(read.itertext()) == wanted
    return markup


def test_spans_become_elements() -> None:
    text = "See Law 64A1 & the <b>rest</b>."
    markup = _check(_clause(text, references=(_reference(4, 12),), emphasis=(Span(8, 18),)), (Span(8, 12),))
    assert markup == (
        '<p>See <a class="ref ref-resolved" href="#64A1" data-targets="laws-2017-en:64A1">Law '
        "<em><mark>64A1</mark></em></a><em> &amp; the</em> &lt;b&gt;rest&lt;/b&gt;.</p>"
    )


def test_a_reference_without_a_link_is_a_span() -> None:
    assert _check(_clause("Law 99", references=(_reference(0, 6, "missing"),))) == (
        '<p><span class="ref ref-missing" data-targets="">Law 99</span></p>'
    )


def test_the_innermost_of_nested_references_is_shown() -> None:
    markup = _check(_clause("Laws 45 to 47", references=(_reference(0, 13), _reference(5, 7, address="45"))))
    assert re.findall(r'href="#(\w+)"[^>]*>([^<]*)', markup) == [("64A1", "Laws "), ("45", "45"), ("64A1", " to 47")]


def test_a_span_over_a_paragraph_end_is_cut_there() -> None:
    markup = _check(_clause("one two\nthree", references=(_reference(4, 10),), emphasis=(Span(0, 13),)))
    assert markup.count("<a ") == 2
    assert "<em>three</em>" not in markup  # a part of it is the link
    assert markup.count("<p>") == 2


def test_tables() -> None:
    parsed, _ = parse_text("LAW 2 - BOARDS\nText first.\nBoard | Dealer\n1 | Law 3\n2 | E\nText after.\n")
    clause = parsed.clauses[0]
    assert clause.tables
    start = clause.text.index("Law 3")
    linked = _clause(clause.text, tables=clause.tables, references=(_reference(start, start + 5),))
    markup = _check(linked, (Span(0, len(clause.text)),))
    assert markup.count("<tr>") == 3
    assert markup.count('<th scope="col">') == 2
    assert markup.count("<td>") == 4
    assert 'data-targets="laws-2017-en:64A1"><mark>Law 3</mark></a></td>' in markup
    assert [part.count("<p>") for part in markup.split("<table>")] == [1, 1]


def test_rows_with_bars_outside_and_empty_cells() -> None:
    from lawsearch.model import Table

    table = Table(columns=("a", "b"), rows=(("", "d"), ("e", "f")))
    markup = _check(_clause("| a | b |\n| | d |\n  e |f||\n", tables=(table,)))
    assert [markup.count(tag) for tag in ("<table>", "<tr>", "<td>", "<p>")] == [1, 3, 4, 1]


def test_a_table_that_the_text_does_not_hold_changes_nothing() -> None:
    from lawsearch.model import Table

    assert "<table>" not in _check(_clause("a | b\nc | x", tables=(Table(columns=("a", "b"), rows=(("c", "d"),)),)))


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>", "]]>", "</p></body>", "&lt;", "&#0;", "\x00\x01\x0b\x0c\x1f", "a\rb\r\nc", "\u2028\ud800\uffff", "<!-- x",
        "", "\n\n", " a  b\t", "<![CDATA[ x ]]>", "é\u0301\u00ad", "\x7f\x85\x9f",
    ],
)  # fmt: skip
def test_hostile_text_stays_text(text: str) -> None:
    assert "<script" not in _check(_clause(text))
    _check(_clause(text, emphasis=(Span(0, 3),), references=(_reference(1, 4),)), (Span(2, 9),))


def test_hostile_addresses_stay_inside_their_attribute() -> None:
    reference = _reference(0, 1, address='x" onclick="y')
    markup = clause_html(_clause("a", references=(reference,)), lambda _: 'j"><i>', marks=())
    assert markup.count('"') == 6
    assert "<i>" not in markup


_SPANS = st.builds(lambda a, b: Span(min(a, b), max(a, b)), st.integers(0, 45), st.integers(0, 45))
_TEXTS = st.text(st.one_of(st.sampled_from("ab <>&|\n\"'"), st.characters()), max_size=40)


@settings(max_examples=400)
@given(_TEXTS, st.lists(_SPANS, max_size=4), st.lists(_SPANS, max_size=4), st.lists(_SPANS, max_size=4))
def test_any_text_with_any_spans(text: str, links: list[Span], emphasis: list[Span], marks: list[Span]) -> None:
    references = tuple(
        _reference(span.start, span.stop, "resolved" if number % 2 else "missing") for number, span in enumerate(links)
    )
    _check(_clause(text, references=references, emphasis=tuple(emphasis)), tuple(marks))
    assert _stripped(text_html(text, marks)) == replace_forbidden(text)


@settings(max_examples=150)
@given(
    st.lists(st.lists(st.text("ab<& ", max_size=4), min_size=2, max_size=2), min_size=2, max_size=4),
    st.lists(_SPANS, max_size=3),
)
def test_any_table(rows: list[list[str]], spans: list[Span]) -> None:
    from lawsearch.model import Table

    cells = [tuple(cell.strip() for cell in row) for row in rows]
    text = "before\n" + "\n".join(" | ".join(row) for row in cells)
    clause = _clause(text, tables=(Table(columns=cells[0], rows=tuple(cells[1:])),), emphasis=tuple(spans))
    markup = _check(clause, tuple(spans))
    if all(cell for row in cells for cell in row):
        assert markup.count("<tr>") == len(rows)


def test_every_clause_of_the_corpus(library: Library) -> None:
    tables = links = 0
    for name in library.documents:
        for clause in library.export(name).walk():
            markup = _check(clause)
            tables += markup.count("<table>")
            links += markup.count("<a ")
            assert markup.count("<table>") == len(clause.tables)
            assert markup.count("<a ") >= len([item for item in clause.references if item.targets])
    assert tables >= 8
    assert links > 3000
