"""Whatever is asked, the page answers: schemathesis against the API's own description, and every parameter with anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from lawsearch.web.app import PAGES
from lawsearch.web.guard import HEADERS
from lawsearch.web.openapi import describe_api
from tests.web.serving import asking

schemathesis = pytest.importorskip("schemathesis")

QUICK = settings(max_examples=25, derandomize=True, suppress_health_check=list(HealthCheck))
STATUSES = {200, 302, 303, 304, 400, 404, 405, 413, 414, 503}

# Ordinary values beside arbitrary ones, so that the depths are reached too.
VALUES = {
    "place": ["2017", "notes-2017", "digest-2017-ru", "..", "static"],
    "address": ["64A1", "12C1(e)(ii)", "def:dummy", "chapter:6", "unplaced:1", "59.3(a)", "64А1", "../x", ":"],
    "document": ["digest-2017-ru", "none", "../../etc/passwd"],
    "term": ["dummy", "none"],
    "q": ["revoke", '"penalty card"', "-болван", "+x -y", "a*", "*", "?", "~", "(((", "64A1", "a OR b AND", "\x00", "^" * 50],
    "lang": ["ru", "en", "both"], "text": ["ru", "en"], "in": ["laws", "commentary", "digest-2017-en"], "law": ["50-52", "64", "0", "9-1"],
    "kind": ["law", "note", "definition", "table"], "limit": ["1", "20", "0", "-1", "1e9"], "part": ["results", "card", "preview"], "stay": ["1"],
    "targets": ["digest-2017-ru:54", "digest-2017-ru:45 digest-2017-en:46", "x:y", ":", "digest-2017-ru:"], "whole": ["1"],
    "edition": ["2017", "1997"], "ui": ["ru"], "theme": ["dark"], "back": ["/2017", "//x"],
}  # fmt: skip
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
REQUIRED = {"/preview": ["targets"]}
QUERY_NAMES = [name for name in VALUES if name not in ("place", "address", "document", "term")]


def _value(name: str) -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(VALUES[name]), ANYTHING)


def _fill(path: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: quote(values[match[1]], safe=""), path)


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[TestClient]:
    with asking(home) as opened:
        yield opened


@pytest.mark.parametrize("path", [*PAGES, "/settings", "/check"])
def test_every_parameter_of_every_page(client: TestClient, path: str) -> None:
    seen: set[int] = set()
    query = st.lists(st.sampled_from(QUERY_NAMES), max_size=3, unique=True).flatmap(
        lambda names: st.fixed_dictionaries({name: _value(name) for name in [*names, *REQUIRED.get(path, [])]})
    )
    inside = st.fixed_dictionaries({name: _value(name) for name in ("place", "address", "document", "term")})
    headers = st.fixed_dictionaries(
        {name: st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30) for name in ("Accept-Language", "Cookie", "If-None-Match")}
    )  # fmt: skip

    @QUICK
    @given(inside=inside, query=query, headers=headers)
    def ask(inside: dict[str, str], query: dict[str, str], headers: dict[str, str]) -> None:
        answer = client.get(_fill(path, inside) + "?" + urlencode(query), headers=headers)
        client.cookies.clear()
        seen.add(answer.status_code)
        assert answer.status_code in STATUSES
        assert answer.status_code != 503, "no question of this length takes too long"
        assert "Traceback" not in answer.text
        assert answer.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
        for value in query.values():
            if re.search(r"<[a-zA-Z]", value):
                assert value not in answer.text, "markup in a parameter comes back as markup"
        if answer.status_code in (302, 303):
            assert re.match(r"/(?![/\\])", answer.headers["location"])

    ask()
    assert seen & {200, 302, 303}, "only refusals were seen"


@QUICK
@given(body=st.one_of(ANYTHING, st.binary(max_size=60)), edition=_value("edition"))
def test_any_ruling(client: TestClient, body: str | bytes, edition: str) -> None:
    answer = client.post("/check", data={"text": body, "edition": edition})
    assert answer.status_code in {200, 400, 404}
    for kind in ("text/plain", "application/json"):
        raw = client.post(
            "/api/check", content=body if isinstance(body, bytes) else body.encode(), headers={"Content-Type": kind}
        )
        assert raw.status_code in {200, 400}
        assert set(raw.json()) >= ({"references", "counts"} if raw.status_code == 200 else {"code", "detail"})


@pytest.mark.parametrize("operation", ["search", "show", "refs", "check"])
def test_the_api_keeps_to_its_description(client: TestClient, operation: str) -> None:
    """Answers have the described status, type and shape, and nothing fails, for generated questions good and bad."""
    schema = schemathesis.openapi.from_dict(describe_api())
    path, method = next(
        (path, method)
        for path, item in describe_api()["paths"].items()
        for method, entry in item.items()
        if entry["operationId"] == operation
    )
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    checked = 0

    @QUICK
    @given(case=schema[path][method.upper()].as_strategy())
    def ask(case: object) -> None:
        nonlocal checked
        parts = case.as_transport_kwargs(base_url="http://127.0.0.1:1925")  # type: ignore[attr-defined]
        parts = {
            name: value
            for name, value in parts.items()
            if value is not None and name in ("params", "json", "data", "headers")
        }
        if isinstance(parts.get("data"), str | bytes):
            parts["content"] = parts.pop("data")
        answer = client.request(method, path, **parts)
        # an address may be well-formed text and yet no address: that is 400, and described
        excluded = [positive_data_acceptance] if operation in ("show", "refs") else []
        case.validate_response(answer, excluded_checks=excluded)  # type: ignore[attr-defined]
        checked += 1

    ask()
    assert checked >= 10
