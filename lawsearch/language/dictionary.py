"""Whether pymorphy3's dictionary has a word, asked where the words lie in its file: nothing is loaded.

In: the dictionary's file of words. Out: a question that takes a few microseconds. A mistyped query asks no more of the
dictionary, and is not to wait for it: to read this file takes 5 ms, to make an analyzer 90.

The file is a double array as dawgdic writes it: how many units follow, then the units of 32 bits, one a state. From
the state at ``place`` a byte leads to ``place ^ offset ^ byte``, if the unit there is labelled with the byte. A word ends
in the byte 1; what it is follows.
"""

from __future__ import annotations

import mmap
import os
import sys
from collections.abc import Callable, Sequence

# A unit: the byte that leads here (with the top bit set it is a value), and where its own successors lie, in steps of
# 1 or, with the mark for far, of 256.
_LABEL = 0x8000_00FF
_FAR = 0x200
_END = b"\x01"


def open_words(path: str) -> Callable[[str], bool] | None:
    """Tells of a folded word whether the file holds it, with ё or е; None if this is no file of words."""
    if sys.byteorder != "little":
        return None
    with open(path, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)) if size else memoryview(b"")
    count = int.from_bytes(whole[:4], "little")
    if not 256 <= count <= size // 4 - 1:
        return None
    units = whole[4 : 4 + 4 * count].cast("I")

    def knows(word: str) -> bool:
        places = [0]
        for letter in word:
            spelled = ("е".encode(), "ё".encode()) if letter == "е" else (letter.encode("utf-8", "replace"),)
            places = [end for place in places for way in spelled if (end := _follow(units, place, way)) is not None]
        return any(_follow(units, place, _END) is not None for place in places)

    return knows


def _follow(units: Sequence[int], place: int, way: bytes) -> int | None:
    """The state that the bytes lead to, if they lead anywhere."""
    for byte in way:
        unit = units[place]
        place ^= (unit >> 10 << (8 if unit & _FAR else 0)) ^ byte
        if place >= len(units) or units[place] & _LABEL != byte:
            return None
    return place
