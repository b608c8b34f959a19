"""Which edition of the Laws a text is: by what it says of itself, else by how its clauses are numbered.

In: a text, or the addresses that reading it gave. Out: an edition, and what it was known by. Promise: where the signs
speak for no edition, or for two, none is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from lawsearch.language import LANGUAGES, get_language

EDITIONS = ("1987", "1997", "2007", "2017")

_YEAR = re.compile(r"(?<!\d)(?:" + "|".join(EDITIONS) + r")(?!\d)")
_FRONT = 4_000  # characters of a text in which it says what it is
_LONGEST_TITLE = 100
_WORK = re.compile("|".join(get_language(code).WORK_WORD for code in LANGUAGES), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Signs:
    """The clauses that an edition has and the others do not, and those that it lacks."""

    edition: str
    has: frozenset[str]
    lacks: frozenset[str]


# The clauses by which the editions differ, as far as their numbers alone tell. The edition of 1987 is numbered as that
# of 1997 here; its print layout tells it apart.
SIGNS = (
    Signs(
        edition="1997",
        has=frozenset(["12C2(a)", "12C2(b)", "12C3", "26A1", "26A2", "40D", "40E1", "40E2", "73F1", "73F2"]),
        lacks=frozenset(["12C1(e)", "12C4", "20F4", "23A1", "40B2(a)", "80B2(a)"]),
    ),
    Signs(
        edition="2007",
        has=frozenset(["12C1(e)", "12C1(f)", "20F4", "40B2(a)", "40B6", "73F", "80B2(a)"]),
        lacks=frozenset(["15A2(c)", "23A1", "23A3", "25A6", "40D", "40E1", "73F1"]),
    ),
    Signs(
        edition="2017",
        has=frozenset(
            [
                "12C1(e)(ii)", "15A2(c)", "16D2(d)", "20F4", "23A1", "23A3", "25A6", "40B2(a)(v)", "62D2", "64B8",
                "80B2(l)", "86B2(c)",
            ]
        ),
        lacks=frozenset(["12C1(f)", "40B6", "40D", "40E1", "73F"]),
    ),
)  # fmt: skip
# So many signs must be met, and so many more than those of the next edition.
_LEAST_SIGNS = 3
_LEAD = 2


def edition_of_name(name: str) -> str | None:
    """The edition that a file's name speaks of, if it is one."""
    years: set[str] = set(_YEAR.findall(name))
    return years.pop() if len(years) == 1 else None


def edition_of_text(text: str) -> str | None:
    """The edition that a text names in front: beside the name of the work, else the only year it has.

    Of several the latest: a new edition speaks of those that it replaces.
    """
    front = text[:_FRONT]
    beside: set[str] = {year for line in front.splitlines() if _WORK.search(line) for year in _YEAR.findall(line)}
    years: set[str] = set(_YEAR.findall(front))
    if beside:
        return max(beside)
    return years.pop() if len(years) == 1 else None


def title_of_text(text: str) -> str | None:
    """The title in the first line of a text: short, no sentence, naming the work and its year."""
    line = next((line.strip() for line in text[:_FRONT].splitlines() if line.strip()), "")
    named = _WORK.search(line) is not None and _YEAR.search(line) is not None
    return line if named and len(line) <= _LONGEST_TITLE and line[-1] not in ".;:,!?" else None


def edition_of_numbers(addresses: Iterable[str]) -> tuple[str, tuple[str, ...]] | None:
    """The edition whose numbering this is, and the clauses that show it."""
    known = frozenset(addresses)
    scores = sorted(
        ((len(known & signs.has) - len(known & signs.lacks), signs.edition) for signs in SIGNS), reverse=True
    )
    (best, edition), (second, _) = scores[:2]
    if best < _LEAST_SIGNS or best - second < _LEAD:
        return None
    met = next(signs.has & known for signs in SIGNS if signs.edition == edition)
    return edition, tuple(sorted(met))
