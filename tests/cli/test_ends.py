"""How a text ends: what is said of a clause whose text is missing, and what is none at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawsearch.cli import main
from lawsearch.locale import speaking
from lawsearch.locale.heading import said_cut
from tests.reading.parsing import flatten, parse_text

_LAWS = "LAW 91 - PENALIZE OR SUSPEND\nThe Director may penalize.\n\nLAW 92 - THE RIGHT TO AN APPEAL\nA. Who\nA contestant may ask.\n\n"
_RULES = "Правило 91. Наказания\nСудья вправе наказать.\n\nПравило 92. Право на апелляцию\nA.Кто\nУчастник вправе просить.\n\n"
ENDS = [
    # text, the last clause, is it cut, what is said
    (_LAWS + "LAW 93 - PROCEDURES OF APPEAL\n", "93", True, "[only the heading is here]"),
    (_RULES + "Правило 93. Порядок апелляции\n", "93", True, "[only the heading is here]"),
    (_LAWS + "LAW 93 - PROCEDURES OF APPEAL\nThe Director hears appeals.\n", "93", False, ""),
    (_LAWS + "LAW 93 - PROCEDURES OF APPEAL\nThe Director hears\n", "93", True, "[the text breaks off here]"),
    (
        _LAWS + "LAW 93 - PROCEDURES OF APPEAL\nA. No committee\nHe decides.\nB.\n",
        "93B",
        True,
        "[only the number is here]",
    ),
    # headings alone are the habit of the text
    ("LAW 91 - PENALIZE\nLAW 92 - THE RIGHT TO AN APPEAL\nLAW 93 - PROCEDURES OF APPEAL\n", "93", False, ""),
    (_LAWS.replace("The Director may penalize.\n", "") + "LAW 93 - PROCEDURES OF APPEAL\n", "93", False, ""),
    ("Правило 91. Наказания\nПравило 92. Право на апелляцию\nПравило 93. Порядок апелляции\n", "93", False, ""),
    ("LAW 93 - PROCEDURES OF APPEAL\n", "93", False, ""),
]


@pytest.mark.parametrize(("text", "name", "cut", "said"), ENDS)
def test_the_last_clause(text: str, name: str, cut: bool, said: str) -> None:
    parsed, _ = parse_text(text)
    clauses = flatten(parsed.clauses)
    assert name in clauses
    assert clauses[name].cut == cut
    assert [other for other, clause in clauses.items() if clause.cut] == [name] * cut
    with speaking("en"):
        assert said_cut(clauses[name]) == said


def test_what_is_said_of_a_loss_is_said_in_russian() -> None:
    parsed, _ = parse_text(ENDS[1][0])
    with speaking("ru"):
        assert said_cut(flatten(parsed.clauses)["93"]) == "[здесь только заголовок]"


_WORDLESS = {
    "footers": ("- 61 -\n- 62 -\n", "page footers", "колонтитулы"),
    "underlines": ("------\n=====\n", "signs without words", "знаки без слов"),
    "contents": (
        "Contents\nLaw 1 The Pack ........ 3\nLaw 2 The Boards ........ 4\nLaw 3 Tables ....... 5\nLaw 4 Partners ....... 6\n",
        "a table of contents",
        "оглавление",
    ),
}


@pytest.mark.parametrize(("text", "english", "russian"), _WORDLESS.values(), ids=_WORDLESS)
def test_a_file_without_a_clause_is_refused(
    small_home_copy: Path,
    small_corpus_in_use: None,
    tmp_path: Path,
    text: str,
    english: str,
    russian: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "only.txt"
    file.write_text(text, encoding="utf-8")
    before = _files(small_home_copy)
    for ui, said in (("en", english), ("ru", russian)):
        assert main(["--library", str(small_home_copy), "--ui", ui, "add", str(file)]) == 3
        streams = capsys.readouterr()
        assert streams.out == ""
        told = " ".join(streams.err.split())
        assert "only.txt" in told
        assert said in told
        assert "lawsearch parse" in told
    assert _files(small_home_copy) == before
    assert main(["--library", str(small_home_copy), "sources"]) == 0


def _files(home: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in home.rglob("*") if path.is_file() and path.name != "lock"}


def test_a_file_of_footers_beside_the_text_is_none(
    small_home_copy: Path, small_corpus_in_use: None, tmp_path: Path
) -> None:
    (tmp_path / "one.txt").write_text("1. Play begins at seven.\n2. Be quiet.\n", encoding="utf-8")
    (tmp_path / "two.txt").write_text("- 61 -\n", encoding="utf-8")
    files = [str(tmp_path / "one.txt"), str(tmp_path / "two.txt")]
    assert main(["--library", str(small_home_copy), "add", *files, "--as", "club"]) == 0
