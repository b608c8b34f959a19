"""``lawsearch toc``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.language import LANGUAGES
from lawsearch.library.holders import is_twin
from lawsearch.locale import choose_language
from lawsearch.locale import gettext as _
from lawsearch.locale.display import shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Clause

if TYPE_CHECKING:
    from lawsearch.library import Library

Titles = dict[str, dict[str, str]]  # address → language → heading


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("toc", help=_("Show the contents of a document (default: the Laws in force)."))
    @click.argument("document", required=False, metavar="[" + _("DOC") + "]")
    @click.option(
        "--depth",
        type=options.WholeNumber(1, 9),
        metavar=_("N"),
        default=3,
        show_default=True,
        help=_("How many levels to show."),
    )
    @click.option("--lang", type=click.Choice(["ru", "en", "both"]), help=_("Language of the titles."))
    @options.edition_option()
    @options.json_option()
    @click.pass_obj
    def toc(
        settings: Settings, document: str | None, depth: int, lang: str | None, edition: str | None, as_json: bool
    ) -> int:
        with output.open_library(settings) as library:
            document = _choose(library, document, edition, lang, choose_language(settings.ui))
            clauses = library.toc(document)
            titles = _other_titles(library, clauses) if lang == "both" else {}
            if as_json:
                contents = [_record(clause, depth, titles) for clause in clauses]
                output.say_json({"document": document, "contents": contents})
            else:
                for clause in clauses:
                    _say(clause, depth, "", titles)
        return 0 if clauses else 1

    return toc


def _choose(library: Library, name: str | None, edition: str | None, lang: str | None, language: str) -> str:
    """The document whose contents are shown, in the language that was asked for if it has a twin there."""
    wanted = lang if lang in LANGUAGES else None
    if name is None:
        found = library.laws_of(edition or library.in_force, wanted or language)
    else:
        found = library.best_document(name, edition, wanted or language)
    if wanted is None or found.language == wanted:
        return found.id
    twin = next((other.id for other in library.documents.values() if is_twin(other, found)), None)
    if twin is None:
        output.tell(_("{document} has no twin in another language.").format(document=found.id))
    return twin or found.id


def _other_titles(library: Library, clauses: list[Clause]) -> Titles:
    """The headings in the other languages of the same series and edition."""
    found: Titles = {}
    for root in clauses:
        aligned = library.aligned(root)
        for row in aligned.rows:
            found[str(row.address)] = {
                document.language: cell.heading
                for document, cell in zip(aligned.documents[1:], row.cells[1:], strict=True)
                if cell is not None and cell.heading
            }
    return found


def _record(clause: Clause, depth: int, titles: Titles) -> dict[str, object]:
    children = [_record(child, depth - 1, titles) for child in clause.children if child.address is not None]
    address = str(clause.address)
    record: dict[str, object] = {"address": address, "heading": clause.heading}
    if titles:
        record["headings"] = titles.get(address, {})
    return {**record, "children": children if depth > 1 else []}


def _say(clause: Clause, depth: int, indent: str, titles: Titles) -> None:
    if clause.address is not None and (clause.heading or not indent):
        head = f"{indent}{output.bold(str(clause.address))}  "
        title = output.safe(shown_heading(clause.heading) or shorten(clause.text, 70))
        output.say(output.flow(title, indent=indent + "  ", first=head))
        beside = indent + " " * (len(str(clause.address)) + 2)
        for heading in titles.get(str(clause.address), {}).values():
            output.say(output.dim(output.flow(output.safe(shown_heading(heading)), indent=beside, first=beside)))
        indent += "  "
    if depth > 1:
        for child in clause.children:
            _say(child, depth - 1, indent, titles)
