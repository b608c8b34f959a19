"""The pane that shows the law: rows of clauses, links to walk through, previews unfolded in place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.visual import RenderOptions, Visual
from textual.widget import Widget
from textual.widgets import Static

from lawsearch.browse.keys import bindings
from lawsearch.browse.page import Page
from lawsearch.browse.text import Found, Link, RowText, clause_cell, list_cell
from lawsearch.locale.display import safe
from lawsearch.model import Address, Document, Target

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.strip import Strip
    from textual.style import Style

    from lawsearch.library.aligning import Row

_WIDEST_NAME = 11
DEEPEST_PREVIEW = 4  # what is deeper is opened
_SETTLINGS, _SETTLING = 4, 0.02  # how often a new page is brought to its place, and how many seconds apart

Marks = Mapping[Target, Found]
# What a link list says of a place: its short name, and its title.
Naming = Callable[[Target], tuple[str, str]]


class RowVisual(Visual):
    """Draws a :class:`RowText` at whatever width it is given."""

    def __init__(self, row: RowText) -> None:
        self._row = row
        self._made: tuple[int, Content] | None = None

    def content(self, width: int) -> Content:
        if self._made is None or self._made[0] != width:
            self._made = (width, self._row.lines(width))
        return self._made[1]

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        return self.content(width).render_strips(width, height, style, options)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        return self.content(width).get_height(rules, width)


class Block(Widget):
    """One row of a page: a clause in one language or two, or a list of clauses."""

    ALLOW_SELECT = False

    class LinkClicked(Message):
        """A link of the block was clicked."""

        def __init__(self, block: Block, number: int) -> None:
            super().__init__()
            self.block = block
            self.number = number

    class Clicked(Message):
        """The block was clicked beside its links."""

        def __init__(self, block: Block) -> None:
            super().__init__()
            self.block = block

    def __init__(
        self, row: RowText, place: Target | None, *, names: frozenset[Address] = frozenset(), classes: str
    ) -> None:
        """``names`` are all addresses of the clause: one may be printed with two numbers."""
        super().__init__(classes=classes)
        self.row = row
        self.place = place
        self.names = names

    def render(self) -> RowVisual:
        return RowVisual(self.row)

    @property
    def links(self) -> tuple[Link, ...]:
        return self.row.links

    def line_of(self, number: int) -> int:
        """The line of the block on which a link begins."""
        if not self.row.link_lines and self.size.width:
            self.row.lines(self.size.width)
        return self.row.link_lines.get(number, 0)

    def set_current(self, number: int | None) -> None:
        if number != self.row.current:
            self.row.current = number
            self.refresh(layout=True)

    def on_click(self, event: events.Click) -> None:
        number = event.style.meta.get("link")
        if isinstance(number, int):
            event.stop()
            self.post_message(self.LinkClicked(self, number))
        elif self.place is not None:
            self.post_message(self.Clicked(self))


class Preview(Vertical):
    """The text of a reference's target, unfolded under the row in which the reference stands."""

    def __init__(self, owner: Block, number: int, places: tuple[Target, ...], blocks: Sequence[Block]) -> None:
        super().__init__(*blocks, classes="preview")
        self.owner = owner
        self.number = number
        self.places = places


@dataclass(frozen=True, slots=True)
class Here:
    """The link that Enter opens: a block and the number of the link in it."""

    block: Block
    number: int

    @property
    def link(self) -> Link:
        return self.block.links[self.number]


