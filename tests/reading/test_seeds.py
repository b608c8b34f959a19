"""The three real fragments come out as correct trees. They are read where they are, and never copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawsearch.model import Clause, ParsedDocument
from tests.reading.parsing import check_promises, flatten, parse

NAMES = {"000": "000_34cbeda72fa944c8.txt", "001": "001_4e6cafd667c2496c.txt", "003": "003_de99c5d748a3f503.txt"}


@pytest.fixture(scope="module")
def trees(seeds: Path) -> dict[str, ParsedDocument]:
    return {number: parse(seeds / name) for number, name in NAMES.items()}


def _wanted(clause: Clause) -> list[str]:
    return [f"{wanted.role}:{wanted.address}" for reference in clause.references for wanted in reference.wanted]


@pytest.mark.parametrize("number", NAMES)
def test_promises(trees: dict[str, ParsedDocument], seeds: Path, number: str) -> None:
    check_promises(trees[number], (seeds / NAMES[number]).read_text(encoding="utf-8"))


def test_000(trees: dict[str, ParsedDocument]) -> None:
    clauses = flatten(trees["000"].clauses)
    assert list(clauses) == [
        "59", "59.1", "59.1(a)", "59.1(b)", "59.2", "59.3", "59.3(a)", "59.3(b)", "59.4", "59.5",
        "60", "60.1", "60.2", "60.3", "60.4",
    ]  # fmt: skip
    assert (clauses["59"].label, clauses["59"].heading, clauses["59"].text) == (None, None, "")
    assert _wanted(clauses["59.3(b)"]) == ["laws:50", "laws:51", "commentary:50.9", "commentary:51.4"]
    assert _wanted(clauses["59.5"]) == ["laws:61A"]
    assert _wanted(clauses["60.1"]) == ["commentary:11.5"]
    assert _wanted(clauses["60.2"]) == ["laws:10", "commentary:10.1"]
    third = clauses["60.3"]
    assert "сохраняется; тогда все сыгранные перед этим" in third.text
    assert [third.text[span.start : span.stop] for span in third.emphasis] == ["ход"]
    assert [name for name, clause in clauses.items() if clause.cut] == ["60.4"]
    assert len(trees["000"].unplaced) == 1
    assert trees["000"].unplaced[0].text.isupper()
    assert trees["000"].document.layout == "commentary"


def test_001(trees: dict[str, ParsedDocument]) -> None:
    parsed = trees["001"]
    clauses = flatten(parsed.clauses)
    assert list(clauses) == [
        "10", "10A", "10B", "10C", "10C1", "10C2", "11", "11A", "14", "14A", "14A1", "14A2", "14B", "14B1", "14B1(a)",
    ]  # fmt: skip
    assert all(clauses[name].heading for name in clauses if name != "14B1(a)")
    assert clauses["10B"].heading == "Отмена исполнения наказания или отказа от наказания"
    assert clauses["14A"].heading == "В руке обнаружен недостаток карт до начала игры"
    assert _wanted(clauses["14B1(a)"]) == ["laws:67"]
    assert clauses["11A"].cut
    assert clauses["11A"].pages == (42,)
    assert [name for name, clause in clauses.items() if clause.cut] == ["11A"]
    assert clauses["14"].pages == ()
    unplaced = "\n".join(clause.text for clause in parsed.unplaced)
    assert "2.Информация помешает" in unplaced
    assert "C.Игра завершена" in unplaced
    assert parsed.document.layout == "laws_ru"
    lengths = [len(item.text) for item in parsed.furniture if item.kind == "underline"]
    assert lengths == [31, 37, 31]


def test_003(trees: dict[str, ParsedDocument]) -> None:
    parsed = trees["003"]
    clauses = flatten(parsed.clauses)
    assert list(clauses) == [
        "51", "51.1", "51.2", "51.3", "51.3(i)", "51.3(ii)", "51.3(iii)", "51.3#closing", "51.4",
        "52", "52.1", "52.2", "52.2(i)", "52.2(ii)", "52.3", "53", "53.1", "53.2",
    ]  # fmt: skip
    assert [clause.text for clause in parsed.unplaced] == ["55."]
    assert _wanted(clauses["51.3#closing"]) == ["commentary:51.3(i)", "commentary:51.3(ii)", "commentary:51.3(iii)"]
    assert _wanted(clauses["51.4"]) == ["laws:59", "commentary:50.8(iii)"]
    assert _wanted(clauses["52.3"]) == ["commentary:52.2(ii)", "laws:10B", "laws:12A3"]
    assert _wanted(clauses["53.2"]) == ["laws:54"]
    assert [name for name, clause in clauses.items() if clause.cut] == ["53.2"]
    assert not any(clause.pages for clause in clauses.values())  # ..pageN is layout, no page
