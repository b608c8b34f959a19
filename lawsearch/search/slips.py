"""How likely one word was typed for another: a distance in which each slip weighs what it is worth.

Two letters that changed places, a letter doubled or not, a neighbouring key, a vowel for a vowel are usual slips; a
letter out of the blue is hardly one. Everything is small and bounded: it is asked of a few words alone.
"""

from __future__ import annotations

from functools import lru_cache

from lawsearch.language.keyboard import KEY_ROWS, SOUNDS

_SWAPPED = 0.7
_DOUBLED = 0.5
_LEFT_OUT = 0.8
_ADDED = 0.8
_NEAR_KEY = 0.8
_ALIKE = 0.6
_STRANGE = 1.4
_FIRST = 0.3  # what a slip at the first letter weighs besides: people see how a word begins


@lru_cache(maxsize=1)
def _pairs() -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for rows in KEY_ROWS:
        keys = {
            letter: (row, place + row / 3) for row, letters in enumerate(rows) for place, letter in enumerate(letters)
        }
        for one, (row, place) in keys.items():
            for other, (other_row, other_place) in keys.items():
                if one != other and abs(row - other_row) <= 1 and abs(place - other_place) <= 1:
                    found[one, other] = _NEAR_KEY
    for letters in SOUNDS:
        found.update({(one, other): _ALIKE for one in letters for other in letters if one != other})
    return found


def slip_cost(typed: str, meant: str) -> float:
    """What the slips weigh that make ``typed`` of ``meant``: 0 for the same word, about 1 for one usual slip."""
    pairs = _pairs()
    width = len(meant) + 1
    before: list[float] = []
    row = [float(place) * _LEFT_OUT for place in range(width)]
    for index, letter in enumerate(typed, 1):
        earlier, before = before, row
        doubled = index > 1 and typed[index - 2] == letter
        row = [before[0] + _ADDED]
        for place, other in enumerate(meant, 1):
            first = _FIRST if index == 1 or place == 1 else 0.0
            same = 0.0 if letter == other else pairs.get((letter, other), _STRANGE) + first
            twice = place > 1 and meant[place - 2] == other
            best = min(
                before[place - 1] + same,
                before[place] + (_DOUBLED if doubled else _ADDED + first),
                row[place - 1] + (_DOUBLED if twice else _LEFT_OUT + first),
            )
            if index > 1 and place > 1 and letter == meant[place - 2] and typed[index - 2] == other != letter:
                best = min(best, earlier[place - 2] + _SWAPPED)
            row.append(best)
    return row[-1]


def most_slips(length: int) -> float:
    """What the slips in a word of so many letters may weigh for it to be taken for another."""
    return 0.0 if length < 4 else 0.75 if length < 5 else 1.1 if length < 8 else 1.7 if length < 12 else 2.5