class ClausePane(VerticalScroll):
    """Scrolls with the arrow keys; Tab walks through the links."""

    BINDINGS = bindings(in_text=True)
    ALLOW_SELECT = False

    class Moved(Message):
        """Another link is current, or none."""

        def __init__(self, link: Link | None) -> None:
            super().__init__()
            self.link = link

    def __init__(self, naming: Naming) -> None:
        super().__init__(id="text")
        self._naming = naming
        self._here: Here | None = None
        self._kept: tuple[frozenset[Address], int] | None = None
        self._width = 0
        self._settling = 0
        self.page: Page | None = None
        self.marked: Target | None = None

    # showing

    async def show_page(self, page: Page, place: Target, marks: Marks, *, stay: bool = False) -> None:
        """Put a page in place, with the clause at ``place`` marked and brought into sight.

        With ``stay`` the clause that is in sight keeps its line of the screen, if the new page has it.
        """
        anchor = self._anchor() if stay else None
        same = page == self.page and not marks and not self.query(".found")
        self._set_here(None)
        self.page = page
        if not same:
            blocks = make_blocks(page.documents, page.rows, marks)
            if page.listed:
                blocks.append(_list_block([(place, *self._naming(place)) for place in page.listed]))
            await self._replace(blocks)
        self.mark(place)
        self._settling = _SETTLINGS
        self.call_after_refresh(self._settle, anchor)

    async def show_note(self, note: Content) -> None:
        """Put a note in place of a page."""
        self._set_here(None)
        self.page = self.marked = None
        await self._replace([Static(note, classes="note")])

    async def _replace(self, widgets: Sequence[Widget]) -> None:
        with self.app.batch_update():
            await self.remove_children()
            await self.mount_all(widgets)
            self.scroll_to(0, 0, animate=False)

    def mark(self, place: Target) -> None:
        """Mark the clause at a place; a place that is no row of the page marks the page's own clause."""
        self.marked = place
        rows = self._rows()
        marked = [row for row in rows if place.address in row.names] or rows[:1]
        for row in rows:
            row.set_class(row in marked, "marked")

    def _anchor(self) -> tuple[frozenset[Address], int] | None:
        """The marked clause if it is in sight, else the first one that is: its names, and its line of the screen."""
        rows = [(row, self._top_of(row) - round(self.scroll_y)) for row in self._rows() if row.names]
        seen = [(row, line) for row, line in rows if line + row.size.height > 0 and line < self.size.height]
        marked = [(row, line) for row, line in seen if row.has_class("marked") and line >= 0]
        found = next(iter(marked or seen), None)
        return (found[0].names, found[1]) if found is not None else None

    def _settle(self, anchor: tuple[frozenset[Address], int] | None, again: int = _SETTLINGS) -> None:
        """Bring the anchor back to its line, or the marked clause into sight.

        New rows get their heights a moment after they are mounted, so this is done some times.
        """
        row = None
        if anchor is not None:
            row = next((row for row in self._rows() if row.names & anchor[0]), None)
        if row is None or anchor is None:
            self._show_marked()
        else:
            line = min(anchor[1], max(self.size.height - min(row.size.height, self.size.height), 0))
            self.scroll_to(y=max(self._top_of(row) - line, 0), animate=False, immediate=True)
        self._settling = again
        if again:
            self.set_timer(_SETTLING, partial(self._settle, anchor, again - 1))
        else:
            self._kept = self._anchor()

    def on_resize(self) -> None:
        """What is read stays in sight in another width."""
        if self.page is not None and self._kept is not None:
            self._settling = _SETTLINGS
            self.call_after_refresh(self._settle, self._kept)

    def watch_scroll_y(self, old: float, new: float) -> None:
        super().watch_scroll_y(old, new)
        if not self._settling and self.size.width == self._width:
            self._kept = self._anchor()
        self._width = self.size.width

    def _show_marked(self) -> None:
        """The marked clause in sight, with what stands above it where there is room."""
        rows = self._rows()
        block = next((row for row in rows if row.has_class("marked")), None)
        top = 0 if block is None or block is rows[0] else max(self._top_of(block) - self.size.height // 4, 0)
        if block is None or self._top_of(block) + block.size.height > self.size.height:
            self.scroll_to(y=top, animate=False, immediate=True)
        else:
            self.scroll_to(y=0, animate=False, immediate=True)

    def step_mark(self, step: int) -> Target | None:
        """The clause after (1) or before (-1) the marked one, brought into sight."""
        rows = [(block, block.place) for block in self._rows() if block.place is not None]
        here = next((number for number, (block, _) in enumerate(rows) if block.has_class("marked")), -1)
        wanted = min(max(here + step, 0), len(rows) - 1)
        if not rows or wanted == here:
            return None
        block, place = rows[wanted]
        self.mark(place)
        self._set_here(None)
        self.scroll_to_widget(block, animate=False)
        return place

    def _rows(self) -> list[Block]:
        """The rows of the page itself, without those of previews."""
        return [block for block in self.query(Block) if _own(block)]

    # links

    @property
    def here(self) -> Here | None:
        """The current link."""
        return self._here

    def step_link(self, step: int) -> None:
        """To the next (1) or the previous (-1) link; from none, to the first in or after the marked clause."""
        links = [Here(block, number) for block in self.query(Block) for number in range(len(block.links))]
        if not links:
            return
        if self._here in links:
            self._set_here(links[(links.index(self._here) + step) % len(links)])
            return
        blocks = list(self.query(Block))
        marked = next((number for number, block in enumerate(blocks) if block.has_class("marked")), 0)
        later = [link for link in links if blocks.index(link.block) >= marked]
        earlier = [link for link in links if blocks.index(link.block) < marked]
        self._set_here((later or links)[0] if step > 0 else (earlier or links)[-1])

    def leave_link(self) -> bool:
        """No link is current any more; True if one was."""
        was = self._here is not None
        self._set_here(None)
        return was

    def link_number(self) -> int | None:
        """The current link, counted through the page; for one inside a preview the link that was unfolded."""
        if self._here is None:
            return None
        outer = [item for item in self._here.block.ancestors if isinstance(item, Preview)]
        here = Here(outer[-1].owner, outer[-1].number) if outer else self._here
        links = self._page_links()
        return links.index(here) if here in links else None

    def choose_number(self, number: int | None) -> None:
        """Make a link of the page current, as :meth:`link_number` counts."""
        links = self._page_links()
        if number is not None and number < len(links):
            self._set_here(links[number])

    def _page_links(self) -> list[Here]:
        return [Here(block, number) for block in self.query_children(Block) for number in range(len(block.links))]

    def choose(self, block: Block, number: int) -> None:
        """Make a link current."""
        self._set_here(Here(block, number))

    def _set_here(self, here: Here | None) -> None:
        if self._here is not None and (here is None or here.block is not self._here.block):
            self._here.block.set_current(None)
        self._here = here
        if here is not None:
            here.block.set_current(here.number)
            self.call_after_refresh(self._show_here)
        self.post_message(self.Moved(here.link if here else None))

    def _show_here(self) -> None:
        """Scroll no further than the current link needs."""
        if self._here is None or not self._here.block.is_attached:
            return
        line = self._top_of(self._here.block) + self._here.block.line_of(self._here.number)
        last = self.size.height - 2
        if not self.scroll_y <= line <= self.scroll_y + last:
            self.scroll_to(y=max(line - self.size.height // 3, 0), animate=False, immediate=True)

    # previews

    def preview_of(self, here: Here) -> Preview | None:
        """The unfolded preview of a link, if there is one."""
        return next(
            (item for item in self.query(Preview) if (item.owner, item.number) == (here.block, here.number)), None
        )

    def shown_above(self, here: Here) -> set[Target]:
        """The places whose text the link stands in: unfolding one of them again would go round in circles."""
        above = {place for item in here.block.ancestors if isinstance(item, Preview) for place in item.places}
        return above | ({self.page.root} if self.page else set())

    def depth_of(self, here: Here) -> int:
        return sum(isinstance(item, Preview) for item in here.block.ancestors)

    async def unfold(self, here: Here, places: tuple[Target, ...], blocks: Sequence[Block]) -> None:
        """Set blocks under the row of a link, after the previews that the row has already."""
        preview = Preview(here.block, here.number, places, blocks)
        parent = here.block.parent
        assert isinstance(parent, Widget)
        after: Widget = here.block
        for sibling in parent.children[parent.children.index(here.block) + 1 :]:
            if not (isinstance(sibling, Preview) and sibling.owner is here.block and sibling.number < here.number):
                break
            after = sibling
        await parent.mount(preview, after=after)
        self.post_message(self.Moved(here.link))
        self.call_after_refresh(self._show_preview, here, preview)

    def _show_preview(self, here: Here, preview: Preview) -> None:
        """Bring the preview into sight, but never push out its link, nor the clause around that if it is short."""
        if not preview.is_attached or not here.block.is_attached:
            return
        top = self._top_of(here.block)
        link = here.block.line_of(here.number)
        top = top if link <= self.size.height // 3 else top + link - 1
        stop = self._top_of(preview) + preview.region.height
        if stop > self.scroll_y + self.size.height:
            self.scroll_to(y=min(top, stop - self.size.height), animate=False, immediate=True)

    def _top_of(self, widget: Widget) -> int:
        """The line of the whole page on which a widget begins."""
        return widget.region.y - self.content_region.y + round(self.scroll_y)

    async def fold(self, preview: Preview) -> None:
        await preview.remove()
        self.post_message(self.Moved(self._here.link if self._here else None))

    def targets_block(self, places: Sequence[Target]) -> Block:
        """A block that names places, each a link."""
        return _list_block([(place, *self._naming(place)) for place in places])


def make_blocks(documents: Sequence[Document], rows: Sequence[Row], marks: Marks) -> list[Block]:
    """The blocks of aligned rows."""
    names = [_margin_name(row) for row in rows]
    margin = max((len(name) for name in names), default=0)
    margin = margin + 2 if margin else 0
    blocks = []
    for row, name in zip(rows, names, strict=True):
        place = None
        addresses: set[Address] = set()
        found: dict[int, Found] = {}
        for column, cell in enumerate(row.cells):
            if cell is not None and cell.address is not None:
                full = Target(document=documents[column].id, address=cell.address)
                place = place or full
                addresses |= {cell.address, *cell.also}
                if full in marks:
                    found[column] = marks[full]
        text = RowText(
            name=name,
            cells=tuple(clause_cell(cell, found.get(column)) for column, cell in enumerate(row.cells)),
            languages=tuple(document.language for document in documents),
            margin=margin,
            depth=max(row.depth - 1, 0),
        )
        headed = any(cell is not None and cell.heading for cell in row.cells)
        classes = ("top" if row.depth == 0 else "headed" if headed else "") + (" found" if found else "")
        blocks.append(Block(text, place, names=frozenset(addresses), classes=classes))
    return blocks


def _margin_name(row: Row) -> str:
    """The address as it stands in the margin; a name in words is said by the heading."""
    if row.address is None or row.address.prefix:
        return ""
    name = safe(str(row.address))
    return name if len(name) <= _WIDEST_NAME else name[: _WIDEST_NAME - 1] + "…"


def _list_block(entries: Sequence[tuple[Target, str, str]]) -> Block:
    row = RowText(name="", cells=(list_cell(entries),), languages=("",), margin=0)
    return Block(row, None, classes="list")


def _own(block: Block) -> bool:
    """True for a row of the page itself."""
    return not any(isinstance(item, Preview) for item in block.ancestors)
