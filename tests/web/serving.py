"""A server of the page for tests: in a thread of the test process, on a free port of the loopback address."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from starlette.testclient import TestClient

from lawsearch.web.app import make_app
from lawsearch.web.guard import Hosts
from lawsearch.web.holding import Holding
from lawsearch.web.serving import Patient
from tests.timing import PATIENCE

ORIGIN = "http://127.0.0.1:1925"


@contextlib.contextmanager
def asking(home: Path, **headers: str) -> Iterator[TestClient]:
    """A client that asks the application without a network, and does not follow redirects by itself."""
    app = make_app(Hosts.for_server("127.0.0.1", 1925), home)
    with TestClient(app, base_url=ORIGIN, headers=headers, follow_redirects=False) as client:
        yield client


@contextlib.contextmanager
def serving(home: Path, **options: float) -> Iterator[str]:
    """A real server; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        holding = Holding(home, workers=2, **options)  # type: ignore[arg-type]
        app = make_app(Hosts.for_server("127.0.0.1", port), home, holding=holding)
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="none", http=Patient))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + PATIENCE
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.01)
        assert server.started
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "the server does not stop"
