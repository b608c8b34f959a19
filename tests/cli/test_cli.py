"""The command line from outside: what a person types, what comes to which stream, and with which exit code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from lawsearch.cli import main
from tests.cli.calling import (
    BROKEN,
    FOUND,
    NOTHING,
    USAGE,
    Outcome,
    command,
    environment,
    flat,
    lawsearch,
    on_terminal,
    refused,
)
from tests.conftest import ROOT, cut_corpus, edit_manifest, generation_of

CASES = ROOT / "tests" / "cases" / "parse"
CASE_FILES = sorted(CASES.glob("*.txt"))
TWIN = "commentary-1987-ru"
BROUGHT = ["digest-2017-ru", "digest-2017-en", "notes-2017-ru", "notes-2017-en"]
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
ESCAPE = "\x1b"


@pytest.fixture(scope="session")
def filled(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library with what comes along and one added commentary; tests only read it."""
    folder = tmp_path_factory.mktemp("cli-filled") / "home"
    shutil.copytree(home, folder)
    added = lawsearch(folder, "add", CASES / "twin-000.txt", "--as", TWIN)
    assert added.code == FOUND, added
    return folder


@pytest.fixture(scope="session")
def small_checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout whose corpus is three laws: each change of its library takes a moment."""
    folder = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "lawsearch", folder / "lawsearch", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    (folder / "corpus").mkdir()
    cut_corpus(folder / "corpus")
    return folder


@pytest.fixture
def small(small_checkout: Path, tmp_path: Path) -> Callable[..., Outcome]:
    """Calls of the program of that checkout, with a library of its own."""
    return partial(lawsearch, tmp_path / "home", cwd=small_checkout)  # "-m" looks there first


@pytest.fixture(scope="session")
def validator(home: Path) -> Draft202012Validator:
    schema = lawsearch(home, "export", "--schema").json()
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def known_as(validator: Draft202012Validator, shape: str) -> Draft202012Validator:
    """The validator of one named shape, so that a `show` is not accepted for being some other thing."""
    assert isinstance(validator.schema, Mapping)
    schema = {key: value for key, value in validator.schema.items() if key != "oneOf"}
    assert shape in schema["$defs"]
    return Draft202012Validator({**schema, "$ref": f"#/$defs/{shape}"})


# Search


def test_first_search_of_the_readme(home: Path) -> None:
    outcome = lawsearch(home, "search", "штрафной картой")
    assert outcome.code == FOUND
    first = outcome.out.splitlines()[0]
    assert re.match(r"\s*1\.\s+50\s+Штрафная карта\b", first), first
    assert "digest-2017-ru" in outcome.out.split("\n 2.")[0]


@pytest.mark.parametrize("query", ["штрафной картой", "штрафную карту", "ШТРАФНЫЕ КАРТЫ", "штрафных карт"])
def test_search_in_any_form(home: Path, query: str) -> None:
    hits = lawsearch(home, "search", query, "--json", "--limit", "3").json()["hits"]
    assert "50" in [hit["address"] for hit in hits]


@pytest.mark.parametrize(
    "arguments",
    [
        ["штрафная карта"],
        ["штрафная", "карта"],
        ["search", "штрафная", "карта"],
    ],
)
def test_bare_words_search(home: Path, arguments: list[str]) -> None:
    bare = lawsearch(home, *arguments)
    assert bare == lawsearch(home, "search", "штрафная карта")
    assert bare.code == FOUND
    assert "Штрафная карта" in bare.out


@pytest.mark.parametrize("address", ["64A1", "50A", "64А1", "59.3", "def:dummy"])
def test_bare_number_shows(home: Path, address: str) -> None:
    bare = lawsearch(home, address)
    assert bare.code == FOUND
    assert bare == lawsearch(home, "show", address)
    assert len(bare.out) > 100


@pytest.mark.parametrize(("query", "address"), [("27B1", "27B1"), ("п.11.5", "11.5"), ("64А1", "64A1")])
def test_search_for_a_number_goes_to_the_clause(home: Path, query: str, address: str) -> None:
    found = lawsearch(home, "search", query, "--json").json()
    assert {hit["address"] for hit in found["hits"]} == {address}
    assert found["read_as"]["to"] == address


def test_search_says_what_hits_refer_to(home: Path) -> None:
    hit = lawsearch(home, "search", "штрафной картой", "--limit", "1", "--in", "laws").out
    assert "57" in hit
    assert "49" in hit
    assert "72C" in hit


def test_highlights_cover_printed_words(home: Path) -> None:
    hits = lawsearch(home, "search", "штрафной картой", "--json").json()["hits"]
    words = {hit["text"][start:stop].lower() for hit in hits for start, stop in hit["highlights"]}
    assert words
    # a hand is kindred with cards (corpus/kindred.tsv)
    assert all(word.startswith(("штрафн", "карт", "рук")) for word in words), words
    for hit in hits:
        start, stop = hit["snippet_span"]
        assert hit["text"][start:stop] in hit["snippet"]


@pytest.mark.parametrize(
    ("options", "field", "allowed"),
    [
        (["--lang", "en"], "language", {"en"}),
        (["--lang", "ru"], "language", {"ru"}),
        (["--in", "notes-2017-ru"], "document", {"notes-2017-ru"}),
        (["--in", "laws"], "document", {"digest-2017-ru", "digest-2017-en"}),
        (["--in", "commentary"], "document", {"notes-2017-ru", "notes-2017-en"}),
    ],
)
def test_search_options_narrow(home: Path, options: list[str], field: str, allowed: set[str]) -> None:
    word = "card" if "en" in options else "карта"
    hits = lawsearch(home, "search", word, *options, "--json", "--limit", "30").json()["hits"]
    assert len(hits) > 5
    assert {hit[field] for hit in hits} <= allowed


def test_search_within_laws(home: Path) -> None:
    hits = lawsearch(home, "search", "карта", "--law", "50-52", "--json", "--limit", "100").json()["hits"]
    numbers = {re.match(r"\d+", hit["address"]) for hit in hits}
    assert hits
    assert {match.group() for match in numbers if match} <= {"50", "51", "52"}
    assert None not in numbers


def test_limit_is_kept_and_said(home: Path) -> None:
    outcome = lawsearch(home, "search", "карта", "--limit", "3")
    assert len(re.findall(r"^ *\d+\. ", outcome.out, re.MULTILINE)) == 3
    assert "--limit" in outcome.err


def test_explain_says_more(home: Path) -> None:
    plain = lawsearch(home, "search", "штрафной картой", "--limit", "1")
    explained = lawsearch(home, "search", "штрафной картой", "--limit", "1", "--explain")
    assert explained.code == FOUND
    assert len(explained.out) > len(plain.out)


def test_nothing_found(home: Path) -> None:
    refused(lawsearch(home, "search", "zzzqqqxxyy"), NOTHING, "zzzqqqxxyy")
    found = lawsearch(home, "search", "zzzqqqxxyy", "--json")
    assert found.code == NOTHING
    assert found.json()["hits"] == []


# Show

ADDRESSES = [
    ("64A1", "64A1"),
    ("64А1", "64A1"),  # Cyrillic А
    ("64а1", "64A1"),
    ("64a1", "64A1"),
    ("64 a 1", "64A1"),
    ("64 А 1", "64A1"),
    ("Правило 64А1", "64A1"),
    ("правило 64A1", "64A1"),
    ("law 64.A.1", "64A1"),
    ("Law 64A1", "64A1"),
    ("64.a.1", "64A1"),
    ("50Е", "50E"),  # Cyrillic Е
    ("50D2(a)", "50D2(a)"),
    ("50d2a", "50D2(a)"),
    ("50 D 2 (a)", "50D2(a)"),
    ("Law 50D1(b)", "50D1(b)"),
    ("68D2(b)(ii)", "68D2(b)(ii)"),
    ("59", "59"),
    ("59.3", "59.3"),
    ("п.59.3", "59.3"),
    ("п. 59.3", "59.3"),
    ("п.59.3.", "59.3"),
    ("def:dummy", "def:dummy"),
    ("chapter:6", "chapter:6"),
]


@pytest.mark.parametrize(("typed", "address"), ADDRESSES)
def test_address_forms(home: Path, typed: str, address: str) -> None:
    outcome = lawsearch(home, "show", typed, "--json")
    assert outcome.code == FOUND, outcome.err
    assert [clause["address"] for clause in outcome.json()["clauses"]] == [address]


@pytest.mark.parametrize("typed", ["п.57.3(b)", "57.3.b", "57.3(b)", "57.3 b", "п. 57.3 (b)"])
def test_address_forms_of_a_commentary_item(filled: Path, typed: str) -> None:
    outcome = lawsearch(filled, "show", typed, "--in", TWIN, "--json")
    assert [clause["address"] for clause in outcome.json()["clauses"]] == ["57.3(b)"]


def test_address_in_several_words(home: Path) -> None:
    assert lawsearch(home, "show", "64", "A", "1").out == lawsearch(home, "show", "64A1").out != ""


def test_several_addresses(home: Path) -> None:
    clauses = lawsearch(home, "show", "64A1", "50A", "59.3", "--json").json()["clauses"]
    assert [clause["address"] for clause in clauses] == ["64A1", "50A", "59.3"]


def test_one_missing_address_does_not_hide_the_others(home: Path) -> None:
    outcome = lawsearch(home, "show", "64A1", "64A9")
    assert "revoke trick" in flat(outcome.out)
    assert "64A9" in outcome.err
    assert outcome.code == NOTHING
    as_json = lawsearch(home, "show", "64A1", "64A9", "--json")
    assert as_json.code == NOTHING
    assert [clause["address"] for clause in as_json.json()["clauses"]] == ["64A1"]
    assert [one["address"] for one in as_json.json()["missing"]] == ["64A9"]


def test_show_numbers_references_and_gives_first_words(home: Path) -> None:
    out = lawsearch(home, "show", "60B").out
    assert "Law 50[1]" in flat(out)
    assert re.search(r"^\[1\] Law 50 (→|->) 50 +The penalty card", out, re.MULTILINE)


def test_show_both_languages(home: Path) -> None:
    outcome = lawsearch(home, "show", "64A1", "--lang", "both")
    assert 0 <= outcome.out.find("revoke trick") < outcome.out.find("фальшренонс")
    turned = lawsearch(home, "--ui", "ru", "show", "64A1", "--lang", "both").out
    assert 0 <= turned.find("фальшренонс") < turned.find("revoke trick")


@pytest.mark.parametrize(
    ("options", "documents"),
    [
        ([], ["digest-2017-en"]),
        (["--lang", "ru"], ["digest-2017-ru"]),
        (["--lang", "both"], ["digest-2017-en", "digest-2017-ru"]),
        (["--in", "notes-2017-ru"], ["notes-2017-ru"]),
        (["--in", "commentary"], ["notes-2017-en"]),
        (["--in", "laws", "--lang", "ru"], ["digest-2017-ru"]),
        (["--edition", "2017"], ["digest-2017-en"]),
    ],
)
def test_which_document_is_shown(home: Path, options: list[str], documents: list[str]) -> None:
    outcome = lawsearch(home, "show", "50", *options, "--json")
    assert [clause["document"] for clause in outcome.json()["clauses"]] == documents
    for other in set(BROUGHT) - set(documents) if not options else ():
        assert other in outcome.err, "other holders are named on stderr"


def test_text_and_references_agree(home: Path) -> None:
    clause = lawsearch(home, "show", "50", "--lang", "ru", "--json").json()["clauses"][0]
    assert len(clause["references"]) == 3
    for reference in clause["references"]:
        start, stop = reference["span"]
        assert clause["text"][start:stop] == reference["text"]


@pytest.mark.parametrize(
    ("typed", "near"), [("64A9", "64A1"), ("59.9", "59.5"), ("99", "93"), ("п.11.99", "11.5"), ("Правило 50Я", "50")]
)
def test_missing_address_names_near_ones(home: Path, typed: str, near: str) -> None:
    outcome = lawsearch(home, "show", typed)
    assert outcome.code in {NOTHING, USAGE}
    assert outcome.out == ""
    if outcome.code == NOTHING:
        assert re.search(rf"\b{re.escape(near)}\b", outcome.err), outcome.err


@pytest.mark.parametrize("typed", ["", "   ", "§", "карта", "50(((", "64A1;", "-", "ноль"])
def test_what_is_no_address(home: Path, typed: str) -> None:
    refused(lawsearch(home, "show", "--", typed), USAGE, "64A1")


# References, contents, sources, problems


def test_refs_both_ways(home: Path) -> None:
    refs = lawsearch(home, "refs", "50", "--json").json()
    outgoing = {(ref["source"]["address"], target["address"]) for ref in refs["from"] for target in ref["targets"]}
    assert {("50", "57"), ("50", "49"), ("50", "72C"), ("50D2(a)", "59")} <= outgoing
    incoming = {ref["source"]["address"] for ref in refs["to"]}
    assert {"51B2(c)", "52A", "60B"} <= incoming
    assert all(ref["targets"] for ref in refs["to"])
    assert lawsearch(home, "refs", "50").out.count("\n") > len(refs["from"])


@pytest.mark.parametrize(("option", "kept", "dropped"), [("--from", "from", "to"), ("--to", "to", "from")])
def test_refs_one_way(home: Path, option: str, kept: str, dropped: str) -> None:
    refs = lawsearch(home, "refs", "50", option, "--json").json()
    assert refs[kept]
    assert not refs.get(dropped)


def test_refs_in_text(home: Path) -> None:
    out = lawsearch(home, "refs", "60B").out
    assert re.search(r"Law 50 (→|->) 50 The penalty card", out)


def test_refs_of_a_missing_clause(home: Path) -> None:
    refused(lawsearch(home, "refs", "64A9"), NOTHING, "64A9", "64A1")


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        ([], ["64A  ", "50A  ", "chapter:6"]),
        (["digest-2017-ru"], ["Штрафная карта", "50D  "]),
        (["notes-2017-ru", "--depth", "1"], ["59  ", "Когда требование невыполнимо"]),
    ],
)
def test_toc(home: Path, arguments: list[str], parts: list[str]) -> None:
    outcome = lawsearch(home, "toc", *arguments)
    assert outcome.code == FOUND
    for part in parts:
        assert part in outcome.out


def test_toc_depth_and_json(home: Path) -> None:
    contents = lawsearch(home, "toc", "notes-2017-ru", "--depth", "1", "--json").json()
    assert contents["document"] == "notes-2017-ru"
    assert {"50", "51", "59", "60"} <= {entry["address"] for entry in contents["contents"]}
    assert not any(entry["children"] for entry in contents["contents"])


def test_sources(filled: Path) -> None:
    outcome = lawsearch(filled, "sources")
    assert outcome.code == FOUND
    assert re.findall(r"^[a-z]+-\w+-(?:ru|en)\b", outcome.out, re.MULTILINE) == [*BROUGHT, TWIN]
    listed = lawsearch(filled, "sources", "--json").json()["sources"]
    assert [source["id"] for source in listed] == [*BROUGHT, TWIN]
    assert listed[-1]["sources"] == ["twin-000.txt"]


def test_problems(filled: Path) -> None:
    problems = lawsearch(filled, "problems", TWIN, "--json").json()["problems"]
    assert problems
    text = lawsearch(filled, "problems", TWIN)
    assert text.code == FOUND
    assert "twin-000.txt" in text.out
    assert lawsearch(filled, "problems").out.count(TWIN) == 1


def test_no_problems_in_what_comes_along(home: Path) -> None:
    outcome = lawsearch(home, "problems")
    assert outcome.out == ""
    assert outcome.code == FOUND
    assert outcome.err.strip()


# Parse


@pytest.mark.parametrize("path", CASE_FILES, ids=[path.stem for path in CASE_FILES])
def test_parse(validator: Draft202012Validator, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--ui", "en", "parse", str(path), "--json"]) == FOUND  # in this process: there are many
    parsed = json.loads(capsys.readouterr().out)
    several = "documents" in parsed  # a file that holds two languages
    known_as(validator, "documents" if several else "document").validate(parsed)
    documents = parsed["documents"] if several else [parsed]
    source = path.read_text("utf-8-sig")
    counts = [count for document in documents for count in document["characters"].values()]
    assert sum(counts) == sum(not character.isspace() for character in source)
    assert main(["--ui", "en", "parse", str(path)]) == FOUND
    text = capsys.readouterr()
    assert text.out.strip()
    assert text.err.strip(), "the counts"
    for count in counts:
        assert str(count) in text.err


def test_parse_says_plain(home: Path) -> None:
    outcome = lawsearch(home, "parse", CASES / "plain-club.txt")
    assert "plain-club.txt" in outcome.out + outcome.err
    assert "plain" in outcome.err
    assert "2.2" in outcome.out


def test_parse_sets_one_stop_behind_a_headword(home: Path) -> None:
    outcome = lawsearch(home, "parse", CASES / "definitions-rise-in-no-row.txt", "--strict")
    assert outcome.code == FOUND  # nothing is wrong with it
    assert "Болван (dummy). Тот," in outcome.out


def test_parse_leaves_the_library_alone(tmp_path: Path) -> None:
    home = tmp_path / "none"
    assert lawsearch(home, "parse", CASES / "twin-000.txt").code == FOUND
    assert not home.exists()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp866", "cp1251", "koi8-r"])
def test_parse_tells_the_encoding(home: Path, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "old.txt"
    path.write_text((CASES / "twin-000.txt").read_text("utf-8"), encoding)
    parsed = lawsearch(home, "parse", path, "--json").json()
    assert "не подчинился, тот совершил ренонс" in json.dumps(parsed, ensure_ascii=False)


@pytest.mark.parametrize(
    ("encoding", "code"), [("cp866", FOUND), ("CP866", FOUND), ("no-such-thing", USAGE), ("utf-8", BROKEN)]
)
def test_parse_with_a_named_encoding(home: Path, tmp_path: Path, encoding: str, code: int) -> None:
    path = tmp_path / "old.txt"
    path.write_text((CASES / "twin-000.txt").read_text("utf-8"), "cp866")
    outcome = lawsearch(home, "parse", path, "--encoding", encoding)
    assert outcome.code == code
    assert ("совершил ренонс" in flat(outcome.out)) == (code == FOUND)
    if code != FOUND:
        refused(outcome, code, "encoding")


# JSON


@pytest.mark.parametrize(
    ("shape", "arguments"),
    [
        ("search", ["search", "штрафной картой", "--json"]),
        ("search", ["search", "27B1", "--json"]),
        ("search", ["search", "zzzqqqxxyy", "--json"]),
        ("show", ["show", "50", "--lang", "both", "--json"]),
        ("show", ["show", "59.3", "64A1", "--json"]),
        ("show", ["show", "57", "--in", TWIN, "--json"]),
        ("refs", ["refs", "50", "--json"]),
        ("refs", ["refs", "11.5", "--from", "--json"]),
        ("sources", ["sources", "--json"]),
        ("problems", ["problems", "--json"]),
        ("problems", ["problems", TWIN, "--json"]),
        ("document", ["export", "--format", "json", "notes-2017-ru"]),
        ("document", ["export", TWIN]),
        ("documents", ["export", "--format", "json"]),
        ("documents", ["export", "digest-2017-ru", "digest-2017-en"]),
    ],
)
def test_json_fits_the_schema(filled: Path, validator: Draft202012Validator, shape: str, arguments: list[str]) -> None:
    written = lawsearch(filled, *arguments).json()
    assert written
    validator.validate(written)
    known_as(validator, shape).validate(written)


def test_the_schema_refuses_something(validator: Draft202012Validator) -> None:
    assert not validator.is_valid({})
    assert not validator.is_valid({"clauses": [{"address": 5}]})
    assert not known_as(validator, "search").is_valid({"clauses": []})


def test_commands_that_write_tell_how_they_are_used(home: Path) -> None:
    for name in ("add", "build", "remove"):
        assert "Usage" in lawsearch(home, name, "--help").out


# Add, remove


def clauses_of(called: Callable[..., Outcome], document: str) -> str:
    exported = called("export", document).json()
    return json.dumps([exported["clauses"], exported["unplaced"], exported["characters"]], ensure_ascii=False)


def test_add_in_two_steps_or_together(small: Callable[..., Outcome]) -> None:
    first, second = CASES / "twin-000.txt", CASES / "twin-003.txt"
    added = small("add", first, "--as", TWIN)
    assert added.code == FOUND
    assert TWIN in added.out + added.err
    assert small("add", second, "--as", TWIN).code == FOUND
    stepwise = clauses_of(small, TWIN)
    assert small("remove", TWIN).code == FOUND
    assert TWIN not in small("sources").out
    assert small("add", first, second, "--as", TWIN).code == FOUND
    assert clauses_of(small, TWIN) == stepwise
    assert len(stepwise) > 2000
    listed = small("sources", "--json").json()["sources"]
    assert [source["sources"] for source in listed if source["id"] == TWIN] == [["twin-000.txt", "twin-003.txt"]]


def test_added_text_is_found_and_rebuilt(small: Callable[..., Outcome], tmp_path: Path) -> None:
    copy = Path(shutil.copy(CASES / "twin-000.txt", tmp_path / "twin-000.txt"))
    assert small("add", copy, "--as", TWIN).code == FOUND
    copy.unlink()  # lawsearch keeps its own copy
    assert small("build").code == FOUND
    hits = small("search", "невыполнимое условие", "--in", TWIN, "--json").json()["hits"]
    assert hits[0]["address"] == "57.3(a)"


def test_adding_again_replaces(small: Callable[..., Outcome]) -> None:
    for _ in range(2):
        assert small("add", CASES / "twin-000.txt", "--as", TWIN).code == FOUND
    counts = small("sources", "--json").json()["sources"]
    assert [source["sources"] for source in counts if source["id"] == TWIN] == [["twin-000.txt"]]


@pytest.mark.parametrize("name", ["Комм-1987-ru", "commentary 1987 ru", "../x-1987-ru", "", "a/b-1987-ru", "-"])
def test_names_that_are_none(home_copy: Path, name: str) -> None:
    refused(lawsearch(home_copy, "add", CASES / "twin-000.txt", f"--as={name}"), USAGE, TWIN)
    assert len(lawsearch(home_copy, "sources", "--json").json()["sources"]) == len(BROUGHT)


@pytest.mark.parametrize("name", ["club-1987-ru", "club-rules-1987-en", "club-undated-ru"])
def test_the_name_asked_for_is_the_name_given(small: Callable[..., Outcome], name: str) -> None:
    assert small("add", CASES / "plain-club.txt", "--as", name).code == FOUND
    assert small("sources", "--json").json()["sources"][-1]["id"] == name
    assert small("remove", name).code == FOUND


@pytest.mark.parametrize("name", ["club", "club-1-ru", "club-1987"])
def test_a_name_given_at_add_serves_at_remove(small: Callable[..., Outcome], name: str) -> None:
    """Whatever `--as` accepts must name the document afterwards."""
    if small("add", CASES / "plain-club.txt", "--as", name).code == FOUND:
        assert small("remove", name).code == FOUND


@pytest.mark.parametrize(
    ("arguments", "code", "part"),
    [
        (["remove", "digest-2017-ru"], USAGE, "digest-2017-ru"),
        (["remove", "nothing-1900-ru"], NOTHING, "digest-2017-ru"),
        (["add", str(CASES / "twin-000.txt"), "--as", "digest-2017-ru"], USAGE, "digest-2017-ru"),
        (["toc", "nothing-1900-ru"], NOTHING, "digest-2017-ru"),
        (["problems", "nothing-1900-ru"], NOTHING, "digest-2017-ru"),
        (["export", "nothing-1900-ru"], NOTHING, "digest-2017-ru"),
        (["search", "карта", "--in", "nothing-1900-ru"], NOTHING, "digest-2017-ru"),
        (["show", "50", "--in", "nothing-1900-ru"], NOTHING, "digest-2017-ru"),
        (["show", "50", "--edition", "1066"], NOTHING, "2017"),
        (["search", "карта", "--law", "x"], USAGE, "50-52"),
        (["search", "карта", "--limit", "0"], USAGE, "--limit"),
        (["search", "карта", "--lang", "de"], USAGE, "de"),
        (["export", "--format", "xml"], USAGE, "json"),
    ],
)
def test_names_that_do_not_fit(home: Path, arguments: list[str], code: int, part: str) -> None:
    refused(lawsearch(home, *arguments), code, part)


# Export


def test_export_to_a_file(home: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    written = lawsearch(home, "export", "--format", "json", "notes-2017-ru", "--output", target)
    assert written.code == FOUND
    assert written.out == ""
    text = target.read_text("utf-8")
    assert json.loads(text) == lawsearch(home, "export", "notes-2017-ru").json()
    refused(lawsearch(home, "export", "digest-2017-en", "--output", target), USAGE, "out.json", "--force")
    assert target.read_text("utf-8") == text
    assert lawsearch(home, "export", "digest-2017-en", "--output", target, "--force").code == FOUND
    assert json.loads(target.read_text("utf-8"))["document"]["id"] == "digest-2017-en"
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"], "no temporary file is left"


@pytest.mark.parametrize("place", ["", "missing/out.json", "file.txt/out.json"])
def test_export_to_where_nothing_can_be_written(home: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "file.txt").write_text("kept", "utf-8")
    outcome = lawsearch(home, "export", "notes-2017-ru", "--output", tmp_path / place, "--force")
    assert outcome.code in {USAGE, BROKEN}
    named = Path(place).parts[0] if place else tmp_path.name
    assert named in outcome.err, "the message names the place that was asked for"
    assert "library" not in outcome.err, "a failed export says nothing about the library, which it never touched"
    assert [path.name for path in tmp_path.iterdir()] == ["file.txt"]


# Languages of the interface

LOCALES = [
    ({"LC_ALL": "", "LANG": "ru_RU.UTF-8"}, True),
    ({"LC_ALL": "ru_RU.UTF-8"}, True),
    ({"LC_ALL": "", "LC_MESSAGES": "ru_RU.UTF-8", "LANG": "en_US.UTF-8"}, True),
    ({"LC_ALL": "", "LANG": "ru_RU.KOI8-R"}, True),
    ({"LC_ALL": "", "LANG": "C"}, False),
    ({"LC_ALL": "C"}, False),
    ({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}, False),
    ({"LC_ALL": "", "LANG": "POSIX"}, False),
    ({"LC_ALL": "", "LANG": "en_US.UTF-8"}, False),
    ({"LC_ALL": "", "LANG": "de_DE.UTF-8"}, False),
    ({"LC_ALL": ""}, False),
]


@pytest.mark.parametrize(("variables", "russian"), LOCALES)
def test_locale_chooses_the_language(home: Path, variables: dict[str, str], russian: bool) -> None:
    shown = lawsearch(home, "show", "64A9", variables=variables)
    assert shown.code == NOTHING
    assert bool(CYRILLIC.search(shown.err)) is russian, shown.err
    assert bool(CYRILLIC.search(lawsearch(home, "--help", variables=variables).out)) is russian


@pytest.mark.parametrize(("ui", "variables"), [("ru", {"LC_ALL": "C"}), ("en", {"LC_ALL": "ru_RU.UTF-8"})])
def test_ui_beats_the_locale(home: Path, ui: str, variables: dict[str, str]) -> None:
    outcome = lawsearch(home, "--ui", ui, "show", "64A9", variables=variables)
    assert outcome.code == NOTHING
    assert bool(CYRILLIC.search(outcome.err)) is (ui == "ru")


ENGLISH_OF_CLICK = re.compile(
    r"Usage:|Options:|Commands:|Try '|Error:|No such|Missing|Invalid|Show this message|default:|is not one of|COMMAND|OPTIONS"
)
COMMANDS = ["search", "show", "refs", "toc", "sources", "problems", "parse", "add", "remove", "build", "export"]
COMMANDS += ["check", "stats", "completion"]


@pytest.mark.parametrize("ui", ["en", "ru"])
def test_the_bare_program_says_its_help_as_it_stands(home: Path, ui: str) -> None:
    bare = lawsearch(home, "--ui", ui)
    assert (bare.code, bare.out) == (USAGE, "")
    assert bare.err == lawsearch(home, "--ui", ui, "--help").out


@pytest.mark.parametrize("ui", ["en", "ru"])
def test_choices_are_said_in_a_sentence(home: Path, ui: str) -> None:
    said = lawsearch(home, "--ui", ui, "completion").err
    assert "bash, zsh, fish, powershell" in " ".join(said.split())
    assert not {"zsh,", "fish,"} & set(said.splitlines()), "a line for each"


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_in_both_languages(home: Path, name: str) -> None:
    arguments = [name] if name else []
    russian = lawsearch(home, "--ui", "ru", *arguments, "--help")
    english = lawsearch(home, "--ui", "en", *arguments, "--help")
    assert russian.code == english.code == FOUND
    assert not ENGLISH_OF_CLICK.search(russian.out), russian.out
    assert not CYRILLIC.search(english.out), english.out
    assert re.match(r"Usage: lawsearch", english.out)
    options = re.compile(r"^ +(?:-h, )?--[a-z-]+", re.MULTILINE)
    assert [text.split()[-1] for text in options.findall(russian.out)] == [
        text.split()[-1] for text in options.findall(english.out)
    ]
    for line in russian.out.splitlines():
        words = re.findall(r"[A-Za-z]{3,} [a-z]{3,} [a-z]{3,}", line)
        assert not words, f"English left in Russian help: {line}"


@pytest.mark.parametrize("name", COMMANDS)
def test_main_help_lists_every_command(home: Path, name: str) -> None:
    line = re.search(rf"^  {name} +(\S.*)$", lawsearch(home, "--help").out, re.MULTILINE)
    assert line


@pytest.mark.parametrize(
    "arguments",
    [
        ["serch", "карта"],
        ["--foo"],
        ["show", "--foo"],
        ["show"],
        ["search"],
        ["search", "карта", "--limit", "много"],
        ["search", "карта", "--limit", "0"],
        ["search", "карта", "--limit"],
        ["search", "карта", "--lang", "de"],
        ["toc", "digest-2017-ru", "notes-2017-ru"],
        ["toc", "--json=yes"],
        ["--ui", "de", "sources"],
        ["add"],
        ["remove"],
        ["search", ""],
        ["search", "   "],
        ["show", ""],
        ["add", "x", "--layout", "nosuch"],
    ],
)
def test_wrong_usage(home: Path, arguments: list[str]) -> None:
    english = lawsearch(home, *arguments)
    refused(english, USAGE)
    assert "Error" in english.err
    russian = lawsearch(home, *arguments, variables={"LC_ALL": "ru_RU.UTF-8"})
    refused(russian, USAGE, "Ошибка")
    assert not ENGLISH_OF_CLICK.search(russian.err), russian.err
    for said in (english.err, russian.err):
        assert not re.search(r"""['"]""", said), said


@pytest.mark.parametrize(
    ("arguments", "english", "russian"),
    [
        (
            ["search", "x", "--sort", "it's C:\\x"],
            "“--sort”: “it's C:\\x” is not one of “rank”, “law”",
            "«--sort»: «it's C:\\x» не подходит. Возможные значения: «rank», «law»",
        ),
        (
            ["search", "x", "--limit", "10 a"],
            "“10 a” is not a whole number from 1 to 1000",
            "«10 a» не подходит: нужно целое число от 1 до 1000",
        ),
        (["add"], "“FILE…”", "«ФАЙЛ…»"),
        (["show", "--expnd", "2"], "“--expnd”", "«--expnd»"),
    ],
)
def test_quotation_marks_are_those_of_the_language(
    home: Path, arguments: list[str], english: str, russian: str
) -> None:
    for ui, said in (("en", english), ("ru", russian)):
        err = lawsearch(home, "--ui", ui, *arguments).err
        assert said in " ".join(err.split())  # wrapped as all news is
        assert max(map(len, err.splitlines())) <= 100


@pytest.mark.parametrize(("ui", "note"), [("ru", "термин указателя 1987 года"), ("en", "a term of the index of 1987")])
def test_a_note_on_a_term_is_in_the_language_of_the_interface(home: Path, ui: str, note: str) -> None:
    outcome = lawsearch(home, "--ui", ui, "term", "лавинталь")
    assert outcome.out.splitlines()[-2].strip() == note
    (term,) = lawsearch(home, "term", "лавинталь", "--json").json()["terms"]
    assert term["notes"][ui] == note


def test_typo_in_a_command_is_answered(home: Path) -> None:
    refused(lawsearch(home, "serch", "карта"), USAGE, "serch", "search")
    refused(lawsearch(home, "shwo", "64A1"), USAGE, "shwo", "show")
    refused(lawsearch(home, "exprot", "--output", "x"), USAGE, "export")


def test_no_arguments(home: Path) -> None:
    outcome = lawsearch(home)
    assert outcome.code in {FOUND, USAGE}
    assert "Usage: lawsearch" in outcome.out + outcome.err


def test_version(home: Path) -> None:
    outcome = lawsearch(home, "--version")
    assert outcome.code == FOUND
    assert re.search(r"\d+\.\d+", outcome.out)


# Bad files

BAD_FILES: dict[str, bytes | None] = {
    "missing.txt": None,
    "empty.txt": b"",
    "white.txt": b" \r\n\t\n \x0c \n",
    "white-utf16.txt": " \n \n".encode("utf-16"),
    "only-bom.txt": b"\xef\xbb\xbf",
    "program.txt": b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 20,
    "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 4,
    "zeros.txt": bytes(4096),
    "no-encoding.txt": bytes(0x80 + (i * i * 37 + i * 11) % 128 if i % 7 else 32 for i in range(3000)),
}


@pytest.mark.parametrize("ui", ["en", "ru"])
@pytest.mark.parametrize("verb", ["parse", "add"])
@pytest.mark.parametrize("name", [*BAD_FILES, "folder"])
def test_bad_file(home_copy: Path, tmp_path: Path, name: str, verb: str, ui: str) -> None:
    path = tmp_path / name
    if name == "folder":
        path.mkdir()
    elif (content := BAD_FILES[name]) is not None:
        path.write_bytes(content)
    arguments = ["--as", TWIN] if verb == "add" else []
    outcome = lawsearch(home_copy, "--ui", ui, verb, path, *arguments)
    refused(outcome, BROKEN, name)
    assert bool(CYRILLIC.search(outcome.err.replace(str(path), ""))) is (ui == "ru")
    if verb == "add":
        assert TWIN not in lawsearch(home_copy, "sources").out


def test_one_bad_file_adds_nothing(home_copy: Path, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    added = lawsearch(home_copy, "add", CASES / "twin-000.txt", tmp_path / "empty.txt", "--as", TWIN)
    refused(added, BROKEN, "empty.txt")
    assert lawsearch(home_copy, "sources", "--json").json()["sources"][-1]["id"] == BROUGHT[-1]


def test_two_files_of_one_name(home_copy: Path, tmp_path: Path) -> None:
    copy = shutil.copy(CASES / "twin-003.txt", tmp_path / "twin-000.txt")
    refused(lawsearch(home_copy, "add", CASES / "twin-000.txt", copy, "--as", TWIN), USAGE, "twin-000.txt")


# Bad libraries

PARTS = [
    "library.db", "forms.marisa", "manifest.json", "search/*.bin", "search/*.txt", "../../CURRENT",
]  # fmt: skip


def test_parts_are_all_of_a_generation(filled: Path) -> None:
    folder = generation_of(filled)
    files = {path for path in folder.rglob("*") if path.is_file() and path.stat().st_size}
    assert files == {path for part in PARTS[:-1] for path in folder.glob(part)}


# every part and kind of damage is tried on the library itself (test_library); here is what a person sees
@pytest.mark.parametrize(
    ("part", "damage"), [("library.db", "cut"), ("search/postings.bin", "garble"), ("../../CURRENT", "delete")]
)
def test_broken_index(small: Callable[..., Outcome], tmp_path: Path, part: str, damage: str) -> None:
    """A broken index is rebuilt or refused, always said, and the added text is still there."""
    assert small("add", CASES / "twin-000.txt", "--as", TWIN).code == FOUND
    home = tmp_path / "home"
    [path] = [home / "CURRENT"] if part.endswith("CURRENT") else generation_of(home).glob(part)
    content = path.read_bytes()
    if damage == "delete":
        path.unlink()
    elif damage == "zero":
        path.write_bytes(b"")
    elif damage == "cut":
        path.write_bytes(content[: len(content) // 2])
    else:
        middle = len(content) // 2
        path.write_bytes(
            content[:middle] + bytes(b ^ 0x55 for b in content[middle : middle + 64]) + content[middle + 64 :]
        )
    searched = small("search", "невыполнимое условие", "--in", TWIN)
    if searched.code == BROKEN:
        refused(searched, BROKEN, "index")
        assert small("build").code == FOUND
        searched = small("search", "невыполнимое условие", "--in", TWIN)
    elif damage != "delete" or not part.endswith("CURRENT"):
        assert "damaged" in searched.err, "a repair is said"
    assert "57.3(a)" in searched.out, searched.err
    assert searched.code == FOUND
    shown = small("show", "57.3(a)", "--in", TWIN)
    assert "Разыгрывающий, назвавший невыполнимое" in flat(shown.out)
    assert "damaged" not in shown.err, "repaired once"


@pytest.mark.parametrize("part", ["library.db", "search/postings.bin"])
@pytest.mark.parametrize(("ui", "word"), [("en", "damaged"), ("ru", "повреж")])
def test_a_repair_is_said_in_the_language(
    small: Callable[..., Outcome], tmp_path: Path, part: str, ui: str, word: str
) -> None:
    small("build")
    [path] = generation_of(tmp_path / "home").glob(part)
    path.write_bytes(path.read_bytes()[:-100])
    outcome = small("--ui", ui, "search", "штрафной картой", "--limit", "1")
    assert word in outcome.err.lower()
    assert "Штрафная карта" in outcome.out


def test_index_of_a_newer_version(home_copy: Path) -> None:
    edit_manifest(home_copy, format=9999)
    path = generation_of(home_copy) / "manifest.json"
    before = path.read_bytes()
    for arguments in (["show", "50"], ["search", "карта"], ["sources"], ["build"]):
        refused(lawsearch(home_copy, *arguments), BROKEN, "9999", "newer")
    refused(lawsearch(home_copy, "--ui", "ru", "show", "50"), BROKEN, "9999", "Ошибка")
    assert path.read_bytes() == before


@pytest.mark.parametrize("ui", ["en", "ru"])
@pytest.mark.parametrize("way", ["variable", "option"])
@pytest.mark.parametrize("kind", ["foreign", "file", "below-file", "impossible"])
def test_no_place_for_a_library(tmp_path: Path, kind: str, way: str, ui: str) -> None:
    (tmp_path / "file").write_text("kept", "utf-8")
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign" / "thesis.txt").write_text("kept", "utf-8")
    home = {"below-file": tmp_path / "file" / "home", "impossible": Path("/proc/x")}.get(kind, tmp_path / kind)
    if kind == "impossible" and not Path("/proc").is_dir():
        pytest.skip("no /proc here")
    option = ["--library", str(home)] if way == "option" else []
    outcome = lawsearch(None if option else home, "--ui", ui, *option, "show", "50")
    refused(outcome, BROKEN, str(home))
    message = outcome.err.replace(str(home), "")
    assert bool(CYRILLIC.search(message)) is (ui == "ru")
    assert not re.search(r"No such file|Not a directory|Permission denied", message) or ui == "en"
    assert (tmp_path / "file").read_text("utf-8") == "kept"
    assert [path.name for path in (tmp_path / "foreign").iterdir()] == ["thesis.txt"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_read_only_home(home_copy: Path) -> None:
    """A built library in a folder that cannot be written to still answers; only changing it is refused."""
    for path in [home_copy, *home_copy.rglob("*")]:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        assert lawsearch(home_copy, "show", "64A1").code == FOUND
        assert lawsearch(home_copy, "search", "карта").code == FOUND
        refused(lawsearch(home_copy, "add", CASES / "twin-000.txt", "--as", TWIN), BROKEN, str(home_copy))
    finally:
        for path in [home_copy, *home_copy.rglob("*")]:
            path.chmod(0o700 if path.is_dir() else 0o600)


def test_first_use_builds_and_says_nothing_on_stdout(small: Callable[..., Outcome]) -> None:
    outcome = small("show", "50A", "--json")
    assert outcome.json()["clauses"][0]["address"] == "50A"
    assert small("show", "50A", "--json").out == outcome.out


def test_empty_folder_serves(small: Callable[..., Outcome], tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    assert "penalty card" in small("show", "50").out


# Odd arguments


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("x" * 100_000, NOTHING),
        ("card " * 20_000, FOUND),
        ("5" * 100_000, NOTHING),
        ('"' * 100_000, NOTHING),
        ("(" * 100_000, NOTHING),
        ("64A1(" + "i" * 99_000, None),
    ],
    ids=["one-word", "one-word-repeated", "digits", "quotes", "brackets", "address"],
)
def test_query_of_100_000_characters(home: Path, query: str, code: int | None) -> None:
    outcome = lawsearch(home, "search", query)
    assert outcome.code in ({NOTHING, USAGE, FOUND} if code is None else {code} if code == FOUND else {code, USAGE})
    if outcome.code == FOUND:
        assert "digest-2017-en" in outcome.out or "notes-2017-en" in outcome.out
    else:
        refused(outcome, outcome.code)


def test_russian_query_of_100_000_characters(home: Path) -> None:
    words = ["штрафная"] * 6_000 + ["карта"] * 10_000
    assert "Штрафная карта" in lawsearch(home, "search", *words).out


@pytest.mark.parametrize(
    "query", ["show", "search", "--", "-", "*", "?", "~", "^", "[", "AND OR NOT", "карта:", "а" * 500]
)
def test_signs_are_no_syntax_errors(home: Path, query: str) -> None:
    outcome = lawsearch(home, "search", "--", query)
    assert outcome.code in {FOUND, NOTHING, USAGE}
    assert outcome.out if outcome.code == FOUND else outcome.err


@pytest.mark.parametrize("arguments", [["search"], ["show"], ["refs"], ["parse"], ["toc"], []])
def test_argument_that_is_no_text(home: Path, arguments: list[str]) -> None:
    """A byte that is no UTF-8, such as a name in an old encoding."""
    done = subprocess.run(
        [*map(os.fsencode, command(*arguments)), b"\xea\xe0\xf0\xf2\xe0"],
        env=environment(home),
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in {NOTHING, USAGE, BROKEN}
    assert done.stderr.strip()
    assert not done.stdout


@pytest.mark.parametrize(
    "arguments", [["search", "a\x01b"], ["show", "50\x1b[31m"], ["toc", "x\x1b[31m\x07"], ["\x1b[2J"]]
)
def test_control_characters_are_not_echoed(home: Path, arguments: list[str]) -> None:
    outcome = lawsearch(home, *arguments)
    assert outcome.out + outcome.err
    assert ESCAPE not in outcome.out + outcome.err
    assert "\x01" not in outcome.out + outcome.err
    assert "\x07" not in outcome.out + outcome.err


# Streams, pipes, width, colour, consoles


@pytest.mark.parametrize("arguments", [["export"], ["toc"], ["show", "50"], ["search", "карта", "--limit", "500"]])
def test_closed_pipe(home: Path, arguments: list[str]) -> None:
    with subprocess.Popen(
        command(*arguments), env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        err = process.stderr.read()
    for sign in (b"Traceback", b"Broken pipe", b"Exception ignored", b"BrokenPipe"):
        assert sign not in err
    # 1 would say "nothing found"; 141 is what a shell calls SIGPIPE
    assert process.returncode in {FOUND, 141, -13}


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["search", "штрафной картой"], FOUND),
        (["show", "50"], FOUND),
        (["show", "64A9"], NOTHING),
        (["show", "§"], USAGE),
        (["parse", "no-such-file.txt"], BROKEN),
    ],
)
def test_streams_and_codes(home: Path, arguments: list[str], code: int) -> None:
    outcome = lawsearch(home, *arguments)
    assert outcome.code == code
    assert bool(outcome.out) is (code == FOUND)
    assert ESCAPE not in outcome.out + outcome.err
    assert outcome.err or code == FOUND


WIDE = [
    ["show", "50"],
    ["show", "50", "--lang", "both"],
    ["show", "11.3", "--in", "notes-2017-ru"],
    ["search", "карта"],
    ["search", "карта", "--explain"],
    ["refs", "50"],
    ["toc"],
    ["toc", "digest-2017-ru"],
    ["sources"],
    ["problems"],
    ["--help"],
    ["search", "--help"],
    ["add", "--help"],
    ["parse", str(CASES / "twin-003.txt")],
    ["show", "99"],
    ["toc", "nothing-1900-ru"],
    ["add", "x", "--as", "digest-2017-ru"],
]


@pytest.mark.parametrize("ui", ["en", "ru"])
@pytest.mark.parametrize("arguments", WIDE, ids=lambda arguments: " ".join(map(os.path.basename, arguments)))
def test_60_columns(filled: Path, arguments: list[str], ui: str) -> None:
    outcome = lawsearch(filled, "--ui", ui, *arguments, variables={"COLUMNS": "60"})
    lines = outcome.out.splitlines() + outcome.err.splitlines()
    assert lines
    assert [line for line in lines if len(line) > 60] == []


def test_60_columns_of_a_terminal(home: Path) -> None:
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(home, "show", "50", variables={"COLUMNS": "60"}).decode())
    assert "The penalty card" in shown
    assert [line for line in shown.splitlines() if len(line) > 60] == []


@pytest.mark.parametrize(
    ("arguments", "variables", "coloured"),
    [
        (["search", "карта"], {}, True),
        (["show", "50"], {}, True),
        (["search", "карта"], {"NO_COLOR": "1"}, False),
        (["show", "50"], {"NO_COLOR": "1"}, False),
        (["--plain", "search", "карта"], {}, False),
        (["--plain", "show", "50"], {}, False),
    ],
)
def test_colour_on_a_terminal(home: Path, arguments: list[str], variables: dict[str, str], coloured: bool) -> None:
    shown = on_terminal(home, *arguments, variables={"TERM": "xterm"} | variables)
    assert len(shown) > 300
    assert (ESCAPE.encode() in shown) is coloured


def test_plain_is_the_piped_text(home: Path) -> None:
    assert flat(on_terminal(home, "--plain", "show", "60B").decode()).endswith(
        flat(lawsearch(home, "--plain", "show", "60B").out)
    )


def test_first_use_on_a_terminal_shows_progress(tmp_path: Path) -> None:
    shown = on_terminal(tmp_path / "new", "show", "64A1", variables={"TERM": "xterm"}).decode()
    assert "%" in shown
    assert "revoke trick" in shown


@pytest.mark.parametrize("encoding", ["cp866", "cp1251", "koi8-r", "latin-1"])
def test_suits_on_an_old_console(home: Path, encoding: str) -> None:
    arguments = ("show", "11.3", "--in", "notes-2017-ru")
    shown = on_terminal(home, *arguments, variables={"PYTHONIOENCODING": encoding, "NO_COLOR": "1"}).decode(encoding)
    assert "4S" in shown or "4♠" in shown, shown
    if encoding.startswith(("cp", "koi")):
        assert "Юг разыгрывает" in shown


@pytest.mark.parametrize("encoding", ["cp866", "ascii"])
def test_redirected_is_utf8_always(home: Path, encoding: str) -> None:
    variables = {"PYTHONIOENCODING": encoding}
    outcome = lawsearch(home, "show", "11.3", "--in", "notes-2017-ru", variables=variables)
    assert "4♠" in outcome.out
    assert outcome.out == lawsearch(home, "show", "11.3", "--in", "notes-2017-ru").out
    missing = lawsearch(home, "--ui", "ru", "show", "64A9", variables=variables)
    assert "Ошибка" in missing.err


def test_c_locale_can_print_russian(home: Path) -> None:
    outcome = lawsearch(home, "show", "50", "--lang", "ru", variables={"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"})
    assert "Штрафная карта" in outcome.out


def test_from_another_folder(home: Path, tmp_path: Path) -> None:
    outcome = lawsearch(home, "show", "64A1", cwd=tmp_path)
    assert "revoke trick" in outcome.out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["library", "LAWSEARCH_HOME"])
def test_relative_home(home: Path, name: str) -> None:
    """A home relative to where one stands, both ways of naming it."""
    variables = {"LAWSEARCH_HOME": home.name} if name != "library" else {}
    option = ["--library", home.name] if name == "library" else []
    outcome = lawsearch(None, *option, "sources", variables=variables, cwd=home.parent)
    assert "digest-2017-ru" in outcome.out
