"""The reader of printed Laws: law, lettered section, numbered item, ``(a)``, and one level below.

``laws_ru`` and ``laws_en`` give it their :class:`Grammar`: how a heading and the labels of each level look.
A label opens its line, or stands in mid-line right after a sentence where the row of labels expects it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawsearch.address import number_roman, slugify, successor
from lawsearch.language import Language, fold, fold_look_alikes
from lawsearch.language.folding import RUSSIAN_ORDER, RUSSIAN_ORDER_SIGNS
from lawsearch.model import Address
from lawsearch.structure.lines import (
    LAYOUT_MARK,
    begins_bullet,
    emphasized_words,
    ends_in_reference,
    ends_short,
    is_roman_here,
    is_rule_line,
    is_wrapped,
    line_width,
    next_bracket,
    split_at_marks,
    underline_length,
    whole_line,
)
from lawsearch.structure.pages import Stretch
from lawsearch.structure.tree import SENTENCE_END, Block, Piece, TreeBuilder

# A label's line is a heading unless it ends so.
_NO_HEADING = re.compile(r"[.;:,!?…][»”\")\]]*$")
_LONGEST_HEADING = 160


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a layout writes its headings and labels. Groups: ``label`` (as printed) and ``name`` (what it names)."""

    language: Language
    law: re.Pattern[str]
    letter: re.Pattern[str]
    number: re.Pattern[str]
    bracket: re.Pattern[str]
    inline_letter: re.Pattern[str]
    inline_number: re.Pattern[str] | None
    inline_bracket: re.Pattern[str] | None
    definition: re.Pattern[str]
    undeclared_definition: re.Pattern[str] | None  # a definition's line outside the definitions


@dataclass(frozen=True, slots=True)
class _Label:
    """A label found in a line: ``rank`` 1 letter, 2 number, 3 bracket; the text goes on at ``end``."""

    rank: int
    name: str
    begin: int
    end: int


def read(stretches: Sequence[Stretch], builder: TreeBuilder, grammar: Grammar) -> None:
    """Read all stretches into the builder."""
    lines = [text for stretch in stretches for line in stretch.lines if (text := whole_line(line.line, None).text)]
    reader = _Reader(builder, grammar, _letters_order(lines, grammar), is_wrapped(lines), line_width(lines))
    for stretch in stretches:
        builder.begin_stretch(stretch.gap)
        reader.run(stretch)
    builder.end_stretch()


def _letters_order(lines: Sequence[str], grammar: Grammar) -> dict[int, int]:
    """Latin order, or Russian order (А Б В Г) where a label shows a letter that only that order has."""
    names = {match["name"] for line in lines if (match := grammar.letter.match(line))}
    signs = names & RUSSIAN_ORDER_SIGNS
    return RUSSIAN_ORDER if len(signs) >= 1 and names & set("\u0410\u0411") else {}


