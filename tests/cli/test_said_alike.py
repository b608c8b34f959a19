"""What is said in several places is said alike: on the command line, on the page, in its offline copy, in the reader."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from lawsearch.address import canonical
from lawsearch.browse.comparing import compared_rows, duty_rows
from lawsearch.browse.search_screen import _hit_line
from lawsearch.cli import main
from lawsearch.export.offline.page import UI
from lawsearch.library import Library
from lawsearch.locale import speaking
from lawsearch.locale.display import columns, shorten
from lawsearch.locale.heading import spoken_name
from lawsearch.locale.hits import THROUGH, rows_beside, ways_of
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
                    reader = _hit_line(hit, library.documents[hit.document]).plain
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
        lines = [_hit_line(hit, library.documents[hit.document]).plain for hit in hits]
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
