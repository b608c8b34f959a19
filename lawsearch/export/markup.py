"""The text of a clause as HTML that is well-formed XML too: for pages, the offline file and e-books.

In: a clause, where each of its references leads, and the words to mark. Out: paragraphs and tables without white
space around them. Promises: what is left when the tags are taken away, unescaped, is the clause's text, character for
character (but for those that XML cannot hold, see :mod:`lawsearch.export.characters`), line ends included; nothing of
a text is ever markup; spans may nest, overlap, cross paragraphs or lie outside the text.

The bars between the cells of a table are part of the text: they stay, in ``<span class="bar" hidden="">``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from lawsearch.export.characters import escape, escape_attribute
from lawsearch.model import Clause, Reference, Span

__all__ = ["Block", "Pieces", "clause_html", "escape", "escape_attribute", "table_cells", "text_blocks", "text_html"]

_LEAD = re.compile(r"\s*\|*\s*")
_SPACE = re.compile(r"\s*")

Href = Callable[[Reference], str | None]


def clause_html(
    clause: Clause, href: Href, *, marks: Sequence[Span] = (), note: bool = False, scroller: str = ""
) -> str:
    """The paragraphs and tables of a clause's own text.

    A reference is ``<a class="ref ref-STATUS" href="…" data-targets="document:address …">``, or a ``<span>`` with the
    same class where ``href`` gives None. ``marks`` are spans of the text to show as found. With ``note`` the links say
    that they open a note (EPUB). With ``scroller``, the name of such a group, a table that is wider than its place can
    be scrolled, by keyboard too.
    """

    def link(reference: Reference, content: str) -> str:
        names = escape_attribute(" ".join(f"{item.document}:{item.address}" for item in reference.targets))
        target = href(reference)
        attributes = f'class="ref ref-{escape_attribute(reference.status)}"'
        if target is None:
            return f'<span {attributes} data-targets="{names}">{content}</span>'
        kind = ' epub:type="noteref"' if note else ""
        return f'<a {attributes}{kind} href="{escape_attribute(target)}" data-targets="{names}">{content}</a>'

    pieces = Pieces(clause, link, marks)
    region = f'<div class="sheet" role="group" tabindex="0" aria-label="{escape_attribute(scroller)}">'
    before, after = (region, "</div>") if scroller else ("", "")
    return "\n".join(
        f"{before}{_table(block, pieces)}{after}" if block.rows else f"<p>{pieces.between(block.start, block.stop)}</p>"
        for block in text_blocks(clause)
    )


def text_html(text: str, marks: Sequence[Span] = ()) -> str:
    """A line such as a heading, with the found words marked."""
    clause = Clause(document="", address=None, kind="", text=text)
    return Pieces(clause, lambda _, content: content, marks).between(0, len(text))


class Pieces:
    """The text of a clause cut where a reference, an emphasis or a mark begins or ends."""

    def __init__(
        self,
        clause: Clause,
        link: Callable[[Reference, str], str],
        marks: Sequence[Span] = (),
        emphasis: str = "em",
    ) -> None:
        """``link`` gives the markup of a reference around its escaped content; ``emphasis`` is an element's name."""
        self._text = clause.text
        # a reference inside another comes later: the innermost is the one that is shown
        self._references = sorted(clause.references, key=lambda item: (item.span.start, -item.span.stop))
        self._emphasis = _Cover(clause.emphasis)
        self._marks = _Cover(marks)
        self._link = link
        self._tag = emphasis
        spans = [*(item.span for item in self._references), *clause.emphasis, *marks]
        self._cuts = sorted({place for span in spans for place in (span.start, span.stop)})
        self._innermost = _innermost(self._references, self._cuts)

    def between(self, start: int, stop: int) -> str:
        """The text from ``start`` to ``stop`` with its markup."""
        inside = self._cuts[bisect_right(self._cuts, start) : bisect_left(self._cuts, stop)]
        cuts = [start, *inside, stop]
        pieces = [
            (self._reference_at(first), self._emphasis.holds(first), self._marks.holds(first), first, last)
            for first, last in pairwise(cuts)
            if first < last
        ]
        parts = []
        for number, group in _runs(pieces, 0):
            content = "".join(self._emphasized(emphasis, inner) for emphasis, inner in _runs(group, 1))
            parts.append(content if number is None else self._link(self._references[number], content))
        return "".join(parts)

    def _emphasized(self, emphasis: object, pieces: Sequence[_Piece]) -> str:
        content = "".join(
            _wrapped("mark", marked, escape(self._text[run[0][3] : run[-1][4]])) for marked, run in _runs(pieces, 2)
        )
        return _wrapped(self._tag, emphasis, content)

    def _reference_at(self, place: int) -> int | None:
        """The number of the innermost reference that covers a place."""
        segment = bisect_right(self._cuts, place) - 1
        return self._innermost[segment] if segment >= 0 else None


