"""Sentences with citations, and sentences that only look so: ``cases/citations-*.tsv``.

A line is: text (``\\n`` is a line end), the address it stands at or ``-``, the expected ``role:address`` … or
``-``, and its kind (wild, made, negative).
"""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from lawsearch.address import parse_address
from lawsearch.references import find_citations
from tests.benchmarks.citations import PIECES, REFUSED, fill
from tests.conftest import CASES
from tests.timing import cost_ratio
from tests.upkeep.baseline import floors


def _read(name: str) -> list[tuple[str, str, str, str]]:
    rows = []
    for line in (CASES / name).read_text(encoding="utf-8").splitlines():
        text, standing, expected, kind = line.split("\t")
        rows.append((text.replace("\\n", "\n"), standing, expected, kind))
    return rows


ROWS = [*_read("citations-ru.tsv"), *_read("citations-en.tsv")]


def test_a_quarter_are_negatives_or_traps() -> None:
    negatives = sum(kind == "negative" for *_, kind in ROWS)
    assert len(ROWS) >= 450
    assert negatives * 4 >= len(ROWS)
    for language in ("ru", "en"):
        rows = _read(f"citations-{language}.tsv")
        assert sum(kind == "negative" for *_, kind in rows) * 4 >= len(rows)
    assert all((expected == "-") == (kind == "negative") for *_, expected, kind in ROWS)
    assert len({text for text, *_ in ROWS}) == len(ROWS)


def _addresses(text: str, standing: str) -> list[str]:
    place = None if standing == "-" else parse_address(standing)
    role = "commentary" if place is not None and place.is_commentary else "laws"
    return [
        f"{wanted.role}:{wanted.address}"
        for citation in find_citations(text, place, role=role)
        for wanted in citation.wanted
    ]


def measure_citations() -> dict[str, float]:
    """Precision and recall over all cases, each cited address counted once for each time it is cited."""
    right = found_all = expected_all = 0
    for text, standing, expected, _ in ROWS:
        found = Counter(_addresses(text, standing))
        wanted = Counter([] if expected == "-" else expected.split())
        right += (found & wanted).total()
        found_all += found.total()
        expected_all += wanted.total()
    return {"precision": right / found_all, "recall": right / expected_all, "sentences": len(ROWS)}


def test_precision_and_recall_are_pinned() -> None:
    measured = measure_citations()
    for name, floor in floors("citations").items():
        assert measured[name] >= floor, name


@pytest.mark.parametrize(("text", "standing", "expected", "kind"), ROWS)
def test_citations(text: str, standing: str, expected: str, kind: str) -> None:
    assert _addresses(text, standing) == ([] if expected == "-" else expected.split())
    for citation in find_citations(text, None if standing == "-" else parse_address(standing)):
        assert text[citation.span.start : citation.span.stop] == citation.text
        assert not citation.text.endswith((".", " ", ","))


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("См. п.50.9.", ["п.50.9"]),
        ("(п.50.9).", ["п.50.9"]),
        ("(см. п.п. 50.9. и 51.4.)", ["п.п. 50.9", "51.4"]),
        ("согласно Правилам 50 или 51, если", ["Правилам 50", "51"]),
        ("Правила 45-47 и 49", ["Правила 45-47", "49"]),
        ("see Laws 27B1(b), 30B1(b)(i) and 32A2(a).", ["Laws 27B1(b)", "30B1(b)(i)", "32A2(a)"]),
        ("прави-\nла 70 или 71", ["прави-\nла 70", "71"]),
    ],
)
def test_spans(text: str, spans: list[str]) -> None:
    assert [citation.text for citation in find_citations(text)] == spans


# What was seen in real texts (a word in a case, a number in a shape, what stands between them), without its sentence.
FORMS = [line.split("\t") for line in (CASES / "citation-forms.tsv").read_text(encoding="utf-8").splitlines()]
CARRIERS = [
    "{}",
    "({})",
    "Судья молчал, {}.",
    "Было решено {}, а не иначе",
    "так ({}; спор окончен)",
    "He said: {}!",
    "«{}»",
]


@pytest.mark.parametrize(("form", "standing", "expected"), FORMS)
def test_forms_seen_in_real_texts(form: str, standing: str, expected: str) -> None:
    written = form.replace("\\n", "\n")
    for carrier in CARRIERS:
        assert _addresses(carrier.format(written), standing) == ([] if expected == "-" else expected.split()), carrier


def test_a_clause_of_some_other_text_is_said_to_be_elsewhere() -> None:
    for text in ("см. пункт 11.5 регламента", "п. 1.2 нашего договора", "Clause 3.2 of the contract binds."):
        (citation,) = find_citations(text)
        assert citation.wanted == ()
        assert text[citation.span.start : citation.span.stop] == citation.text


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("the 2007 Law 27C", "2007"),
        ("2007 Laws 27B and 28", "2007"),
        ("In the 1997 Code, Law 12C2 was longer.", "1997"),
        ("По Кодексу 1997 года правило 12С2 было длиннее", "1997"),
        ("In 2007 Law 27 was new.", ""),
        ("On 5 May 2007 Law 27 was read.", ""),
        ("In 2010 the 2010 Law 27 was a joke.", ""),
        ("В 1997 правило 12С2 изменили", ""),
        ("The code of 2007. Law 27", ""),
    ],
)
def test_the_edition_may_stand_before_the_law(text: str, edition: str) -> None:
    assert {citation.edition for citation in find_citations(text)} == {edition}


def test_a_letter_and_a_number_that_the_document_has_need_no_word() -> None:
    known = {parse_address("27A1"), parse_address("27B3")}
    for text, standing, expected in (
        ("only what A1 lists may stand", "27C", ["27A1"]),
        ("only what A2 lists may stand", "27C", []),
        ("A1 allows more, and so does B3", "27C", ["27A1", "27B3"]),
        ("only what A1 lists", "59.3", []),
    ):
        found = find_citations(text, parse_address(standing), known=known)
        assert [str(one.wanted[0].address) for one in found] == expected, text


@pytest.mark.parametrize(("opening", "piece"), PIECES)
def test_time_is_linear(opening: str, piece: str) -> None:
    """A page of near-citations costs about as much for each character as ten pages of them."""
    small, large = (partial(find_citations, opening + fill(piece, size)) for size in (3_000, 30_000))
    assert cost_ratio(small, large, least=0.002, times=2, enough=40) < 40


@pytest.mark.parametrize(("piece", "ending", "standing"), REFUSED)
def test_a_refused_list_is_read_once(piece: str, ending: str, standing: str | None) -> None:
    place = parse_address(standing) if standing else None
    small, large = (partial(find_citations, fill(piece, size) + ending, place) for size in (1_000, 10_000))
    assert cost_ratio(small, large, least=0.002, enough=40) < 40
