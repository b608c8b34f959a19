"""What ``add`` and ``parse`` say of pages and lines, and what ``--strict`` refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawsearch.cli import main
from lawsearch.errors import InputError
from lawsearch.library import Library, explain_files, parse_files
from lawsearch.library.reports import report_pages
from tests.reading.families import LAWS_FAMILIES, Style, cut_pages, in_runs, print_pages, set_laws


@pytest.fixture
def four_runs(tmp_path: Path) -> Path:
    """A print-out in four runs without its pages 5 and 6."""
    pages = cut_pages(set_laws(Style()))
    path = tmp_path / "four.txt"
    lines = print_pages(pages, [number for number in in_runs(len(pages), 4) if number not in (5, 6)])
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_pages_found_missing_and_moved(four_runs: Path) -> None:
    pages = report_pages(parse_files([four_runs])[0])
    assert pages.found == (1, 2, 3, 4, 7, 8, 9, 10, 11, 12)
    assert pages.missing == (5, 6)
    assert pages.moved == 4  # 9, 10, 11 and 4 of 1 9 2 10 3 7 11 4 8 12


def test_a_fragment_says_why_it_has_no_place(four_runs: Path) -> None:
    reasons = [item.params["reason"] for item in parse_files([four_runs])[0].problems if item.code == "unplaced-text"]
    assert reasons == ["page-lost"]


def test_strict_adds_nothing(four_runs: Path, small_corpus: Path, tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", corpus=small_corpus) as library:
        with pytest.raises(InputError) as caught:
            library.add([four_runs], as_document="laws-1987-ru", strict=True)
        assert caught.value.code == "problems-found-add"
        assert "laws-1987-ru" not in library.documents
        clean = tmp_path / "clean.txt"
        clean.write_text(LAWS_FAMILIES["four-runs"].text, encoding="utf-8")
        added = library.add([clean], as_document="laws-1987-ru", strict=True)
        assert added.problems == ()
        assert added.pages.moved > 0


def test_explain_covers_every_line(tmp_path: Path) -> None:
    path = tmp_path / "frame.txt"
    path.write_text(LAWS_FAMILIES["frame"].text, encoding="utf-8")
    (explained,) = explain_files([path])
    places = explained.lines
    assert [place.line for place in places] == list(range(1, len(LAWS_FAMILIES["frame"].lines) + 1))
    assert all(place.places for place in places)
    assert places[0].places == ("frame", "chapter:5")
    assert places[1].places == ("frame", "law 62")


def test_the_commands(four_runs: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--ui", "en", "parse", "--explain", str(four_runs)]) == 0
    explained = capfd.readouterr().out
    assert "chapter:5" in explained
    assert "missing: 5–6" in explained
    assert main(["--ui", "en", "parse", "--strict", str(four_runs)]) == 3
    assert "--strict" in capfd.readouterr().err
