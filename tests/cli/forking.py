"""Calls of the program, each in a process of its own that is split off from one which has loaded the modules already.

A call is what ``python -m lawsearch`` is, from the arguments to the end of the interpreter and the exit code; only the
start of the interpreter and the loading of modules, most of the time of a short command, are done once for many calls.
What hangs on these (the encoding of the streams, the locale, which modules are loaded) needs a real start.

Run as a module this is the process that splits: it reads calls from the socket on its standard input.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parent.parent.parent
_LONGEST = 1 << 24
_LOADED = (
    "search", "library.changing", "library.database", "library.following", "library.searching", "structure.commentary",
    "cli", "cli.add", "cli.check", "cli.export", "cli.parse", "cli.refs", "cli.search", "cli.show", "cli.toc",
)  # fmt: skip


def call(
    arguments: Sequence[str], environment: dict[str, str], *, corpus: Path | None = None, timeout: float = 120
) -> tuple[int, bytes, bytes]:
    """The exit code of a call, what it says and what it tells; ``corpus`` stands in for the one that comes along."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        wanted = json.dumps([[*arguments], environment, str(corpus) if corpus else None]).encode()
        server, process = _server()
        server.settimeout(timeout)
        socket.send_fds(server, [len(wanted).to_bytes(4, "big")], [out.fileno(), err.fileno()])
        try:
            server.sendall(wanted)
            answer = server.recv(4)
        except TimeoutError:
            os.killpg(process.pid, signal.SIGKILL)
            _server.cache_clear()
            raise
        assert len(answer) == 4, "the process that splits off the calls is gone"
        return int.from_bytes(answer, "big", signed=True), _content(out.fileno()), _content(err.fileno())


def _content(file: int) -> bytes:
    return os.pread(file, os.fstat(file).st_size, 0)


@cache
def _server() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that splits, and the connection to it; it ends when this process does."""
    ours, theirs = socket.socketpair()
    variables = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG", "PYTEST_"))}
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.cli.forking"],
            env={**variables, "LC_ALL": "en_US.UTF-8"}, cwd=ROOT, stdin=theirs.fileno(), stdout=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours, process


def _serve() -> None:
    """Split off a process for each call, until nobody is left who could call."""
    for name in _LOADED:
        import_module(f"lawsearch.{name}")
    with socket.socket(fileno=os.dup(0)) as calls:
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        while True:
            head, files, _, _ = socket.recv_fds(calls, 4, 2)
            if not head:
                return
            wanted = b""
            while len(wanted) < int.from_bytes(head, "big"):
                wanted += calls.recv(_LONGEST)
            child = os.fork()
            if not child:
                calls.close()
                for place, file in enumerate(files, 1):
                    os.dup2(file, place)
            for file in files:
                os.close(file)
            if not child:
                _run(*json.loads(wanted))
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            calls.sendall(code.to_bytes(4, "big", signed=True))


def _run(arguments: list[str], environment: dict[str, str], corpus: str | None) -> NoReturn:
    from lawsearch.__main__ import run
    from lawsearch.library import Paths

    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [str(ROOT / "lawsearch" / "__main__.py"), *arguments]
    if corpus is not None:
        find = Paths.find
        setattr(Paths, "find", lambda home=None, _=None: find(home, corpus))  # noqa: B010  (mypy takes no assignment)
    run()
    raise SystemExit


if __name__ == "__main__":
    _serve()
