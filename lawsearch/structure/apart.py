"""What is printed among the clauses and is none: contents and index pages, notes at the foot of a page.

In: the lines of a stretch. Out: the lines that remain; contents and index go to the builder as furniture, notes
go to it with their marks. Promise: no line is lost, and where the signs are weak it stays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lawsearch.language import LANGUAGES, fold, get_language
from lawsearch.language.folding import SECTION_LETTERS
from lawsearch.structure.footnotes import take_notes
from lawsearch.structure.lines import LAW_HEADINGS, NO_HEADING
from lawsearch.structure.pages import PageLine
from lawsearch.structure.pieces import Piece
from lawsearch.structure.tree import TreeBuilder

_DOT = r"[.…·_]"
_TARGETS = rf"\d{{1,3}}[{SECTION_LETTERS}]?\d?(?:\s*[,;]\s*\d{{1,3}}[{SECTION_LETTERS}]?\d?)*"
# leaders are looked for at the beginning of a row of dots alone, which keeps the time linear
_BEGIN = rf"(?<!{_DOT})(?<!{_DOT}\s)"
_LEADER = re.compile(
    rf"{_BEGIN}(?:{_DOT}(?:\s?{_DOT}){{3,}}\s*\d|{_DOT}(?:\s?{_DOT}){{2,}}\s*{_TARGETS}$|{_DOT}(?:\s?{_DOT}){{5,}}$)"
)
_WEAK_LEADER = re.compile(rf"{_BEGIN}{_DOT}{{2,}}\s*{_TARGETS}$")
_LETTERED_TARGET = re.compile(rf"\d[{SECTION_LETTERS}]\d?$|\d\s*,\s*\d+$")

# A cluster of entries may have so many lines without leaders between two with them: titles wrap.
_WRAPPED_LINES = 2
_LEAST_ENTRIES = 3
_LEAST_TITLED = 2  # below a title that says what they are

_CONTENTS, _INDEX = (
    re.compile("|".join(getattr(get_language(code), name) for code in LANGUAGES), re.IGNORECASE)
    for name in ("CONTENTS_HEADING", "INDEX_HEADING")
)


def set_apart(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    """The lines without contents, index and notes."""
    return take_notes(_take_bare_contents(_take_lists(_take_contents(lines, builder), builder), builder), builder)


# contents and index


def _take_contents(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    printed = _printed(lines)
    taken: set[int] = set()
    for first, last, strong in _clusters([piece.text for _, piece in printed]):
        begin, kind, titled = _beginning(printed, first, last)
        if strong < (_LEAST_TITLED if titled else _LEAST_ENTRIES):
            continue
        taken |= _take(printed[begin : last + 1], kind, builder)
    return _without(lines, taken)


def _printed(lines: Sequence[PageLine]) -> list[tuple[int, Piece]]:
    """The lines that are not empty, each with its place."""
    return [(index, piece) for index, line in enumerate(lines) if (piece := line.printed).text]


def _take(row: Sequence[tuple[int, Piece]], kind: str, builder: TreeBuilder) -> set[int]:
    """Give a row of lines to the builder; returns their places."""
    for _, piece in row:
        builder.add_furniture(kind, piece)
    return {index for index, _ in row}


def _without(lines: list[PageLine], taken: set[int]) -> list[PageLine]:
    return [line for index, line in enumerate(lines) if index not in taken] if taken else lines


def _clusters(texts: Sequence[str]) -> list[tuple[int, int, int]]:
    """The first and the last entry of each row of entries with leaders, and how many have them plainly."""
    clusters: list[list[int]] = []
    strong = 0
    found: list[tuple[int, int, int]] = []

    def close() -> None:
        if clusters and strong >= _LEAST_TITLED:
            found.append((clusters[-1][0], clusters[-1][-1], strong))

    for index, text in enumerate(texts):
        if not any(map(str.isalnum, text)):
            continue  # a rule
        if clusters and index - clusters[-1][-1] <= _WRAPPED_LINES and _is_cross(text):
            clusters[-1].append(index)
            continue
        is_strong = _LEADER.search(text) is not None
        if not is_strong and not _WEAK_LEADER.search(text):
            continue
        if not clusters or index - clusters[-1][-1] > _WRAPPED_LINES + 1:
            close()
            clusters.append([])
            strong = 0
        clusters[-1].append(index)
        strong += is_strong
    close()
    return found


def _beginning(printed: Sequence[tuple[int, Piece]], first: int, last: int) -> tuple[int, str, bool]:
    """Where a row of entries begins, its title included, whether it is contents or an index, and whether a title says so."""
    for above in range(first, max(-1, first - _WRAPPED_LINES - 2), -1):
        text = printed[above][1].text.rstrip(".: ")
        if _CONTENTS.fullmatch(text):
            return above, "contents", True
        if _INDEX.fullmatch(text):
            return above, "index", True
    texts = [piece.text for _, piece in printed[first : last + 1]]
    lettered = sum(1 for text in texts if _LETTERED_TARGET.search(text) or text.startswith("="))
    begin = first - 1 if first and texts[0][0].islower() else first
    return begin, "index" if lettered * 4 >= len(texts) else "contents", False


# contents and index without leaders

_PAGE_AT_END = re.compile(r"\S\s+\d{1,3}$")
_CITED = rf"\d{{1,3}}(?:[{SECTION_LETTERS}]\d{{0,2}}(?:\([a-z]{{1,4}}\))*)?"
_CITED_AT_END = re.compile(rf"\D(?:[\s,]|^){_CITED}(?:\s*[,;\u2013-]\s*{_CITED})*[.;,]?$")
_CROSS = re.compile(
    rf"(?:^|[\s,(\u2013\u2014-])(?:{'|'.join(get_language(code).SEE for code in LANGUAGES)})\s+\S[^.;!?]*\.?$",
    re.IGNORECASE,
)
_LONGEST_CROSS = 60
_LONGEST_GAP = 3
_LONGEST_ENTRY = 200  # characters at a line's end that may tell an entry


def _take_lists(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    """What follows a heading of contents or index, as long as its lines end in numbers."""
    kept: list[PageLine] = []
    index = 0
    while index < len(lines):
        title = lines[index].printed.text.rstrip(".: ")
        kind = _list_kind(title) if 0 < len(title) < 40 else None
        end = _end_of_list(lines, index, kind) if kind else index
        for line in lines[index:end]:
            builder.add_furniture(kind or "", line.printed)
        if end == index:
            kept.append(lines[index])
        index = max(end, index + 1)
    return kept


def _is_cross(text: str) -> bool:
    """True for an entry without a number: ``Quarrel, see Director``."""
    return len(text) < _LONGEST_CROSS and _CROSS.search(text) is not None


def _list_kind(title: str) -> str | None:
    if _CONTENTS.fullmatch(title):
        return "contents"
    return "index" if _INDEX.fullmatch(title) else None


def _end_of_list(lines: Sequence[PageLine], title: int, kind: str) -> int:
    """The line after the last entry; the title's own place if there are too few entries."""
    pattern = _PAGE_AT_END if kind == "contents" else _CITED_AT_END
    entries: set[str] = set()
    end = title
    gap = count = 0
    for index in range(title + 1, len(lines)):
        text = lines[index].printed.text
        if not text:
            continue
        if pattern.search(text[-_LONGEST_ENTRY:]):
            entries.add(text.rstrip("0123456789 "))
            count += 1
            end, gap = index + 1, 0
            continue
        if kind == "index" and count and _is_cross(text):
            end = index + 1
        gap += 1
        if gap > _LONGEST_GAP or text in entries or _list_kind(text.rstrip(".: ")[:40]):
            break
    return end if count >= _LEAST_ENTRIES else title


