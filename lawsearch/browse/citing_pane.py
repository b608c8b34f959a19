"""What refers to the marked clause: each place with the sentence that cites it."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content, Span
from textual.widgets.option_list import Option

from lawsearch.browse.chosen import MARGIN, ChosenList
from lawsearch.locale import gettext as _
from lawsearch.locale import ngettext
from lawsearch.locale.display import safe
from lawsearch.model import Citing, Target


class CitingPane(ChosenList):
    """Enter goes to the citing clause."""

    ALLOW_SELECT = False

    def __init__(self) -> None:
        super().__init__(id="citing", markup=False)
        self.found: Sequence[Citing] = ()

    def show(self, name: str, found: Sequence[Citing], names: Sequence[str]) -> None:
        """The back-references of the clause ``name``; ``names`` are those of the citing clauses."""
        self.found = found
        count = len(found)
        title = ngettext("{count} place refers to {clause}", "{count} places refer to {clause}", count)
        self.border_title = Content(title.format(count=count, clause=name) if count else name)
        self.clear_options()
        self.add_options(
            Option(MARGIN + _citing_line(citing, source)) for citing, source in zip(found, names, strict=True)
        )
        if not found:
            self.add_option(Option(Content.styled(_("Nothing refers to this clause."), "$quiet"), disabled=True))

    def place(self, number: int) -> Target | None:
        """The citing clause of an option."""
        return self.found[number].source if number < len(self.found) else None


def _citing_line(citing: Citing, source: str) -> Content:
    sentence = Content(safe(citing.sentence).replace("\n", " "))
    sentence = sentence.add_spans([Span(citing.span.start, citing.span.stop, "underline $accent")])
    return Content.styled(source, "bold $accent") + Content("  ") + sentence + Content("\n")
