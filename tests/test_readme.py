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
_EXAMPLE = re.compile(r"```python\n(?P<code>(?:(?!```)[\s\S])+)```\n\n```text\n(?P<output>(?:(?!```)[\s\S])*)```")
_SHELL = re.compile(r"```sh\n(.+?)```", re.DOTALL)


def _run(command: str, home: Path, folder: Path = ROOT) -> str:
    environment = {**os.environ, "LAWSEARCH_HOME": str(home), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
    environment |= {"PYTHONPATH": str(ROOT)}  # another folder knows nothing of this one
    done = subprocess.run(
        [sys.executable, "-m", "lawsearch", *shlex.split(command)],
        capture_output=True, text=True, encoding="utf-8", check=True, env=environment, cwd=folder,
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


# Commands in the blocks without output that need no file of the reader's own.
LINES = [
    line.partition("  #")[0].strip()
    for block in _SHELL.findall(README.read_text(encoding="utf-8"))
    for line in block.splitlines()
    if re.match("lawsearch (?:show|toc|duties|export|sources)\\b", line) and "|" not in line
]


@pytest.mark.parametrize("line", LINES)
def test_lines_without_output_are_understood(line: str, home: Path, tmp_path: Path) -> None:
    assert len(LINES) > 6
    _run(line.removeprefix("lawsearch "), home, tmp_path)


def _run_python(code: str, home: Path, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=True, cwd=folder,
        env={**os.environ, "LAWSEARCH_HOME": str(home), "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return done.stdout


def test_the_library_example_runs(home: Path, tmp_path: Path) -> None:
    code = re.search(r"```python\n(.+?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    printed = _run_python(code[1], home, tmp_path)
    assert printed.startswith("50A ")
    assert printed.count("\n") == 4


EXAMPLES = [(match["code"], match["output"]) for match in _EXAMPLE.finditer(README.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("code", "output"), EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_print_what_is_shown(code: str, output: str, home: Path, tmp_path: Path) -> None:
    assert _run_python(code, home, tmp_path) == output


def test_every_python_example_runs(home: Path, tmp_path: Path) -> None:
    codes = re.findall(r"```python\n(.+?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(codes) >= 3
    for code in codes:
        _run_python(code, home, tmp_path)
    assert (tmp_path / "laws.epub").read_bytes().startswith(b"PK")


def test_the_two_commands_are_those_that_ci_runs() -> None:
    blocks = [block.strip() for block in _SHELL.findall(README.read_text(encoding="utf-8"))]
    setting_up = [block for block in blocks if block.startswith("python3 -m venv ")]
    assert blocks[0] == setting_up[0]
    assert [command.split()[-4:-1] for command in setting_up[1:]] == [["pytest", "--quiet", "-n"]]
    assert "grep -E '^python3 -m venv ' README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        text = _SESSION.sub(
            lambda match: f"```console\n$ lawsearch {match['command']}\n{_run(match['command'], Path(folder))}```",
            README.read_text(encoding="utf-8"),
        )
        text = _EXAMPLE.sub(
            lambda match: (
                f"```python\n{match['code']}```\n\n```text\n{_run_python(match['code'], Path(folder), Path(folder))}```"
            ),
            text,
        )
        README.write_text(text, encoding="utf-8")
