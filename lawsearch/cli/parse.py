"""``lawsearch parse``."""

from __future__ import annotations

import click

from lawsearch.cli import output
from lawsearch.cli.problems import say_problems
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.model import Clause, ParsedDocument


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""
    from lawsearch.structure import LAYOUTS

    @click.command("parse", help=_("Read a file and show its clauses, without adding it to the library."))
    @click.argument("files", nargs=-1, required=True, metavar=_("FILE…"))
    @click.option(
        "--encoding", metavar=_("NAME"), help=_("Encoding of the file, such as cp866 (default: by the evidence).")
    )
    @click.option(
        "--layout", type=click.Choice(list(LAYOUTS)), help=_("Layout of the text (default: by the evidence).")
    )
    @click.option("--json", "as_json", is_flag=True, help=_("Write JSON."))
    def parse(files: tuple[str, ...], encoding: str | None, layout: str | None, as_json: bool) -> int:
        from lawsearch.library import parse_files

        parsed = parse_files(files, encoding=encoding, layout=layout)
        if as_json:
            from lawsearch.export import document_record

            output.say_json(document_record(parsed))
        else:
            _say(parsed)
        return 0

    return parse


def _say(parsed: ParsedDocument) -> None:
    for clause in parsed.clauses:
        _say_clause(clause, "")
    if parsed.unplaced:
        output.say()
        output.say(output.dim(_("Text whose place is not known")))
        for clause in parsed.unplaced:
            _say_clause(clause, "")
    output.say()
    count = sum(1 for root in parsed.clauses for clause in root.walk() if clause.address)
    characters = parsed.characters
    output.tell(
        _("Layout {layout}, encoding {encoding}.").format(
            layout=parsed.document.layout, encoding=parsed.document.encoding
        )
        + " "
        + ngettext("{count} clause", "{count} clauses", count).format(count=count)
        + ". "
        + _("Characters: {clauses} in clauses, {unplaced} unplaced, {furniture} furniture.").format(
            clauses=characters.clauses, unplaced=characters.unplaced, furniture=characters.furniture
        )
    )
    if parsed.problems:
        output.say(output.dim(_("Problems")))
        say_problems(parsed.problems)


def _say_clause(clause: Clause, indent: str) -> None:
    name = str(clause.address) if clause.address else "…"
    head = f"{indent}{output.bold(name)} "
    title = (
        output.bold(output.safe(clause.heading)) + ". "
        if clause.heading and clause.text
        else output.bold(output.safe(clause.heading or ""))
    )
    marks = [(span, output.bold) for span in clause.emphasis]
    marks += [(reference.span, output.cited) for reference in clause.references]
    marks.sort(key=lambda mark: mark[0].start)
    cut = " " + _("[the text breaks off here]") if clause.cut else ""
    output.say(output.flow(clause.text + cut, indent=indent + "  ", first=head + title, marks=marks))
    for child in clause.children:
        _say_clause(child, indent + "  ")
