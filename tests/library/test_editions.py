"""Texts of other editions in a library: which edition they are, both languages of one file, and where references go."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from lawsearch.cli import main
from lawsearch.errors import UsageError
from lawsearch.export import schema_text
from lawsearch.library import Library, parse_files
from lawsearch.library.describing import Asked, describe
from lawsearch.library.editions import SIGNS, edition_of_numbers, edition_of_text
from lawsearch.source import read_sources
from tests.conftest import CASES, ROOT
from tests.reading.parsing import flatten

CODE = """\
Кодекс спортивного бриджа 1997 года
ПРАВИЛО 41. НАЧАЛО РОЗЫГРЫША
A. Ход вслепую
Первую карту кладут рубашкой вверх (см. Правило 42B).
B. Вопросы
1. Спрашивает каждый.
2. Отвечают вслух.
ПРАВИЛО 42. БОЛВАН
Болван молчит.
LAW 41 - HOW PLAY STARTS
A. The First Lead
The first card is laid face down (see Law 42B).
B. Questions
2. They are answered aloud.
LAW 42 - DUMMY
Dummy keeps silent.
"""
COMMENTARY = """\
Commentary on the Laws of 1997

LAW 41 - HOW PLAY STARTS

A pause before the lead is harmless, says Law 41A.

Whoever asks first is answered first; see Law 12C1(e) of our days.

Third paragraph about zebras.
"""


@pytest.fixture
def opened(small_corpus: Path, tmp_path: Path) -> Iterator[Callable[[], Library]]:
    """A library of one's own."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Library.open(tmp_path / "library", corpus=small_corpus))


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_one_file_gives_two_documents_aligned_by_address(opened: Callable[[], Library], tmp_path: Path) -> None:
    path = _write(tmp_path, "code.txt", CODE)
    library = opened()
    added = library.add([path])
    (other,) = added.others
    assert (added.info.document.id, other.info.document.id) == ("laws-1997-ru", "laws-1997-en")
    assert (added.known_by, other.known_by) == ("title", "title")
    assert (added.info.document.title, other.info.document.title) == ("Кодекс спортивного бриджа 1997 года", "code")
    clause = library.show("41B", within="laws-1997-ru")
    aligned = library.aligned(clause)
    assert [document.id for document in aligned.documents] == ["laws-1997-ru", "laws-1997-en"]
    cells = {str(row.address): [cell.text if cell else None for cell in row.cells] for row in aligned.rows}
    assert cells["41B1"] == ["Спрашивает каждый.", None]  # a gap, no shift
    assert cells["41B2"] == ["Отвечают вслух.", "They are answered aloud."]


def test_both_are_rebuilt_and_removed_each_by_itself(
    opened: Callable[[], Library], small_corpus: Path, tmp_path: Path
) -> None:
    library = opened()
    library.add([_write(tmp_path, "code.txt", CODE)])
    before = {name: [clause.text for clause in library.toc(name)] for name in ("laws-1997-ru", "laws-1997-en")}
    home = library.paths.home
    library.close()
    with Library.build(home, corpus=small_corpus) as rebuilt:
        assert {name: [clause.text for clause in rebuilt.toc(name)] for name in before} == before
        rebuilt.remove("laws-1997-ru")
        assert "laws-1997-ru" not in rebuilt.documents
        assert [clause.text for clause in rebuilt.toc("laws-1997-en")] == before["laws-1997-en"]
        rebuilt.remove("laws-1997-en")
        assert not {"laws-1997-ru", "laws-1997-en"} & set(rebuilt.documents)


def test_only_one_language_is_added_when_it_is_named(opened: Callable[[], Library], tmp_path: Path) -> None:
    library = opened()
    added = library.add([_write(tmp_path, "code.txt", CODE)], language="en")
    assert added.info.document.id == "laws-1997-en"
    assert not added.others
    assert not [clause for clause in library.toc("laws-1997-en") if "Болван" in clause.text]


