"""``lawsearch remove``."""

from __future__ import annotations

import click

from lawsearch.cli import output
from lawsearch.cli.group import Settings
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("remove", help=_("Remove a document that you have added."))
    @click.argument("document", metavar=_("DOC"))
    @click.pass_obj
    def remove(settings: Settings, document: str) -> int:
        with output.open_library(settings) as library:
            library.remove(document)
        output.tell(_("{document} has been removed.").format(document=document))
        return 0

    return remove
