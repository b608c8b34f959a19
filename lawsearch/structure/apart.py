"""What is printed among the clauses and is none: contents and index pages, notes at the foot of a page.

In: the lines of a stretch. Out: the lines that remain; contents and index go to the builder as furniture, notes
go to it with their marks. Promise: no line is lost, and where the signs are weak it stays.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.language import LANGUAGES, get_language
from lawsearch.structure.lines import is_rule_line
from lawsearch.structure.pages import PageLine
from lawsearch.structure.tree import Piece, TreeBuilder, whole_line

_DOT = r"[.…·_]"
_TARGETS = r"\d{1,3}[A-H\u0410\u0412\u0421\u0415]?\d?(?:\s*[,;]\s*\d{1,3}[A-H\u0410\u0412\u0421\u0415]?\d?)*"
# leaders are looked for at the beginning of a row of dots alone, which keeps the time linear
_BEGIN = rf"(?<!{_DOT})(?<!{_DOT}\s)"
_LEADER = re.compile(
    rf"{_BEGIN}(?:{_DOT}(?:\s?{_DOT}){{3,}}\s*\d|{_DOT}(?:\s?{_DOT}){{2,}}\s*{_TARGETS}$|{_DOT}(?:\s?{_DOT}){{5,}}$)"
)
_WEAK_LEADER = re.compile(rf"{_BEGIN}{_DOT}{{2,}}\s*{_TARGETS}$")
_LETTERED_TARGET = re.compile(r"\d[A-H\u0410\u0412\u0421\u0415]\d?$|\d\s*,\s*\d+$")
_NOTE = re.compile(r"(\(\*{1,3}\))\s*\S")

# A cluster of entries may have so many lines without leaders between two with them: titles wrap.
_WRAPPED_LINES = 2
_LEAST_ENTRIES = 3
_LONGEST_NOTES = 12

_CONTENTS, _INDEX = (
    re.compile("|".join(getattr(get_language(code), name) for code in LANGUAGES), re.IGNORECASE)
    for name in ("CONTENTS_HEADING", "INDEX_HEADING")
)


def set_apart(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    """The lines without contents, index and notes."""
    return _take_notes(_take_contents(lines, builder), builder)


# contents and index


def _take_contents(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    printed = [(index, piece) for index, line in enumerate(lines) if (piece := whole_line(line.line, line.page)).text]
    taken: set[int] = set()
    for first, last in _clusters([piece.text for _, piece in printed]):
        begin, kind = _beginning(printed, first, last)
        for index, piece in printed[begin : last + 1]:
            builder.add_furniture(kind, piece)
            taken.add(index)
    return [line for index, line in enumerate(lines) if index not in taken] if taken else lines


def _clusters(texts: Sequence[str]) -> list[tuple[int, int]]:
    """The first and the last entry of each row of entries with leaders."""
    clusters: list[list[int]] = []
    strong = 0
    found: list[tuple[int, int]] = []

    def close() -> None:
        if clusters and strong >= _LEAST_ENTRIES:
            found.append((clusters[-1][0], clusters[-1][-1]))

    for index, text in enumerate(texts):
        is_strong = _LEADER.search(text) is not None
        if not is_strong and not _WEAK_LEADER.search(text):
            continue
        if not clusters or index - clusters[-1][-1] > _WRAPPED_LINES + 1:
            close()
            clusters.append([])
            strong = 0
        clusters[-1].append(index)
        strong += is_strong
    close()
    return found


def _beginning(printed: Sequence[tuple[int, Piece]], first: int, last: int) -> tuple[int, str]:
    """Where a row of entries begins, its title included, and whether it is contents or an index."""
    for above in range(first, max(-1, first - _WRAPPED_LINES - 2), -1):
        text = printed[above][1].text.rstrip(".: ")
        if _CONTENTS.fullmatch(text):
            return above, "contents"
        if _INDEX.fullmatch(text):
            return above, "index"
    texts = [piece.text for _, piece in printed[first : last + 1]]
    lettered = sum(1 for text in texts if _LETTERED_TARGET.search(text) or text.startswith("="))
    begin = first - 1 if first and texts[0][0].islower() else first
    return begin, "index" if lettered * 4 >= len(texts) else "contents"


# notes


def _take_notes(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    """Blocks that begin with ``(*)`` under a rule at the foot of a page, or before an empty line."""
    kept: list[PageLine] = []
    index = 0
    while index < len(lines):
        end = _end_of_notes(lines, index)
        if end is None:
            kept.append(lines[index])
            index += 1
            continue
        rule, *pieces = (whole_line(line.line, line.page) for line in lines[index:end])
        builder.add_furniture("underline", rule)
        _add_notes(pieces, builder)
        index = end
    return kept


def _end_of_notes(lines: Sequence[PageLine], rule: int) -> int | None:
    """The line after the notes under the rule at ``rule``; None if there are no notes."""
    if rule + 1 >= len(lines) or not is_rule_line(lines[rule].line.text):
        return None
    first = lines[rule + 1]
    if not _NOTE.match(first.line.text.strip()):
        return None
    for index in range(rule + 1, min(len(lines), rule + 2 + _LONGEST_NOTES)):
        over = not lines[index].line.text.strip() or lines[index].page != first.page
        if over or index == len(lines) - 1:
            return index if over else index + 1
    return None


def _add_notes(pieces: Sequence[Piece], builder: TreeBuilder) -> None:
    notes: list[tuple[str, list[Piece]]] = []
    for piece in pieces:
        if match := _NOTE.match(piece.text):
            notes.append((match[1], []))
        notes[-1][1].append(piece)
    for mark, note in notes:
        builder.add_note(mark, note)
