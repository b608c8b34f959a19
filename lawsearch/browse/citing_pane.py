"""What refers to the marked clause: each sentence that cites it, once, with all its citations marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

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
        self._places: list[Target] = []

    def show(self, name: str, found: Sequence[Citing], name_of: Callable[[Target], str]) -> None:
        """The back-references of the clause ``name``; ``name_of`` names a citing clause."""
        groups = [list(group) for _, group in groupby(found, key=lambda item: (item.source, item.sentence))]
        self._places = [group[0].source for group in groups]
        count = len(groups)
        title = ngettext("{count} place refers to {clause}", "{count} places refer to {clause}", count)
        self.border_title = Content(title.format(count=count, clause=name) if count else name)
        self.clear_options()
        self.add_options(Option(MARGIN + _citing_line(group, name_of(group[0].source))) for group in groups)
        if not groups:
            self.add_option(Option(Content.styled(_("Nothing refers to this clause."), "$quiet"), disabled=True))

    def place(self, number: int) -> Target | None:
        """The citing clause of an option."""
        return self._places[number] if number < len(self._places) else None


def _citing_line(group: Sequence[Citing], source: str) -> Content:
    sentence = Content(safe(group[0].sentence).replace("\n", " "))
    sentence = sentence.add_spans([Span(one.span.start, one.span.stop, "underline $accent") for one in group])
    return Content.styled(source, "bold $accent") + Content("  ") + sentence + Content("\n")
