"""``lawsearch completion``."""

from __future__ import annotations

import click

from lawsearch.cli import output
from lawsearch.completion import SHELLS, script
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "completion",
        help=_(
            "Print the script that makes a shell complete commands, options and addresses.\n\n"
            "The first line of the script says where it belongs."
        ),
    )
    @click.argument("shell", type=click.Choice(list(SHELLS)), metavar="|".join(SHELLS))
    def completion(shell: str) -> int:
        output.write_pieces([script(shell)], None, force=False)
        return 0

    return completion
