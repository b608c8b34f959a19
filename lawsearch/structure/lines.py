"""Rules on single lines that several layouts share: furniture by its shape, and overstruck copies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lawsearch.address import is_roman
from lawsearch.language import LANGUAGES, fold, get_language
from lawsearch.language.folding import FIGURE_TWINS, ROMAN_TWINS
from lawsearch.model import SourceSpan
from lawsearch.structure.pages import PageLine
from lawsearch.structure.pieces import MARK, Piece

# The word of a law's heading, and the heading of an introduction, in any language.
LAW_HEADINGS = "|".join(get_language(code).LAW_HEADING for code in LANGUAGES)
INTRODUCTION = re.compile("|".join(get_language(code).INTRODUCTION_HEADING for code in LANGUAGES), re.IGNORECASE)
PARAGRAPH_MARK = re.compile(MARK)
LAYOUT_MARK = re.compile(r"\s*\.\.[a-zA-Z]+\s?\d*\s*")
# A line that ends so is no heading.
NO_HEADING = re.compile(r"[.;:,!?…][»”\")\]]*$")
BRACKET_AT_START = re.compile(
    r"\s*(?:\(([A-Za-z\u0456\u0445]{1,5}|[\u0410-\u042f\u0430-\u044f])|([a-h\u0430-\u0437]|[ivx\u0456\u0445]{1,5}))\)"
)

# A label decides what another one is over so many lines.
_LOOKED_AT = 200
# Copies whose lines are longer than this hold a paragraph a line; shorter ones are wrapped.
_WRAPPED = 100

_CONTINUED = re.compile(rf"[\s(\[–—-](?:{'|'.join(get_language(code).CONTINUED for code in LANGUAGES)})[)\]]?$")
_LETTERS = frozenset("".join(get_language(code).ALPHABET for code in LANGUAGES))
_WORD = re.compile(r"\w+")
_ANDS, _SEES, _CLAUSE_WORDS, _LAW_WORDS, _BEFORE_ITEMS, _HERES, _NEVER_LASTS = (
    "|".join(getattr(get_language(code), name) for code in LANGUAGES)
    for name in ("AND", "SEE", "CLAUSE_WORD", "LAW_WORD", "BEFORE_ITEM", "HERE", "NEVER_LAST")
)
# A number after such words at a line's end belongs to a reference, not to a label (rule 5).
_REFERENCE_BEFORE = re.compile(rf"(?:^|[\s(«\"])(?:{_CLAUSE_WORDS}|{_SEES}|{_LAW_WORDS}|{_ANDS}|\d\.?,|[-–—])\s*$")
# A label can follow "or", but never one of these: the number is that of a law.
_LAW_WORD_AT_END = re.compile(
    rf"(?:^|[\s(«\"])(?:(?:{_CLAUSE_WORDS}|{_SEES}|{_LAW_WORDS})|\d[a-h]?\d?(?:,|\s+(?:{_ANDS})))\s*$"
)
_LABEL_BEFORE = re.compile(rf"\([a-z]{{1,5}}\)(?:,|,?\s+(?:{_ANDS}))?\s*$")
_ITEM_BEFORE = re.compile(rf"(?:^|[\s(«\"])(?:{_BEFORE_ITEMS})\s*$")
_HERE_AFTER = re.compile(rf"\s*(?:(?:{_HERES}|{_ANDS})(?!\w)|[,)])")
_NEVER_LAST = re.compile(rf"(?:^|[\s(«\"])(?:{_NEVER_LASTS})$")
_BULLET = re.compile(r"[-–—•*·]\s")
_BEFORE_BULLET = re.compile(r"[:;.,]$")
_SENTENCE_STOP = re.compile(r"[.!?:;]\W*$")


def ends_in_reference(text: str) -> bool:
    """True if a line ends in the middle of a reference: ``(см. п.``, ``к Правилу``, ``50.9. и``."""
    return _REFERENCE_BEFORE.search(fold(text[-60:])) is not None


def ends_in_law_word(text: str) -> bool:
    """True if a line ends where the number of a law or a clause must follow: ``under Law``, ``Laws 7 and``, ``see``."""
    return _LAW_WORD_AT_END.search(fold(text[-60:])) is not None


def ends_before_number(text: str) -> bool:
    """True if a line ends where the number of a clause can follow: in a reference, or with ``согласно``, ``в``, ``of``."""
    return ends_in_reference(text) or _ITEM_BEFORE.search(fold(text[-60:])) is not None


def mentions_item(before: str, after: str) -> bool:
    """True for a ``(b)`` that is spoken of and opens nothing: ``as in (b)``, ``(b) below``, ``(a) or (b)``."""
    before = fold(before[-60:])
    spoken = _ITEM_BEFORE.search(before) or _LAW_WORD_AT_END.search(before) or _LABEL_BEFORE.search(before)
    return spoken is not None or _HERE_AFTER.match(fold(after[:20])) is not None


def goes_on(text: str) -> bool:
    """True for a line whose last word, in lower case, no heading and no sentence ends in."""
    return _NEVER_LAST.search(text[-60:]) is not None


def is_continued(heading: str) -> bool:
    """True for a heading that stands over another page of its law again: ``LAW 10 - ORDER (continued)``."""
    return _CONTINUED.search(fold(heading[-30:])) is not None


def is_wrapped(lines: Sequence[str]) -> bool:
    """True for a copy whose paragraphs are broken into lines, False where a line is a paragraph."""
    widths = sorted(len(line) for line in lines if line.strip())
    return bool(widths) and widths[int(len(widths) * 0.95)] <= _WRAPPED


def line_width(lines: Sequence[str]) -> int:
    """The length that the lines of a wrapped copy may reach."""
    widths = sorted(len(line.strip()) for line in lines if line.strip())
    return widths[int(len(widths) * 0.9)] if widths else 0


def begins_bullet(before: str, text: str) -> bool:
    """True for a line that begins the next member of a list: ``- один;`` after ``:`` or ``;``."""
    return _BULLET.match(text) is not None and _BEFORE_BULLET.search(before) is not None


def ends_short(before: str, text: str, width: int) -> bool:
    """True where a sentence ends well before the line's width and the next line begins another."""
    return len(before) < 0.75 * width and _SENTENCE_STOP.search(before) is not None and not text[0].islower()


def is_rule_character(char: str) -> bool:
    """True for a character that can draw a line: no digit, and no letter of a language we read (њ can)."""
    return not char.isdigit() and char not in "().,;:«»\"'" and (not char.isalpha() or fold(char) not in _LETTERS)


def underline_length(text: str, heading_length: int) -> int:
    """How many characters at the start of a line are an underline (0: none).

    It is known by its shape: one character over and over, as long as the heading above it. Alone on its line it
    may be shorter or have gaps (``?? ?? ??``); with text behind it its length must be the heading's.
    """
    stripped = text.rstrip()
    lead = len(stripped) - len(stripped.lstrip())
    row = stripped[lead:]
    if not row or not is_rule_character(row[0]):
        return 0
    char = row[0]
    if set(row) <= {char, " "} and row.count(char) >= 3:
        return len(stripped)
    run = len(row) - len(row.lstrip(char))
    if run >= 3 and abs(run - heading_length) <= 2 and row[run : run + 1].isspace():
        return lead + run
    return 0


def is_rule_line(text: str) -> bool:
    """True for a line drawn of one character, wherever it stands."""
    row = text.strip()
    return len(row) >= 5 and is_rule_character(row[0]) and set(row) == {row[0]}


def split_at_marks(piece: Piece) -> Iterator[tuple[Piece, Piece | None]]:
    """The parts of a line, each with the paragraph mark that ends it (None at the line's end without one)."""
    begin = 0
    for mark in PARAGRAPH_MARK.finditer(piece.text):
        yield piece.cut(begin, mark.start()), piece.cut(mark.start(), mark.end())
        begin = mark.end()
    rest = piece.cut(begin)
    if rest.text or not begin:
        yield rest, None


def words_of(piece: Piece) -> list[tuple[str, SourceSpan]]:
    """The words of a line with their places in the source."""
    return [
        (match.group(), SourceSpan(piece.line.file, piece.at(match.start()), piece.at(match.end() - 1) + 1))
        for match in _WORD.finditer(piece.text)
    ]


def emphasized_words(copy: Piece, printed: Piece | None, previous_copy: Piece | None) -> list[SourceSpan] | None:
    """The words of ``printed`` that the line ``copy`` strikes over once more, or None if it is no copy.

    Whole words only, standing together in the line before; never a line that carries the paragraph mark or ends
    a sentence. After a whole copy a last one may be cut short.
    """
    if printed is None or PARAGRAPH_MARK.search(copy.text) or _SENTENCE_STOP.search(copy.text):
        return None
    copied = [word for word, _ in words_of(copy)]
    if not copied:
        return None
    words = words_of(printed)
    if len(copied) >= len(words):
        return None
    for first in range(len(words) - len(copied) + 1):
        if [word for word, _ in words[first : first + len(copied)]] == copied:
            return [span for _, span in words[first : first + len(copied)]]
    if previous_copy is not None and previous_copy.text.startswith(copy.text):
        return []
    return None


def read_figures(text: str) -> int:
    """The number that figures name, though a scan may have read some of them as letters (``1О``, ``l2``, ``З``)."""
    return int(text.translate(FIGURE_TWINS))


def next_bracket(lines: Sequence[PageLine], index: int) -> str | None:
    """The inner part of the next ``(…)`` that begins a line after ``index``."""
    for number in range(index + 1, min(len(lines), index + 1 + _LOOKED_AT)):
        if match := BRACKET_AT_START.match(lines[number].line.text):
            return (match[1] or match[2]).lower().translate(ROMAN_TWINS)
    return None


def is_roman_here(inner: str, last_letter: str | None, last_roman: str | None, following: str | None) -> bool:
    """Whether ``(i)``, ``(v)``, ``(x)`` or ``(ii)`` is a roman numeral, by its siblings and the next label."""
    if not is_roman(inner):
        return False
    if len(inner) > 1 or last_letter is None:
        return True
    if ord(inner) != ord(last_letter) + 1:
        return True  # the next letter would be another: (i) after (b)
    if last_roman is not None and following != chr(ord(inner) + 1):
        return inner != "i"
    if following is None:
        return False
    # (h) (i): roman if (ii) follows, a letter if (j) or nothing that decides does
    return is_roman(following) and len(following) > 1


__all__ = [
    "LAYOUT_MARK",
    "PARAGRAPH_MARK",
    "begins_bullet",
    "emphasized_words",
    "ends_before_number",
    "ends_in_law_word",
    "ends_in_reference",
    "ends_short",
    "goes_on",
    "is_continued",
    "is_roman_here",
    "is_rule_line",
    "is_wrapped",
    "line_width",
    "mentions_item",
    "next_bracket",
    "read_figures",
    "split_at_marks",
    "underline_length",
]
