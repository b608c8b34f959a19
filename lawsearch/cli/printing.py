"""A clause on the terminal with everything below it: its references listed at the end, or opened in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.cli import output
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import shown_heading
from lawsearch.model import Clause, Reference

if TYPE_CHECKING:
    from lawsearch.library import Library
    from lawsearch.model import Expansion


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
