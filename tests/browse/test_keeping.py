"""The full-screen reader keeps the place, says why a hit was found, and puts texts beside each other row by row."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from lawsearch.browse.app import Reader
from lawsearch.browse.clause_pane import Block
from lawsearch.browse.screens import NoteScreen
from lawsearch.browse.search_screen import SearchScreen
from lawsearch.browse.state import ReaderState
from lawsearch.browse.trail import Trail
from lawsearch.library import Library
from lawsearch.model import Target
from tests.browse.session import HeardReader, answered, at_rest, read, screen_of, seen


def line_of(reader: Reader) -> int:
    """The line of the text's pane on which the marked clause begins."""
    pane = reader.text
    marked = next(row for row in pane.query_children(Block) if row.has_class("marked"))
    return marked.region.y - pane.content_region.y


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (120, 40)])
def test_the_marked_clause_keeps_its_line_in_another_language_and_width(shelf: Library, size: tuple[int, int]) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        before = await at_rest(pilot, partial(line_of, reader))
        assert 0 < before < reader.text.size.height
        for _ in range(3):
            await pilot.press("l")
            line = await at_rest(pilot, partial(line_of, reader))
            assert abs(line - before) <= 6
            assert 0 <= line < reader.text.size.height
        for width, height in ((40, 12), (100, 30)):
            await pilot.resize_terminal(width, height)
            assert 0 <= await at_rest(pilot, partial(line_of, reader)) < reader.text.size.height

    read(shelf, play, place="54E", size=size)


def test_a_wider_screen_shows_where_one_is_in_the_contents(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(130, 40)
        node = await at_rest(pilot, lambda: reader.contents.cursor_node)
        assert node is not None
        assert node.data is not None
        assert node.data.place is not None
        assert str(node.data.place.address) == "54"

    read(shelf, play, place="54", size=(80, 24))


def test_a_clause_in_two_languages_is_one_step(shelf: Library) -> None:
    ru, en = (Target(document=f"digest-2017-{code}", address=shelf.show("54E").address) for code in ("ru", "en"))  # type: ignore[arg-type]
    other = Target(document="digest-2017-en", address=shelf.show("50").address)  # type: ignore[arg-type]

    def same(one: Target, two: Target) -> bool:
        return one.address == two.address

    assert Trail((ru, en, other), 1).merged(same) == Trail((en, other), 0)
    assert Trail((ru, en, other), 0).merged(same) == Trail((ru, other), 0)
    assert Trail((other, ru, en), 2).merged(same) == Trail((other, en), 1)
    assert Trail((other, ru), 0).merged(same) == Trail((other, ru), 0)
    assert Trail().merged(same) == Trail()

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        assert "54E → 54E" not in screen_of(reader)[1]

    read(shelf, play, place="54E", state=ReaderState(trail=Trail((ru, en), 1)))


def test_hits_say_why_they_were_found_and_where_they_stand(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        reader.action_search("lead by the wrong hand")
        await pilot.pause()
        assert isinstance(reader.screen, SearchScreen)
        await answered(reader.screen, pilot)
        text = seen(reader)
        assert "players say:" in text
        assert "Laws 2017, restatement" in text
        assert "digest-2017-en" not in text
        chosen = [line for line in screen_of(reader) if "▸" in line]
        assert len(chosen) == 1
        await pilot.press("down")
        await pilot.pause()
        moved = [line for line in screen_of(reader) if "▸" in line]
        assert len(moved) == 1
        assert moved != chosen

    read(shelf, play)


def test_tables_of_two_languages_stand_row_beside_row(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("l", "l")
        lines = await at_rest(pilot, lambda: screen_of(reader))
        first = next(line for line in lines if "Hearts or spades, each" in line)
        assert "Червы или пики" in first
        after = next(line for line in lines if "When the trick points of one" in line)
        assert "Если очки за взятки" in after

    read(shelf, play, place="77", size=(120, 40))


def test_a_citation_a_comparison_and_the_words_of_duty(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("c")
        await pilot.pause()
        assert reader.told[-1] == "Copied: Law 54B2 (2017 edition)"
        await pilot.press("w")
        await pilot.pause()
        assert isinstance(reader.screen, NoteScreen)
        assert "54B2" in seen(reader)
        await pilot.press("escape", "e")
        await pilot.pause()
        assert "no other edition in this language" in " ".join(seen(reader).split())

    read(shelf, play, place="54B2")


def test_the_bottom_line_says_what_space_does(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        await pilot.pause()
        assert "Space unfolds" in screen_of(reader)[-1]
        await pilot.press("space")
        await pilot.pause()
        assert "Space folds" in screen_of(reader)[-1]
        await pilot.press("space")
        await pilot.pause()
        assert "Space unfolds" in screen_of(reader)[-1]

    read(shelf, play, place="54")


def test_back_and_language_are_named_on_a_narrow_screen(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert "b back" in screen_of(reader)[-1]
        assert "l language" in screen_of(reader)[-1]

    read(shelf, play, size=(60, 24))


def test_a_hit_of_a_text_that_was_added_meanwhile_is_no_failure(
    small_home_copy: Path, small_corpus_in_use: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        with Library.open(small_home_copy) as other:
            other.add([text], as_document="zebra-2007-en")
        reader.action_search("zebrahorse")
        await pilot.pause()
        assert isinstance(reader.screen, SearchScreen)
        await answered(reader.screen, pilot)
        assert reader.screen.query_one(OptionList).option_count
        await pilot.press("enter")
        await pilot.pause()
        assert "The library has changed" in reader.told[-1]

    monkeypatch.setenv("TERM", "xterm-256color")
    text = tmp_path / "zebra.txt"
    text.write_text("House rules\n\n1. A zebrahorse waits outside.\n", encoding="utf-8")
    with Library.open(small_home_copy) as opened:
        read(opened, play, place="51")