class _Reader:
    def __init__(
        self, builder: TreeBuilder, grammar: Grammar, order: dict[int, int], wrapped: bool, width: int
    ) -> None:
        self.builder = builder
        self.grammar = grammar
        self.order = order
        self.wrapped = wrapped
        self.width = width
        self.chapter: Block | None = None
        self.part: Block | None = None
        self._forget()

    def _forget(self) -> None:
        """Begin with nothing open: what stood before a gap says nothing about what follows."""
        self.law: Block | None = None
        self.open: list[tuple[int, Block]] = []  # open blocks below the law, by rank
        self.heading: Block | None = None  # a heading that may go on or turn out to be text
        self.underline = 0  # the length of a heading that an underline may follow
        self.definitions = False
        self.before: Piece | None = None  # the line of text before
        self.blank = False

    def run(self, stretch: Stretch) -> None:
        self.lines = stretch.lines
        self._forget()
        printed: Piece | None = None
        copy: Piece | None = None
        for index, page_line in enumerate(self.lines):
            self.index = index
            piece = whole_line(page_line.line, page_line.page)
            if not piece.text:
                self.blank = True
                continue
            if LAYOUT_MARK.fullmatch(piece.text):
                self.builder.add_furniture("layout", piece)
                continue
            row = underline_length(piece.text, self.underline) if self.underline else 0
            if not row and is_rule_line(piece.text):
                row = len(piece.text)
            if row:
                self.builder.add_furniture("underline", piece.cut(0, row))
                self._end_heading()
                self.underline = 0
                piece = piece.cut(row)
                if not piece.text:
                    continue
            struck = emphasized_words(piece, printed, copy)
            if struck is not None and self.before is not None and self.heading is None:
                self.builder.add_furniture("emphasis", piece)
                self.builder.emphasize(struck)
                copy = piece
                continue
            printed, copy = piece, None
            for part, mark in split_at_marks(piece):
                if part.text:
                    self._read_line(part)
                if mark is not None:
                    self.builder.add_furniture("mark", mark)
            self.blank = False
        self._end_heading()

    # one line

    def _read_line(self, piece: Piece) -> None:
        if self._continues_heading(piece):
            return
        self._end_heading()
        if self._read_title(piece) or self._read_law(piece) or self._read_definition(piece):
            return
        self.underline = 0
        label = self._label_at_start(piece)
        if label is not None and self._open_label(piece, label):
            return
        self._read_text(piece, start=True)

    def _continues_heading(self, piece: Piece) -> bool:
        block = self.heading
        if block is None or self.blank:
            return False
        first = piece.text[0]
        capitals = (
            block.kind in ("law", "chapter", "part")
            and bool(block.heading)
            and _in_capitals(block.heading[-1].text)
            and _in_capitals(piece.text)
        )
        if not (first.isalpha() and first.islower()) and not capitals:
            return False
        if capitals and (self.grammar.law.match(piece.text) or self._label_at_start(piece) is not None):
            return False
        cut = self._inline_label(piece, 0)
        own = piece.cut(0, cut.begin) if cut else piece
        block.heading.append(own)
        self.underline = max(self.underline, len(own.text))
        if cut is not None:
            self._end_heading()
            self._open_label(piece.cut(cut.begin), _moved(cut, -cut.begin))
        return True

    def _end_heading(self) -> None:
        """What stood on a label's line is its heading, unless it ends like a sentence: then it is text."""
        block = self.heading
        self.heading = None
        if block is None or block.kind in ("law", "chapter", "part") or not block.heading:
            return
        length = sum(len(piece.text) for piece in block.heading)
        if _NO_HEADING.search(block.heading[-1].text) or length > _LONGEST_HEADING:
            block.paragraphs.append(list(block.heading))
            block.open = True
            self.before = block.heading[-1]
            block.heading = []

    def _read_title(self, piece: Piece) -> bool:
        """``Глава VI. …``, ``PART II``, the heading of the definitions or of the introduction."""
        language = self.grammar.language
        chapter = re.match(rf"((?i:{language.CHAPTER_HEADING})\s+([IVXLC]+|\d+)\.?)(?:\s*[-–—:]\s*|\s+|$)", piece.text)
        part = re.match(rf"((?i:{language.PART_HEADING})\s+([IVXLC]+|\d+)\.?)(?:\s*[-–—:]\s*|\s+|$)", piece.text)
        match = chapter or part
        if match and not _NO_HEADING.search(piece.text[match.end() :] or "x") and self._paragraph_over():
            number = str(number_roman(match[2]) or int(match[2]) if not match[2].isdigit() else int(match[2]))
            self._open_title(piece, match, number, "chapter" if chapter else "part")
            return True
        for pattern, name in (
            (language.INTRODUCTION_HEADING, "introduction"),
            (language.DEFINITIONS_HEADING, "definitions"),
        ):
            if re.fullmatch(rf"(?i:{pattern})\.?", piece.text):
                self._open_section(piece, name)
                return True
        return False

    def _open_title(self, piece: Piece, match: re.Match[str], number: str, kind: str) -> None:
        if kind == "chapter":
            address, parent = Address((number,), "chapter"), None
        else:
            holder = self.chapter.address if self.chapter and self.chapter.address else None
            address = Address((f"{holder.parts[0]}.{number}" if holder else number,), "part")
            parent = self.chapter
        block = self.builder.open(address, kind, piece.cut(0, match.end()), parent=parent)
        if block is None:
            self._read_text(piece, start=True)
            return
        if kind == "chapter":
            self.chapter, self.part = block, None
        else:
            self.part = block
        self.law, self.open = None, []
        title = piece.cut(match.end())
        if title.text:
            block.heading.append(title)
        self.definitions = bool(re.match(rf"(?i:{self.grammar.language.DEFINITIONS_HEADING})", title.text))
        self.heading, self.underline, self.before = block, len(piece.text), None

    def _open_section(self, piece: Piece, name: str) -> None:
        block = self.builder.open(Address((name,), "section"), "section", None)
        if block is None:
            self._read_text(piece, start=True)
            return
        block.heading.append(piece)
        self.law, self.open, self.before = None, [], None
        self.chapter = self.part = None
        self.definitions = name == "definitions"
        if self.definitions:
            self.chapter = block
        self.underline = len(piece.text)

    def _read_law(self, piece: Piece) -> bool:
        match = self.grammar.law.match(piece.text)
        if not match:
            return False
        title = piece.text[match.end() :].strip()
        if _NO_HEADING.search(title) or len(title) > _LONGEST_HEADING or not self._paragraph_over(title):
            return False
        number = str(int(match["name"]))
        block = self.builder.open(
            Address((number,)), "law", piece.cut(0, match.end("label")), parent=self.part or self.chapter
        )
        self.law, self.open, self.definitions = block, [], False
        self.heading, self.before = block, None
        if block is None:
            self.builder.report("duplicate-label", piece.line, piece.page, address=number)
            self.builder.open_unplaced("duplicate-label")
            self.builder.add_text(piece)
            self.underline = len(piece.text)
            return True
        if title:
            block.heading.append(piece.cut(match.end()))
        self.underline = len(piece.text)
        return True

    def _paragraph_over(self, title: str = "") -> bool:
        """A heading stands after a finished sentence, or is followed by an underline, or is in capitals."""
        if self.before is None or not self.wrapped or SENTENCE_END.search(self.before.text) or _in_capitals(title):
            return True
        following = self.lines[self.index + 1].line.text if self.index + 1 < len(self.lines) else ""
        return bool(underline_length(following, 0)) or not self.builder.placed

    def _read_definition(self, piece: Piece) -> bool:
        pattern = self.grammar.definition if self.definitions else self.grammar.undeclared_definition
        if pattern is None or (self.law is not None and not self.definitions):
            return False
        match = pattern.match(piece.text)
        if not match:
            return False
        term = match.groupdict().get("term") or match["headword"]
        parent = self.chapter if self.definitions else None
        block = self.builder.open(Address((slugify(term),), "def"), "definition", None, parent=parent)
        if block is None:
            return False
        block.heading.append(piece.cut(0, match.end("heading")))
        self.law, self.open, self.before = None, [], None
        self._read_text(piece.cut(match.end("heading")), start=True)
        return True

    # labels

    def _label_at_start(self, piece: Piece, begin: int = 0) -> _Label | None:
        text = piece.text
        for rank, pattern in ((1, self.grammar.letter), (2, self.grammar.number), (3, self.grammar.bracket)):
            if match := pattern.match(text, begin):
                return _Label(rank, match["name"], begin, match.end())
        return None

    def _inline_label(self, piece: Piece, begin: int) -> _Label | None:
        """The next label in mid-line that the row of labels expects."""
        found = []
        for rank, pattern in (
            (1, self.grammar.inline_letter),
            (2, self.grammar.inline_number),
            (3, self.grammar.inline_bracket),
        ):
            for match in pattern.finditer(piece.text, begin) if pattern else ():
                if self._expects(rank, match["name"]):
                    found.append(_Label(rank, match["name"], match.start("label"), match.end()))
                    break
        return min(found, key=lambda label: label.begin, default=None)

    def _expects(self, rank: int, name: str) -> bool:
        if not self.builder.placed:
            return rank == 1
        if self.law is None:
            return False
        part = self._part(rank, name)
        siblings = [block for level, block in self.open if level == rank]
        if siblings:
            return successor(siblings[-1].last_part or "") == part
        return part in ("A", "1", "(a)")

    def _part(self, rank: int, name: str) -> str:
        if rank == 1:
            return name.translate(self.order) if self.order else fold_look_alikes(name)
        if rank == 2:
            return name
        return f"({fold(fold_look_alikes(name.upper()))})"

    def _open_label(self, piece: Piece, label: _Label) -> bool:
        """Open the clause that a label names; False if the label is none and its line is text."""
        if not self.builder.placed or self.law is None:
            if not self.builder.placed:
                self.builder.end_paragraph()
            return False
        if label.rank == 2 and not self._number_fits(label.name):
            return False
        part = self._part(label.rank, label.name)
        rank = self._rank(label, part)
        parent = self._parent(rank)
        assert parent.address is not None
        address = parent.address.child(part)
        block = self.builder.open(address, _KINDS[rank], piece.cut(label.begin, label.end), parent=parent)
        if block is None:
            self.builder.report("duplicate-label", piece.line, piece.page, address=str(address))
            return False
        block.roman = rank == 4 and not part[1:-1].isdigit()
        self.open = [(level, opened) for level, opened in self.open if level < rank]
        self.open.append((rank, block))
        self.before = None
        rest = piece.cut(label.end)
        if not rest.text:
            return True
        chained = self._label_at_start(rest)
        if chained is not None and chained.rank > label.rank and self._expects(chained.rank, chained.name):
            return self._open_label(rest, chained) or self._text_of(rest)
        if rank <= 2:
            cut = self._inline_label(rest, 0)
            own = rest.cut(0, cut.begin) if cut else rest
            block.heading.append(own)
            self.heading, self.underline = block, len(piece.text)
            if cut is not None:
                self._end_heading()
                self._open_label(rest.cut(cut.begin), _moved(cut, -cut.begin))
            return True
        return self._text_of(rest)

    def _text_of(self, piece: Piece) -> bool:
        self._read_text(piece, start=True)
        return True

    def _number_fits(self, name: str) -> bool:
        """A number at a line's start is a label if it is the next, the first, or opens after a finished sentence."""
        if self._expects(2, name):
            return True
        return self.before is None or bool(SENTENCE_END.search(self.before.text))

    def _rank(self, label: _Label, part: str) -> int:
        if label.rank < 3:
            return label.rank
        inner = part[1:-1]
        if inner.isdigit():
            return 4
        letters = [block for level, block in self.open if level == 3]
        romans = [block for level, block in self.open if level == 4]
        last_letter = (letters[-1].last_part or "").strip("()") if letters else None
        last_roman = (romans[-1].last_part or "").strip("()") if romans else None
        if last_letter is None:
            return 4 if len(inner) > 1 or (inner == "i" and label.name.islower()) else 3
        return 4 if is_roman_here(inner, last_letter, last_roman, next_bracket(self.lines, self.index)) else 3

    def _parent(self, rank: int) -> Block:
        above = [block for level, block in self.open if level < rank]
        assert self.law is not None
        return above[-1] if above else self.law

    # text

    def _read_text(self, piece: Piece, *, start: bool) -> None:
        if not piece.text:
            return
        cut = self._inline_label(piece, 0)
        own = piece.cut(0, cut.begin) if cut else piece
        if own.text:
            self.builder.add_text(own, new_paragraph=self._begins_paragraph(own) if start else False)
            self.before = own
        if cut is None:
            return
        rest = piece.cut(cut.begin)
        self._end_heading()
        if not self.builder.placed:
            # an unplaced fragment keeps the label in its text, on a line of its own
            self.builder.end_paragraph()
            label_end = cut.end - cut.begin
            following = self._inline_label(rest, label_end)
            self.builder.add_text(rest.cut(0, following.begin if following else None), new_paragraph=True)
            self.before = rest
            if following:
                self._read_text(rest.cut(following.begin), start=True)
        elif not self._open_label(rest, _moved(cut, -cut.begin)):
            self.builder.add_text(rest)
            self.before = rest

    def _begins_paragraph(self, piece: Piece) -> bool:
        before = self.before
        if before is None or self.blank:
            return True
        if not self.builder.placed:
            # labels and headings of an unplaced fragment stay on lines of their own
            return not piece.text[0].islower()
        if " | " in piece.text or " | " in before.text:
            return True
        if not SENTENCE_END.search(before.text) or ends_in_reference(before.text):
            return False
        if not self.wrapped or begins_bullet(before.text, piece.text):
            return True
        indented = self.lines[self.index].indented
        return indented if indented is not None else ends_short(before.line.text.strip(), piece.text, self.width)


_KINDS = {1: "section", 2: "item", 3: "subitem", 4: "point"}


def _moved(label: _Label, by: int) -> _Label:
    return _Label(label.rank, label.name, label.begin + by, label.end + by)


def _in_capitals(text: str) -> bool:
    return text.upper() == text and any(map(str.isalpha, text))
