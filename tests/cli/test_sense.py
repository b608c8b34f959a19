"""Options that go together and values that make sense: nothing that was asked for is dropped without a word."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from jsonschema import Draft202012Validator

from lawsearch.cli import main
from lawsearch.cli.group import COMMANDS, BareGroup, Settings
from lawsearch.cli.output import terminal_width, visible_length
from lawsearch.export import schema_text
from lawsearch.library import Library
from tests.conftest import ROOT

Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(home: Path, library: Library, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Run a command line: its exit code, what it says, and what it tells."""
    monkeypatch.setenv("LAWSEARCH_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments: object, ui: str = "en") -> tuple[int, str, str]:
        code = main(["--ui", ui, *map(str, arguments)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def ruling(tmp_path: Path) -> Path:
    path = tmp_path / "ruling.txt"
    path.write_text("By Law 64A1 two tricks pass over, see Law 64F.\n", encoding="utf-8")
    return path


REFUSED: list[tuple[list[str], str]] = [
    (["check", "RULING", "--output", "OUT"], "--annotate"),
    (["check", "RULING", "--json", "--annotate", "md"], "--json"),
    (["check", "RULING", "--edition", "foo"], "foo"),
    (["check", "RULING", "--edition", ""], "edition"),
    (["show", "64A1", "--cite", "ru", "--json"], "--cite"),
    (["export", "--schema", "--mapping"], "--mapping"),
    (["export", "--output", "OUT.xlsx"], ".xlsx"),
    (["export", "--format", "akn", "--output", "OUT.html"], "akn"),
    (["export", "--output", ""], "empty"),
    (["add", "RULING", "--as", "x-2000-de"], "de"),
    (["show", "64", "--expand", "abc"], "from 0 to 9"),
    (["show", "64", "--expand", "\u00b2"], "from 0 to 9"),
    (["toc", "--depth", "0"], "from 1 to 9"),
    (["search", "card", "--limit", "9" * 30], "from 1 to 1000"),
    (["show", "dummy"], "def:dummy"),
]


@pytest.mark.parametrize(("arguments", "part"), REFUSED, ids=lambda value: " ".join(value)[:40])
def test_what_makes_no_sense_is_wrong_usage(
    ask: Ask, ruling: Path, tmp_path: Path, arguments: list[str], part: str
) -> None:
    names = {"RULING": str(ruling), "OUT": str(tmp_path / "out"), "OUT.xlsx": str(tmp_path / "o.xlsx")}
    names["OUT.html"] = str(tmp_path / "o.html")
    code, out, err = ask(*(names.get(argument, argument) for argument in arguments))
    assert (code, out) == (2, "")
    assert part in " ".join(err.split())
    assert {path.name for path in tmp_path.iterdir()} == {ruling.name}
    assert all(visible_length(line) <= 80 for line in err.splitlines())


NOT_FOUND: list[tuple[list[str], str]] = [
    (["show", "digest-2017-de:64A1"], "digest-2017-de"),
    (["show", "64", "--in", "nothing"], "laws, commentary, digest"),
    (["toc", "digest-2017-ru", "--edition", "1987"], "2017"),
    (["duties", "--edition", "1987"], "1987"),
    (["show", "def:dumy"], "def:dummy"),
    (["show", "64A9"], "64A2, 64A1, 64A"),
    (["show", "59.9"], "59.5, 59.4, 59"),
]


@pytest.mark.parametrize(("arguments", "part"), NOT_FOUND, ids=lambda value: " ".join(value)[:40])
def test_what_is_not_there_names_what_is(ask: Ask, arguments: list[str], part: str) -> None:
    code, out, err = ask(*arguments)
    assert (code, out) == (1, "")
    assert part in " ".join(err.split())


def test_check_and_show_name_the_same_nearest_clauses(ask: Ask, tmp_path: Path) -> None:
    for address, law in (("64A9", "Law 64A9"), ("59.9", "п. 59.9")):
        text = tmp_path / "text.txt"
        text.write_text(law, encoding="utf-8")
        near = json.loads(ask("check", text, "--json")[1])["references"][0]["nearest"]
        assert len(near) == 3
        assert ", ".join(item["address"] for item in near) in ask("show", address)[2]


def test_a_name_of_documents_has_no_case(ask: Ask) -> None:
    for name in ("Laws", "LAWS", "Digest", "digest-2017-EN"):
        code, out, _ = ask("show", "64A1", "--in", name, "--json")
        assert code == 0
        assert json.loads(out)["clauses"][0]["document"] == "digest-2017-en"


def test_the_contents_are_in_the_language_that_is_asked_for(ask: Ask) -> None:
    assert json.loads(ask("toc", "digest-2017-ru", "--lang", "en", "--json")[1])["document"] == "digest-2017-en"
    assert json.loads(ask("toc", "notes", "--lang", "ru", "--json")[1])["document"] == "notes-2017-ru"


def test_duties_name_the_documents_of_each_address(ask: Ask) -> None:
    rows = json.loads(ask("duties", "50A", "notes-2017-en:50.1", "--json")[1])["duties"]
    found = {row["address"]: {cell["document"] for cell in row["documents"]} for row in rows}
    assert found["50A"] == {"digest-2017-en", "digest-2017-ru"}
    assert found["50.1"] == {"notes-2017-en", "notes-2017-ru"}


def test_duties_go_through_the_documents_that_are_named(ask: Ask) -> None:
    said = ask("duties", "--in", "notes")
    assert "notes-2017-en" in said[1]
    assert "digest" not in said[1]


def test_a_counted_word_shows_without_colours(ask: Ask) -> None:
    out = ask("duties", "50A", "--in", "digest-2017-en")[1]
    assert "[must] keep" in out
    assert "обязан[must]" in out


def test_several_addresses_are_shown_once_with_their_text_named_once(ask: Ask) -> None:
    code, out, err = ask("show", "50-52", "50", "def:dummy", "def:call")
    assert code == 0
    assert out.count("(digest-2017-en)") == 1
    assert out.count("def:dummy") == out.count("def:call") == 1
    assert " ".join(err.split()).count("--in chooses") == 2  # laws with notes, definitions without


def test_a_slip_in_the_name_of_a_command_blames_no_other(ask: Ask) -> None:
    code, out, err = ask("shwo", "64A1")
    assert (code, out) == (2, "")
    assert "“show”" in err
    assert "lawsearch search" not in err


def test_a_bare_line_may_begin_with_an_option(ask: Ask) -> None:
    assert ask("--limit", "1", "revoke")[1].count("digest-2017-en ·") == 1
    assert ask("--in=digest", "64A1")[0] == 0
    code, _, err = ask("--limt", "3", "revoke")
    assert code == 2
    assert "--limt" in err
    assert ask("--nonsense")[0] == 2


def test_check_names_the_edition_even_if_all_are_wrong(ask: Ask, tmp_path: Path) -> None:
    text = tmp_path / "wrong.txt"
    text.write_text("Law 64F and Law 200.\n", encoding="utf-8")
    code, out, err = ask("check", text)
    assert code == 1
    assert out.count("· 2017") == 2
    assert "edition of 2017" in err
    _, out, err = ask("check", text, "--edition", "1997", "--json")
    record = json.loads(out)
    assert record["edition"] == "1997"
    assert {item["edition"] for item in record["references"]} == {"2017"}
    assert record["counts"] == {"resolved": 0, "ambiguous": 0, "missing": 2, "external": 0}
    assert "1997" in ask("check", text, "--edition", "1997")[2]


def test_references_that_are_not_there_are_json_all_the_same(ask: Ask) -> None:
    code, out, _ = ask("refs", "99", "--json")
    assert code == 1
    assert json.loads(out) == {"from": [], "to": []}


def test_a_refusal_leaves_stdout_to_json(ask: Ask, ruling: Path) -> None:
    code, out, err = ask("add", ruling, "--strict", "--json")
    assert (code, out) == (3, "")
    assert "--strict" in err
    assert "no known layout" in ask("add", ruling, "--strict")[1]


def test_each_reference_says_where_it_stands_in_its_sentence(ask: Ask) -> None:
    record = json.loads(ask("refs", "64", "--json")[1])
    assert len(record["from"]) >= 5
    for item in (*record["from"], *record["to"]):
        start, stop = item["sentence_span"]
        assert item["sentence"][start:stop] == item["text"]


def test_an_annotated_page_is_in_the_language_of_its_headings(ask: Ask, ruling: Path) -> None:
    page = ask("check", ruling, "--annotate", "html", ui="ru")[1]
    assert '<html lang="ru">' in page
    assert '<div class="text" lang="en">' in page


def _commands_with_json() -> Iterator[str]:
    group = BareGroup.make(Settings())
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        if any("--json" in parameter.opts for parameter in command.params):
            yield name


# What each command that takes --json is asked; add writes, and has its own test.
ASKED = {
    "search": ["revoke"], "show": ["50"], "refs": ["50"], "compare": ["50", "--documents", "digest-2017-en,notes-2017-en"],
    "duties": ["50"], "check": ["RULING"], "toc": [], "term": ["dummy"], "sources": [], "problems": [],
    "parse": ["RULING"], "stats": ["digest-2017-en"], "report": ["RULING"], "add": None,
}  # fmt: skip


def test_every_command_that_takes_json_is_asked() -> None:
    assert set(_commands_with_json()) == set(ASKED)


@pytest.mark.parametrize("name", [name for name, arguments in ASKED.items() if arguments is not None])
def test_json_has_a_shape_of_the_schema(ask: Ask, ruling: Path, name: str) -> None:
    arguments: Any = ASKED[name]
    code, out, _ = ask(name, *(str(ruling) if item == "RULING" else item for item in arguments), "--json")
    assert code in (0, 1)
    Draft202012Validator(json.loads(schema_text())).validate(json.loads(out))


@pytest.mark.parametrize("columns", ["²", "0", "-5", "9" * 5000, "wide"])
def test_a_width_that_is_none_is_passed_over(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert 20 <= terminal_width() <= 100


@pytest.mark.skipif(os.name == "nt", reason="descriptors of a POSIX shell")
def test_a_closed_stdout_is_no_mistake_of_the_program(home: Path, library: Library) -> None:
    done = subprocess.run(
        ["sh", "-c", f"'{sys.executable}' -m lawsearch show 64A1 >&-"],
        check=False, capture_output=True, text=True, cwd=ROOT, env={**os.environ, "LAWSEARCH_HOME": str(home)},
    )  # fmt: skip
    assert done.returncode == 0
    assert "mistake" not in done.stderr