def _innermost(references: Sequence[Reference], cuts: Sequence[int]) -> list[int | None]:
    """For the stretch behind each cut the last begun of the (sorted) references that cover it, by its number."""
    found: list[int | None] = []
    open_: list[int] = []
    following = 0
    for cut in cuts:
        while following < len(references) and references[following].span.start <= cut:
            open_.append(following)
            following += 1
        while open_ and references[open_[-1]].span.stop <= cut:
            open_.pop()
        found.append(open_[-1] if open_ else None)
    return found


class _Cover:
    """Which places of a text some spans cover."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._starts: list[int] = []
        self._stops: list[int] = []
        for span in sorted(spans, key=lambda span: span.start):
            if self._stops and span.start <= self._stops[-1]:
                self._stops[-1] = max(self._stops[-1], span.stop)
            elif span.start < span.stop:
                self._starts.append(span.start)
                self._stops.append(span.stop)

    def holds(self, place: int) -> bool:
        number = bisect_right(self._starts, place) - 1
        return number >= 0 and place < self._stops[number]


# What covers a piece of text: the number of a reference, whether it is emphasised, whether it is marked; its ends.
_Piece = tuple[int | None, bool, bool, int, int]


def _runs(pieces: Sequence[_Piece], place: int) -> Iterator[tuple[int | None, Sequence[_Piece]]]:
    for key, group in groupby(pieces, key=lambda piece: piece[place]):
        yield key, list(group)


def _wrapped(tag: str, wanted: object, content: str) -> str:
    return f"<{tag}>{content}</{tag}>" if wanted else content


# A part of a table's row: whether it is a cell or what stands between and around cells; its ends.
Part = tuple[bool, int, int]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph of a text (no ``rows``), or a table; ``text[start:stop]`` with a line feed between blocks."""

    start: int
    stop: int
    rows: list[list[Part]]
    headed: bool = False  # does the first row name the columns?


def text_blocks(clause: Clause) -> Iterator[Block]:
    """The paragraphs and tables of a clause's own text, in order."""
    if not clause.text:
        return
    paragraphs: list[tuple[int, int]] = []
    start = 0
    for paragraph in clause.text.split("\n"):
        paragraphs.append((start, start + len(paragraph)))
        start += len(paragraph) + 1
    waiting = list(clause.tables)
    index = 0
    while index < len(paragraphs):
        rows: list[list[Part]] = []
        headed = False
        if waiting:
            wanted = list(waiting[0].lines)
            found = [_cut_row(clause.text, *place) for place in paragraphs[index : index + len(wanted)]]
            if [table_cells(clause.text, row) for row in found] == wanted:
                headed = bool(waiting.pop(0).columns)
                rows = found
        last = index + max(len(rows), 1)
        yield Block(paragraphs[index][0], paragraphs[last - 1][1], rows, headed)
        index = last


def table_cells(text: str, row: Sequence[Part]) -> tuple[str, ...]:
    """The cells of a row of a table in ``text``."""
    return tuple(text[start:stop] for is_cell, start, stop in row if is_cell)


def _cut_row(text: str, start: int, stop: int) -> list[Part]:
    """Bars, cell, bars, cell … bars; the bars may be empty."""
    lead = _LEAD.match(text, start, stop)
    position = lead.end() if lead else start
    end = max(position, start + len(text[start:stop].rstrip().rstrip("|").rstrip()))  # a pattern would take cubic time
    parts = [(False, start, position)]
    while (bar := text.find("|", position, end)) >= 0:
        before = position + len(text[position:bar].rstrip())
        space = _SPACE.match(text, bar + 1, end)
        after = space.end() if space else bar + 1
        parts += [(True, position, before), (False, before, after)]
        position = after
    return [*parts, (True, position, end), (False, end, stop)]


def _table(block: Block, pieces: Pieces) -> str:
    head = f"<thead>{_row(block.rows[0], pieces, 'th')}</thead>\n" if block.headed else ""
    body = [_row(row, pieces, "td") for row in block.rows[block.headed :]]
    return f"<table>{head}<tbody>" + "\n".join(body) + "</tbody></table>"


def _row(row: Sequence[Part], pieces: Pieces, tag: str) -> str:
    """A row; what stands between two cells goes into the first of them, what precedes all into the first."""
    scope = ' scope="col"' if tag == "th" else ""
    before = _bar(row[0], pieces)
    cells = []
    for cell, after in zip(row[1::2], row[2::2], strict=True):
        cells.append(f"<{tag}{scope}>{before}{pieces.between(*cell[1:])}{_bar(after, pieces)}</{tag}>")
        before = ""
    return f"<tr>{''.join(cells)}</tr>"


def _bar(bar: Part, pieces: Pieces) -> str:
    return f'<span class="bar" hidden="">{pieces.between(*bar[1:])}</span>' if bar[1] < bar[2] else ""
