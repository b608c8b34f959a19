"""Running the application: the socket, the server, the browser."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from lawsearch.errors import UsageError
from lawsearch.web.app import make_app
from lawsearch.web.guard import Hosts

__all__ = ["DEFAULT_HOST", "DEFAULT_PORT", "serve"]

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 1925  # the year in which contract bridge was first scored
_NEXT_PORTS = 10
_CONNECTIONS = 256
_NO_NAME = "Name or service not known"  # each system says it in another way
REQUEST_SECONDS = 10.0  # for the lines of a request to come
_GRACE = 5  # seconds for answers that are on their way when the server stops


def serve(
    home: Path | str | None,
    *,
    host: str = DEFAULT_HOST,
    port: int | None = None,
    on_ready: Callable[[str], None] = lambda _url: None,
) -> None:
    """Serve the library until the process is told to stop. ``on_ready`` is told the address of the page.

    Without ``port``, the next free one is taken if the usual one is in use. Raises ``UsageError`` if the place cannot
    be taken.
    """
    listening = _listen(host, port)
    taken = int(listening.getsockname()[1])
    app = make_app(Hosts.for_server(host, taken), home)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_graceful_shutdown=_GRACE,
        http=Patient,
        ws="none",
        h11_max_incomplete_event_size=16 * 1024,
    )
    name = f"[{host}]" if ":" in host else host
    if host in ("0.0.0.0", "::"):  # noqa: S104 - what the user has asked for
        name = _own_address()
    threading.Thread(target=on_ready, args=(f"http://{name}:{taken}/",), daemon=True).start()
    with listening:
        uvicorn.Server(config).run(sockets=[listening])


def _reason(fault: OSError) -> str:
    if isinstance(fault, socket.gaierror) or isinstance(fault.__context__, socket.gaierror):
        return _NO_NAME  # its number is none of the system's errors
    return os.strerror(fault.errno) if fault.errno else str(fault)


class Patient(H11Protocol):
    """A connection that is given up when a request has not come whole (but for its body) in some seconds.

    Otherwise as many clients that say half a sentence as there may be connections would keep everybody else out.
    """

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def on_response_complete(self) -> None:
        before = self.cycle
        super().on_response_complete()
        if self.cycle is before:  # the next request has not come already
            self._wait()

    def _wait(self) -> None:
        self.loop.call_later(REQUEST_SECONDS, self._give_up, self.cycle)

    def _give_up(self, before: object) -> None:
        if self.cycle is before and not self.transport.is_closing():
            self.transport.close()


def _own_address() -> str:
    """What others in the network can call this computer. Nothing is sent: connecting a datagram socket picks a way."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # an address that is kept for documentation
            return str(probe.getsockname()[0])
    except OSError:
        return socket.gethostname()


def _can_be_asked_for(host: str) -> bool:
    """False for what can be no computer's name."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return "\0" not in host


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket, so that whoever is told the address can connect at once."""
    # an empty one, as of a shell's variable that is not set, means every address there is to the system
    if not host.strip() or not _can_be_asked_for(host):
        raise UsageError("cannot-listen", host=host, port=port or DEFAULT_PORT, reason=_NO_NAME)
    wanted = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + _NEXT_PORTS)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    fault: OSError | None = None
    for number in wanted:
        try:
            return socket.create_server((host, number), family=family, backlog=_CONNECTIONS)
        except OSError as error:
            fault = error
            if error.errno != errno.EADDRINUSE:
                break
    assert fault is not None
    raise UsageError(
        "cannot-listen",
        host=host,
        port=port or DEFAULT_PORT,
        reason=_reason(fault),
    )
