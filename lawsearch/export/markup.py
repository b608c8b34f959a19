"""The text of a clause as HTML that is well-formed XML too: for pages, the offline file and e-books.

In: a clause, where each of its references leads, and the words to mark. Out: paragraphs and tables without white
space around them. Promises: what is left when the tags are taken away, unescaped, is the clause's text, character for
character (but for those that XML cannot hold, see :mod:`lawsearch.export.characters`), line ends included; nothing of
a text is ever markup; spans may nest, overlap, cross paragraphs or lie outside the text.

The bars between the cells of a table are part of the text: they stay, in ``<span class="bar" hidden="">``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise

from lawsearch.export.characters import escape, escape_attribute
from lawsearch.model import Clause, Reference, Span

__all__ = ["clause_html", "escape", "escape_attribute", "text_html"]

_BAR = re.compile(r"(?<!\s)\s*\|\s*")  # begins where white space begins: linear
_OUTSIDE = re.compile(r"(\s*\|*\s*)(.*?)(\s*\|*\s*)", re.DOTALL)

Href = Callable[[Reference], str | None]


def clause_html(clause: Clause, href: Href, *, marks: Sequence[Span] = (), note: bool = False) -> str:
    """The paragraphs and tables of a clause's own text.

    A reference is ``<a class="ref ref-STATUS" href="…" data-targets="document:address …">``, or a ``<span>`` with the
    same class where ``href`` gives None. ``marks`` are spans of the text to show as found. With ``note`` the links say
    that they open a note (EPUB).
    """
    pieces = _Pieces(clause, href, marks, note)
    parts = []
    for start, stop, rows in _blocks(clause):
        if rows:
            parts.append(_table(rows, pieces))
        else:
            parts.append(f"<p>{pieces.between(start, stop)}</p>")
    return "\n".join(parts)


def text_html(text: str, marks: Sequence[Span] = ()) -> str:
    """A line such as a heading, with the found words marked."""
    return _Pieces(Clause(document="", address=None, kind="", text=text), lambda _: None, marks, False).between(
        0, len(text)
    )


class _Pieces:
    """The text of a clause cut where a reference, an emphasis or a mark begins or ends."""

    def __init__(self, clause: Clause, href: Href, marks: Sequence[Span], note: bool) -> None:
        self._text = clause.text
        # a reference inside another comes later: the innermost is the one that is shown
        self._references = sorted(clause.references, key=lambda item: (item.span.start, -item.span.stop))
        self._emphasis = clause.emphasis
        self._marks = marks
        self._href = href
        self._note = note
        spans = [*(item.span for item in self._references), *self._emphasis, *marks]
        self._cuts = sorted({place for span in spans for place in (span.start, span.stop)})

    def between(self, start: int, stop: int) -> str:
        """The text from ``start`` to ``stop`` with its markup."""
        cuts = [start, *(place for place in self._cuts if start < place < stop), stop]
        pieces = [
            (self._reference_at(first), _covers(self._emphasis, first), _covers(self._marks, first), first, last)
            for first, last in pairwise(cuts)
            if first < last
        ]
        return "".join(
            self._linked(
                reference,
                "".join(
                    _wrapped("em", emphasized, "".join(_wrapped("mark", marked, self._escaped(run)) for marked, run in _runs(inner, 2)))
                    for emphasized, inner in _runs(group, 1)
                ),
            )
            for reference, group in _runs(pieces, 0)
        )  # fmt: skip

    def _escaped(self, pieces: Sequence[_Piece]) -> str:
        return escape(self._text[pieces[0][3] : pieces[-1][4]])

    def _reference_at(self, place: int) -> int | None:
        """The number of the innermost reference that covers a place."""
        found = None
        for number, reference in enumerate(self._references):
            if reference.span.start > place:
                break
            if place < reference.span.stop:
                found = number
        return found

    def _linked(self, number: int | None, content: str) -> str:
        if number is None:
            return content
        reference = self._references[number]
        names = escape_attribute(" ".join(f"{item.document}:{item.address}" for item in reference.targets))
        target = self._href(reference)
        attributes = f'class="ref ref-{escape_attribute(reference.status)}"'
        if target is not None:
            note = ' epub:type="noteref"' if self._note else ""
            return f'<a {attributes}{note} href="{escape_attribute(target)}" data-targets="{names}">{content}</a>'
        return f'<span {attributes} data-targets="{names}">{content}</span>'


# What covers a piece of text: the number of a reference, whether it is emphasised, whether it is marked; its ends.
_Piece = tuple[int | None, bool, bool, int, int]


def _runs(pieces: Sequence[_Piece], place: int) -> Iterator[tuple[int | None, Sequence[_Piece]]]:
    for key, group in groupby(pieces, key=lambda piece: piece[place]):
        yield key, list(group)


def _covers(spans: Sequence[Span], place: int) -> bool:
    return any(span.start <= place < span.stop for span in spans)


def _wrapped(tag: str, wanted: object, content: str) -> str:
    return f"<{tag}>{content}</{tag}>" if wanted else content


# A row of a table: the places of its cells and of what stands between and around them.
_Cell = tuple[bool, int, int]


def _blocks(clause: Clause) -> Iterator[tuple[int, int, list[list[_Cell]]]]:
    """The paragraphs of the text as (start, stop, no rows), and its tables with the cells of their rows."""
    paragraphs: list[tuple[int, int]] = []
    start = 0
    for paragraph in clause.text.split("\n"):
        paragraphs.append((start, start + len(paragraph)))
        start += len(paragraph) + 1
    if clause.text == "":
        return
    waiting = list(clause.tables)
    index = 0
    while index < len(paragraphs):
        if waiting:
            wanted = [waiting[0].columns, *waiting[0].rows]
            rows = [_cut_row(clause.text, *place) for place in paragraphs[index : index + len(wanted)]]
            if [_cells_of(clause.text, row) for row in rows] == wanted:
                del waiting[0]
                yield paragraphs[index][0], paragraphs[index + len(wanted) - 1][1], rows
                index += len(wanted)
                continue
        yield (*paragraphs[index], [])
        index += 1


def _cut_row(text: str, start: int, stop: int) -> list[_Cell]:
    """(True, start, stop) for a cell, (False, start, stop) for the bars and spaces around cells."""
    around = _OUTSIDE.fullmatch(text[start:stop])
    assert around is not None  # the pattern fits any text
    cells = [(False, start, start + around.end(1))]
    position = start + around.start(2)
    for bar in _BAR.finditer(text, position, start + around.end(2)):
        cells += [(True, position, bar.start()), (False, bar.start(), bar.end())]
        position = bar.end()
    return [*cells, (True, position, start + around.end(2)), (False, start + around.end(2), stop)]


def _cells_of(text: str, row: Sequence[_Cell]) -> tuple[str, ...]:
    return tuple(text[start:stop] for is_cell, start, stop in row if is_cell)


def _table(rows: Sequence[Sequence[_Cell]], pieces: _Pieces) -> str:
    head, *body = [_row(row, pieces, tag) for row, tag in zip(rows, ["th", *["td"] * len(rows)], strict=False)]
    return f"<table><thead>{head}</thead>\n<tbody>" + "\n".join(body) + "</tbody></table>"


def _row(row: Sequence[_Cell], pieces: _Pieces, tag: str) -> str:
    """A row; what stands between two cells goes into the first of them, what precedes all into the first."""
    scope = ' scope="col"' if tag == "th" else ""
    before = _bar(row[0], pieces)
    cells = []
    for cell, after in zip(row[1::2], row[2::2], strict=True):
        cells.append(f"<{tag}{scope}>{before}{pieces.between(*cell[1:])}{_bar(after, pieces)}</{tag}>")
        before = ""
    return f"<tr>{''.join(cells)}</tr>"


def _bar(bar: _Cell, pieces: _Pieces) -> str:
    return f'<span class="bar" hidden="">{pieces.between(*bar[1:])}</span>' if bar[1] < bar[2] else ""
