"""Notes, and the clauses that they belong to: each stands below the clause that its mark was printed in.

In: the notes and the marks that were taken out of the text, in any order; at the end the tree. Out: blocks below their
clauses. Promise: no note is lost: one whose clause is not known goes into an unplaced fragment, and a mark without a
note is a problem.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lawsearch.structure.blocks import Block
from lawsearch.structure.pieces import NOTE_MARK, Piece

if TYPE_CHECKING:
    from lawsearch.structure.tree import TreeBuilder

# A place in the sources: the number of the file, the offset in its text.
Place = tuple[int, int]
# What tells marks apart: a mark, its file and page.
_Key = tuple[str, int, int | None]


@dataclass(frozen=True, slots=True)
class _Linked:
    """A note that the source itself ties to the place of its mark, None where it has none."""

    mark: Place | None
    label: Piece | None
    paragraphs: list[list[Piece]]


@dataclass(frozen=True, slots=True)
class _Marked:
    """Where a mark stands in its file, and in which block."""

    start: int
    block: Block


class Notes:
    """The notes of one document."""

    def __init__(self) -> None:
        self._printed: list[tuple[str, list[Piece]]] = []
        self._marks: list[tuple[str, Piece]] = []
        self._linked: list[_Linked] = []

    def add(self, mark: str, pieces: list[Piece]) -> None:
        """A note from the foot of a page; it goes to the clause in which its ``mark`` was printed last."""
        self._printed.append((mark, pieces))

    def add_mark(self, mark: str, piece: Piece) -> None:
        """A note's mark that was taken out of the text: its place says which clause the note belongs to."""
        self._marks.append((mark, piece))

    def add_linked(self, mark: Place | None, label: Piece | None, paragraphs: list[list[Piece]]) -> None:
        """A note whose mark stands at a known place of the sources, or nowhere."""
        self._linked.append(_Linked(mark, label, paragraphs))

    def attach(self, builder: TreeBuilder) -> None:
        """Hang the notes under their clauses."""
        self._attach_linked(builder)
        self._report_missing(builder)
        self._attach_printed(builder)

    def _attach_linked(self, builder: TreeBuilder) -> None:
        """Each note comes below the clause that the source itself ties it to; one without a mark has no place."""
        starts = _starts(builder) if self._linked else []
        for note in self._linked:
            block = _block_at(starts, note.mark) if note.mark is not None else None
            if block is None or block.kind == "unplaced":
                # a fragment's own note stays with it
                block = block or builder.open_unplaced("note")
                block.paragraphs += [[note.label], *note.paragraphs] if note.label else note.paragraphs
            else:
                block.children.append(Block(None, "footnote", block, note.label, paragraphs=list(note.paragraphs)))

    def _report_missing(self, builder: TreeBuilder) -> None:
        noted = {mark for mark, _ in self._printed}
        for mark, piece in self._marks:
            if mark not in noted:
                builder.report("note-missing", piece.line, piece.page, number=mark)

    def _attach_printed(self, builder: TreeBuilder) -> None:
        """Each note comes to the clause that its mark stands in, as a note below it.

        The mark is the last one before the note on its page; a number that is glued to a word may stand anywhere,
        since notes share blocks: then the last one before the note, else the first one after it.
        """
        marked = self._places_of_marks(builder) if self._printed else {}
        for mark, pieces in self._printed:
            first = pieces[0]
            places = marked.get((mark, first.line.file, first.page), [])
            index = bisect_right(places, first.start, key=lambda place: place.start)
            if not index and mark.strip("[]").isdigit():
                places = sorted(
                    (place for key, found in marked.items() if key[:2] == (mark, first.line.file) for place in found),
                    key=lambda place: place.start,
                )
                index = bisect_right(places, first.start, key=lambda place: place.start) or min(1, len(places))
            block = places[index - 1].block if index else builder.open_unplaced("note")
            if block.kind == "unplaced":
                block.paragraphs.append(pieces)
                continue
            # the mark was taken out of the text: it is the label of a note of its own below the clause
            text = [piece for piece in (first.cut(len(mark)), *pieces[1:]) if piece.text]
            block.children.append(Block(None, "footnote", block, first.cut(0, len(mark)), paragraphs=[text]))

    def _places_of_marks(self, builder: TreeBuilder) -> dict[_Key, list[_Marked]]:
        """Where each mark stands, in the order of its file."""
        marked: dict[_Key, list[_Marked]] = {}
        for block in builder.blocks():
            for piece in block.pieces():
                for match in NOTE_MARK.finditer(piece.text):
                    places = marked.setdefault((match.group(), piece.line.file, piece.page), [])
                    places.append(_Marked(piece.at(match.start()), block))
        starts = _starts(builder)
        for mark, piece in self._marks:
            holder = _block_at(starts, (piece.line.file, piece.start))
            if holder is not None:
                marked.setdefault((mark, piece.line.file, piece.page), []).append(_Marked(piece.start, holder))
        for places in marked.values():
            places.sort(key=lambda place: place.start)
        return marked


def _starts(builder: TreeBuilder) -> list[tuple[Place, Block]]:
    """Where each piece of a block begins, in the order of the files."""
    starts = [((piece.line.file, piece.start), block) for block in builder.blocks() for piece in block.pieces()]
    return sorted(starts, key=lambda entry: entry[0])


def _block_at(starts: list[tuple[Place, Block]], place: Place) -> Block | None:
    """The block whose piece is the last that begins at a place or before it, in the same file."""
    index = bisect_right(starts, place, key=lambda entry: entry[0])
    return starts[index - 1][1] if index and starts[index - 1][0][0] == place[0] else None
