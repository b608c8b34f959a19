"""Sentences with citations, and sentences that only look so: ``cases/citations-*.tsv``.

A line is: text (``\\n`` is a line end), the address it stands at or ``-``, the expected ``role:address`` … or
``-``, and its kind (wild, made, negative).
"""

from __future__ import annotations

import pytest

from lawsearch.address import parse_address
from lawsearch.references import find_citations
from tests.conftest import CASES


def _read(name: str) -> list[tuple[str, str, str, str]]:
    rows = []
    for line in (CASES / name).read_text(encoding="utf-8").splitlines():
        text, standing, expected, kind = line.split("\t")
        rows.append((text.replace("\\n", "\n"), standing, expected, kind))
    return rows


ROWS = [*_read("citations-ru.tsv"), *_read("citations-en.tsv")]


def test_a_quarter_are_negatives_or_traps() -> None:
    negatives = sum(kind == "negative" for *_, kind in ROWS)
    assert len(ROWS) >= 200
    assert negatives * 4 >= len(ROWS)


@pytest.mark.parametrize(("text", "standing", "expected", "kind"), ROWS)
def test_citations(text: str, standing: str, expected: str, kind: str) -> None:
    place = None if standing == "-" else parse_address(standing)
    role = "commentary" if place is not None and place.is_commentary else "laws"
    citations = find_citations(text, place, role=role)
    found = [f"{wanted.role}:{wanted.address}" for citation in citations for wanted in citation.wanted]
    assert found == ([] if expected == "-" else expected.split())
    for citation in citations:
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


def test_time_is_linear() -> None:
    """A page of near-citations costs about as much for each character as ten pages of them."""
    import time

    for piece in ("п.п.", "((((", "Правило ", "см. ", "50, ", "11.5. и ", "(i) "):
        costs = []
        for size in (2_000, 20_000):
            text = piece * (size // len(piece))
            start = time.perf_counter()
            find_citations(text)
            costs.append(time.perf_counter() - start)
        assert costs[1] < 60 * max(costs[0], 0.002), piece
