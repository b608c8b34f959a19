"""``lawsearch check``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.errors import UsageError
from lawsearch.language import LANGUAGES
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.locale.heading import shown_heading
from lawsearch.locale.references import doubt, is_right, verdict, why_nowhere
from lawsearch.model import CheckedCitation

if TYPE_CHECKING:
    from lawsearch.library import Library

_WRONG = ("missing", "ambiguous")


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "check",
        help=_(
            "Check every citation in a text of yours: a ruling, an appeal form, a translation.\n\n"
            "FILE is whatever “add” reads; - is standard input. If all citations are right, one line says so; else each "
            "is listed with its line, where it leads, and what is near where it leads nowhere. "
            "Exit code 1 if one is missing or ambiguous."
        ),
    )
    @click.argument("file", metavar=_("FILE|-"))
    @click.option("--edition", metavar=_("YEAR"), help=_("Edition that the text cites (default: the one in force)."))
    @click.option(
        "--lang", type=click.Choice(LANGUAGES), help=_("Language of the texts to lead to (default: the text's own).")
    )
    @options.encoding_option(_("Encoding of the file, such as cp866 (default: by the evidence)."))
    @click.option("--all", "list_all", is_flag=True, help=_("List the citations even if all are right."))
    @click.option(
        "--annotate", type=click.Choice(["html", "md"]), help=_("Give the text back with links, and the cited clauses.")
    )
    @click.option("--output", "path", metavar=_("FILE"), help=_("Where to write (default: standard output)."))
    @click.option("--force", is_flag=True, help=_("Overwrite a file that exists."))
    @options.json_option()
    @click.pass_obj
    def check(
        settings: Settings,
        file: str,
        edition: str | None,
        lang: str | None,
        encoding: str | None,
        list_all: bool,
        annotate: str | None,
        path: str | None,
        force: bool,
        as_json: bool,
    ) -> int:
        from lawsearch.source import read_source

        if path is not None and annotate is None:
            raise UsageError("option-needs", option="--output", other="--annotate")
        if as_json and annotate is not None:
            raise UsageError("options-exclusive", one="--json", other="--annotate")
        source = read_source(file, encoding=encoding)
        with output.open_library(settings) as library:
            checked = library.check(source.text, edition=edition, language=lang)
            wrong = any(item.reference.status in _WRONG for item in checked)
            if as_json:
                from lawsearch.export.reference_records import check_record

                output.say_json(check_record(checked, edition or library.in_force))
            elif annotate:
                from lawsearch.export.annotating import ANNOTATIONS

                title = "" if file == "-" else source.name
                output.write_pieces([ANNOTATIONS[annotate](title, source.text, checked, library)], path, force=force)
            elif list_all or not all(is_right(item) for item in checked):
                for item in checked:
                    _say(item, library)
            if not as_json:
                output.tell(verdict(checked))
                if edition is not None and (others := _other_editions(checked, edition)):
                    output.tell(
                        ngettext(
                            "The library does not hold the edition of {edition}; the nearest one answers: {others}.",
                            "The library does not hold the edition of {edition}; the nearest ones answer: {others}.",
                            len(others),
                        ).format(edition=edition, others=", ".join(others))
                    )
        return 1 if wrong else 0

    return check


def _other_editions(checked: Sequence[CheckedCitation], edition: str) -> list[str]:
    """The editions that answered in place of the one that was asked for."""
    return sorted({item.edition for item in checked if item.edition} - {edition})


def _say(item: CheckedCitation, library: Library) -> None:
    """A citation: line, as written, where it leads with its first words and edition; or what is near."""
    reference = item.reference
    head = f"{item.line:>4}  {output.cited(output.safe(' '.join(reference.text.split())))}"
    if not reference.targets:
        why = why_nowhere(reference)
        loud = reference.status in _WRONG
        edition = output.dim(f" · {item.edition}") if item.edition else ""
        said = click.style(why, fg="red", bold=True) if loud else output.dim(why)
        output.say(output.fit(head, "", f" — {said}{edition}"))
    else:
        first, last = reference.targets[0], reference.targets[-1]
        name = str(first.address) if first == last else f"{first.address} … {last.address}"
        edition = output.dim(f" · {item.edition}")
        tail = output.other_edition(reference, library) or edition
        if uncertain := doubt(reference):
            tail += " " + click.style(f"({uncertain})", fg="red", bold=True)
        output.say(output.fit(f"{head} → {output.bold(name)}", shown_heading(item.first_words), tail))
    for number, near in enumerate(item.nearest):
        label = _("nearest:")
        lead = "      " + (label if number == 0 else " " * len(label))
        output.say(output.fit(f"{lead} {output.bold(str(near.address))}", shown_heading(library.first_words(near))))