def test_a_reference_goes_to_its_own_edition_first(opened: Callable[[], Library], tmp_path: Path) -> None:
    """The commentary of 1997 is answered by the law of 2017, and says so, until the law of 1997 is there."""
    # the same texts of laws that the small corpus has
    commentary = COMMENTARY.replace("41", "51").replace("12C1(e)", "50D2(a)")
    code = CODE.replace("41", "51").replace("42", "52")
    library = opened()
    assert library.show("50D2(a)", within="digest-2017-en").text
    added = library.add([_write(tmp_path, "commentary.txt", commentary)])
    assert added.info.document.id == "commentary-1997-en"
    (reference,) = library.show("51.p1", within="commentary-1997-en").references
    assert reference.targets[0].document.endswith("2017-en")
    assert reference.edition_differs
    (today,) = library.show("51.p2", within="commentary-1997-en").references
    assert (today.status, today.targets[0].document) == ("resolved", "digest-2017-en")
    library.add([_write(tmp_path, "code.txt", code)])
    (reference,) = library.show("51.p1", within="commentary-1997-en").references
    assert (reference.targets[0].document, reference.edition_differs) == ("laws-1997-en", False)
    (missing,) = library.show("51.p2", within="commentary-1997-en").references
    assert (missing.status, missing.edition_differs) == ("missing", False)  # 1997 has no 50D2(a): nothing else answers
    assert [info.document.id for info in library.sources() if info.in_force] == [
        "digest-2017-ru", "digest-2017-en", "notes-2017-ru", "notes-2017-en",
    ]  # fmt: skip


def test_a_paragraph_of_prose_is_found_and_shown(opened: Callable[[], Library], tmp_path: Path) -> None:
    library = opened()
    library.add([_write(tmp_path, "commentary.txt", COMMENTARY)])
    hit = library.search("zebras").hits[0]
    assert (hit.document, str(hit.address)) == ("commentary-1997-en", "41.p3")
    assert str(library.search("41.p3").hits[0].address) == "41.p3"
    assert library.show("Law 41.p3").text == "Third paragraph about zebras."


# which edition


def test_the_numbering_tells_the_edition() -> None:
    for name in ("digest-2017-en", "digest-2017-ru"):
        (parsed,) = parse_files([ROOT / "corpus" / name])
        addresses = [str(clause.address) for clause in parsed.walk() if clause.address]
        found = edition_of_numbers(addresses)
        assert found is not None
        assert found[0] == "2017"
        assert set(found[1]) <= set(addresses)
    for signs in SIGNS:
        found = edition_of_numbers(signs.has)
        assert found is not None
        assert found[0] == signs.edition
    assert edition_of_numbers(["1A", "2B", "3"]) is None


@pytest.mark.parametrize(
    ("text", "edition"),
    [
        ("Laws of Duplicate Bridge 2007\nLAW 1 - X", "2007"),
        ("The Laws of 2017 replace the Laws of 2007.", "2017"),
        ("Правила 1997 года", "1997"),
        ("Printed in 2007, and again in 2017.", None),
        ("Printed in 2007.", "2007"),
        ("Nothing here. 12007 copies.", None),
    ],
)
def test_the_text_names_the_edition(text: str, edition: str | None) -> None:
    assert edition_of_text(text) == edition


def test_what_is_asked_for_is_never_overruled(tmp_path: Path) -> None:
    sources, _ = read_sources([_write(tmp_path, "laws2007.txt", "LAW 1 - THE PACK\nA. Cards\nThere are 52 of them.\n")])
    (told,) = describe(sources, Asked())
    assert (told.document.id, told.known_by) == ("laws-2007-en", "name")
    (asked,) = describe(sources, Asked(edition="2017", series="club", title="Ours"))
    assert (asked.document.id, asked.document.title, asked.known_by) == ("club-2017-en", "Ours", "given")
    (named,) = describe(sources, Asked(name="ours-1997-ru", edition="2007"))
    assert named.document.id == "ours-2007-ru"
    for wrong in (Asked(edition="20l7"), Asked(series="Клуб"), Asked(language="de"), Asked(name="../x")):
        with pytest.raises(UsageError):
            describe(sources, wrong)


