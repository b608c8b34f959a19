"""``lawsearch toc``."""

from __future__ import annotations

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import choose_language
from lawsearch.locale import gettext as _
from lawsearch.model import Clause


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("toc", help=_("Show the contents of a document (default: the Laws in force)."))
    @click.argument("document", required=False, metavar="[" + _("DOC") + "]")
    @click.option(
        "--depth",
        type=click.IntRange(1, 9),
        metavar=_("N"),
        default=3,
        show_default=True,
        help=_("How many levels to show."),
    )
    @options.json_option()
    @click.pass_obj
    def toc(settings: Settings, document: str | None, depth: int, as_json: bool) -> int:
        with output.open_library(settings) as library:
            if document is None:
                language = choose_language(settings.ui)
                laws = [d for d in library.documents.values() if d.role == "laws" and d.edition == library.in_force]
                document = next((d.id for d in laws if d.language == language), laws[0].id)
            clauses = library.toc(document)
            if as_json:
                output.say_json({"document": document, "contents": [_record(clause, depth) for clause in clauses]})
            else:
                for clause in clauses:
                    _say(clause, depth, "")
        return 0 if clauses else 1

    return toc


def _record(clause: Clause, depth: int) -> dict[str, object]:
    children = (
        [_record(child, depth - 1) for child in clause.children if child.address is not None] if depth > 1 else []
    )
    return {"address": str(clause.address), "heading": clause.heading, "children": children}


def _say(clause: Clause, depth: int, indent: str) -> None:
    if clause.address is not None and (clause.heading or not indent):
        head = f"{indent}{output.bold(str(clause.address))}  "
        output.say(output.flow(clause.heading or "", indent=indent + "  ", first=head))
        indent += "  "
    if depth > 1:
        for child in clause.children:
            _say(child, depth - 1, indent)
