"""From labelled pieces of lines to a clause tree in which nothing is lost.

A layout reads lines and tells the :class:`TreeBuilder` what it sees: a label opens a clause, a piece is text,
a row is furniture. The builder keeps addresses unique, hangs clauses under their parents, and counts every character where it
went.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lawsearch.address import order_key, successor
from lawsearch.language import Language, count_characters
from lawsearch.model import (
    Address,
    Characters,
    Clause,
    Furniture,
    LineRange,
    Problem,
    SourceSpan,
    Span,
    Table,
)
from lawsearch.source import Line, Source, split_lines
from lawsearch.structure.pieces import NOTE_MARK, SENTENCE_END, Joined, Piece, join_pieces


@dataclass(slots=True)
class Block:
    """A clause while it is being read."""

    address: Address | None
    kind: str
    parent: Block | None = None
    label: Piece | None = None
    heading: list[Piece] = field(default_factory=list)
    paragraphs: list[list[Piece]] = field(default_factory=list)
    children: list[Block] = field(default_factory=list)
    emphasis: list[SourceSpan] = field(default_factory=list)
    also: tuple[Address, ...] = ()
    cut: bool = False
    open: bool = False
    roman: bool = False
    reason: str = ""  # why an unplaced fragment has no place

    @property
    def last_part(self) -> str | None:
        return self.address.parts[-1] if self.address else None

    def pieces(self) -> list[Piece]:
        """Its own pieces, without its children's: label, heading, text."""
        own = [self.label] if self.label else []
        return [*own, *self.heading, *(piece for paragraph in self.paragraphs for piece in paragraph)]


def _is_bare(block: Block) -> bool:
    """Whether a clause holds nothing but its label and heading."""
    return not block.paragraphs and not block.children


