"""The guard before every page: what it lets in, and what it sends along.

In: any ASGI request. Promises: only a request for a host that is ours comes through (a foreign page that has its own
name point at 127.0.0.1, DNS rebinding, does not), of bounded length, with a method that is served; every answer
carries the headers of :data:`HEADERS`; what fails inside ends in a plain message, never in a traceback.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lawsearch.model import is_figures
from lawsearch.web.faults import problem

__all__ = ["HEADERS", "MAX_BODY", "Guard", "Hosts", "is_loopback"]

MAX_TARGET = 4096  # bytes of path and query
MAX_BODY = 256 * 1024  # bytes

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types lawsearch"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_log = logging.getLogger("lawsearch.web")


@dataclass(frozen=True, slots=True)
class Hosts:
    """The hosts that are ours: ``names`` in lower case, any IP address if ``addresses``, always with ``port``.

    An IP address in a Host header is harmless: a rebound name stands there by its name.
    """

    names: frozenset[str]
    port: int
    addresses: bool = False

    @property
    def is_local(self) -> bool:
        """True if only this computer can come here."""
        return not self.addresses

    @classmethod
    def for_server(cls, host: str, port: int) -> Hosts:
        """What a browser may call a server that listens on ``host``."""
        names = {"localhost", "127.0.0.1", "::1", host.lower()}
        loopback = is_loopback(host)
        if not loopback:
            own = socket.gethostname().lower()
            names |= {own, f"{own.partition('.')[0]}.local"}
        return cls(frozenset(names), port, addresses=not loopback)

    def allow(self, header: str) -> bool:
        """True for a Host header that names us."""
        host, port = _split_host(header)
        if port != self.port:
            return False
        return host in self.names or (self.addresses and _is_address(host))


def _split_host(header: str) -> tuple[str, int]:
    """Host and port of ``localhost:1925`` and ``[::1]:1925``; port -1 for what cannot be read."""
    if header.startswith("["):
        host, bracket, rest = header[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            return "", -1
        port = rest[1:] if rest else "80"
    else:
        host, colon, port = header.partition(":")
        port = port if colon else "80"
    if not (is_figures(port) and len(port) <= 5):
        return "", -1
    return host.lower().rstrip("."), int(port)


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    return host.lower() == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _with_ascii_query(scope: Scope) -> Scope:
    """Bytes beyond ASCII in a query, which some programs send as they are, written as they should have been."""
    query: bytes = scope.get("query_string", b"")
    if query.isascii():
        return scope
    written = "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in query)
    return {**scope, "query_string": written.encode("ascii")}


class Guard:
    """ASGI middleware around everything. ``posts`` are the paths that take a body."""

    def __init__(self, app: ASGIApp, hosts: Hosts, posts: Collection[str]) -> None:
        self._app = app
        self._hosts = hosts
        self._posts = posts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        scope = _with_ascii_query(scope)
        started = False

        async def send_guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refusal = self._refusal(scope)
        app = refusal or self._app
        try:
            await app(scope, receive, send_guarded)
        except Exception:  # the last line: whatever it is, the browser gets a sentence and the log the rest
            _log.exception("a request failed")
            if not started:
                failed = _refuse(scope, 500, "failed", "The server has failed. Its log tells why.")
                await failed(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """Why a request is not even looked at, if so."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._hosts.allow(hosts[0]):
            return _refuse(scope, 421, "wrong-host", "This server does not answer under that name.")
        if len(scope.get("raw_path", b"")) + len(scope.get("query_string", b"")) > MAX_TARGET:
            return _refuse(scope, 414, "address-too-long", "The address is too long.")
        allowed = _methods(scope["path"], self._posts)
        if scope["method"] not in allowed:
            refused = _refuse(scope, 405, "wrong-method", "This method is not served here.")
            refused.headers["Allow"] = ", ".join(allowed)
            return refused
        if scope["method"] == "POST":
            if self._is_foreign(headers):
                return _refuse(scope, 403, "foreign-site", "Another site may not ask this server.")
            length = headers.get("content-length", "0")
            if not (is_figures(length) and len(length) < 12) or int(length) > MAX_BODY:
                return _refuse(scope, 413, "text-too-long", "The text is too long.")
        return None

    def _is_foreign(self, headers: Headers) -> bool:
        """True for a request that another site's page sends; an old browser tells its origin only."""
        site = headers.get("sec-fetch-site")
        origin = headers.get("origin")
        if site is None and origin is not None:
            return not self._hosts.allow(origin.partition("://")[2])
        return site == "cross-site"


def _refuse(scope: Scope, status: int, code: str, sentence: str) -> Response:
    """A refusal, plain for people and problem+json for programs; no library and no language is known here."""
    if scope["path"].startswith("/api/"):
        return problem(status, code, sentence)
    return PlainTextResponse(sentence, status, {"Cache-Control": "no-store"})


def _methods(path: str, posts: Iterable[str]) -> tuple[str, ...]:
    if path in posts:
        return ("POST",) if path.startswith("/api/") else ("GET", "HEAD", "POST")
    return ("GET", "HEAD")
