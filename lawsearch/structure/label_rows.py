"""The rows of labels in printed Laws: which label stands in a line, and which clause of the open law it opens.

In: the :class:`Grammar` of a layout, the lines as they are read, the blocks that are open. Out: :class:`Label` records,
their level in the tree, and the part of an address that each names. A label opens its line, or stands in mid-line right
after a sentence where its row expects it: ``B`` behind ``A``, ``(a)`` below ``1``. The rank of a label is told by its
look (letter, number, bracket), its level also by what is open: ``(i)`` is a ninth letter behind ``(h)``, else roman.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawsearch.address import successor
from lawsearch.language import LANGUAGES, Language, fold, fold_look_alikes, get_language
from lawsearch.language.folding import FIGURE_LETTERS, ROMAN_TWINS, RUSSIAN_ORDER, RUSSIAN_ORDER_SIGNS
from lawsearch.model import Address
from lawsearch.structure.blocks import Block
from lawsearch.structure.lines import (
    ends_in_law_word,
    is_roman_here,
    mentions_item,
    next_bracket,
    read_figures,
)
from lawsearch.structure.pages import PageLine
from lawsearch.structure.pieces import SENTENCE_END, Piece
from lawsearch.structure.titles import title_before_label
from lawsearch.structure.tree import TreeBuilder

__all__ = ["HERE", "KINDS", "SENTENCE_BEFORE", "Cursor", "Grammar", "Label", "LabelRows"]

# What a clause of each level is.
KINDS = {1: "section", 2: "item", 3: "subitem", 4: "point"}
# In mid-line the first of a row stands after the end of a sentence, the next ones after any stop.
SENTENCE_BEFORE = re.compile(r"[.!?:;…][»”\")\]]*\s*$|^$")

# The rows that a label may belong to, by rank: the level in the tree, and what a row begins with.
_ROWS = {
    1: ((1, ("A",)),),
    2: ((2, ("1",)),),
    3: ((3, ("(a)",)), (4, ("(i)", "(1)"))),
}
# The first letters of Russian order, and those that only Latin order has.
_FIRST_LETTERS = frozenset("\u0410\u0411")
_LATIN_ORDER_SIGNS = frozenset("BCDFGH\u0421")
# What follows an item that is spoken of: ``(a) above``.
HERE = re.compile("|".join(rf"\s*(?:{get_language(code).HERE})(?!\w)" for code in LANGUAGES), re.IGNORECASE)
_AFTER_TITLE = re.compile(r"(?<=\w)\s+(?P<label>1\.|\(a\)|\(i\))\s*(?=[^\W\da-z]|\()")
_SLIPPED_NUMBER = re.compile(rf"(?P<name>[\d{FIGURE_LETTERS}]{{1,2}})\.\s+(?=[«“\"(]?[^\W\d_a-z\u0430-\u044f])")


@dataclass(frozen=True, slots=True)
class Grammar:
    """How a layout writes its headings and labels. Groups: ``label`` (as printed) and ``name`` (what it names).

    A label in brackets that has only the second one has its name in ``bare``.
    """

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
    loose: bool = False  # a label may be glued, stand alone, or open a clause in lower case; brackets may have headings


@dataclass(frozen=True, slots=True)
class Label:
    """A label found in a line: ``rank`` 1 letter, 2 number, 3 bracket; the text goes on at ``end``."""

    rank: int
    name: str
    begin: int
    end: int

    def moved(self, by: int) -> Label:
        """The same label in a piece that begins elsewhere."""
        return Label(self.rank, self.name, self.begin + by, self.end + by)


class Cursor:
    """The lines of a stretch, and the ``index`` of the one that is read."""

    __slots__ = ("index", "lines")

    def __init__(self) -> None:
        self.lines: Sequence[PageLine] = ()
        self.index = 0

    @property
    def line(self) -> PageLine:
        return self.lines[self.index]

    @property
    def begins_sheet(self) -> bool:
        """True for the first line of a sheet that is not the first."""
        return self.index > 0 and self.lines[self.index - 1].sheet != self.line.sheet

    @property
    def above(self) -> str:
        """The text of the line above; "" for the first."""
        return self.lines[self.index - 1].printed.text if self.index else ""

    def below(self, number: int | None = None) -> Sequence[PageLine]:
        """The next ``number`` lines; None: all of them."""
        return self.lines[self.index + 1 : None if number is None else self.index + 1 + number]


class LabelRows:
    """The rows of labels of the law that is open: ``open`` are the blocks below it, each with its level."""

    def __init__(self, builder: TreeBuilder, grammar: Grammar, lines: Sequence[str], cursor: Cursor) -> None:
        """``lines`` are the texts of all lines: they show in which order the letters are."""
        self.law: Block | None = None
        self.open: list[tuple[int, Block]] = []
        self._cursor = cursor
        self._builder = builder
        self._grammar = grammar
        self._order, self._bracket_order = _letters_orders(lines, grammar)

    def begin(self, law: Block | None) -> None:
        """A law begins; None: something that is none."""
        self.law, self.open = law, []

    def add(self, level: int, block: Block) -> None:
        """A clause is open at a level: what was open there and below no longer is."""
        self.open = [(other, opened) for other, opened in self.open if other < level]
        self.open.append((level, block))

    def at_start(self, piece: Piece, begin: int = 0) -> Label | None:
        """The label that stands at ``begin``, whether or not its row expects it."""
        text = piece.text
        for rank, pattern in ((1, self._grammar.letter), (2, self._grammar.number), (3, self._grammar.bracket)):
            if match := pattern.match(text, begin):
                if rank == 1 and match["name"] in FIGURE_LETTERS and not self._order:
                    break  # ``З.`` is no letter of these sections
                below = rank == 2 and match["label"].endswith(")") and self._counts_with_stops()
                return Label(3 if below else rank, _name(match), begin, match.end())
        match = _SLIPPED_NUMBER.match(text, begin) if self._grammar.loose else None
        if match is not None and self.expects(2, number := str(read_figures(match["name"]))):
            return Label(2, number, begin, match.end()) if number == "1" or self._sentence_over() else None
        return None

    def inside(self, piece: Piece, begin: int) -> Label | None:
        """The next label in mid-line that the row of labels expects."""
        found = []
        for rank, pattern in (
            (1, self._grammar.inline_letter),
            (2, self._grammar.inline_number),
            (3, self._grammar.inline_bracket),
        ):
            if rank > 1 and not self._builder.placed:
                break  # none of these is expected: a line of a million letters need not be searched for them each time
            for match in pattern.finditer(piece.text, begin) if pattern else ():
                if self.expects(rank, _name(match)) and self._opens_inside(piece, match, rank):
                    found.append(Label(rank, _name(match), match.start("label"), match.end()))
                    break
        return min(found, key=lambda label: label.begin, default=None)

    def after_title(self, piece: Piece) -> Label | None:
        """``C. Use of the Card 1. It may …``: the first label of the row below, right after a title."""
        if not self._grammar.loose:
            return None
        match = _AFTER_TITLE.search(piece.text)
        if match is None or not title_before_label(piece.text[: match.start()]):
            return None
        label = self.at_start(piece, match.start("label"))
        return label if label is not None and self.expects(label.rank, label.name) else None

    def _opens_inside(self, piece: Piece, match: re.Match[str], rank: int) -> bool:
        """A label in mid-line: no item that is spoken of, and no first of a row in the middle of a sentence."""
        if not self._grammar.loose or not self._builder.placed:
            return True
        before, after = piece.text[: match.start("label")], piece.text[match.end() :]
        if ends_in_law_word(before) or (rank == 3 and (HERE.match(after) or mentions_item(before, after))):
            return False
        first = self.part(rank, _name(match)) in ("A", "1", "(a)", "(i)")
        if match["label"][0] != "(" and match["label"].endswith(")"):
            return not first and self.at_start(piece) is not None  # a list that begins in mid-line is prose
        return not first or SENTENCE_BEFORE.search(before) is not None

    def _sentence_over(self) -> bool:
        """True if the line above ends a sentence."""
        above = self._cursor.above
        return not above or SENTENCE_END.search(above) is not None

    def _counts_with_stops(self) -> bool:
        """True below ``1.``: a number ``1)`` is no sibling of it, but counts what stands one level below."""
        items = [block for level, block in self.open if level == 2]
        return bool(items) and items[-1].label is not None and items[-1].label.text.endswith(".")

    def expects(self, rank: int, name: str) -> bool:
        """Whether a label is the next in its row, or the first of one that is not begun."""
        if not self._builder.placed:
            return rank == 1
        if self.law is None:
            return False
        part = self.part(rank, name)
        for level, firsts in _ROWS[rank] if self._grammar.loose else _ROWS[rank][:1]:
            siblings = [block for open_level, block in self.open if open_level == level]
            last = (siblings[-1].last_part or "") if siblings else ""
            last = last.strip("()") if level == 2 else last
            if siblings and successor(last, letter=not siblings[-1].roman) == part:
                return True
            if not siblings and part in firsts:
                return True
        return False

    def part(self, rank: int, name: str) -> str:
        """The part of an address that a label names."""
        if rank == 1:
            return name.translate(self._order) if self._order else fold_look_alikes(name)
        if rank == 2:
            return name
        name = name.upper().translate(ROMAN_TWINS)
        if self._bracket_order and self._grammar.loose:
            return f"({fold(fold_look_alikes(name.translate(self._bracket_order)))})"
        return f"({fold(fold_look_alikes(name))})"

    def level(self, piece: Piece, label: Label, part: str) -> int:
        """The level of the clause that a label opens."""
        if label.rank < 3:
            return label.rank
        inner = part[1:-1]
        if inner.isdigit():
            return 4
        letters = [block for level, block in self.open if level == 3]
        romans = [block for level, block in self.open if level == 4]
        if letters and inner == "i" and not (letters[-1].heading or letters[-1].pieces()[1:] or romans):
            return 4  # right below a letter alone on its line
        last_letter = (letters[-1].last_part or "").strip("()") if letters else None
        last_roman = (romans[-1].last_part or "").strip("()") if romans else None
        if last_letter is None:
            return 4 if len(inner) > 1 or (inner == "i" and label.name.islower()) else 3
        return 4 if is_roman_here(inner, last_letter, last_roman, self._following(piece, label.end)) else 3

    def level_below(self, level: int, rest: Piece, label: Label) -> int | None:
        """The level of a label right behind one of ``level`` (``1. (a)``, ``(e) (i)``); None if it is text.

        A label can not stand beside its own sibling: ``(h) (i)`` is roman.
        """
        if label.rank < 3 or level < 3:
            fits = label.rank > level and self.expects(label.rank, label.name)
            return self.level(rest, label, self.part(label.rank, label.name)) if fits else None
        first = level == 3 and self.part(3, label.name) in ("(i)", "(1)") and not label.name.isupper()
        return 4 if first and not mentions_item("", rest.text[label.end :]) else None

    def _following(self, piece: Piece, begin: int) -> str | None:
        """The next label in brackets: on the same line where labels stand inside lines, else at a line's start."""
        inline = self._grammar.inline_bracket if self._grammar.loose else None
        match = inline.search(piece.text, begin) if inline is not None else None
        return match["name"].lower() if match else next_bracket(self._cursor.lines, self._cursor.index)

    def parent(self, level: int) -> Block:
        """The block that a clause of a level stands under."""
        above = [block for other, block in self.open if other < level]
        assert self.law is not None
        return above[-1] if above else self.law

    def imply(self, address: Address) -> Block:
        """The parent of an address whose own label is lost here, with all that is lost above it."""
        assert self.law is not None
        block = self.law
        self.open = []
        for depth in range(2, len(address.parts)):
            level = depth - 1
            block = self._builder.implied(Address(address.parts[:depth]), KINDS[level], block)
            self.open.append((level, block))
        return block


def _letters_orders(lines: Sequence[str], grammar: Grammar) -> tuple[dict[int, int], dict[int, int]]:
    """For the sections and for what stands in brackets: Latin order, or Russian order (А Б В Г).

    A label in Russian order shows a letter that only that order has. Where the sections have none, nor one that only Latin
    order has, they count as the brackets do.
    """
    sections = {match["name"].upper() for line in lines if (match := grammar.letter.match(line))}
    brackets: set[str] = set()
    if grammar.loose:
        brackets = {_name(match).upper() for line in lines if (match := grammar.bracket.match(line))}
    of_brackets = RUSSIAN_ORDER if _is_russian_order(brackets) else {}
    if _is_russian_order(sections) or (of_brackets and not sections & _LATIN_ORDER_SIGNS):
        return RUSSIAN_ORDER, of_brackets or RUSSIAN_ORDER
    return {}, of_brackets


def _is_russian_order(names: set[str]) -> bool:
    return bool(names & RUSSIAN_ORDER_SIGNS and names & _FIRST_LETTERS)


def _name(match: re.Match[str]) -> str:
    """What a label names."""
    name: str | None = match["name"]
    return match["bare"] if name is None else name