class TreeBuilder:
    """Takes what a layout sees and builds the tree. One builder reads one document."""

    def __init__(self, document: str, sources: Sequence[Source], language: Language) -> None:
        self.document = document
        self.sources = sources
        self.language = language
        self.problems: list[Problem] = []
        self.roots: list[Block] = []
        self.unplaced: list[Block] = []
        self.current: Block | None = None
        self._by_address: dict[Address, Block] = {}
        self._furniture: list[Furniture] = []
        self._notes: list[tuple[str, list[Piece]]] = []
        self._marks: list[tuple[str, Piece]] = []
        self._linked: list[tuple[tuple[int, int] | None, Piece | None, list[list[Piece]]]] = []
        self._gap = "beginning"

    # what a layout tells

    def begin_stretch(self, gap: str = "beginning") -> None:
        """The text before is over: what follows has no known place until a label names itself.

        ``gap`` says why: a key of ``UNPLACED`` in :mod:`lawsearch.locale`.
        """
        self.end_stretch(lost=True)
        self._gap = gap
        self.current = None

    def end_stretch(self, *, lost: bool = False) -> None:
        """Mark the clause cut whose own text breaks off here, or is lost as a whole.

        ``lost``: what follows is known to be lost, such as a page; else the file ends.
        """
        block = self.current
        if block is not None and block.kind != "unplaced":
            if _is_bare(block):
                unfinished = not block.heading or block.heading[-1].text.endswith(("-", ","))
                block.cut = lost or unfinished or self._has_text_elsewhere(block)
            elif block.open and block.paragraphs:
                block.cut = not SENTENCE_END.search(block.paragraphs[-1][-1].text)
        self.current = None

    def _has_text_elsewhere(self, block: Block) -> bool:
        """Whether all other clauses of its kind hold text: then a heading alone at the end of a file has lost its own.

        Where some are headings alone, such as those of a table of contents, it is one more of them.
        """
        others = [other for other in self._by_address.values() if other.kind == block.kind and other is not block]
        return bool(others) and not any(map(_is_bare, others))

    @property
    def placed(self) -> bool:
        """False where the clause that the text belongs to is not known."""
        return self.current is not None and self.current.kind != "unplaced"

    def twin(self, line: Line) -> Address | None:
        """The address that the same text in another language gives to the clause that begins in a line."""
        return self.sources[line.file].twins.get(line.number)

    def find(self, address: Address) -> Block | None:
        return self._by_address.get(address)

    def open(self, address: Address, kind: str, label: Piece | None, *, parent: Block | None = None) -> Block | None:
        """Open the clause ``address``; None if it stands already (the caller decides what its label is then).

        A parent that was only implied takes the label when it comes.
        """
        block = self._by_address.get(address)
        if block is not None:
            if block.label is not None or label is None:
                return None
            block.label = label
        else:
            block = Block(address, kind, parent, label)
            self._by_address[address] = block
            (parent.children if parent else self.roots).append(block)
        self.current = block
        return block

    def open_closing(self, parent: Block) -> Block:
        """Own text of ``parent`` that follows its children; one block, behind all of them."""
        block = next((child for child in reversed(parent.children) if child.kind == "closing"), None)
        if block is None:
            block = Block(None, "closing", parent)
        else:
            parent.children.remove(block)
            block.open = False
        parent.children.append(block)
        self.current = block
        return block

    def implied(self, address: Address, kind: str, parent: Block | None = None) -> Block:
        """The clause ``address``; made without label and heading if its own label is lost."""
        block = self._by_address.get(address)
        if block is None:
            block = Block(address, kind, parent)
            self._by_address[address] = block
            (parent.children if parent else self.roots).append(block)
        return block

    def open_unplaced(self, reason: str | None = None) -> Block:
        """A fragment whose clause is not known; it takes what follows until a clause opens."""
        block = Block(None, "unplaced", reason=reason or self._gap)
        self.unplaced.append(block)
        self.current = block
        return block

    def add_text(self, piece: Piece, *, new_paragraph: bool = False) -> None:
        """Text of the current clause (or of an unplaced fragment)."""
        if not piece.text:
            return
        block = self.current or self.open_unplaced()
        if new_paragraph or not block.paragraphs or not block.open:
            block.paragraphs.append([])
        block.paragraphs[-1].append(piece)
        block.open = True

    def end_paragraph(self) -> None:
        """The paragraph is over, as a mark or an empty line says."""
        if self.current is not None:
            self.current.open = False

    def add_furniture(self, kind: str, piece: Piece) -> None:
        """What is no text of the work: a footer, an underline, navigation."""
        if piece.text:
            self._furniture.append(_make_furniture(kind, piece))

    def add_note(self, mark: str, pieces: list[Piece]) -> None:
        """A note from the foot of a page; it goes to the clause in which its ``mark`` was printed last."""
        self._notes.append((mark, pieces))

    def add_mark(self, mark: str, piece: Piece) -> None:
        """A note's mark that was taken out of the text: its place says which clause the note belongs to."""
        self._marks.append((mark, piece))

    def add_linked_note(self, mark: tuple[int, int] | None, label: Piece | None, paragraphs: list[list[Piece]]) -> None:
        """A note whose mark stands at a known place (file and offset) of the source, or nowhere."""
        self._linked.append((mark, label, paragraphs))

    def emphasize(self, spans: Iterable[SourceSpan]) -> None:
        """Words of the current clause, by their places in the source, that were printed with emphasis."""
        if self.current is not None:
            self.current.emphasis.extend(spans)

    def report(self, code: str, line: Line | None = None, page: int | None = None, **params: object) -> None:
        """A problem, at a line if it has one; ``params`` are what its sentence needs (``PROBLEMS`` in the catalogue)."""
        name = self.sources[line.file].name if line else None
        self.problems.append(
            Problem(code=code, file=name, line=line.number if line else None, page=page, params=params)
        )

    # the result

    def finish(self) -> tuple[tuple[Clause, ...], tuple[Clause, ...], tuple[Furniture, ...], Characters]:
        """Clauses, unplaced fragments, furniture and the three counts."""
        self.end_stretch()
        self._attach_linked_notes()
        self._attach_notes()
        self.unplaced = [block for block in self.unplaced if block.paragraphs]
        self._keep_unread()
        self.roots = _in_book_order(self.roots)
        self._report_gaps()
        clauses = tuple(self._make_clause(block) for block in self.roots)
        unplaced = []
        for number, block in enumerate(self.unplaced, 1):
            block.address = Address((str(number),), "unplaced")
            unplaced.append(self._make_clause(block))
            first = block.pieces()[0]
            self.report("unplaced-text", first.line, first.page, number=number, reason=block.reason)
        furniture = tuple(sorted(self._furniture, key=lambda item: (item.source[0].file, item.source[0].start)))
        characters = Characters(
            clauses=sum(self._count(clause.source) for root in clauses for clause in root.walk()),
            unplaced=sum(self._count(clause.source) for clause in unplaced),
            furniture=sum(self._count(item.source) for item in furniture),
        )
        return clauses, tuple(unplaced), furniture, characters

    def _count(self, spans: Iterable[SourceSpan]) -> int:
        return sum(count_characters(self.sources[span.file].text[span.start : span.stop]) for span in spans)

    def _attach_notes(self) -> None:
        """Each note comes to the clause that its mark stands in, as a note below it.

        The mark is the last one before the note on its page; a number that is glued to a word may stand anywhere,
        since notes share blocks: then the last one before the note, else the first one after it.
        """
        noted = {mark for mark, _ in self._notes}
        for mark, piece in self._marks:
            if mark not in noted:
                self.report("note-missing", piece.line, piece.page, number=mark)
        if not self._notes:
            return
        marked = self._marks_of_notes()
        for mark, pieces in self._notes:
            first = pieces[0]
            places = marked.get((mark, first.line.file, first.page), [])
            index = bisect_right(places, first.start, key=lambda place: place[0])
            if not index and mark.strip("[]").isdigit():
                places = sorted(
                    (place for key, found in marked.items() if key[:2] == (mark, first.line.file) for place in found),
                    key=lambda place: place[0],
                )
                index = bisect_right(places, first.start, key=lambda place: place[0]) or min(1, len(places))
            block = places[index - 1][1] if index else self.open_unplaced("note")
            if block.kind == "unplaced":
                block.paragraphs.append(pieces)
                continue
            # the mark was taken out of the text: it is the label of a note of its own below the clause
            note = Block(None, "footnote", block, pieces[0].cut(0, len(mark)))
            note.paragraphs.append([piece for piece in (pieces[0].cut(len(mark)), *pieces[1:]) if piece.text])
            block.children.append(note)

    def _attach_linked_notes(self) -> None:
        """Each note comes below the clause that the source itself ties it to; one without a mark has no place."""
        if not self._linked:
            return
        starts = sorted(
            (
                (piece.line.file, piece.start, block)
                for block in (*self._walk(self.roots), *self.unplaced)
                for piece in block.pieces()
            ),
            key=lambda place: place[:2],
        )
        for mark, label, paragraphs in self._linked:
            index = bisect_right(starts, mark, key=lambda place: place[:2]) if mark is not None else 0
            block = starts[index - 1][2] if mark and index and starts[index - 1][0] == mark[0] else None
            if block is None or block.kind == "unplaced":
                # a fragment's own note stays with it
                block = block or self.open_unplaced("note")
                block.paragraphs += [[label], *paragraphs] if label else paragraphs
                continue
            note = Block(None, "footnote", block, label)
            note.paragraphs += paragraphs
            block.children.append(note)

    def _marks_of_notes(self) -> dict[tuple[str, int, int | None], list[tuple[int, Block]]]:
        """By mark, file and page: where it stands, and in which clause."""
        marked: dict[tuple[str, int, int | None], list[tuple[int, Block]]] = {}
        starts: list[tuple[int, int, Block]] = []
        for block in (*self._walk(self.roots), *self.unplaced):
            for piece in block.pieces():
                starts.append((piece.line.file, piece.start, block))
                for match in NOTE_MARK.finditer(piece.text):
                    places = marked.setdefault((match.group(), piece.line.file, piece.page), [])
                    places.append((piece.at(match.start()), block))
        starts.sort(key=lambda place: place[:2])
        for mark, piece in self._marks:
            index = bisect_right(starts, (piece.line.file, piece.start), key=lambda place: place[:2])
            if index and starts[index - 1][0] == piece.line.file:
                places = marked.setdefault((mark, piece.line.file, piece.page), [])
                places.append((piece.start, starts[index - 1][2]))
        for places in marked.values():
            places.sort(key=lambda place: place[0])
        return marked

    def _keep_unread(self) -> None:
        """What no layout has read (there should be nothing) is kept as an unplaced fragment and reported."""
        read: list[list[tuple[int, int]]] = [[] for _ in self.sources]
        for block in (*self._walk(self.roots), *self.unplaced):
            for piece in block.pieces():
                read[piece.line.file].append((piece.start, piece.stop))
        for item in self._furniture:
            read[item.source[0].file].append((item.source[0].start, item.source[0].stop))
        for file, (source, ranges) in enumerate(zip(self.sources, read, strict=True)):
            lines = split_lines(source.text, file)
            ranges.sort()
            index = 0
            for line in lines:
                position = line.start
                while index < len(ranges) and ranges[index][0] < line.stop:
                    self._keep_rest(line, position, ranges[index][0])
                    position = max(position, ranges[index][1])
                    index += 1
                self._keep_rest(line, position, line.stop)

    def _keep_rest(self, line: Line, start: int, stop: int) -> None:
        piece = Piece(line, start, line.text[start - line.start : stop - line.start]).cut(0) if stop > start else None
        if piece is not None and piece.text:
            block = self.open_unplaced()
            block.paragraphs.append([piece])
            self.report("text-unread", line, text=piece.text[:40])

    def _make_clause(self, block: Block) -> Clause:
        heading = join_pieces([block.heading], self.language) if block.heading else None
        body = join_pieces(block.paragraphs, self.language)
        removed = (heading.hyphens if heading else []) + body.hyphens
        for piece, _ in removed:
            self._furniture.append(_make_furniture("hyphen", piece.cut(len(piece.text) - 1)))
        return Clause(
            document=self.document,
            address=block.address,
            kind=block.kind,
            label=" ".join(block.label.text.split()) if block.label else None,
            heading=heading.text if heading else None,
            text=body.text,
            emphasis=_emphasis(block, body),
            pages=tuple(sorted({piece.page for piece in block.pieces() if piece.page is not None})),
            lines=_line_ranges(block.pieces()),
            cut=block.cut,
            also=block.also,
            tables=_tables(block),
            children=tuple(self._make_clause(child) for child in block.children),
            source=_source_spans(block.pieces(), {(piece.line.file, position) for piece, position in removed}),
        )

    def _report_gaps(self) -> None:
        """Sibling labels rise without a gap, or there is a record that says where they do not."""
        laws = [block for block in self._walk(self.roots) if block.address and _is_law(block.address)]
        self._report_sibling_gaps(laws)
        for block in self._walk(self.roots):
            # laws run on through the chapters: they are one row, checked above
            self._report_sibling_gaps([child for child in block.children if child.address and _counts(child)])
            self._report_division_gaps(block.children)
        self._report_division_gaps(self.roots)

    def _report_division_gaps(self, siblings: Iterable[Block]) -> None:
        """The chapters, or the parts of a chapter, rise by one."""
        before = 0
        for block in siblings:
            address = block.address
            if address is None or block.kind not in ("chapter", "part", "division"):
                continue
            holder, _, number = address.parts[0].rpartition(".")
            found = int(number)
            if found != before + 1 and (before or holder):
                missing = f"{address.prefix}:{holder + '.' if holder else ''}{before + 1}"
                place = next(iter(block.pieces()), None)
                self.report("label-gap", place.line if place else None, expected=missing, found=str(address))
            before = found

    def _report_sibling_gaps(self, siblings: list[Block]) -> None:
        before: Block | None = None
        for block in siblings:
            assert block.address is not None
            part = block.address.parts[-1]
            if before is None:
                expected = part if len(block.address.parts) == 1 else _first_like(part, roman=block.roman)
            else:
                assert before.address is not None
                expected = successor((before.also or (before.address,))[-1].parts[-1], letter=not before.roman)
            if part != expected:
                place = next(iter(block.pieces()), None)
                found = str(block.address)
                missing = found[: len(found) - len(part)] + expected
                self.report("label-gap", place.line if place else None, expected=missing, found=found)
            before = block

    def _walk(self, blocks: Iterable[Block]) -> Iterable[Block]:
        for block in blocks:
            yield block
            yield from self._walk(block.children)


