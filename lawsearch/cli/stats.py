"""``lawsearch stats``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.locale.heading import shown_heading
from lawsearch.locale.references import counts_of
from lawsearch.model import Target

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.library.statistics import Circle, DocumentStatistics, Step

_LONGEST_LIST = 20  # members of a circle that are named


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "stats",
        help=_(
            "Show the references of documents (default: all) in numbers: by status, the clauses cited most, those that "
            "nobody cites, and the circles in which they lead."
        ),
    )
    @click.argument("documents", nargs=-1, metavar="[" + _("DOC…") + "]")
    @options.limit_option(_("How many clauses and circles to show."))
    @options.json_option()
    @click.pass_obj
    def stats(settings: Settings, documents: tuple[str, ...], limit: int, as_json: bool) -> int:
        with output.open_library(settings) as library:
            found = [library.statistics(name, limit=limit) for name in documents or library.documents]
            if as_json:
                output.say_json({"statistics": [_record(item) for item in found]})
            else:
                for number, item in enumerate(found):
                    if number:
                        output.say()
                    _say(item, library, limit)
        return 0

    return stats


def _record(item: DocumentStatistics) -> dict[str, object]:
    return {
        "document": item.document,
        "clauses": item.clauses,
        "references": dict(item.references),
        "most_cited": [{"address": str(cited.target.address), "count": cited.count} for cited in item.most_cited],
        "uncited": [str(address) for address in item.uncited],
        "uncited_laws": [str(address) for address in item.uncited_laws],
        "circles": [
            {
                "path": [{"address": str(step.target.address), "leads_by": _how(step)} for step in circle.path],
                "members": [str(target.address) for target in circle.members],
            }
            for circle in item.circles
        ],
    }


def _how(step: Step) -> str:
    return "reference" if step.cites else "containing"


def _say(item: DocumentStatistics, library: Library, limit: int) -> None:
    output.say(output.fit(output.bold(item.document), library.documents[item.document].title))
    total = sum(item.references.values())
    counts = counts_of(item.references)
    output.say(
        output.flow(
            ngettext("{count} reference", "{count} references", total).format(count=total)
            + (f": {counts}" if counts else "")
        )
    )
    if item.most_cited:
        output.say(output.dim(_("Cited most")))
        width = len(str(item.most_cited[0].count))
        for cited in item.most_cited:
            head = f"  {cited.count:>{width}}  {output.bold(str(cited.target.address))}"
            output.say(output.fit(head, shown_heading(library.first_words(cited.target))))
    uncited = _("Clauses that nothing cites: {count} of {clauses}.").format(
        count=len(item.uncited), clauses=item.clauses
    )
    if item.uncited_laws:
        laws = ", ".join(map(str, item.uncited_laws))
        uncited += " " + _("Whole laws or sections among them: {laws}.").format(laws=laws)
    output.say(output.flow(uncited))
    if item.circles:
        output.say(output.dim("{}: {}".format(_("Circles (→ cites, ⊃ contains)"), len(item.circles))))
        for circle in item.circles[:limit]:
            _say_circle(circle)


def _say_circle(circle: Circle) -> None:
    """The shortest way around, and how many more clauses hang together with it."""
    way = "".join(f"{step.target.address} {'→' if step.cites else '⊃'} " for step in circle.path)
    way += str(circle.path[0].target.address)
    rest = [target for target in circle.members if target not in [step.target for step in circle.path]]
    if rest:
        names = ", ".join(_names(rest[:_LONGEST_LIST])) + (", …" if len(rest) > _LONGEST_LIST else "")
        way += "; " + ngettext(
            "with it {count} more clause: {names}", "with it {count} more clauses: {names}", len(rest)
        ).format(count=len(rest), names=names)
    output.say(output.flow(way, indent="    ", first="  "))


def _names(targets: list[Target]) -> list[str]:
    return [str(target.address) for target in targets]
