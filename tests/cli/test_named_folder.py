"""A folder that is named with --library: a slip of the keyboard makes no library; a folder that is there is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lawsearch.cli import main

pytestmark = pytest.mark.usefixtures("small_corpus_in_use")

READERS = [["sources"], ["show", "50"], ["search", "card"], ["add", "TEXT"], ["remove", "x"], ["problems"]]


@pytest.mark.parametrize("ui", ["en", "ru"])
@pytest.mark.parametrize("line", READERS, ids=lambda line: line[0])
def test_a_mistyped_folder_is_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: list[str], ui: str
) -> None:
    missing = tmp_path / "no such" / "laws"
    (tmp_path / "text.txt").write_text("LAW 1 - THE PACK\nIt has 52 cards.\n", encoding="utf-8")
    words = [str(tmp_path / "text.txt") if word == "TEXT" else word for word in line]
    assert main(["--library", str(missing), "--ui", ui, *words]) == 3
    said = capsys.readouterr()
    assert said.out == ""
    told = " ".join(said.err.split())
    assert f'lawsearch --library "{missing}" build' in told
    assert bool(re.search("[а-я]", told)) == (ui == "ru")
    assert not missing.parent.exists()


def test_the_library_beside_it_is_named(small_home_copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slip = small_home_copy.with_name("libary")
    (small_home_copy.parent / "librari").mkdir()  # a folder, and no library
    assert main(["--library", str(slip), "--ui", "en", "show", "50"]) == 3
    assert f"Did you mean {small_home_copy}?" in " ".join(capsys.readouterr().err.split())


def test_build_makes_the_folder_and_an_empty_one_is_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--library", str(tmp_path / "new" / "laws"), "build"]) == 0
    assert main(["--library", str(tmp_path / "new" / "laws"), "show", "50"]) == 0
    (tmp_path / "empty").mkdir()
    assert main(["--library", str(tmp_path / "empty"), "show", "50"]) == 0
    assert "50" in capsys.readouterr().out


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    assert main(["--library", str(tmp_path), "--ui", "en", "show", "50"]) == 3
    assert "is not a library" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
