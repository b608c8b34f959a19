"""The layout of the Commentary: ``Правило N. ЗАГЛАВИЕ``, clauses ``N.M.``, items ``(a)`` and ``(i)``.

Paragraphs end at a mark, which is not reliable: a clause label, an item and a heading begin one too.
Rules by number are those of FORMATS; ``RULES`` names the readers of a line in the order in which they are asked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from lawsearch.address import successor
from lawsearch.language import LANGUAGES, fold, fold_look_alikes, get_language
from lawsearch.language.folding import FIGURE_LETTERS, SECTION_LETTERS
from lawsearch.model import Address
from lawsearch.structure.blocks import Block
from lawsearch.structure.lines import (
    INTRODUCTION,
    LAW_HEADINGS,
    LAYOUT_MARK,
    PARAGRAPH_MARK,
    begins_bullet,
    emphasized_words,
    ends_before_number,
    ends_in_reference,
    ends_short,
    is_continued,
    is_roman_here,
    is_rule_line,
    is_wrapped,
    line_width,
    mentions_item,
    next_bracket,
    read_figures,
    split_at_marks,
    underline_length,
)
from lawsearch.structure.pages import Stretch
from lawsearch.structure.pieces import SENTENCE_END, Piece
from lawsearch.structure.tree import TreeBuilder

_HEADING = re.compile(rf"((?i:{LAW_HEADINGS})\s+(\d{{1,3}})\.)\s*(?=\S)|((?i:{LAW_HEADINGS})\s+(\d{{1,3}})\.)\s*$")
_CLAUSE = re.compile(r"(\d{1,3})\.\s?(\d{1,3})((?:,\s?\d{1,3})*)\.(?!\d)\s*")
_SLIPPED = re.compile(
    rf"([\d{FIGURE_LETTERS}]{{1,3}})\.\s?([\d{FIGURE_LETTERS}]{{1,3}})()\.\s+(?=[^\W\d_a-z\u0430-\u044f])"
)
_LETTERED = re.compile(rf"(\d{{1,3}})([{SECTION_LETTERS}])(\d{{0,2}})\.\s+(?=[^\W\d_a-z])")
_ITEM = re.compile(r"\(([a-z]{1,5}|[\u0430\u0432\u0441\u0435])\)\s?(?!\w\))")
# So much of what stands before a bracket tells whether it opens an item: the whole of a book in one line would be too much.
_LEAD = 120
_INLINE_ITEM = re.compile(r"(?:^|(?<=\s))\(([a-z]{1,5}|[\u0430\u0432\u0441\u0435])\)(?=\s|$)")

_ANDS = "|".join(get_language(code).AND for code in LANGUAGES)
_CLAUSE_AT_END = re.compile(r"\d\.\s?\d{1,3}\.?$")
_FIRST_ITEMS = ("a", "i", "\u0430")
_LIST_GOES_ON = re.compile(rf"(?:[,;:.]|(?:^|[\s,;])(?:{_ANDS}))\s*$")

# Where the list stands on lines of its own, its next member inside a line follows a stop: ``одно; и (ii) другое``.
_MEMBER_ENDS = re.compile(rf"[^\W\d_][)»”\"]*;\s*(?:{_ANDS})?\s*$")
_MEMBER_OVER = re.compile(rf"[^\W\d_][)»”\"]*[,;]\s*(?:{_ANDS})\s*$")


def read(stretches: Sequence[Stretch], builder: TreeBuilder) -> None:
    """Read all stretches into the builder."""
    lines = [line.printed.text for stretch in stretches for line in stretch.lines]
    marks = _marks_hold(lines)
    line_is_paragraph = not marks and not is_wrapped(lines)
    width = line_width(lines)
    for stretch in stretches:
        builder.begin_stretch(stretch.gap)
        _StretchReader(stretch, builder, marks=marks, line_is_paragraph=line_is_paragraph, width=width).run()
    builder.end_stretch()


def _marks_hold(lines: Sequence[str]) -> bool:
    """True where nearly every clause and heading stands after a mark: then only a mark ends a paragraph."""
    printed = [line.strip() for line in lines if line.strip() and not LAYOUT_MARK.fullmatch(line)]
    if not any(PARAGRAPH_MARK.search(line) for line in printed):
        return False
    before = [above for above, line in pairwise(printed) if _HEADING.match(line) or _CLAUSE.match(line)]
    marked = sum(1 for line in before if PARAGRAPH_MARK.search(line[-8:]))
    return marked >= 0.9 * len(before) - 1


class _StretchReader:
    """One run of continuous lines; holds what the next line's meaning depends on."""

    def __init__(
        self, stretch: Stretch, builder: TreeBuilder, *, marks: bool, line_is_paragraph: bool, width: int
    ) -> None:
        self.lines = stretch.lines
        self.builder = builder
        self.marks = marks  # does this document mark its paragraphs?
        self.line_is_paragraph = line_is_paragraph
        self.width = width
        self.closed = True  # is the paragraph before this line over?
        self.before = ""  # the text of the line before
        self.clause: Block | None = None  # the open N.M
        self.items: list[Block] = []  # the open items below it, outermost first
        self.inline = False  # is the list of items written inside the lines?
        self.heading: Block | None = None  # a heading that may go on
        self.index = 0

    def run(self) -> None:
        printed: Piece | None = None
        copy: Piece | None = None
        for index, page_line in enumerate(self.lines):
            self.index = index
            piece = page_line.printed
            if not piece.text:
                self._blank()
                continue
            if LAYOUT_MARK.fullmatch(piece.text):
                self.builder.add_furniture("layout", piece)
                self._end_if_sentence()
                continue
            under_heading = self.heading is not None and underline_length(piece.text, 0) == len(piece.text)
            if under_heading or is_rule_line(piece.text):
                self.builder.add_furniture("underline", piece)
                continue
            struck = emphasized_words(piece, printed, copy)
            if struck is not None and not self.closed:
                self.builder.add_furniture("emphasis", piece)
                self.builder.emphasize(struck)
                copy = piece
                continue
            printed, copy = piece, None
            if not self.closed and self._begins_paragraph(piece, page_line.indented):
                self._close()
            for part, mark in split_at_marks(piece):
                if part.text:
                    self._read_part(part)
                if mark is not None:
                    self.builder.add_furniture("mark", mark)
                    self._close()
            if self.line_is_paragraph and self.heading is None:
                self._end_if_sentence()

    def _blank(self) -> None:
        if not self.marks:
            self._end_if_sentence()

    def _begins_paragraph(self, piece: Piece, indented: bool | None) -> bool:
        """Where marks do not tell: an indent, a bullet, or a line after a sentence that ended short."""
        if self.marks or not self.before or ends_in_reference(self.before):
            return False
        if begins_bullet(self.before, piece.text):
            return True
        if indented is not None:
            return indented and SENTENCE_END.search(self.before) is not None
        return not self.line_is_paragraph and ends_short(self.before, piece.text, self.width)

    def _end_if_sentence(self) -> None:
        if SENTENCE_END.search(self.before):
            self._close()

    def _close(self) -> None:
        self.closed = True
        self.heading = None
        self.builder.end_paragraph()

    def _read_part(self, part: Piece) -> None:
        rule = next(rule for rule in RULES if rule(self, part))
        if rule not in _HEADING_RULES:
            self.heading = None
        self.before = part.text
        self.closed = False

    # The rules: each takes a part of a line and says whether it has read it.

    def read_heading(self, part: Piece) -> bool:
        """``Правило N. ЗАГЛАВИЕ``: in capitals, or after a paragraph that is over."""
        match = _HEADING.match(part.text)
        if not match:
            return False
        title = part.text[match.end() :]
        capitals = title.upper() == title and any(map(str.isalpha, title))
        starts = self.closed or not self.before
        if not capitals and not (starts and title[:1].isupper() and not SENTENCE_END.search(title)):
            return False
        number = str(int(match[2] or match[4]))
        label = part.cut(0, match.end(1) if match[1] else match.end(3))
        block = self.builder.open(Address((number,)), "law", label)
        if block is None and is_continued(title):
            self.builder.add_furniture("copy", part)
            return True
        if block is None:
            self._duplicate(part, number)
            return True
        self.clause, self.items = None, []
        if title.strip():
            block.heading.append(part.cut(match.end()))
        self.heading = block
        return True

    def read_front_heading(self, part: Piece) -> bool:
        """The heading of the preface, before anything that has a number."""
        if self.builder.placed or not INTRODUCTION.fullmatch(part.text):
            return False
        block = self.builder.open(Address(("introduction",), "section"), "section", None)
        if block is None:
            return False
        block.heading.append(part)
        return True

    def read_heading_line(self, part: Piece) -> bool:
        """The second line of a heading in capitals, up to its mark."""
        block = self.heading
        if block is None or self.closed:
            return False
        # without a mark the heading goes on in capitals, or in lower case after a heading in lower case
        capitals = part.text.upper() == part.text and any(map(str.isalpha, part.text))
        if capitals or (block.heading and not _is_upper(block.heading[0].text) and part.text[0].islower()):
            block.heading.append(part)
            return True
        return False

    def read_clause(self, part: Piece) -> bool:
        """``N.M.``, ``N.M,K.`` (one clause with two numbers)."""
        match = _CLAUSE.match(part.text)
        slipped = self._match_slipped(part) if match is None else None
        match = match or slipped
        if not match or not self._may_be_label(part, match.end(), read_figures(match[1]), read_figures(match[2])):
            return False
        section = Address((str(read_figures(match[1])),))
        address = section.child(f".{read_figures(match[2])}")
        if (known := self.builder.find(address)) is not None and known.label is not None:
            self.builder.report("duplicate-label", part.line, part.page, address=str(address))
            self._unplace()
            self.builder.add_text(part)
            return True
        parent = self.builder.implied(section, "law")
        block = self.builder.open(address, "clause", part.cut(0, match.end()), parent=parent)
        assert block is not None
        if slipped is not None:
            self.builder.report(
                "label-misread", part.line, part.page, printed=match.group().strip(), address=str(address)
            )
        also = [int(number) for number in match[3].split(",") if number.strip()]
        block.also = tuple(section.child(f".{number}") for number in also)
        self._opened_clause(block, part, match.end())
        return True

    def _match_slipped(self, part: Piece) -> re.Match[str] | None:
        """The label of the clause that must follow, some figures of which a scan has read as letters (``1О.З.``)."""
        match = _SLIPPED.match(part.text)
        if match is None:
            return None
        section, number = read_figures(match[1]), read_figures(match[2])
        current = self.builder.current
        first = number == 1 and current is not None and current.address == Address((str(section),))
        return match if first or self._is_next(section, number) else None

    def read_lettered(self, part: Piece) -> bool:
        """``74А1.``: a clause named like the law's own."""
        match = _LETTERED.match(part.text)
        if not match or not (self.closed or SENTENCE_END.search(self.before)) or ends_in_reference(self.before):
            return False
        parts = (str(int(match[1])), fold_look_alikes(match[2]), *([match[3]] if match[3] else []))
        parent = self.builder.implied(Address(parts[:1]), "law")
        block = self.builder.open(Address(parts), "clause", part.cut(0, match.end()), parent=parent)
        if block is None:
            return False
        self._opened_clause(block, part, match.end())
        return True

    def read_item(self, part: Piece) -> bool:
        """``(a)`` or ``(i)`` at the start of a line."""
        match = _ITEM.match(part.text)
        if not match or not self._list_parent():
            return False
        if not self.closed:
            # inside a paragraph: the next of a list, or its first after a colon, but no reference's tail
            begins = match[1] in _FIRST_ITEMS and self.before.endswith(":")
            goes_on = _LIST_GOES_ON.search(fold(self.before)) or not mentions_item(
                self.before, part.text[match.end() :]
            )
            if not begins and not (self._expected(match[1]) and goes_on):
                return False
            if _CLAUSE_AT_END.search(self.before) or self._ends_in_reference():
                return False
        if self.inline and not self._expected(match[1]):
            return False
        return self._open_item(part, match.end(), match[1], inline=False)

    def read_text(self, part: Piece) -> bool:
        """Everything else is text; a list may begin or go on inside it."""
        if self.closed and self.builder.placed:
            self._after_items()
        self._text(part, new_paragraph=self.closed)
        return True

    # What the rules share.

    def _may_be_label(self, part: Piece, end: int, section: int, number: int) -> bool:
        """Rule 5: a number at the start of a line is a reference's tail unless a clause can begin here."""
        rest = part.text[end:]
        if self.heading is not None and self.heading.last_part == str(section):
            return True  # right under the heading of its own section
        if self.before and not self.closed:
            if ends_in_reference(self.before):
                return False
            if not SENTENCE_END.search(self.before):
                return self._follows(section, number) and _is_sentence(rest) and not ends_before_number(self.before)
            if rest[:1].islower() or (rest.startswith("(") and _goes_on_lower(rest)):
                return False
        elif self.before and rest[:1].islower() and not self._is_next(section, number):
            return False
        return bool(rest) or self.closed

    def _ends_in_reference(self) -> bool:
        """``п.50.2. и`` goes on with a reference, ``… участия; и`` with the next item."""
        return ends_in_reference(self.before) and not _MEMBER_OVER.search(fold(self.before))

    def _follows(self, section: int, number: int) -> bool:
        """Whether a clause can stand here though the line before ends no sentence: it is the next, or none is known."""
        current = self.builder.current
        if current is None or not self.builder.placed:
            return True
        if self.clause is None or self.clause.address is None:
            return current.address is not None and current.address.parts == (str(section),)
        here = int(self.clause.address.parts[0])
        return self._is_next(section, number) or (number == 1 and section == here + 1)

    def _is_next(self, section: int, number: int) -> bool:
        clause = self.clause
        if clause is None or clause.address is None:
            return False
        return (clause.also or (clause.address,))[-1].parts == (str(section), f".{number - 1}")

    def _duplicate(self, part: Piece, address: str) -> None:
        self.builder.report("duplicate-label", part.line, part.page, address=address)
        self._unplace()
        self.builder.add_text(part, new_paragraph=True)

    def _unplace(self) -> None:
        self.builder.open_unplaced("duplicate-label")
        self.clause, self.items, self.heading = None, [], None

    def _opened_clause(self, block: Block, part: Piece, end: int) -> None:
        self.clause, self.items, self.inline, self.heading = block, [], False, None
        rest = part.cut(end)
        if not rest.text:
            return
        item = _ITEM.match(rest.text)
        if item and item[1] in _FIRST_ITEMS and self._open_item(rest, item.end(), item[1], inline=False):
            return
        self._text(rest, new_paragraph=True)

    def _list_parent(self) -> Block | None:
        return self.clause or (self.builder.current if self.builder.placed else None)

    def _expected(self, inner: str) -> bool:
        """Whether ``inner`` is the next of an open list, or begins one below its last item."""
        inner = fold_look_alikes(inner)
        if any(item.last_part and successor(item.last_part) == f"({inner})" for item in self.items):
            return True
        return bool(self.items) and inner == "i" and not self.items[-1].roman

    def _after_items(self) -> None:
        """A paragraph without a label after items is the clause's own closing text."""
        if self.items and not self.inline and self.clause is not None and self.builder.current is not None:
            if self.builder.current.kind != "closing":
                self.builder.open_closing(self.clause)
        elif self.items and self.clause is not None and self.inline:
            self.builder.open_closing(self.clause)
            self.items, self.inline = [], False

    def _open_item(self, part: Piece, end: int, inner: str, *, inline: bool) -> bool:
        inner = fold_look_alikes(inner)
        parent = self._list_parent()
        if parent is None or parent.address is None:
            return False
        letters = [item for item in self.items if not item.roman]
        romans = [item for item in self.items if item.roman]
        last_letter = (letters[-1].last_part or "").strip("()") if letters else None
        last_roman = (romans[-1].last_part or "").strip("()") if romans else None
        roman = is_roman_here(inner, last_letter, last_roman, next_bracket(self.lines, self.index))
        if not roman and len(inner) > 1:
            return False
        if roman:
            holder = letters[-1] if letters else parent
            kept = letters[-1:]
        else:
            # a letter below roman items hangs under the last of them, unless letters stand above
            outer = romans[-1:] if romans and not letters else []
            if romans and letters and self.items.index(letters[-1]) > self.items.index(romans[-1]):
                outer = romans[-1:]
            holder = outer[-1] if outer else parent
            kept = outer
        assert holder.address is not None
        address = holder.address.child(f"({inner})")
        if self.builder.find(address):
            return False
        self._reclaim_closing(inner)
        label = part.cut(0, end)
        block = self.builder.open(address, "item" if holder is parent else "subitem", label, parent=holder)
        assert block is not None
        block.roman = roman
        self.items = [*kept, block]
        self.inline = inline
        rest = part.cut(end)
        if rest.text:
            nested = _ITEM.match(rest.text)
            if (
                nested
                and nested[1] in ("i", "a")
                and nested[1] != inner
                and self._open_item(rest, nested.end(), nested[1], inline=inline)
            ):
                return True
            self._text(rest, new_paragraph=True)
        return True

    def _reclaim_closing(self, inner: str) -> None:
        """If the list goes on, the paragraphs since its last item belong to that item after all."""
        clause = self.clause
        if clause is None or not clause.children or clause.children[-1].kind != "closing" or not self.items:
            return
        last = self.items[-1]
        if any(item.last_part and successor(item.last_part) == f"({inner})" for item in self.items):
            closing = clause.children.pop()
            last.paragraphs += closing.paragraphs
            last.emphasis += closing.emphasis

    def _text(self, part: Piece, *, new_paragraph: bool) -> None:
        """Add text, opening the items that stand inside it: ``в которых: (a) игрок…``, ``И (b) …``."""
        begin = 0
        for match in _INLINE_ITEM.finditer(part.text):
            inner = fold_look_alikes(match[1])
            lead = part.text[max(0, match.start() - _LEAD) : match.start()].rstrip()
            lead = lead or (self.before if begin == 0 and not new_paragraph else "")
            opens = not self.items and inner in ("a", "i") and lead.endswith(":") and not ends_in_reference(lead)
            parted = _LIST_GOES_ON if self.inline else _MEMBER_ENDS
            goes_on = self.items and self._expected(inner) and parted.search(fold(lead))
            if not (opens or goes_on) or self._list_parent() is None or not self.builder.placed:
                continue
            before = part.cut(begin, match.start())
            if before.text:
                self.builder.add_text(before, new_paragraph=new_paragraph)
                new_paragraph, begin = False, match.start()  # the bracket may turn out to open no item
            following = self._next_inline(part, match.end())
            rest = part.cut(match.start(), following)
            if self._open_item(rest, match.end() - match.start(), match[1], inline=True):
                begin = following if following is not None else len(part.text)
        rest = part.cut(begin)
        if rest.text:
            self.builder.add_text(rest, new_paragraph=new_paragraph)

    def _next_inline(self, part: Piece, begin: int) -> int | None:
        match = _INLINE_ITEM.search(part.text, begin)
        return match.start() if match else None


def _is_upper(text: str) -> bool:
    return text.upper() == text


def _is_sentence(rest: str) -> bool:
    """``Судья …``, ``(a) Судья …``: a capital, behind items and quotation marks or not."""
    return re.sub(r"^(?:\([^)]*\)\s*)+", "", rest).lstrip('«“"')[:1].isupper()


def _goes_on_lower(rest: str) -> bool:
    """``(ii) выполнено``: a bracket and then lower case, as inside a sentence."""
    after = re.sub(r"^(?:\([^)]*\)\s*)+", "", rest)
    return after[:1].islower()


# Asked in this order; the last one reads whatever no other has read.
RULES = (
    _StretchReader.read_heading,
    _StretchReader.read_front_heading,
    _StretchReader.read_heading_line,
    _StretchReader.read_clause,
    _StretchReader.read_lettered,
    _StretchReader.read_item,
    _StretchReader.read_text,
)

_HEADING_RULES = (_StretchReader.read_heading, _StretchReader.read_heading_line)
