"""The page without a browser: what it answers, what it refuses, what it sends along."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from lawsearch.errors import LibraryError
from lawsearch.export import schema_text
from lawsearch.library import Library
from lawsearch.web.answers import Answers, Key
from lawsearch.web.app import make_app
from lawsearch.web.asking import _browser_language
from lawsearch.web.guard import HEADERS, MAX_BODY, Hosts
from lawsearch.web.holding import Holding, OverloadedError, OvertimeError
from lawsearch.web.places import Places
from tests.conftest import ROOT
from tests.timing import PATIENCE
from tests.web.serving import ORIGIN, asking, serving

PAGES = [
    "/", "/search?q=revoke", "/search?q=штрафной+картой&in=laws&text=ru&law=50-52&kind=law", "/2017?lang=ru", "/2017?lang=both",
    "/2017/64A1?lang=both", "/2017/64A1?lang=ru", "/2017/64?lang=en", "/2017/12C1(e)(ii)?lang=en", "/2017/chapter:6?lang=both",
    "/2017/chapter:1?lang=en", "/2017/def:dummy?lang=both", "/2017/section:introduction?lang=ru", "/notes-2017/54.1?lang=both",
    "/notes-2017?lang=ru", "/terms", "/terms?q=dum", "/terms/dummy", "/terms/dummy?part=card&lang=ru", "/situations", "/situations?q=ren",
    "/check", "/library", "/library/notes-2017-ru", "/help", "/preview?targets=digest-2017-ru:45+digest-2017-ru:46",
    "/preview?targets=digest-2017-en:12&whole=1", "/search?q=revoke&part=results",
]  # fmt: skip
LANGUAGES = {"ru": "ru-RU,ru;q=0.9", "en": "en-GB,en;q=0.8"}


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with asking(home) as opened:
        yield opened


@pytest.mark.parametrize("ui", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_pages_answer_in_both_languages(client: TestClient, path: str, ui: str) -> None:
    answer = client.get(path, headers={"Accept-Language": LANGUAGES[ui]})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    if "part=" not in path and not path.startswith("/preview"):
        assert f'<html lang="{ui}"' in answer.text
        assert re.search("Прав|Правил" if ui == "ru" else "Laws", answer.text)
        assert "неофициальн" in answer.text if ui == "ru" else "unofficial" in answer.text
    assert not re.search(r"\bon\w+\s*=|style=|<script(?! defer src=\"/static/)|javascript:", answer.text)


@pytest.mark.parametrize("ui", LANGUAGES)
def test_what_stays_on_this_computer_is_promised_to_this_computer_alone(home: Path, ui: str) -> None:
    promises = {
        "ru": {"/check": "не покинет этот компьютер", "/help": "Никуда ничего не отправляется"},
        "en": {"/check": "It stays on this computer", "/help": "Nothing is sent anywhere"},
    }
    where = {"ru": "на компьютер, где открыта библиотека", "en": "to the computer that serves this page"}
    for host, local in (("127.0.0.1", True), ("0.0.0.0", False)):
        app = make_app(Hosts.for_server(host, 1925), home)
        with TestClient(app, base_url=ORIGIN, headers={"Accept-Language": LANGUAGES[ui]}) as asked:
            for path, promise in promises[ui].items():
                answer = asked.get(path)
                assert answer.status_code == 200
                assert (promise in answer.text) is local
                assert (where[ui] in answer.text) is not local


def test_a_note_on_a_term_is_in_the_language_of_the_page(client: TestClient) -> None:
    notes = {
        ui: client.get("/terms/mistaken-call", headers={"Accept-Language": LANGUAGES[ui]}).text for ui in LANGUAGES
    }
    assert "<dd>это не нарушение</dd>" in notes["ru"]
    assert "<dd>no infraction</dd>" in notes["en"]


def test_a_clause_stands_in_its_law_with_the_languages_beside_each_other(client: TestClient) -> None:
    text = client.get("/2017/64A1?lang=both", headers={"Accept-Language": "ru"}).text
    rows = re.findall(r'<div class="row [^"]*"[^>]*id="([^"]+)"', text)
    assert rows[0] == "64"
    assert len(rows) == len(set(rows)) > 10
    marked = re.search(
        r'<div class="row [^"]*marked-self"[^>]*id="64A1" aria-current="true">(.*?)<div class="row', text, re.DOTALL
    )
    assert marked
    assert re.findall(r'class="cell" lang="(..)"', marked[1]) == ["ru", "en"]
    one = client.get("/2017/64A1?lang=en").text
    assert re.findall(r'class="cell" lang="(..)"', one.split('id="64A1"')[1])[0] == "en"


def test_references_are_links_that_name_their_targets(client: TestClient) -> None:
    text = client.get("/2017/50?lang=en").text
    assert '<a class="ref ref-resolved" href="/2017/57?lang=en" data-targets="digest-2017-en:57">' in text
    assert 'class="ref ref-term" href="/terms/' in text


def test_back_references_quote_their_sentences(client: TestClient, library: Library) -> None:
    text = client.get("/2017/50E?lang=en").text
    citing = [
        one for one in library.citing(library.show("50E", language="en")) if one.source.document == "digest-2017-en"
    ]
    assert citing
    for one in citing:
        assert str(one.source.address) in text
        assert f"<mark>{one.reference.text}</mark>" in text


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/64a1", "/2017/64A1?lang=en"),
        ("/64А1", "/2017/64A1?lang=en"),
        ("/2017/64 a 1?lang=both", "/2017/64A1?lang=both"),
        ("/digest-2017-ru/64A1", "/2017/64A1?lang=ru"),
        ("/notes-2017-en/54.1", "/notes-2017/54.1?lang=en"),
        ("/notes-2017-en", "/notes-2017?lang=en"),
        ("/search?q=27B1", "/2017/27B1?lang=en"),
        ("/search?q=Правило+64А1", "/2017/64A1?lang=ru"),
        ("/search?q=64+a+1", "/2017/64A1?lang=en"),
        ("/contents?lang=both", "/2017?lang=both"),
        ("/2017/", "/2017"),
        ("/2017/64A1/", "/2017/64A1"),
    ],
)
def test_what_is_typed_leads_to_the_lasting_address(client: TestClient, path: str, to: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (302, to)


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/2017/99", 404, "93"),
        ("/nothing-here", 404, "no such page"),
        ("/2017/64A9", 404, "64A"),
        ("/a/b/c", 404, "no such page"),
        ("/terms/nothing", 404, "nothing"),
        ("/library/nothing", 404, "nothing"),
        ("/preview", 400, "targets"),
        ("/preview?targets=x:y", 404, "no such page"),
        ("/search?q=" + "x" * 301, 400, "too long"),
        ("/search?q=revoke&law=x", 400, "50-52"),
        ("/search?q=revoke&text=xx", 400, "ru, en"),
        ("/search?q=revoke&limit=999999", 400, "whole number"),
        ("/search?q=revoke&in=nothing", 404, "nothing"),
        ("/static/nothing.css", 404, "no such page"),
        ("/static/..%2fapp.py", 404, "no such page"),
        ("/..%2f..%2fpyproject.toml", 404, "no such page"),
        ("/2017/..%2f..%2fpyproject.toml", 404, "no such page"),
    ],
)  # fmt: skip
def test_what_is_not_there_is_said(client: TestClient, path: str, status: int, said: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert said in answer.text
    assert "Traceback" not in answer.text
    assert "[build-system]" not in answer.text
    if path.startswith("/search"):
        part = client.get(path + "&part=results")
        assert part.status_code == status
        assert part.text.startswith('<p class="fault"')


# the API


def test_the_api_gives_what_the_commands_print(client: TestClient, home: Path) -> None:
    def command(*words: str) -> object:
        done = subprocess.run(
            [sys.executable, "-m", "lawsearch", "--library", str(home), *words, "--json"],
            capture_output=True, text=True, encoding="utf-8", check=True, env={**os.environ, "LC_ALL": "C.UTF-8"}, cwd=ROOT,
        )  # fmt: skip
        return json.loads(done.stdout)

    assert client.get("/api/search?q=revoke&limit=3").json() == command("search", "revoke", "--limit", "3")
    assert client.get("/api/show?address=64A1&lang=both").json() == command("show", "64A1", "--lang", "both")
    refs = client.get("/api/refs?address=51B2").json()
    assert refs == command("refs", "51B2")
    assert len(refs["from"]) == 6
    assert client.get("/api/refs?address=51B2&depth=2").json() == command("refs", "51B2", "--depth", "2")


@pytest.mark.parametrize(
    ("path", "shape"),
    [("/api/search?q=revoke&explain=1", "search"), ("/api/show?address=64A1&address=50", "show"), ("/api/show?address=64A1&address=64A9", "show"), ("/api/refs?address=64", "refs")],
)  # fmt: skip
def test_the_api_keeps_to_the_schema(client: TestClient, path: str, shape: str) -> None:
    from jsonschema import Draft202012Validator

    schema = json.loads(schema_text())
    record = client.get(path).json()
    Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{shape}"}]}).validate(record)
    assert record.get("hits") or record.get("clauses") or record.get("to")


def test_a_ruling_is_checked(client: TestClient) -> None:
    text = "Судья применил Правило 64С и п. 59.9.\nИ ещё правило 200."
    record = client.post("/api/check", json={"text": text}).json()
    assert [(one["text"], one["status"], one["line"]) for one in record["references"]] == [
        ("Правило 64С", "resolved", 1),
        ("п. 59.9", "missing", 1),
        ("правило 200", "missing", 2),
    ]
    assert all(text[slice(*one["span"])] == one["text"] for one in record["references"])
    assert {name: count for name, count in record["counts"].items() if count} == {"resolved": 1, "missing": 2}
    plain = client.post("/api/check", content=text.encode(), headers={"Content-Type": "text/plain"}).json()
    assert plain == record
    page = client.post("/check", data={"text": text, "edition": "2017"}).text
    assert page.count('<mark class="is-missing"') == 2
    assert 'href="/notes-2017/59.5?lang=ru"' in page
    assert "✗" in page


@pytest.mark.parametrize(
    ("method", "path", "body", "kind", "status"),
    [
        ("GET", "/api/search", b"", "", 400),
        ("GET", "/api/search?q=a&q=b", b"", "", 400),
        ("GET", "/api/show", b"", "", 400),
        ("GET", "/api/show?" + "&".join(["address=1"] * 21), b"", "", 400),
        ("GET", "/api/show?address=zzz", b"", "", 400),
        ("GET", "/api/show?address=99", b"", "", 404),
        ("GET", "/api/refs?address=1&address=2", b"", "", 400),
        ("GET", "/api/nothing", b"", "", 404),
        ("GET", "/api/check", b"", "", 405),
        ("POST", "/api/search?q=a", b"", "", 405),
        ("POST", "/api/check", b"\xff\xfe", "text/plain", 400),
        ("POST", "/api/check", b"{", "application/json", 400),
        ("POST", "/api/check", b"[" * 100_000, "application/json", 400),
        ("POST", "/api/check", b'{"text": 1}', "application/json", 400),
        ("POST", "/api/check", b'{"text": "", "more": ""}', "application/json", 400),
        ("POST", "/api/check", b"<a/>", "application/xml", 400),
        ("POST", "/api/check", b"x" * (MAX_BODY + 1), "text/plain", 413),
    ],
)  # fmt: skip
def test_errors_of_the_api_are_problem_json(
    client: TestClient, method: str, path: str, body: bytes, kind: str, status: int
) -> None:
    answer = client.request(method, path, content=body, headers={"Content-Type": kind} if kind else {})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    record = answer.json()
    assert record["status"] == status
    assert record["type"] == f"urn:lawsearch:error:{record['code']}"
    assert len(record["detail"]) > 10


def test_a_missing_clause_names_what_is_near(client: TestClient) -> None:
    assert client.get("/api/show?address=64A9").json()["nearest"][-1] == "64A"


def test_of_several_clauses_what_is_there_is_given(client: TestClient) -> None:
    """As the command does: one number that is not there takes nothing from the others, and is named."""
    answer = client.get("/api/show?address=64A9&address=64A1&address=99&address=65&address=99")
    assert answer.status_code == 200
    record = answer.json()
    assert [clause["address"] for clause in record["clauses"]] == ["64A1", "65"]
    assert [(one["address"], one["code"]) for one in record["missing"]] == [
        ("64A9", "no-such-clause"),
        ("99", "no-such-clause"),
    ]
    assert record["missing"][0]["nearest"][-1] == "64A"
    assert client.get("/api/show?address=65").json()["missing"] == []
    nothing = client.get("/api/show?address=64A9&address=99")
    assert nothing.status_code == 404
    assert nothing.json()["missing"] == record["missing"]
    assert "64A9" in nothing.json()["detail"]
    assert client.get("/api/show?address=64A1&address=zzz").status_code == 400


# the guard


@pytest.mark.parametrize(
    "path", ["/", "/2017/64A1", "/nothing", "/static/page.css", "/api/search?q=revoke", "/api/nothing", "/settings"]
)
def test_every_answer_is_guarded(client: TestClient, path: str) -> None:
    answers = [
        client.get(path),
        client.head(path),
        client.post(path),
        client.get(path, headers={"Host": "evil.example"}),
    ]
    assert len({answer.status_code for answer in answers}) >= 3
    for answer in answers:
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert "server" not in answer.headers


@pytest.mark.parametrize(
    ("host", "port", "header", "allowed"),
    [
        ("127.0.0.1", 1925, "127.0.0.1:1925", True),
        ("127.0.0.1", 1925, "localhost:1925", True),
        ("127.0.0.1", 1925, "LOCALHOST:1925", True),
        ("127.0.0.1", 1925, "localhost.:1925", True),
        ("127.0.0.1", 1925, "[::1]:1925", True),
        ("::1", 1925, "[::1]:1925", True),
        ("127.0.0.1", 80, "127.0.0.1", True),
        ("127.0.0.1", 1925, "127.0.0.1", False),
        ("127.0.0.1", 1925, "127.0.0.1:1926", False),
        ("127.0.0.1", 1925, "evil.example:1925", False),
        ("127.0.0.1", 1925, "localhost.evil.example:1925", False),
        ("127.0.0.1", 1925, "evil.example#127.0.0.1:1925", False),
        ("127.0.0.1", 1925, "user@127.0.0.1:1925", False),
        ("127.0.0.1", 1925, "192.168.1.5:1925", False),
        ("127.0.0.1", 1925, "[::1", False),
        ("127.0.0.1", 1925, "[::1]x:1925", False),
        ("127.0.0.1", 1925, "::1:1925", False),
        ("127.0.0.1", 1925, "127.0.0.1:1925:1925", False),
        ("127.0.0.1", 1925, "127.0.0.1:", False),
        ("127.0.0.1", 1925, "127.0.0.1:١٩٢٥", False),
        ("127.0.0.1", 1925, "", False),
        ("0.0.0.0", 1925, "192.168.1.5:1925", True),
        ("0.0.0.0", 1925, "[fe80::1]:1925", True),
        ("0.0.0.0", 1925, "evil.example:1925", False),
        ("192.168.1.5", 1925, "192.168.1.5:1925", True),
        ("192.168.1.5", 1925, "evil.example:1925", False),
    ],
)  # fmt: skip
def test_only_our_own_names_are_answered(host: str, port: int, header: str, allowed: bool) -> None:
    assert Hosts.for_server(host, port).allow(header) is allowed


def test_a_rebound_name_gets_nothing(client: TestClient) -> None:
    answer = client.get("/2017/64A1", headers={"Host": "attacker.example:1925"})
    assert answer.status_code == 421
    assert len(answer.text) < 100


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "POST"])
def test_other_methods_are_refused(client: TestClient, method: str) -> None:
    answer = client.request(method, "/2017/64A1")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


def test_sizes_are_bounded(client: TestClient) -> None:
    assert client.get("/search?q=a&x=" + "y" * 5000).status_code == 414
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert client.post("/check", content=b"text=" + b"x" * MAX_BODY, headers=form).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 10_000  # no Content-Length: the count alone stops it

    assert client.post("/check", content=pieces(), headers=form).status_code == 413
    assert client.post("/check", data={f"a{number}": "x" for number in range(20)}).status_code == 400
    assert client.post("/check", data={"text": "x"}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_a_body_that_never_comes_is_given_up(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lawsearch.web.app.BODY_SECONDS", 0.2)
    with serving(home) as address:
        port = int(address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            head = f"POST /api/check HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: text/plain\r\nContent-Length: 50\r\n\r\nx"
            connection.sendall(head.encode())
            assert connection.recv(4000).startswith(b"HTTP/1.1 408 ")


def test_choices_are_kept_and_never_lead_away(client: TestClient) -> None:
    answer = client.get("/settings?ui=ru&theme=dark&size=large&back=/2017/64A1?lang=both")
    assert (answer.status_code, answer.headers["location"]) == (303, "/2017/64A1?lang=both")
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 3
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in cookies)
    page = client.get("/help", headers={"Cookie": "ui=ru; theme=dark; size=large", "Accept-Language": "en"}).text
    assert '<html lang="ru" data-theme="dark" data-size="large">' in page
    client.cookies.clear()
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\r\nX: y", ""):
        assert client.get("/settings", params={"ui": "en", "back": back}).headers["location"] == "/"
    client.cookies.clear()
    odd = client.get("/help", headers={"Cookie": 'ui="><script>; theme=\x22; size=9'}).text
    assert '<html lang="en" data-theme="auto" data-size="normal">' in odd


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"), ("ru", "ru"), ("ru-RU,ru;q=0.9,en;q=0.8", "ru"), ("en,ru", "en"), ("de,ru;q=0.5,en;q=0.7", "en"),
        ("en;q=0.1,ru;q=0.2", "ru"), ("de", "en"), ("ru;q=x,en;q=0.5", "en"), (",;,=", "en"), ("RU", "ru"),
    ],
)  # fmt: skip
def test_the_language_of_the_browser(header: str, language: str) -> None:
    assert _browser_language(header) == language


def test_requests_in_two_languages_at_once_do_not_mix(client: TestClient) -> None:
    right: list[bool] = []

    def ask(language: str, word: str) -> None:
        for _ in range(15):
            right.append(word in client.get("/help", headers={"Accept-Language": language}).text)

    threads = [threading.Thread(target=ask, args=pair) for pair in [("ru", "Клавиши"), ("en", "Keys")] * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 60


# what is fresh


def test_etag_and_gzip(client: TestClient) -> None:
    first = client.get("/2017/64A1?lang=ru")
    tag = first.headers["etag"]
    assert client.get("/2017/64A1?lang=ru", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/2017/64A1?lang=ru", headers={"If-None-Match": f'"x", {tag}'}).status_code == 304
    others = [
        client.get("/2017/64A1?lang=en"),
        client.get("/2017/64A1?lang=ru", headers={"Cookie": "size=large"}),
        client.get("/2017/64A1?lang=ru", headers={"Accept-Language": "ru"}),
    ]
    assert len({tag, *(other.headers["etag"] for other in others)}) == 4
    assert "Cookie" in first.headers["vary"]
    with client.stream("GET", "/2017/64A1?lang=ru", headers={"Accept-Encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed).decode() == first.text
    assert len(packed) < len(first.content) / 2
    assert client.get("/api/search?q=revoke").headers["etag"] != client.get("/api/search?q=lead").headers["etag"]


def test_answers_are_kept_within_bounds() -> None:
    answers = Answers(most_bytes=100)
    a, b, c, d, e = (Key("1", "g", (name,)) for name in "abcde")
    for key in (a, b, c):
        answers.keep(key, key.asked[0].encode() * 40)
    assert answers.get(a) is None
    assert answers.get(b) == b"b" * 40
    answers.keep(d, b"d" * 40)
    assert answers.get(c) is None, "the one that was asked longest ago goes"
    assert answers.get(b)
    answers.keep(e, b"e" * 1000)
    assert answers.get(e) is None


def test_questions_with_one_checksum_have_answers_of_their_own(client: TestClient) -> None:
    """The two words have the same CRC-32 after the same beginning: a checksum is no name of a question."""
    one, other = "gnyijstj", "etislvlf"
    answers = [client.get(f"/api/search?q={word}") for word in (one, other, one, other)]
    assert [answer.json()["query"] for answer in answers] == [one, other, one, other]
    assert answers[0].headers["etag"] != answers[1].headers["etag"]
    again = client.get(f"/api/search?q={other}", headers={"If-None-Match": answers[0].headers["etag"]})
    assert again.status_code == 200
    parts = [("a", "b\0c"), ("a\0b", "c"), ("a", "b", "c"), ("a\0\0b", "c"), ("a\0", "b"), ("a", "\0b")]
    assert len({Key("1", "g", part).tag for part in parts}) == len(parts)


def test_an_old_answer_does_not_get_the_name_of_the_new_library(
    small_home_copy: Path, small_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = small_home_copy
    text = tmp_path / "zebra.txt"
    text.write_text("House rules\n\n1. A zebrahorse waits outside.\n", encoding="utf-8")
    app = make_app(Hosts.for_server("127.0.0.1", 1925), home, holding=Holding(home, workers=1))
    with TestClient(app, base_url=ORIGIN) as client:
        path = "/api/search?q=zebrahorse"
        before = client.get(path)
        assert before.json()["hits"] == []
        with Library.open(home, corpus=small_corpus) as library:
            library.add([text], as_document="zebra-2007-en")
        real = Library.in_service
        failures = iter([LibraryError("folder-unreadable", folder="", reason="too many open files")] * 3)

        def opened(home: str) -> Library:
            if (failure := next(failures, None)) is not None:
                raise failure
            return real(home)

        monkeypatch.setattr(Library, "in_service", staticmethod(opened))
        answers = [client.get(path) for _ in range(10)]
    found = [len(answer.json()["hits"]) for answer in answers]
    assert found[-1] == 1, found
    tags = [
        {answer.headers["etag"] for answer, count in zip(answers, found, strict=True) if count == wanted}
        for wanted in (0, 1)
    ]
    assert before.headers["etag"] in tags[0]
    assert not tags[0] & tags[1]


def test_the_same_question_gets_the_same_answer(client: TestClient) -> None:
    for path in ("/2017/64A1?lang=both", "/api/search?q=revoke", "/search?q=revoke"):
        first, second = client.get(path), client.get(path)
        assert first.content == second.content
        assert dict(first.headers) == dict(second.headers)


def test_the_first_page_is_small(client: TestClient) -> None:
    page = client.get("/").text
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page)
    assert len(files) == 3
    total = len(page.encode())
    for file in files:
        answer = client.get(file)
        assert "immutable" in answer.headers["cache-control"]
        total += len(answer.content)
    assert total <= 100_000


HOSTILE = """Commentary

