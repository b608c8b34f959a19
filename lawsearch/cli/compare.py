"""``lawsearch compare``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from lawsearch.cli import options, output
from lawsearch.cli.group import Settings
from lawsearch.errors import UsageError
from lawsearch.language import LANGUAGES
from lawsearch.locale import choose_language
from lawsearch.locale import gettext as _
from lawsearch.locale.compared import headings_of, remark_on
from lawsearch.locale.heading import shown_heading, spoken_name
from lawsearch.model import Clause, Document, Span

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.library.comparing import Comparison, Piece


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command(
        "compare",
        help=_(
            "Compare a clause in two editions or two documents, word for word.\n\nWhere numbers have moved, clauses "
            "are matched by their words. Name the editions (--editions 1987,2017) or the documents."
        ),
    )
    @click.argument("addresses", nargs=-1, required=True, metavar=_("ADDRESS…"))
    @click.option("--editions", metavar=_("YEAR,YEAR"), help=_("Two editions of the Laws, the older one first."))
    @options.documents_option()
    @click.option("--lang", type=click.Choice(LANGUAGES), help=_("Language of the text."))
    @options.json_option()
    @click.pass_obj
    def compare(
        settings: Settings,
        addresses: tuple[str, ...],
        editions: str | None,
        documents: str | None,
        lang: str | None,
        as_json: bool,
    ) -> int:
        from lawsearch.cli.addresses import split_addresses

        with output.open_library(settings) as library:
            left, right = _sides(library, editions, documents, lang or choose_language(settings.ui))
            compared = [
                item for address in split_addresses(addresses) for item in library.compare(address, left.id, right.id)
            ]
            if as_json:
                output.say_json({"left": left.id, "right": right.id, "compared": [_record(item) for item in compared]})
            else:
                say_compared(left, right, compared)
        return 0 if compared else 1

    return compare


def _sides(library: Library, editions: str | None, documents: str | None, language: str) -> tuple[Document, Document]:
    """The two documents to compare; without a choice, the two editions of the Laws that the library holds."""
    names = options.split_documents(documents)
    if names is not None:
        if len(names) != 2:
            raise UsageError("two-needed", option="--documents")
        return library.document(names[0]), library.document(names[1])
    held = sorted({document.edition for document in library.documents.values() if document.role == "laws"})
    if not editions and len(held) < 2:
        raise UsageError("one-edition", edition=", ".join(held))
    years = [year.strip() for year in editions.split(",")] if editions else held
    if len(years) != 2:
        raise UsageError("two-needed", option="--editions")
    for wanted in (language, *LANGUAGES):
        # words can be compared in one language only: the first that both editions have
        left, right = (library.laws_of(year, wanted) for year in years)
        if left.language == right.language:
            return left, right
    return library.laws_of(years[0], language), library.laws_of(years[1], language)


def _record(item: Comparison) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "left": _side(item.left, item.left_name),
        "right": _side(item.right, item.right_name),
        "likeness": item.likeness,
        "pieces": [
            {
                "same": piece.same,
                "left": [piece.left.start, piece.left.stop],
                "right": [piece.right.start, piece.right.stop],
            }
            for piece in item.pieces
        ],
    }


def _side(clause: Clause | None, name: str) -> dict[str, Any] | None:
    if clause is None:
        return None
    return {
        "document": clause.document,
        "address": str(clause.address) if clause.address is not None else None,
        "name": name,
        "heading": clause.heading,
        "text": clause.text,
    }


def say_compared(left: Document, right: Document, compared: Sequence[Comparison]) -> None:
    """Print every pair, what one side lacks in brackets and red, what the other has instead in braces and green."""
    output.say(output.flow(_("[-{left}-] against {{+{right}+}}").format(left=left.id, right=right.id)))
    output.say()
    for item in compared:
        _say_one(item, left, right)


def _difference(one: str, other: str, pieces: Sequence[Piece]) -> tuple[str, list[tuple[Span, output.Mark]]]:
    """One text that holds both, and its marks: ``[-removed-]{+added+}``."""
    parts: list[str] = []
    marks: list[tuple[Span, output.Mark]] = []
    place = 0

    def put(text: str, mark: output.Mark | None) -> None:
        nonlocal place
        if mark is not None:
            marks.append((Span(place, place + len(text)), mark))
        parts.append(text)
        place += len(text)

    for piece in pieces:
        old, new = one[piece.left.start : piece.left.stop], other[piece.right.start : piece.right.stop]
        if piece.same:
            put(old, None)
            continue
        if old:
            put(f"[-{old}-]", _removed)
        if new:
            put(f"{{+{new}+}}", _added)
    return "".join(parts), marks


def _removed(text: str) -> str:
    return click.style(text, fg="red")


def _added(text: str) -> str:
    return click.style(text, fg="green")


def _say_one(item: Comparison, left: Document, right: Document) -> None:
    names = dict.fromkeys(spoken_name(name) for name in (item.left_name, item.right_name) if name)
    output.say_head(" → ".join(names), remark_on(item, right.id))
    one, other = item.left, item.right
    if item.kind == "paired" and one is not None and other is not None:
        for clause, document in ((one, left), (other, right)):
            text = "\n".join(filter(None, (shown_heading(clause.heading), clause.text)))
            output.say(output.flow(text, indent="      ", first=f"  {document.language}  "))
        output.say()
        return
    heading, marks = _heading(*headings_of(item))
    if heading:
        output.say(output.flow(heading, indent="  ", marks=marks))
    text = ""
    if one is not None and other is not None:
        text, marks = _difference(one.text, other.text, item.pieces)
    elif one is not None:
        text, marks = one.text, [(Span(0, len(one.text)), _removed)]
    elif other is not None:
        text, marks = other.text, [(Span(0, len(other.text)), _added)]
    if text:
        output.say(output.flow(text, indent="  ", marks=marks))
    output.say()


def _heading(old: str, new: str) -> tuple[str, list[tuple[Span, output.Mark]]]:
    """The heading that both have, or both headings, or the only one there is."""
    if not old or not new or old == new:
        shown = old or new
        return shown, [(Span(0, len(shown)), output.bold)] if shown else []
    removed, added = f"[-{old}-]", f"{{+{new}+}}"
    return removed + added, [
        (Span(0, len(removed)), _removed),
        (Span(len(removed), len(removed) + len(added)), _added),
    ]
