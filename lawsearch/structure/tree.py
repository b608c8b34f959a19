"""From labelled pieces of lines to a clause tree in which nothing is lost.

A layout reads lines and tells the :class:`TreeBuilder` what it sees: a label opens a clause, a piece is text,
a row is furniture. The builder keeps addresses unique, hangs clauses under their parents, and counts every character where it
went.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lawsearch.address import order_key, successor
from lawsearch.language import Language, count_characters
from lawsearch.model import Address, Characters, Clause, Furniture, Problem, SourceSpan
from lawsearch.source import Line, Source, split_lines
from lawsearch.structure.blocks import Block, emphasis_of, line_ranges, make_furniture, source_spans, tables_of
from lawsearch.structure.notes import Notes
from lawsearch.structure.pieces import SENTENCE_END, Piece, join_pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """What a document holds: every character of its sources that is not white space is in one of the first three."""

    clauses: tuple[Clause, ...]
    unplaced: tuple[Clause, ...]
    furniture: tuple[Furniture, ...]
    characters: Characters


class TreeBuilder:
    """Takes what a layout sees and builds the tree. One builder reads one document."""

    def __init__(self, document: str, sources: Sequence[Source], language: Language) -> None:
        self.document = document
        self.sources = sources
        self.language = language
        self.problems: list[Problem] = []
        self.roots: list[Block] = []
        self.unplaced: list[Block] = []
        self.notes = Notes()
        self.current: Block | None = None
        self._by_address: dict[Address, Block] = {}
        self._furniture: list[Furniture] = []
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
            if block.is_bare:
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
        return bool(others) and not any(other.is_bare for other in others)

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
            self._furniture.append(make_furniture(kind, piece))

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

    def blocks(self) -> list[Block]:
        """All clauses in the order of the tree, then the unplaced fragments."""
        return [*_walk(self.roots), *self.unplaced]

    def finish(self) -> Tree:
        """The tree of all that was told."""
        self.end_stretch()
        self.notes.attach(self)
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
        return Tree(clauses=clauses, unplaced=tuple(unplaced), furniture=furniture, characters=characters)

    def _count(self, spans: Iterable[SourceSpan]) -> int:
        return sum(count_characters(self.sources[span.file].text[span.start : span.stop]) for span in spans)

    def _keep_unread(self) -> None:
        """What no layout has read (there should be nothing) is kept as an unplaced fragment and reported."""
        read: list[list[tuple[int, int]]] = [[] for _ in self.sources]
        for block in self.blocks():
            for piece in block.pieces():
                read[piece.line.file].append((piece.start, piece.stop))
        for item in self._furniture:
            for span in item.source:
                read[span.file].append((span.start, span.stop))
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
            self._furniture.append(make_furniture("hyphen", piece.cut(len(piece.text) - 1)))
        return Clause(
            document=self.document,
            address=block.address,
            kind=block.kind,
            label=" ".join(block.label.text.split()) if block.label else None,
            heading=heading.text if heading else None,
            text=body.text,
            emphasis=emphasis_of(block, body),
            pages=tuple(sorted({piece.page for piece in block.pieces() if piece.page is not None})),
            lines=line_ranges(block.pieces()),
            cut=block.cut,
            also=block.also,
            tables=tables_of(block),
            children=tuple(self._make_clause(child) for child in block.children),
            source=source_spans(block.pieces(), {(piece.line.file, position) for piece, position in removed}),
        )

    def _report_gaps(self) -> None:
        """Sibling labels rise without a gap, or there is a record that says where they do not."""
        laws = [block for block in _walk(self.roots) if block.address and _is_law(block.address)]
        self._report_sibling_gaps(laws)
        for block in _walk(self.roots):
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


def _walk(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        yield from _walk(block.children)


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
