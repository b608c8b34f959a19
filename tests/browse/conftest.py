"""Fixtures: a library that the reader opens, with a document of the user's own in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawsearch import locale
from lawsearch.browse.state import STATE_FILE
from lawsearch.library import Library
from tests.conftest import MadeOnce

OWN = "club-2024-en"
OWN_TEXT = """House rules [bold red]of the club[/]

1. Phones [bold]stay[/bold] off; \x1b[31mred\x1b[0m, \u202eevil\u202c and [@click=app.quit]quit[/] are shown as written.

2. A late pair waits outside, see Law 54A and Law 99Z9.

3. The hall is swept after the last
"""


@pytest.fixture(scope="module")
def shelf_home(home: Path, made_once: MadeOnce, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with a document of the user's own that tries to steer the screen."""

    def fill(folder: Path) -> None:
        shutil.copytree(home, folder)
        text = tmp_path_factory.mktemp("own") / "club.txt"
        text.write_text(OWN_TEXT, encoding="utf-8")
        with Library.open(folder) as library:
            library.add([text], as_document=OWN, title="The [i]club[/i]")

    filled = made_once("shelf", fill)
    return Path(shutil.copytree(filled, tmp_path_factory.mktemp("browse") / "library"))  # sessions write into it


@pytest.fixture
def shelf(shelf_home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """The library, opened in a terminal with all colours, before anybody has read in it."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    (shelf_home / STATE_FILE).unlink(missing_ok=True)
    locale.activate("en")
    with Library.open(shelf_home) as opened:
        yield opened
