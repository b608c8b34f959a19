"""The manual page: every command and option is in it, in both languages, and groff has nothing to say against it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import click
import pytest

from lawsearch.cli.group import COMMANDS, BareGroup, Settings
from lawsearch.cli.man import manual_page, roff
from lawsearch.locale import activate
from tests.timing import PATIENCE


def _page(language: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "lawsearch", "--ui", language, "man"], capture_output=True, check=True, timeout=PATIENCE
    )
    return done.stdout.decode("utf-8")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_everything_is_in_it(language: str) -> None:
    page = _page(language).replace("\\-", "-")
    context = click.Context(BareGroup.make(Settings()))
    for name in COMMANDS:
        assert f'.SS "lawsearch {name}' in page or f".SS lawsearch {name}" in page
        command = BareGroup.make(Settings()).get_command(context, name)
        assert command is not None
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert f".B {parameter.opts[0]}" in page, (name, parameter.opts)
    assert bool(re.search("[а-яё]", page)) == (language == "ru")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_groff_accepts_it(language: str) -> None:
    groff = shutil.which("groff")
    if groff is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(
        [groff, "-man", "-Kutf8", "-Tutf8", "-ww"], input=_page(language).encode(), capture_output=True, check=True
    )
    assert done.stderr == b""
    assert "--output" in re.sub("\x1b\\[[0-9;]*m|.\x08", "", done.stdout.decode())


def test_nothing_of_a_text_is_a_request() -> None:
    assert roff(".SH x") == "\\&.SH x"
    assert roff("'a\\b-c\nd") == "\\&'a\\eb\\-c d"
    activate("en")
    assert not [line for line in manual_page(Settings()) if "\n" in line]
