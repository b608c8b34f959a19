"""Work that grows with the length of a text and no faster: what was quadratic would take minutes on these."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch.cli.output import flow
from lawsearch.export.markup import clause_html
from lawsearch.language.sentences import sentence_around
from lawsearch.library.aligning import align
from lawsearch.library.statistics import strong_components
from lawsearch.model import Address, Clause, Reference, Span
from tests.timing import costing_less

_MANY = 20_000
_SECONDS = 20.0  # it takes one or two


def _sentences(count: int) -> tuple[str, list[Span]]:
    sentence = "Here Law 5 is cited. "
    return sentence * count, [Span(n * len(sentence) + 5, n * len(sentence) + 10) for n in range(count)]


def test_the_sentences_of_many_references() -> None:
    text, spans = _sentences(_MANY)
    with costing_less(_SECONDS):
        found = {text[slice(*sentence_around(text, span.start, span.stop))] for span in spans}
    assert found == {"Here Law 5 is cited."}


@pytest.mark.parametrize("end", [" ", "\n"])
def test_many_marks_and_notes_on_the_screen(end: str) -> None:
    text = f"word{end}" * _MANY
    spans = [Span(n * 5, n * 5 + 4) for n in range(_MANY)]
    with costing_less(_SECONDS):
        written = flow(text, marks=[(span, str.upper) for span in spans], notes=[(span.stop, "!") for span in spans])
    assert written.split() == ["WORD!"] * _MANY


def test_marks_that_overlap_are_all_there() -> None:
    marks = [(Span(0, 30), str.upper), (Span(5, 9), str.upper), (Span(31, 35), str.upper)]
    assert flow("one two three four five six sev end", marks=marks) == "ONE TWO THREE FOUR FIVE SIX SEv END"


@settings(max_examples=400)
@given(
    text=st.text(alphabet="xй .♠\n", max_size=200),
    indent=st.sampled_from(["", "  ", "        "]),
    first=st.sampled_from([None, "", "1. ", "\x1b[1mbold\x1b[0m ", "wider than the line is, by far: "]),
)
def test_text_without_marks_is_cut_as_one_with_marks(text: str, indent: str, first: str | None) -> None:
    plain = flow(text, indent=indent, first=first, width=30)
    assert plain == flow(text, indent=indent, first=first, width=30, marks=[(Span(900, 901), str)])


def test_a_long_paragraph_on_the_screen() -> None:
    with costing_less(_SECONDS):
        written = flow("word " * 1_000_000, width=40)
    assert written.count("\n") == 1_000_000 // 8 - 1


def test_many_references_in_the_markup_of_a_clause() -> None:
    text, spans = _sentences(_MANY)
    references = tuple(Reference(text="Law 5", span=span, form="law", status="resolved", wanted=()) for span in spans)
    clause = Clause(document="d", address=Address(("1",)), kind="law", text=text, references=references)
    with costing_less(_SECONDS):
        written = clause_html(clause, lambda _reference: "#", marks=spans)
    assert written.count("<a ") == written.count("<mark>") == _MANY


def test_many_siblings_side_by_side() -> None:
    def tree(document: str, numbers: range) -> Clause:
        children = tuple(Clause(document=document, address=Address((str(n),)), kind="law", text="x") for n in numbers)
        nameless = tuple(Clause(document=document, address=None, kind="closing", text="y") for _ in range(_MANY // 4))
        return Clause(document=document, address=Address(("0",)), kind="part", children=(*children, *nameless))

    with costing_less(_SECONDS):
        rows = align([tree("a", range(1, _MANY, 2)), tree("b", range(1, _MANY))])
    numbers = [int(str(row.address)) for row in rows[1:] if row.address is not None]
    assert numbers == sorted(numbers) == list(range(1, _MANY))


def test_a_long_chain_of_references() -> None:
    chain = {number: [number + 1] for number in range(_MANY)}
    with costing_less(_SECONDS):
        assert len(strong_components({**chain, _MANY: []})) == _MANY + 1
        ring = strong_components({**chain, _MANY: [0]})
    assert [len(members) for members in ring] == [_MANY + 1]
    assert ring[0] == list(range(_MANY + 1))
