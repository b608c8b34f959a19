"""A clause in two editions, and its words of duty, as rows for a note over the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.content import Content, Span

from lawsearch.browse.text import Cell, RowText
from lawsearch.library.holders import comparable
from lawsearch.locale import gettext as _
from lawsearch.locale.compared import headings_of, remark_on
from lawsearch.locale.display import columns, safe
from lawsearch.locale.heading import spoken_name
from lawsearch.model import Clause, Target
from lawsearch.model import Span as TextSpan

if TYPE_CHECKING:
    from lawsearch.library import Library

_MARGIN = 10
_REMOVED, _ADDED = "strike $warning", "underline $accent"


def compared_rows(library: Library, place: Target) -> list[RowText]:
    """The clause in this edition and in another one in the same language."""
    document = library.documents[place.document]
    other = next(iter(comparable(library.documents, document)), None)
    if other is None:
        return [
            _row(_("The library holds no other edition in this language. Add your own copy of one: lawsearch add FILE"))
        ]
    left, right = sorted((document, other), key=lambda one: one.edition)
    rows = [_row(f"{left.id} | {right.id}", style="$quiet")]
    for item in library.compare(place.address, left.id, right.id):
        names = [spoken_name(one) for one in (item.left_name, item.right_name) if one]
        changed = [piece for piece in item.pieces if not piece.same]
        headings = headings_of(item)
        differ = all(headings) and headings[0] != headings[1]
        cells = (
            _cell(item.left, [piece.left for piece in changed], _REMOVED, headings[0], differ=differ),
            _cell(item.right, [piece.right for piece in changed], _ADDED, headings[1], differ=differ),
        )
        rows += _named_row(" → ".join(dict.fromkeys(names)), cells, ("", ""))
        if item.kind in ("same", "moved"):
            rows.append(_row(remark_on(item, right.id), style="$quiet", margin=_MARGIN))
    return rows


def duty_rows(library: Library, place: Target) -> list[RowText]:
    """The words of duty of a clause in every language, and in what grade they differ."""
    table = library.duties(library.clause(place))
    rows = []
    for row in table.rows:
        cells = tuple(
            _cell(
                cell.clause if cell is not None else None,
                [TextSpan(word.start, word.stop) for word in cell.words] if cell is not None else [],
                "bold $accent",
            )
            for cell in row.cells
        )
        languages = tuple(document.language for document in table.documents)
        rows += _named_row(spoken_name(row.name), cells, languages)
        for grade in row.differing:
            counts = " / ".join(str(cell.grades[grade]) for cell in row.cells if cell is not None)
            rows.append(_row(f"{grade}: {counts}", style="$warning", margin=_MARGIN))
    return rows


def _named_row(name: str, cells: tuple[Cell, ...], languages: tuple[str, ...]) -> list[RowText]:
    """A row with its name in the margin; a name that is too long for it stands above."""
    above = [] if columns(name) < _MARGIN else [_row(name, style="bold $accent")]
    return [*above, RowText(name="" if above else safe(name), cells=cells, languages=languages, margin=_MARGIN)]


def _cell(
    clause: Clause | None, spans: Sequence[TextSpan], style: str, heading: str = "", *, differ: bool = False
) -> Cell:
    if clause is None:
        return Cell(head=Content(""), body=Content.styled(_("— not in this text —"), "$quiet"), gap=True)
    marks = [Span(span.start, span.stop, style) for span in spans if span.start < span.stop]
    head = Content.styled(safe(heading), f"bold {style}" if differ else "bold")
    return Cell(head=head, body=Content(safe(clause.text)).add_spans(marks))


def _row(text: str, *, style: str = "", margin: int = 0) -> RowText:
    return RowText(
        name="", cells=(Cell(head=Content(""), body=Content.styled(safe(text), style)),), languages=("",), margin=margin
    )
