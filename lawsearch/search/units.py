"""What the index knows of each unit beside its words, in one small file of numbers.

A unit is a clause in all the languages that have it. ``members[document][unit]`` is the clause's number in the
store, or 0 where the document lacks it. A law (``laws``) is the group of units with one number in one edition.
"""

from __future__ import annotations

import json
from array import array
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

UNITS = "units.bin"


@dataclass(slots=True, kw_only=True)
class Units:
    """Rows in the order of the index: units first, then the laws, then the situations.

    ``law`` is the unit's group, ``head`` a group's first unit; ``headings[document][unit]`` counts the words of its
    heading. Situation ``n`` leads to ``targets[starts[n]:starts[n + 1]]``, the best first.
    """

    documents: list[str] = field(default_factory=list)
    members: list[array[int]] = field(default_factory=list)
    headings: list[array[int]] = field(default_factory=list)
    standing: array[float] = field(default_factory=lambda: array("f"))
    law: array[int] = field(default_factory=lambda: array("i"))
    head: array[int] = field(default_factory=lambda: array("i"))
    starts: array[int] = field(default_factory=lambda: array("i", [0]))
    targets: array[int] = field(default_factory=lambda: array("i"))

    @property
    def count(self) -> int:
        return len(self.law)

    @property
    def laws(self) -> int:
        return len(self.head)

    def save(self, folder: Path) -> None:
        """Write the file into the folder of the index."""
        arrays: list[array[Any]] = [
            *self.members,
            *self.headings,
            self.standing,
            self.law,
            self.head,
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
        standing, law, first, starts, targets = arrays[2 * many :]
        return cls(
            documents=head["documents"],
            members=arrays[:many],
            headings=arrays[many : 2 * many],
            standing=standing,
            law=law,
            head=first,
            starts=starts,
            targets=targets,
        )
