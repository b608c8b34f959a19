"""Clauses as lines: wrapping, tables, marks, links. No screen is needed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from lawsearch.browse.quoting import quote
from lawsearch.browse.text import Cell, Found, RowText, clause_cell
from lawsearch.library import Library
from lawsearch.locale.display import safe
from lawsearch.model import Clause, Span, Table


def without_child(clause: Clause, number: int) -> Clause:
    """The clause without one of its children."""
    return replace(clause, children=(*clause.children[:number], *clause.children[number + 1 :]))


def row(*cells: Cell, name: str = "", margin: int = 0, depth: int = 0) -> RowText:
    return RowText(name=name, cells=cells, languages=("ru", "en")[: len(cells)], margin=margin, depth=depth)


def plain(text: str) -> Cell:
    return Cell(head=Content(""), body=Content(text))


def test_the_address_stands_in_the_margin() -> None:
    lines = row(plain("one two three four five six"), name="54B1", margin=6).lines(24).plain.split("\n")
    assert [line.rstrip() for line in lines] == ["54B1  one two three four", "      five six"]


def test_two_languages_stand_side_by_side_or_interleaved() -> None:
    text = row(plain("слово " * 30), plain("word " * 30), name="1", margin=4)
    wide = text.lines(90).plain.split("\n")
    assert "слово" in wide[0]
    assert "word" in wide[0]
    narrow = text.lines(50).plain.split("\n")
    assert "word" not in narrow[0]
    assert any(line.startswith("en  word") for line in narrow)


def test_a_gap_is_said() -> None:
    assert "not in this text" in row(clause_cell(None), plain("word")).lines(80).plain


def test_links_know_their_lines(library: Library) -> None:
    clause = library.show("54B", language="en")
    text = row(clause_cell(replace(clause, children=())), name="54B", margin=6)
    lines = text.lines(40).plain.split("\n")
    assert len(text.links) == len(clause.references) == 2
    for number, reference in enumerate(clause.references):
        assert reference.text.split()[0] in lines[text.link_lines[number]]


def test_marks_lie_on_the_words(library: Library) -> None:
    hit = library.search("penalty card", language="en", limit=1).hits[0]
    clause = library.show(hit.address, language="en")
    assert hit.highlights
    cell = clause_cell(clause, Found(text=hit.highlights, heading=hit.title_highlights))
    marked = [cell.body.plain[span.start : span.end] for span in cell.body.spans if "mark" in str(span.style)]
    assert marked == [clause.text[span.start : span.stop] for span in hit.highlights]
    assert hit.title_highlights
    heads = [cell.head.plain[span.start : span.end] for span in cell.head.spans if "mark" in str(span.style)]
    assert heads == [hit.title[span.start : span.stop] for span in hit.title_highlights]


TABLE = [("Board", "Dealer", "Vulnerable side"), ("1", "North", "None"), ("2", "East", "North-South")]


def table_lines(width: int) -> list[str]:
    """A clause that holds the table, as it is drawn."""
    text = "\n".join(map(" | ".join, TABLE))
    clause = Clause(document="d", address=None, kind="table", text=text, tables=(Table.from_lines(TABLE),))
    return [line.rstrip() for line in row(clause_cell(clause)).lines(width).plain.strip("\n").split("\n")]


@pytest.mark.parametrize(("width", "lines"), [(60, 4), (28, 5)])
def test_a_table_stands_in_columns(width: int, lines: int) -> None:
    drawn = table_lines(width)
    assert len(drawn) >= lines
    assert max(map(len, drawn)) <= width
    east = next(line for line in drawn if "East" in line)
    assert east.index("East") == drawn[0].index("Dealer")
    assert any(set(line) <= {"─", " "} for line in drawn)


def test_a_table_that_is_too_wide_is_read_row_by_row() -> None:
    assert "Dealer: East" in table_lines(20)


def test_red_suits_are_red() -> None:
    clause = Clause(document="d", address=None, kind="item", text="♠ ♥ ♦ ♣")
    cell = clause_cell(clause)
    assert [cell.body.plain[span.start : span.end] for span in cell.body.spans] == ["♥", "♦"]


def test_a_cut_is_said() -> None:
    clause = Clause(document="d", address=None, kind="item", text="and the rest is", cut=True)
    assert "[the text breaks off here]" in row(clause_cell(clause)).lines(60).plain


@given(st.text(max_size=200), st.integers(16, 90), st.integers(0, 4))
def test_any_text_is_drawn_within_its_width(text: str, width: int, depth: int) -> None:
    clause = Clause(document="d", address=None, kind="item", text=text, heading=text[:20])
    drawn = row(clause_cell(clause), name="1", margin=3, depth=depth).lines(width)
    assert all(line.cell_length <= max(width, 19) for line in drawn.split("\n", allow_blank=True))
    letters = [char for char in safe(text) if char.isalnum()]
    assert [char for char in drawn.plain if char.isalnum()][-len(letters) :] == letters or not letters


def test_safe_keeps_the_length() -> None:
    steering = "\x1b[31m \x9b2J \u202eabc\u202c \u2066x\u2069 \u061c \x07"
    assert len(safe(steering)) == len(steering)
    assert safe(steering).isprintable()


def test_a_quotation_names_its_source(library: Library) -> None:
    clauses = [library.show("54D", language=language) for language in ("ru", "en")]
    text = quote(clauses, [library.documents[clause.document] for clause in clauses])
    first, second = text.split("\n\n")
    assert first.startswith("54D ")
    assert first.splitlines()[-1].startswith("— Правило 54D, ")
    assert "(digest-2017-en). Unofficial restatement." in second


def test_spans_are_those_of_the_text() -> None:
    clause = Clause(document="d", address=None, kind="item", text="one two", emphasis=(Span(4, 7),))
    (span,) = clause_cell(clause).body.spans
    assert (span.start, span.end) == (4, 7)