def _is_law(address: Address) -> bool:
    """True for a law or section that is named by its number alone."""
    return len(address.parts) == 1 and not address.prefix and address.parts[0].isdigit()


def _counts(block: Block) -> bool:
    """True for a clause whose label is one of a row: no definition, no paragraph named by us, no ``74A1`` below 74."""
    address, parent = block.address, block.parent
    return address is not None and not address.prefix and parent is not None and address.parent == parent.address


def _first_like(part: str, *, roman: bool) -> str:
    if part.startswith("."):
        return ".p1" if part.startswith(".p") else ".1"
    if part.startswith("("):
        return "(i)" if roman else "(1)" if part[1:-1].isdigit() else "(a)"
    return "1" if part.isdigit() else "A"


def _in_book_order(roots: Sequence[Block]) -> list[Block]:
    """The clauses that stand in no other, in the order of the book, whatever the files' order: by their numbers.

    What has no number itself (a chapter, the definitions) stands before its first law; without one behind the last
    number above it in its file, else in front.
    """
    keys: list[tuple[object, ...]] = []
    last: dict[int | None, tuple[object, ...]] = {}
    for block in roots:
        file = next((piece.line.file for piece in block.pieces()), None)
        numbers = _numbers(block)
        if numbers:
            keys.append((1, order_key(numbers[0]), 0))
            last[file] = (1, order_key(numbers[-1]), 1)
        else:
            keys.append(last.get(file, (0,)))
    return [block for _, block in sorted(zip(keys, roots, strict=True), key=lambda entry: entry[0])]


