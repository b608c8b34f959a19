"""``lawsearch problems``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import describe_problem, ngettext
from lawsearch.locale import gettext as _
from lawsearch.model import Problem

if TYPE_CHECKING:
    from lawsearch.library.reports import PageReport


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("problems", help=_("List what in the documents was not understood, or is in doubt."))
    @click.argument("document", required=False, metavar="[" + _("DOC") + "]")
    @options.json_option()
    @click.pass_obj
    def problems(settings: Settings, document: str | None, as_json: bool) -> int:
        with output.open_library(settings) as library:
            names = [library.info(document).document.id] if document else list(library.documents)
            found = {name: library.problems(name) for name in names}
        if as_json:
            from lawsearch.export import problem_record

            output.say_json(
                {
                    "problems": [
                        {**problem_record(item), "document": name} for name, items in found.items() for item in items
                    ]
                }
            )
        elif any(found.values()):
            for name, items in found.items():
                if items:
                    output.say(output.bold(name))
                    say_problems(items)
        else:
            output.tell(_("No problems."))
        return 0

    return problems


def say_pages(pages: PageReport) -> None:
    """One line on the printed pages, if a document shows any: found, missing, moved."""
    if not pages.found:
        return
    count = len(pages.found)
    facts = [ngettext("{count} page found", "{count} pages found", count).format(count=count)]
    if pages.missing:
        facts.append(_("missing: {pages}").format(pages=shorten_numbers(pages.missing)))
    if pages.moved:
        facts.append(
            ngettext("{count} page put in order", "{count} pages put in order", pages.moved).format(count=pages.moved)
        )
    output.say(output.dim(output.flow(" · ".join(facts), indent="  ")))


def shorten_numbers(numbers: Sequence[int]) -> str:
    """``3, 7–9``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def say_problems(problems: Iterable[Problem]) -> None:
    """One line a problem: where it is, and what."""
    for problem in problems:
        place = [problem.file] if problem.file else []
        if problem.line is not None:
            place.append(_("line {line}").format(line=problem.line))
        if problem.page is not None:
            place.append(_("page {page}").format(page=problem.page))
        where = ", ".join(place)
        text = f"{where}: {describe_problem(problem)}" if where else describe_problem(problem)
        output.say(output.flow(text, indent="    ", first="  "))
