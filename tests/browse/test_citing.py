"""The places that refer to a clause, in the reader."""

from __future__ import annotations

from itertools import groupby

from textual.pilot import Pilot

from lawsearch.library import Library
from tests.browse.session import HeardReader, read


def test_a_sentence_with_several_citations_is_one_place(shelf: Library) -> None:
    found = shelf.citing(shelf.show("64", language="en"))
    places = [source for (source, _), _ in groupby(found, key=lambda item: (item.source, item.sentence))]
    assert len(places) < len(found)

    async def play(reader: HeardReader, pilot: Pilot[None]) -> None:
        assert reader.citing.option_count == len(places)
        assert str(reader.citing.border_title) == f"{len(places)} places refer to 64"
        assert [reader.citing.place(number) for number in range(len(places) + 1)] == [*places, None]

    read(shelf, play, place="64")
