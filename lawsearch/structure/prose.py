"""A commentary in prose: headings of laws, and under each its paragraphs without numbers.

A paragraph is named by its law and its place: ``12.p3``. A sentence that begins with a law's number (``Law 20 is often
quoted``) is no heading, and letters or brackets inside the prose open nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.language.folding import SECTION_LETTERS
from lawsearch.model import Address
from lawsearch.structure.blocks import Block
from lawsearch.structure.lines import (
    INTRODUCTION,
    LAW_HEADINGS,
    LAYOUT_MARK,
    NO_HEADING,
    begins_bullet,
    ends_short,
    is_rule_line,
    is_wrapped,
    line_width,
    split_at_marks,
)
from lawsearch.structure.pages import Stretch
from lawsearch.structure.pieces import SENTENCE_END, Piece
from lawsearch.structure.tree import TreeBuilder

_LAW = re.compile(rf"((?i:{LAW_HEADINGS})\s+(\d{{1,3}})\b\.?(?:\s*[-\u2013\u2014:])?)(?:\s*(?=\S)|$)")
# A heading that names a clause of its law: it belongs to the paragraph below it.
_CLAUSE = re.compile(
    rf"(?i:{LAW_HEADINGS})\s+\d{{1,3}}[{SECTION_LETTERS}]\d{{0,2}}(?:\([a-z]{{1,5}}\))*\.?(?:\s*[-\u2013\u2014:]\s*\S.*)?"
)
_LONGEST_HEADING = 120


def match_heading(text: str) -> re.Match[str] | None:
    """The heading of a law: its number alone, or with a title, which is no sentence."""
    match = _LAW.match(text)
    if match is None or len(text) > _LONGEST_HEADING:
        return None
    title = text[match.end() :]
    if title and title.upper() != title and (NO_HEADING.search(title) or not (title[0].isupper() or title[0] in '“«"')):
        return None
    return match


def shows_prose(lines: Sequence[str]) -> bool:
    """True for laws whose text has paragraphs, most of them two or more, and no label of a clause."""
    laws: list[int] = []
    blank = True
    for line in lines:
        text = line.strip()
        if text and match_heading(text):
            laws.append(0)
        elif text and blank and laws:
            laws[-1] += 1
        blank = not text
    return len(laws) > 1 and 2 * sum(count > 1 for count in laws) >= len(laws)


def read(stretches: Sequence[Stretch], builder: TreeBuilder) -> None:
    """Read all stretches into the builder."""
    lines = [line.printed.text for stretch in stretches for line in stretch.lines]
    reader = _Reader(builder, lines)
    for stretch in stretches:
        builder.begin_stretch(stretch.gap)
        reader.run(stretch)
    builder.end_stretch()


class _Reader:
    def __init__(self, builder: TreeBuilder, lines: Sequence[str]) -> None:
        self.builder = builder
        self.blank_lines = sum(1 for line in lines if not line) * 4 > len(lines)
        self.wrapped = is_wrapped(lines)
        self.width = line_width(lines)
        self.law: Block | None = None
        self.counts: dict[str, int] = {}
        self.before: Piece | None = None
        self.heading: Block | None = None  # a law whose title may go on
        self.titles: list[Piece] = []  # headings of the paragraph to come

    def run(self, stretch: Stretch) -> None:
        self.law, self.before, self.heading, self.titles = None, None, None, []
        for number, page_line in enumerate(stretch.lines):
            piece = page_line.printed
            if not piece.text:
                self.before = None
                continue
            if LAYOUT_MARK.fullmatch(piece.text):
                self.builder.add_furniture("layout", piece)
                continue
            if is_rule_line(piece.text):
                self.builder.add_furniture("underline", piece)
                continue
            following = next(
                (line.printed.text for line in stretch.lines[number + 1 : number + 3] if line.printed.text), ""
            )
            for part, mark in split_at_marks(piece):
                if part.text:
                    self._read(part, following, page_line.indented)
                if mark is not None:
                    self.builder.add_furniture("mark", mark)
                    self.before = None
        self._drop_titles()

    def _read(self, piece: Piece, following: str, indented: bool | None) -> None:
        if self.before is None or SENTENCE_END.search(self.before.text) or self.heading is not None:
            match = match_heading(piece.text)
            if match is not None and not (self.before is not None and following[:1].islower()):
                self._open_law(piece, match)
                return
            if self.law is None and INTRODUCTION.fullmatch(piece.text.rstrip(".")):
                self._open_front(piece)
                return
            if self.law is not None and self._is_clause_heading(piece):
                self.titles.append(piece)
                self.before = None
                return
        if self.heading is not None and self._continues_title(piece, following):
            self.heading.heading.append(piece)
            return
        self.heading = None
        if self._begins(piece, indented):
            self._open_paragraph(piece)
        else:
            self.builder.add_text(piece)
        self.before = piece

    def _is_clause_heading(self, piece: Piece) -> bool:
        return (
            len(piece.text) < _LONGEST_HEADING
            and _CLAUSE.fullmatch(piece.text) is not None
            and SENTENCE_END.search(piece.text.rstrip(".")) is None
        )

    def _open_law(self, piece: Piece, match: re.Match[str]) -> None:
        self._drop_titles()
        number = str(int(match[2]))
        self.before = None
        block = self.builder.open(Address((number,)), "law", piece.cut(0, match.end(1)))
        if block is None:
            # a second heading of the law: its paragraphs are counted on
            known = self.builder.find(Address((number,)))
            assert known is not None
            self.law, self.heading = known, None
            self.builder.add_furniture("copy", piece)
            return
        if match.end() < len(piece.text):
            block.heading.append(piece.cut(match.end()))
        self.law = self.heading = block

    def _open_front(self, piece: Piece) -> None:
        block = self.builder.open(Address(("introduction",), "section"), "section", None)
        if block is None:
            self.builder.add_text(piece, new_paragraph=True)
        else:
            block.heading.append(piece)
        self.before = None

    def _continues_title(self, piece: Piece, following: str) -> bool:
        """The second line of a title, or the title below a bare number."""
        block = self.heading
        if block is None or NO_HEADING.search(piece.text) or len(piece.text) > _LONGEST_HEADING:
            return False
        if not block.heading:
            return piece.text[0].isupper() and not following[:1].islower()
        upper = block.heading[-1].text
        return upper.upper() == upper and piece.text.upper() == piece.text

    def _begins(self, piece: Piece, indented: bool | None) -> bool:
        if self.before is None:
            return True
        if self.blank_lines or SENTENCE_END.search(self.before.text) is None:
            return False
        if not self.wrapped or begins_bullet(self.before.text, piece.text):
            return True
        return indented if indented is not None else ends_short(self.before.line.text.strip(), piece.text, self.width)

    def _open_paragraph(self, piece: Piece) -> None:
        if self.law is None or self.law.address is None:
            self.builder.add_text(piece, new_paragraph=True)
            return
        number = self.law.address.parts[0]
        self.counts[number] = self.counts.get(number, 0) + 1
        block = self.builder.open(
            self.law.address.child(f".p{self.counts[number]}"), "paragraph", None, parent=self.law
        )
        assert block is not None
        block.heading += self.titles
        self.titles = []
        self.builder.add_text(piece)

    def _drop_titles(self) -> None:
        """Headings with no paragraph below them are paragraphs of their own."""
        titles, self.titles = self.titles, []
        for title in titles:
            self._open_paragraph(title)
