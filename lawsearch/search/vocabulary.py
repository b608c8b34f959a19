"""The printed forms of the texts, the situations and the tables, and how many texts print each: one small file.

Forms stand on the first line in order, their counts on the second: who asks only which forms there are never reads
the counts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from lawsearch.language import is_cyrillic

if TYPE_CHECKING:
    from pathlib import Path

_FIRST_CYRILLIC, _BEHIND_CYRILLIC = "\u0400", "\u0530"
_LAST = "\U0010ffff"


def write_vocabulary(path: Path, counts: Mapping[str, int]) -> None:
    """Write forms with their counts into a new file."""
    forms = sorted(counts)
    lines = ("\t".join(forms), "\t".join(str(counts[form]) for form in forms))
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


class Vocabulary:
    """The printed forms of such a file."""

    def __init__(self, path: str) -> None:
        with open(path, encoding="utf-8", newline="\n") as file:
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

    def items(self) -> Iterator[tuple[str, int]]:
        """All forms with their counts."""
        return zip(self.forms, map(int, self._figures.split("\t")), strict=True) if self.forms else iter(())

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
