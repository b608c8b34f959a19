"""A short, seeded run of the fuzz targets, and every input that once broke a promise."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.targets import FOUND, TARGETS, WORDS

CASES = sorted(path for path in FOUND.rglob("*") if path.is_file())

_WORDS = st.lists(st.sampled_from(WORDS) | st.text(max_size=8), max_size=30).map("".join)
_INPUTS = st.builds(
    lambda head, text, tail: bytes([head]) + text.encode("utf-8", "surrogatepass") + tail,
    st.integers(0, 255), _WORDS, st.binary(max_size=12),
)  # fmt: skip


def test_each_finding_is_of_a_target() -> None:
    assert len(CASES) >= 5
    assert {path.parent.name for path in CASES} <= set(TARGETS)


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_is_mended(path: Path) -> None:
    TARGETS[path.parent.name](path.read_bytes())


@pytest.mark.parametrize("name", TARGETS)
def test_a_short_run(name: str) -> None:
    @seed(10)
    @settings(max_examples=60, database=None)
    @example(b"")
    @given(_INPUTS)
    def run(raw: bytes) -> None:
        TARGETS[name](raw)

    run()
