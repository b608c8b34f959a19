"""``lawsearch build``."""

from __future__ import annotations

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("build", help=_("Build the index anew (this happens by itself when something has changed)."))
    @options.wait_option()
    @click.pass_obj
    def build(settings: Settings, wait: float) -> int:
        from lawsearch.library import Library

        with output.ProgressBar() as bar:
            library = Library.build(settings.library, progress=bar.update, on_event=bar.explain, wait=wait)
        with library:
            infos = library.sources()
        documents = ngettext("{count} document", "{count} documents", len(infos)).format(count=len(infos))
        total = sum(info.clauses for info in infos)
        clauses = ngettext("{count} clause", "{count} clauses", total).format(count=total)
        output.tell(_("Built: {documents}, {clauses}.").format(documents=documents, clauses=clauses))
        return 0

    return build
