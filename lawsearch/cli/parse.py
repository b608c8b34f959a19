"""``lawsearch parse``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.problems import say_pages, say_problems
from lawsearch.errors import InputError
from lawsearch.locale import describe_layout, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import said_cut
from lawsearch.model import Clause, ParsedDocument

if TYPE_CHECKING:
    from lawsearch.library.describing import Explained
    from lawsearch.library.reports import LinePlace


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("parse", help=_("Read a file and show its clauses, without adding it to the library."))
    @click.argument("files", nargs=-1, required=True, metavar=_("FILE…"))
    @options.encoding_option(_("Encoding of the file, such as cp866 (default: by the evidence)."))
    @options.repair_option()
    @options.layout_option()
    @click.option("--strict", is_flag=True, help=_("Exit with code 3 if there is a problem."))
    @click.option("--explain", is_flag=True, help=_("Show for each line where its text went, and as what."))
    @options.json_option()
    def parse(
        files: tuple[str, ...],
        encoding: str | None,
        layout: str | None,
        repair: bool,
        strict: bool,
        explain: bool,
        as_json: bool,
    ) -> int:
        from lawsearch.library import explain_files

        found = explain_files(files, encoding=encoding, layout=layout, repair=repair)
        if as_json:
            output.say_json(_record(found, explain=explain))
        for item in [] if as_json else found:
            parsed = item.parsed
            if len(found) > 1:
                output.say(output.bold(parsed.document.id))
            if explain:
                _say_places(item.lines, several=len(parsed.document.sources) > 1)
                _say_facts(parsed)
            else:
                _say(parsed)
        problems = sum(len(item.parsed.problems) for item in found)
        if strict and problems:
            raise InputError("problems-found", count=problems)
        return 0

    return parse


def _record(found: Sequence[Explained], *, explain: bool) -> dict[str, object]:
    """One document as one object, a work in two languages as ``{"schema", "documents": […]}``."""
    from lawsearch.export import SCHEMA_ID, document_record

    records = [
        {**document_record(item.parsed), **({"lines": _records(item.lines)} if explain else {})} for item in found
    ]
    return records[0] if len(records) == 1 else {"schema": SCHEMA_ID, "documents": records}


def _say(parsed: ParsedDocument) -> None:
    for clause in parsed.clauses:
        _say_clause(clause, "")
    if parsed.unplaced:
        output.say()
        output.say(output.dim(_("Text whose place is not known")))
        for clause in parsed.unplaced:
            _say_clause(clause, "")
    output.say()
    _say_facts(parsed)


def _records(places: Sequence[LinePlace]) -> list[dict[str, object]]:
    return [
        {"file": place.file, "line": place.line, "places": list(place.places), "text": place.text} for place in places
    ]


def _say_places(places: Sequence[LinePlace], *, several: bool) -> None:
    """Line number, kind and address, and how the line begins."""
    rows = [
        (
            f"{place.file}:{place.line}" if several else str(place.line),
            ", ".join(place.places),
            output.safe(shorten(place.text, max(20, output.terminal_width() - 40))),
        )
        for place in places
    ]
    output.say_rows(rows)


def _say_facts(parsed: ParsedDocument) -> None:
    """Layout, encoding, counts, pages and problems."""
    from lawsearch.library.reports import report_pages

    count = sum(1 for root in parsed.clauses for clause in root.walk() if clause.address)
    characters = parsed.characters
    output.tell(
        _("Read as {layout} (--layout {name}), encoding {encoding}.").format(
            layout=describe_layout(parsed.document.layout),
            name=parsed.document.layout,
            encoding=parsed.document.encoding,
        )
        + " "
        + ngettext("{count} clause", "{count} clauses", count).format(count=count)
        + ". "
        + _("Characters: {clauses} in clauses, {unplaced} unplaced, {furniture} furniture.").format(
            clauses=characters.clauses, unplaced=characters.unplaced, furniture=characters.furniture
        )
    )
    say_pages(report_pages(parsed))
    if parsed.problems:
        output.say(output.dim(_("Problems")))
        say_problems(parsed.problems)


def _say_clause(clause: Clause, indent: str) -> None:
    name = str(clause.address or clause.label or "…")
    head = f"{indent}{output.bold(name)} "
    title = (
        output.bold(output.safe(clause.heading)) + (" " if clause.heading.endswith((".", ":", "?", "!")) else ". ")
        if clause.heading and clause.text
        else output.bold(output.safe(clause.heading or ""))
    )
    marks = [(span, output.bold) for span in clause.emphasis]
    marks += [(reference.span, output.cited) for reference in clause.references]
    marks.sort(key=lambda mark: mark[0].start)
    cut = f" {said_cut(clause)}" if clause.cut else ""
    output.say(output.flow(clause.text + cut, indent=indent + "  ", first=head + title, marks=marks))
    for child in clause.children:
        _say_clause(child, indent + "  ")
