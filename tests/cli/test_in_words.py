"""What is said in words of a reader: layouts, lines of a refused file, commands that nothing breaks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawsearch import locale
from lawsearch.browse.welcome import welcome_note
from lawsearch.cli import main
from lawsearch.errors import InputError
from lawsearch.library import Library
from lawsearch.locale import describe_error, speaking
from lawsearch.locale.heading import shown_heading
from lawsearch.source import source_from_bytes
from lawsearch.structure import LAYOUTS


@pytest.mark.usefixtures("small_corpus_in_use")
@pytest.mark.parametrize("ui", ["en", "ru"])
def test_a_layout_has_a_name_in_words(small_home: Path, capsys: pytest.CaptureFixture[str], ui: str) -> None:
    assert set(locale.LAYOUTS) == set(LAYOUTS)
    assert main(["--library", str(small_home), "--ui", ui, "sources"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "_" not in said
    assert {"en": "read as laws in English, utf-8", "ru": "прочитано как правила на английском языке, utf-8"}[
        ui
    ] in said


NULS = [
    (b"LAW 1 - THE PACK\nIt has 52\x00 cards.\n", 2),
    (b"LAW 1 - THE PACK\r\nIt has 52 cards.\r\n\r\n\x00", 4),
    ("Правило 1. Колода\nВ ней 52 карты.\x00\n".encode("cp1251"), 2),
    ("LAW 1 - THE PACK\nIt has 52\x00 cards.\n".encode("utf-16"), 2),
]


@pytest.mark.parametrize(("raw", "line"), NULS)
def test_the_line_of_a_nul_is_named(raw: bytes, line: int) -> None:
    with pytest.raises(InputError) as caught:
        source_from_bytes(raw, "laws.txt")
    with speaking("ru"):
        assert f"laws.txt, строка {line}: символ NUL" in describe_error(caught.value)


@pytest.mark.parametrize("ui", ["en", "ru"])
def test_the_command_of_the_welcome_is_on_a_line_of_its_own(ui: str) -> None:
    with speaking(ui):
        lines = welcome_note().plain.split("\n")
    (command,) = [line for line in lines if "lawsearch add" in line]
    assert re.fullmatch(r"  lawsearch add \w+", command)
    assert len(command) < 40


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("LHO (LHO)", "LHO (LHO)"), ("RHO", "RHO"), ("THE BID", "The bid"), ("THE CARDS.", "The cards"),
        ("ПАС", "ПАС"), ("ПАС И КОНТРА -", "Пас и контра"),
    ],
)  # fmt: skip
def test_abbreviations_keep_their_capitals(heading: str, shown: str) -> None:
    assert shown_heading(heading) == shown


def test_a_name_is_no_sentence(library: Library) -> None:
    """What a word was found through is said in small letters, wherever the text prints it."""
    found = [way.text for hit in library.search("ренонс", limit=20).hits for way in hit.through if way.kind == "term"]
    assert found
    assert [text for text in found if text[:1].isupper()] == []


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("72B1", ["запрещается[must not] нарушать", "player [must not] break"]),
        ("72B3", ["Игрок не вправе[may not] пытаться", "player [may not] try"]),
    ],
)
def test_a_duty_of_two_words_has_one_bracket(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, address: str, said: list[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["--library", str(home), "--ui", "ru", "--plain", "duties", address]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert [part for part in said if part not in words] == []
