"""A session of the full-screen reader: what a person presses, driven by Textual's pilot, and what is then shown."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.widgets import Input

from lawsearch import locale
from lawsearch.browse.app import Reader
from lawsearch.browse.search_screen import SearchScreen
from lawsearch.browse.state import ReaderState
from lawsearch.browse.trail import Trail
from lawsearch.library import Library

T = TypeVar("T")
Play = Callable[["HeardReader", Pilot[None]], Awaitable[None]]


class HeardReader(Reader):
    """The reader, with what it told the person in passing."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.told: list[str] = []

    def tell(self, message: str, *, warning: bool = False) -> None:
        self.told.append(message)
        super().tell(message, warning=warning)


def read(
    shelf: Library,
    play: Play,
    *,
    place: str | None = "54",
    size: tuple[int, int] = (80, 24),
    language: str = "en",
    **options: Any,
) -> HeardReader:
    """One session: the reader opens at a place, and ``play`` presses keys."""
    locale.activate(language)
    state = options.pop("state", None)
    if state is None:
        state = ReaderState(trail=Trail().visit(shelf.find(place, language=language)[0]) if place else Trail())
    reader = HeardReader(shelf, state, language=language, **options)

    async def session() -> None:
        async with reader.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await play(reader, pilot)

    try:
        asyncio.run(session())
    finally:
        locale.activate("en")
    return reader


def screen_of(reader: Reader) -> list[str]:
    """What a person sees, line by line."""
    svg = reader.export_screenshot()
    lines = [[" "] * reader.size.width for _ in range(reader.size.height)]
    for x, y, text in re.findall(r'<text class="[^"]*-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>', svg):
        row, column = round((float(y) - 20) / 24.4), round(float(x) / 12.2)
        written = html.unescape(text).replace("\xa0", " ")
        lines[row][column : column + len(written)] = written
    return ["".join(line).rstrip() for line in lines]


def seen(reader: Reader) -> str:
    return "\n".join(screen_of(reader))


def address(reader: Reader) -> str:
    assert reader.place is not None
    return f"{reader.place.document}:{reader.place.address}"


def focus(reader: Reader) -> str | None:
    return reader.focused.id if reader.focused is not None else None


def shown_panes(reader: Reader) -> set[str]:
    return {name for name in ("contents", "text", "citing") if reader.query_one(f"#{name}").display}


async def at_rest(pilot: Pilot[None], look: Callable[[], T]) -> T:
    """What is seen when it has been the same three times running."""
    seen_before: list[T] = []
    for _ in range(600):
        await pilot.pause(0.1)
        await pilot.pause()
        seen_before = [*seen_before, look()][-3:]
        if len(seen_before) == 3 and all(one == seen_before[-1] for one in seen_before):
            return seen_before[-1]
    raise AssertionError(f"it never comes to rest: {seen_before}")


async def searched(reader: Reader, pilot: Pilot[None], words: str) -> SearchScreen:
    """Open the search, write, wait for the answer."""
    await pilot.press("slash")
    screen = reader.screen
    assert isinstance(screen, SearchScreen)
    screen.query_one(Input).value = words
    await answered(screen, pilot)
    return screen


async def answered(screen: SearchScreen, pilot: Pilot[None]) -> None:
    for _ in range(600):
        await pilot.pause(0.02)
        if screen.answered == screen.query_one(Input).value:
            await pilot.pause()
            return
    raise AssertionError("no answer came")
