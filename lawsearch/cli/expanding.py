"""``lawsearch show --expand``: what a clause refers to, opened in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.cli import output
from lawsearch.cli.show import ClausePrinter
from lawsearch.locale import gettext as _
from lawsearch.model import Clause

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.model import Expansion


class ExpandingPrinter(ClausePrinter):
    """Prints a clause, and under each text the clauses that it cites, behind a bar, to ``depth`` levels."""

    def __init__(self, library: Library, *, depth: int, plain: bool = False) -> None:
        super().__init__(library, plain=plain)
        self._depth = depth
        self._bar = "  " if plain else "│ "
        self._margin = ""
        self._waiting: list[Expansion] = []

    def say(self, clause: Clause, *, last: bool = True) -> None:
        self._waiting = self._library.expand(clause, self._depth)
        super().say(clause, last=last)

    def _indent(self, depth: int) -> str:
        return self._margin + super()._indent(depth)

    def _say_references_of(self, clause: Clause, depth: int) -> None:
        """Each reference with the first words of its target and, where it is opened, the target's text."""
        first = len(self._references) - len(clause.references)
        for index, reference in enumerate(clause.references):
            group: list[Expansion] = []
            while self._waiting and self._waiting[0].reference is reference:
                group.append(self._waiting.pop(0))
            if not group:
                continue  # deeper than was asked for: it is listed at the end
            number = first + index + 1
            self._told.add(number)
            indent = self._indent(depth + 1)
            if not any(expansion.clause for expansion in group):
                mark = _("opened elsewhere") if group[0].repeated else ""
                output.say(output.reference_line(number, reference, self._library, lead=indent, mark=mark))
            for expansion in group:
                if expansion.clause is not None:
                    edition = output.other_edition(reference, self._library)
                    output.say(
                        f"{indent}[{number}] {output.cited(output.safe(' '.join(reference.text.split())))} →{edition}"
                    )
                    self._say_opened(expansion, expansion.clause, indent)

    def _say_opened(self, expansion: Expansion, clause: Clause, indent: str) -> None:
        outside = self._margin, self._waiting
        self._margin, self._waiting = indent + self._bar, list(expansion.inner)
        self._say_tree(clause, 0)
        self._margin, self._waiting = outside
