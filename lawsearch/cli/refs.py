"""``lawsearch refs``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click

from lawsearch.cli import options, output
from lawsearch.cli.addresses import read_addresses
from lawsearch.cli.group import Settings
from lawsearch.errors import NotFoundError
from lawsearch.library.following import group_by_reference
from lawsearch.locale import choose_language
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Span, Target

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.model import Citing, Clause, Expansion


def make_command() -> click.Command:
    """The command with its help in the language of the interface."""

    @click.command("refs", help=_("List the references from a clause (and the clauses below it) and to it."))
    @click.argument("address", nargs=-1, required=True, metavar=_("ADDRESS"))
    @click.option("--from", "only_from", is_flag=True, help=_("Only the references that stand in the clause."))
    @click.option("--to", "only_to", is_flag=True, help=_("Only the references elsewhere that point at it."))
    @click.option(
        "--depth",
        type=options.WholeNumber(1, 9),
        metavar=_("N"),
        default=1,
        show_default=True,
        help=_("How many steps to follow them, as a tree; circles are marked."),
    )
    @options.within_option()
    @options.json_option()
    @click.pass_obj
    def refs(
        settings: Settings,
        address: tuple[str, ...],
        only_from: bool,
        only_to: bool,
        depth: int,
        within: str | None,
        as_json: bool,
    ) -> int:
        both = only_from == only_to
        with output.open_library(settings) as library:
            try:
                clause = library.show(_one_address(address), language=choose_language(settings.ui), within=within)
            except NotFoundError:
                if as_json:
                    output.say_json({"from": [], "to": []})
                raise
            going = library.expand(clause, depth) if both or only_from else []
            coming = library.citing(clause, depth) if both or only_to else []
            if as_json:
                from lawsearch.export.answers import refs_record

                output.say_json(refs_record(clause, going, coming, nested=depth > 1))
            else:
                name = f"{clause.address} {output.safe(shown_heading(clause.heading))}".strip()
                output.say_head(name, clause.document)
                if both or only_from:
                    _ForwardTree(library, nested=depth > 1).say(clause, going)
                if both or only_to:
                    output.say("\n".join(_coming_lines(coming)))
        return 0 if going or coming else 1

    return refs


def _one_address(words: Sequence[str]) -> str:
    """The address that was typed, without the words around it; what is none or several comes back as it stands."""
    found = read_addresses(words) or []
    return found[0] if len(found) == 1 else " ".join(words)


class _ForwardTree:
    """Prints the references from a clause, numbered through, with those of their targets below them."""

    def __init__(self, library: Library, *, nested: bool) -> None:
        self._library = library
        self._nested = nested
        self._number = 0

    def say(self, clause: Clause, expansions: Sequence[Expansion]) -> None:
        groups = group_by_reference(expansions)
        root = (Target(document=clause.document, address=clause.address),) if clause.address else ()
        title = output.dim("{}: {}".format(_("From here"), len(groups)))
        output.say("\n".join(["", title, *self._lines(groups, root)]))

    def _lines(self, groups: Iterable[Sequence[Expansion]], above: tuple[Target, ...]) -> Iterator[str]:
        indent = "  " * (len(above) - 1)
        for group in groups:
            self._number += 1
            first = group[0]
            yield output.reference_line(
                self._number,
                first.reference,
                self._library,
                lead=f"{indent}{first.source.address!s:<10} ",
                mark=self._mark(group, above) if self._nested else "",
            )
            for expansion in group:
                if expansion.inner and expansion.target is not None:
                    yield from self._lines(group_by_reference(expansion.inner), (*above, expansion.target))

    @staticmethod
    def _mark(group: Sequence[Expansion], above: tuple[Target, ...]) -> str:
        """Why a target is not followed: it leads back, or stands in this tree elsewhere."""
        repeated = [expansion.target for expansion in group if expansion.repeated and expansion.target is not None]
        if not repeated:
            return ""
        circle = any(_holds(target, other) for target in repeated for other in above)
        return "↺ " + _("a circle") if circle else _("followed elsewhere")


def _holds(outer: Target, inner: Target) -> bool:
    """True if a clause is another or lies below it."""
    parts = outer.address.parts
    return (
        outer.document == inner.document
        and outer.address.prefix == inner.address.prefix
        and inner.address.parts[: len(parts)] == parts
    )


def _coming_lines(coming: Sequence[Citing]) -> Iterator[str]:
    yield ""
    yield output.dim("{}: {}".format(_("To here"), len(coming)))
    width, colored = output.terminal_width(), output.shows_colors()  # asked once: there may be hundreds of sentences
    documents = dict.fromkeys(citing.source.document for citing in coming)
    for document in documents:
        yield output.dim(document)
        there = [citing for citing in coming if citing.source.document == document]
        yield from _citing_lines(there, document, "  ", width, colored=colored)


def _citing_lines(coming: Sequence[Citing], document: str, indent: str, width: int, *, colored: bool) -> Iterator[str]:
    """Each citing sentence once, with its citations marked; below it, who cites the clause that it stands in."""
    for (source, _sentence), group in groupby(coming, key=lambda item: (item.source, item.sentence)):
        members = list(group)
        name = str(source.address) if source.document == document else f"{source.document}:{source.address}"
        first = f"{indent}{output.bold(name)} "
        text, marks = _marked(members, colored=colored)
        if any(citing.repeated for citing in members):
            text += " ({})".format(_("followed elsewhere"))
        yield output.flow(text, indent=indent + "  ", first=first, marks=marks, width=width)
        for citing in members:
            if citing.inner:
                yield from _citing_lines(citing.inner, document, indent + "    ", width, colored=colored)


def _marked(group: Sequence[Citing], *, colored: bool) -> tuple[str, list[tuple[Span, output.Mark]]]:
    """The sentence, and its citations as marks; without colours they stand in brackets."""
    sentence = group[0].sentence
    spans = sorted({(citing.span.start, citing.span.stop) for citing in group})
    if colored:
        return sentence, [(Span(start, stop), output.cited) for start, stop in spans]
    for start, stop in reversed(spans):
        sentence = f"{sentence[:start]}[{sentence[start:stop]}]{sentence[stop:]}"
    return sentence, []