@pytest.mark.usefixtures("small_corpus_in_use")
def test_add_says_what_it_recognised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "library").mkdir()
    library = str(tmp_path / "library")
    path = _write(tmp_path, "code.txt", CODE)
    assert main(["--library", library, "--ui", "en", "add", str(path), "--as", "club-1"]) == 0
    shown = capsys.readouterr().out
    assert "club-1-1997-ru" in shown
    assert "Added as club-1-1997-en." in shown
    assert shown.count("Edition 1997: as the text says.") == 2
    plain = _write(tmp_path, "club.txt", "1. Playing begins at seven.\n2. Smoking is for the yard.\n")
    assert main(["--library", library, "--ui", "en", "add", str(plain), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    Draft202012Validator(json.loads(schema_text())).validate(record)
    (document,) = record["sources"]
    assert (document["id"], document["edition_known_by"]) == ("club-undated-en", "nothing")
    assert main(["--library", library, "--ui", "ru", "add", str(plain)]) == 0
    assert "--edition" in capsys.readouterr().out


def test_parse_gives_both_documents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _write(tmp_path, "code.txt", CODE)
    assert main(["parse", str(path), "--json", "--explain"]) == 0
    record = json.loads(capsys.readouterr().out)
    Draft202012Validator(json.loads(schema_text())).validate(record)
    assert [document["document"]["id"] for document in record["documents"]] == ["laws-1997-ru", "laws-1997-en"]
    lines = [line["line"] for document in record["documents"] for line in document["lines"]]
    assert sorted(lines) == list(range(1, len(CODE.splitlines()) + 1))  # each line in one of them
    assert main(["--ui", "en", "parse", str(path)]) == 0
    shown = capsys.readouterr().out
    assert shown.index("laws-1997-ru") < shown.index("laws-1997-en")


# pages


def test_pages_in_an_archive_are_one_document(tmp_path: Path) -> None:
    folder = CASES / "parse" / "pages-twin-files"
    archive = tmp_path / "site.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in sorted(folder.rglob("*.html"), reverse=True):
            packed.write(path, path.relative_to(folder))
        packed.writestr("picture.png", b"\x89PNG")
        packed.writestr("__MACOSX/x.html", "no")
    documents = parse_files([archive])
    from_folder = parse_files([folder])
    assert [flatten(parsed.clauses).keys() for parsed in documents] == [
        flatten(parsed.clauses).keys() for parsed in from_folder
    ]
    assert [problem.file for problem in documents[0].problems if problem.code == "file-skipped"] == ["picture.png"]


def test_pages_of_two_languages_in_folders_of_the_same_names(tmp_path: Path) -> None:
    for language, title, text in (
        ("ru", "ПРАВИЛО 7. КОРОБКА", "Коробка лежит."),
        ("en", "LAW 7 - BOARD", "The board lies."),
    ):
        (tmp_path / language).mkdir()
        for number in (7, 10):
            _write(
                tmp_path / language,
                f"{number}.html",
                f"<html><h1>{title.replace('7', str(number))}</h1><p>{text}</p></html>",
            )
    documents = parse_files([tmp_path])
    assert [parsed.document.language for parsed in documents] == ["ru", "en"]
    for parsed in documents:
        assert list(flatten(parsed.clauses)) == ["7", "10"]
    assert documents[1].document.sources == ("en/7.html", "en/10.html")


def test_a_chapter_that_every_page_repeats_is_read_once(tmp_path: Path) -> None:
    for number in (7, 8):
        _write(
            tmp_path,
            f"law{number}.html",
            f"<html><p>CHAPTER III - PREPARATION</p><h1>LAW {number} - BOARD</h1><h1>LAW {number} - BOARD</h1><p>It lies.</p></html>",
        )
    (parsed,) = parse_files([tmp_path])
    assert list(flatten(parsed.clauses)) == ["chapter:3", "7", "8"]
    assert [clause.text for clause in flatten(parsed.clauses).values()] == ["", "It lies.", "It lies."]
    assert sum(item.kind == "copy" for item in parsed.furniture) == 3
    assert not parsed.unplaced
