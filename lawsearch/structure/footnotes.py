"""Footnotes: their marks in the text (``(*)``, ``require13``) and the block of notes at a page's foot.

In: the lines of a stretch. Out: the lines without notes, and without the numbers that are glued to words; notes and
marks go to the builder, which brings each note to the clause of its mark. Promises: a line is a note only under a
rule, or at the foot of a sheet with the number of a mark above it; a clause that begins under a note is no part of it;
a number is a mark only where it is glued to a word in lower case or to its stop, and a note or the marks beside it
count with it; ``(*)`` is one only where a note on its page answers it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lawsearch.language import LANGUAGES, get_language
from lawsearch.language.folding import SECTION_LETTERS_IN_ANY_ORDER
from lawsearch.structure.lines import (
    LAYOUT_MARK,
    PARAGRAPH_MARK,
    ends_in_law_word,
    ends_in_reference,
    is_rule_line,
    split_at_marks,
)
from lawsearch.structure.pages import PageLine
from lawsearch.structure.pieces import NOTE_MARK, SENTENCE_END, Piece
from lawsearch.structure.tree import TreeBuilder

_RAISED = "\u00b9\u00b2\u00b3\u2070\u2074-\u2079"
_LOWERED = str.maketrans("\u00b9\u00b2\u00b3\u2070\u2074\u2075\u2076\u2077\u2078\u2079", "1230456789")
_NOTE = re.compile(
    rf"(\(\*{{1,3}}\)|\d{{1,3}}(?![\d.,:){_RAISED}])|[{_RAISED}]{{1,3}})\s*(?=[^\W\d_«“\"({_RAISED}]|[«“\"(])"
)
# A number glued to a word in lower case, to the stop or the quotation mark after it.
_OVER = rf"(?:\s|$|{PARAGRAPH_MARK.pattern})"
_GLUED = re.compile(
    rf"(?<=[a-z\u0430-\u044f\u0451]{{3}})(?P<number>\d{{1,2}})(?=[.,;:!?)»”\"]*{_OVER})"
    rf"|(?<=[a-z\u0430-\u044f\u0451][.,;:!?»”\")])(?P<after>\d{{1,2}})(?={_OVER})"
    rf"|(?<=\S)(?P<raised>[{_RAISED}]{{1,2}})(?![{_RAISED}])|(?P<square>\[\d{{1,3}}\])"
)
_LETTER_AND_DIGIT = re.compile(rf"[a-z\u0430-\u044f\u0451.,;:!?»”\")]\d|\S[{_RAISED}]|\[\d")
# What may begin under a note: a heading of the book, a clause that names itself, an item of a list.
_LAWS, _TITLES, _WHOLE_LINES = (
    "|".join(getattr(get_language(code), name) for code in LANGUAGES for name in names)
    for names in (
        ("LAW_HEADING",),
        ("CHAPTER_HEADING", "PART_HEADING", "DIVISION_HEADING"),
        ("DEFINITIONS_HEADING", "INTRODUCTION_HEADING"),
    )
)
# Notes at the end of a text, each with its mark in square brackets.
_SQUARE = re.compile(r"(\[\d{1,3}\])\s*(?=\S)")
_NOTES_TITLE = re.compile("|".join(get_language(code).NOTES_HEADING for code in LANGUAGES), re.IGNORECASE)
_CAPITAL = r"[A-Z\u0410-\u042f\u0401«“\"(]"
_HEADING = re.compile(
    rf"(?i:{_LAWS})\s+\d{{1,3}}\b\.?\s*(?:[-–—:]\s*)?(?={_CAPITAL}|$)|(?i:{_TITLES})\s+(?:[IVXLC]+|\d+|[^\W\d_]+)\b"
    rf"|(?i:{_WHOLE_LINES})\.?$"
)
_CLAUSE = re.compile(
    rf"[{SECTION_LETTERS_IN_ANY_ORDER}]\.\s?(?={_CAPITAL})|\d{{1,3}}\.\s?\d{{1,3}}(?:,\s?\d{{1,3}})*\.(?!\d)\s*(?={_CAPITAL}|$)"
)
_ITEM = re.compile(
    rf"\d{{1,2}}\.(?!\d)\s?(?=[^\W\d_«“\"(])|\((?:[a-z]{{1,5}}|[{SECTION_LETTERS_IN_ANY_ORDER}])\)\.?\s?(?=\S)"
)
_ENDED = re.compile(r"[.!?…][»”\")\]]*$")
_LONGEST_NOTES = 60
_LONGEST_STARRED = 12
_LONGEST_SHEET = 120


def take_notes(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    """The lines without the blocks of notes and without the numbers of their marks."""
    kept: list[PageLine] = []
    numbers: dict[str, int] = {}
    index = 0
    while index < len(lines):
        begin, end = _block(lines, index)
        if end is None:
            kept.append(lines[index])
            index += 1
            continue
        if begin > index:
            kind = "underline" if is_rule_line(lines[index].line.text) else "note-mark"
            builder.add_furniture(kind, lines[index].printed)
        for mark, pieces in _notes([line.printed for line in lines[begin:end] if line.printed.text]):
            builder.notes.add(mark, _without_paragraph_marks(pieces, builder))
            numbers[mark] = numbers.get(mark, 0) + 1
            if NOTE_MARK.match(mark):
                _take_star(kept, mark, lines[begin], builder)
        index = end
    return take_marks(kept, builder, set(numbers))


def _without_paragraph_marks(pieces: Sequence[Piece], builder: TreeBuilder) -> list[Piece]:
    kept: list[Piece] = []
    for piece in pieces:
        for part, mark in split_at_marks(piece):
            if part.text:
                kept.append(part)
            if mark is not None:
                builder.add_furniture("mark", mark)
    return kept


def _take_star(kept: list[PageLine], star: str, note: PageLine, builder: TreeBuilder) -> None:
    """Take the last ``(*)`` before a note on its page out of its line."""
    for index in range(len(kept) - 1, max(-1, len(kept) - 1 - _LONGEST_SHEET), -1):
        line = kept[index]
        if line.page != note.page or line.sheet != note.sheet:
            return
        matches = [match for match in NOTE_MARK.finditer(line.printed.text) if match.group() == star]
        if matches:
            piece = line.printed
            _take_mark(piece, matches[-1], builder)
            kept[index] = replace(line, mended=_without(piece, matches[-1:]))
            return


def _take_mark(piece: Piece, match: re.Match[str], builder: TreeBuilder) -> None:
    mark = piece.cut(match.start(), match.end())
    builder.add_furniture("note-mark", mark)
    builder.notes.add_mark(match.group().translate(_LOWERED), mark)


def take_marks(lines: list[PageLine], builder: TreeBuilder, notes: set[str]) -> list[PageLine]:
    """The lines without the numbers that are glued to their words."""
    found = [
        (index, match)
        for index, line in enumerate(lines)
        if _LETTER_AND_DIGIT.search(line.printed.text) and not LAYOUT_MARK.fullmatch(line.printed.text)
        for match in _GLUED.finditer(line.printed.text)
    ]
    numbers = [int(match.group().strip("[]").translate(_LOWERED)) for _, match in found]
    taken = list(lines)
    marks: dict[int, list[re.Match[str]]] = {}
    for place, (index, match) in enumerate(found):
        if match.group().translate(_LOWERED) in notes or (match["number"] and _counts(numbers, place)):
            marks.setdefault(index, []).append(match)
    for index, matches in marks.items():
        piece = lines[index].printed
        for match in matches:
            _take_mark(piece, match, builder)
        taken[index] = replace(lines[index], mended=_without(piece, matches))
    return taken


def _counts(numbers: Sequence[int], place: int) -> bool:
    """True for a number that the glued number before it or after it counts with."""
    before = numbers[place - 1] if place else None
    after = numbers[place + 1] if place + 1 < len(numbers) else None
    return before == numbers[place] - 1 or after == numbers[place] + 1


def _without(piece: Piece, matches: Sequence[re.Match[str]]) -> Piece:
    """The line without its marks, nor the space before ``(*)``."""
    dropped: set[int] = set()
    for match in matches:
        start = match.start()
        while start and piece.text[start - 1].isspace():
            start -= 1
        dropped.update(range(start, match.end()))
    kept = [index for index in range(len(piece.text)) if index not in dropped]
    return replace(
        piece, text="".join(piece.text[index] for index in kept), offsets=tuple(piece.at(index) for index in kept)
    )


# blocks of notes


def _block(lines: Sequence[PageLine], index: int) -> tuple[int, int | None]:
    """The first line of the notes that begin here, and the line after them; None if none begin."""
    text = lines[index].line.text
    if is_rule_line(text):
        following = index + 1
        while following < len(lines) and not lines[following].line.text.strip() and following < index + 3:
            following += 1
        if following < len(lines) and (match := _NOTE.match(lines[following].printed.text)):
            return following, _end_under_rule(lines, following, starred=match[1].startswith("("))
        return index, None
    if _NOTES_TITLE.fullmatch(lines[index].printed.text.rstrip(".: ")):
        following = next(
            (place for place in range(index + 1, min(len(lines), index + 4)) if lines[place].line.text.strip()), index
        )
        if _SQUARE.match(lines[following].printed.text):
            return following, _end_of_titled(lines, following)
        return index, None
    if text[:1].translate(_LOWERED) != text[:1] and _NOTE.match(text):
        return index, _end_under_rule(lines, index, starred=False)  # nothing but a note begins so
    if text[:1].isdigit() and _NOTE.match(text) and _begins_foot(lines, index):
        return index, _end_of_sheet(lines, index)
    return index, None


def _end_of_titled(lines: Sequence[PageLine], first: int) -> int:
    """The line after the notes at the end of a text, under a title that says so."""
    for index in range(first, len(lines)):
        text = lines[index].printed.text
        if _HEADING.match(text) and not _SQUARE.match(text):
            return index
    return len(lines)


def _end_under_rule(lines: Sequence[PageLine], first: int, *, starred: bool) -> int | None:
    """The line after the notes under a rule; None if there are none."""
    longest = _LONGEST_STARRED + 1 if starred else _LONGEST_NOTES
    before = ""
    listed = False  # does the note hold a list of its own?
    for index in range(first, min(len(lines), first + longest)):
        line = lines[index]
        text = line.printed.text
        over = line.page != lines[first].page or line.sheet != lines[first].sheet
        if not over and not starred and not text:
            rest = next((later for later in lines[index + 1 : index + 3] if later.printed.text), None)
            if rest is not None and rest.sheet == line.sheet and _NOTE.match(rest.printed.text):
                continue
        if over or not text or (before and not _NOTE.match(text) and _begins_clause(before, text, listed=listed)):
            return index
        if index == len(lines) - 1:
            return index + 1
        listed = (listed and not _NOTE.match(text)) or (before.endswith(":") and _ITEM.match(text) is not None)
        before = text
    return None


def _begins_clause(before: str, text: str, *, listed: bool) -> bool:
    """True for a line under the line ``before`` of a note that is no part of the note.

    A paragraph mark ends a note. A reference that the line end has cut goes on (``see⏎72.1.``); a list that the note
    itself has begun (``listed``) goes on too.
    """
    if PARAGRAPH_MARK.search(before[-8:]):
        return True
    if ends_in_reference(before) or ends_in_law_word(before):
        return False
    if _ENDED.search(before):
        return any(pattern.match(text) for pattern in (_HEADING, _CLAUSE, *(() if listed else (_ITEM,))))
    heading = _HEADING.match(text)
    if heading is not None:
        title = text[heading.end() :]
        return title.upper() == title and any(map(str.isalpha, title))
    return before[-1:].isalpha() and _CLAUSE.match(text) is not None


def _begins_foot(lines: Sequence[PageLine], index: int) -> bool:
    """True for the first note at the foot of a sheet without a rule: a mark above has its number."""
    number = re.match(r"\d+", lines[index].line.text)
    if number is None or lines[index].sheet == 0:
        return False
    glued = re.compile(rf"[a-z\u0430-\u044f\u0451.,;:!?»”\")]{number.group()}(?!\d)")
    for above in range(index - 1, max(-1, index - 1 - _LONGEST_SHEET), -1):
        if lines[above].sheet != lines[index].sheet:
            return False
        if glued.search(lines[above].printed.text):
            return _reaches_foot(lines, index)
    return False


def _reaches_foot(lines: Sequence[PageLine], index: int) -> bool:
    """True if from here to the end of the sheet there are notes only, whose numbers rise."""
    numbers: list[int] = []
    before = ""
    for line in lines[index : index + _LONGEST_NOTES]:
        if line.sheet != lines[index].sheet:
            break
        text = line.printed.text
        if match := _NOTE.match(text):
            number = match[1].translate(_LOWERED)
            numbers.append(int(number) if number.isdigit() else 0)
        elif before and text and _begins_clause(before, text, listed=False):
            return False
        before = text or before
    return numbers == sorted(numbers)


def _end_of_sheet(lines: Sequence[PageLine], index: int) -> int:
    end = index
    while end < len(lines) and lines[end].sheet == lines[index].sheet:
        end += 1
    return end


def _notes(pieces: Sequence[Piece]) -> list[tuple[str, list[Piece]]]:
    """Each note with its mark."""
    notes: list[tuple[str, list[Piece]]] = []
    pattern = _SQUARE if pieces and _SQUARE.match(pieces[0].text) else _NOTE
    for piece in pieces:
        match = pattern.match(piece.text)
        mark = match[1].translate(_LOWERED) if match else ""
        if match and (not notes or pattern is _SQUARE or NOTE_MARK.match(mark) or _is_next(notes[-1], mark)):
            notes.append((mark, []))
        notes[-1][1].append(piece)
    return notes


def _is_next(note: tuple[str, list[Piece]], number: str) -> bool:
    """True if a line that begins with a number begins the next note, and is no wrapped line of this one."""
    if SENTENCE_END.search(note[1][-1].text):
        return True
    return note[0].isdigit() and int(number) == int(note[0]) + 1
