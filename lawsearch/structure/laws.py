"""The reader of printed Laws: law, lettered section, numbered item, ``(a)``, and one level below.

``laws_ru`` and ``laws_en`` give it their grammar: how a heading and the labels of each level look. Which label stands
in a line and what it names is told by ``label_rows``; here it is decided what each line is: the heading of a law or
chapter, a definition, a label with its heading or its text, the text of a paragraph.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from lawsearch.address import number_roman, slugify, successor
from lawsearch.language import Language, fold
from lawsearch.language.folding import FIGURE_LETTERS, ROMAN_TWINS, SECTION_LETTERS
from lawsearch.model import Address
from lawsearch.source import Line
from lawsearch.structure.blocks import Block
from lawsearch.structure.label_rows import HERE, KINDS, SENTENCE_BEFORE, Cursor, Grammar, Label, LabelRows
from lawsearch.structure.lines import (
    LAYOUT_MARK,
    NO_HEADING,
    begins_bullet,
    emphasized_words,
    ends_in_law_word,
    ends_in_reference,
    ends_short,
    goes_on,
    is_continued,
    is_rule_line,
    is_wrapped,
    line_width,
    mentions_item,
    read_figures,
    split_at_marks,
    underline_length,
)
from lawsearch.structure.pages import Stretch
from lawsearch.structure.pieces import SENTENCE_END, Piece
from lawsearch.structure.titles import title_before_label, title_before_text
from lawsearch.structure.tree import TreeBuilder

# What has a title, and is no clause of a law.
_DIVISIONS = ("chapter", "part", "division")
_TITLED = ("law", *_DIVISIONS)
_CITED_AT_END = re.compile(rf"\d[{SECTION_LETTERS}]\d{{0,2}}$")
_FIGURES = frozenset("0123456789" + FIGURE_LETTERS)
_LONGEST_TITLE = 100
_SENTENCE_INSIDE = re.compile(r"[.!?][»”\")]*\s+[^\W\d_a-z\u0430-\u044f]")
_LONGEST_HEADING = 160
# ``LAW 50`` and, on the next line, ``- DISPOSITION OF …``
_DASH_BEFORE_TITLE = re.compile(r"[-\u2013\u2014]\s+(?=[^\W\d_a-z\u0430-\u044f])")
# A list's bullet, before a label, and before any text of a list whose labels have bullets.
_BULLETED_LABEL = re.compile(r"[-\u2013\u2022*\u00b7]\s+(?=(?:[A-H]|\d{1,2})\.\s|\([a-z]{1,4}\)\s)")
_BULLETED_TEXT = re.compile(r"[-\u2013\u2022*\u00b7]\s+(?=[^\W\d_a-z\u0430-\u044f])")
_LEAST_BULLETS = 3
# A title in capitals whose text goes on in its line.
_CAPITALS = re.compile(
    r"[^\W\d_a-z\u0430-\u044f\u0451](?:[^\W\d_a-z\u0430-\u044f\u0451]|[-,'\u2019&/() ]){3,110}(?=\s(?:[A-H]\.\s|1\.\s)?[\u201c\"(]?\w{0,30}[a-z\u0430-\u044f])"
)
_LONGEST_HEADWORD = 4  # words


def read(stretches: Sequence[Stretch], builder: TreeBuilder, grammar: Grammar) -> None:
    """Read all stretches into the builder."""
    printed = [line.printed for stretch in stretches for line in stretch.lines]
    reader = _Reader(builder, grammar, [piece for piece in printed if piece.text and not piece.row])
    for stretch in stretches:
        builder.begin_stretch(stretch.gap)
        reader.run(stretch)
    builder.end_stretch()


def _defines(lines: Sequence[str], grammar: Grammar) -> bool:
    """True for a text whose front holds definitions though no heading says so."""
    if grammar.undeclared_definition is None:
        return False
    if not grammar.loose or not grammar.language.SENTENCE_STARTERS.startswith("(?:"):
        return True  # the term in brackets shows it
    front = 0
    for line in lines:
        if grammar.law.match(line) or grammar.letter.match(line):
            break
        front += grammar.undeclared_definition.match(line) is not None
    return front > 1


class _Reader:
    def __init__(self, builder: TreeBuilder, grammar: Grammar, printed: Sequence[Piece]) -> None:
        lines = [piece.text for piece in printed]
        self.builder = builder
        self.grammar = grammar
        self.cursor = Cursor()
        self.rows = LabelRows(builder, grammar, lines, self.cursor)
        self.wrapped = is_wrapped(lines)
        self.width = line_width(lines)
        self.full = max((len(piece.line.text.rstrip()) for piece in printed), default=0) if self.wrapped else 0
        bullets = sum(1 for line in lines if _BULLETED_LABEL.match(line))
        self.bullet = _BULLETED_TEXT if bullets >= _LEAST_BULLETS else None
        self.bracketed = sum(1 for line in lines if (match := grammar.definition.match(line)) and match["heading"]) > 2
        self.undeclared = grammar.undeclared_definition if _defines(lines, grammar) else None
        language = grammar.language
        self.titles = re.compile(
            rf"((?i:(?P<chapter>{language.CHAPTER_HEADING})|(?P<part>{language.PART_HEADING})"
            rf"|(?P<division>{language.DIVISION_HEADING}))\s+(?P<number>[IVXLC\u0406\u0425]+|\d+|[^\W\d_]+)\.?)(?:\s*[-–—:]\s*|\s+|$)"
        )
        self.slipped = re.compile(
            rf"(?P<label>(?i:{language.LAW_HEADING})\s+(?P<name>[\d{FIGURE_LETTERS}]{{1,3}}|[IVXLC\u0406\u0425]{{1,8}})(?!\w)"
            r"(?:\.(?:\s*[-–—:])?|\s*[-–—:]))\s*(?=\S)"
        )
        self.chapter: Block | None = None
        self.part: Block | None = None
        self.division: Block | None = None
        self._forget()

    def _forget(self) -> None:
        """Begin with nothing open: what stood before a gap says nothing about what follows."""
        self.rows.begin(None)
        self.number: int | None = None  # of the law before
        self.heading: Block | None = None  # a heading that may go on or turn out to be text
        self.underline = 0  # the length of a heading that an underline may follow
        self.definitions = False
        self.headword = ""  # that of the definition before
        self.before: Piece | None = None  # the line of text before
        self.waiting: list[tuple[Piece, Label | None]] = []  # what is still to be read of a line, and its label
        self.blank = False

    def run(self, stretch: Stretch) -> None:
        self.cursor.lines = stretch.lines
        self.headwords = self._headwords() if self.bracketed else []
        self._forget()
        printed: Piece | None = None
        copy: Piece | None = None
        for index, page_line in enumerate(self.cursor.lines):
            self.cursor.index = index
            piece = page_line.printed
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
                if not self._awaits_title():
                    self._end_heading()
                self.underline = 0
                piece = piece.cut(row)
                if not piece.text:
                    continue
            struck = emphasized_words(piece, printed, copy) if " | " not in piece.text and not piece.row else None
            if struck is not None and self._may_be_copy(piece):
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

    def _headwords(self) -> list[tuple[int, str]]:
        """The lines that begin with a headword and its term in brackets."""
        matches = (
            (index, self.grammar.definition.match(line.printed.text)) for index, line in enumerate(self.cursor.lines)
        )
        return [(index, fold(match["headword"])) for index, match in matches if match and match["heading"]]

    def _may_be_copy(self, piece: Piece) -> bool:
        """False for words in lower case under a heading: they go on with it (``…отказа от`` ``наказания``)."""
        if self.heading is None:
            return self.before is not None
        return not piece.text[0].islower()

    # one line

    def _read_line(self, piece: Piece) -> None:
        """One line, and then what waits behind each label in it: a whole book may stand in one line."""
        self._begin_line(piece)
        while self.waiting:
            rest, label = self.waiting.pop()
            if label is None or not self._open_label(rest, label):
                self._read_text(rest)

    def _begin_line(self, piece: Piece) -> None:
        bullet = _BULLETED_LABEL.match(piece.text) or self.bullet.match(piece.text) if self.bullet else None
        if bullet is not None and self.rows.law is not None:
            self.builder.add_furniture("layout", piece.cut(0, bullet.end()))
            piece = piece.cut(bullet.end())
        if self._continues_heading(piece):
            return
        self._end_heading(piece)
        if self._read_title(piece) or self._read_law(piece) or self._read_definition(piece):
            return
        self.underline = 0
        label = self.rows.at_start(piece)
        if label is not None and self._open_label(piece, label):
            return
        self._read_text(piece)

    def _continues_heading(self, piece: Piece) -> bool:
        block = self.heading
        if block is not None and block.kind in _TITLED and not block.heading:
            dash = _DASH_BEFORE_TITLE.match(piece.text)
            title = piece.cut(dash.end()) if dash else piece
        else:
            dash = title = None
        if block is not None and title is not None and self._is_title(title):
            if dash:
                self.builder.add_furniture("layout", piece.cut(0, dash.end()))
            piece = title
            block.heading.append(piece)
            self.underline = len(piece.text)
            self.definitions = block.kind != "law" and self._heads_definitions(block)
            return True
        if block is None or self.blank:
            return False
        first = piece.text[0]
        capitals = (
            block.kind in _TITLED
            and bool(block.heading)
            and _in_capitals(block.heading[-1].text)
            and _in_capitals(piece.text)
        )
        if not (first.isalpha() and first.islower()) and not capitals:
            return False
        if (label := self.rows.at_start(piece)) is not None and self.rows.expects(label.rank, label.name):
            return False  # ``a) at once;``
        if capitals and (self._opens(piece) or self._match_title(piece.text) is not None):
            return False
        cut = self.rows.inside(piece, 0)
        own = piece.cut(0, cut.begin) if cut else piece
        block.heading.append(own)
        self.underline = max(self.underline, len(own.text))
        if cut is not None:
            self._end_heading()
            self._open_label(piece.cut(cut.begin), cut.moved(-cut.begin))
        return True

    def _awaits_title(self) -> bool:
        """True below the number of a chapter, part or section whose title stands on a line of its own."""
        block = self.heading
        return block is not None and block.kind in _DIVISIONS and not block.heading

    def _is_title(self, piece: Piece) -> bool:
        """True for a line that is the title of the law, chapter or part whose number stands on the line before."""
        text = piece.text
        if NO_HEADING.search(text) or len(text) > _LONGEST_TITLE or not text[0].isupper() or piece.row:
            return False
        if " | " in text or self._opens(piece) or self._match_title(text):
            return False
        printed = [line.printed for line in self.cursor.below(3) if line.line.text.strip()]
        if self._awaits_title():
            # no text stands between a division and its first law: lines in lower case go on with the title
            while printed and printed[0].text[0].islower() and not NO_HEADING.search(printed[0].text):
                text = printed.pop(0).text
        if goes_on(text):
            return False
        return _in_capitals(piece.text) or not (printed and printed[0].text[0].islower())

    def _end_heading(self, following: Piece | None = None) -> None:
        """What stood on a label's line is its heading, unless the line reads like a sentence: then it is text."""
        block = self.heading
        self.heading = None
        if block is None or block.kind in _TITLED or not block.heading:
            return
        if not self._is_heading(block, following):
            block.paragraphs.append(list(block.heading))
            block.open = True
            self.before = block.heading[-1]
            block.heading = []

    def _is_heading(self, block: Block, following: Piece | None) -> bool:
        """``following``: the line right after it, None where a sentence has been cut from the same line."""
        last = block.heading[-1].text
        if NO_HEADING.search(last) or sum(len(piece.text) for piece in block.heading) > _LONGEST_HEADING:
            return False
        if self.grammar.loose and block.heading[0].text[0].islower():
            return False
        if block.kind in ("subitem", "point") and (following is None or self.blank or self._opens(following)):
            return False
        if following is None:
            return True
        if self.grammar.loose and self._sentence_goes_on(block, following):
            return False
        if self._cuts_reference(last, following):
            return False
        if self.blank:
            return True
        if self.grammar.loose and self._runs_inside(block, following):
            return False
        if goes_on(last) or (self.grammar.loose and _SENTENCE_INSIDE.search(last)):
            return False
        return not self._runs_on(block.heading[-1], following)

    def _cuts_reference(self, before: str, following: Piece) -> bool:
        """True for a number that a line end has cut from its reference: ``(см. правило`` ``66).``.

        An item 1 under the heading ``Общее правило`` is none.
        """
        if not following.text[0].isdigit() or not ends_in_law_word(before):
            return False
        label = self.rows.at_start(following)
        return label is None or label.name != "1" or not self.rows.expects(2, "1") or "(" in before

    def _sentence_goes_on(self, block: Block, following: Piece) -> bool:
        """True for a line without capitals whose items go on in lower case: ``2. By taking, which is done`` ``(a) at once``."""
        label = self.rows.at_start(following)
        if label is None or title_before_label(" ".join(piece.text for piece in block.heading)):
            return False
        return following.text[label.end :].lstrip()[:1].islower()

    def _runs_inside(self, block: Block, following: Piece) -> bool:
        """True for a label inside a full line: what stands behind it goes on on the next line."""
        label, line = block.label, block.heading[-1].line
        if (
            label is None
            or label.line is not line
            or self._opens(following)
            or not line.text[: label.start - line.start].strip()
        ):
            return False
        return self._is_full(line, following)

    def _is_full(self, line: Line, following: Piece) -> bool:
        """True if the first word of the next line had no room on a line."""
        word = following.text.split(" ")[0]
        return self.wrapped and len(line.text.rstrip()) + 1 + len(word) > self.full

    def _opens(self, piece: Piece) -> bool:
        return self.rows.at_start(piece) is not None or self.grammar.law.match(piece.text) is not None

    def _runs_on(self, line: Piece, following: Piece) -> bool:
        """True for a line whose sentence goes on: with a bracket or number, or, if it is full, a word with a capital."""
        if not self.wrapped or not self.grammar.loose or following.row or " | " in following.text:
            return False
        first = following.text[0]
        title = title_before_label(line.text)
        if first.isdigit() and ends_in_law_word(line.text) and not title:
            return True
        if first == "(" or (first.isdigit() and self.rows.at_start(following) is None):
            return True
        word = re.match(r"\W*(\w+)", following.text)
        if word is None:
            return False
        proper = re.fullmatch(self.grammar.language.PROPER_WORDS, fold(word[1])) is not None
        if proper and ends_in_law_word(line.text):
            return True
        return self._is_full(line.line, following) and not title and (proper or first in '“«"')

    def _read_title(self, piece: Piece) -> bool:
        """``Глава VI. …``, ``PART II``, the heading of the definitions or of the introduction."""
        language = self.grammar.language
        title = self._match_title(piece.text)
        if title is not None and not NO_HEADING.search(piece.text[title[2].end() :] or "x") and self._paragraph_over():
            kind, number, match = title
            self._open_title(piece, match, str(number), kind)
            return True
        for pattern, name in (
            (language.INTRODUCTION_HEADING, "introduction"),
            (language.DEFINITIONS_HEADING, "definitions"),
        ):
            if re.fullmatch(rf"(?i:{pattern})\.?", piece.text):
                self._open_section(piece, name)
                return True
        return False

    def _match_title(self, text: str) -> tuple[str, int, re.Match[str]] | None:
        """The kind and number of a chapter, part or section, if a line begins as its heading."""
        match = self.titles.match(text)
        number = _heading_number(match["number"], self.grammar.language) if match else None
        if match is None or not number:
            return None
        kind = next(kind for kind in ("chapter", "part", "division") if match[kind])
        return kind, number, match

    def _open_title(self, piece: Piece, match: re.Match[str], number: str, kind: str) -> None:
        parent = None if kind == "chapter" else self.chapter
        if kind == "division" and self.part is not None and self.part.kind == "part":
            parent = self.part
        elif kind == "division":
            kind = "part"
        holder = parent.address if parent and parent.address and parent.address.prefix != "section" else None
        name = f"{holder.parts[0]}.{number}" if holder else number
        address = Address((name,), "chapter" if kind == "chapter" else "part")
        block = self.builder.open(address, kind, piece.cut(0, match.end()), parent=parent)
        if block is None:
            block = self._repeated(address, piece)
            if block is None:
                self._read_text(piece)
                return
        else:
            title = piece.cut(match.end())
            if title.text:
                block.heading.append(title)
            self.heading = block
        if kind == "chapter":
            self.chapter, self.part, self.division = block, None, None
        elif kind == "part":
            self.part, self.division = block, None
        else:
            self.division = block
        self.rows.begin(None)
        self.definitions = self._heads_definitions(block)
        self.underline, self.before = len(piece.text), None

    def _heads_definitions(self, block: Block) -> bool:
        heading = " ".join(piece.text for piece in block.heading)
        return re.match(rf"(?i:{self.grammar.language.DEFINITIONS_HEADING})", heading) is not None

    def _repeated(self, address: Address, piece: Piece) -> Block | None:
        """The block that a heading names again, word for word, as every page of some sites does."""
        block = self.builder.find(address)
        if block is None or _letters([block.label, *block.heading]) != _letters([piece]):
            return None
        self.builder.add_furniture("copy", piece)
        return block

    def _open_section(self, piece: Piece, name: str) -> None:
        block = self.builder.open(Address((name,), "section"), "section", None)
        if block is None:
            self._read_text(piece)
            return
        block.heading.append(piece)
        self.rows.begin(None)
        self.before = None
        self.chapter = self.part = self.division = None
        self.definitions = name == "definitions"
        if self.definitions:
            self.chapter = block
        self.underline = len(piece.text)

    def _read_law(self, piece: Piece) -> bool:
        match = self.grammar.law.match(piece.text)
        slipped = self._match_slipped(piece) if match is None else None
        match = match or slipped
        if not match:
            return False
        title = piece.text[match.end() :].strip()
        if self._continues_law(piece, str(self._read_number(match["name"]))):
            self.builder.add_furniture("copy", piece)
            return True
        run_in = _CAPITALS.match(title) if len(title) > _LONGEST_TITLE else None
        if run_in is not None:
            title = run_in.group().rstrip()
        if NO_HEADING.search(title) or len(title) > _LONGEST_HEADING or not self._paragraph_over(title):
            return False
        if title[:1].islower() and match["label"][-1].isdigit():
            return False  # ``Law 16 is in force here``
        number = str(self._read_number(match["name"]))
        if slipped is not None and number_roman(match["name"].translate(ROMAN_TWINS)) != int(number):
            self.builder.report("label-misread", piece.line, piece.page, printed=match["label"], address=number)
        same = self.builder.find(Address((number,)))
        fresh = same is not None and same is self.rows.law and not same.children and not same.paragraphs
        if fresh and self._repeated(Address((number,)), piece) is not None:
            return True
        if self.chapter is not None and self.chapter.kind == "section":
            self.chapter = None  # the definitions are over
        block = self.builder.open(
            Address((number,)),
            "law",
            piece.cut(0, match.end("label")),
            parent=self.division or self.part or self.chapter,
        )
        self.rows.begin(block)
        self.definitions = False
        self.heading, self.before, self.number = block, None, int(number)
        if block is None:
            self.builder.report("duplicate-label", piece.line, piece.page, address=number)
            self.builder.open_unplaced("duplicate-label")
            self.builder.add_text(piece)
            self.underline = len(piece.text)
            return True
        if run_in is not None:
            start = piece.text.index(title, match.end())
            rest = piece.cut(start + len(title))
            block.heading.append(piece.cut(start, start + len(title)))
            self.heading = None
            self.waiting.append((rest, self.rows.at_start(rest)))
        elif title:
            block.heading.append(piece.cut(match.end()))
        self.underline = len(piece.text)
        return True

    def _match_slipped(self, piece: Piece) -> re.Match[str] | None:
        """The heading of a law whose number is roman, or whose figures a scan has read as letters (``Правило З.``).

        Such a law must follow the one before it, or stand before the next.
        """
        match = self.slipped.match(piece.text)
        if match is None or not piece.text[match.end() :][:1].isupper():
            return None
        number = self._read_number(match["name"])
        is_roman = number_roman(match["name"].translate(ROMAN_TWINS)) == number and match["name"] not in "LC"
        if self.number is not None:
            return match if number == self.number + 1 or (is_roman and number > self.number) else None
        for line in self.cursor.below():
            text = line.printed.text
            if (after := self.grammar.law.match(text) or self.slipped.match(text)) is not None:
                return match if self._read_number(after["name"]) == number + 1 else None
        return match if is_roman else None

    def _read_number(self, name: str) -> int:
        """The number of a law: in figures, in roman ones, or in what a scan has made of figures."""
        roman = name.translate(ROMAN_TWINS)
        number = number_roman(roman) if roman.isupper() else None
        figures = read_figures(name) if set(name) <= _FIGURES else None
        if figures is not None and (number is None or figures == (self.number or 0) + 1):
            return figures
        return number or 0

    def _continues_law(self, piece: Piece, number: str) -> bool:
        """True for the heading of the open law once more, over the next of its pages."""
        law = self.rows.law
        if law is None or law.address != Address((number,)):
            return False
        if is_continued(piece.text):
            return True
        return self.cursor.begins_sheet and _letters([law.label, *law.heading]) == _letters([piece])

    def _paragraph_over(self, title: str = "") -> bool:
        """A heading stands after a finished sentence, or is followed by an underline, or is in capitals."""
        if self.before is None or not self.wrapped or SENTENCE_END.search(self.before.text) or _in_capitals(title):
            return True
        following = "".join(line.line.text for line in self.cursor.below(1))
        return bool(underline_length(following, 0)) or not self.builder.placed

    def _read_definition(self, piece: Piece) -> bool:
        pattern = self.grammar.definition if self.definitions else self.undeclared
        if pattern is None or (self.rows.law is not None and not self.definitions):
            return False
        match = pattern.match(piece.text)
        if not match:
            return False
        if self.grammar.loose and self.before is not None and not SENTENCE_END.search(self.before.text):
            return False
        groups = match.groupdict()
        headword = groups["headword"] or groups.get("headword2") or ""
        if groups["heading"] is None and self.bracketed and not self._is_headword(headword, piece):
            return False
        if self.grammar.loose and re.fullmatch(self.grammar.language.SENTENCE_STARTERS, headword.split(" ")[0]):
            return False
        term = groups.get("term") or headword
        end = match.end("heading") if groups["heading"] else match.end("heading2")
        parent = self.chapter if self.definitions else None
        block = self.builder.open(Address((slugify(term),), "def"), "definition", None, parent=parent)
        if block is None:
            return False
        block.heading.append(piece.cut(0, end))
        self.rows.begin(None)
        self.before = None
        self.headword = fold(headword)
        self._read_text(piece.cut(end))
        return True

    def _is_headword(self, headword: str, piece: Piece) -> bool:
        """Whether a headword without a term in brackets, among others with one, is none of a wrapped sentence.

        It begins a paragraph, is short, and stands in the alphabet between its neighbours.
        """
        if not self._begins_paragraph(piece) or len(headword.split()) > _LONGEST_HEADWORD:
            return False
        following = self.headwords[bisect_right(self.headwords, self.cursor.index, key=lambda entry: entry[0]) :][:1]
        return self.headword <= fold(headword) and all(fold(headword) <= word for _, word in following)

    # labels

    def _open_label(self, piece: Piece, label: Label, *, level: int | None = None) -> bool:
        """Open the clause that a label names; False if the label is none and its line is text.

        ``level`` is given where it is known: for a label that stands right behind another.
        """
        if not self.builder.placed or self.rows.law is None:
            if not self.builder.placed:
                self.builder.end_paragraph()
            return False
        if not self._fits(piece, label):
            return False
        part = self.rows.part(label.rank, label.name)
        level = level or self.rows.level(piece, label, part)
        parent = self.rows.parent(level)
        if level == 2 and parent is self.rows.law:
            part = f"({part})"  # without a letter between them item 2 of Law 1 would have the name of Law 12
        assert parent.address is not None
        address = parent.address.child(part)
        twin = self.builder.twin(piece.line)
        if twin is not None and twin != address and twin.parts[-1] == part and not self.builder.find(twin):
            parent, address = self.rows.imply(twin), twin
        block = self.builder.open(address, KINDS[level], piece.cut(label.begin, label.end), parent=parent)
        if block is None:
            self.builder.report("duplicate-label", piece.line, piece.page, address=str(address))
            return False
        printed = piece.text[label.begin : label.end].strip()
        if level == 2 and not printed.startswith(label.name) and not printed.startswith("("):
            self.builder.report("label-misread", piece.line, piece.page, printed=printed, address=str(address))
        _reclaim_closing(parent, part)
        block.roman = level == 4 and not part[1:-1].isdigit()
        self.rows.add(level, block)
        self.before = None
        rest = piece.cut(label.end)
        if not rest.text:
            return True
        chained = self.rows.at_start(rest)
        if chained is not None and (below := self.rows.level_below(level, rest, chained)):
            return self._open_label(rest, chained, level=below) or self._text_of(rest)
        if level <= 2 or self.grammar.loose:
            return self._read_label_line(block, rest, len(piece.text))
        return self._text_of(rest)

    def _read_label_line(self, block: Block, rest: Piece, length: int) -> bool:
        """What stands behind a label: a heading, a heading and text, a heading and the first label below it, or text."""
        cut = self.rows.inside(rest, 0) or self.rows.after_title(rest)
        own = rest.cut(0, cut.begin) if cut else rest
        title = title_before_text(own.text, self.grammar.language) if self.grammar.loose and not own.row else None
        if title is not None:
            block.heading.append(own.cut(0, title))
            return self._text_of(rest.cut(title))
        block.heading.append(own)
        self.heading, self.underline = block, length
        if cut is not None:
            if SENTENCE_END.search(own.text) is None and self.grammar.loose and not title_before_label(own.text):
                self.heading = None
                block.paragraphs.append(list(block.heading))
                block.open, block.heading = True, []
            self._end_heading()
            self.waiting.append((rest.cut(cut.begin), cut.moved(-cut.begin)))
        return True

    def _text_of(self, piece: Piece) -> bool:
        """The text behind a label waits for its turn."""
        self.waiting.append((piece, None))
        return True

    def _fits(self, piece: Piece, label: Label) -> bool:
        """Whether a label at a line's start opens a clause, or is the tail of what the line before says."""
        before = self.before.text if self.before is not None else ""
        above = self.cursor.above
        half = label.begin == 0 and piece.text[0] != "(" and piece.text[: label.end].rstrip().endswith(")")
        if half and (_CITED_AT_END.search(above) or ends_in_law_word(above)):
            return False  # ``see Law 12A1`` ``a) …``
        if label.rank == 2 and (not self._number_fits(label.name) or self._cuts_reference(before, piece)):
            return False
        if not self.grammar.loose or not before:
            # an item in lower case goes on with the sentence above it: ``А именно:`` ``1.раз;``
            listed = self.rows.expects(label.rank, label.name) and (
                not before or SENTENCE_BEFORE.search(before) is not None
            )
            return self.grammar.loose or label.rank != 2 or listed or not piece.text[label.end :][:1].islower()
        if ends_in_law_word(before):
            return False
        rest = piece.text[label.end :]
        expected = self.rows.expects(label.rank, label.name)
        if piece.text[label.begin : label.end].rstrip().endswith(")") and piece.text[label.begin] != "(":
            return expected
        if label.rank == 3:
            if label.name.isupper() and not expected and SENTENCE_END.search(before) is None:
                return False  # ``Запад (W).`` at a line's end
            first = self.rows.part(3, label.name) in ("(a)", "(i)")
            return (
                not HERE.match(rest)
                and (first or not mentions_item(before, ""))
                and (expected or SENTENCE_END.search(before) is not None or not goes_on(before))
            )
        if label.rank == 1 and (not rest.strip() or rest.strip()[0].islower()):
            return expected
        return True

    def _number_fits(self, name: str) -> bool:
        """A number at a line's start is a label if it is the next, the first, or opens after a finished sentence."""
        if self.rows.expects(2, name):
            return True
        return self.before is None or bool(SENTENCE_END.search(self.before.text))

    # text

    def _read_text(self, piece: Piece) -> None:
        if not piece.text:
            return
        cut = self.rows.inside(piece, 0)
        own = piece.cut(0, cut.begin) if cut else piece
        if own.text:
            begins = self._begins_paragraph(own)
            if begins:
                self._close_list(own)
            self.builder.add_text(own, new_paragraph=begins)
            self.before = own
        if cut is None:
            return
        rest = piece.cut(cut.begin)
        self._end_heading()
        if not self.builder.placed:
            # an unplaced fragment keeps the label in its text, on a line of its own
            self.builder.end_paragraph()
            label_end = cut.end - cut.begin
            following = self.rows.inside(rest, label_end)
            self.builder.add_text(rest.cut(0, following.begin if following else None), new_paragraph=True)
            self.before = rest
            if following:
                self.waiting.append((rest.cut(following.begin), None))
        elif not self._open_label(rest, cut.moved(-cut.begin)):
            self.builder.add_text(rest)
            self.before = rest

    def _close_list(self, piece: Piece) -> None:
        """A paragraph without a label after items that go on with the sentence above them closes their list."""
        current = self.builder.current
        if not self.rows.open or current is None or current is not self.rows.open[-1][1] or self.before is None:
            return
        level, item = self.rows.open[-1]
        own = item.heading or (item.paragraphs[0] if item.paragraphs else [])
        holder = self.rows.parent(level)
        if not own or not own[0].text[0].islower() or len(holder.children) < 2 or piece.row or self.before.row:
            return
        if SENTENCE_END.search(self.before.text):
            self.builder.open_closing(holder)

    def _begins_paragraph(self, piece: Piece) -> bool:
        before = self.before
        if before is None or self.blank:
            return True
        if piece.row or before.row:
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
        indented = self.cursor.line.indented
        return indented if indented is not None else ends_short(before.line.text.strip(), piece.text, self.width)


def _reclaim_closing(parent: Block, part: str) -> None:
    """If the list goes on, the paragraphs since its last item belong to that item after all."""
    if len(parent.children) < 3 or parent.children[-2].kind != "closing":
        return
    before, closing = parent.children[-3:-1]
    if before.last_part is not None and successor(before.last_part, letter=not before.roman) == part:
        parent.children.remove(closing)
        before.paragraphs += closing.paragraphs
        before.emphasis += closing.emphasis


def _heading_number(text: str, language: Language) -> int | None:
    """The number of a chapter: ``VI``, ``6``, ``ONE``."""
    if text.isdigit():
        return int(text)
    if re.fullmatch("[IVXLC]+", roman := text.translate(ROMAN_TWINS)):
        return number_roman(roman)
    return language.NUMBER_WORDS.get(fold(text))


def _letters(pieces: Sequence[Piece | None]) -> str:
    return fold("".join(char for piece in pieces if piece for char in piece.text if char.isalnum()))


def _in_capitals(text: str) -> bool:
    return text.upper() == text and any(map(str.isalpha, text))
