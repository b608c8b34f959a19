"""``lawsearch export``."""

from __future__ import annotations

import os
import sys

import click

from lawsearch.cli import output
from lawsearch.cli.group import Settings
from lawsearch.errors import UsageError
from lawsearch.locale import gettext as _


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""
    from lawsearch.export import EXPORT_FORMATS

    lines = [f"{name}: {_(known.description)}" for name, known in EXPORT_FORMATS.items()]

    @click.command(
        "export",
        help=_("Write documents (default: all) as a file for other programs.")
        + "\n\n\b\n"
        + _("Formats:")
        + "\n"
        + "\n".join(f"  {line}" for line in lines),
    )
    @click.argument("documents", nargs=-1, metavar="[" + _("DOC…") + "]")
    @click.option(
        "--format",
        "format_name",
        type=click.Choice(list(EXPORT_FORMATS)),
        help=_("Format of the file (default: by the end of its name, else json)."),
    )
    @click.option("--output", "path", metavar=_("FILE"), help=_("Where to write (default: standard output)."))
    @click.option("--force", is_flag=True, help=_("Overwrite a file that exists."))
    @click.option("--schema", is_flag=True, help=_("Write the JSON Schema instead."))
    @click.option("--mapping", is_flag=True, help=_("Write the mapping of an OpenSearch index instead."))
    @click.pass_obj
    def export(
        settings: Settings,
        documents: tuple[str, ...],
        format_name: str | None,
        path: str | None,
        force: bool,
        schema: bool,
        mapping: bool,
    ) -> int:
        from lawsearch.export import Selection, schema_text

        if schema and mapping:
            raise UsageError("options-exclusive", one="--schema", other="--mapping")
        if schema:
            output.write_pieces([schema_text()], path, force=force)
            return 0
        if mapping:
            from lawsearch.export.opensearch import mapping_text

            output.write_pieces([mapping_text()], path, force=force)
            return 0
        kind = EXPORT_FORMATS[_format(format_name, path)]
        with output.open_library(settings) as library:
            selection = Selection.of(library, documents)
            binary = kind.binary or (kind.packed and len(selection.documents) > 1)
            if binary and path in (None, "-") and sys.stdout.isatty():
                raise UsageError("output-binary", suffix=kind.suffixes[-1])
            output.write_pieces(kind.pieces(selection), path, force=force)
        return 0

    return export


def _format(asked: str | None, path: str | None) -> str:
    """The format that was asked for, else the one that the end of the file's name speaks for, else JSON."""
    from lawsearch.export import EXPORT_FORMATS

    name = (path or "").lower()
    of_name = next((known for known, kind in EXPORT_FORMATS.items() if name.endswith(kind.suffixes)), None)
    if asked is not None:
        if of_name is not None and of_name != asked:
            raise UsageError("options-exclusive", one=f"--format {asked}", other=f"--output {path}")
        return asked
    suffix = os.path.splitext(name)[1]
    if of_name is None and suffix:
        raise UsageError("format-unknown", suffix=suffix, known=", ".join(EXPORT_FORMATS))
    return of_name or "json"
