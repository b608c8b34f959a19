"""``lawsearch show``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.cli.printing import ClausePrinter, ExpandingPrinter
from lawsearch.errors import NotFoundError, UsageError
from lawsearch.locale import choose_language, describe_error, ngettext
from lawsearch.locale import gettext as _
from lawsearch.model import Clause

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.library.holders import Shown


_NAMED = 8  # so many addresses of a long range are named


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("show", help=_("Show clauses by their numbers, with what they refer to."))
    @click.argument("addresses", nargs=-1, required=True, metavar=_("ADDRESS…"))
    @click.option("--lang", type=click.Choice(["ru", "en", "both"]), help=_("Language of the text."))
    @click.option(
        "--cite", type=click.Choice(["ru", "en"]), help=_("Only a line that cites each clause, in this language.")
    )
    @click.option(
        "--expand",
        type=options.WholeNumber(0, 9),
        metavar=_("N"),
        default=0,
        help=_("Open in place what the clauses refer to, N levels deep."),
    )
    @options.within_option()
    @options.edition_option()
    @options.json_option()
    @click.pass_obj
    def show(
        settings: Settings,
        addresses: tuple[str, ...],
        lang: str | None,
        cite: str | None,
        expand: int,
        within: str | None,
        edition: str | None,
        as_json: bool,
    ) -> int:
        from lawsearch.cli.addresses import split_addresses

        if cite and as_json:
            raise UsageError("options-exclusive", one="--cite", other="--json")
        with output.open_library(settings) as library:
            found = library.look_up(
                split_addresses(addresses),
                language=cite or (lang if lang != "both" else None),
                reader=choose_language(settings.ui),
                within=within,
                edition=edition,
            )
            if not cite:
                _tell_others(library, found.shown, both=lang == "both")
            if as_json:
                from lawsearch.export.answers import show_record

                record = show_record(library, found.clauses, found.absent, both=lang == "both", expand=expand)
                output.say_json(record)
            elif cite:
                from lawsearch.locale.citing import citation

                for clause in found.clauses:
                    output.say(output.safe(citation(library.documents[clause.document], clause, cite)))
            else:
                _say_all(library, found.clauses, lang, expand, plain=settings.plain)
        for absent in found.absent:
            output.fail(describe_error(absent.error))
        return NotFoundError.exit_code if found.absent else 0

    return show


def _tell_others(library: Library, shown: Sequence[Shown], *, both: bool) -> None:
    """Which other documents hold the addresses that are shown; ``both``: twins are shown too."""
    elsewhere: dict[tuple[str, ...], list[str]] = {}
    for item in shown:
        twins = {twin.document for twin in library.twins(item.clause)} if both else set()
        others = tuple(document for document in item.others if document not in twins)
        elsewhere.setdefault(others, []).append(str(item.clause.address))
    for documents, addresses in elsewhere.items():
        if documents:
            named = ", ".join(addresses[:_NAMED]) + (" …" if len(addresses) > _NAMED else "")
            sentence = ngettext(
                "{address} is also in: {documents} (--in chooses)",
                "{address} are also in: {documents} (--in chooses)",
                len(addresses),
            )
            output.tell(output.dim(sentence.format(address=named, documents=", ".join(documents))))


def _say_all(library: Library, clauses: Sequence[Clause], lang: str | None, expand: int, *, plain: bool) -> None:
    for number, clause in enumerate(clauses):
        if number:
            output.say()
        following = clauses[number + 1].document if number + 1 < len(clauses) else None
        last = clause.document != following  # of several of one text: its title stands behind the last
        if expand:
            _say_expanded(library, clause, lang, expand, plain=plain, last=last)
        else:
            _say(library, clause, beside=lang == "both", plain=plain, last=last)


def _say_expanded(library: Library, clause: Clause, lang: str | None, expand: int, *, plain: bool, last: bool) -> None:
    """A clause with what it refers to in place; in two languages one after the other, for nothing fits beside it."""
    for number, each in enumerate((clause, *(library.twins(clause) if lang == "both" else ()))):
        if number:
            output.say()
        ExpandingPrinter(library, depth=expand, plain=plain).say(each, last=last or lang == "both")


def _say(library: Library, clause: Clause, *, beside: bool, plain: bool, last: bool) -> None:
    printer = ClausePrinter(library, plain=plain)
    if beside and library.twins(clause):
        from lawsearch.cli.beside import say_beside, say_references

        aligned = library.aligned(clause)
        printer.say_trail(clause)
        say_beside(aligned, plain=plain)
        say_references(library, aligned)
        for document in aligned.documents if last else ():
            printer.say_document(document.id)
    else:
        if beside:
            output.tell(_("{document} has no twin in another language.").format(document=clause.document))
        printer.say(clause, last=last)
