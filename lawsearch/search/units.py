"""How the index is laid out, and what it knows of each unit beside its words, in one small file of numbers.

A unit is a clause in all the languages that have it. ``members[document][unit]`` is the clause's number in the
store, or 0 where the document lacks it. A law (``laws``) is the group of units with one number in one edition.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

POSTINGS = "postings.bin"
SAYINGS = "sayings.bin"
SAID_WORDS = "said.txt"
UNITS = "units.bin"
VOCABULARY = "words.txt"
NAMES = "names.txt"

# The fields of the texts: what a clause says, by its unit, and what all under a law say, by the law's number here.
UNIT, LAW = "unit", "law"
# The fields of what players say (see ``sayings``): a situation, all that is told of a law, all that leads to a clause.
SAID, TOLD, HEARD = "said", "told", "heard"

# What the words begin with that have no places.
SIGNS = "@%#"

# A place is a mark of the printed form, the number of the part that the word stands in, and its number there.
PART_BITS, MARK_BITS = 20, 28
PLACE = (1 << MARK_BITS) - 1
# The first target of a situation is the clause to read first.
TARGETS = (1.0, 0.6, 0.45, 0.35)


def form_mark(form: str) -> int:
    """A mark by which the printed forms of one normal form are told apart (nearly always): 0 to 15."""
    return zlib.crc32(form.encode()) & 15


def heading_tag(forms: Iterable[str]) -> str:
    """The tag of units whose heading consists of these forms, and of no other."""
    return f"#heading:{zlib.crc32(' '.join(forms).encode()):x}"


def saying_tag(words: Iterable[Sequence[str]]) -> str:
    """The tag of situations that consist of these words, in whatever forms and order; a word is its normal forms."""
    return f"#saying:{zlib.crc32(' '.join(sorted(map(min, words))).encode()):x}"


class Units:
    """What is known of each unit and law, by their numbers.

    ``law`` is the unit's group, ``head`` a group's first unit; ``headings[document][unit]`` counts the words of its
    heading. Situation ``n`` leads to ``targets[starts[n]:starts[n + 1]]``, the best first. ``heard`` is the unit's
    number among the clauses that situations lead to, ``told`` the law of each that they lead to; -1 where there is none.
    """

    __slots__ = ("documents", "head", "headings", "heard", "law", "members", "standing", "starts", "targets", "told")

    def __init__(self, documents: list[str]) -> None:
        self.documents = documents
        self.members: list[array[int]] = []
        self.headings: list[array[int]] = []
        self.standing: array[float] = array("f")
        self.law: array[int] = array("i")
        self.head: array[int] = array("i")
        self.heard: array[int] = array("i")
        self.told: array[int] = array("i")
        self.starts: array[int] = array("i", [0])
        self.targets: array[int] = array("i")

    @property
    def count(self) -> int:
        return len(self.law)

    def save(self, folder: Path) -> None:
        """Write the file into the folder of the index."""
        arrays: list[array[Any]] = [
            *self.members,
            *self.headings,
            self.standing,
            self.law,
            self.head,
            self.heard,
            self.told,
            self.starts,
            self.targets,
        ]
        head = {"documents": self.documents, "arrays": [[item.typecode, len(item)] for item in arrays]}
        with (folder / UNITS).open("wb") as file:
            file.write(json.dumps(head, ensure_ascii=False).encode() + b"\n")
            for item in arrays:
                item.tofile(file)

    @classmethod
    def load(cls, folder: str) -> Units:
        """Read the file; a damaged one was found before, by its checksum."""
        with open(f"{folder}/{UNITS}", "rb") as file:
            head = json.loads(file.readline())
            arrays: list[array[Any]] = []
            for code, length in head["arrays"]:
                item: array[Any] = array(code)
                item.fromfile(file, length)
                arrays.append(item)
        many = len(head["documents"])
        units = cls(head["documents"])
        units.members, units.headings = arrays[:many], arrays[many : 2 * many]
        units.standing, units.law, units.head, units.heard, units.told, units.starts, units.targets = arrays[2 * many :]
        return units
