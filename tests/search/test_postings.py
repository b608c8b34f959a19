"""Postings: what was written is read, whatever a word's documents and places are; places only when asked for."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lawsearch.search import postings
from lawsearch.search.postings import Column, Postings, PostingsWriter, pack_places, weights_among

# More documents than two bytes can number; "every" stands in more than are kept as a dict.
_DOCUMENTS = 70_000
_WORDS: dict[str, Callable[[int], bool]] = {
    "every": lambda number: number % 7 == 0,
    "last": lambda number: number > 69_990,
    "once": lambda number: number == 700,
    "first": lambda number: number == 0,
    "тузы": lambda number: number % 1000 == 3,
}


def _places(word: str, number: int) -> list[int]:
    """Some documents hold the word without a place, as those whose headings above hold it."""
    if word == "last" or (word == "every" and number % 3 == 0):
        return []
    return [number % 50, number % 50 + 5] if number % 2 else [number]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, dict[int, float]]]:
    chance = random.Random(27)
    path = tmp_path_factory.mktemp("postings") / "postings.bin"
    writer = PostingsWriter(path, ["text", "other"])
    weights: dict[str, dict[int, float]] = {word: {} for word in _WORDS}
    for number in range(_DOCUMENTS):
        entries = []
        for word, stands in _WORDS.items():
            if stands(number):
                weights[word][number] = chance.randrange(1, 400) / 8  # a number that four bytes hold
                entries.append((word, weights[word][number], pack_places(_places(word, number))))
        writer.add("text", number, entries)
        if number == 9:
            writer.add("other", number, [("once", 1.5, b"")])
    writer.close()
    return path, weights


@pytest.fixture
def opened(written: tuple[Path, dict[str, dict[int, float]]]) -> Iterator[Postings]:
    index = Postings(str(written[0]))
    yield index
    index.close()


@pytest.mark.parametrize("word", _WORDS)
def test_what_was_written_is_read(
    written: tuple[Path, dict[str, dict[int, float]]], opened: Postings, word: str
) -> None:
    expected = written[1][word]
    assert len(expected) > (word in ("every", "тузы"))
    assert opened.count("text", word) == len(expected)
    found = opened.get("text", word)
    assert len(found) == len(expected)
    assert list(found.documents) == list(expected)
    assert dict(found.weights.items()) == expected
    assert {number: list(found.places(number)) for number in expected} == {
        number: _places(word, number) for number in expected
    }
    assert list(found.places(1)) == []
    assert opened.count("text", word) == len(expected)


def test_a_common_word_is_looked_up_as_a_rare_one(
    written: tuple[Path, dict[str, dict[int, float]]], opened: Postings
) -> None:
    expected = written[1]["every"]
    common = opened.get("text", "every").weights
    assert isinstance(common, Column)
    asked = {0, 1, 7, 69_993, 69_999, 5_000_000}
    assert {number: common.get(number) for number in asked if number in common} == {
        number: expected[number] for number in asked if number in expected
    }
    assert weights_among(common, asked) == weights_among(expected, asked)
    assert len(weights_among(common, asked)) == 3
    assert list(common) == list(expected)


@pytest.mark.parametrize("number", [3, 60_000])
def test_documents_among_others(opened: Postings, number: int) -> None:
    among = set(range(number))
    assert opened.get("text", "every").among(among) == {one for one in among if one % 7 == 0}


def test_fields_are_apart_and_what_is_not_there_is_empty(opened: Postings) -> None:
    assert list(opened.get("other", "once").weights.items()) == [(9, 1.5)]
    for field, word in (("other", "every"), ("text", "never")):
        assert opened.count(field, word) == 0
        assert not len(opened.get(field, word))
        assert list(opened.get(field, word).places(0)) == []


def test_what_was_used_longest_ago_is_forgotten(opened: Postings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "_KEPT", 100)
    first = opened.get("text", "тузы")
    assert opened.get("text", "тузы") is first
    opened.get("text", "every")
    opened.get("text", "once")
    again = opened.get("text", "тузы")
    assert again is not first
    assert list(again.documents) == list(first.documents)
