"""Editions compared, words of duty, and clauses printed side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lawsearch.cli import main
from lawsearch.errors import NotFoundError
from lawsearch.export import schema_text
from lawsearch.language.duties import GRADES, find_duties
from lawsearch.library import Library
from lawsearch.library.comparing import compare, compare_words
from lawsearch.model import Address, Clause

# An older edition in our own words: 9A as today's 9A1, a new number for an old rule, and a rule that is gone.
OLDER = """LAW 91 - PENALIZE OR SUSPEND
A. Director's powers
The Director may, when he keeps order at the table, give a disciplinary penalty in points or send a contestant away for the session that is being played.
B. Barring a contestant
The Director may bar a contestant for good reason, if the Organizer agrees.
C. Hats
A player must take off his hat before he bids the first time.

LAW 92 - THE RIGHT TO AN APPEAL
A. Who may appeal
A contestant may ask for a review.
"""
NEWER = """LAW 91 - PENALIZE OR SUSPEND
A. Director's powers
The Director may, when he keeps order at the table, give a disciplinary penalty in points or suspend a contestant for the session that is being played.
B. Phones
A telephone must be switched off in the playing area.
C. Barring a contestant
The Director may bar a contestant for good reason, if the Organizer agrees.

LAW 92 - THE RIGHT TO AN APPEAL
A. Who may appeal
A contestant may ask for a review.
B. A late rule
Nothing more is said here about lateness.
"""


# A club's rules: a clause that one language lacks, and a duty that is weaker in one.
CLUB_EN = """LAW 7 - CARDS
A. Boards
A player must leave the board where it is.
B. Slips
Count them.
C. Pens
Bring one.
"""
CLUB_RU = """Правило 7. Карточки
-------------------
A. Коробки
Игрок должен оставить коробку на месте.
C. Ручки
Приносить свою.
"""
ADDED = {"laws-1997-en": OLDER, "laws-2007-en": NEWER, "club-2020-en": CLUB_EN, "club-2020-ru": CLUB_RU}


@pytest.fixture(scope="module")
def editions_home(small_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small library with texts that a user added."""
    folder = tmp_path_factory.mktemp("editions")
    for name, text in ADDED.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        with Library.open(folder / "home", corpus=small_corpus) as library:
            library.add([folder / f"{name}.txt"], as_document=name)
    return folder / "home"


@pytest.fixture
def own_lines(editions_home: Path, small_corpus_in_use: None) -> list[str]:
    """The options of a command line that asks this library."""
    return ["--library", str(editions_home), "--ui", "en"]


@pytest.fixture
def own_library(editions_home: Path, small_corpus: Path) -> Iterator[Library]:
    with Library.open(editions_home, corpus=small_corpus) as library:
        yield library


def _read(capsys: pytest.CaptureFixture[str], shape: str) -> Any:
    """The JSON that was printed, which must have this shape and no other of the schema."""
    record = json.loads(capsys.readouterr().out)
    schema = json.loads(schema_text())
    Draft202012Validator(schema).validate(record)
    Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{shape}"}]}).validate(record)
    return record


def test_numbers_that_moved_are_matched_by_words(own_library: Library) -> None:
    compared = own_library.compare("91", "laws-1997-en", "laws-2007-en")
    found = [
        (item.kind, str(item.left.address) if item.left else None, str(item.right.address) if item.right else None)
        for item in compared
    ]
    assert found == [
        ("changed", "91A", "91A"), ("right", None, "91B"), ("moved", "91B", "91C"), ("left", "91C", None),
    ]  # fmt: skip
    changed = compared[0]
    assert changed.left is not None
    assert changed.right is not None
    words = [
        (
            changed.left.text[piece.left.start : piece.left.stop],
            changed.right.text[piece.right.start : piece.right.stop],
        )
        for piece in changed.pieces
        if not piece.same
    ]
    assert words[0] == ("send", "suspend")


def test_a_clause_of_one_edition_only(own_library: Library) -> None:
    assert [item.kind for item in own_library.compare("92B", "laws-1997-en", "laws-2007-en")] == ["right"]
    assert [item.kind for item in own_library.compare("92A", "laws-1997-en", "laws-2007-en")] == ["same"]
    with pytest.raises(NotFoundError):
        own_library.compare("93C9", "laws-1997-en", "laws-2007-en")


