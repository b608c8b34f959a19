"""The search box: results while one types, and what was read differently from what was typed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content, Span
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from lawsearch.browse.chosen import MARGIN, ChosenList
from lawsearch.browse.searcher import Searcher
from lawsearch.browse.text import FOUND_STYLE, Found
from lawsearch.errors import LawsearchError
from lawsearch.locale import describe_error, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.display import columns, safe, shorten
from lawsearch.locale.heading import shown_heading
from lawsearch.locale.hits import cut_marks, name_of_work, rows_beside, ways_of
from lawsearch.locale.reading import describe_reading
from lawsearch.model import Clause, Document, Hit, Results
from lawsearch.model import Span as TextSpan

_BELOW = 4  # so many of the clauses that a hit leads in are listed
_ROUND_OPTION = 3  # columns beside the text of an option: its padding and the scroll bar
DEBOUNCE = 0.12  # seconds without a key before a question is asked


@dataclass(frozen=True, slots=True)
class Chosen:
    """What was chosen, and the words it was found by."""

    query: str
    hit: Hit | None


class SearchScreen(ModalScreen[Chosen]):
    """Arrow keys walk through the hits while the words keep the cursor; Enter opens; Esc returns."""

    BINDINGS = [  # noqa: RUF012 - Textual's way
        Binding("escape", "close", show=False),
        Binding("down", "walk(1)", show=False, priority=True),
        Binding("up", "walk(-1)", show=False, priority=True),
        Binding("pagedown", "walk(5)", show=False, priority=True),
        Binding("pageup", "walk(-5)", show=False, priority=True),
    ]

    def __init__(self, searcher: Searcher, query: str, language: str, documents: Mapping[str, Document]) -> None:
        super().__init__()
        self._documents = documents
        self._language = language
        self._searcher = searcher
        self._query = query
        self._hits: Sequence[Hit] = ()
        self._suggestions: Sequence[str] = ()
        self.answered: str | None = None  # the query whose answer is on the screen

    def compose(self) -> ComposeResult:
        with Vertical(id="search"):
            yield Input(self._query, placeholder=_("words in any form, or a number"), id="words", select_on_focus=True)
            yield Static("", id="answer", markup=False)
            yield ChosenList(id="hits", markup=False)
            yield Static(_("↑ ↓ choose   Enter open   Esc close"), classes="keys", markup=False)

    def on_mount(self) -> None:
        self._searcher.warm()
        self.query_one(Input).focus()
        if self._query:
            self._ask(self._query)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if event.value != self._query or self.answered is None:
            self._query = event.value
            self._ask(event.value)

    @work(exclusive=True, group="search")
    async def _ask(self, query: str, wait: float = DEBOUNCE) -> None:
        """Ask after a pause; a newer question cancels this one, so its answer can never come late."""
        if not query.strip():
            self._show(None, "")
            return
        await asyncio.sleep(wait)
        try:
            results = await self._searcher.search(query, self._language)
        except LawsearchError as error:
            self._show(None, describe_error(error))
            self.answered = query
            return
        self.answered = query
        self._show(results, _say_answer(results))

    def _show(self, results: Results | None, answer: str) -> None:
        self._hits = results.hits if results else ()
        self._suggestions = results.suggestions if results else ()
        self.query_one("#answer", Static).update(Content(safe(answer)))
        found = self.query_one("#hits", OptionList)
        found.clear_options()
        found.add_options([Option(MARGIN + _suggestion_line(text)) for text in self._suggestions])
        room = found.content_size.width - _ROUND_OPTION
        found.add_options(
            [Option(MARGIN + _hit_line(hit, self._documents.get(hit.document), room)) for hit in self._hits]
        )
        if self._hits:
            found.highlighted = len(self._suggestions)
        elif self._suggestions:
            found.highlighted = 0

    def action_walk(self, step: int) -> None:
        found = self.query_one("#hits", OptionList)
        if found.option_count:
            here = found.highlighted if found.highlighted is not None else -1
            found.highlighted = min(max(here + step, 0), found.option_count - 1)

    async def action_close(self) -> None:
        self.dismiss(Chosen(self._query, None))

    @on(Input.Submitted)
    def _entered(self) -> None:
        if self.answered != self._query and self._query.strip():
            self._open_first(self._query)
        else:
            self._choose(self.query_one("#hits", OptionList).highlighted)

    @work(exclusive=True, group="search")
    async def _open_first(self, query: str) -> None:
        """Enter before the answer is there: open the first hit when it comes."""
        await self._ask(query, 0).wait()
        if self._query == query and self._hits and not self._suggestions:
            self._choose(0)

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        self._choose(event.option_index)

    def _choose(self, number: int | None) -> None:
        if number is None:
            return
        if number < len(self._suggestions):
            self.query_one(Input).value = self._suggestions[number]
        elif number - len(self._suggestions) < len(self._hits):
            self.dismiss(Chosen(self._query, self._hits[number - len(self._suggestions)]))


def found_words(hit: Hit, clause: Clause) -> Found:
    """What a hit marks; one in a closing paragraph leads to the clause above, whose text and heading are others."""
    return Found(
        heading=hit.title_highlights if hit.title == clause.heading else (),
        text=hit.highlights if hit.text == clause.text else (),
    )


def _say_answer(results: Results) -> str:
    parts = []
    if results.read_as is not None:
        parts.append(describe_reading(results.read_as))
    if not results.hits:
        parts.append(_("Nothing found for “{query}”.").format(query=shorten(results.query, 60)))
    elif results.total > len(results.hits):
        total = ngettext("The best {shown} of {total} clause", "The best {shown} of {total} clauses", results.total)
        parts.append(total.format(shown=len(results.hits), total=results.total))
    else:
        count = len(results.hits)
        parts.append(ngettext("{count} clause", "{count} clauses", count).format(count=count))
    return " ".join(parts)


def _suggestion_line(text: str) -> Content:
    return Content.styled(_("Did you mean: {suggestions}?").format(suggestions=safe(text)), "italic $warning")


def _marked(text: str, spans: Sequence[TextSpan], start: int = 0, style: str = "") -> Content:
    content = Content.styled(safe(text).replace("\n", " "), style)
    inside = [Span(span.start - start, span.stop - start, FOUND_STYLE) for span in spans if start <= span.start]
    return content.add_spans([span for span in inside if span.end <= len(text)])


def _row_line(hit: Hit, row: TextSpan) -> Content:
    """A row of a table that answers, its cells apart."""
    inside = [span for span in hit.highlights if span.stop <= row.stop]
    return Content("  ") + _marked(hit.text[row.start : row.stop], inside, row.start)


def _below_lines(hit: Hit, room: int) -> list[Content]:
    """What a clause only leads in, in the order of the law: a line of ``room`` columns for each of the first ones."""
    lines = []
    for address, words in hit.below[:_BELOW]:
        name = f"  {safe(str(address))}  "
        lines.append(Content.styled(name, "bold $accent") + Content(shorten(safe(words), room - columns(name))))
    return lines if len(hit.below) <= _BELOW else [*lines, Content("  …")]


def _hit_line(hit: Hit, document: Document | None, room: int) -> Content:
    """Some lines: the address and heading, the text; the passage that answers; why it was found if that is not seen."""
    name = _("def.") if hit.address.prefix == "def" else "" if hit.address.prefix else safe(str(hit.address))
    title = shown_heading(hit.title)
    spans = [
        TextSpan(span.start, min(span.stop, len(title))) for span in hit.title_highlights if span.start < len(title)
    ]
    head = Content.styled(f"{name}  " if name else "", "bold $accent") + _marked(title, spans, style="bold")
    where = Content.styled(f"  {safe(name_of_work(document)) if document is not None else hit.document}", "$quiet")
    snippet = _marked(hit.snippet, hit.highlights, hit.snippet_span.start)
    before, behind = cut_marks(hit)
    snippet = Content(before) + snippet + Content(behind)
    reasons = ways_of(hit)
    lines = [
        head + where,
        *([snippet] if hit.snippet else []),
        *(_row_line(hit, row) for row in rows_beside(hit)),
        *_below_lines(hit, room),
        *([Content.styled(reasons, "$quiet")] if reasons else []),
    ]
    return Content("\n").join(lines) + Content("\n")
