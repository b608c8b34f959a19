"""Clients of the page that do no good: half a sentence, silence, another site's form."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from lawsearch.web import serving as module
from tests.timing import PATIENCE
from tests.web.serving import ORIGIN, asking, serving


def _said(port: int, pieces: list[bytes], pause: float) -> tuple[bytes, int]:
    """What a server answers before it hangs up, and how many pieces it has listened to until then."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        client.settimeout(PATIENCE)
        answer = b""
        heard = 0
        try:
            for piece in pieces:
                time.sleep(pause if heard else 0)
                client.sendall(piece)
                heard += 1
            while part := client.recv(65536):
                answer += part
        except ConnectionError:
            pass
        return answer, heard


def _port(address: str) -> int:
    return int(address.rpartition(":")[2])


def test_a_client_that_does_not_finish_its_request_is_given_up(
    small_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REQUEST_SECONDS", 0.3)
    dripping = [b"GET / HTTP/1.1\r\n", *[b"X: y\r\n"] * 600]  # a little now and then is no request
    with serving(small_home) as address:
        assert _said(_port(address), [], 0.0) == (b"", 0)
        assert _said(_port(address), [b"GET / HTTP/1.1\r\nHo"], 0.0) == (b"", 1)
        answer, heard = _said(_port(address), dripping, 0.1)
    assert answer == b""
    assert heard < len(dripping)


def test_a_client_that_says_its_requests_is_answered(small_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "REQUEST_SECONDS", 2.0)
    with serving(small_home) as address:
        port = _port(address)
        host = f"Host: 127.0.0.1:{port}\r\n".encode()
        whole = [b"GET /static/page.css HTTP/1.1\r\n" + host + b"\r\n"]
        answer, _ = _said(port, [*whole * 3, b"GET /st"], 0.1)
        assert answer.count(b"HTTP/1.1 200") == 3, "those that follow, too, but for the half one"
        slow = b"POST /check HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n"
        answer, _ = _said(port, [slow + b"Connection: close\r\n" + host + b"\r\ntext", b"=Law "], 2.5)
        assert answer.startswith(b"HTTP/1.1 200"), "a body may take its time"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": ORIGIN}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://evil.example:1925"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "https://club.example", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": ORIGIN, "Sec-Fetch-Site": "cross-site"}, 403),
    ],
    ids=str,
)
def test_the_form_of_another_site_is_refused(small_home: Path, headers: dict[str, str], status: int) -> None:
    with asking(small_home) as client:
        assert client.post("/check", data={"text": "Law 50"}, headers=headers).status_code == status