def test_compare_on_the_command_line(own_lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*own_lines, "compare", "91"]
    assert main([*lines, "--editions", "1997,2007"]) == 0
    said = capsys.readouterr().out
    assert "[-send-]{+suspend+}" in said
    assert "91B → 91C  moved" in said
    assert "no counterpart in laws-2007-en" in said
    assert main([*lines, "--editions", "1997,2007", "--json"]) == 0
    assert [item["kind"] for item in _read(capsys, "compare")["compared"]] == [
        "changed", "right", "moved", "left",
    ]  # fmt: skip
    assert main([*lines, "--editions", "1997"]) == 2
    assert main([*lines, "--documents", "laws-1997-en,nothing"]) == 1


def test_one_edition_cannot_be_compared(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--library", str(home), "--ui", "ru", "compare", "64"]) == 2
    assert "одна редакция" in capsys.readouterr().err


words = st.lists(st.sampled_from(["the", "lead", "card", ",", "№", "\n", "карта", "x-y"]), max_size=12).map(" ".join)


@given(words, words)
def test_the_pieces_give_both_texts_back(left: str, right: str) -> None:
    pieces = compare_words(left, right)
    assert "".join(left[piece.left.start : piece.left.stop] for piece in pieces) == left
    assert "".join(right[piece.right.start : piece.right.stop] for piece in pieces) == right
    for piece in pieces:
        if piece.same:
            assert left[piece.left.start : piece.left.stop] == right[piece.right.start : piece.right.stop]


@pytest.mark.parametrize(
    ("language", "text", "grades"),
    [
        ("en", "He may pass, should wait, shall pay and must go.", ["may", "should", "shall", "must"]),
        (
            "en",
            "He may not look; nor shall  he; he must not; shall not.",
            ["may not", "shall", "must not", "shall not"],
        ),
        ("en", "He should not speak and need not, cannot: dismay, mustard. May 2 is a day.", ["", "", ""]),
        ("ru", "Он может, ему следует, он должен, она обязана.", ["may", "should", "shall", "must"]),
        ("ru", "Не вправе; не должны; запрещается.", ["may not", "shall not", "must not"]),
        ("ru", "Он не обязан и не может; надлежит. Как следует, следует за картой, следует, что.", ["", "", ""]),
    ],
)
def test_words_of_duty(language: str, text: str, grades: list[str]) -> None:
    found = list(find_duties(text, language))
    assert [word.grade for word in found] == grades
    for word in found:
        assert text[word.start : word.stop] == word.text
        assert word.grade in (*GRADES, "")


def test_the_corpus_agrees_in_grade(library: Library) -> None:
    graded = 0
    for clause in library.toc("digest-2017-ru"):
        if clause.kind == "section":
            continue  # the introduction speaks of the words themselves
        rows = library.duties(clause).rows
        graded += sum(bool(cell and cell.grades) for row in rows for cell in row.cells)
        assert [str(row.address) for row in rows if row.differing] == []
    assert graded > 600


def test_a_weaker_word_is_reported(own_lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*own_lines, "duties", "7", "--in", "club-2020-en"]
    assert main(lines) == 1
    said = capsys.readouterr().out
    assert "must: 1 (club-2020-en) / 0 (club-2020-ru)" in said
    assert "1 clause differs in grade: 7A" in said
    assert main([*lines, "--json"]) == 1
    rows = _read(capsys, "duties")["duties"]
    row = next(row for row in rows if row["address"] == "7A")
    assert row["differing"] == ["shall", "must"]
    for document in row["documents"]:
        for word in document["words"]:
            start, stop = word["span"]
            assert document["text"][start:stop] == word["text"]


@pytest.mark.parametrize("width", [60, 100, 150])
@pytest.mark.parametrize("plain", [True, False])
def test_both_languages_are_printed(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, plain: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = ["--library", str(home), "--ui", "ru", *(["--plain"] if plain else []), "show", "50D2", "--lang", "both"]
    assert main(lines) == 0
    said = capsys.readouterr().out
    columns = width >= 100 and not plain
    assert all(len(line) <= width for line in said.split("\n"))
    assert any("(A). " in line and "(a) " in line for line in said.split("\n")) == columns
    assert said.count("50D2(b)") >= 1
    assert "Неофициальное" in said
    assert "Unofficial" in said


@pytest.mark.parametrize("width", ["60", "140"])
def test_a_clause_of_one_language_leaves_a_gap(
    own_lines: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    assert main([*own_lines, "show", "club-2020-en:7", "--lang", "both"]) == 0
    said = capsys.readouterr().out
    assert said.count("not in club-2020-ru") == 1
    assert said.index("Slips") - 20 < said.index("not in club-2020-ru") < said.index("Ручки")
    assert said.index("Pens") > said.index("not in club-2020-ru")


@pytest.mark.parametrize(
    ("address", "language", "line"),
    [
        ("64A1", "en", "Law 64A1, edition of 2017: Laws of Duplicate Bridge 2017: a restatement (digest-2017-en)"),
        ("64а1", "ru", "Правило 64A1, редакция 2017: "),
        ("def:dummy", "en", "Dummy, edition of 2017: "),
        ("notes-2017-ru:59.3", "ru", "п. 59.3, редакция 2017: Заметки судьи"),
    ],
)
def test_a_citation_line(
    home: Path, capsys: pytest.CaptureFixture[str], address: str, language: str, line: str
) -> None:
    assert main(["--library", str(home), "--ui", "en", "show", address, "--cite", language]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(line)
    assert said.out.count("\n") == 1
    assert said.err == ""


def test_contents_with_both_titles(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["--library", str(home), "--ui", "en", "toc", "--lang", "both"]
    assert main(lines) == 0
    said = capsys.readouterr().out
    assert said.index("Штрафная карта и что с ней") - said.index("The penalty card and what") < 200
    assert main([*lines, "--json"]) == 0

    contents = _read(capsys, "toc")
    assert sum(bool(entry["headings"]) for law in contents["contents"] for entry in law["children"]) > 80
    assert main([*lines, "--edition", "1899"]) == 1


def test_a_table_is_drawn(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["--library", str(home), "--ui", "en", "show", "78B", "--lang", "en"]
    assert main(lines) == 0
    drawn = capsys.readouterr().out
    assert "─────" in drawn
    assert " | " not in drawn
    assert main(["--plain", *lines]) == 0
    plain = capsys.readouterr().out
    assert "─" not in plain
    assert "20–40                 1\n" in plain


def _law(number: str, text: str, closing: str, *, letters: str = "") -> Clause:
    law = Address((number,))
    items = [
        Clause(document="d", address=law.child(letter), kind="section", text=f"{letter} goes on") for letter in letters
    ]
    last = Clause(document="d", address=None, kind="closing", text=closing)
    return Clause(document="d", address=law, kind="law", text=text, children=(*items, last))


def _kinds(left: Clause, right: Clause, *others: Clause) -> list[tuple[str, str, str]]:
    found = compare(left, right, [right, *others], lambda word: [word])
    return [(item.kind, item.left_name, item.right_name) for item in found]


def test_closing_text_goes_by_the_clause_it_stands_in() -> None:
    left = _law("1", "The pack has cards", "Nothing here binds a club")
    assert _kinds(left, _law("1", "The pack has cards", "Nothing here binds a club")) == [
        ("same", "1", "1"),
        ("same", "1#closing", "1#closing"),
    ]
    assert _kinds(left, _law("1", "The pack has cards", "Every word of it binds all"))[1] == (
        "changed", "1#closing", "1#closing",
    )  # fmt: skip


def test_closing_text_of_another_law_is_met_where_it_has_moved() -> None:
    left = _law("1", "The pack has cards", "Nothing here binds a club", letters="AB")
    right = Clause(document="d", address=Address(("1",)), kind="law", text="The pack has cards")
    other = _law("2", "Suits rank thus", "Nothing here binds a club")
    assert ("moved", "1#closing", "2#closing") in _kinds(left, right, other)


def test_what_only_the_right_side_has_follows_its_predecessor() -> None:
    left, right = _law("1", "The pack", "An end", letters="AC"), _law("1", "The pack", "An end", letters="ABCD")
    assert [name for _, _, name in _kinds(left, right)] == ["1", "1A", "1B", "1C", "1D", "1#closing"]
