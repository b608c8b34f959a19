"""Notes that a container itself ties to their marks: the footnotes of Word, of electronic books and of pages.

In: the sources and their lines. Out: the lines without the notes and without the marks; both go to the builder, which
hangs each note below the clause of its mark. Promise: nothing is guessed from the text; a note without a mark becomes
a fragment without a place, and never a part of the clause that happens to stand before it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lawsearch.source import Line, Source
from lawsearch.structure.pages import PageLine
from lawsearch.structure.pieces import Piece, whole_line
from lawsearch.structure.tree import TreeBuilder


class LinkedNotes:
    """The notes of a document's sources."""

    def __init__(self, sources: Sequence[Source], builder: TreeBuilder) -> None:
        self._builder = builder
        self._marks = [_marks_of(source) for source in sources]

    def take_notes(self, source: Source, lines: Sequence[Line]) -> list[Line]:
        """The lines of a source without those of its notes."""
        taken: set[int] = set()
        for note in source.notes:
            paragraphs = _paragraphs([whole_line(line, None) for line in lines[note.first - 1 : note.last]])
            taken.update(range(note.first - 1, note.last))
            if not paragraphs:  # the other language of the file has it
                continue
            line = lines[note.line - 1] if note.line is not None else None
            place = None if line is None else (line.file, line.start + note.column)
            first = paragraphs[0][0]
            length = _label_length(first.text, note.mark)
            rest = first.cut(length)
            paragraphs[0][:1] = [rest] if rest.text else []
            label = first.cut(0, length) if length else None
            self._builder.notes.add_linked(place, label, [pieces for pieces in paragraphs if pieces])
        return [line for index, line in enumerate(lines) if index not in taken] if taken else list(lines)

    def take_marks(self, lines: list[PageLine]) -> list[PageLine]:
        """The lines without the marks that the notes have in them."""
        return [self._without(line) if self._marks[line.line.file].get(line.line.number) else line for line in lines]

    def _without(self, line: PageLine) -> PageLine:
        """The line without its marks; the places are those in the whole line, of which this may be a part."""
        piece = line.printed
        places = range(len(piece.text))
        marked: set[int] = set()
        for start, stop in self._marks[line.line.file][line.line.number]:
            first, last = (bisect_left(places, offset, key=piece.at) for offset in (start, stop))
            if first < last:
                self._builder.add_furniture("note-mark", piece.cut(first, last))
                marked.update(range(first, last))
        kept = [index for index in places if index not in marked]
        if not marked or not kept:
            return line
        text = "".join(piece.text[index] for index in kept)
        return replace(line, mended=replace(piece, text=text, offsets=tuple(piece.at(index) for index in kept)))


def _marks_of(source: Source) -> dict[int, list[tuple[int, int]]]:
    """By line: where its marks begin and end in the text of the source."""
    from lawsearch.source import split_lines

    if not source.notes:
        return {}
    lines = split_lines(source.text)
    marks: dict[int, list[tuple[int, int]]] = {}
    for number, column, mark in _places(source):
        start = lines[number - 1].start + column
        marks.setdefault(number, []).append((start, start + len(mark)))
    return marks


def _places(source: Source) -> Iterator[tuple[int, int, str]]:
    for note in source.notes:
        if note.line is not None:
            yield note.line, note.column, note.mark
        for number, column in note.again:
            yield number, column, note.mark


def _label_length(text: str, mark: str) -> int:
    """How many characters of a note are its mark, printed once more: ``1``, ``[1]``, ``1.``, ``*``."""
    core = mark.strip("[](){}. ")
    lead = len(text) - len(text.lstrip("[({"))
    if not core or not text.startswith(core, lead):
        return 0
    rest = text[lead + len(core) :]
    closed = len(rest) - len(rest.lstrip("])}."))
    after = rest[closed : closed + 1]
    return lead + len(core) + closed if closed or not after.isalnum() or not core[-1].isalnum() else 0


def _paragraphs(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The lines of each paragraph: an empty line parts two."""
    paragraphs: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.text:
            paragraphs[-1].append(piece)
        elif paragraphs[-1]:
            paragraphs.append([])
    return paragraphs if paragraphs[-1] else paragraphs[:-1]
