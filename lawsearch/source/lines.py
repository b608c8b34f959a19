"""A text to its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

# Programs also end a line with signs of their own: Word's line break (VT), the separators of Unicode.
LINE_ENDS = "\n\r\v\u2028\u2029"
_LINE_END = re.compile(f"\r\n|[{LINE_ENDS}]")


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its end: ``source.text[start:start + len(text)] == text``; ``number`` from 1."""

    file: int
    number: int
    start: int
    text: str

    @property
    def stop(self) -> int:
        return self.start + len(self.text)


def split_lines(text: str, file: int = 0) -> list[Line]:
    """The lines of a text; the last one may be without an end, and is left out when it is empty."""
    lines = []
    start = 0
    for number, match in enumerate(_LINE_END.finditer(text), 1):
        lines.append(Line(file, number, start, text[start : match.start()]))
        start = match.end()
    if start < len(text):
        lines.append(Line(file, len(lines) + 1, start, text[start:]))
    return lines
