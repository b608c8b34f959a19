"""Our own exported JSON, added again, is exported as the same file; what does not hold together is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lawsearch.errors import InputError
from lawsearch.export import EXPORT_FORMATS, Selection
from lawsearch.library import Library, parse_files
from tests.conftest import CASES

# Texts with page marks, emphasis, gaps, fragments without a place, tables, two numbers for one clause, notes.
TEXTS = [
    "twin-000.txt",
    "twin-001.txt",
    "footer-runs.txt",
    "fragment-head-tail.txt",
    "underlines.txt",
    "emphasis-words.txt",
    "laws-en.txt",
    "levels-ru-roman.txt",
    "plain-club.txt",
    "en1997-footnote.txt",
    "ru1997-footnote.txt",
    "en2017-footnote-glued.txt",
    "en2017-ligatures-lost.txt",
    "en2017-law-2-table.txt",
    "closing-unlabelled.txt",
    "definitions.txt",
]


def _language(name: str) -> str:
    return "en" if name.startswith(("en", "laws-en")) else "ru"


def exported(library: Library, name: str) -> bytes:
    return b"".join(EXPORT_FORMATS["json"].pieces(Selection.of(library, [name])))


def _without_references(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_references(item) for key, item in value.items() if key != "references"}
    return [_without_references(item) for item in value] if isinstance(value, list) else value


@pytest.fixture
def small_corpus(tmp_path: Path) -> Path:
    """A corpus of one clause, so that adding a text is quick."""
    folder = tmp_path / "corpus"
    (folder / "small").mkdir(parents=True)
    (folder / "small" / "one.txt").write_text("LAW 1 - THE PACK\nA pack has cards.\n", encoding="utf-8")
    (folder / "corpus.toml").write_text(
        'licence = "CC BY 4.0"\ndate = "2026-01-01"\nin-force = "2017"\n[[document]]\nid = "small-2017-en"\ntitle = "Small"\n'
        'notice = "None."\nseries = "small"\nrole = "laws"\nedition = "2017"\nlanguage = "en"\nlayout = "laws_en"\nsources = "small/*.txt"\n',
        encoding="utf-8",
    )
    return folder


def test_added_again_it_is_the_same_file(tmp_path: Path, small_corpus: Path) -> None:
    with Library.open(tmp_path / "one", corpus=small_corpus) as library:
        names = []
        for number, text in enumerate(TEXTS):
            names.append(
                library.add(
                    [CASES / "parse" / text], as_document=f"text{number}-1987-{_language(text)}"
                ).info.document.id
            )
        before = {name: exported(library, name) for name in names}
        for name in names:
            library.remove(name)
        for name in names:
            file = tmp_path / f"{name}.json"
            file.write_bytes(before[name])
            assert library.add([file]).info.document.id == name
        for name in names:
            assert exported(library, name) == before[name]
        interesting = b"".join(before.values())
        for part in (
            b'"emphasis": [\n',
            b'"pages": [\n',
            b'"kind": "unplaced"',
            b'"code": "label-gap"',
            b'"furniture": [\n',
            b'"kind": "footnote"',
            b'"kind": "closing"',
            b'"kind": "definition"',
            b'"code": "ligature-mended"',
            b'"table": {',
        ):
            assert part in interesting, part


def test_a_document_that_comes_along_gets_another_name(tmp_path: Path, library: Library, small_corpus: Path) -> None:
    file = tmp_path / "notes.json"
    file.write_bytes(exported(library, "notes-2017-en"))
    with Library.open(tmp_path / "one", corpus=small_corpus) as other:
        added = other.add([file], as_document="mine-2017-en").info.document
        assert (added.title, added.notice) == (
            library.documents["notes-2017-en"].title,
            library.documents["notes-2017-en"].notice,
        )
        again = exported(other, "mine-2017-en").decode().replace("mine-2017-en", "notes-2017-en")
        before, after = json.loads(file.read_bytes()), json.loads(again)
        after["document"]["series"] = before["document"]["series"]
        assert _without_references(after) == _without_references(before)  # the laws that they cite are not there


SPOILED: dict[str, Callable[[dict[str, Any]], object]] = {
    "two clauses of one address": lambda r: r["clauses"].append(r["clauses"][0]),
    "a span outside": lambda r: r["clauses"][0].update(emphasis=[[0, 10_000]]),
    "a span backwards": lambda r: r["clauses"][0].update(emphasis=[[5, 2]]),
    "an unknown kind": lambda r: r["clauses"][0].update(kind="<script>"),
    "a text that is none": lambda r: r["clauses"][0].update(text=5),
    "a lone surrogate": lambda r: r["clauses"][0].update(text="\ud800"),
    "no address": lambda r: r["clauses"][0].update(address=None),
    "an address that is none": lambda r: r["clauses"][0].update(address="64 A 1 ?"),
    "an unknown language": lambda r: r["document"].update(language="../x"),
    "a series that leads away": lambda r: r["document"].update(series="../../x"),
    "an unknown layout": lambda r: r["document"].update(layout="os.system"),
    "no sources": lambda r: r["document"].update(sources=[]),
    "a file that is not there": lambda r: r["clauses"][0].update(file="other.txt"),
    "an uneven table": lambda r: r["clauses"][0].update(table={"columns": ["a"], "rows": [["b", "c"]]}),
    "closing text at the top": lambda r: r["clauses"][0].update(kind="closing", address=None),
    "a problem's code": lambda r: r["problems"].append({"code": "{0.x}", "line": None, "page": None, "params": {}}),
    "a negative line": lambda r: r["clauses"][0].update(lines=[[-1, 2]]),
    "clauses that are no list": lambda r: r.update(clauses={"a": 1}),
    "no problems": lambda r: r.pop("problems"),
    "a line beyond all files": lambda r: r["clauses"][0].update(lines=[[1, 10**30]]),
    "a problem's line beyond all files": lambda r: r["problems"].append({"code": "label-gap", "line": 10**30, "page": None, "params": {}}),
    "a page beyond all books": lambda r: r["clauses"][0].update(pages=[10**30]),
    "a raised number": lambda r: r["clauses"][0].update(address="\u00b2"),
    "a number of another script": lambda r: r["clauses"][0].update(address="\u0663"),
    "a law of a hundred figures": lambda r: r["clauses"][0].update(address="9" * 100),
    "a name without a name": lambda r: r["clauses"][0].update(kind="definition", address="def:"),
    "furniture of no line": lambda r: r["furniture"].append({"kind": "footer", "text": "- 5 -", "lines": []}),
    "a table without cells": lambda r: r["clauses"][0].update(table={"columns": [], "rows": [[]]}),
    "a table without rows": lambda r: r["clauses"][0].update(table={"columns": [], "rows": []}),
    "a number that is none": lambda r: r["problems"].append({"code": "label-gap", "line": 1, "page": None, "params": {"x": float("nan")}}),
    "a number without end": lambda r: r["problems"].append({"code": "label-gap", "line": 1, "page": None, "params": {"x": [float("inf")]}}),
    "a record among the params": lambda r: r["problems"].append({"code": "label-gap", "line": 1, "page": None, "params": {"x": {}}}),
    "a note at the top": lambda r: r["clauses"][0].update(kind="footnote", address=None),
    "a note with an address": lambda r: r["clauses"][0]["children"][0].update(kind="footnote"),
    "no characters": lambda r: r.pop("characters"),
}  # fmt: skip


@pytest.fixture(scope="module")
def notes(library: Library) -> bytes:
    """A document that comes along, as our JSON."""
    return exported(library, "notes-2017-en")


@pytest.mark.parametrize("name", SPOILED)
def test_what_does_not_hold_together_is_refused(name: str, notes: bytes, tmp_path: Path) -> None:
    record = json.loads(notes)
    SPOILED[name](record)
    file = tmp_path / "spoiled.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        parse_files([file])
    assert caught.value.code == "container-broken"


def test_a_broken_record_changes_nothing(tmp_path: Path, small_corpus: Path, notes: bytes) -> None:
    """Whatever is refused is refused before the library is written."""
    with Library.open(tmp_path / "one", corpus=small_corpus) as other:
        before = sorted(path.name for path in (tmp_path / "one" / "generations").iterdir())
        for name in ("furniture of no line", "a raised number", "a line beyond all files", "a number that is none"):
            spoil = SPOILED[name]
            record = json.loads(notes)
            spoil(record)
            file = tmp_path / "spoiled.json"
            file.write_text(json.dumps(record), encoding="utf-8")
            with pytest.raises(InputError):
                other.add([file])
            assert sorted(path.name for path in (tmp_path / "one" / "generations").iterdir()) == before, name
            assert "notes-2017-en" not in other.documents


def test_a_document_of_two_files_keeps_the_places_of_its_furniture(tmp_path: Path, small_corpus: Path) -> None:
    for number in (1, 2):
        page = f"LAW {number} - THE PACK\nA pack has cards.\n- {number} -\n"
        (tmp_path / f"page{number}.txt").write_text(page, encoding="utf-8")
    with Library.open(tmp_path / "one", corpus=small_corpus) as library:
        name = library.add([tmp_path / "page1.txt", tmp_path / "page2.txt"], as_document="two-2017-en").info.document.id
        before = exported(library, name)
        assert [item["file"] for item in json.loads(before)["furniture"]] == ["page1.txt", "page2.txt"]
        library.remove(name)
        (tmp_path / "two.json").write_bytes(before)
        assert library.add([tmp_path / "two.json"]).known_by == "record"
        assert exported(library, name) == before


def test_hundreds_of_levels_are_refused(notes: bytes, tmp_path: Path) -> None:
    record = json.loads(notes)
    inner = record["clauses"][0]
    for number in range(100):
        inner = {**inner, "address": f"{number + 500}", "children": [inner]}
    record["clauses"] = [inner]
    file = tmp_path / "deep.json"
    file.write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(InputError):
        parse_files([file])


def test_a_problem_of_another_version_is_shown_by_its_code() -> None:
    from lawsearch.locale import describe_problem
    from lawsearch.model import Problem

    assert describe_problem(Problem(code="of-tomorrow")) == "of-tomorrow"
    assert describe_problem(Problem(code="label-gap")) == "label-gap"
