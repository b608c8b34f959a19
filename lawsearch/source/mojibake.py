"""Repair of letters that were damaged before the file came to us; only when asked for, each change listed.

In: a decoded source. Out: the source with repaired lines, and a ``repaired`` problem a line with what stood there.
The file's bytes are kept as they were. Each rule is a small function that gives a better line or None.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import islice

from lawsearch.model import Problem
from lawsearch.source import LinkedNote, Source, split_lines
from lawsearch.source.encodings import russian_score

# A text in the right-hand encoding that was read as one in the left-hand encoding.
_MISREAD = (
    ("cp1251", "utf-8"),
    ("cp1252", "utf-8"),
    ("koi8-r", "utf-8"),
    ("cp866", "utf-8"),
    ("cp1251", "cp866"),
    ("cp866", "cp1251"),
    ("cp1251", "koi8-r"),
    ("koi8-r", "cp1251"),
    ("cp1252", "cp1251"),
    ("latin-1", "utf-8"),  # where the bytes without a letter were kept as control codes
    ("latin-1", "cp1251"),
)
# How much more Russian a line must look to be taken for misread (logarithms, a letter).
_BETTER = 2.0
_SAMPLE = 1 << 16  # characters

_CYRILLIC = "[\u0410-\u044f\u0401\u0451]"
_WORDS = re.compile("[\u0430-\u044f\u0451]{3}", re.IGNORECASE)
_FOREIGN = -20.0
_YO_INSIDE = re.compile(rf"(?<={_CYRILLIC})\u201e")
_YO_FIRST = re.compile(r"\u201e(?=[\u0430-\u044f])")


# So many lines are looked at, and so many must be better in another encoding, for a text to look damaged.
_LOOKED_AT = 40
_LEAST_DAMAGED = 3


def looks_damaged(text: str) -> bool:
    """True for a text most of whose first lines beyond ASCII were read in a wrong encoding before they came to us."""
    lines = list(islice((line.text for line in split_lines(text[:_SAMPLE]) if not line.text.isascii()), _LOOKED_AT))
    damaged = sum(misread_encoding(line) is not None for line in lines)
    return damaged >= _LEAST_DAMAGED and 2 * damaged > len(lines)


def repair_source(source: Source) -> Source:
    """The source with every line repaired that a rule can make better."""
    parts: list[str] = []
    problems: list[Problem] = []
    changed: dict[int, str] = {}
    end = 0
    for line in split_lines(source.text):
        better = line.text
        for rule in RULES:
            better = rule(better) or better
        parts += [source.text[end : line.start], better]
        end = line.stop
        if better != line.text:
            changed[line.number] = better
            params = {"before": line.text.strip()[:60], "after": better.strip()[:60]}
            problems.append(Problem(code="repaired", file=source.name, line=line.number, params=params))
    if not problems:
        return source
    text = "".join((*parts, source.text[end:]))
    # spans of navigation are those of the old text: after a repair its lines are read like the others
    notes = tuple(_moved(note, changed) for note in source.notes)
    return replace(source, text=text, problems=(*source.problems, *problems), navigation=(), notes=notes)


def _moved(note: LinkedNote, changed: Mapping[int, str]) -> LinkedNote:
    """A note whose marks stand where they are after the repair of their lines."""
    if note.line is not None and note.line in changed:
        column = _nearest(changed[note.line], note.mark, note.column)
        note = replace(note, column=column) if column is not None else replace(note, mark="", column=0)
    again = [
        (number, _nearest(changed[number], note.mark, column) if number in changed else column)
        for number, column in note.again
    ]
    return replace(note, again=tuple((number, column) for number, column in again if column is not None))


def _nearest(text: str, mark: str, column: int) -> int | None:
    """Where a mark stands in a line, next to where it stood."""
    found = [match.start() for match in re.finditer(re.escape(mark), text)]
    return min(found, key=lambda place: abs(place - column), default=None)


def misread_encoding(line: str) -> str | None:
    """A line of one encoding that was read as another, as double-encoded UTF-8 is."""
    if line.isascii() or len(set(line)) < 4:  # a row of one sign is a rule, whatever the sign
        return None
    best = (_score(line) + _BETTER, line)
    for wrong, right in _MISREAD:
        try:
            candidate = line.encode(wrong).decode(right)
        except (UnicodeEncodeError, UnicodeDecodeError):
            continue
        best = max(best, (_score(candidate), candidate))
    return best[1] if best[1] != line else None


def lost_yo(line: str) -> str | None:
    """The low quotation mark that some copies have for the letter yo."""
    mended = _YO_INSIDE.sub("\u0451", line)
    if not re.search("[\u201c\u201d]", mended):  # no quotation is closed on this line, so none was opened
        mended = _YO_FIRST.sub("\u0451", mended)
    return mended if mended != line else None


def _score(text: str) -> float:
    """How Russian a line looks, a letter; a line without Russian letters does not look Russian at all."""
    total, count = russian_score(text.encode("utf-8", "replace"), "utf-8")
    return total / count if count and len(_WORDS.findall(text)) else _FOREIGN


RULES: tuple[Callable[[str], str | None], ...] = (misread_encoding, lost_yo)
