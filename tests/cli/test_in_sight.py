"""On a terminal the best hits stay in sight; elsewhere, and for who says how many, all are printed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from lawsearch.cli import main, output

Lines = list[str]


@pytest.fixture
def small(small_home: Path, small_corpus_in_use: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAWSEARCH_HOME", str(small_home))
    monkeypatch.setenv("COLUMNS", "60")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("rows", [6, 24, 40, None])
@pytest.mark.parametrize("query", ["штрафная карта", "penalty card"])
def test_the_hits_fit_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, query: str, rows: int | None
) -> None:
    monkeypatch.setattr(output, "terminal_height", lambda: rows)
    assert main(["--ui", "ru", "search", query]) == 0
    said = capsys.readouterr()
    numbers = re.findall(r"^ ?(\d+)\. ", said.out, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    lines = len(said.out.splitlines()) + len(said.err.splitlines())
    if rows is None:
        assert len(numbers) == 10
        assert "экран" not in said.err
    else:
        assert 1 <= len(numbers) < 10
        assert len(numbers) == 1 or lines < rows
        assert f"Показано {len(numbers)} из" in said.err
        assert "--limit" in said.err


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("options", "count"), [(["--limit", "9"], 9), (["--page", "2"], 10), (["--offset", "5"], 10)])
def test_who_says_how_many_gets_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: Lines, count: int
) -> None:
    monkeypatch.setattr(output, "terminal_height", lambda: 8)
    assert main(["search", *options, "penalty card"]) == 0
    assert len(re.findall(r"^ ?\d+\. ", capsys.readouterr().out, re.MULTILINE)) == count


def test_no_terminal_has_no_height(capsys: pytest.CaptureFixture[str]) -> None:
    assert output.terminal_height() is None


def test_a_terminal_that_does_not_say_its_height(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

        def fileno(self) -> int:
            return 1

    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr(os, "get_terminal_size", lambda _file: os.terminal_size((0, 0)))
    assert output.terminal_height() is None
    monkeypatch.setattr(os, "get_terminal_size", lambda _file: os.terminal_size((80, 24)))
    assert output.terminal_height() == 24
