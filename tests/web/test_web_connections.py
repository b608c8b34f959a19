"""Clients of the page that do no good: half a sentence, silence, another site's form."""

from __future__ import annotations

import socket
import time
from pathlib import Path

import pytest

from lawsearch.web import serving as module
from tests.web.serving import ORIGIN, asking, serving

_PATIENCE = 0.6


def _said(port: int, pieces: list[bytes], pause: float) -> tuple[bytes, float]:
    """What a server answers before it hangs up, and after how long."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port), 5) as client:
        client.settimeout(10)
        answer = b""
        try:
            for piece in pieces:
                client.sendall(piece)
                time.sleep(pause)
            while part := client.recv(65536):
                answer += part
        except ConnectionError:
            pass
        return answer, time.monotonic() - began


def test_a_client_that_does_not_finish_its_request_is_given_up(
    small_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "REQUEST_SECONDS", _PATIENCE)
    with serving(small_home) as address:
        port = int(address.rpartition(":")[2])
        host = f"Host: 127.0.0.1:{port}\r\n".encode()
        for pieces, pause in (
            ([], 0.0),
            ([b"GET / HTTP/1.1\r\nHo"], 0.0),
            ([b"GET / HTTP/1.1\r\n", *[b"X: y\r\n"] * 30], _PATIENCE / 6),  # a little now and then is no request
        ):
            answer, seconds = _said(port, pieces, pause)
            assert answer == b""
            assert seconds < 4
        whole = [b"GET /static/page.css HTTP/1.1\r\n" + host + b"\r\n"]
        answer, _ = _said(port, whole, 0.0)
        assert answer.startswith(b"HTTP/1.1 200"), "one that says its sentence is answered"
        answer, _ = _said(port, [*whole * 3, b"GET /st"], 0.1)
        assert answer.count(b"HTTP/1.1 200") == 3, "and so are those that follow, but for the half one"
        slow = b"POST /check HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\n"
        answer, _ = _said(port, [slow + b"Connection: close\r\n" + host + b"\r\ntext", b"=Law "], 1.5 * _PATIENCE)
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
