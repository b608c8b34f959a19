"""The full-screen reader: panes, trail, and what each key does. Everything it shows comes from one ``Library``."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from textual import events, on
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import OptionList, Tree

from lawsearch.browse.bars import BottomBar, TopBar, TrailBar
from lawsearch.browse.citing_pane import CitingPane
from lawsearch.browse.clause_pane import DEEPEST_PREVIEW, Block, ClausePane, Marks, make_blocks
from lawsearch.browse.comparing import compared_rows, duty_rows
from lawsearch.browse.contents import ContentsTree, Entry
from lawsearch.browse.keys import bindings
from lawsearch.browse.links import say_link, why_nowhere
from lawsearch.browse.page import Outlines, is_holder, page_of, place_of, rows_of, short_name
from lawsearch.browse.quoting import quote
from lawsearch.browse.screens import GoScreen, NoteScreen, keys_rows, problems_rows
from lawsearch.browse.search_screen import Chosen, SearchScreen, found_words
from lawsearch.browse.searcher import Searcher
from lawsearch.browse.state import ReaderState, save_state
from lawsearch.browse.terminal import forgiving
from lawsearch.browse.text import Found, RowText
from lawsearch.browse.theme import DARK, LIGHT, SIXTEEN, THEMES, fitting_theme
from lawsearch.browse.trail import Trail
from lawsearch.browse.welcome import welcome_note
from lawsearch.errors import LawsearchError
from lawsearch.locale import describe_error, ngettext
from lawsearch.locale import gettext as _
from lawsearch.locale.citing import short_citation
from lawsearch.locale.display import safe
from lawsearch.model import Target

if TYPE_CHECKING:
    from textual.driver import Driver

    from lawsearch.library import Library

# From this many columns on the contents and the back-references stand beside the text.
_WIDE = 120
_MEDIUM = 80
_PANES = 0.05  # seconds until the panes have the places of a new width
_SECONDS = 4  # how long a word to the reader stays


class Reader(App[None]):
    """Opens at the trail's current place of ``state``, or with the search box and ``query``."""

    TITLE = "lawsearch"
    CSS_PATH = os.path.join(os.path.dirname(__file__), "reader.tcss")
    BINDINGS = bindings(in_text=False)
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (_MEDIUM, "-medium"), (_WIDE, "-wide")]  # noqa: RUF012

    def __init__(self, library: Library, state: ReaderState, *, language: str, query: str | None = None) -> None:
        # without colours the terminal's own are the only ones that stay readable; Textual must know from the start
        super().__init__(ansi_color=True if "NO_COLOR" in os.environ else None)
        self.library = library
        self.outlines = Outlines(library)
        self.searcher = Searcher(library.paths)
        self.state = state
        self._language = language
        self._opening_query = query
        self.animation_level = "none"  # a slow line should carry text only
        for theme in THEMES:
            self.register_theme(theme)
        self._set_theme()
        # position of the trail → the link that was followed from there: it is current again when one comes back
        self._followed: dict[int, int | None] = {}
        self._names: dict[Target, str] = {}
        self.failure: Exception | None = None  # the mistake in the program that has ended it
        self._leafing = False  # the last step was one to the next or previous law: a row of them is one step back

    # the terminal

    def get_driver_class(self) -> type[Driver]:
        return forgiving(super().get_driver_class())

    def _print_error_renderables(self) -> None:
        """Keep what Textual would print of a mistake in the program: a traceback, which tells a reader nothing."""
        if self._exit_renderables:
            self.failure = self._exception or RuntimeError("browse")
        self._exit_renderables.clear()

    # the screen

    def compose(self) -> ComposeResult:
        yield TopBar()
        yield TrailBar()
        with Horizontal(id="panes"):
            yield ContentsTree(self.library, self.outlines)
            yield ClausePane(self._name_and_title)
            yield CitingPane()
        yield BottomBar()

    async def on_mount(self) -> None:
        self.text.focus()
        self._move(self.state.trail.keep(self._exists))
        await self._show()
        self.call_after_refresh(self._fill_contents)
        if self._opening_query is not None:
            self.action_search(self._opening_query)

    def _fill_contents(self) -> None:
        self.contents.fill()
        if self.place is not None and self.contents.display:
            self.contents.reveal(self.place)

    def on_resize(self) -> None:
        """A pane that the width brings into sight shows where one is."""
        if self.place is not None:
            self.set_timer(_PANES, self._show_contents)

    def _show_contents(self) -> None:
        if self.place is not None and self.contents.display and self.contents.root.children:
            self.contents.reveal(self.place)

    def on_unmount(self) -> None:
        self.searcher.close()
        self._keep_state()

    @property
    def text(self) -> ClausePane:
        return self.screen_stack[0].query_one(ClausePane)

    @property
    def contents(self) -> ContentsTree:
        return self.screen_stack[0].query_one(ContentsTree)

    @property
    def citing(self) -> CitingPane:
        return self.screen_stack[0].query_one(CitingPane)

    @property
    def place(self) -> Target | None:
        """The clause that is read."""
        return self.state.trail.current

    # going to places

    async def visit(self, place: Target, found: Found | None = None) -> None:
        """A step of the trail; ``found`` are the words of the clause to mark."""
        self._leafing = False
        self._leave_link_behind()
        self._move(self.state.trail.visit(self._in_first_language(place) if self.state.both else place))
        await self._show({place: found} if found else {})

    def _leave_link_behind(self) -> None:
        """Remember the link that leads away from here; those of a way that is given up are forgotten."""
        here = self.state.trail.position
        self._followed = {number: link for number, link in self._followed.items() if number < here}
        self._followed[here] = self.text.link_number()

    def _in_first_language(self, place: Target) -> Target:
        """The same clause in the language that stands on the left, if there is one."""
        if self._is_first(place.document):
            return place
        twins = [place_of(twin) for twin in self.library.twins(self.library.clause(place))]
        return next((twin for twin in twins if self._is_first(twin.document)), place)

    async def _show(self, marks: Marks = MappingProxyType({}), *, stay: bool = False) -> None:
        """Bring the screen to the trail's current place, with the words that were searched for marked.

        ``stay``: the same place in another language; what is read stays where it is on the screen.
        """
        place = self.place
        if place is None:
            await self.text.show_note(welcome_note())
            self.citing.clear_options()
            self.citing.border_title = ""
        else:
            page = page_of(self.library, self.outlines, place, both=self.state.both)
            await self.text.show_page(page, place, marks, stay=stay)
        self._show_bars()
        self.call_after_refresh(self._show_beside)

    def _show_bars(self) -> None:
        base = self.screen_stack[0]
        documents = self.text.page.documents if self.text.page else ()
        base.set_class(len(documents) > 1, "both")  # two columns of text need the room of a pane
        base.query_one(TopBar).show(documents)
        names = [self._short_name(place) for place in self.state.trail.places]
        base.query_one(TrailBar).show(names, self.state.trail.position)

    def _show_beside(self) -> None:
        """The panes beside the text, after the text itself: first things first."""
        place = self.place
        if place is not None:
            clause = self.library.clause(place)
            found = self.library.citing(clause)
            self.screen_stack[0].query_one(TrailBar).show_citing(len(found))
            self.citing.show(self._short_name(place), found, self._short_name)
            if self.contents.display and self.contents.root.children:
                self.contents.reveal(place)
        self._keep_state()

    def _short_name(self, place: Target) -> str:
        if place not in self._names:
            self._names[place] = short_name(self.library, place)
        return self._names[place]

    def _exists(self, place: Target) -> bool:
        try:
            self.library.clause(place)
        except LawsearchError:
            return False
        return True

    def _move(self, trail: Trail) -> None:
        self.state = replace(self.state, trail=trail.merged(self._same))

    def _same(self, one: Target, other: Target) -> bool:
        """True for one clause in two languages."""
        documents = self.library.documents
        works = [documents[place.document] for place in (one, other) if place.document in documents]
        return (
            one.address == other.address and len({(work.series, work.edition) for work in works}) == 1 == len(works) - 1
        )

    def _keep_state(self) -> None:
        save_state(self.library.paths.home, self.state)

    def _name_and_title(self, place: Target) -> tuple[str, str]:
        return self._short_name(place), safe(self.library.first_words(place)).rstrip(" .:")

    def describe(self, place: Target) -> str:
        """A place in one line: its number and title."""
        name, title = self._name_and_title(place)
        return title or name if place.address.prefix else f"{name} {title}".strip()

    # keys: the trail

    async def action_back(self) -> None:
        await self._go_to(self.state.trail.position - 1)

    async def action_forward(self) -> None:
        await self._go_to(self.state.trail.position + 1)

    @on(TrailBar.Chosen)
    async def _crumb(self, event: TrailBar.Chosen) -> None:
        await self._go_to(event.position)

    async def _go_to(self, position: int) -> None:
        trail = self.state.trail.go_to(position)
        if trail == self.state.trail:
            return
        self._leafing = False
        self._move(trail)
        await self._show()
        self.text.choose_number(self._followed.get(position))

    async def action_next_law(self) -> None:
        await self._leaf(1)

    async def action_previous_law(self) -> None:
        await self._leaf(-1)

    async def _leaf(self, step: int) -> None:
        if self.text.page is None:
            await self._first_page()
            return
        place = self.outlines.beside(self.text.page.root, step)
        if place is None:
            self.tell(_("The document ends here.") if step > 0 else _("The document begins here."))
            return
        trail = self.state.trail
        if not self._leafing:
            self._leave_link_behind()
        self._move(trail.replace(place) if self._leafing else trail.visit(place))
        self._leafing = True
        await self._show()

    async def _first_page(self) -> None:
        """Law 1 of the laws in force, in the language of the interface."""
        await self.visit(self.library.find("1", language=self._language)[0])

    # keys: references

    def action_next_link(self) -> None:
        self.text.step_link(1)

    def action_previous_link(self) -> None:
        self.text.step_link(-1)

    async def action_open_link(self) -> None:
        here = self.text.here
        if here is None:
            self.text.step_link(1)
        elif len(here.link.targets) > 1:
            await self.action_preview()
        elif here.link.targets:
            await self.visit(here.link.targets[0])
        else:
            self.tell(why_nowhere(here.link), warning=True)

    async def action_preview(self) -> None:
        here = self.text.here
        if here is None:
            self.text.action_page_down()
            return
        if (unfolded := self.text.preview_of(here)) is not None:
            await self.text.fold(unfolded)
            return
        targets = here.link.targets
        if not targets:
            self.tell(why_nowhere(here.link), warning=True)
        elif len(targets) > 1:
            await self.text.unfold(here, (), [self.text.targets_block(targets)])
        elif targets[0] in self.text.shown_above(here) or self.text.depth_of(here) >= DEEPEST_PREVIEW:
            self.tell(
                _("{clause} is on the screen already; Enter goes there.").format(clause=self.describe(targets[0]))
            )
        else:
            await self.text.unfold(here, targets, self._preview_blocks(targets[0]))

    def _preview_blocks(self, place: Target) -> list[Block]:
        """A clause with all below it; a chapter with the names of what it holds."""
        clause = self.library.clause(place)
        documents, rows = rows_of(self.library, clause, both=self.state.both)
        if not is_holder(clause):
            return make_blocks(documents, rows, {})
        held = [place_of(child) for child in clause.children if child.address is not None]
        return [*make_blocks(documents, rows[:1], {}), self.text.targets_block(held)]

    @on(Block.LinkClicked)
    async def _link_clicked(self, event: Block.LinkClicked) -> None:
        self.text.choose(event.block, event.number)
        await self.action_open_link()

    @on(Block.Clicked)
    def _block_clicked(self, event: Block.Clicked) -> None:
        place = event.block.place
        if place is not None and event.block in self.text.query_children(Block):
            self.text.mark(place)
            self._marked(place)

    def action_mark_next(self) -> None:
        self._marked(self.text.step_mark(1))

    def action_mark_previous(self) -> None:
        self._marked(self.text.step_mark(-1))

    def _marked(self, place: Target | None) -> None:
        """Another clause of the page is read: no step of the trail, but the place to come back to."""
        if place is None or place == self.place:
            return
        self._move(self.state.trail.replace(place))
        self._show_bars()
        self.call_after_refresh(self._show_beside)

    @on(ClausePane.Moved)
    def _link_moved(self, event: ClausePane.Moved) -> None:
        bar = self.screen_stack[0].query_one(BottomBar)
        here = self.text.here
        unfolded = here is not None and self.text.preview_of(here) is not None
        said = None if event.link is None else say_link(self.library, event.link, self._name_and_title)
        bar.say(said, unfolded=unfolded)

    # keys: panes

    def action_contents(self) -> None:
        self._open_pane("contents", self.contents)
        if self.contents.display and self.place is not None:
            self.contents.reveal(self.place)

    def action_citing(self) -> None:
        self._open_pane("citing", self.citing)
        if self.citing.highlighted is None:
            self.citing.action_first()

    def _open_pane(self, name: str, pane: Tree[Any] | OptionList) -> None:
        """The first time the pane opens and takes the keys; the second time it gives them back, and closes."""
        base = self.screen_stack[0]
        if pane.has_focus:
            self.action_leave()
            return
        base.remove_class("open-contents", "open-citing")
        base.add_class(f"open-{name}")
        pane.focus()

    def action_leave(self) -> None:
        base = self.screen_stack[0]
        if not base.has_class("open-contents", "open-citing") and self.text.has_focus:
            self.text.leave_link()
        base.remove_class("open-contents", "open-citing")
        self.text.focus()

    @on(Tree.NodeSelected)
    async def _entry_chosen(self, event: Tree.NodeSelected[Entry | None]) -> None:
        entry = event.node.data
        if entry is not None and entry.problems:
            problems = problems_rows(self.library.problems(entry.document))
            self.push_screen(NoteScreen(entry.document, problems))
        elif entry is not None and entry.place is not None:
            self.action_leave()
            await self.visit(entry.place)
        else:
            event.node.toggle()

    @on(OptionList.OptionSelected, "#citing")
    async def _citing_chosen(self, event: OptionList.OptionSelected) -> None:
        place = self.citing.place(event.option_index)
        if place is not None:
            self.action_leave()
            await self.visit(place)

    # keys: search, numbers, help

    def action_search(self, query: str | None = None) -> None:
        words = self.state.query if query is None else query
        self.push_screen(
            SearchScreen(self.searcher, words, self._reading_language(), self.library.documents), self._searched
        )

    async def _searched(self, chosen: Chosen | None) -> None:
        if chosen is None:
            return
        self.state = replace(self.state, query=chosen.query)
        if chosen.hit is not None:
            self.text.focus()
            place = Target(document=chosen.hit.document, address=chosen.hit.address)
            try:
                clause = self.library.clause(place)
            except LawsearchError:
                # another program has changed the library since this reader was opened
                self.tell(_("The library has changed: this text is read when you open the reader again."), warning=True)
                return
            await self.visit(place, found_words(chosen.hit, clause))

    def action_go(self, begun: str = "") -> None:
        self.push_screen(GoScreen(self._find, self.describe, begun), self._went)

    def on_key(self, event: events.Key) -> None:
        """A digit begins a number at once."""
        if len(self.screen_stack) == 1 and event.character and event.character in "123456789":
            event.stop()
            self.action_go(event.character)

    async def _went(self, place: Target | None) -> None:
        if place is not None:
            self.text.focus()
            await self.visit(place)

    def _find(self, number: str) -> Target:
        return self.library.find(number, language=self._reading_language())[0]

    def _reading_language(self) -> str:
        return self.library.documents[self.place.document].language if self.place else self._language

    def action_help(self) -> None:
        self.push_screen(NoteScreen(_("Keys"), keys_rows()))

    # keys: languages, copying, colours

    async def action_language(self) -> None:
        """Russian → English → both, beginning with the language that is read."""
        place = self.place
        if place is None:
            return
        twins = self.library.twins(self.library.clause(place))
        if not twins:
            self.tell(_("This text exists in one language only."))
            if not self.state.both:
                return
        if self.state.both:
            self.state = replace(self.state, both=False)
            self._move(self.state.trail.replace(self._in_first_language(place)))
        elif self._is_first(place.document):
            self._move(self.state.trail.replace(place_of(twins[0])))
        else:
            # both are shown with the first language on the left
            self._move(self.state.trail.replace(place_of(twins[0])))
            self.state = replace(self.state, both=True)
        await self._show(stay=True)

    def _is_first(self, document: str) -> bool:
        """True for a text in the language of the interface: the cycle begins with it."""
        return self.library.documents[document].language == self._language

    def action_copy(self) -> None:
        place = self.place
        if place is None:
            return
        clause = self.library.clause(place)
        clauses = [clause, *(self.library.twins(clause) if self.state.both else ())]
        text = quote(clauses, [self.library.documents[item.document] for item in clauses])
        self.copy_to_clipboard(text)
        size = ngettext("{count} character", "{count} characters", len(text)).format(count=len(text))
        self.tell(_("Copied with its source: {clause} ({size})").format(clause=self.describe(place), size=size))

    def action_cite(self) -> None:
        place = self.place
        if place is None:
            return
        clause = self.library.clause(place)
        clauses = [clause, *(self.library.twins(clause) if self.state.both else ())]
        documents = [self.library.documents[item.document] for item in clauses]
        text = "\n".join(
            short_citation(document, item, document.language) for item, document in zip(clauses, documents, strict=True)
        )
        self.copy_to_clipboard(text)
        self.tell(_("Copied: {text}").format(text=text))

    def action_compare(self) -> None:
        self._push_note(_("The clause in two editions"), compared_rows)

    def action_duties(self) -> None:
        self._push_note(_("Words of duty"), duty_rows)

    def _push_note(self, heading: str, rows: Callable[[Library, Target], Sequence[RowText]]) -> None:
        place = self.place
        if place is None:
            return
        try:
            found = rows(self.library, place)
        except LawsearchError as error:
            self.tell(describe_error(error), warning=True)
            return
        self.push_screen(NoteScreen(f"{heading}: {self._short_name(place)}", found))

    def action_theme(self) -> None:
        now = self.state.theme or fitting_theme(os.environ)
        self.state = replace(self.state, theme="light" if now == "dark" else "dark")
        self._set_theme()
        self._keep_state()

    def _set_theme(self) -> None:
        few = self.no_color or self.console.color_system in (None, "standard", "windows")
        if few:
            self.theme = SIXTEEN
        else:
            self.theme = LIGHT if (self.state.theme or fitting_theme(os.environ)) == "light" else DARK

    def tell(self, message: str, *, warning: bool = False) -> None:
        """A word to the reader for some seconds; never read as markup."""
        self.notify(message, severity="warning" if warning else "information", timeout=_SECONDS, markup=False)

    def action_help_quit(self) -> None:
        """Ctrl+C leaves as everywhere else (Textual would explain another key, in English)."""
        self.exit()
