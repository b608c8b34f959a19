"""Lines as a copy holds them to lines as they were printed: frames go, empty lines that say nothing go.

In: the lines of one file. Out: :class:`Repaired`, lines that are parts of the source's lines, and the pieces of
frame around them. Promises: each character that is not white space is in one line or in one piece of frame; the
time is linear.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lawsearch.source import Line
from lawsearch.structure.pieces import MARK, Piece

_BARS = "|\u2502\u2551\u2503\u00a6"
_BAR = re.compile(f"[{_BARS}]")
_BORDER = re.compile(rf"[{_BARS}+\-=_ \t\u2500-\u257f]*")
# ``|      |      Text``: empty lines before a line, whose ends became spaces.
_OPEN = re.compile(rf"\s*[{_BARS}](?:\s*[{_BARS}])*")
_CLOSE = re.compile(rf"[{_BARS}]\s*$")
_ENDS = re.compile(rf"[.!?…:;][»”\")\]]*\s*(?:{MARK})?\s*$|(?:{MARK})\s*$")

_QUOTE = re.compile(r">[> ]*")
_LEAST_QUOTED = 5
# A frame's line that holds more bars than these holds several lines, whose ends became spaces.
_MANY_BARS = 6
# Text in a frame stands so many columns to the right of its bar, or more.
_MARGIN = 3


@dataclass(slots=True)
class Repaired:
    """The lines of a file, and the pieces of frame that stood around them."""

    lines: list[Line] = field(default_factory=list)
    frame: list[Piece] = field(default_factory=list)


def repair_lines(lines: Sequence[Line]) -> Repaired:
    """Take the frame off the lines of a file, and the empty lines out that stand after every line."""
    if _is_quoted(lines):
        repaired = _take_quotes_off(lines)
    else:
        repaired = _take_frame_off(lines) if _is_framed(lines) else Repaired(list(lines))
    repaired.lines = drop_noise(repaired.lines)
    return repaired


# letters


def _is_quoted(lines: Sequence[Line]) -> bool:
    """True if nearly every line begins with the mark of a quotation in a letter: ``> ``."""
    printed = [line.text for line in lines if line.text.strip()]
    return len(printed) >= _LEAST_QUOTED and sum(text.startswith(">") for text in printed) >= 0.9 * len(printed)


def _take_quotes_off(lines: Sequence[Line]) -> Repaired:
    repaired = Repaired()
    for line in lines:
        end = len(match.group()) if (match := _QUOTE.match(line.text)) else 0
        if end:
            repaired.frame.append(_part(line, 0, end))
        repaired.lines.append(Line(line.file, line.number, line.start + end, line.text[end:]))
    return repaired


# frames


def _is_framed(lines: Sequence[Line]) -> bool:
    """True if nearly every line begins with a bar; rows of a table inside a text are no frame."""
    printed = [line.text for line in lines if line.text.strip()]
    opened = [text for text in printed if _OPEN.match(text)]
    if len(opened) < 0.7 * len(printed):
        return False
    bars = [len(_BAR.findall(text)) for text in opened]
    if any(count > _MANY_BARS for count in bars):
        return all(count > 2 for count in bars) and _is_flat(opened)
    inside = [len(_BAR.findall(_OPEN.sub("", text, count=1))) for text in opened]
    return len(opened) >= 5 and sum(count <= 1 for count in inside) >= 0.7 * len(inside)


def _is_flat(texts: Sequence[str]) -> bool:
    """True for lines that hold a whole frame each: long cells, or cells that all begin at the page's margin."""
    printed = [cell for text in texts for cell in _BAR.split(text) if cell.strip()]
    if not printed:
        return False
    margins = Counter(len(cell) - len(cell.lstrip()) for cell in printed)
    margin, count = max(margins.items(), key=lambda entry: entry[1])
    at_margin = margin >= _MARGIN and count >= 0.8 * len(printed)
    return at_margin or sum(len(cell.strip()) for cell in printed) > 25 * len(printed)


def _take_frame_off(lines: Sequence[Line]) -> Repaired:
    repaired = Repaired()
    for line in lines:
        if line.text.strip() and _BORDER.fullmatch(line.text) and (_BAR.search(line.text) or "+" in line.text):
            _keep_border(line, repaired)
        elif len(_BAR.findall(line.text)) > _MANY_BARS:
            _split_flat(line, repaired)
        else:
            _strip_bars(line, repaired)
    return repaired


def _keep_border(line: Line, repaired: Repaired) -> None:
    """A row of the frame itself is an empty line of the text."""
    repaired.frame.append(Piece(line, line.start, line.text).cut(0))
    repaired.lines.append(Line(line.file, line.number, line.start, ""))


def _strip_bars(line: Line, repaired: Repaired) -> None:
    begin, end = 0, len(line.text)
    if opening := _OPEN.match(line.text):
        repaired.frame.append(_part(line, 0, opening.end()))
        begin = opening.end()
    if (closing := _CLOSE.search(line.text, begin)) is not None:
        repaired.frame.append(_part(line, closing.start(), end))
        end = closing.start()
    repaired.lines.append(Line(line.file, line.number, line.start + begin, line.text[begin:end]))


def _split_flat(line: Line, repaired: Repaired) -> None:
    """Each cell between two bars was a line; what stands between two frames is nothing."""
    begin = 0
    for bar in (*_BAR.finditer(line.text), None):
        end = bar.start() if bar else len(line.text)
        if begin or line.text[:end].strip():
            repaired.lines.append(Line(line.file, line.number, line.start + begin, line.text[begin:end]))
        if bar:
            repaired.frame.append(_part(line, bar.start(), bar.end()))
            begin = bar.end()


def _part(line: Line, begin: int, end: int) -> Piece:
    return Piece(line, line.start, line.text).cut(begin, end)


# empty lines


def drop_noise(lines: list[Line]) -> list[Line]:
    """The lines without their empty ones, where one stands after nearly every line, inside sentences too."""
    if not _is_noise(lines):
        return lines
    kept: list[Line] = []
    empty = 0
    for line in lines:
        if line.text.strip():
            kept.append(line)
            empty = 0
            continue
        empty += 1
        if empty == 2:  # a second one means something
            kept.append(line)
    return kept


def _is_noise(lines: Sequence[Line]) -> bool:
    printed = [(index, line.text) for index, line in enumerate(lines) if line.text.strip()]
    pairs = list(pairwise(printed))
    apart = sum(1 for (first, _), (second, _) in pairs if second > first + 1)
    inside = [
        second > first + 1
        for (first, before), (second, after) in pairs
        if not _ENDS.search(before[-40:]) and after.strip()[0].islower()
    ]
    return apart >= 0.6 * len(pairs) and sum(inside) >= max(2, 0.8 * len(inside))


# indents


def paragraph_indent(lines: Sequence[Line]) -> int | None:
    """The column in which the first lines of paragraphs stand, or None where a copy does not indent them."""
    columns = Counter(len(line.text) - len(line.text.lstrip()) for line in lines if line.text.strip())
    if not columns:
        return None
    margin = min((column for column, count in columns.items() if count >= 0.1 * columns.total()), default=0)
    deeper = {column: count for column, count in columns.items() if column > margin + 1}
    indent = max(deeper, key=lambda column: (deeper[column], -column), default=None)
    if indent is None:  # every paragraph is short
        return None
    return indent if deeper[indent] >= max(3, 0.05 * columns.total()) else None
