"""What is said in several places is said alike: on the command line, on the page, in its offline copy, in the reader."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from lawsearch.address import canonical
from lawsearch.browse import comparing
from lawsearch.browse.comparing import compared_rows, duty_rows
from lawsearch.browse.keys import all_keys
from lawsearch.browse.search_screen import _hit_line
from lawsearch.cli import main
from lawsearch.export.offline.page import UI
from lawsearch.library import Library
from lawsearch.locale import speaking
from lawsearch.locale.display import columns, shorten
from lawsearch.locale.heading import spoken_name
from lawsearch.locale.hits import THROUGH, cut_marks, rows_beside, ways_of
from lawsearch.locale.references import counts_of, name_of_editions
from lawsearch.model import Target
from tests.web.serving import asking

_NAMELESS = {"en": "2.4 (text behind its items)", "ru": "2.4 (текст после пунктов)"}


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("a revoke", 8, "a revoke"),
        ("a revoke is", 8, "a revok…"),
        ("a revoke is", 9, "a revoke…"),
        ("a revoke  is\nestablished", 16, "a revoke is…"),
        ("a revoke, established", 10, "a revoke…"),
        ("ренонс считается состоявшимся", 18, "ренонс считается…"),
        ("unestablishable", 6, "unest…"),
        ("♠AK ♥QJ", 7, "♠AK ♥QJ"),
        ("橋牌的規則", 10, "橋牌的規則"),
        ("橋牌的規則", 9, "橋牌的規…"),
        ("橋牌的規則", 8, "橋牌的…"),
        ("橋牌 規則集", 6, "橋牌…"),
        ("e\u0301tude e\u0301tude", 11, "e\u0301tude e\u0301tude"),
        ("e\u0301tude e\u0301tude x", 12, "e\u0301tude e\u0301tude…"),
        ("🂡🂡", 1, "…"),
        ("", 5, ""),
        ("revoke", 0, "…"),
    ],
)
def test_first_words(text: str, room: int, shown: str) -> None:
    assert shorten(text, room) == shown
    assert columns(shown) <= max(room, 1)


def test_columns() -> None:
    assert columns("судья ♥ é") == 9
    assert columns("橋牌") == 4
    assert columns("e\u0301") == 1
    assert columns("и\u0306") == 1
    assert columns("") == 0


_QUERIES = {
    "en": ["player who did not revoke", "opening lead out of turn", "stop card", "dummy's rights"],
    "ru": ["расклад не тот", "первый ход не с той руки", "стоп-карта", "права болвана"],
}


@pytest.mark.parametrize("ui", ["en", "ru"])
def test_what_a_hit_came_through(library: Library, home: Path, ui: str, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = set()
    with asking(home) as client:
        for query in _QUERIES[ui]:
            main(["--library", str(home), "--ui", ui, "search", "--explain", "--limit", "5", query])
            printed = " ".join(capsys.readouterr().out.split())
            page = client.get("/search", params={"q": query, "text": ui}, headers={"Accept-Language": ui}).text
            shown = html.unescape(re.sub(r"<[^>]+>", "", page))
            with speaking(ui):
                hits = library.search(query, limit=5, reader=ui).hits
                for hit in hits:
                    ways = ways_of(hit)
                    kinds |= {item.kind for item in hit.through}
                    assert " ".join(ways.split()) in printed
                    assert all(way in shown for way in ways.split("; ") if way)
                    reader = _hit_line(hit, library.documents[hit.document], 70).plain
                    assert ways in reader
    assert kinds >= {"term", "situation"}


def test_the_offline_copy_says_what_the_page_says() -> None:
    assert (UI["term"], UI["situation"]) == (THROUGH["term"], THROUGH["situation"])


@pytest.mark.parametrize("query", ["board 23", "коробка 7", "wrong board", "карты из чужой коробки"])
def test_rows_and_clauses_below_are_shown_everywhere(
    library: Library, home: Path, query: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with speaking("en"):
        hits = library.search(query, limit=3, reader="en").hits
        lines = [_hit_line(hit, library.documents[hit.document], 70).plain for hit in hits]
    main(["--library", str(home), "--ui", "en", "search", "--limit", "3", query])
    printed = capsys.readouterr().out
    with asking(home) as client:
        page = client.get("/search", params={"q": query}, headers={"Accept-Language": "en"}).text
    shown = 0
    for hit, line in zip(hits, lines, strict=True):
        for row in rows_beside(hit):
            text = hit.text[row.start : row.stop]
            assert text in line
            assert text in printed
            assert re.search(r"\s*".join(rf"<t[hd][^>]*>{re.escape(cell)}</t[hd]>" for cell in text.split(" | ")), page)
            shown += 1
        for address, words in hit.below[:4]:
            assert f"  {address}  {words[:20]}" in line
            assert f"{address}  {words[:20]}" in printed
            assert f">{address}</a>" in page
            shown += 1
    assert shown > 1


@pytest.mark.parametrize("ui", ["en", "ru"])
def test_a_clause_without_an_address_is_named_by_the_one_it_stands_in(
    library: Library, home: Path, ui: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name = _NAMELESS[ui]
    pair = ["notes-2017-en", "notes-2017-ru"]
    for line in (["compare", "2.4", "--documents", ",".join(pair)], ["duties", "2.4", "--in", "notes"]):
        assert main(["--library", str(home), "--ui", ui, *line]) == 0
        assert name in capsys.readouterr().out
    with asking(home) as client:
        for path in (f"/compare?address=2.4&left={pair[0]}&right={pair[1]}", "/duties?address=2.4&in=notes"):
            page = client.get(path, headers={"Accept-Language": ui}).text
            assert re.search(rf'<a class="address" href="/notes-2017/2\.4[^"]*">{re.escape(name)}</a>', page), path
    with speaking(ui):
        assert spoken_name("2.4#closing") == name
        for rows in (
            compared_rows(library, Target(document=pair[0], address=canonical("2.4"))),
            duty_rows(library, Target(document=pair[0], address=canonical("2.4"))),
        ):
            shown = "\n".join(row.lines(100).plain for row in rows)
            assert name in shown or len(rows) == 1  # a library of one edition has nothing to compare


# numbers of references by status, and what must not be read as the number of a clause
@pytest.mark.parametrize(
    ("ui", "counts", "said"),
    [
        ("en", {}, ""),
        ("en", {"resolved": 1}, "1 leads to a clause"),
        ("en", {"resolved": 3, "missing": 2}, "3 lead to a clause, 2 lead nowhere"),
        ("en", {"ambiguous": 1, "external": 4}, "1 is ambiguous, 4 cannot be followed here"),
        ("ru", {"resolved": 435}, "435 ведут к пунктам"),
        ("ru", {"resolved": 21, "missing": 1}, "21 ведёт к пункту, 1 никуда не ведёт"),
    ],
)
def test_references_in_numbers(ui: str, counts: dict[str, int], said: str) -> None:
    with speaking(ui):
        assert counts_of(counts) == said


_RULINGS = [
    "Law 64A1 was applied.",
    "Laws 64A1 and 64Z9.",
    "Law 26B of the 1997 Code, and Law 64A1.",
    "Правило 64А1 и п. 59.9",
    "He was late.",
    "See item 3 above.",
]


@pytest.mark.parametrize("ui", ["en", "ru"])
@pytest.mark.parametrize("ruling", _RULINGS)
def test_a_ruling_is_judged_in_the_same_words(
    home: Path, tmp_path: Path, ruling: str, ui: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ruling.txt"
    file.write_text(ruling, encoding="utf-8")
    main(["--library", str(home), "--ui", ui, "check", str(file)])
    told = " ".join(capsys.readouterr().err.split())
    with asking(home) as client:
        page = client.post("/check", data={"text": ruling}, headers={"Accept-Language": ui}).text
    heading = re.search(r'<h2 id="verdict">(.*?)</h2>', page)
    assert heading is not None
    assert html.unescape(heading[1]) == told


def test_another_edition_that_answers_is_loud_on_the_page(home: Path) -> None:
    with asking(home) as client:
        page = client.post("/check", data={"text": "Law 26B of the 1997 Code."}).text
    assert '<span class="why">edition of 2017</span>' in page


@pytest.mark.parametrize(
    ("line", "shown", "printed"),
    [
        (["toc", "digest-2017-en"], "def:alert  Alert\n", "Alert:"),
        (["toc", "digest-2017-ru"], "def:alert  Алерт (alert)\n", "(alert)."),
        (["toc", "notes-2017-ru"], "50  Штрафная карта\n", "ШТРАФНАЯ"),
        (["show", "50", "--in", "notes-2017-ru"], "50 Штрафная карта\n", "ШТРАФНАЯ"),
        (["show", "50.1", "--in", "notes-2017-ru"], "50 Штрафная карта\n", "ШТРАФНАЯ"),
        (["refs", "50", "--in", "notes-2017-ru", "--from"], "50 Штрафная карта ", "ШТРАФНАЯ"),
        (["stats", "notes-2017-ru"], "50 Штрафная карта\n", "ШТРАФНАЯ"),
        (["search", "law:50", "in:notes", "штрафная карта"], "50  Штрафная карта\n", "ШТРАФНАЯ"),
    ],
)
def test_headings_have_one_form_on_the_command_line_too(
    home: Path, line: list[str], shown: str, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--library", str(home), "--ui", "en", *line])
    out = capsys.readouterr().out
    assert shown in out
    assert printed not in out


@pytest.mark.parametrize("query", ["карта", "младшая карта", "penalty card", "14 cards"])
def test_passages_end_in_one_way(library: Library, home: Path, query: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--library", str(home), "--ui", "en", "search", "--limit", "20", query])
    printed = " ".join(capsys.readouterr().out.split())
    assert ".…" not in printed
    for hit in library.search(query, limit=20, reader="en").hits:
        before, behind = cut_marks(hit)
        line = _hit_line(hit, library.documents[hit.document], 70).plain
        if hit.snippet:
            passage = " ".join(f"{before}{hit.snippet}{behind}".split())
            assert passage in printed
            assert passage in " ".join(line.split())


@pytest.mark.parametrize("room", [40, 53, 93])
def test_clauses_below_a_hit_take_a_line_each(library: Library, room: int) -> None:
    listed = 0
    for query in ("штрафная карта", "revoke established", "wrong number of cards"):
        for hit in library.search(query, limit=10, reader="ru").hits:
            lines = _hit_line(hit, library.documents[hit.document], room).plain.split("\n")
            for address, _words in hit.below[:4]:
                line = next(line for line in lines if line.startswith(f"  {address}  "))
                assert columns(line) <= room
                listed += line.endswith("…")
    assert listed > 3


def test_the_page_and_the_reader_copy_by_the_same_keys(home: Path) -> None:
    keys = {key.action: key.keys for key in all_keys()}
    with asking(home) as client:
        page = client.get("/help", headers={"Accept-Language": "en"}).text
    on_page = {does: key for key, does in re.findall(r"<tr><td><kbd>(\w)</kbd></td><td>(.*?)</td></tr>", page)}
    assert on_page["copy the text of the clause with its source"] == keys["copy"]
    assert on_page["copy the citation alone"] == keys["cite"]
    assert on_page["Russian, English, both side by side"] == keys["language"]


_OLD = """LAW 25 - CHANGE OF CALL