def _numbers(block: Block) -> list[Address]:
    """The addresses of the laws or sections that a block is or holds, in its order."""
    if block.address is None:
        return []
    if block.address.number is not None and not block.address.prefix:
        return [block.address]
    return [address for child in block.children for address in _numbers(child)]


def _make_furniture(kind: str, piece: Piece) -> Furniture:
    return Furniture(
        kind=kind,
        text=piece.text,
        lines=(LineRange(piece.line.file, piece.line.number, piece.line.number),),
        source=(SourceSpan(piece.line.file, piece.start, piece.stop),),
    )


def _line_ranges(pieces: Sequence[Piece]) -> tuple[LineRange, ...]:
    """Ranges of lines in reading order; lines that follow one another make one range."""
    ranges: list[LineRange] = []
    for piece in pieces:
        file, number = piece.line.file, piece.line.number
        if ranges and ranges[-1].file == file and ranges[-1].first <= number <= ranges[-1].last + 1:
            ranges[-1] = LineRange(file, ranges[-1].first, max(number, ranges[-1].last))
        else:
            ranges.append(LineRange(file, number, number))
    return tuple(ranges)


def _source_spans(pieces: Sequence[Piece], removed: set[tuple[int, int]]) -> tuple[SourceSpan, ...]:
    spans = []
    for piece in pieces:
        for start, stop in piece.ranges():
            cut = (piece.line.file, stop - 1) in removed
            spans.append(SourceSpan(piece.line.file, start, stop - cut))
    return tuple(spans)


