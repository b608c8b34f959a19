"""``lawsearch refs``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import choose_language
from lawsearch.locale import gettext as _
from lawsearch.model import Reference, Target

if TYPE_CHECKING:
    from lawsearch.library import Library

Rows = list[tuple[Target, Reference]]


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("refs", help=_("List the references from a clause (and the clauses below it) and to it."))
    @click.argument("address", nargs=-1, required=True, metavar=_("ADDRESS"))
    @click.option("--from", "only_from", is_flag=True, help=_("Only the references that stand in the clause."))
    @click.option("--to", "only_to", is_flag=True, help=_("Only the references elsewhere that point at it."))
    @options.within_option()
    @options.json_option()
    @click.pass_obj
    def refs(
        settings: Settings, address: tuple[str, ...], only_from: bool, only_to: bool, within: str | None, as_json: bool
    ) -> int:
        with output.open_library(settings) as library:
            clause, going, coming = library.refs(
                " ".join(address), language=choose_language(settings.ui), within=within
            )
            going = [] if only_to and not only_from else going
            coming = [] if only_from and not only_to else coming
            if as_json:
                output.say_json({"from": _records(going), "to": _records(coming)})
            else:
                name = f"{clause.address} {output.safe(clause.heading or '')}".strip()
                output.say(output.bold(name) + output.dim(f"  {clause.document}"))
                both = only_from == only_to
                if both or only_from:
                    _say_rows(_("From here"), going, library)
                if both or only_to:
                    _say_rows(_("To here"), coming, library, backwards=True)
        return 0 if going or coming else 1

    return refs


def _records(rows: Rows) -> list[dict[str, object]]:
    from lawsearch.export import reference_record
    from lawsearch.export.json_format import target_record

    return [{**reference_record(reference), "source": target_record(source)} for source, reference in rows]


def _say_rows(title: str, rows: Rows, library: Library, *, backwards: bool = False) -> None:
    output.say()
    output.say(output.dim(f"{title}: {len(rows)}"))
    for number, (source, reference) in enumerate(rows, 1):
        if backwards:
            cited = output.cited(output.safe(" ".join(reference.text.split())))
            place = output.bold(f"{source.document}:{source.address}")
            output.say(output.fit(f"[{number}] {place} {cited}", library.first_words(source)))
        else:
            output.say(output.reference_line(number, reference, library, lead=f"{source.address!s:<10} "))
