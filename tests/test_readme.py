"""Every command that the README shows is run, and prints what the README shows.

``python -m tests.test_readme`` writes the present output into the README.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

README = ROOT / "README.md"
_SESSION = re.compile(r"```console\n\$ lawsearch (?P<command>.+)\n(?P<output>(?:.*\n)*?)```")
_SHELL = re.compile(r"```sh\n(.+?)```", re.DOTALL)


def _run(command: str, home: Path) -> str:
    environment = {**os.environ, "LAWSEARCH_HOME": str(home), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-m", "lawsearch", *shlex.split(command)],
        capture_output=True, text=True, encoding="utf-8", check=True, env=environment, cwd=ROOT,
    )  # fmt: skip
    return done.stdout.rstrip("\n") + "\n"


SESSIONS = [(match["command"], match["output"]) for match in _SESSION.finditer(README.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("command", "output"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_session(command: str, output: str, home: Path) -> None:
    assert _run(command, home) == output


def test_every_shown_command_exists() -> None:
    from lawsearch.cli.group import COMMANDS

    text = README.read_text(encoding="utf-8")
    shown = re.findall(r"(?:^|`|/)lawsearch (?:--\w+ \S+ )?([a-z]+)\b", text, re.MULTILINE)
    assert len(shown) >= 6
    assert set(shown) <= {*COMMANDS, "export", "reads"}, shown


def test_the_library_example_runs(home: Path) -> None:
    code = re.search(r"```python\n(.+?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    done = subprocess.run(
        [sys.executable, "-c", code[1]], capture_output=True, text=True, encoding="utf-8", check=True,
        env={**os.environ, "LAWSEARCH_HOME": str(home), "PYTHONIOENCODING": "utf-8"}, cwd=ROOT,
    )  # fmt: skip
    assert done.stdout.startswith("50A ")
    assert done.stdout.count("\n") == 4


def test_the_two_commands_are_those_that_ci_runs() -> None:
    commands = [block.strip() for block in _SHELL.findall(README.read_text(encoding="utf-8"))[:2]]
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "README.md" in script
    assert all("python3 -m venv" in command for command in commands)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        README.write_text(
            _SESSION.sub(
                lambda match: f"```console\n$ lawsearch {match['command']}\n{_run(match['command'], Path(folder))}```",
                README.read_text(encoding="utf-8"),
            ),
            encoding="utf-8",
        )
