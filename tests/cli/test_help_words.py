"""``lawsearch help``: what a newcomer types first is no question to the Laws."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawsearch.cli import main


@pytest.mark.parametrize(
    ("ui", "line", "said"),
    [
        ("en", ["help"], "Usage: lawsearch [OPTIONS] COMMAND …"),
        ("en", ["help", "show"], "Usage: lawsearch show"),
        ("ru", ["help", "check"], "Использование: lawsearch check"),
        ("ru", ["Справка"], "Использование: lawsearch [ПАРАМЕТРЫ] КОМАНДА …"),
        ("ru", ["справка", "add"], "Использование: lawsearch add"),
    ],
)
def test_help_is_help(capsys: pytest.CaptureFixture[str], ui: str, line: list[str], said: str) -> None:
    assert main(["--ui", ui, *line]) == 0
    assert capsys.readouterr().out.startswith(said)


@pytest.mark.usefixtures("small_corpus_in_use")
@pytest.mark.parametrize("line", [["help", "declarer"], ["search", "help"]])
def test_other_words_are_searched(small_home: Path, capsys: pytest.CaptureFixture[str], line: list[str]) -> None:
    main(["--library", str(small_home), "--ui", "en", *line])
    said = capsys.readouterr()
    assert "Usage" not in said.out + said.err
