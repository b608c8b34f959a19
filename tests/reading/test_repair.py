"""Repair of damaged letters when asked for, and our own exported JSON read again."""

from __future__ import annotations

from pathlib import Path

import pytest

from lawsearch.library import Library, parse_files
from lawsearch.model import ParsedDocument
from lawsearch.source import source_from_bytes
from tests.conftest import CASES
from tests.reading.parsing import flatten

LINE = "Вистующий, чья карта открыта, кладёт её на стол; ещё одна делает обе старшими."


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("cp1251", "utf-8"), ("koi8-r", "utf-8"), ("cp866", "utf-8"), ("cp1251", "cp866"), ("koi8-r", "cp1251")],
)
def test_a_misread_line_is_mended_and_listed(wrong: str, right: str) -> None:
    damaged = LINE.encode(right).decode(wrong, "ignore")
    if damaged.encode(wrong).decode(right, "replace") != LINE:
        pytest.skip("these bytes have no letters in the wrong encoding")
    text = f"{LINE}\n{damaged}\n"
    source = source_from_bytes(text.encode("utf-8"), "copy.txt", repair=True)
    assert source.text == f"{LINE}\n{LINE}\n"
    assert [(problem.code, problem.line) for problem in source.problems] == [("repaired", 2)]
    assert source_from_bytes(text.encode("utf-8"), "copy.txt").text == text


def test_the_quotation_mark_that_stands_for_yo() -> None:
    text = "Партн„р кладет „лку, вс„ ещ„.\nОн сказал „пас“ и ждет.\n"
    source = source_from_bytes(text.encode("utf-8"), "copy.txt", repair=True)
    assert source.text == "Партнёр кладет ёлку, всё ещё.\nОн сказал „пас“ и ждет.\n"
    assert [problem.params["after"] for problem in source.problems] == ["Партнёр кладет ёлку, всё ещё."]


@pytest.mark.parametrize("path", sorted((CASES / "parse").glob("*.txt")), ids=lambda path: path.stem)
def test_a_sound_text_is_left_alone(path: Path) -> None:
    raw = path.read_bytes()
    assert source_from_bytes(raw, path.name, repair=True).text == source_from_bytes(raw, path.name).text


@pytest.mark.parametrize("name", ["digest-2017-ru", "digest-2017-en", "notes-2017-ru", "notes-2017-en"])
def test_exported_json_is_read_again(library: Library, tmp_path: Path, name: str) -> None:
    from lawsearch.export import EXPORT_FORMATS, Selection

    path = tmp_path / f"{name}.json"
    path.write_bytes(b"".join(EXPORT_FORMATS["json"].pieces(Selection.of(library, [name]))))
    (again,) = parse_files([path], layout=library.documents[name].layout)  # by its text alone
    before, after = flatten(library.toc(name)), flatten(again.clauses)
    assert list(after) == list(before)
    for address, clause in before.items():
        assert (after[address].heading, after[address].text) == (clause.heading, clause.text), address
    assert not again.unplaced
    (one,) = parse_files([path])  # as the tree that it holds; references to other documents are external alone
    assert written_without_references(one) == written_without_references(library.export(name))


def written_without_references(parsed: ParsedDocument) -> str:
    import json

    from lawsearch.export import document_record

    def drop(value: object) -> object:
        if isinstance(value, dict):
            return {key: drop(item) for key, item in value.items() if key != "references"}
        return [drop(item) for item in value] if isinstance(value, list) else value

    return json.dumps(drop(document_record(parsed)), ensure_ascii=False, indent=1)


def test_other_json_is_refused(tmp_path: Path) -> None:
    from lawsearch.errors import InputError

    path = tmp_path / "other.json"
    path.write_text('{"schema": "urn:lawsearch:schema:1", "documents": []}', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        parse_files([path])
    assert caught.value.code == "container-broken"


@pytest.mark.parametrize(("right", "wrong"), [("utf-8", "cp1251"), ("utf-8", "latin-1"), ("cp1251", "cp1252")])
def test_damaged_letters_are_told_and_mended_when_asked(right: str, wrong: str) -> None:
    text = "Правило 10. Порядок в клубе\nA. Кто следит\nСудья следит за порядком.\nB. Конец\nВсе встают.\n"
    damaged = text.encode(right).decode(wrong, "replace").encode()
    told = [problem.code for problem in source_from_bytes(damaged, "copy.txt").problems]
    assert told == ["letters-damaged"]
    whole = [line for line in text.splitlines() if "\ufffd" not in line.encode(right).decode(wrong, "replace")]
    mended = source_from_bytes(damaged, "copy.txt", repair=True)
    assert set(whole) <= set(mended.text.splitlines())
    assert not source_from_bytes(text.encode(), "copy.txt").problems
