"""The program called as a person calls it: a process of its own, what comes to which stream, and its exit code."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cli import forking

# What chooses a language, a colour or an encoding in the caller's environment.
CLEARED = (
    "LANG",
    "LANGUAGE",
    "PYTHONUTF8",
    "PYTHONIOENCODING",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
)

# The exit codes.
FOUND, NOTHING, USAGE, BROKEN = 0, 1, 2, 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    code: int
    out: str
    err: str

    def json(self) -> Any:
        return json.loads(self.out)


def environment(home: Path | None, variables: dict[str, str] | None = None) -> dict[str, str]:
    """The caller's environment without what chooses a language, a colour or an encoding."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in CLEARED and not name.startswith(("LC_", "LAWSEARCH_", "PYTEST_"))
    }
    kept |= {"COLUMNS": "80", "LC_ALL": "en_US.UTF-8"} | (variables or {})
    if home is not None:
        kept["LAWSEARCH_HOME"] = str(home)
    return kept


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "lawsearch", *map(str, arguments)]


# What the interpreter looks at when it starts.
_AT_THE_START = ("LANG", "LC_", "PYTHON")


def lawsearch(
    home: Path | None,
    *arguments: str | Path,
    variables: dict[str, str] | None = None,
    cwd: Path | None = None,
    corpus: Path | None = None,
) -> Outcome:
    """One call; whatever happens, no traceback and no other sign of an unforeseen failure may reach the person.

    Where nothing hangs on how the interpreter starts, it is split off from a process that has (``forking``).
    ``corpus`` stands in for the one that comes along.
    """
    if cwd is not None or any(name.startswith(_AT_THE_START) for name in variables or ()):
        assert corpus is None
        done = subprocess.run(
            command(*arguments),
            env=environment(home, variables),
            cwd=cwd,
            capture_output=True,
            timeout=120,
            check=False,
        )
        code, out, err = done.returncode, done.stdout, done.stderr
    else:
        code, out, err = forking.call([*map(str, arguments)], environment(home, variables), corpus=corpus)
    outcome = Outcome(code=code, out=out.decode("utf-8"), err=err.decode("utf-8"))
    for sign in ("Traceback", "Exception ignored", "Error:  ", "Warning:"):
        assert sign not in outcome.err, outcome.err
    assert outcome.code in {FOUND, NOTHING, USAGE, BROKEN}, outcome
    return outcome


def on_terminal(home: Path, *arguments: str, variables: dict[str, str] | None = None, cwd: Path | None = None) -> bytes:
    """What a terminal gets: both streams, line ends as printed."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        command(*arguments), env=environment(home, variables), cwd=cwd, stdin=follower, stdout=follower, stderr=follower
    ):
        os.close(follower)
        shown = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:  # Linux: the other end is closed
                break
            if not piece:
                break
            shown += piece
    os.close(leader)
    assert b"Traceback" not in shown
    return shown.replace(b"\r\n", b"\n")


def flat(text: str) -> str:
    return " ".join(text.split())


def refused(outcome: Outcome, code: int, *parts: str) -> None:
    """A refusal: nothing on stdout, a short message on stderr that holds the parts, and the exit code."""
    assert outcome.out == ""
    assert outcome.code == code, outcome
    message = flat(outcome.err)
    assert message
    assert len(message) < 1500, "a message is not a dump"
    for part in parts:
        assert part in message, message
