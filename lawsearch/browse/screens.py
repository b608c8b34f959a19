"""The small screens over the text: the keys, what was not understood, the number to go to."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from lawsearch.browse.clause_pane import Block
from lawsearch.browse.keys import GROUPS, all_keys, shown_keys, what_it_does
from lawsearch.browse.text import Cell, RowText
from lawsearch.errors import LawsearchError
from lawsearch.language.keyboard import russian_key
from lawsearch.locale import describe_error, describe_problem
from lawsearch.locale import gettext as _
from lawsearch.locale.display import safe
from lawsearch.model import Problem, Target


class NoteScreen(ModalScreen[None]):
    """Something to read; Esc, Enter, q or the key that opened it close it."""

    BINDINGS = [  # noqa: RUF012 - Textual's way
        Binding(f"escape,enter,question_mark,comma,f1,q,{russian_key('q')}", "dismiss", show=False)
    ]

    def __init__(self, heading: str, rows: Sequence[RowText]) -> None:
        super().__init__()
        self._heading = heading
        self._rows = rows

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="note") as pane:
            pane.border_title = Content(self._heading)
            pane.border_subtitle = _("Esc closes")
            for row in self._rows:
                yield Block(row, None, classes="top" if row.cells[0].head else "")

    def on_mount(self) -> None:
        self.query_one("#note").focus()


def keys_rows() -> list[RowText]:
    """All keys by groups, as the table has them."""
    margin = 2 + max(len(shown_keys(key)) for key in all_keys())
    rows = []
    for title, keys in GROUPS:
        rows.append(_row(Cell(head=Content.styled(_(title), "bold"), body=Content(""))))
        rows += [_row(Cell(head=Content(""), body=Content(what_it_does(key))), shown_keys(key), margin) for key in keys]
    return rows


def problems_rows(problems: Sequence[Problem]) -> list[RowText]:
    """The problems of a document, each with its place."""
    rows = []
    for problem in problems:
        place = problem.file or ""
        if problem.line is not None:
            place += _(", line {line}").format(line=problem.line)
        if problem.page is not None:
            place += _(", page {page}").format(page=problem.page)
        head = Content.styled(safe(place.lstrip(", ")), "$quiet")
        rows.append(_row(Cell(head=head, body=Content(safe(describe_problem(problem))))))
    return rows


def _row(cell: Cell, name: str = "", margin: int = 0) -> RowText:
    return RowText(name=name, cells=(cell,), languages=("",), margin=margin)


class GoScreen(ModalScreen[Target]):
    """A number is typed; below it stands where it leads."""

    BINDINGS = [Binding("escape", "dismiss", show=False)]  # noqa: RUF012 - Textual's way

    def __init__(self, find: Callable[[str], Target], describe: Callable[[Target], str], begun: str) -> None:
        super().__init__()
        self._begun = begun
        self._find = find
        self._describe = describe

    def compose(self) -> ComposeResult:
        with Vertical(id="go"):
            yield Input(self._begun, placeholder="64A1", id="number", select_on_focus=False)
            yield Static(_("Enter opens   Esc closes"), id="answer", markup=False)

    def on_mount(self) -> None:
        number = self.query_one(Input)
        number.focus()
        number.cursor_position = len(self._begun)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if not event.value.strip():
            self._say(_("Enter opens   Esc closes"))
            return
        try:
            self._say(f"→ {self._describe(self._find(event.value))}")
        except LawsearchError:
            self._say("…")  # it may be half a number: what is wrong is said when Enter is pressed

    @on(Input.Submitted)
    def _entered(self, event: Input.Submitted) -> None:
        if not event.value.strip():
            self.dismiss()
            return
        try:
            self.dismiss(self._find(event.value))
        except LawsearchError as error:
            self._say(describe_error(error))

    def _say(self, text: str) -> None:
        self.query_one("#answer", Static).update(Content(safe(text)))
