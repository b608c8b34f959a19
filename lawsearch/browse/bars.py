"""The lines above and below the text: what is read, the trail, and the keys or where the current reference leads."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from lawsearch.browse.keys import Key, all_keys, shown_keys
from lawsearch.locale import gettext as _
from lawsearch.locale.display import safe
from lawsearch.model import Document


class _Bar(Widget):
    """One line that is made anew for each width."""

    ALLOW_SELECT = False

    def render(self) -> Content:
        return self.line(self.size.width)

    def line(self, width: int) -> Content:
        raise NotImplementedError

    def on_resize(self) -> None:
        self.refresh()


class TopBar(_Bar):
    """Edition, document and its standing, always in sight."""

    def __init__(self) -> None:
        super().__init__(id="top")
        self._documents: Sequence[Document] = ()

    def show(self, documents: Sequence[Document]) -> None:
        self._documents = documents
        self.refresh()

    def line(self, width: int) -> Content:
        if not self._documents:
            return Content.styled(" lawsearch", "bold")
        first = self._documents[0]
        names = " + ".join(document.id for document in self._documents)
        facts = [
            Content.styled(safe(names), "bold"),
            Content(_("edition {edition}").format(edition=safe(first.edition))),
            Content(standing(first)),
        ]
        line = Content(" · ").join(facts)
        if line.cell_length + 2 > width and len(self._documents) > 1:
            both = f"{first.series}-{first.edition} " + "+".join(document.language for document in self._documents)
            line = Content(" · ").join([Content.styled(safe(both), "bold"), *facts[2:]])
        if line.cell_length + 2 > width:
            line = Content(" · ").join([facts[0], *facts[2:]])
        title = Content.styled(f"   {safe(first.title)}", "$quiet")
        if line.cell_length + title.cell_length + 2 <= width:
            line = line + title
        return Content(" ") + line.truncate(max(width - 1, 1), ellipsis=True)


def standing(document: Document) -> str:
    """What kind of text it is, or that it is the user's own copy, in the language of the interface."""
    if document.embedded:
        return _("unofficial restatement") if document.role == "laws" else _("unofficial notes")
    return _("your own copy")


class TrailBar(_Bar):
    """Back, forward and the places of the trail; each can be clicked."""

    class Chosen(Message):
        """A place of the trail was clicked."""

        def __init__(self, position: int) -> None:
            super().__init__()
            self.position = position

    def __init__(self) -> None:
        super().__init__(id="trail")
        self._names: Sequence[str] = ()
        self._position = -1
        self._citing = 0

    def show_citing(self, count: int) -> None:
        """How many places refer to the clause: said here while their pane is folded away."""
        self._citing = count
        self.refresh()

    def show(self, names: Sequence[str], position: int) -> None:
        self._names = names
        self._position = position
        self._citing = 0
        self.refresh()

    def line(self, width: int) -> Content:
        back = self._step("‹", self._position - 1)
        forward = self._step("›", self._position + 1)
        lead = Content(" ") + back + Content(" ") + forward + Content("  ")
        tail = Content("")
        if self._citing:
            tail = Content(_("cited by {count}").format(count=self._citing) + " ")
            tail = tail.stylize("$quiet").stylize(Style.from_meta({"action": "citing"}))
        room = max(width - lead.cell_length - tail.cell_length - 2, 8)
        crumbs = self._crumbs(room)
        return lead + crumbs + " " * (room - crumbs.cell_length + 2) + tail

    def _step(self, sign: str, position: int) -> Content:
        if 0 <= position < len(self._names):
            return Content.styled(sign, "bold $accent").stylize(Style.from_meta({"position": position}))
        return Content.styled(sign, "$line")

    def _crumbs(self, room: int) -> Content:
        """The current place with as many neighbours as fit, the earlier ones first."""
        if not self._names:
            return Content("")
        first = last = self._position
        used = len(self._names[self._position]) + 4
        while True:
            if first > 0 and used + len(self._names[first - 1]) + 3 <= room:
                first -= 1
                used += len(self._names[first]) + 3
            elif last < len(self._names) - 1 and used + len(self._names[last + 1]) + 3 <= room:
                last += 1
                used += len(self._names[last]) + 3
            else:
                break
        crumbs = [self._crumb(number) for number in range(first, last + 1)]
        line = Content.styled(" → ", "$quiet").join(crumbs)
        before = Content("… ") if first else Content("")
        return before + line + (Content(" …") if last < len(self._names) - 1 else Content(""))

    def _crumb(self, number: int) -> Content:
        here = number == self._position
        style = "bold $accent" if here else "$quiet"
        return Content.styled(self._names[number], style).stylize(Style.from_meta({"position": number}))

    async def on_click(self, event: events.Click) -> None:
        position, action = event.style.meta.get("position"), event.style.meta.get("action")
        if isinstance(position, int):
            self.post_message(self.Chosen(position))
        elif isinstance(action, str):
            await self.app.run_action(f"app.{action}")


def _hint(key: Key) -> Content:
    hint = Content.styled(shown_keys(key).split()[0], "bold $accent") + Content(f" {_(key.hint)}")
    return hint.stylize(Style.from_meta({"action": key.action}))


class BottomBar(_Bar):
    """The most useful keys (they can be clicked), or where the current reference leads."""

    def __init__(self) -> None:
        super().__init__(id="bottom")
        self._said: str | None = None
        self._unfolded = False

    def say(self, text: str | None, *, unfolded: bool = False) -> None:
        """Where the current reference leads; ``unfolded`` if its text stands below it already."""
        if (text, unfolded) != (self._said, self._unfolded):
            self._said, self._unfolded = text, unfolded
            self.refresh()

    def line(self, width: int) -> Content:
        if self._said is not None:
            return self._said_line(self._said, width, unfolded=self._unfolded)
        line = Content(" ")
        *hints, last = sorted((key for key in all_keys() if key.hint), key=lambda key: key.rank)
        room = width - _hint(last).cell_length - 1
        for key in hints:
            if line.cell_length + _hint(key).cell_length + 2 <= room:
                line = line + _hint(key) + Content("  ")
        return line + _hint(last)

    @staticmethod
    def _said_line(said: str, width: int, *, unfolded: bool) -> Content:
        words = _("Enter opens  Space folds") if unfolded else _("Enter opens  Space unfolds")
        keys = Content.styled("   " + words, "$quiet")
        line = Content.styled(f" {safe(said)}", "bold")
        room = width - keys.cell_length
        if room < 24:
            return line.truncate(width, ellipsis=True)
        line = line.truncate(room, ellipsis=True)
        return line + " " * (room - line.cell_length) + keys

    async def on_click(self, event: events.Click) -> None:
        action = event.style.meta.get("action")
        if isinstance(action, str):
            await self.app.run_action(f"app.{action}")
