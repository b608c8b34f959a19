"""Following and checking references on the command line: refs, show --expand, check, stats, export --format dot."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import warnings
from pathlib import Path
from typing import Any

import jsonschema
import pydot
import pyparsing
import pytest

from lawsearch.export import schema_text
from lawsearch.export.dot_format import write_dot
from lawsearch.library import Library
from tests.cli.calling import BROKEN, FOUND, NOTHING, USAGE, command, environment, lawsearch, on_terminal, refused
from tests.reading.containers import docx, docx_paragraph, html_paragraphs, pdf

SCHEMA: dict[str, Any] = json.loads(schema_text())


def _valid(record: Any, shape: str) -> None:
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{shape}", "$defs": SCHEMA["$defs"]}).validate(record)
    jsonschema.Draft202012Validator(SCHEMA).validate(record)


def _piped(home: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command("check", "-", *arguments), input=text.encode(), env=environment(home), capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def _graph(text: str) -> pydot.Dot:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pydot calls pyparsing by its old names
        pyparsing.ParserElement.enable_packrat()  # what has been tried at a place is not tried there again
        graphs = pydot.graph_from_dot_data(text)
    assert graphs
    if program := shutil.which("dot"):
        assert subprocess.run([program, "-Tcanon"], input=text.encode(), capture_output=True, check=True).stderr == b""
    return graphs[0]


# check

RULING = (
    "Решение по сдаче 12\n\nПо Правилу 64С и Правилу 12С1(e)(ii) счёт взвешен,\nсм. п. 59.9. Данное Правило & <b>прочее</b>.\n"
    "Правило 64F; Правила 92-95.\n"
)


@pytest.fixture
def ruling(tmp_path: Path) -> Path:
    path = tmp_path / "ruling.txt"
    path.write_text(RULING, encoding="utf-8")
    return path


def test_check_lists_every_citation(home: Path, ruling: Path) -> None:
    outcome = lawsearch(home, "check", ruling)
    assert outcome.code == NOTHING
    lines = outcome.out.splitlines()
    assert lines[0] == "   3  Правилу 64С → 64C Возмещение ущерба · 2017"
    assert [line.split()[0] for line in lines if re.match(r" {2,3}\d", line)] == ["3", "3", "4", "4", "5", "5"]
    missing = next(number for number, line in enumerate(lines) if "п. 59.9" in line)
    assert "there is no such clause" in lines[missing]
    assert re.match(r"      nearest: 59\.5 \w", lines[missing + 1])
    assert "2 lead to a clause, 3 lead nowhere, 1 cannot be followed here" in " ".join(outcome.err.split())


def test_check_is_quiet_when_all_is_right(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "right.txt"
    path.write_text("Судья применил Правило 64С и Правила 50-52.\n", encoding="utf-8")
    outcome = lawsearch(home, "check", path)
    assert (outcome.code, outcome.out) == (FOUND, "")
    assert outcome.err == "2 citations, each leads to a clause (edition of 2017).\n"
    listed = lawsearch(home, "check", path, "--all")
    assert listed.out.count("\n") == 2
    path.write_text("Ни одной ссылки.\n", encoding="utf-8")
    outcome = lawsearch(home, "check", path)
    assert (outcome.code, outcome.out, outcome.err) == (FOUND, "", "There is no citation in the text.\n")


def test_check_another_edition_is_said(home: Path) -> None:
    done = _piped(home, "The Director applied Law 64C.", "--edition", "1987")
    assert done.returncode == FOUND
    assert "(edition of 2017)" in done.stdout
    assert _piped(home, "The Director applied Law 64C.", "--edition", "2017").stdout == ""


def test_check_chooses_the_language(home: Path) -> None:
    english = json.loads(_piped(home, "Правило 64С", "--lang", "en", "--json").stdout)
    assert english["references"][0]["targets"] == [{"document": "digest-2017-en", "address": "64C"}]


def test_check_json(home: Path, ruling: Path) -> None:
    record = lawsearch(home, "check", ruling, "--json").json()
    _valid(record, "check")
    assert record["counts"] == {"resolved": 2, "ambiguous": 0, "missing": 3, "external": 1}
    for reference in record["references"]:
        start, stop = reference["span"]
        assert RULING[start:stop] == reference["text"]
        assert RULING[:start].count("\n") + 1 == reference["line"]
    none = json.loads(_piped(home, "nothing here", "--json").stdout)
    _valid(none, "check")
    assert none["references"] == []
    assert none["edition"] == "2017"
    assert not any(none["counts"].values())


CHECKED = [
    # what cannot be read to its end is never the shorter law
    ("Law 12C1(e)ii and Law 64Z.", ["resolved 12C1(e)(ii)", "missing 64(z)"]),
    ("Правило 64А1.2; Правило 64Ж1; Law 1O.", ["missing 64A1(2)", "missing 64G1", "resolved 10"]),
    ("Laws 45Q9 and 46B", ["missing 45(q)(9)", "resolved 46B"]),
    # a letter beside Б or Г in one list; in another sentence it may be the one or the other
    ("Правила 16А, 16Б и 16В", ["resolved 16A", "resolved 16B", "resolved 16C"]),
    ("Судья назвал Правило 16Б. Игрок назвал Правило 16В.", ["resolved 16B", "ambiguous 16B"]),
    ("Игрок назвал Правило 16В.", ["resolved 16B"]),
    # letters and mail, frames, page ends, soft hyphens
    ("> см. Правило\n> 64С и Прави-\n> ло 16.", ["resolved 64C", "resolved 16"]),
    ("|  Правило  |\n|  64С      |\n", ["resolved 64C"]),
    ("Прави-\n- 61 -\nло 70, Пра\xadвило 64С, п.\n- 61 -\n11.5", ["resolved 70", "resolved 64C", "resolved 11.5"]),
    ("Прaвило 64С и Law \uff11\uff12C1", ["resolved 64C", "resolved 12C1"]),
    # forms
    ("Правило: 16В\nLaw(s) 25, 27\nLaw #16", ["resolved 16B", "resolved 25", "resolved 27", "resolved 16"]),
    # what counts is no law
    ("Правило 90 – 2 ВП штрафа. Law 57, 3NT+1, 14:30.", ["resolved 90", "resolved 57"]),
    ("Правила\n\n12 пар. Our by-law 27. Федеральный закон № 82.", []),
]


@pytest.mark.parametrize(("text", "expected"), CHECKED)
def test_check_reads_what_people_write(home: Path, text: str, expected: list[str]) -> None:
    found = json.loads(_piped(home, text, "--json").stdout)["references"]
    assert [f"{item['status']} {item['wanted'][0]['address']}" for item in found] == expected
    assert all(text[item["span"][0] : item["span"][1]] == item["text"] for item in found)


def test_check_reads_the_cells_of_a_form(home: Path, tmp_path: Path) -> None:
    row = "<tr><td>{}</td><td>{}</td></tr>"
    path = tmp_path / "form.html"
    path.write_text(
        f"<p>Our Law</p><p>50 pairs came.</p><table>{row.format('Law', '16B')}{row.format('Правило', '25А')}</table>",
        encoding="utf-8",
    )
    found = lawsearch(home, "check", path, "--json").json()["references"]
    assert [item["wanted"][0]["address"] for item in found] == ["16B", "25A"]


def test_check_minds_the_edition_that_is_named(home: Path) -> None:
    text = "Law 26 of the 1997 Code, Правило 26 (2007), Правило 26 Кодекса 1987 года; Law 26 of the 2017 Code, Law 26."
    found = json.loads(_piped(home, text, "--json").stdout)["references"]
    assert [item["edition_differs"] for item in found] == [True, True, True, False, False]


@pytest.mark.parametrize("kind", ["docx", "pdf", "html", "cp1251", "utf-16"])
def test_check_reads_what_add_reads(home: Path, tmp_path: Path, kind: str) -> None:
    text = "The director applied Law 64C and Law 64F."
    russian = "Судья применил правило 64С и правило 64F в этой сдаче, и с ним никто не спорил."
    contents = {
        "docx": docx(docx_paragraph("A ruling.") + docx_paragraph(text)),
        "pdf": pdf([[text]]),
        "html": html_paragraphs(["A ruling.", text]),
        "cp1251": russian.encode("cp1251"),
        "utf-16": russian.encode("utf-16"),
    }
    path = tmp_path / (f"ruling.{kind}" if kind in ("docx", "pdf", "html") else "ruling.txt")
    path.write_bytes(contents[kind])
    record = lawsearch(home, "check", path, "--json").json()
    assert [(item["status"], item["wanted"][0]["address"]) for item in record["references"]] == [
        ("resolved", "64C"),
        ("missing", "64F"),
    ]


def test_check_refuses_what_cannot_be_read(home: Path, tmp_path: Path) -> None:
    refused(lawsearch(home, "check", tmp_path / "none.txt"), BROKEN, "none.txt")
    (tmp_path / "empty.txt").write_bytes(b"")
    refused(lawsearch(home, "check", tmp_path / "empty.txt"), BROKEN, "empty.txt")
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 20)
    refused(lawsearch(home, "check", tmp_path / "binary"), BROKEN)
    refused(lawsearch(home, "check", tmp_path), BROKEN)
    refused(lawsearch(home, "check"), USAGE, "FILE|-")
    assert _piped(home, "").returncode == BROKEN


def test_check_annotates_as_html(home: Path, ruling: Path, tmp_path: Path) -> None:
    outcome = lawsearch(home, "check", ruling, "--annotate", "html")
    assert outcome.code == NOTHING
    page = outcome.out
    inside = re.search(r'<div class="text" lang="\w+">(.*?)</div>', page, re.DOTALL)
    assert inside
    assert html.unescape(re.sub(r"<[^>]*>", "", inside[1])) == RULING
    links = re.findall(r'href="#([^"]+)"', page)
    anchors = re.findall(r'id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors)) == 4, "64C, 12C1(e)(ii), 92 and 93"
    assert set(links) <= set(anchors)
    assert page.count('data-note="there is no such clause; nearest: 59.5') == 1
    assert "<script" not in page
    assert "http" not in page.replace('http-equiv="Content-Security-Policy"', "")
    path = tmp_path / "page.html"
    lawsearch(home, "check", ruling, "--annotate", "html", "--output", path)
    assert path.read_text(encoding="utf-8") == page
    refused(lawsearch(home, "check", ruling, "--annotate", "html", "--output", path), USAGE, "--force")


def test_annotations_hold_any_text(library: Library) -> None:
    from lawsearch.export.annotating import annotate_html, annotate_markdown

    text = '<script>alert("Law 64C")</script> & Law 64C\x00\ud800 "Law 64F" Правила\n- 61 -\n50 ]]> Law 12C1(e)'
    checked = library.check(text)
    assert [item.reference.status for item in checked] == ["resolved", "resolved", "missing", "resolved", "resolved"]
    page = annotate_html('"><script>', text, checked, library)
    assert "<script" not in page
    page.encode("utf-8")
    inside = re.search(r'<div class="text" lang="\w+">(.*?)</div>', page, re.DOTALL)
    assert inside
    kept = html.unescape(re.sub(r"<[^>]*>", "", inside[1]))
    assert kept == text.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    written = annotate_markdown("", text, checked, library)
    assert "[Law 64C](#clause-1)" in written
    assert "[Law 12C1(e)](#clause-" in written


def test_check_annotates_as_markdown(home: Path, ruling: Path) -> None:
    written = lawsearch(home, "check", ruling, "--annotate", "md").out
    body, _, appendix = written.partition("\n---\n")
    plain = re.sub(r" \*\((?:[^*]|\\\*)*\)\*", "", re.sub(r"\[([^\]]*)\]\(#clause-\d+\)", r"\1", body)).replace(
        "**", ""
    )
    assert plain.replace("\\", "").strip() == RULING.strip()
    anchors = re.findall(r'<a id="(clause-\d+)"></a>', appendix)
    assert anchors == list(dict.fromkeys(anchors))
    assert set(re.findall(r"\(#(clause-\d+)\)", written)) <= set(anchors)
    assert "### 64C Возмещение ущерба" in appendix


# refs


def test_refs_go_deep_and_mark_circles(home: Path) -> None:
    outcome = lawsearch(home, "refs", "51B2", "--from", "--depth", "3")
    lines = outcome.out.splitlines()[3:]
    numbers = [int(match[1]) for line in lines if (match := re.search(r"\[(\d+)\]", line))]
    assert numbers == list(range(1, len(numbers) + 1))
    assert any("↺ a circle" in line for line in lines)
    assert any("followed elsewhere" in line for line in lines)
    depths = {len(line) - len(line.lstrip()) for line in lines}
    assert {0, 2, 4} <= depths
    record = lawsearch(home, "refs", "51B2", "--depth", "3", "--json").json()
    _valid(record, "refs")

    def count(items: list[dict[str, Any]]) -> int:
        return sum(1 + count(item["inner"]) for item in items)

    assert count(record["from"]) == len(numbers)
    shallow = lawsearch(home, "refs", "51B2", "--json").json()
    assert [item["text"] for item in shallow["from"]] == [item["text"] for item in record["from"]]
    assert "inner" not in shallow["from"][0]
    refused(lawsearch(home, "refs", "51B2", "--depth", "0"), USAGE, "--depth")


def test_refs_show_the_citing_sentence(home: Path) -> None:
    outcome = lawsearch(home, "refs", "49", "--to", "--ui", "ru")
    lines = outcome.out.splitlines()
    documents = [line for line in lines if re.fullmatch(r"[a-z]+-\d{4}-[a-z]{2}", line)]
    assert documents == ["digest-2017-ru", "notes-2017-ru"]
    assert outcome.out.count("[правило 49]") >= 2
    record = lawsearch(home, "refs", "49", "--to", "--depth", "2", "--json", "--ui", "ru").json()
    _valid(record, "refs")
    assert record["from"] == []
    assert any(item["inner"] for item in record["to"])
    for item in record["to"]:
        start, stop = item["sentence_span"]
        assert item["sentence"][start:stop] == item["text"]
        assert " ".join(item["sentence"][start:stop].split()) in " ".join(
            outcome.out.replace("[", "").replace("]", "").split()
        )


def test_a_citation_is_coloured_on_a_terminal(home: Path) -> None:
    shown = on_terminal(home, "refs", "49", "--to", "--ui", "ru").decode()
    assert "\x1b[36mправило\x1b[0m" in shown
    assert "[правило" not in shown
    plain = on_terminal(home, "refs", "49", "--to", "--ui", "ru", "--plain").decode()
    assert "\x1b" not in plain
    assert "[правило 49]" in plain


# show --expand


def test_show_expands_in_place(home: Path) -> None:
    outcome = lawsearch(home, "show", "60B", "--expand", "1", "--in", "digest-2017-en")
    lines = outcome.out.splitlines()
    place = lines.index("  [1] Law 50 →")
    assert lines[place + 1].startswith("  │ 50 The penalty card")
    assert any(line.startswith("  │     50D1 ") for line in lines)
    assert outcome.out.count("50A The card lies open") == 1
    assert "References" in outcome.out, "what is not opened is listed"
    assert not any(re.match(r"\[1\]", line) for line in lines)
    plain = lawsearch(home, "show", "60B", "--expand", "1", "--plain", "--in", "digest-2017-en").out
    assert "│" not in plain
    assert "    50 The penalty card" in plain


def test_what_is_open_is_not_opened_again(home: Path) -> None:
    outcome = lawsearch(home, "show", "50", "--expand", "3", "--in", "digest-2017-en")
    assert "(opened elsewhere)" in outcome.out
    heads = re.findall(r"^[│ ]*(57 Premature lead or play|49 A defender's exposed cards)$", outcome.out, re.MULTILINE)
    assert sorted(heads) == ["49 A defender's exposed cards", "57 Premature lead or play"]
    numbers = [int(number) for number in re.findall(r"^[│ ]*\[(\d+)\]", outcome.out, re.MULTILINE)]
    assert sorted(numbers) == list(range(1, len(numbers) + 1)), "each reference is told once"


@pytest.mark.parametrize("lang", ["ru", "both"])
def test_show_expand_json(home: Path, lang: str) -> None:
    record = lawsearch(home, "show", "60B", "--expand", "2", "--lang", lang, "--json").json()
    _valid(record, "show")
    assert len(record["clauses"]) == (2 if lang == "both" else 1)
    for clause in record["clauses"]:
        (opened,) = clause["expansions"]
        assert opened["clause"]["address"] == "50"
        assert {inner["target"]["address"] for inner in opened["expansions"]} >= {"57", "49", "72C"}
    assert "expansions" not in lawsearch(home, "show", "60B", "--json").json()["clauses"][0]


@pytest.mark.parametrize("ui", ["en", "ru"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "60B", "--expand", "2"],
        ["refs", "50", "--depth", "3"],
        ["stats"],
        ["check", "RULING"],
        ["check", "--help"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_60_columns(home: Path, ruling: Path, arguments: list[str], ui: str) -> None:
    given = [str(ruling) if argument == "RULING" else argument for argument in arguments]
    outcome = lawsearch(home, "--ui", ui, *given, variables={"COLUMNS": "60"})
    lines = outcome.out.splitlines() + outcome.err.splitlines()
    assert len(lines) > 5
    assert [line for line in lines if len(line) > 60] == []


@pytest.mark.parametrize("encoding", ["cp866", "cp1251"])
@pytest.mark.parametrize("arguments", [["show", "60B", "--expand", "1"], ["refs", "50", "--depth", "2"], ["stats"]])
def test_old_consoles_have_signs_for_ours(home: Path, encoding: str, arguments: list[str]) -> None:
    shown = on_terminal(home, "--ui", "ru", *arguments, variables={"PYTHONIOENCODING": encoding})
    asked = lawsearch(home, "--ui", "ru", *arguments).out.count("?")
    assert shown.decode(encoding).count("?") == asked
    assert "->" in shown.decode(encoding)


# stats and the graph


def test_stats(home: Path, library: Library) -> None:
    record = lawsearch(home, "stats", "--json").json()
    _valid(record, "stats")
    assert [item["document"] for item in record["statistics"]] == list(library.documents)
    for item in record["statistics"]:
        addresses = {
            str(part.address)
            for root in library.toc(item["document"])
            for part in root.walk()
            if part.address is not None
        }
        assert item["clauses"] == len(addresses)
        assert set(item["uncited"]) <= addresses
        assert item["references"]["resolved"] == sum(
            len(part.references) for root in library.toc(item["document"]) for part in root.walk()
        )
        best = item["most_cited"][0]
        clause = library.show(f"{item['document']}:{best['address']}")
        assert (
            sum(max(1, _targets_inside(clause, citing.reference)) for citing in library.citing(clause)) == best["count"]
        )
        for address in item["uncited"][:40]:
            assert library.citing(library.show(f"{item['document']}:{address}")) == []
    text = lawsearch(home, "stats", "digest-2017-en", "--limit", "3").out
    assert "434 references: 434 lead to a clause" in text
    assert re.search(r"→ \S+", text)
    refused(lawsearch(home, "stats", "nothing-1900-ru"), NOTHING, "nothing-1900-ru")


def _targets_inside(clause: Any, reference: Any) -> int:
    inside = {(part.document, part.address) for part in clause.walk()}
    return sum((target.document, target.address) in inside for target in reference.targets)


def test_a_circle_leads_back(library: Library) -> None:
    circles = library.statistics("digest-2017-en").circles
    assert len(circles) > 5
    for circle in circles:
        assert len(circle.members) > 1
        for step, following in zip(circle.path, [*circle.path[1:], circle.path[0]], strict=True):
            clause = library.clause(step.target)
            if step.cites:
                own = [
                    *clause.references,
                    *(item for child in clause.children if child.address is None for item in child.references),
                ]
                assert following.target in [found for reference in own for found in reference.targets]
            else:
                assert following.target.address in [child.address for child in clause.children]


def test_dot_is_a_graph(library: Library) -> None:
    names = ["digest-2017-en"]
    parsed = [library.export(name) for name in names]
    text = "".join(write_dot(iter(parsed)))
    graph = _graph(text)
    edges = graph.get_edges()
    wanted = [
        target
        for document in parsed
        for clause in document.walk()
        for reference in clause.references
        for target in reference.targets
    ]
    assert len(edges) == len(wanted) > 400
    nodes: dict[str, str] = {}
    clusters = 0

    def walk(part: Any) -> None:
        nonlocal clusters
        for node in part.get_nodes():
            nodes[node.get_name().strip('"')] = node.get("label")
        for inner in part.get_subgraphs():
            clusters += 1
            walk(inner)

    walk(graph)
    addressed = {
        f"{document.document.id}:{clause.address}"
        for document in parsed
        for root in document.clauses
        for clause in root.walk()
        if clause.address
    }
    assert set(nodes) >= addressed
    assert clusters == 1 + 93
    assert all(str(edge.get_destination()).strip('"') in nodes for edge in edges)
    assert "64A Automatic transfer" in nodes["digest-2017-en:64A"]


def test_dot_escapes_and_shows_statuses() -> None:
    from lawsearch.references import resolve_document
    from tests.reading.parsing import parse_text

    text = 'LAW 1 - "QUOTES" \\ and {braces}\nA. Heading\nSee Law 1A, Law 1B and Law 2; see clause 59.3.\n'
    parsed = resolve_document(parse_text(text, layout="laws_en")[0])
    written = "".join(write_dot([parsed]))
    styles = sorted(edge.get("style") for edge in _graph(written).get_edges())
    assert styles == ["bold", "bold", "dashed", "solid"]
    assert '\\"QUOTES\\"' in written
