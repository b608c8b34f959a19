"""Completion of command lines: what is offered, and that the shells take it."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lawsearch import completion
from lawsearch.cli.group import COMMANDS
from lawsearch.library import Library
from tests.cli.calling import environment, lawsearch
from tests.conftest import ROOT
from tests.timing import PATIENCE
from tests.upkeep.completion_words import TABLE, written


def _answer(home: Path | None, line: str, *word: str, ui: str = "en_US.UTF-8") -> tuple[str, dict[str, str]]:
    done = subprocess.run(
        [sys.executable, "-m", "lawsearch", "__complete", line, *word],
        env=environment(home, {"LC_ALL": ui}), capture_output=True, check=True,
    )  # fmt: skip
    assert done.stderr == b""
    kind, *lines = done.stdout.decode("utf-8").splitlines()
    return kind, {value: meaning for value, _, meaning in (line.partition("\t") for line in lines)}


def test_the_table_is_that_of_the_commands() -> None:
    assert TABLE.read_text(encoding="utf-8") == written(), "run: python -m tests.upkeep.completion_words"


def test_commands_with_what_they_do(home: Path) -> None:
    kind, words = _answer(home, "lawsearch ")
    assert kind == "words"
    assert list(words) == list(COMMANDS)
    assert all(words.values())
    assert set(_answer(home, "lawsearch se")[1]) == {"search"} | {name for name in COMMANDS if name.startswith("se")}
    russian = _answer(home, "lawsearch ch", ui="ru_RU.UTF-8")[1]
    assert re.search("[а-я]", russian["check"])
    assert re.search("[а-я]", _answer(home, "lawsearch --ui ru ch")[1]["check"])


@pytest.mark.parametrize(
    ("line", "first", "absent"),
    [
        ("lawsearch show 64", ["64", "64A", "64B", "64C"], ["64A1", "6", "65"]),
        ("lawsearch 64", ["64", "64A", "64B", "64C"], ["64A1"]),
        ("lawsearch show 50 64A", ["64A", "64A1", "64A2"], ["64B", "50"]),
        ("lawsearch refs --to 64а", ["64A", "64A1", "64A2"], ["64B"]),
        ("lawsearch show --in notes-2017-ru 59.", ["59.1", "59.2", "59.3"], ["59"]),
        ("lawsearch show 12c1(", ["12C1(a)", "12C1(b)"], ["12C1"]),
        ("lawsearch show def:dum", ["def:dummy"], ["def:double"]),
        ("lawsearch --plain --ui=en 9", ["9", "9A", "9B"], ["9A1", "8"]),
    ],
)
def test_addresses_one_level_at_a_time(home: Path, line: str, first: list[str], absent: list[str]) -> None:
    kind, words = _answer(home, line)
    assert kind == "words"
    assert list(words)[: len(first)] == first or set(first) <= set(words)
    assert not set(absent) & set(words)
    assert all(words.values()), "each with its heading or first words"


def test_headings_are_in_the_language_of_the_interface(home: Path, library: Library) -> None:
    for ui, language in (("en_US.UTF-8", "en"), ("ru_RU.UTF-8", "ru"), ("C", "en")):
        words = _answer(home, "lawsearch show 64", ui=ui)[1]
        assert words["64A"] == library.show("64A", language=language).heading


def test_options_and_their_values(home: Path) -> None:
    assert {"--lang", "--expand", "--json", "--plain"} <= set(_answer(home, "lawsearch show --")[1])
    assert _answer(home, "lawsearch show --exp")[1]["--expand"]
    assert set(_answer(home, "lawsearch show --lang ")[1]) == {"ru", "en", "both"}
    assert set(_answer(home, "lawsearch show --lang=b")[1]) == {"--lang=both"}
    assert set(_answer(home, "lawsearch --ui ")[1]) == {"ru", "en"}
    assert set(_answer(home, "lawsearch completion ")[1]) == set(completion.SHELLS)
    assert "digest-2017-ru" in _answer(home, "lawsearch toc dig")[1]
    assert "notes-2017-en" in _answer(home, "lawsearch show --in not")[1]
    assert _answer(home, "lawsearch check dra") == ("files", {})
    assert _answer(home, "lawsearch add a.txt b")[0] == "files"
    assert _answer(home, "lawsearch --library ")[0] == "files"
    assert _answer(home, "lawsearch search штраф") == ("words", {})


def test_bash_gets_the_part_that_it_replaces(home: Path) -> None:
    assert "dummy" in _answer(home, "lawsearch show def:du", "du")[1]
    assert "both" in _answer(home, "lawsearch show --lang=b", "b")[1]
    assert "64A" in _answer(home, "lawsearch show 64", "64")[1]


def test_a_broken_or_absent_library_is_silence(tmp_path: Path, home: Path) -> None:
    assert _answer(tmp_path / "none", "lawsearch show 64") == ("words", {})
    assert not (tmp_path / "none").exists(), "nothing is built"
    broken = tmp_path / "broken"
    shutil.copytree(home, broken)
    for path in broken.rglob("library.db"):
        path.write_bytes(b"no database")
    assert _answer(broken, "lawsearch show 64") == ("words", {})
    assert _answer(broken, "lawsearch sh")[1]["show"]
    (database,) = home.rglob("library.db")
    whole = database.read_bytes()
    for page in range(1, len(whole) // 4096, len(whole) // 4096 // 40):
        for path in broken.rglob("library.db"):
            path.write_bytes(whole[: page * 4096] + b"\xff" * 4096 + whole[(page + 1) * 4096 :])
        assert _answer(broken, "lawsearch show 6")[0] == "words"
    (broken / "CURRENT").write_text("x", encoding="utf-8")
    assert _answer(broken, "lawsearch show 64") == ("words", {})


def test_neither_click_nor_the_search_engine_is_loaded(home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "lawsearch", "__complete", "lawsearch show 64"],
        env=environment(home), capture_output=True, check=True,
    )  # fmt: skip
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.decode().splitlines()}
    assert b"64A\t" in done.stdout
    assert "sqlite3" in loaded
    assert not loaded & {
        "click",
        "whoosh",
        "pymorphy3",
        "marisa_trie",
        "pathlib",
        "subprocess",
        "asyncio",
        "lawsearch.cli",
    }


@settings(max_examples=150)
@given(st.text(max_size=30), st.text(max_size=8))
def test_any_line_has_an_answer(typed: str, word: str) -> None:
    for line in (typed, "lawsearch " + typed, "lawsearch show " + typed, "lawsearch --ui " + typed):
        kind, *lines = completion.answer([line, word]).split("\n")
        assert kind in ("words", "files")
        assert lines.pop() == ""
        assert all(offered.count("\t") == 1 for offered in lines)


def test_the_scripts_are_printed_as_they_are(home: Path) -> None:
    for shell in completion.SHELLS:
        outcome = lawsearch(home, "completion", shell)
        assert outcome.out == completion.script(shell)
        assert "__complete" in outcome.out
        assert outcome.out.isascii(), "a shell reads it in any encoding"
        assert outcome.out.count("lawsearch completion " + shell) == 1, "the first lines say where it belongs"


# The shells themselves.


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with a ``lawsearch`` that runs this checkout."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / "lawsearch"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m lawsearch "$@"\n', encoding="utf-8")
    script.chmod(0o755)
    return folder


def _shell_environment(home: Path, program: Path) -> dict[str, str]:
    found = environment(home, {"LC_ALL": "C.UTF-8", "TERM": "dumb"})
    return {**found, "PATH": f"{program}{os.pathsep}{found.get('PATH', '')}", "HOME": str(program)}


def _bash(home: Path, program: Path, line: str, *, kind: int = 9) -> list[str]:
    """What bash would offer for a line."""
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not here")
    code = f"""
        eval "$(lawsearch completion bash)"
        COMP_LINE={_quoted(line)}; COMP_POINT=${{#COMP_LINE}}; COMP_TYPE={kind}
        _lawsearch lawsearch "${{COMP_LINE##*[ :=]}}" x
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        [bash, "--norc", "-c", code], env=_shell_environment(home, program), capture_output=True, check=True
    )
    assert b"syntax error" not in done.stderr
    return done.stdout.decode().splitlines()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def test_bash(home: Path, program: Path) -> None:
    assert _bash(home, program, "lawsearch show 64")[-3:] == ["64A", "64B", "64C"]
    assert "64A  Automatic transfer of tricks" in _bash(home, program, "lawsearch show 64", kind=63)
    assert r"12C1\(e\)" in _bash(home, program, "lawsearch show 12C1")
    assert _bash(home, program, "lawsearch show --lang=b") == ["both"]
    assert _bash(home, program, "lawsearch show def:dum") == ["dummy"]
    assert _bash(home, program, "lawsearch compl") == ["completion"]


def _typed(arguments: list[str], surroundings: dict[str, str], keys: str, until: str) -> str:
    """What an interactive shell shows after keys are pressed, up to the text that is waited for."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        arguments, env=surroundings, stdin=follower, stdout=follower, stderr=follower, start_new_session=True
    ) as shell:
        os.close(follower)
        shown = ""
        sent = False
        deadline = time.monotonic() + PATIENCE
        try:
            while time.monotonic() < deadline and until not in shown:
                if not select.select([leader], [], [], 0.5)[0]:
                    if "ready> " in shown and not sent:  # the shell has said what it has to say and waits
                        os.write(leader, keys.encode())
                        sent = True
                    continue
                shown += os.read(leader, 65536).decode("utf-8", "replace")
        finally:
            shell.kill()
            os.close(leader)
    return shown


def test_bash_at_the_prompt(home: Path, program: Path) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not here")
    rc = program / "rc"
    rc.write_text("PS1='ready> '\neval \"$(lawsearch completion bash)\"\n", encoding="utf-8")
    shown = _typed(
        [bash, "--rcfile", str(rc), "-i"], _shell_environment(home, program), "lawsearch show 64\t\t", "64B  When"
    )
    assert "64A  Automatic transfer of tricks" in shown


def test_zsh_at_the_prompt(home: Path, program: Path) -> None:
    zsh = shutil.which("zsh")
    if zsh is None:
        pytest.skip("zsh is not here")
    (program / ".zshrc").write_text(
        "autoload -Uz compinit && compinit -u -D\nPS1='ready> '\neval \"$(lawsearch completion zsh)\"\n",
        encoding="utf-8",
    )
    surroundings = {**_shell_environment(home, program), "ZDOTDIR": str(program), "TERM": "xterm"}
    shown = _typed([zsh, "-i"], surroundings, "lawsearch show 64\t\t", "64C")
    assert "64A  Automatic transfer of tricks" in shown


def test_fish(home: Path, program: Path) -> None:
    fish = shutil.which("fish")
    if fish is None:
        pytest.skip("fish is not here")

    def offered(line: str) -> list[str]:
        code = f"lawsearch completion fish | source; complete -C {_quoted(line)}"
        done = subprocess.run(
            [fish, "--no-config", "-c", code], env=_shell_environment(home, program), capture_output=True, check=True
        )
        return done.stdout.decode().splitlines()

    assert "64A\tAutomatic transfer of tricks" in offered("lawsearch show 64")
    assert "check\tCheck every citation in a text of yours." in offered("lawsearch che")
    assert "--expand\tOpen in place what the clauses refer to, N levels deep." in offered("lawsearch show --exp")
    (program / "rc.txt").write_text("x", encoding="utf-8")
    assert any(line.startswith(f"{program}/rc.txt") for line in offered(f"lawsearch check {program}/rc"))


def test_powershell_by_its_words() -> None:
    text = completion.script("powershell")
    for part in (
        "Register-ArgumentCompleter -Native -CommandName lawsearch", "CompletionResult", "UTF8", "param($wordToComplete, $commandAst, $cursorPosition)"
    ):  # fmt: skip
        assert part in text
    for opening, closing in ("{}", "()", "[]"):
        assert text.count(opening) == text.count(closing)
    program = shutil.which("pwsh")
    if program:
        subprocess.run([program, "-NoProfile", "-Command", "-"], input=text.encode(), check=True, capture_output=True)
