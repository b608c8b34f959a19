"""The full-screen reader, driven by Textual's pilot: what a person presses, and what is then on the screen."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import struct
import sys
import termios
from pathlib import Path

import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from lawsearch import locale
from lawsearch.browse.app import Reader
from lawsearch.browse.bars import TrailBar
from lawsearch.browse.clause_pane import Block, Preview
from lawsearch.browse.keys import GROUPS, all_keys, bindings, shown_keys, what_it_does
from lawsearch.browse.page import Outlines, page_of, place_of
from lawsearch.browse.screens import GoScreen, NoteScreen
from lawsearch.browse.search_screen import SearchScreen
from lawsearch.browse.searcher import Searcher
from lawsearch.browse.state import STATE_FILE, ReaderState, load_state
from lawsearch.browse.theme import DARK, LIGHT, SIXTEEN
from lawsearch.browse.trail import Trail
from lawsearch.library import Library
from lawsearch.model import Results, Target
from tests.browse.conftest import OWN
from tests.browse.session import (
    HeardReader,
    address,
    answered,
    focus,
    read,
    screen_of,
    searched,
    seen,
    shown_panes,
)
from tests.cli.calling import command, environment, on_terminal
from tests.conftest import ROOT

# the way of a director: search, open, follow, come back


def test_search_open_follow_and_come_back(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("slash", *"карт")
        screen = reader.screen
        assert isinstance(screen, SearchScreen)
        await answered(screen, pilot)
        assert screen.query_one(OptionList).option_count
        screen.query_one(Input).value = "штрафными картами"  # an inflected form
        await answered(screen, pilot)
        hits = screen.query_one(OptionList)
        assert hits.option_count > 5
        assert hits.highlighted == 0
        await pilot.press("down")
        assert hits.highlighted == 1
        await pilot.press("up", "up", "enter")
        await pilot.pause()
        first = address(reader)
        assert first.startswith("digest-2017-ru:5")
        assert "штрафн" in seen(reader).lower()
        await pilot.press("tab")
        here = reader.text.here
        assert here is not None
        target = here.link.targets[0]
        assert f"→ {target.address} " in screen_of(reader)[-1]
        await pilot.press("enter")
        await pilot.pause()
        assert reader.place == target
        await pilot.press("backspace")
        await pilot.pause()
        assert address(reader) == first
        back = reader.text.here
        assert back is not None
        assert back.link == here.link  # the reference that was followed is current again
        await pilot.press("alt+right")
        await pilot.pause()
        assert reader.place == target
        await pilot.press("b", "b")
        await pilot.pause()
        assert address(reader) == "digest-2017-ru:54"

    read(shelf, play, language="ru")


def test_found_words_are_marked(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await searched(reader, pilot, "established revoke")
        await pilot.press("enter")
        await pilot.pause()
        assert list(reader.text.query(".found"))
        assert reader.state.query == "established revoke"
        await pilot.press("slash")
        await pilot.pause()
        assert reader.screen.query_one(Input).value == "established revoke"

    read(shelf, play)


def test_empty_search_finds_nothing_and_says_nothing(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("slash", "space", "space", "enter")
        await pilot.pause(0.3)
        assert reader.screen.query_one(OptionList).option_count == 0
        await pilot.press("escape")
        await pilot.pause()
        assert focus(reader) == "text"
        assert address(reader) == "digest-2017-en:54"

    read(shelf, play)


@pytest.mark.parametrize(("words", "said"), [("xyzzyqua", "Nothing found for"), ("54d", "Read as the clause 54D")])
def test_what_the_search_says(shelf: Library, words: str, said: str) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        screen = await searched(reader, pilot, words)
        assert said in str(screen.query_one("#answer", Static).content)
        if words == "54d":
            await pilot.press("enter")
            await pilot.pause()
            assert address(reader) == "digest-2017-en:54D"  # the language that is read

    read(shelf, play)


def test_a_slip_is_mended_and_said(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        screen = await searched(reader, pilot, "concession revocke")
        assert "concession revoke" in seen(reader)
        assert screen.query_one(OptionList).option_count > 0

    read(shelf, play)


def test_a_suggestion_is_taken_with_enter(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    async def search(_self: Searcher, query: str, _language: str) -> Results:
        suggestions = ("concession revoke",) if query == "concession revocke" else ()
        return Results(query=query, total=0, hits=(), suggestions=suggestions)

    monkeypatch.setattr(Searcher, "search", search)

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        screen = await searched(reader, pilot, "concession revocke")
        assert "Did you mean" in seen(reader)
        screen.query_one(OptionList).highlighted = 0
        await pilot.press("enter")
        await answered(screen, pilot)
        assert screen.query_one(Input).value == "concession revoke"

    read(shelf, play)


def test_words_on_the_command_line_open_the_search(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        screen = reader.screen
        assert isinstance(screen, SearchScreen)
        await answered(screen, pilot)
        assert screen.query_one(OptionList).option_count > 3

    read(shelf, play, query="penalty card")


def test_an_old_answer_never_overtakes_a_newer_one(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def search(self: Searcher, query: str, language: str) -> Results:
        asked.append(query)
        await asyncio.sleep(0.3 if len(query) == 1 else 0.01)  # the first question takes longest
        return Results(query=query, total=0, hits=())

    monkeypatch.setattr(Searcher, "search", search)
    monkeypatch.setattr("lawsearch.browse.search_screen.DEBOUNCE", 0.001)

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("slash", "a")
        while not asked:
            await pilot.pause(0.01)
        await pilot.press("b")
        screen = reader.screen
        assert isinstance(screen, SearchScreen)
        await answered(screen, pilot)
        await pilot.pause(0.4)
        assert asked == ["a", "ab"]
        assert "“ab”" in str(reader.screen.query_one("#answer", Static).content)

    read(shelf, play)


def test_typing_asks_once(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def search(self: Searcher, query: str, language: str) -> Results:
        asked.append(query)
        return Results(query=query, total=0, hits=())

    monkeypatch.setattr(Searcher, "search", search)
    monkeypatch.setattr("lawsearch.browse.search_screen.DEBOUNCE", 0.4)

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("slash")
        screen = reader.screen
        assert isinstance(screen, SearchScreen)
        for length in range(1, 7):
            screen.query_one(Input).value = "revoke"[:length]
        await answered(screen, pilot)
        assert asked == ["revoke"]

    read(shelf, play)


# references


def test_a_preview_unfolds_in_place_and_folds_again(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        heading = shelf.show("53", language="en").heading
        assert heading
        await pilot.press("tab")
        assert heading not in "\n".join(screen_of(reader)[:-1])
        await pilot.press("space")
        await pilot.pause()
        assert heading in "\n".join(screen_of(reader)[:-1])
        assert len(reader.text.query(Preview)) == 1
        assert address(reader) == "digest-2017-en:54"  # nobody has gone anywhere
        await pilot.press("tab", "space")  # a reference inside the preview
        await pilot.pause()
        assert len(reader.text.query(Preview)) == 2
        await pilot.press("space")
        await pilot.pause()
        assert len(reader.text.query(Preview)) == 1
        await pilot.press("shift+tab", "space")
        await pilot.pause()
        assert not reader.text.query(Preview)

    read(shelf, play, size=(80, 40))


def test_previews_do_not_go_round_in_circles(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        # 54 → 41 → 54
        links = [link for block in reader.text.query(Block) for link in block.links]
        steps = next(number for number, link in enumerate(links, 1) if str(link.targets[0].address) == "41")
        await pilot.press(*["tab"] * steps, "space")
        await pilot.pause()
        inside = [link for block in reader.text.query(Preview).first().query(Block) for link in block.links]
        circle = next(number for number, link in enumerate(inside, 1) if str(link.targets[0].address) == "54")
        await pilot.press(*["tab"] * circle, "space")
        await pilot.pause()
        assert len(reader.text.query(Preview)) == 1
        assert "on the screen already" in reader.told[-1]

    read(shelf, play, size=(120, 60))


def test_a_reference_with_several_targets_lists_them(shelf: Library) -> None:
    clauses = (part for name in shelf.documents for tree in shelf.toc(name) for part in tree.walk())
    clause = next(part for part in clauses if any(len(item.targets) > 1 for item in part.references) and part.address)
    wanted = next(item for item in clause.references if len(item.targets) > 1)

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        while reader.text.here is None or reader.text.here.link.targets != wanted.targets:
            await pilot.press("tab")
        await pilot.press("enter")
        await pilot.pause()
        listed = reader.text.query(Preview).first().query(Block).first()
        assert [link.targets for link in listed.links] == [(target,) for target in wanted.targets]
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert reader.place == wanted.targets[0]

    read(shelf, play, place=f"{clause.document}:{clause.address}")


def test_a_reference_that_leads_nowhere_says_so(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        assert "edition of 2017" in screen_of(reader)[-1]  # the club's text is of 2024
        await pilot.press("tab")
        assert "there is no such clause" in screen_of(reader)[-1]
        before = reader.place
        await pilot.press("enter")
        await pilot.press("space")
        await pilot.pause()
        assert reader.place == before
        assert not reader.text.query(Preview)

    read(shelf, play, place=f"{OWN}:2")


def test_back_references_with_their_sentences(shelf: Library) -> None:
    citing = shelf.citing(shelf.show("54D", language="en"))

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        assert f"cited by {len(citing)}" in screen_of(reader)[1]
        await pilot.press("r")
        await pilot.pause()
        assert focus(reader) == "citing"
        assert " ".join(citing[0].sentence.split())[:12] in seen(reader)
        await pilot.press("enter")
        await pilot.pause()
        assert reader.place == citing[0].source
        assert focus(reader) == "text"

    assert citing
    read(shelf, play, place="54D")


def test_links_and_crumbs_answer_the_mouse(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        lines = screen_of(reader)
        row = next(number for number, line in enumerate(lines) if "Law 53" in line)
        await pilot.click(offset=(lines[row].index("Law 53") + 1, row))
        await pilot.pause()
        assert address(reader) == "digest-2017-en:53"
        assert "54 → 53" in screen_of(reader)[1]
        await pilot.click(TrailBar, offset=(screen_of(reader)[1].index("54"), 0))
        await pilot.pause()
        assert address(reader) == "digest-2017-en:54"
        await pilot.click(TrailBar, offset=(screen_of(reader)[1].index("›"), 0))
        await pilot.pause()
        assert address(reader) == "digest-2017-en:53"
        await pilot.click("#bottom", offset=(screen_of(reader)[-1].index("? help"), 0))
        await pilot.pause()
        assert isinstance(reader.screen, NoteScreen)

    read(shelf, play)


def test_a_click_marks_a_clause(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        row = next(number for number, line in enumerate(screen_of(reader)) if "54A" in line)
        await pilot.click(offset=(3, row))
        await pilot.pause()
        assert address(reader) == "digest-2017-en:54A"
        assert len(reader.state.trail.places) == 1

    read(shelf, play)


# moving about


def test_leafing_is_one_step_of_the_trail(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("n", "n", "n", "p")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:56"
        await pilot.press("b")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:54"

    read(shelf, play)


@pytest.mark.parametrize(("start", "key", "end"), [("5", "p", "4"), ("4", "n", "5"), ("chapter:6", "n", "41")])
def test_leafing_crosses_chapters(shelf: Library, start: str, key: str, end: str) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press(key)
        await pilot.pause()
        assert address(reader) == f"digest-2017-en:{end}"

    read(shelf, play, place=start)


def test_leafing_stops_at_the_ends(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:93"
        assert "The document ends here" in reader.told[-1]

    read(shelf, play, place="93")


def test_every_page_of_every_document_can_be_made(shelf: Library) -> None:
    """Walking with ``n`` from the first page shows each clause exactly once."""
    outlines = Outlines(shelf)
    for document in shelf.documents:
        shown = []
        root = next(tree for tree in outlines.trees(document) if tree.address is not None)
        place: Target | None = page_of(shelf, outlines, place_of(root), both=False).root
        while place is not None:
            page = page_of(shelf, outlines, place, both=False)
            assert page.root == place
            shown += [cell for row in page.rows for cell in row.cells]
            place = outlines.beside(place, 1)
        every = [clause for tree in outlines.trees(document) for clause in tree.walk() if clause.kind != "chapter"]
        assert len(shown) >= len(every) > 3
        assert [str(cell.address) for cell in shown if cell is not None and cell.kind != "chapter"] == [
            str(clause.address) for clause in every
        ]


def test_go_to_a_number(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("g", *"27b9")
        await pilot.press("enter")
        assert isinstance(reader.screen, GoScreen)
        assert "There is no clause 27B9" in str(reader.screen.query_one("#answer", Static).content)
        reader.screen.query_one(Input).value = "Правило 64А1"
        await pilot.pause()
        assert "→ 64A1" in str(reader.screen.query_one("#answer", Static).content)
        await pilot.press("enter")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:64A1"
        assert "64A1" in seen(reader)
        await pilot.press("g", "enter")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:64A1"
        await pilot.press("2", "5", "enter")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:25"

    read(shelf, play)


def test_the_mark_moves_and_stays_in_sight(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("j", "j", "j", "j", "j", "j")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:54D"
        assert any(line.startswith("▌ 54D") for line in screen_of(reader))
        await pilot.press("k")
        assert address(reader) == "digest-2017-en:54C"
        assert len(reader.state.trail.places) == 1

    read(shelf, play)


def test_the_contents_lead_to_every_document(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("t")
        await pilot.pause()
        assert focus(reader) == "contents"
        node = reader.contents.cursor_node
        assert node is not None
        assert str(node.label).startswith("54 ")  # where one reads
        titles = [str(child.label) for child in reader.contents.root.children]
        for document in shelf.documents.values():
            if document.embedded:
                assert any(document.title in title for title in titles)
        assert titles[-1] == "Your own texts"
        own = reader.contents.root.children[-1].children
        assert [str(child.label) for child in own] == ["2024 en The [i]club[/i]"]
        await pilot.press("end", "right")
        await pilot.pause()
        assert [str(child.label) for child in own[0].children][-1] == "! 1 problem"
        await pilot.press("end", "enter")
        await pilot.pause()
        assert isinstance(reader.screen, NoteScreen)
        assert "no known layout" in seen(reader)
        await pilot.press("escape", "up", "enter")
        await pilot.pause()
        assert address(reader) == f"{OWN}:3"
        assert "[the text breaks off here]" in seen(reader)
        assert focus(reader) == "text"

    read(shelf, play)


def test_first_opening_says_what_this_is(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        text = " ".join(seen(reader).split())
        assert "unofficial" in text
        assert "lawsearch add FILE" in text
        await pilot.press("r", "escape", "tab", "enter", "space", "y", "l", "b", "j")  # nothing to act on, and no harm
        await pilot.press("n")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:1"

    read(shelf, play, place=None)


# languages


def test_the_languages_take_turns(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("l")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:54"
        await pilot.press("l")
        await pilot.pause()
        assert "digest-2017-ru + digest-2017-en" in screen_of(reader)[0]
        both = [shelf.show("54A", language=language).heading or "" for language in ("ru", "en")]
        line = next(line for line in screen_of(reader) if "54A" in line)
        assert line.index(both[0][:20]) < line.index(both[1][:20])
        await pilot.press("l")
        await pilot.pause()
        assert address(reader) == "digest-2017-ru:54"
        assert not reader.state.both
        assert len(reader.state.trail.places) == 1

    read(shelf, play, language="ru")


def test_a_text_in_one_language_says_so(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("l")
        await pilot.pause()
        assert "one language only" in reader.told[-1]
        assert address(reader) == f"{OWN}:2"

    read(shelf, play, place=f"{OWN}:2")


def test_two_languages_interleave_when_narrow(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        lines = screen_of(reader)
        first = next(number for number, line in enumerate(lines) if re.match(r"[▌ ] 54A", line))
        assert any(re.match(r"[▌ ] en ", line) for line in lines[first:])
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert reader.place is not None
        assert reader.place.document == "digest-2017-ru"

    state = ReaderState(trail=Trail().visit(shelf.find("54A", language="ru")[0]), both=True)
    read(shelf, play, state=state, size=(60, 30), language="ru")


def test_gaps_are_visible(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    from lawsearch.library.aligning import Alignment, align
    from tests.browse.test_text import without_child

    ru, en = (shelf.show("54", language=language) for language in ("ru", "en"))
    documents = tuple(shelf.documents[tree.document] for tree in (ru, en))
    aligned = Alignment(documents=documents, rows=tuple(align([ru, without_child(en, 1)])))
    monkeypatch.setattr(Library, "aligned", lambda self, clause: aligned)

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        line = next(line for line in screen_of(reader) if "54B " in line)
        assert "— not in this text —" in line

    state = ReaderState(trail=Trail().visit(shelf.find("54", language="ru")[0]), both=True)
    read(shelf, play, state=state, size=(100, 40))


# copying, keys, colours


def test_copying_takes_the_clause_with_its_source(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("y")
        await pilot.pause()
        clause = shelf.show("54B", language="en")
        copied = reader.clipboard
        assert copied.startswith(f"54B {clause.heading}\n{clause.text}\n54B1 ")
        assert copied.splitlines()[-1].startswith("— Law 54B, edition of 2017: ")
        assert "(digest-2017-en). Unofficial restatement." in copied.splitlines()[-1]
        assert reader.told[-1].startswith("Copied with its source: 54B")
        assert "Copied with" in seen(reader)
        await pilot.press("l", "l", "y")
        await pilot.pause()
        assert "(digest-2017-ru)" in reader.clipboard
        assert "(digest-2017-en)" in reader.clipboard

    read(shelf, play, place="54B")


@pytest.mark.parametrize("language", ["ru", "en"])
def test_help_lists_every_key(shelf: Library, language: str) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        lines = screen_of(reader)
        for key in all_keys():
            does = what_it_does(key)
            assert does[0].isupper(), key
            assert any(shown_keys(key) in line and does in line for line in lines), key
        if language == "ru":
            letters = re.sub(r"[A-Za-z]+(\+\S)?", "", "".join(locale.gettext(key.does) for key in all_keys()))
            assert not re.search("[a-z]", letters)
        await pilot.press("escape")
        await pilot.pause()
        assert focus(reader) == "text"

    read(shelf, play, language=language, size=(100, 45))


def test_no_key_has_two_meanings() -> None:
    names = [binding.key for scope in (True, False) for binding in Binding.make_bindings(bindings(in_text=scope))]
    assert len(names) == len(set(names)) > 40
    for key in all_keys():
        assert not key.action or hasattr(Reader, f"action_{key.action}"), key
    assert len({locale.gettext(title) for title, _ in GROUPS}) == len(GROUPS)


def test_the_keys_work_on_the_russian_keyboard(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("т")  # n
        await pilot.pause()
        assert address(reader) == "digest-2017-ru:55"
        await pilot.press("и")  # b
        await pilot.pause()
        assert address(reader) == "digest-2017-ru:54"
        await pilot.press("full_stop")  # /
        await pilot.pause()
        assert isinstance(reader.screen, SearchScreen)
        await pilot.press("escape", "comma")  # ?
        await pilot.pause()
        assert isinstance(reader.screen, NoteScreen)
        await pilot.press("й")
        await pilot.pause()
        assert focus(reader) == "text"

    read(shelf, play, language="ru")


def test_colours(shelf: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    async def light(reader: HeardReader, pilot: Pilot[None]) -> None:
        assert reader.theme == DARK
        await pilot.press("d")
        assert reader.theme == LIGHT

    async def sixteen(reader: HeardReader, pilot: Pilot[None]) -> None:
        assert reader.theme == SIXTEEN
        await pilot.press("tab", "d")
        assert reader.theme == SIXTEEN
        assert "Law 53" in seen(reader)

    read(shelf, light)
    assert load_state(shelf.paths.home).theme == "light"
    monkeypatch.setenv("NO_COLOR", "1")
    read(shelf, sixteen)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.delenv("COLORTERM")
    monkeypatch.setenv("TERM", "xterm")
    read(shelf, sixteen)


# sizes


def test_narrow_terminals_fold_the_panes_away(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        assert shown_panes(reader) == {"contents", "text", "citing"}
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert shown_panes(reader) == {"text"}
        assert reader.text.size.width >= 78
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        top = screen_of(reader)[0]
        for fact in ("digest-2017-en", "2017", "unofficial restatement"):
            assert fact in top
        assert "? help" in screen_of(reader)[-1]
        await pilot.press("t")
        await pilot.pause()
        assert shown_panes(reader) == {"contents"}
        assert reader.contents.size.width >= 57
        await pilot.press("escape", "r")
        await pilot.pause()
        assert shown_panes(reader) == {"citing"}
        await pilot.press("escape")
        await pilot.pause()
        assert shown_panes(reader) == {"text"}
        assert focus(reader) == "text"

    read(shelf, play, size=(140, 40))


@pytest.mark.parametrize("both", [False, True])
def test_no_word_is_lost_at_any_width(shelf: Library, both: bool) -> None:
    """All words of the law are on the page, tables included, and no line is wider than its room."""
    clause = shelf.show("77", language="en")
    words = {word for part in clause.walk() for word in re.findall(r"\w+", part.text)}

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        for width in (24, 60, 80, 140):
            await pilot.resize_terminal(width, 20)
            await pilot.pause()
            drawn = [block.row.lines(block.content_size.width).plain for block in reader.text.query(Block)]
            assert max(len(line) for text in drawn for line in text.split("\n")) <= reader.text.size.width
            if width >= 60:
                assert words <= set(re.findall(r"\w+", "\n".join(drawn)))

    assert len(words) > 50
    state = ReaderState(trail=Trail().visit(shelf.find("77", language="en")[0]), both=both)
    read(shelf, play, state=state, size=(80, 20))


# other people's text


def test_text_is_shown_and_never_obeyed(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        text = " ".join(seen(reader).replace("▌", " ").split())
        assert "[bold red]of the club[/]" in text
        assert "[bold]stay[/bold] off; �[31mred�[0m, evil and [@click=app.quit]quit[/]" in text
        row = next(number for number, line in enumerate(screen_of(reader)) if "quit[/]" in line)
        await pilot.click(offset=(screen_of(reader)[row].index("quit[/]") + 1, row))
        await pilot.pause()
        assert reader.is_running
        await pilot.press("y")
        assert "\x1b" not in reader.clipboard
        assert "[bold]stay[/bold]" in reader.clipboard
        await pilot.press("r", "t", "escape")
        screen = await searched(reader, pilot, "[bold]stay")
        assert screen.query_one(OptionList).option_count
        assert "[bold]stay[/bold]" in seen(reader)
        assert "\x1b" not in seen(reader)
        await pilot.press("escape")

    read(shelf, play, place=f"{OWN}:1", size=(90, 30))


# the README


def test_the_screen_in_the_readme_is_real(shelf: Library) -> None:
    block = re.search(r"```text\n(.+?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("g", *"54d")
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("tab", "space")
        await pilot.pause()
        # the scroll bar in the last column is left out
        lines = [*(line[:79].rstrip() for line in screen_of(reader)[:-1]), screen_of(reader)[-1]]
        assert "\n".join(lines) + "\n" == block[1]

    read(shelf, play, size=(80, 16))


# coming back another day


def test_one_begins_where_one_was(shelf: Library) -> None:
    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        await pilot.press("tab", "enter", "l", "d")
        await pilot.pause()
        await pilot.press("q")

    reader = read(shelf, play)
    state = load_state(shelf.paths.home)
    assert state == reader.state
    assert state.trail.position == 1
    assert state.theme == "light"

    async def again(reader: HeardReader, pilot: Pilot[None]) -> None:
        assert "54 → 53" in screen_of(reader)[1]
        await pilot.press("b")
        await pilot.pause()
        assert address(reader) == "digest-2017-en:54"

    read(shelf, again, state=state)


def test_places_that_are_gone_are_left_out(shelf: Library) -> None:
    from lawsearch.address import canonical

    gone = Target(document="no-such-document", address=canonical("54"))
    trail = Trail().visit(shelf.find("54", language="en")[0]).visit(gone)

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        assert address(reader) == "digest-2017-en:54"

    read(shelf, play, state=ReaderState(trail=trail))


# the command


def on_screen(home: Path, *arguments: str, until: bytes, variables: dict[str, str]) -> bytes:
    """What a terminal gets from the start of the reader until some text is there, and on to the end after ``q``."""
    import subprocess

    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen(
        command("browse", *arguments),
        env=environment(home, variables),
        stdin=follower,
        stdout=follower,
        stderr=follower,
    ) as process:
        os.close(follower)
        shown, asked = b"", False
        while piece := _piece(leader):
            shown += piece
            if until in shown and not asked:
                os.write(leader, b"q")
                asked = True
    os.close(leader)
    assert process.returncode == 0
    assert b"Traceback" not in shown
    return shown


def _piece(leader: int) -> bytes:
    try:
        return os.read(leader, 65536)
    except OSError:  # Linux: the other end is closed
        return b""


@pytest.mark.parametrize(
    ("options", "variables", "colours"),
    [
        ((), {"TERM": "xterm-256color", "COLORTERM": "truecolor"}, {b"38;2", b"48;2"}),
        ((), {"TERM": "xterm"}, {b"32"}),
        ((), {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, set()),
        (("--plain",), {"TERM": "xterm"}, set()),
    ],
    ids=["truecolor", "sixteen", "no-color", "plain"],
)
def test_colours_on_a_terminal(
    shelf_home: Path, options: tuple[str, ...], variables: dict[str, str], colours: set[bytes]
) -> None:
    shown = on_screen(shelf_home, "54", *options, until=b"cited by", variables={"COLORTERM": "", **variables})
    codes = {code for codes in re.findall(rb"\x1b\[([\d;]+)m", shown) for code in re.findall(rb"[34]8;[25]|\d+", codes)}
    plain = {b"0", b"1", b"2", b"3", b"4", b"7", b"9", b"39", b"49"}
    assert colours <= codes
    if b"38;2" not in colours:
        assert codes - plain <= ({b"%d" % code for code in (*range(30, 48), *range(90, 108))} if colours else set())
    assert b"Declarer lays out his own hand" in shown


def test_the_first_screen_waits_for_no_search_engine() -> None:
    import subprocess

    script = "import sys, lawsearch.browse.app; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = set(done.stdout.split())
    assert "textual.app" in loaded
    assert not loaded & {"whoosh", "pymorphy3", "marisa_trie", "Stemmer", "lawsearch.structure"}


@pytest.mark.parametrize(("ui", "said"), [("en", "needs a terminal"), ("ru", "нужен терминал")])
def test_without_a_terminal_it_says_what_else_there_is(shelf_home: Path, ui: str, said: str) -> None:
    import subprocess

    done = subprocess.run(
        [sys.executable, "-m", "lawsearch", "--ui", ui, "browse", "54"],
        env=environment(shelf_home), capture_output=True, check=False, cwd=ROOT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 2
    assert not done.stdout
    assert said in done.stderr.decode("utf-8")
    assert done.stderr.count(b"\n") <= 2


def test_on_a_terminal_that_cannot_draw(shelf_home: Path) -> None:
    assert b"needs a terminal" in on_terminal(shelf_home, "browse", variables={"TERM": "dumb"})


def test_a_number_that_does_not_exist(shelf_home: Path) -> None:
    shown = on_terminal(shelf_home, "browse", "54F", variables={"TERM": "xterm"})
    assert b"There is no clause 54F" in b" ".join(shown.split())
    assert b"\x1b[?1049h" not in shown  # the screen was never taken


def test_a_broken_library(tmp_path: Path) -> None:
    (tmp_path / "holiday.txt").write_text("photos", encoding="utf-8")
    shown = on_terminal(tmp_path, "browse", variables={"TERM": "xterm"})
    assert b"holds other files" in b" ".join(shown.split())
    assert b"\x1b[?1049h" not in shown


def test_the_state_file_makes_no_folder_foreign(tmp_path: Path) -> None:
    from lawsearch.library.store import check_folder

    (tmp_path / STATE_FILE).write_text("{}", encoding="utf-8")
    check_folder(os.fspath(tmp_path))
