"""``lawsearch browse``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from lawsearch.cli import output
from lawsearch.cli.group import Settings
from lawsearch.errors import UsageError
from lawsearch.locale import choose_language
from lawsearch.locale import gettext as _
from lawsearch.model import is_figures

if TYPE_CHECKING:
    from lawsearch.browse.state import ReaderState
    from lawsearch.library import Library


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "browse",
        help=_(
            "Read in full screen: contents, references as links, search, both languages.\n\n"
            "Without an argument it opens where you were. An address opens there; other words open the search. "
            "The key ? shows all keys."
        ),
    )
    @click.argument("words", nargs=-1, metavar="[" + _("ADDRESS") + "]")
    @click.pass_obj
    def browse(settings: Settings, words: tuple[str, ...]) -> int:
        if not _is_terminal():
            raise UsageError("no-terminal")
        _forget_sizes_that_are_none()
        language = choose_language(settings.ui)
        with output.open_library(settings) as library:
            state, query = _opening(library, " ".join(words), language)
            from lawsearch.browse.app import Reader

            if settings.plain:
                os.environ["NO_COLOR"] = "1"
            reader = Reader(library, state, language=language, query=query)
            reader.run()
            if reader.failure is not None:
                raise reader.failure
        return 0

    return browse


def _forget_sizes_that_are_none() -> None:
    """Take away a size of the screen that is no number: those who draw would take it for one, and break down."""
    for name in ("COLUMNS", "LINES"):
        written = os.environ.get(name, "")
        if not (is_figures(written) and len(written) < 5):
            os.environ.pop(name, None)


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _opening(library: Library, words: str, language: str) -> tuple[ReaderState, str | None]:
    """Where to begin: the last state, with a step to the address that was named; or words to search for."""
    from dataclasses import replace

    from lawsearch.address import try_address
    from lawsearch.browse.state import load_state

    state = load_state(library.paths.home)
    documents = library.documents  # opened, and mended if it must be, before the screen is taken
    if not words.strip():
        return state, None
    document = words.partition(":")[0]
    if try_address(words) is None and document not in documents:
        return state, words
    place = library.find(words, language=language)[0]
    return replace(state, trail=state.trail.visit(place)), None
