"""``lawsearch export``."""

from __future__ import annotations

import click

from lawsearch.cli import output
from lawsearch.cli.group import Settings
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""
    from lawsearch.export import EXPORT_FORMATS

    @click.command("export", help=_("Write documents (default: all) as a file for other programs."))
    @click.argument("documents", nargs=-1, metavar="[" + _("DOC…") + "]")
    @click.option(
        "--format",
        "format_name",
        type=click.Choice(list(EXPORT_FORMATS)),
        default="json",
        show_default=True,
        help=_("Format of the file."),
    )
    @click.option("--output", "path", metavar=_("FILE"), help=_("Where to write (default: standard output)."))
    @click.option("--force", is_flag=True, help=_("Overwrite a file that exists."))
    @click.option("--schema", is_flag=True, help=_("Write the JSON Schema instead."))
    @click.pass_obj
    def export(
        settings: Settings, documents: tuple[str, ...], format_name: str, path: str | None, force: bool, schema: bool
    ) -> int:
        from lawsearch.export import schema_text

        if schema:
            output.write_pieces([schema_text()], path, force=force)
            return 0
        with output.open_library(settings) as library:
            names = [library.info(name).document.id for name in documents] or list(library.documents)
            parsed = (library.export(name) for name in names)
            output.write_pieces(EXPORT_FORMATS[format_name](parsed), path, force=force)
        return 0

    return export
