"""Headings as they are shown in lists, above texts and on the trail: the same on the page, offline and in the reader.

The sources print some headings in capitals, and end headings with a full stop, a colon or a dash. The stored text
keeps all that; what is shown is one heading like the other.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lawsearch.locale import gettext

if TYPE_CHECKING:
    from lawsearch.model import Clause

__all__ = ["said_cut", "sentence_case", "shown_heading", "shown_label", "spoken_name", "titled"]

_ENDS = " .:-–—"
_SHORTEST = 4  # a word of capitals below this length is an abbreviation, even twice: LHO (LHO)
_WORDS = re.compile(r"[^\W_]+")
_HOLDERS = ("chapter", "part")


def sentence_case(heading: str) -> str:
    """``THE CARDS`` → ``The cards``; anything else as it is. The length stays the same."""
    if not heading.isupper():
        return heading
    words = set(_WORDS.findall(heading))
    is_abbreviation = len(words) == 1 and all(len(word) < _SHORTEST for word in words)
    return heading if is_abbreviation else heading[:1] + heading[1:].lower()


def shown_heading(heading: str | None) -> str:
    """A heading without the signs that end it, in small letters; "" for none."""
    return sentence_case(" ".join((heading or "").split()).rstrip(_ENDS))


def shown_label(label: str | None) -> str:
    """The label of a chapter without the signs that end it: ``CHAPTER II -`` → ``Chapter II``."""
    words = " ".join((label or "").split()).rstrip(_ENDS)
    first, space, number = words.partition(" ")
    return sentence_case(first) + space + number


def spoken_name(name: str) -> str:
    """A clause without an address by the one that it stands in: ``70.2#closing`` → ``70.2 (text behind its items)``."""
    address, sign, kind = name.partition("#")
    if not sign:
        return address
    what = gettext("footnote") if kind.startswith("footnote") else gettext("text behind its items")
    return f"{address} ({what})"


def said_cut(clause: Clause) -> str:
    """What is said where the text of a clause breaks off or is lost as a whole; "" where it is whole."""
    if not clause.cut:
        return ""
    if clause.text:
        return gettext("[the text breaks off here]")
    return gettext("[only the heading is here]") if clause.heading else gettext("[only the number is here]")


def titled(clause: Clause) -> str:
    """The heading of a clause as it is shown; that of a chapter with its label: ``Chapter II. Preliminaries``."""
    heading = shown_heading(clause.heading)
    if clause.kind not in _HOLDERS or not clause.label:
        return heading
    label = shown_label(clause.label)
    return f"{label}. {heading}" if heading else label
