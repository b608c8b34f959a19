"""The printed forms of the texts, the situations and the tables, and how many texts print each: one small file.

Forms stand on the first line in order, their counts on the second: who asks only which forms there are never reads
the counts.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Mapping
from typing import TYPE_CHECKING

from lawsearch.language import is_cyrillic
from lawsearch.search.units import VOCABULARY

if TYPE_CHECKING:
    from pathlib import Path

_FIRST_CYRILLIC, _BEHIND_CYRILLIC = "\u0400", "\u0530"
_LAST = "\U0010ffff"


def write_vocabulary(folder: Path, counts: Mapping[str, int]) -> None:
    """Write the file into the folder of the index."""
    forms = sorted(counts)
    lines = ("\t".join(forms), "\t".join(str(counts[form]) for form in forms))
    (folder / VOCABULARY).write_text("\n".join(lines), encoding="utf-8", newline="\n")


class Vocabulary:
    """The printed forms of an opened index."""

    def __init__(self, folder: str) -> None:
        with open(os.path.join(folder, VOCABULARY), encoding="utf-8", newline="\n") as file:
            forms, _, self._figures = file.read().partition("\n")
        self.forms = forms.split("\t") if forms else []
        self._counts: list[str] = []

    def count(self, form: str) -> int:
        """How many texts and situations print a form; 0 where none does."""
        place = bisect_left(self.forms, form)
        if place == len(self.forms) or self.forms[place] != form:
            return 0
        if not self._counts:
            self._counts = self._figures.split("\t")
        return int(self._counts[place])

    def starting(self, start: str) -> list[str]:
        """The forms that begin so, in order."""
        return self._between(start, start + _LAST)

    def beside(self, form: str) -> list[str]:
        """The forms in the alphabet of one, in order."""
        if is_cyrillic(form):
            return self._between(_FIRST_CYRILLIC, _BEHIND_CYRILLIC)
        return self._between("", _FIRST_CYRILLIC)

    def _between(self, first: str, stop: str) -> list[str]:
        return self.forms[bisect_left(self.forms, first) : bisect_left(self.forms, stop)]
