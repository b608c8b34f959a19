"""``lawsearch remove``."""

from __future__ import annotations

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.errors import LibraryError
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("remove", help=_("Remove a document that you have added."))
    @click.argument("document", metavar=_("DOC"))
    @options.wait_option()
    @click.pass_obj
    def remove(settings: Settings, document: str, wait: float) -> int:
        try:
            with output.open_library(settings, wait) as library:
                library.remove(document, wait=wait)
        except LibraryError as error:
            if error.code != "source-lost" or error.params["document"] != document:
                raise
            _discard(settings, document, wait)
        output.tell(_("{document} has been removed.").format(document=document))
        return 0

    return remove


def _discard(settings: Settings, document: str, wait: float) -> None:
    """Remove a document whose kept copy is damaged from a library that cannot be opened before."""
    from lawsearch.library import Paths
    from lawsearch.library.changing import Writer

    with output.ProgressBar() as bar:
        writer = Writer(Paths.find(settings.library), progress=bar.update, on_event=bar.explain, wait=wait)
        writer.discard(document)
