"""``lawsearch show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.errors import NotFoundError
from lawsearch.locale import choose_language, describe_error
from lawsearch.locale import gettext as _
from lawsearch.model import Clause, Reference, Target

if TYPE_CHECKING:
    from lawsearch.library import Library


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("show", help=_("Show clauses by their numbers, with what they refer to."))
    @click.argument("addresses", nargs=-1, required=True, metavar=_("ADDRESS…"))
    @click.option("--lang", type=click.Choice(["ru", "en", "both"]), help=_("Language of the text."))
    @options.within_option()
    @options.edition_option()
    @options.json_option()
    @click.pass_obj
    def show(
        settings: Settings,
        addresses: tuple[str, ...],
        lang: str | None,
        within: str | None,
        edition: str | None,
        as_json: bool,
    ) -> int:
        language = lang if lang in ("ru", "en") else choose_language(settings.ui)
        with output.open_library(settings) as library:
            clauses: list[Clause] = []
            missing: list[NotFoundError] = []
            for address in _split(addresses):
                try:
                    found = library.find(address, language=language, within=within, edition=edition)
                except NotFoundError as error:
                    missing.append(error)  # the others are shown all the same
                    continue
                chosen = _choose(found, library, lang)
                clauses += chosen
                _tell_others(found, chosen)
            if as_json:
                from lawsearch.export import clause_record

                output.say_json(
                    {"clauses": [clause_record(clause, library.documents[clause.document]) for clause in clauses]}
                )
            else:
                for number, clause in enumerate(clauses):
                    if number:
                        output.say()
                    ClausePrinter(library).say(clause)
        for absent in missing:
            output.fail(describe_error(absent))
        return NotFoundError.exit_code if missing else 0

    return show


def _split(addresses: tuple[str, ...]) -> list[str]:
    """One address that was typed with spaces (``64 a 1``, ``Правило 64А1``), or several addresses."""
    from lawsearch.address import try_address

    whole = " ".join(addresses)
    if len(addresses) > 1 and try_address(whole) is not None:
        return [whole]
    return [single for address in addresses for single in _expand(address)]


def _expand(address: str) -> list[str]:
    """The members of a range such as ``50-52``; anything else is itself."""
    from lawsearch.address import range_members, try_address

    first, dash, last = address.replace("–", "-").partition("-")
    ends = try_address(first), try_address(last)
    if dash and ends[0] is not None and ends[1] is not None:
        return [str(member) for member in range_members(ends[0], ends[1])] or [address]
    return [address]


def _choose(found: list[Target], library: Library, lang: str | None) -> list[Clause]:
    """The best holder; in both languages if asked; in the language that was asked for if it has one."""
    if lang in ("ru", "en"):
        found = [target for target in found if library.documents[target.document].language == lang] or found
    best = library.clause(found[0])
    return [best, *library.twins(best)] if lang == "both" else [best]


def _tell_others(found: list[Target], chosen: list[Clause]) -> None:
    shown = {clause.document for clause in chosen}
    others = [target.document for target in found if target.document not in shown]
    if others:
        output.tell(
            output.dim(
                _("{address} is also in: {documents} (--in chooses)").format(
                    address=chosen[0].address, documents=", ".join(others)
                )
            )
        )


class ClausePrinter:
    """Prints a clause and everything below it; the references are numbered through and listed at the end."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._references: list[Reference] = []

    def say(self, clause: Clause) -> None:
        document = self._library.documents[clause.document]
        trail = [above for above in self._library.context(clause) if above.heading and above.kind != "chapter"]
        if trail:
            names = " › ".join(f"{above.address} {output.safe(above.heading or '')}" for above in trail)
            output.say(output.dim(output.flow(names)))
        self._say_tree(clause, 0)
        if self._references:
            output.say()
            output.say(output.dim(_("References")))
            for number, reference in enumerate(self._references, 1):
                output.say(output.reference_line(number, reference, self._library))
        output.say()
        output.say(output.dim(output.flow(f"{document.title} ({document.id}). {document.notice}".strip())))

    def _say_tree(self, clause: Clause, depth: int) -> None:
        indent = "  " * depth
        label = str(clause.address) if clause.address is not None else ""
        if label or clause.heading:
            head = output.bold(" ".join(filter(None, (label, output.safe(clause.heading or "")))))
        else:
            head = ""
        if clause.heading or not clause.text:
            output.say(output.flow_styled(head, indent))
            first = None
        else:
            first = f"{indent}{head} " if head else None
        if clause.text:
            self._say_text(clause, indent if first is not None or not clause.heading else indent + "  ", first)
        if clause.cut:
            output.say(indent + output.dim(_("[the text breaks off here]")))
        for child in clause.children:
            self._say_tree(child, depth + 1)

    def _say_text(self, clause: Clause, indent: str, first: str | None) -> None:
        notes = []
        for reference in clause.references:
            self._references.append(reference)
            notes.append((reference.span.stop, output.dim(f"[{len(self._references)}]")))
        marks = [(reference.span, output.cited) for reference in clause.references]
        marks += [(span, output.bold) for span in clause.emphasis]
        marks.sort(key=lambda mark: mark[0].start)
        text = output.align_tables(clause.text, output.terminal_width() - len(indent))
        if text != clause.text:  # columns move the places of marks: a clause with a table is printed without
            output.say("\n".join(indent + output.safe(line) for line in text.split("\n")))
            return
        output.say(output.flow(clause.text, indent=indent, first=first, marks=marks, notes=notes))
