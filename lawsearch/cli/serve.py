"""``lawsearch serve``."""

from __future__ import annotations

import click

from lawsearch.cli import output
from lawsearch.cli.group import Settings
from lawsearch.cli.options import WholeNumber
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "serve",
        help=_(
            "Open the library as a page in the browser, with search as you type and both languages side by side.\n\n"
            "The page is for this computer alone, unless --host says otherwise."
        ),
    )
    @click.option(
        "--port", type=WholeNumber(0, 65535), metavar=_("N"), help=_("Port (default: 1925 or the next free one).")
    )
    @click.option(
        "--host",
        metavar=_("ADDRESS"),
        default="127.0.0.1",
        help=_("Address to listen on, for a club's network (default: 127.0.0.1)."),
    )
    @click.option("--open", "opens", is_flag=True, help=_("Open the page in the browser."))
    @click.pass_obj
    def serve(settings: Settings, port: int | None, host: str, opens: bool) -> int:
        # what builds the library or mends it is done before anyone is served
        with output.open_library(settings) as library:
            home = library.paths.home
        from lawsearch import web

        if not web.is_loopback(host):
            output.tell(
                _("Everyone on this network can read the library, your own texts included. Nobody can change it.")
            )

        def ready(url: str) -> None:
            output.tell(_("The library is at {url} (Ctrl+C stops)").format(url=url))
            if opens:
                import webbrowser

                webbrowser.open(url)

        try:
            web.serve(home, host=host, port=port, on_ready=ready)
        except KeyboardInterrupt:
            output.tell(_("Stopped."))
        return 0

    return serve