Правило 1. <script>alert(1)</script>
1.1. <svg onload=alert(2)> & "кавычки" 'и' <img src=x onerror=alert(3)> {{ 7*7 }} javascript:alert(4)
1.2. Смотри п.1.1. </p></div><b>жирно</b>
"""


@pytest.mark.usefixtures("small_corpus_in_use")
def test_other_peoples_texts_are_text(small_home_copy: Path, tmp_path: Path) -> None:
    """Markup in a document comes out as text on every page; the new document is there without a restart."""
    home = small_home_copy
    source = tmp_path / "x.txt"
    source.write_text(HOSTILE, encoding="utf-8")
    with asking(home) as client:
        before = client.get("/library")
        assert "club-1999-ru" not in before.text
        with Library.open(home) as library:
            library.add([source], as_document="club-1999-ru", layout="commentary", title='<i>"Club"</i>')
        after = client.get("/library", headers={"If-None-Match": before.headers["etag"]})
        assert after.status_code == 200
        assert "club-1999-ru" in after.text
        paths = [
            "/library", "/library/club-1999-ru", "/club-1999-ru", "/club-1999-ru/1", "/club-1999-ru/1.1", "/club-1999-ru/1.2", "/",
            "/search?q=onload&stay=1", "/search?q=onload&part=results", "/preview?targets=club-1999-ru:1.1", "/2017/1?lang=ru",
            "/search?q=<script>alert(5)</script>", "/terms?q=<script>alert(6)</script>", "/nothing<script>", "/2017/<script>",
            "/settings?ui=<script>", "/search?q=x&in=<script>",
        ]  # fmt: skip
        shown = 0
        for path in paths:
            text = client.get(path).text
            assert not re.search(r"<script>|<svg|<img|<i>|<b>жир", text), path
            assert "onload" not in text or "{{ 7*7 }}" in text
            shown += "&lt;svg onload=alert(2)&gt;" in re.sub("</?mark>", "", text)
        assert shown >= 4
        checked = client.post("/check", data={"text": "</textarea><script>alert(7)</script> правило 1"}).text
        assert "<script>alert" not in checked
        assert "&lt;/textarea&gt;" in checked


def test_a_server_needs_a_library(tmp_path: Path) -> None:
    with asking(tmp_path / "none") as client:
        answer = client.get("/2017/64A1")
        assert answer.status_code == 503
        assert "lawsearch build" in answer.text
    with pytest.raises(LibraryError):
        Library.in_service(tmp_path / "none")


def test_a_damaged_library_is_said_and_not_built_by_a_reader(home_copy: Path) -> None:
    home = home_copy
    database = next(home.glob("generations/*/library.db"))
    database.write_bytes(database.read_bytes()[:-10])
    with asking(home) as client:
        answer = client.get("/2017/64A1")
        assert answer.status_code == 503
        assert "damaged" in answer.text
    assert len(list(home.glob("generations/*"))) == 1


# bounded work


def _forever(_library: Library) -> str:
    while True:
        sum(range(100))


def test_what_takes_too_long_is_cut_off_and_others_go_on(home: Path) -> None:
    holding = Holding(home, workers=3, seconds=3.0)

    async def ask() -> None:
        slow = [asyncio.create_task(holding.run(_forever)) for _ in range(3)]
        await asyncio.sleep(0.1)
        slow.append(asyncio.create_task(holding.run(_forever)))  # waits, and is cut off before it begins
        for task in slow:
            with pytest.raises(OvertimeError):
                await task
        assert await holding.run(lambda library: library.show("64A1").kind) == "item"
        stuck = [asyncio.create_task(holding.run(_forever)) for _ in range(2)]
        await asyncio.sleep(0.1)
        quick = [holding.run(lambda library: len(library.search("revoke").hits)) for _ in range(6)]
        assert await asyncio.gather(*quick) == [10] * 6
        # Two threads that never rest take no more than their turns: one answer beside them took 5 s once.
        assert not any(task.done() for task in stuck)
        for task in stuck:
            with pytest.raises(OvertimeError):
                await task

    _run(ask())
    deadline = time.monotonic() + PATIENCE
    while any(stray.is_alive() for stray in holding._strays) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(stray.is_alive() for stray in holding._strays), "threads that were given up have ended"
    assert len(holding._workers) == 3
    holding.close()
    assert not [
        thread for thread in threading.enumerate() if thread.name == "lawsearch-reader" and thread in holding._strays
    ]


def test_a_costly_question_ends_in_a_sentence_while_others_are_served(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import httpx2

    real = Library.search

    def search(self: Library, query: str, **options: object) -> object:
        return _forever(self) if query == "costly" else real(self, query, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(Library, "search", search)
    found: list[httpx2.Response] = []
    with serving(home, seconds=3.0) as address:
        threads = [
            threading.Thread(target=lambda path=path: found.append(httpx2.get(address + path, timeout=PATIENCE)))
            for path in ("/search?q=costly", "/api/search?q=costly")
        ]
        threads[0].start()
        time.sleep(0.2)
        assert httpx2.get(address + "/search?q=revoke", timeout=PATIENCE).status_code == 200
        assert threads[0].is_alive(), "another question does not wait for the costly one"
        threads[1].start()
        for thread in threads:
            thread.join(PATIENCE)
        assert httpx2.get(address + "/2017/64A1?lang=ru", timeout=PATIENCE).status_code == 200
    assert [answer.status_code for answer in found] == [503, 503]
    assert all(answer.headers["retry-after"] == "5" for answer in found)
    assert all("was cut off" in answer.text for answer in found)


def test_too_much_at_once_is_refused(home: Path) -> None:
    holding = Holding(home, workers=1, waiting=3, seconds=0.5)

    async def ask() -> None:
        tasks = [asyncio.create_task(holding.run(_forever)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(OverloadedError):
            await holding.run(_forever)
        for task in tasks:
            with pytest.raises(OvertimeError):
                await task

    _run(ask())
    holding.close()


def _run(work: object) -> None:
    """Run a coroutine in a thread of its own: a browser of other tests may hold this thread's event loop."""
    faults: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)  # type: ignore[arg-type]
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    if faults:
        raise faults[0]


