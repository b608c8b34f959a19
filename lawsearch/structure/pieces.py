"""Pieces of lines: parts of the source that know where they stand, and how they are joined to a text.

In: lines. Out: :class:`Piece` records; :class:`Joined`, the text of some of them. Promises: each character of a piece
has its place in the source, whatever was taken out or mended; of what a text is joined from only white space and
hyphens that line ends have made are left out, and the latter are named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawsearch.language import LANGUAGES, Language, fold, get_language
from lawsearch.source import Line

# The mark of a paragraph's end: the name of its control code, as it is typed in any brackets and with any letters that
# look alike, or the sign that stands for it.
MARK = r"[(\[{<] ?[Dd\u0414\u0434][Cc\u0421\u0441] ?4 ?[)\]}>]|[\u2414\u00b6\x14]"
# The mark of a note between brackets, and how a sentence ends.
NOTE_MARK = re.compile(r"\(\*{1,3}\)")
SENTENCE_END = re.compile(r"[.!?…:;][»”\")\]]*$")
_RUN = re.compile(r"\S+")
_HYPHENS = "-\u00ad¬"
_CARDS = frozenset("".join(get_language(code).CARDS for code in LANGUAGES))
_GAP = re.compile(r"\s+")
# Letters set apart (``П   Р   А   В   И   Л   А``), down to the mark of the paragraph's end.
_SET_APART = re.compile(rf"(?<!\S)[^\W\d_](?:[ \t]+\S(?=\s|$|{MARK})){{3,}}")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of one line: ``text`` stands at ``start`` of the source; ``page`` is the printed page.

    Where characters were taken out or mended, ``offsets`` holds the place of each character. A piece that ``joins``
    goes on with the word before; a row of a table that has no ``|`` says in ``row`` where its cells begin.
    """

    line: Line
    start: int
    text: str
    page: int | None = None
    offsets: tuple[int, ...] | None = None
    joins: bool = False
    row: tuple[int, ...] = ()

    @property
    def stop(self) -> int:
        return self.at(len(self.text) - 1) + 1 if self.text else self.start

    def at(self, index: int) -> int:
        """The place in the source of the character ``text[index]``."""
        return self.start + index if self.offsets is None else self.offsets[index]

    def cut(self, begin: int, end: int | None = None) -> Piece:
        """The part ``text[begin:end]`` without white space at its ends."""
        part = self.text[begin:end]
        stripped = part.strip()
        first = begin + len(part) - len(part.lstrip())
        joins = self.joins and not first
        row = self.row if not first else ()
        if self.offsets is None:
            return Piece(self.line, self.start + first, stripped, self.page, None, joins, row)
        offsets = self.offsets[first : first + len(stripped)]
        return Piece(self.line, offsets[0] if offsets else self.start, stripped, self.page, offsets, joins, row)

    def ranges(self) -> list[tuple[int, int]]:
        """The ranges of the source that the piece is made of: what was taken out between them is elsewhere."""
        if self.offsets is None or not self.offsets:
            return [(self.start, self.stop)]
        ranges = [(self.offsets[0], self.offsets[0] + 1)]
        for offset in self.offsets[1:]:
            start, stop = ranges[-1]
            if offset > stop and not self.line.text[stop - self.line.start : offset - self.line.start].isspace():
                ranges.append((offset, offset + 1))
            else:
                ranges[-1] = (start, max(stop, offset + 1))
        return ranges


def whole_line(line: Line, page: int | None) -> Piece:
    """A line without white space at its ends; letters that are set apart are brought together."""
    piece = Piece(line, line.start, line.text, page).cut(0)
    found = _SET_APART.search(piece.text)
    if found is None or not _is_set_apart(found.group()):
        return piece
    kept = _kept_together(piece.text, found.start(), found.end())
    return Piece(line, piece.start, "".join(piece.text[i] for i in kept), page, tuple(piece.start + i for i in kept))


def _is_set_apart(text: str) -> bool:
    """True for the letters of a title, False for the cards of a hand (``A K Q J T``)."""
    letters = [char for char in text if char.isalpha()]
    wide = min(map(len, _GAP.findall(text))) > 1
    return len(letters) >= (4 if wide else 6) and not _CARDS.issuperset(letters)


def _kept_together(text: str, start: int, stop: int) -> list[int]:
    """The places in ``text`` that stay when the letters from ``start`` to ``stop`` are brought together."""
    gaps = list(_GAP.finditer(text, start, stop))
    narrow = min(len(gap.group()) for gap in gaps)
    dropped: set[int] = set()
    for gap in gaps:
        between_words = len(gap.group()) > narrow
        dropped.update(range(gap.start() + between_words, gap.end()))
    return [index for index in range(len(text)) if index not in dropped]


@dataclass(slots=True)
class Joined:
    """Pieces joined to one text; ``runs`` map it back to the source: (text offset, file, source offset)."""

    text: str = ""
    runs: list[tuple[int, int, int]] = field(default_factory=list)
    hyphens: list[tuple[Piece, int]] = field(default_factory=list)

    def offset(self, file: int, source: int) -> int | None:
        """Where a character of the source stands in the text."""
        for start, run_file, run_source in self.runs:
            length = source - run_source
            if run_file == file and length >= 0 and start + length < len(self.text):
                following = self.text.find(" ", start)
                if start + length < (following if following >= 0 else len(self.text)):
                    return start + length
        return None


def join_pieces(paragraphs: Sequence[Sequence[Piece]], language: Language) -> Joined:
    """Join lines to paragraphs: one space for a line end, none for a hyphen that the line end has made."""
    joined = Joined()
    parts: list[str] = []
    length = 0
    for number, paragraph in enumerate(paragraphs):
        before: Piece | None = None
        for piece in paragraph:
            for run in _RUN.finditer(piece.text):
                glue = " " if parts else ""
                if not before and parts and run.start() == 0 and number and piece is paragraph[0]:
                    glue = "\n"
                elif before is not None and piece.joins:
                    glue = ""
                elif before is not None and parts:
                    glue = _glue(parts[-1], run.group(), language)
                    if glue == "-":  # the hyphen goes: it belongs to the line end, not to the word
                        joined.hyphens.append((before, before.stop - 1))
                        parts[-1] = parts[-1][:-1]
                        length -= 1
                        glue = ""
                before = None
                parts.append(glue + run.group())
                joined.runs.append((length + len(glue), piece.line.file, piece.at(run.start())))
                length += len(parts[-1])
            before = piece
    joined.text = "".join(parts)
    return joined


def _glue(before: str, after: str, language: Language) -> str:
    """What joins the last word of a line with the first of the next: a space, nothing, or '-' (drop the hyphen)."""
    if before[-1] not in _HYPHENS or len(before.strip()) < 2:
        return " "
    stem, first = before[-2], after[0]
    if stem.isdigit() and first.isdigit():
        return ""
    if not stem.isalnum() or not first.isalpha() or (first.isupper() and not stem.isupper()):
        return " " if not first.isalnum() or not stem.isalnum() else ""
    if before[-1] in "\u00ad¬":
        return "-"
    word = fold(re.split(r"[\s(«\"]", before.strip())[-1][:-1])
    tail = re.match(r"\w+", fold(after))
    keeps = re.fullmatch(language.KEPT_HYPHEN_BEFORE, word) and not stem.isupper()
    if keeps or (tail and re.fullmatch(language.KEPT_HYPHEN_AFTER, tail.group())):
        return ""
    return "-"
