"""Two pages for who translates or works with two editions: what differs word for word, and which duty is stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lawsearch.address import canonical
from lawsearch.errors import NotFoundError
from lawsearch.export.markup import escape
from lawsearch.library import Library
from lawsearch.library.comparing import Comparison
from lawsearch.library.duties import DutyRow
from lawsearch.library.holders import comparable
from lawsearch.locale.compared import headings_of, remark_on
from lawsearch.locale.heading import spoken_name
from lawsearch.model import Address, Clause, Document, Span
from lawsearch.web.asking import Asked, bounded
from lawsearch.web.page import Page, Redirect
from lawsearch.web.places import Places
from lawsearch.web.wording import coloured, heading_of, in_force_badge, label_of

__all__ = ["show_compare", "show_duties"]

MOST_ROWS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A clause of either side: its name, what is said of the pair, both headings, and both texts, differences marked."""

    kind: str
    names: tuple[tuple[str, str], ...]  # as it is spoken of and link, left and right
    remark: str
    headings: tuple[str, str]
    headings_differ: bool
    sides: tuple[Markup | None, Markup | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duty:
    """A clause in several languages with its words of duty marked, and the grades in which they differ."""

    name: str
    link: str | None
    cells: tuple[tuple[str, Markup] | None, ...]
    differing: tuple[tuple[str, str], ...]  # grade, how often in each


def show_compare(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/compare?address=64A1&left=…&right=…``: a clause in two documents, word for word."""
    written = bounded(asked.query, "address", 120)
    left, right = _sides(library, asked)
    rows: list[Compared] = []
    if written and left is not None and right is not None:
        places = Places(library.documents)
        compared = library.compare(library.read_address(written, [left.id, right.id]), left.id, right.id)
        rows = [_compared(places, item, (left, right)) for item in compared[:MOST_ROWS]]
    return Page(
        template="compare.jinja",
        records={
            "address": written,
            "left": left,
            "right": right,
            "documents": list(library.documents.values()),
            "rows": rows,
            "asked_for": bool(written),
            "lonely": left is None or right is None,
            "badge": in_force_badge(library),
        },
    )


def _sides(library: Library, asked: Asked) -> tuple[Document | None, Document | None]:
    """The two documents that are asked for; else two of one kind and language: of the Laws, in the interface's first."""
    names = [bounded(asked.query, side, 80) for side in ("left", "right")]
    chosen = []
    for name in names:
        if name and name not in library.documents:
            raise NotFoundError("no-such-document", document=name, known=", ".join(library.documents))
        chosen.append(library.documents.get(name))
    left, right = chosen
    if right is None:
        candidates = sorted(library.documents.values(), key=lambda one: (one.role != "laws", one.language != asked.ui))
        right = next((one for one in candidates if one is not left and comparable(library.documents, one)), None)
        right = next(iter(comparable(library.documents, left)), right) if left is not None else right
    if left is None and right is not None:
        left = next(iter(comparable(library.documents, right)), None)
    if left is not None and right is not None and not all(names):
        # the older edition stands on the left
        left, right = sorted((left, right), key=lambda one: one.edition)
    return left, right


def _compared(places: Places, item: Comparison, sides: Sequence[Document]) -> Compared:
    clauses = (item.left, item.right)
    names = tuple(
        _name(places, clause, name, document)
        for clause, name, document in zip(clauses, (item.left_name, item.right_name), sides, strict=True)
        if clause is not None and name
    )
    if len({name for name, _link in names}) == 1:
        names = names[:1]
    marks = _differences(item)
    headings = headings_of(item)
    differ = all(headings) and headings[0] != headings[1] and item.kind != "paired"
    cells = tuple(
        _marked(clause, spans, tag) if clause is not None else None
        for clause, spans, tag in zip(clauses, marks, ("del", "ins"), strict=True)
    )
    return Compared(
        kind=item.kind,
        names=names,
        remark=remark_on(item, sides[1].id),
        headings=headings,
        headings_differ=differ,
        sides=(cells[0], cells[1]),
    )


def _name(places: Places, clause: Clause, name: str, document: Document) -> tuple[str, str]:
    """A clause as it is named above its texts, and its link; one without an address is read where it stands."""
    return _spoken(name), places.link(clause.document, _place_of(name), document.language)


def _place_of(name: str) -> Address:
    return canonical(name.partition("#")[0])


def _spoken(name: str) -> str:
    address, sign, kind = name.partition("#")
    return spoken_name(f"{label_of(address)}{sign}{kind}")


def _differences(item: Comparison) -> tuple[list[Span], list[Span]]:
    if item.kind == "left" and item.left is not None:
        return [Span(0, len(item.left.text))], []
    if item.kind == "right" and item.right is not None:
        return [], [Span(0, len(item.right.text))]
    changed = [piece for piece in item.pieces if not piece.same]
    return (
        [piece.left for piece in changed if piece.left.start < piece.left.stop],
        [piece.right for piece in changed if piece.right.start < piece.right.stop],
    )


def _marked(clause: Clause, spans: Sequence[Span], tag: str) -> Markup:
    """The text of a clause with what the other side has not in an element of its own."""
    return _with_marks(clause.text, [(span, f"<{tag}>", f"</{tag}>") for span in spans])


def _with_marks(text: str, marks: Sequence[tuple[Span, str, str]]) -> Markup:
    parts: list[str] = []
    place = 0
    for span, before, after in sorted(marks, key=lambda mark: mark[0].start):
        parts += [escape(text[place : span.start]), before, escape(text[span.start : span.stop]), after]
        place = span.stop
    parts.append(escape(text[place:]))
    return coloured("<br>".join("".join(parts).split("\n")))


def show_duties(library: Library, asked: Asked, params: Mapping[str, str]) -> Page | Redirect:
    """``/duties?address=64``: the words of duty of a clause in every language; without a number, what differs."""
    written = bounded(asked.query, "address", 120)
    within = bounded(asked.query, "in", 80) or None
    places = Places(library.documents)
    if written:
        roots = [library.show(written, language=asked.ui, within=within)]
    else:
        first = library.laws_of(library.in_force, asked.ui).id
        roots = [clause for clause in library.toc(first) if clause.kind != "section"]
    columns: tuple[Document, ...] = ()
    rows: list[DutyRow] = []
    for root in roots:
        table = library.duties(root)
        columns = table.documents
        rows += [row for row in table.rows if written or row.differing]
    shown = [_duty(places, columns, row) for row in rows[:MOST_ROWS]]
    return Page(
        template="duties.jinja",
        records={
            "address": written,
            "heading": heading_of(roots[0]) if written else "",
            "columns": columns,
            "rows": shown,
            "total": len(rows),
            "differing": sum(bool(row.differing) for row in rows),
            "badge": in_force_badge(library),
        },
    )


def _duty(places: Places, columns: Sequence[Document], row: DutyRow) -> Duty:
    cells: list[tuple[str, Markup] | None] = []
    for document, cell in zip(columns, row.cells, strict=True):
        if cell is None:
            cells.append(None)
            continue
        marks = [
            (Span(word.start, word.stop), f'<b class="duty duty-{word.grade.replace(" ", "-") or "none"}">', "</b>")
            for word in cell.words
        ]
        cells.append((document.language, _with_marks(cell.clause.text, marks)))
    counts = tuple(
        (grade, " / ".join(str(cell.grades[grade]) for cell in row.cells if cell is not None))
        for grade in row.differing
    )
    return Duty(
        name=_spoken(row.name),
        link=places.link(columns[0].id, _place_of(row.name), "both") if row.name else None,
        cells=tuple(cells),
        differing=counts,
    )