def _emphasis(block: Block, body: Joined) -> tuple[Span, ...]:
    spans = []
    starts = [run[0] for run in body.runs]
    for mark in block.emphasis:
        begin = body.offset(mark.file, mark.start)
        end = body.offset(mark.file, mark.stop - 1)
        if begin is not None and end is not None and bisect_right(starts, begin):
            spans.append(Span(begin, end + 1))
    return tuple(sorted(set(spans), key=lambda span: span.start))


def _cells(piece: Piece) -> tuple[str, ...]:
    """The cells of a row that white space parts."""
    stops = (*piece.row[1:], len(piece.text))
    return tuple(" ".join(piece.text[start:stop].split()) for start, stop in zip(piece.row, stops, strict=True))


def _tables(block: Block) -> tuple[Table, ...]:
    """The tables in a clause: each two or more paragraphs, one after the other, with the same number of ``|``.

    The rows stay in the text too.
    """
    tables: list[list[tuple[str, ...]]] = []
    open_table = False
    for paragraph in block.paragraphs:
        text = " ".join(piece.text for piece in paragraph)
        set_apart = len(paragraph) == 1 and bool(paragraph[0].row)
        cells = (
            _cells(paragraph[0]) if set_apart else tuple(cell.strip() for cell in text.strip().strip("|").split("|"))
        )
        if " | " not in text and not set_apart:
            open_table = False
        elif set_apart and open_table and 1 < len(cells) < len(tables[-1][0]) == len(tables[-1][-1]):
            # the last row of a scale in several columns is short
            tables[-1].append((*cells, *[""] * (len(tables[-1][0]) - len(cells))))
            open_table = False
        elif open_table and len(cells) == len(tables[-1][0]):
            tables[-1].append(cells)
        else:
            tables.append([cells])
            open_table = True
    return tuple(Table.from_lines(rows) for rows in tables if len(rows) > 1)
