"""Postings read block by block, and one by one as another Whoosh would have them read: the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lawsearch.search import postings
from lawsearch.search.postings import Postings, PostingsWriter, pack_places, unpack_places

_DOCUMENTS = 1_300  # more than two blocks of postings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    chance = random.Random(27)
    path = tmp_path_factory.mktemp("postings")
    writer = PostingsWriter(path, ["text"])
    for number in range(_DOCUMENTS):
        words = ["every", *(["third"] if number % 3 == 0 else []), *(["once"] if number == 700 else [])]
        writer.add(
            {"text": [(word, chance.random() + 0.5, pack_places([number, number + 5])) for word in sorted(words)]}
        )
    writer.close()
    return path


def _read(folder: Path, word: str, *, places: bool) -> tuple[dict[int, float], dict[int, list[int]]]:
    opened = Postings(str(folder))
    try:
        found = opened.get("text", word, places=places)
        return dict(found.weights), {number: list(unpack_places(packed)) for number, packed in found.places.items()}
    finally:
        opened.close()


@pytest.mark.parametrize("places", [True, False])
@pytest.mark.parametrize(("word", "count"), [("every", 1_300), ("third", 434), ("once", 1), ("never", 0)])
def test_both_ways_give_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch, word: str, count: int, places: bool
) -> None:
    by_blocks = _read(folder, word, places=places)
    monkeypatch.setattr(postings, "_BLOCKWISE", ("_what_no_matcher_has",))
    assert _read(folder, word, places=places) == by_blocks
    assert len(by_blocks[0]) == count
    assert by_blocks[1] == ({number: [number, number + 5] for number in by_blocks[0]} if places else {})
