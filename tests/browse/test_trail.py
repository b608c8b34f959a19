"""The trail and the reader's state: pure data."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawsearch.address import parse_address
from lawsearch.browse.state import STATE_FILE, ReaderState, load_state, save_state
from lawsearch.browse.trail import LONGEST, Trail
from lawsearch.model import Target


def place(address: str) -> Target:
    return Target(document="digest-2017-en", address=parse_address(address))


def walked(*addresses: str) -> Trail:
    trail = Trail()
    for address in addresses:
        trail = trail.visit(place(address))
    return trail


def test_back_and_forward_undo_each_other() -> None:
    trail = walked("54", "50D", "49")
    assert trail.current == place("49")
    assert trail.back().current == place("50D")
    assert trail.back().forward() == trail
    assert trail.back().back().back().current == place("54")
    assert trail.forward() == trail


def test_a_visit_drops_what_lay_ahead() -> None:
    trail = walked("54", "50D", "49").back().back().visit(place("24"))
    assert trail.places == (place("54"), place("24"))
    assert trail.back().forward() == trail


def test_the_same_place_is_no_step() -> None:
    assert walked("54", "54") == walked("54")
    assert walked("54", "50", "54").places == (place("54"), place("50"), place("54"))


def test_replacing_is_no_step() -> None:
    trail = walked("54", "50", "49").back().replace(place("51"))
    assert trail.places == (place("54"), place("51"), place("49"))
    assert trail.current == place("51")
    assert Trail().replace(place("1")).current == place("1")


def test_an_empty_trail() -> None:
    assert Trail().current is None
    assert Trail().back() == Trail().forward() == Trail().keep(lambda _: False) == Trail()


def test_a_long_trail_forgets_its_beginning() -> None:
    trail = Trail()
    for number in range(1, LONGEST + 30):
        trail = trail.visit(place(str(1 + number % 93)))
    assert len(trail.places) == LONGEST
    assert trail.position == LONGEST - 1


@pytest.mark.parametrize(("position", "left"), [(0, "54"), (1, "54"), (2, "49"), (3, "49")])
def test_places_that_are_gone(position: int, left: str) -> None:
    trail = walked("54", "50D", "49", "51").go_to(position).keep(lambda item: item in (place("54"), place("49")))
    assert trail.places == (place("54"), place("49"))
    assert trail.current == place(left)


@given(st.lists(st.sampled_from(["54", "50", "49", "back", "forward", "gone"]), max_size=30))
def test_the_position_always_stands_on_a_place(steps: list[str]) -> None:
    trail = Trail()
    for step in steps:
        if step == "back":
            trail = trail.back()
        elif step == "forward":
            trail = trail.forward()
        elif step == "gone":
            trail = trail.keep(lambda item: item != place("50"))
        else:
            trail = trail.visit(place(step))
    assert trail.position == -1 if not trail.places else 0 <= trail.position < len(trail.places)
    assert (trail.current is None) == (not trail.places)


STATE = ReaderState(trail=walked("54", "50D1(b)").back(), both=True, theme="light", query="«не проиграл бы»")


def test_the_state_comes_back(tmp_path: Path) -> None:
    save_state(str(tmp_path), STATE)
    assert load_state(str(tmp_path)) == STATE
    assert os.listdir(tmp_path) == [STATE_FILE]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2}, {"trail": None}, {"trail": [["a"]]}, {"trail": [[1, 2, 3]]}, {"position": 7}, {"position": -2},
        {"position": "x"}, {"position": float("inf")}, {"trail": []}, {"trail": [["digest-2017-en", "54"]] * (LONGEST + 1)},
    ],
    ids=str,
)  # fmt: skip
def test_a_faulty_state_is_none(tmp_path: Path, change: dict[str, object]) -> None:
    save_state(str(tmp_path), STATE)
    record = json.loads((tmp_path / STATE_FILE).read_text(encoding="utf-8"))
    (tmp_path / STATE_FILE).write_text(json.dumps(record | change), encoding="utf-8")
    assert load_state(str(tmp_path)) == ReaderState()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"version": 1}'], ids=len
)
def test_a_damaged_state_is_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / STATE_FILE).write_bytes(content)
    assert load_state(str(tmp_path)) == ReaderState()


def test_no_folder_is_no_error(tmp_path: Path) -> None:
    save_state(str(tmp_path / "none"), STATE)
    assert load_state(str(tmp_path / "none")) == ReaderState()
    (tmp_path / STATE_FILE).mkdir()
    save_state(str(tmp_path), STATE)
    assert load_state(str(tmp_path)) == ReaderState()
    assert os.listdir(tmp_path) == [STATE_FILE]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="everything may be written here")
def test_a_folder_that_cannot_be_written_to_is_left_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    save_state(str(tmp_path), STATE)
    tmp_path.chmod(0o700)
    assert not os.listdir(tmp_path)
