"""Clauses that have a heading and no text, in two editions."""

from __future__ import annotations

import pytest

from lawsearch.cli.compare import say_compared
from lawsearch.library.comparing import Comparison, compare, pair_by_address
from lawsearch.locale import speaking
from lawsearch.model import Clause, ParsedDocument
from tests.reading.parsing import flatten, parse_text

OLDER = """LAW 91 - PENALIZE OR SUSPEND
A. Director's powers
He may give a penalty in points.
B. Barring a contestant
1. In a club
The club bars him for good reason.
C. Hats

LAW 92 - THE RIGHT TO AN APPEAL
A. Who may appeal
B. Smoking
"""
NEWER = """LAW 91 - POWER TO PENALIZE
A. Director's powers
He may give a penalty in points.
B. Telephones
1. In the playing area
They are switched off.
C. Barring a contestant
1. In a club
The club bars him for good reason.

LAW 92 - THE RIGHT TO AN APPEAL
A. Who may appeal
B. Late appeals
"""
RUSSIAN = """Правило 92. Право на апелляцию
-----------------------------
A. Кто вправе просить
"""
COMPARED = [
    ("91", [("same", "91", "91"), ("same", "91A", "91A"), ("right", "", "91B"), ("right", "", "91B1"),
            ("moved", "91B", "91C"), ("moved", "91B1", "91C1"), ("left", "91C", "")]),
    ("92", [("same", "92A", "92A"), ("same", "92B", "92B")]),
    ("92A", [("same", "92A", "92A")]),
]  # fmt: skip


LEFT, RIGHT, TWIN = (parse_text(text)[0] for text in (OLDER, NEWER, RUSSIAN))


def _clause(parsed: ParsedDocument, address: str) -> Clause:
    return flatten(parsed.clauses)[address]


def _compared(address: str) -> list[Comparison]:
    return compare(_clause(LEFT, address), _clause(RIGHT, address), RIGHT.clauses, lambda word: [word])


@pytest.mark.parametrize(("address", "expected"), COMPARED)
def test_a_heading_is_compared(address: str, expected: list[tuple[str, str, str]]) -> None:
    found = _compared(address)
    assert [(item.kind, item.left_name, item.right_name) for item in found] == expected


def test_a_heading_is_set_beside_that_of_the_other_language() -> None:
    found = pair_by_address(_clause(LEFT, "92"), _clause(TWIN, "92"))
    assert [(item.kind, item.left_name, item.right_name) for item in found] == [
        ("paired", "92A", "92A"), ("left", "92B", ""),
    ]  # fmt: skip


def test_what_is_said_of_headings(capsys: pytest.CaptureFixture[str]) -> None:
    with speaking("en"):
        say_compared(LEFT.document, RIGHT.document, _compared("91"))
    said = capsys.readouterr().out
    assert "91  only the heading has changed\n  [-Penalize or suspend-]{+Power to penalize+}\n\n" in said
    assert "91C  no counterpart" in said
    assert "\n\n\n" not in said
