"""The same clause side by side, and the sentence that a reference stands in."""

from __future__ import annotations

import pytest

from lawsearch import Library
from lawsearch.address import parse_address
from lawsearch.export.walking import walk
from lawsearch.language.sentences import sentence_around
from lawsearch.library.aligning import align
from lawsearch.model import Characters, Clause, Document, ParsedDocument


def _clause(document: str, address: str | None, *children: Clause, kind: str = "clause") -> Clause:
    where = parse_address(address) if address else None
    return Clause(document=document, address=where, kind=kind, text=f"{document} {address}", children=children)


def test_a_missing_twin_is_a_gap_and_never_a_shift() -> None:
    left = _clause("a", "9", _clause("a", "9A"), _clause("a", "9C"), _clause("a", None, kind="closing"))
    right = _clause("b", "9", _clause("b", "9A"), _clause("b", "9B"), _clause("b", "9C"))
    rows = align([left, right])
    assert [(str(row.address), [cell is not None for cell in row.cells]) for row in rows] == [
        ("9", [True, True]), ("9A", [True, True]), ("9B", [False, True]), ("9C", [True, True]), ("None", [True, False]),
    ]  # fmt: skip
    assert [row.depth for row in rows] == [0, 1, 1, 1, 1]
    assert align([None, None]) == []


def test_what_has_no_address_is_numbered_by_its_kind_in_a_row_as_in_a_document() -> None:
    inside = (_clause("a", "9A"), *(_clause("a", None, kind=kind) for kind in ("closing", "footnote", "footnote")))
    tree = _clause("a", "9", *inside)
    names = ["9", "9A", "9#closing", "9#footnote", "9#footnote-2"]
    assert [row.name for row in align([tree, None])] == names
    document = ParsedDocument(
        document=Document.unknown("en"), clauses=(tree,), unplaced=(), furniture=(), problems=(),
        characters=Characters(clauses=0, unplaced=0, furniture=0),
    )  # fmt: skip
    assert [placed.name for placed in walk(document)] == names


def test_the_corpus_aligns_without_a_gap(library: Library) -> None:
    assert len(library.toc("digest-2017-ru")) > 10
    for clause in library.toc("digest-2017-ru"):
        aligned = library.aligned(clause)
        assert [document.language for document in aligned.documents] == ["ru", "en"]
        assert len(aligned.rows) == sum(1 for _ in clause.walk())
        for row in aligned.rows:
            assert all(cell is not None and cell.address == row.address for cell in row.cells)


@pytest.mark.parametrize(
    ("text", "cited", "sentence"),
    [
        ("Одно. Смотри см. п. 11.5. Иначе нет.", "п. 11.5", "Смотри см. п. 11.5."),
        ("Карта видна (см. Правило 49). Судья решает.", "Правило 49", "Карта видна (см. Правило 49)."),
        ("First. See Law 50 (cf. Law 49). Last one.", "Law 50", "See Law 50 (cf. Law 49)."),
        ("Заголовок\nПравило 9 здесь", "Правило 9", "Правило 9 здесь"),
        ("Law 9", "Law 9", "Law 9"),
    ],
)
def test_the_sentence_around_a_place(text: str, cited: str, sentence: str) -> None:
    start = text.index(cited)
    first, last = sentence_around(text, start, start + len(cited))
    assert text[first:last] == sentence


def test_back_references_come_with_their_sentences(library: Library) -> None:
    found = library.citing(library.show("49", language="en"))
    assert found
    for citing in found:
        assert citing.sentence[citing.span.start : citing.span.stop] == citing.reference.text
        assert citing.sentence == citing.sentence.strip()
        assert "\n" not in citing.sentence
