"""``lawsearch duties``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.locale import choose_language, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import spoken_name
from lawsearch.model import Clause, Document, Span

if TYPE_CHECKING:
    from lawsearch.language.duties import DutyWord
    from lawsearch.library import Library
    from lawsearch.library.duties import DutyRow

# A row, and the documents that its cells stand for.
_Placed = tuple[tuple[Document, ...], "DutyRow"]

# The light grades are green, the grave ones and the bans red; what has no grade stays dim.
_COLOURS = {
    "may": "green", "should": "yellow", "shall": "yellow", "must": "red",
    "shall not": "red", "may not": "red", "must not": "red",
}  # fmt: skip


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "duties",
        help=_(
            "Mark may, should, shall, must and their bans, and list the clauses whose languages differ in grade.\n\n"
            "Without an ADDRESS the whole of the Laws is gone through, and only what differs is shown. The exit code "
            "is 1 if anything differs."
        ),
    )
    @click.argument("addresses", nargs=-1, metavar="[" + _("ADDRESS…") + "]")
    @options.documents_option()
    @options.within_option()
    @options.edition_option()
    @options.json_option()
    @click.pass_obj
    def duties(
        settings: Settings,
        addresses: tuple[str, ...],
        documents: str | None,
        within: str | None,
        edition: str | None,
        as_json: bool,
    ) -> int:
        from lawsearch.cli.addresses import split_addresses

        language = choose_language(settings.ui)
        names = options.split_documents(documents)
        with output.open_library(settings) as library:
            if addresses:
                roots = [
                    library.show(address, language=language, within=names[0] if names else within, edition=edition)
                    for address in split_addresses(addresses)
                ]
            else:
                first = names[0] if names else _document_of(library, within, edition, language)
                roots = [clause for clause in library.toc(first) if clause.kind != "section"]
            rows: list[_Placed] = []
            for root in roots:
                table = library.duties(root, names)
                rows += [(table.documents, row) for row in table.rows]
            differing = [(columns, row) for columns, row in rows if row.differing]
            compared = any(len(columns) > 1 for columns, _row in rows)
            if as_json:
                output.say_json(
                    {"duties": [_record(columns, row) for columns, row in (rows if addresses else differing)]}
                )
            else:
                for columns, row in rows if addresses else differing:
                    _say(columns, row)
                _say_differences(rows, differing)
        return 1 if differing or not compared else 0

    return duties


def _document_of(library: Library, within: str | None, edition: str | None, language: str) -> str:
    """The document that is gone through where no address is named: by default the laws in force."""
    if within is None:
        return library.laws_of(edition or library.in_force, language).id
    return library.best_document(within, edition, language).id


def _record(columns: tuple[Document, ...], row: DutyRow) -> dict[str, Any]:
    return {
        "address": str(row.address) if row.address is not None else None,
        "name": row.name,
        "differing": list(row.differing),
        "documents": [
            {
                "document": document.id,
                "language": document.language,
                "text": cell.clause.text,
                "words": [
                    {"grade": word.grade or None, "text": word.text, "span": [word.start, word.stop]}
                    for word in cell.words
                ],
            }
            if cell is not None
            else None
            for document, cell in zip(columns, row.cells, strict=True)
        ],
    }


def _say(columns: tuple[Document, ...], row: DutyRow) -> None:
    words = {id(cell.clause): cell.words for cell in row.cells if cell is not None}

    def marks(clause: Clause) -> list[tuple[Span, output.Mark]]:
        return [mark for word in words[id(clause)] for mark in _marks(word)]

    from lawsearch.cli.beside import say_under
    from lawsearch.library.aligning import Alignment, Row

    cells = tuple(cell.clause if cell is not None else None for cell in row.cells)
    aligned = Alignment(documents=columns, rows=(Row(address=row.address, depth=0, cells=cells, name=row.name),))
    say_under(aligned, marks, plain=True)
    if not any(cell.grades for cell in row.cells if cell is not None):
        output.say("  " + output.dim(_("no graded word: plain procedure")))
    if row.differing:
        for grade in row.differing:
            counts = [f"{cell.grades[grade]} ({cell.clause.document})" for cell in row.cells if cell is not None]
            output.say("  " + click.style(f"{grade}: {' / '.join(counts)}", fg="red"))
    output.say()


def _marks(word: DutyWord) -> list[tuple[Span, output.Mark]]:
    """The grade in brackets; a word that is its own grade stands in them itself where no colour shows that it counts.

    A mark for each part of a duty of several words (``must not``): a line may end between them, a bracket stands once.
    """
    parts = [Span(word.start + part.start(), word.start + part.end()) for part in re.finditer(r"\S+", word.text)]
    if not word.grade:
        return [(part, output.dim) for part in parts]
    before, behind = "", f"[{word.grade}]"
    if " ".join(word.text.lower().split()) == word.grade:
        before, behind = ("", "") if output.shows_colors() else ("[", "]")

    def style(part: Span) -> output.Mark:
        head, tail = before if part == parts[0] else "", behind if part == parts[-1] else ""
        return lambda piece: click.style(f"{head}{piece}{tail}", fg=_COLOURS[word.grade], bold=True)

    return [(part, style(part)) for part in parts]


def _say_differences(rows: list[_Placed], differing: list[_Placed]) -> None:
    names = ", ".join(dict.fromkeys(document.id for columns, _row in rows for document in columns))
    if not any(len(columns) > 1 for columns, _row in rows):
        output.tell(_("Nothing to compare with: only {documents} holds this.").format(documents=names))
    elif differing:
        places = ", ".join(spoken_name(row.name) for _columns, row in differing[:40])
        more = " …" if len(differing) > 40 else ""
        output.say(
            output.flow(
                ngettext(
                    "{count} clause differs in grade: {places}",
                    "{count} clauses differ in grade: {places}",
                    len(differing),
                ).format(count=len(differing), places=places + more)
            )
        )
    else:
        told = ngettext(
            "{count} clause gone through: the grades agree ({documents}).",
            "{count} clauses gone through: the grades agree ({documents}).",
            len(rows),
        )
        output.say(output.flow(told.format(count=len(rows), documents=names)))