A. Immediate correction
A player may change a call at once if partner has not called, see Law 26.

LAW 26 - LEAD PENALTIES

Declarer may bar one lead of the suit, see Law 25A.
"""


@pytest.mark.usefixtures("small_corpus_in_use")
def test_a_changed_heading_is_no_unchanged_clause(
    small_home_copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = small_home_copy
    with Library.open(own) as library:
        for year, text in (("1950", _OLD), ("1951", _OLD.replace("Immediate correction", "A slip of the tongue"))):
            file = tmp_path / f"{year}.txt"
            file.write_text(text, encoding="utf-8")
            library.add([file], as_document=f"laws-{year}-en")
    main(["--library", str(own), "--ui", "en", "compare", "25-26", "--editions", "1950,1951"])
    printed = capsys.readouterr().out
    assert "25A  only the heading has changed\n  [-Immediate correction-]{+A slip of the tongue+}\n" in printed
    assert "26  unchanged\n  Lead penalties\n" in printed
    with asking(own) as client:
        page = client.get("/compare?address=25&left=laws-1950-en&right=laws-1951-en").text
    assert "only the heading has changed" in page
    assert "<b><del>Immediate correction</del></b>" in page
    assert "<b><ins>A slip of the tongue</ins></b>" in page
    with Library.open(own) as library, speaking("en"):
        # of three editions the reader takes the one in force: here the other one of the user's own
        monkeypatch.setattr(comparing, "comparable", lambda documents, _document: [documents["laws-1951-en"]])
        rows = compared_rows(library, Target(document="laws-1950-en", address=canonical("25")))
        shown = "\n".join(row.lines(100).plain for row in rows)
        for said in (
            "laws-1950-en | laws-1951-en",
            "only the heading has changed",
            "Immediate correction",
            "A slip of",
        ):
            assert said in shown


@pytest.mark.parametrize(
    ("ui", "editions", "said"),
    [
        ("en", [], ""),
        ("en", ["2017"], "edition of 2017"),
        ("en", ["1987", "2017"], "editions of 1987, 2017"),
        ("ru", ["2017"], "редакция 2017"),
        ("ru", ["1987", "2017"], "редакции 1987, 2017"),
    ],
)
def test_editions_are_named_by_their_number(ui: str, editions: list[str], said: str) -> None:
    with speaking(ui):
        assert name_of_editions(editions) == said