def test_a_failure_inside_is_a_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret path /etc")

    monkeypatch.setattr(Library, "aligned", fail)
    with asking(home) as client:
        answer = client.get("/2017/64A1?lang=both")
        said = client.get("/2017/64A1?lang=both", headers={"Accept-Language": "ru"})
        monkeypatch.setattr(Library, "search", fail)
        record = client.get("/api/search?q=revoke")
    assert answer.status_code == said.status_code == record.status_code == 500
    assert "The program has failed at this." in answer.text
    assert '<html lang="ru"' in said.text
    assert record.headers["content-type"] == "application/problem+json"
    assert record.json()["code"] == "server-failed"
    for one in (answer, said, record):
        assert "secret" not in one.text
        assert "Traceback" not in one.text
        assert one.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/2017/²",
        "/²",
        "/2017/64²",
        "/2017/٣",
        "/api/show?address=²",
        "/2017/def:²",
        "/search?q=²",
        "/2017/64()",
        "/2017/64.",
        "/2017/(",
        "/2017/64()()",
    ],
)
def test_odd_digits_are_no_failure(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (200, 302, 400, 404)


def test_a_length_in_odd_digits_is_refused(client: TestClient) -> None:
    answer = client.post(
        "/api/check", content=b"x", headers=[(b"content-length", b"\xb2"), (b"content-type", b"text/plain")]
    )
    assert answer.status_code == 413


# places


def test_neighbours_are_of_the_same_kind_and_level(library: Library) -> None:
    def names(address: str, within: str = "digest-2017-en") -> list[str | None]:
        clause = library.show(address, within=within)
        found = library.neighbours(clause)
        return [str(one.address) if one else None for one in (found.before, found.after)]

    assert names("64") == ["63", "65"]
    assert names("40") == ["39", "41"], "the next chapter follows"
    assert names("1") == [None, "2"]
    assert names("93") == ["92", None]
    assert names("64", "notes-2017-en") == ["63", "65"]
    assert names("section:introduction") == [None, None], "no section of a law is its neighbour"


def test_terms_of_a_text_are_found_in_any_form(library: Library) -> None:
    text = "Разыгрывающему и его болвану; dummy plays the card of declarer."
    mentions = library.terms_in(text)
    found = [(text[item.span.start : item.span.stop], item.concept) for item in mentions]
    assert ("Разыгрывающему", "declarer") in found
    assert ("болвану", "dummy") in found
    assert ("dummy", "dummy") in found
    assert all(one.span.stop <= other.span.start for one, other in itertools.pairwise(mentions))
    assert len(library.all_terms()) > 400
    assert len(library.situations("ru")) > 300


def test_places_are_unique_and_lead_back(library: Library) -> None:
    from dataclasses import replace

    documents = dict(library.documents)
    like = documents["digest-2017-ru"]
    for name, series, edition, language, role in [
        ("laws-2017-ru", "laws", "2017", "ru", "laws"), ("laws-1987-ru", "laws", "1987", "ru", "laws"),
        ("commentary-1987-ru", "commentary", "1987", "ru", "commentary"), ("club-undated-en", "club", "undated", "en", "laws"),
    ]:  # fmt: skip
        documents[name] = replace(
            like, id=name, series=series, edition=edition, language=language, role=role, embedded=False
        )
    places = Places(documents)
    assert [places.place_of(name) for name in documents] == [
        "2017", "2017", "notes-2017", "notes-2017", "laws-2017-ru", "1987", "commentary-1987-ru", "club-undated-en",
    ]  # fmt: skip
    for name in documents:
        assert name in [one.id for one in places.documents_at(places.place_of(name))]


# the command


def test_serve_starts_says_where_and_stops(home: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "lawsearch", "--library", str(home), "serve", "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", cwd=ROOT,
        env={**os.environ, "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stderr
    try:
        line = process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line
        import httpx2

        assert httpx2.get(found[0] + "2017/64A1?lang=ru", timeout=PATIENCE).status_code == 200
        taken = subprocess.run(
            [sys.executable, "-m", "lawsearch", "--library", str(home), "serve", "--port", found[0].split(":")[2].strip("/")],
            capture_output=True, text=True, encoding="utf-8", cwd=ROOT, env={**os.environ, "LC_ALL": "C.UTF-8"}, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert taken.returncode == 2
        assert "already in use" in " ".join(taken.stderr.lower().split())
        assert "Traceback" not in taken.stderr
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert out == ""
    assert "Traceback" not in err


def test_origin_is_what_the_tests_ask() -> None:
    assert ORIGIN.endswith(":1925")


# what the pages say


def test_english_verbs_are_no_terms(client: TestClient) -> None:
    """A definition is offered where a word stands as a noun only."""
    found: dict[str, list[str]] = {}
    for number in range(1, 94):
        page = client.get(f"/2017/{number}?lang=en").text
        for before, word in re.findall(r"([\w’']*)\W{0,2}<a class=\"ref ref-term\"[^>]*>([^<]+)</a>", page):
            found.setdefault(word.lower(), []).append(before.lower())
    assert sum(map(len, found.values())) > 500
    for verb in ("called", "turns", "turned", "leads to", "leading", "deals", "calling", "bidding", "played"):
        assert verb not in found, verb
    for word in ("call", "lead", "turn", "deal", "bid"):
        assert "to" not in found.get(word, []), word
        assert "must" not in found.get(word, []), word
    assert "call" in found
    assert "dummy" in found


@pytest.mark.parametrize(
    ("text", "word", "noun"),
    [
        ("the Director should be called at once", "called", False), ("it turns out", "turns", False),
        ("three doors lead to it", "lead", False), ("whatever Law deals with", "deals", False),
        ("he bids 3NT", "bids", False), ("the call stands", "call", True), ("his lead out of turn", "lead", True),
        ("the next deal", "deal", True), ("partner’s bid", "bid", True), ("may call the Director", "call", False),
        ("in turn", "turn", True), ("to play", "play", False),
    ],
)  # fmt: skip
def test_nouns_are_told_from_verbs(text: str, word: str, noun: bool) -> None:
    from lawsearch.language.nouns import is_noun_or_verb, stands_as_noun

    start = text.index(word)
    assert is_noun_or_verb(word)
    assert stands_as_noun(text, start, start + len(word)) is noun


def test_references_are_counted_as_by_the_library(client: TestClient, library: Library) -> None:
    for address in ("54", "50", "64C"):
        count = len(library.citing(library.show(address, within="digest-2017-ru")))
        page = client.get(f"/2017/{address}?lang=ru").text
        assert f'<span class="count">{count}</span>' in page


def test_chapters_have_their_labels_and_headings_one_form(client: TestClient) -> None:
    page = client.get("/2017?lang=both", headers={"Accept-Language": "ru"}).text
    assert '<span class="part-number">Глава I.</span> Определения' in page
    assert '<span class="part-number">Chapter I.</span> Definitions' in page
    assert "CHAPTER" not in page
    assert "INTRODUCTION" not in page
    term = client.get("/2017/def:dummy?lang=ru").text
    assert "Болван (dummy)</h1>" in term


def test_situations_are_an_index_first_and_small(client: TestClient) -> None:
    index = client.get("/situations", headers={"Accept-Language": "ru"})
    assert len(index.content) < 60_000
    numbers = re.findall(r'href="/situations\?law=(\w+)"', index.text)
    assert len(numbers) > 60
    assert numbers[0] == "1"
    law = client.get("/situations?law=64", headers={"Accept-Language": "ru"}).text
    answers = re.findall(r'<span class="saying-answers">(.*?)</span></li>', law, re.DOTALL)
    assert len(answers) > 5
    for answer in answers:
        names = re.findall(r">([^<]+)</a>", answer)
        assert len(names) == len(set(names)) > 0
    assert (
        len(
            re.findall(
                "saying-text", client.get("/situations?q=ренонс&part=list", headers={"Accept-Language": "ru"}).text
            )
        )
        > 3
    )


def test_errors_name_fields_as_the_page_does(client: TestClient) -> None:
    russian = {"Accept-Language": "ru"}
    assert "«Поиск»" in client.get("/search?q=" + "a" * 400, headers=russian).text
    assert "«Вид»" in client.get("/search?q=a&kind=zzz", headers=russian).text
    missing = client.get("/2017/99?lang=ru", headers=russian)
    assert missing.status_code == 404
    assert missing.text.count("93") == 2, "the neighbour stands there once, as a link"


def test_a_missing_number_shows_what_is_near(client: TestClient) -> None:
    page = client.get("/search?q=59.9", headers={"Accept-Language": "ru"}).text
    assert "Такого пункта нет" in page
    assert "/notes-2017/59.5?lang=ru" in page


def test_editions_are_compared_and_duties_shown(client: TestClient) -> None:
    page = client.get("/compare?address=50&left=digest-2017-ru&right=notes-2017-ru").text
    assert "<ins>" in page
    assert "<del>" in page
    assert client.get("/compare?address=999&left=digest-2017-ru&right=notes-2017-ru").status_code == 404
    assert client.get("/compare?address=50&left=nothing-2000-ru").status_code == 404
    duties = client.get("/duties?address=50").text
    assert '<b class="duty duty-must">must</b>' in duties
    assert "обязан" in duties
    for path in ("/compare", "/duties"):
        assert f'href="{path}"' in client.get("/").text
    whole = client.get("/duties", headers={"Accept-Language": "en"}).text
    assert "differ in no clause" in whole
    assert "0 clauses" not in whole
    assert 'href="/duties?address=50' in client.get("/2017/50?lang=ru").text


def test_the_laws_are_compared_unless_something_else_is_asked_for(
    small_home_copy: Path, small_corpus_in_use: None, tmp_path: Path
) -> None:
    house, laws = tmp_path / "house.txt", tmp_path / "laws.txt"
    house.write_text("1. Пары приходят к семи часам.\n\n2. Телефоны выключены.\n", encoding="utf-8")
    laws.write_text("LAW 50 - EXPOSED CARDS\n\nSuch a card stays on the table, see Law 51.\n", encoding="utf-8")
    with Library.open(small_home_copy) as library:
        library.add([house], as_document="house-2020-ru")
        library.add([laws], as_document="laws-1963-en")
    with asking(small_home_copy) as client:
        page = client.get("/compare?address=50", headers={"Accept-Language": "ru"}).text
    chosen = re.findall(r'<option value="([^"]+)" selected', page)
    assert chosen == ["laws-1963-en", "digest-2017-en"], "two editions of the Laws, though in the other language"


def test_words_of_another_language_are_marked_as_such(client: TestClient) -> None:
    page = client.get("/search?q=opening+lead+out+of+turn", headers={"Accept-Language": "ru"}).text
    through = re.findall(r'<span class="through">(.*?)</span>\s*(?:<span class="through">|</p>)', page, re.DOTALL)
    assert through
    assert any('<span lang="en">' in one for one in through)
    nothing = client.get("/search?q=qqqqzzzzqq", headers={"Accept-Language": "ru"}).text
    assert '<span lang="en">qqqqzzzzqq</span>' in nothing


def test_snippets_end_in_one_way(client: TestClient) -> None:
    for query in ("карта", "взятка", "penalty card"):
        page = client.get("/search", params={"q": query}).text
        assert "snippet" in page
        assert ".…" not in page
        assert "….<" not in page
