"""The numbers that Word gives to the paragraphs of its lists: ``A.``, ``1.2.``, ``(iv)``.

A paragraph names its list and level itself, or its style does, or the style that this one is based on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lawsearch.source.archives import Archive
from lawsearch.source.labels import RUSSIAN_CAPITALS, RUSSIAN_SMALL, count_as
from lawsearch.source.xml import decode_xml, feed_xml

# Word's names of the ways to count -> those of lists in HTML (labels.py).
_FORMATS = {
    "decimal": "1",
    "decimalZero": "1",
    "upperLetter": "A",
    "lowerLetter": "a",
    "upperRoman": "I",
    "lowerRoman": "i",
    "russianUpper": RUSSIAN_CAPITALS,
    "russianLower": RUSSIAN_SMALL,
}
_DEEPEST_STYLE = 12
_PLACE = re.compile(r"%(\d)")


@dataclass(slots=True)
class _Level:
    """One level of a list: how it counts, what it prints (``%1.%2.``), where it starts."""

    counts: str = "decimal"
    text: str = ""
    first: int = 1


@dataclass(slots=True)
class _Style:
    """What a style says of the list of its paragraphs."""

    number: str | None = None
    level: str | None = None
    based_on: str | None = None


@dataclass(slots=True)
class Numbering:
    """The lists of a document, and how far each has counted."""

    levels: dict[tuple[str, int], _Level] = field(default_factory=dict)  # abstract list and level
    lists: dict[str, str] = field(default_factory=dict)  # list -> abstract list
    counted: dict[str, dict[int, int]] = field(default_factory=dict)
    styles: dict[str, _Style] = field(default_factory=dict)
    linked: dict[tuple[str, str], int] = field(default_factory=dict)  # abstract list and style -> level
    starts: dict[tuple[str, int], int] = field(default_factory=dict)  # list and level -> where it starts anew, once
    own_levels: dict[tuple[str, int], _Level] = field(default_factory=dict)  # list and level -> how it counts otherwise

    def label(self, number: str | None, level: str | None, style: str | None) -> str:
        """The label of the next paragraph of a list, or nothing for a paragraph that is in none."""
        if number is None:
            number, of_style = self._of_style(style)
            level = level or of_style or self._linked_level(number, style)
        level = level or "0"
        abstract = self.lists.get(number or "")
        if abstract is None or not level.isdecimal():
            return ""
        depth = int(level)
        here = self._level(number or "", depth)
        if here is None or here.counts not in _FORMATS:
            return ""  # a bullet
        counters = self.counted.setdefault(abstract, {})
        if (start := self.starts.pop((number or "", depth), None)) is not None:
            counters[depth] = start - 1
        counters[depth] = counters.get(depth, here.first - 1) + 1
        for deeper in [key for key in counters if key > depth]:
            del counters[deeper]
        return _PLACE.sub(lambda place: self._count(number or "", int(place[1]) - 1, counters), here.text).strip()

    def _level(self, number: str, depth: int) -> _Level | None:
        return self.own_levels.get((number, depth)) or self.levels.get((self.lists.get(number, ""), depth))

    def _of_style(self, name: str | None) -> tuple[str | None, str | None]:
        """The list and level that a style gives to its paragraphs, itself or through those it is based on."""
        level = None
        for _ in range(_DEEPEST_STYLE):
            style = self.styles.get(name or "")
            if style is None:
                break
            level = level or style.level
            if style.number is not None:
                return style.number, level
            name = style.based_on
        return None, level

    def _linked_level(self, number: str | None, style: str | None) -> str | None:
        """The level of a list that is kept for the paragraphs of a style."""
        level = self.linked.get((self.lists.get(number or "", ""), style or ""))
        return None if level is None else str(level)

    def _count(self, number: str, depth: int, counters: dict[int, int]) -> str:
        level = self._level(number, depth) or _Level()
        return count_as(_FORMATS.get(level.counts, "1"), counters.get(depth, level.first))


class _Lists:
    """Takes the events of ``numbering.xml``."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._abstract = ""
        self._list: str | None = None
        self._override = 0
        self._level = _Level()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        value = attributes.get("val", "")
        if tag == "abstractNum":
            self._abstract = attributes.get("abstractNumId", "")
        elif tag == "lvlOverride" and attributes.get("ilvl", "").isdecimal():
            self._override = int(attributes["ilvl"])
        elif tag == "startOverride" and value.isdecimal() and self._list is not None:
            self._numbering.starts[self._list, self._override] = int(value)
        elif tag == "lvl" and attributes.get("ilvl", "").isdecimal():
            self._level = _Level()
            if self._list is None:
                self._numbering.levels[self._abstract, int(attributes["ilvl"])] = self._level
            else:
                self._numbering.own_levels[self._list, int(attributes["ilvl"])] = self._level
        elif tag == "numFmt":
            self._level.counts = value
        elif tag == "lvlText":
            self._level.text = value
        elif tag == "pStyle" and self._list is None:
            depth = next((depth for (_, depth), level in self._numbering.levels.items() if level is self._level), None)
            if depth is not None:
                self._numbering.linked[self._abstract, value] = depth
        elif tag == "start" and value.isdecimal():
            self._level.first = int(value)
        elif tag == "num":
            self._list = attributes.get("numId")
            self._level = _Level()
        elif tag == "abstractNumId" and self._list is not None:
            self._numbering.lists[self._list] = value

    def end(self, tag: str) -> None:
        if tag == "num":
            self._list = None

    def data(self, text: str) -> None:
        """There is no text."""


class _Styles:
    """Takes the events of ``styles.xml``."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._style = _Style()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        value = attributes.get("val")
        if tag == "style":
            self._style = self._numbering.styles.setdefault(attributes.get("styleId", ""), _Style())
        elif tag == "basedOn":
            self._style.based_on = value
        elif tag == "numId":
            self._style.number = value
        elif tag == "ilvl":
            self._style.level = value

    def end(self, tag: str) -> None:
        """Nothing ends that matters."""

    def data(self, text: str) -> None:
        """There is no text."""


def read_numbering(archive: Archive, member: str, styles: str) -> Numbering:
    """The lists that a document defines, and the styles that use them; none if it has none."""
    numbering = Numbering()
    if member in archive:
        feed_xml(decode_xml(archive.read(member), archive.name).text, _Lists(numbering), archive.name, archive.kind)
    if styles in archive:
        feed_xml(decode_xml(archive.read(styles), archive.name).text, _Styles(numbering), archive.name, archive.kind)
    return numbering
