"""The API answers what the command prints with ``--json``: one record, one function."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lawsearch.cli import main
from lawsearch.library import Library
from tests.web.serving import asking

RULING = "По Правилу 64А1 и Law 94, см. § 16, а также п. 59.4 и п. 8.3 регламента."

ASKED = [
    (["search", "штрафная карта"], "/api/search?q=штрафная карта"),
    (["search", "penalty card", "--limit", "3", "--offset", "2"], "/api/search?q=penalty card&limit=3&offset=2"),
    (["search", "64A1"], "/api/search?q=64A1"),
    (["search", "♠♥"], "/api/search?q=♠♥"),
    (["search", "board 23", "--explain", "--sort", "law"], "/api/search?q=board 23&explain=1&sort=law"),
    (["search", "revoke", "--kind", "definition", "--lang", "ru"], "/api/search?q=revoke&kind=definition&lang=ru"),
    (["search", "ренонс", "--law", "61-64", "--in", "laws"], "/api/search?q=ренонс&law=61-64&in=laws"),
    (["show", "64A1"], "/api/show?address=64A1"),
    (["show", "64A1", "64A1", "65"], "/api/show?address=64A1&address=64A1&address=65"),
    (
        ["show", "64A1", "64A9", "99", "65", "99"],
        "/api/show?address=64A1&address=64A9&address=99&address=65&address=99",
    ),
    (["show", "64A1", "--lang", "both"], "/api/show?address=64A1&lang=both"),
    (["show", "16B", "--lang", "ru", "--expand", "2"], "/api/show?address=16B&lang=ru&expand=2"),
    (["show", "59.4", "--in", "notes", "--edition", "2017"], "/api/show?address=59.4&in=notes&edition=2017"),
    (["show", "закон XVI"], "/api/show?address=закон XVI"),
    (["refs", "64A1"], "/api/refs?address=64A1"),
    (["refs", "61", "--depth", "2", "--in", "notes"], "/api/refs?address=61&depth=2&in=notes"),
]


def _printed(home: Path, ui: str, line: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    main(["--library", str(home), "--ui", ui, *line, "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("ui", ["ru", "en"])
@pytest.mark.parametrize(("line", "path"), ASKED, ids=[path for _, path in ASKED])
def test_one_answer(
    library: Library, home: Path, line: list[str], path: str, ui: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with asking(home) as client:
        answer = client.get(path.replace("#", "%23"), headers={"Accept-Language": ui})
    printed = _printed(home, ui, line, capsys)
    assert answer.status_code == 200
    assert printed
    assert answer.json() == printed


@pytest.mark.parametrize("options", [{}, {"edition": "1997"}, {"lang": "en"}, {"edition": "2017", "lang": "ru"}])
def test_one_check(
    library: Library, home: Path, tmp_path: Path, options: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    ruling = tmp_path / "ruling.txt"
    ruling.write_text(RULING, encoding="utf-8")
    line = ["check", str(ruling), *(word for name, value in options.items() for word in (f"--{name}", value))]
    printed = _printed(home, "en", line, capsys)
    with asking(home) as client:
        answer = client.post("/api/check", json={"text": RULING, **options}, headers={"Accept-Language": "en"})
        assert answer.json() == printed
        if not options:
            plain = client.post("/api/check", content=RULING.encode(), headers={"Content-Type": "text/plain"})
            assert plain.json() == printed
    assert printed["edition"] == options.get("edition", library.in_force)
    assert len(printed["references"]) == 5