# contents without page numbers

_LAW = re.compile(rf"(?:{LAW_HEADINGS})\s+(\d{{1,3}})\b", re.IGNORECASE)
_PAGE = re.compile(r"\s\d{1,3}$")


def _take_bare_contents(lines: list[PageLine], builder: TreeBuilder) -> list[PageLine]:
    """The lines without rows of headings that have no text below them and stand elsewhere once more, with their text."""
    printed = _printed(lines)
    texts = [piece.text for _, piece in printed]
    laws = [_heading_number(text) for text in texts]
    headings = Counter(law for law in laws if law is not None)
    if sum(count > 1 for count in headings.values()) < _LEAST_TITLED:
        return lines  # most texts have no heading twice
    names = [_letters(text) for text in texts]
    again = Counter(names)
    taken: set[int] = set()
    for first, last in _rows(texts, laws, [again[name] > 1 for name in names]):
        row = [law for law in laws[first:last] if law is not None]
        begin = first - 1 if first and _CONTENTS.fullmatch(texts[first - 1].rstrip(".: ")) else first
        elsewhere = sum(headings[law] > row.count(law) for law in set(row))
        if len(row) < (_LEAST_TITLED if begin < first else _LEAST_ENTRIES) or 2 * elsewhere < max(len(row), 4):
            continue
        headings.subtract(row)
        taken |= _take(printed[begin:last], "contents", builder)
    return _without(lines, taken)


def _rows(texts: Sequence[str], laws: Sequence[str | None], again: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Rows of headings without text: of laws, each once, and of what stands once more below them; the line after the last."""
    first: int | None = None
    last = 0
    seen: set[str] = set()
    for index in range(len(texts) + 1):
        law = laws[index] if index < len(texts) else None
        if law is not None:
            if first is not None and law in seen:  # the text begins
                yield first, last
                first = None
            if first is None:
                first, seen = index, set()
            seen.add(law)
            last = index + 1
        elif index < len(texts) and first is not None and (again[index] or texts[index][0].islower()):
            last = index + 1 if again[index] else last
        elif first is not None:
            yield first, last
            first = None


def _heading_number(text: str) -> str | None:
    """The number of a line that may be the heading of a law: no sentence."""
    match = _LAW.match(text) if len(text) < _LONGEST_ENTRY else None
    return None if match is None or NO_HEADING.search(text[match.end() :].rstrip(".") or "x") else str(int(match[1]))


def _letters(text: str) -> str:
    """What a heading says, without the number of its page."""
    return fold("".join(char for char in _PAGE.sub("", text) if char.isalnum()))
