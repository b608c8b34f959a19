"""The report of a document: enough to find a mistake, no word that could be read."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawsearch import cli
from lawsearch.export.masking import KEPT_WORDS, mask_text
from lawsearch.export.problem_report import report_lines, report_record
from lawsearch.language import fold
from tests.conftest import CASES, ROOT

TEXTS = sorted((CASES / "parse").glob("*.txt"))
CORPUS = sorted((ROOT / "corpus").glob("*/*.txt"))
_WORD = re.compile(r"[^\W\d_⁰¹²³⁴-⁹]{3,}")


def _readable(text: str) -> set[str]:
    """The words of three letters or more that are neither masked nor known words of headings and references."""
    return {
        word
        for word in _WORD.findall(text)
        if set(fold(word)) not in ({"ж"}, {"q"}) and not KEPT_WORDS.fullmatch(fold(word)) and not _is_roman(word)
    }


def _is_roman(word: str) -> bool:
    return re.fullmatch("[ivxlc]{3,5}", word.lower()) is not None


@pytest.mark.parametrize("path", [*TEXTS, *CORPUS], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_nothing_can_be_read(path: Path) -> None:
    text = path.read_bytes().decode("utf-8-sig")
    masked = mask_text(text)
    assert len(masked) == len(text)
    assert [len(line) for line in masked.splitlines()] == [len(line) for line in text.splitlines()]
    assert not _readable(masked)
    assert masked != text


def test_the_real_fragments_cannot_be_read(seeds: Path) -> None:
    paths = sorted(seeds.glob("*.txt"))
    assert paths
    for path in paths:
        record = report_record([path])
        said = "\n".join(report_lines(record)).partition("structure:")[2]
        text = path.read_text(encoding="utf-8-sig")
        words = {fold(word) for word in _WORD.findall(text) if not KEPT_WORDS.fullmatch(fold(word))}
        found = {fold(word) for word in _WORD.findall(said)}
        assert not {word for word in found & words if not _is_roman(word)}
        assert record["reads_alike"]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_report_of_a_case(path: Path) -> None:
    record = report_record([path])
    json.dumps(record)
    assert not _readable(record["text"]["file-1"])
    assert path.stem not in "\n".join(report_lines(record)) or path.stem in ("chapter", "crlf")
    assert record["files"][0]["bytes"] == path.stat().st_size
    assert record["documents"]
    assert all(document["structure"] for document in record["documents"])


def test_most_masked_texts_are_read_as_the_true_ones() -> None:
    """Words that stand for themselves, such as the names of definitions, are the exception."""
    alike = [report_record([path])["reads_alike"] for path in TEXTS]
    assert sum(alike) >= 0.8 * len(alike)


@given(st.text(max_size=200))
def test_any_text_is_masked_in_place(text: str) -> None:
    masked = mask_text(text)
    assert len(masked) == len(text)
    assert all(one == other for one, other in zip(text, masked, strict=True) if not one.isalpha())


def test_labels_and_references_stay() -> None:
    masked = mask_text(
        "Правило 50. КАРТА\n50.1. (a) игрок (см. п.11.5 выше) и Law 12C1(e)(ii), И (b) др.\nA.Заголовок к о т"
    )
    assert (
        masked == "Правило 50. ЖЖЖЖЖ\n50.1. (a) жжжжж (см. п.11.5 выше) и Law 12C1(e)(ii), И (b) жж.\nA.Жжжжжжжжж ж ж ж"
    )


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "Тайное имя.txt"
    source.write_text("Правило 50. ТАЙНАЯ КАРТА(DC4)\n50.1. Секретные слова.(DC4)\n", encoding="cp866")
    assert cli.main(["--ui", "en", "report", str(source)]) == 0
    said = capsys.readouterr().out
    assert "encoding cp866" in said
    assert "masked text reads alike: yes" in said
    assert not re.search("тайн|секрет|слов", said, re.IGNORECASE)
    target = tmp_path / "report.json"
    assert cli.main(["--ui", "ru", "report", str(source), "--json", "--output", str(target)]) == 0
    assert json.loads(target.read_text("utf-8"))["files"][0]["name"] == "file-1.txt"
    assert cli.main(["--ui", "ru", "report", str(source), "--output", str(target)]) == 2
    assert "уже" in capsys.readouterr().err
    assert cli.main(["--ui", "ru", "report", str(tmp_path / "none.txt")]) == 3
