"""Letters that the making of a PDF has lost: ``o ender`` is offender, ``insu cient`` insufficient.

In: the lines of a stretch. Out: the same lines, each with a word mended where the vocabulary knows it. Promises: two
real words are never joined (the vocabulary holds no such word); each mend is reported with what stood there; the
places of all letters in the file stay known.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from lawsearch.language.ligatures import LIGATURES, REAL_WORDS, words_with_ligatures
from lawsearch.structure.pages import PageLine
from lawsearch.structure.pieces import Piece
from lawsearch.structure.tree import TreeBuilder

_GLYPHS = {"\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl"}
_GLYPH = re.compile(f"[{''.join(_GLYPHS)}]")
_WORD = re.compile(r"[A-Za-z]+")
_LOWER_WORD = re.compile(r"[a-z]+")
# What may stand where the letters were: a space, a mark for an unknown character, or nothing.
_GAP = re.compile(r"[ \u00a0\ufffd]")
_SPACE_TOO_MANY = re.compile(r" [ .,;:!?)]")
# A word of the text with all of these lost is no word: it is mended without a gap.
_SHORTEST_GLUED = 5
_LONGEST_WORD = 24


@lru_cache(maxsize=1)
def _vocabulary() -> dict[tuple[str, str], tuple[str, ...]]:
    """(what stands before the gap, what stands after it) -> the ligatures that make a word of them."""
    found: dict[tuple[str, str], list[str]] = {}
    for word in words_with_ligatures():
        for ligature in LIGATURES:
            place = word.find(ligature)
            if place >= 0:
                found.setdefault((word[:place], word[place + len(ligature) :]), []).append(ligature)
    # insu + cient is insufficient: of several readings the longest ligature that gives a word
    return {parts: tuple(ligatures) for parts, ligatures in found.items()}


@lru_cache(maxsize=1)
def _glued() -> dict[str, tuple[str, str]]:
    """A word without its ligature -> its two parts, where that says which word it was."""
    found: dict[str, set[tuple[str, str]]] = {}
    for before, after in _vocabulary():
        if before and after and len(before + after) >= _SHORTEST_GLUED:
            found.setdefault(before + after, set()).add((before, after))
    known = REAL_WORDS.union(words_with_ligatures())
    return {word: next(iter(parts)) for word, parts in found.items() if len(parts) == 1 and word not in known}


def mend_ligatures(lines: list[PageLine], builder: TreeBuilder, language: str) -> list[PageLine]:
    """The lines with their ligatures mended; one report for each different mend."""
    mends: dict[tuple[str, str], list[PageLine]] = {}
    mended = list(lines)
    joined = _mend_line_ends(mended, mends) if language == "en" else frozenset()
    for index, line in enumerate(lines):
        piece = mended[index].printed
        found = _find_glyphs(piece) or (_find_gaps(piece, joined=index in joined) if language == "en" else [])
        if found:
            mended[index] = replace(line, mended=_with(piece, found))
            for begin, end, letters in found:
                _note(mends, piece.text, begin, end, letters, line)
    for (before, after), places in mends.items():
        first = places[0].line
        builder.report(
            "ligature-mended",
            first,
            before=before,
            after=after,
            count=len(places),
            lines=[place.line.number for place in places],
        )
    return mended


def _note(
    mends: dict[tuple[str, str], list[PageLine]], text: str, begin: int, end: int, letters: str, line: PageLine
) -> None:
    """Remember a mend by the words it was made in."""
    head = re.search(r"[A-Za-z]*$", text[max(0, begin - _LONGEST_WORD) : begin])
    tail = re.match(r"[A-Za-z]*", text[end : end + _LONGEST_WORD])
    first = begin - len(head[0] if head else "")
    last = end + len(tail[0] if tail else "")
    mends.setdefault((text[first:last], text[first:begin] + letters + text[end:last]), []).append(line)


def _find_glyphs(piece: Piece) -> list[tuple[int, int, str]]:
    """Ligatures that are characters of their own."""
    if piece.text.isascii():
        return []
    return [(match.start(), match.end(), _GLYPHS[match.group()]) for match in _GLYPH.finditer(piece.text)]


@lru_cache(maxsize=1)
def _suspects() -> frozenset[str]:
    """Words of a line that a mend can begin with; a line without them, or an article before a lost word, is whole."""
    return frozenset(_glued()) | {before for before, _ in _vocabulary() if before != "a"}


@lru_cache(maxsize=1)
def _article() -> re.Pattern[str]:
    tails = sorted(after for before, after in _vocabulary() if before == "a")
    return re.compile(rf"\ba[ \ufffd](?:{'|'.join(tails)})\b")


def _find_gaps(piece: Piece, *, joined: bool) -> list[tuple[int, int, str]]:
    """Where letters are lost: (begin, end) of what stands there now, and the letters.

    ``joined``: the last word goes on on the next line.
    """
    lowered = piece.text.lower()
    if _suspects().isdisjoint(_LOWER_WORD.findall(lowered)) and not _article().search(lowered):
        return []
    found: list[tuple[int, int, str]] = []
    vocabulary, glued = _vocabulary(), _glued()
    words = list(_WORD.finditer(piece.text))
    taken = -1
    for number, word in enumerate(words):
        if word.start() <= taken:
            continue
        text = word.group().lower()
        after = words[number + 1] if number + 1 < len(words) else None
        if after is not None and after.start() == word.end() + 1 and _GAP.match(piece.text, word.end()):
            ligatures = vocabulary.get((text, after.group().lower()))
            same_case = after.group()[0].islower() == word.group()[-1].islower()
            if ligatures and (same_case or len(text) == 1):
                found.append((word.end(), after.start(), _cased(ligatures[0], after.group())))
                taken = after.start()
                continue
        if text in glued:
            begin = word.start() + len(glued[text][0])
            letters = vocabulary[glued[text]][0]
            found.append((begin, begin, _cased(letters, word.group()[1:])))
        elif (text, "") in vocabulary and word.start() and _stands_alone(piece.text, word):
            if joined and after is None:
                continue
            gap = word.end() + (_SPACE_TOO_MANY.match(piece.text, word.end()) is not None)
            found.append((word.end(), gap, vocabulary[text, ""][0]))
    return found


def _stands_alone(text: str, word: re.Match[str]) -> bool:
    """True for ``o`` and ``sta`` as words of a sentence in lower case, False for a letter of a list."""
    return word.group().islower() and text[word.start() - 1].isspace() and text[word.end() : word.end() + 1] in " .,;:"


def _cased(ligature: str, beside: str) -> str:
    return ligature.upper() if beside.isupper() else ligature


def _with(piece: Piece, found: Sequence[tuple[int, int, str]]) -> Piece:
    """The piece with letters put in; each of them stands where the gap is."""
    text: list[str] = []
    offsets: list[int] = []
    position = 0
    for begin, end, letters in found:
        text += [piece.text[position:begin], letters]
        offsets += [piece.at(index) for index in range(position, begin)]
        place = piece.at(begin) if begin < len(piece.text) and end > begin else piece.at(max(begin - 1, 0))
        offsets += [place] * len(letters)
        position = end
    text.append(piece.text[position:])
    offsets += [piece.at(index) for index in range(position, len(piece.text))]
    return replace(piece, text="".join(text), offsets=tuple(offsets), start=offsets[0])


def _mend_line_ends(lines: list[PageLine], mends: dict[tuple[str, str], list[PageLine]]) -> frozenset[int]:
    """Mend gaps that fell on a line's end (``by the o`` / ``ender waits``); the lines whose last word goes on."""
    vocabulary = _vocabulary()
    joined = []
    for index, (above, below) in enumerate(pairwise(list(lines))):
        head = re.search(r"(?:^|\W)([A-Za-z]{1,8})$", above.printed.text[-10:])
        tail = re.match(r"[a-z]+", below.printed.text) if head else None
        ligatures = vocabulary.get((head[1].lower(), tail.group())) if head and tail else None
        if not ligatures or not head or not tail:
            continue
        piece = _with(lines[index + 1].printed, [(0, 0, ligatures[0])])
        lines[index + 1] = replace(below, mended=replace(piece, joins=True))
        mends.setdefault((f"{head[1]} {tail.group()}", head[1] + ligatures[0] + tail.group()), []).append(below)
        joined.append(index)
    return frozenset(joined)
