"""``lawsearch show``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.errors import NotFoundError, UsageError
from lawsearch.locale import choose_language, describe_error, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Clause, Reference

if TYPE_CHECKING:
    from lawsearch.library import Library


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
        from lawsearch.library.holders import in_language

        if cite and as_json:
            raise UsageError("options-exclusive", one="--cite", other="--json")
        wanted = cite or lang
        language = wanted if wanted in ("ru", "en") else choose_language(settings.ui)
        with output.open_library(settings) as library:
            clauses: list[Clause] = []
            missing: list[NotFoundError] = []
            elsewhere: dict[tuple[str, ...], list[str]] = {}  # the other documents that hold which addresses
            for address in split_addresses(addresses):
                try:
                    found = library.find(address, language=language, within=within, edition=edition)
                except NotFoundError as error:
                    missing.append(error)  # the others are shown all the same
                    continue
                best = library.clause(in_language(found, library.documents, wanted)[0])
                if best in clauses:
                    continue  # typed twice
                clauses.append(best)
                shown = {best.document, *(twin.document for twin in (library.twins(best) if lang == "both" else ()))}
                others = tuple(target.document for target in found if target.document not in shown)
                elsewhere.setdefault(others, []).append(str(best.address))
            if not cite:
                _tell_others(elsewhere)
            if as_json:
                from lawsearch.export.answers import show_record

                output.say_json(show_record(library, clauses, both=lang == "both", expand=expand))
            elif cite:
                from lawsearch.locale.citing import citation

                for clause in clauses:
                    output.say(output.safe(citation(library.documents[clause.document], clause, cite)))
            else:
                for number, clause in enumerate(clauses):
                    if number:
                        output.say()
                    following = clauses[number + 1].document if number + 1 < len(clauses) else None
                    last = clause.document != following  # of several of one text: its title stands behind the last
                    if expand:
                        _say_expanded(library, clause, lang, expand, plain=settings.plain, last=last)
                    else:
                        _say(library, clause, beside=lang == "both", plain=settings.plain, last=last)
        for absent in missing:
            output.fail(describe_error(absent))
        return NotFoundError.exit_code if missing else 0

    return show


def _tell_others(elsewhere: dict[tuple[str, ...], list[str]]) -> None:
    """Which other documents hold the addresses that are shown."""
    for documents, addresses in elsewhere.items():
        if documents:
            named = ", ".join(addresses[:_NAMED]) + (" …" if len(addresses) > _NAMED else "")
            sentence = ngettext(
                "{address} is also in: {documents} (--in chooses)",
                "{address} are also in: {documents} (--in chooses)",
                len(addresses),
            )
            output.tell(output.dim(sentence.format(address=named, documents=", ".join(documents))))


def _say_expanded(library: Library, clause: Clause, lang: str | None, expand: int, *, plain: bool, last: bool) -> None:
    """A clause with what it refers to in place; in two languages one after the other, for nothing fits beside it."""
    from lawsearch.cli.expanding import ExpandingPrinter

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


class ClausePrinter:
    """Prints a clause and everything below it; the references are numbered through and listed at the end."""

    def __init__(self, library: Library, *, plain: bool = False) -> None:
        self._library = library
        self._plain = plain
        self._references: list[Reference] = []
        self._told: set[int] = set()  # the numbers of references that are not listed at the end

    def say(self, clause: Clause, *, last: bool = True) -> None:
        """The clause; behind the ``last`` of its document which text this is."""
        self.say_trail(clause)
        self._say_tree(clause, 0)
        rest = [(number, item) for number, item in enumerate(self._references, 1) if number not in self._told]
        if rest:
            output.say()
            output.say(output.dim(_("References")))
            for number, reference in rest:
                output.say(output.reference_line(number, reference, self._library))
        if last:
            self.say_document(clause.document)

    def _indent(self, depth: int) -> str:
        return "  " * depth

    def _say_references_of(self, clause: Clause, depth: int) -> None:
        """What is printed between a clause's own text and its children."""

    def say_trail(self, clause: Clause) -> None:
        """The headings above a clause."""
        trail = [above for above in self._library.context(clause) if above.heading and above.kind != "chapter"]
        if trail:
            names = " › ".join(f"{above.address} {output.safe(shown_heading(above.heading))}" for above in trail)
            output.say(output.dim(output.flow(names)))

    def say_document(self, name: str) -> None:
        """Which text this is, and what it is worth."""
        document = self._library.documents[name]
        output.say()
        output.say(output.dim(output.flow(f"{document.title} ({document.id}). {document.notice}".strip())))

    def _say_tree(self, clause: Clause, depth: int) -> None:
        indent = self._indent(depth)
        label = str(clause.address) if clause.address is not None else ""
        if clause.kind == "footnote":
            label = output.safe(clause.label or "")  # the mark that its clause no longer shows
        if label or clause.heading:
            head = output.bold(" ".join(filter(None, (label, output.safe(shown_heading(clause.heading))))))
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
            from lawsearch.locale.heading import said_cut

            output.say(indent + output.dim(said_cut(clause)))
        self._say_references_of(clause, depth)
        for child in clause.children:
            self._say_tree(child, depth + 1)

    def _say_text(self, clause: Clause, indent: str, first: str | None) -> None:
        notes = []
        for reference in clause.references:
            self._references.append(reference)
            notes.append((reference.span.stop, output.dim(f"[{len(self._references)}]")))
        output.say_text(
            clause.text,
            indent=indent,
            first=first,
            marks=output.mark_citations(clause),
            notes=notes,
            plain=self._plain,
        )
