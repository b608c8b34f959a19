"""What a site puts around a text: menus, page bars, alphabet bars, adverts, "Next", "Read: 0%", its copyright.

A line is navigation only if all of it is: words of navigation (``language/``), arrows, numbers, links to laws and
separators. Where the reader knows that a line stands in links, less is asked of its words; so it is in a menu, a row of
short lines most of which are such words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from lawsearch.language import LANGUAGES, fold, get_language

_LONGEST = 120  # a longer line is prose
_SEPARATORS = re.compile(r"[\s|·•/\\:;,.\-–—«»<>\[\](){}…*=_]+")
_ARROW = re.compile(r"[←→↑↓⇐⇒◄►▲▼]+|<<|>>")
_BAR = re.compile(r"[|·•←→↑↓⇐⇒◄►▲▼»«]|<<|>>")
_NUMBER = re.compile(r"\d{1,4}(?!\w)")
_LETTER = re.compile(r"[^\W\d_](?!\w)")
_SHORTEST_ALPHABET = 10
# The entry behind an alphabet for another one: ``A-Z``, ``AZ``, ``0-9``.
_OTHER_LETTERS = re.compile(r"(?:a\s?[-\u2013]?\s?z|\u0430\s?[-\u2013]\s?\u044f|0\s?[-\u2013]\s?9)(?!\w)")

# A line of nothing but an address, as browsers print it over and under a page, with the day and the number of the page.
_URL = re.compile(r"(?:[\d.,:/ -]*\s)?(?:https?://|www\.|file:/)\S+(?:\s+[\d.,:/ -]*)?")
_COPYRIGHT = re.compile(r"(?:copyright\b|©)[^.;]{0,40}\b(?:19|20)\d\d\b")
# A link to a law is a companion of other words of navigation; so many of them alone are a bar.
_LAW_LINK = re.compile("(?:" + "|".join(get_language(code).LAW_HEADING for code in LANGUAGES) + r")\s+\d{1,3}(?!\w)")
_BAR_OF_LAWS = 3
# A menu: so many short lines, at least half of which are words of navigation or names of menus.
_LEAST_ENTRIES = 3
_LONGEST_ENTRY = 40
_SURE = 1.0
_BULLET = re.compile(r"\s*(?:[-–—•*·+»›>]|o(?=\s))*\s*")
_LABELLED = re.compile(r"[^\W_]{1,3}[.)]|\(?[^\W_]{1,3}\)")
_ITEM = re.compile(r"\(?\d{1,2}[.)]\s*[^\W\d_]")
_PARTS = re.compile(r"[|•·]|\s/\s|\s{2,}|\t")
_STEPS = re.compile(r"[>›»→]|\s/\s|\s::\s")


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    alone, beside, anywhere, about, home, menu = (
        "|".join(getattr(get_language(code), name) for code in LANGUAGES)
        for name in (
            "NAVIGATION",
            "NAVIGATION_BESIDE",
            "NAVIGATION_ANYWHERE",
            "NAVIGATION_ABOUT",
            "NAVIGATION_HOME",
            "NAVIGATION_MENU",
        )
    )
    return (
        re.compile(rf"(?:{alone})(?!\w)"),
        re.compile(rf"(?:{beside})(?!\w)"),
        re.compile(rf"{anywhere}|^(?:{about})\s?(?::|(?=\d|$))"),
        re.compile(home),
        re.compile(f"(?P<sure>{alone}|{beside}|{home})|{menu}"),
    )


def navigation_lines(texts: Sequence[str]) -> list[bool]:
    """For each line of a text that no markup tells of, whether it is navigation."""
    found = [is_navigation(text) for text in texts]
    for first, last in menus(texts, found):
        for index in range(first, last):
            found[index] = True
    return found


def is_navigation(line: str, *, linked: bool = False) -> bool:
    """True if the whole line is navigation; ``linked`` says that all its words are links."""
    if len(line) > _LONGEST:
        return False
    line = fold(line.strip()) if linked else line.strip()
    if not line or not (linked or line[0].isupper() or not line[0].isalpha() or line[:4] in ("http", "www.", "file")):
        return False  # a word in lower case goes on with a sentence
    if not linked and _ITEM.match(line):
        return False  # ``2. Search`` is the heading of an item
    alone, beside, anywhere, _, _ = _patterns()
    folded = fold(line)
    if anywhere.search(folded) or _COPYRIGHT.match(folded) or _URL.fullmatch(folded):
        return True
    words = companions = numbers = laws = 0
    arrows = line.startswith("« ") + line.endswith(" »")
    letters = ""
    position = 0
    while position < len(folded):
        if len(letters) >= _SHORTEST_ALPHABET and (other := _OTHER_LETTERS.match(folded, position)):
            position = other.end()
            continue
        for kind, pattern in enumerate((_ARROW, _SEPARATORS, alone, beside, _NUMBER, _LETTER, _LAW_LINK)):
            if match := pattern.match(folded, position):
                arrows += kind == 0
                words += kind == 2
                companions += kind == 3
                numbers += kind == 4
                letters += match.group() if kind == 5 else ""
                laws += kind == 6
                position = match.end()
                break
        else:
            return _is_bar(folded)
    if letters:
        return _is_alphabet(letters)
    if words:
        return True
    if linked and (companions or numbers):
        return True
    if arrows and (companions or numbers or laws):
        return True
    if laws >= _BAR_OF_LAWS:
        return not numbers
    return (companions > 1 and _BAR.search(line) is not None) or bool(companions and numbers > 2)


def is_link_bar(line: str) -> bool:
    """True for a line of several links: short, and no sentence."""
    return len(line) <= 4 * _LONGEST and not line.rstrip().endswith((".", ";", "!", "?"))


def _is_alphabet(letters: str) -> bool:
    """True for the letters of one alphabet in their order, gaps allowed: a list of authors or words by letter."""
    if len(letters) < _SHORTEST_ALPHABET:
        return False
    for code in LANGUAGES:
        places = [get_language(code).ALPHABET.find(letter) for letter in letters]
        if places[0] >= 0 and all(before < after for before, after in pairwise(places)):
            return True
    return False


# menus


def _is_bar(folded: str) -> bool:
    """True for a menu in one line (``Home | News | Clubs``), and for the way to a page (``Home > Laws > Law 10``)."""
    *_, home, _ = _patterns()
    steps = [step.strip() for step in _STEPS.split(folded)]
    if len(steps) > 1 and home.fullmatch(steps[0]):
        return max(map(len, steps)) <= _LONGEST_ENTRY and not folded.endswith(".")
    parts = [part.strip() for part in _PARTS.split(folded) if part.strip()]
    return max(map(len, parts), default=0) <= _LONGEST_ENTRY and _is_menu([_weigh(part) for part in parts])


def _is_menu(weights: Sequence[float]) -> bool:
    """True for enough entries, more than half of which are known, and one of them for what it is."""
    known = sum(weight > 0 for weight in weights)
    return len(weights) >= _LEAST_ENTRIES and 2 * known > len(weights) and max(weights) == _SURE


def _weigh(folded: str) -> float:
    """How much an entry speaks for a menu: a word of navigation, a name that menus have, any other."""
    *_, menu = _patterns()
    match = menu.fullmatch(folded.strip(" .:!…[]()<>«»←→"))
    return 0 if match is None else _SURE if match["sure"] else _SURE / 2


def menus(texts: Sequence[str], found: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The rows of short lines that are menus: their first line and the line after the last."""
    weights: list[float] = []
    for index, text in enumerate([*texts, ""]):
        if index < len(texts) and (found[index] or _may_be_entry(text)):
            weights.append(_SURE if found[index] else _weigh(fold(text[_end_of_bullet(text) :])))
            continue
        if _is_menu(weights):
            first, last = index - len(weights), index
            while not weights[last - index - 1]:  # a title that stands right above or below the menu is none of it
                last -= 1
            while not weights[first - index]:
                first += 1
            yield first, last
        weights = []


def _end_of_bullet(text: str) -> int:
    match = _BULLET.match(text)
    return match.end() if match else 0


def _may_be_entry(text: str) -> bool:
    """True for a short line with a capital that is no sentence, no heading of a law and has no label."""
    if len(text) > 2 * _LONGEST_ENTRY:
        return False
    entry = text[_end_of_bullet(text) :].strip()
    return (
        bool(entry)
        and len(entry) <= _LONGEST_ENTRY
        and entry[0].isupper()
        and entry[-1] not in ".;,!?"
        and _LABELLED.match(entry) is None
        and _LAW_LINK.match(fold(entry)) is None
    )
