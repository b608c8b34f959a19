"""Clauses side by side: in columns on a wide terminal, one under the other on a narrow one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from lawsearch.cli import output
from lawsearch.locale import gettext as _
from lawsearch.locale.heading import said_cut, spoken_name
from lawsearch.model import Clause, Document, Reference, Span

if TYPE_CHECKING:
    from rich.console import RenderableType

    from lawsearch.library import Library
    from lawsearch.library.aligning import Alignment, Row

MAX_WIDTH = 160
_COLUMN = 44  # columns of text that a language needs beside another one

# What is marked in the text of a clause.
Marks = Callable[[Clause], list[tuple[Span, output.Mark]]]


def say_beside(aligned: Alignment, *, plain: bool) -> None:
    """Print aligned rows with their citations marked; where a document lacks a clause, its place says so."""
    if not plain and output.terminal_width(MAX_WIDTH) >= 10 + _COLUMN * len(aligned.documents):
        _say_columns(aligned)
    else:
        say_under(aligned, output.mark_citations, plain=plain)


def say_references(library: Library, aligned: Alignment) -> None:
    """The references of the first document, then those of the others that lead elsewhere."""
    seen: set[tuple[object, ...]] = set()
    said = 0
    for column in range(len(aligned.documents)):
        for row in aligned.rows:
            clause = row.cells[column]
            for reference in clause.references if clause is not None else ():
                key = _key(reference, row)
                if key in seen:
                    continue
                seen.add(key)
                if not said:
                    output.say()
                    output.say(output.dim(_("References")))
                said += 1
                output.say(output.reference_line(said, reference, library, lead=f"{row.address or ''!s:<9} "))


def _key(reference: Reference, row: Row) -> tuple[object, ...]:
    """Equal for references of one clause that lead to the same place."""
    wanted = tuple(str(item.address) for item in reference.wanted) or reference.text
    return row.address, reference.status, wanted


def _say_columns(aligned: Alignment) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), expand=True)
    grid.add_column("", no_wrap=True)
    for document in aligned.documents:
        grid.add_column(Text(f"{output.safe(document.title)} ({document.id})", style="dim"), ratio=1, overflow="fold")
    for row in aligned.rows:
        cells = [_cell(clause, document) for clause, document in zip(row.cells, aligned.documents, strict=True)]
        grid.add_row(Text(str(row.address or ""), style="bold"), *cells)
    output.say(output.draw(grid, output.terminal_width(MAX_WIDTH)))


def _cell(clause: Clause | None, document: Document) -> RenderableType:
    from rich.console import Group
    from rich.text import Text

    if clause is None:
        return Text(_gap(document) + "\n", style="dim")
    parts: list[RenderableType] = []
    head = output.safe(head_of(clause))
    marks = output.mark_citations(clause)
    for number, block in enumerate(output.blocks(clause.text) if clause.text else ()):
        if block.rows:
            parts.append(output.table(block.rows, plain=False))
            continue
        inside = output.shift(marks, block.offset, block.offset + len(block.text))
        styled = output.flow(block.text, marks=inside, width=len(block.text) * 2 + 40)
        if number == 0 and head and not clause.heading:
            styled, head = f"{output.bold(head)} {styled}", ""
        parts.append(Text.from_ansi(styled))
    if head:
        parts.insert(0, Text(head, style="bold"))
    if clause.cut:
        parts.append(Text(said_cut(clause), style="dim"))
    return Group(*parts, Text(""))


def say_under(aligned: Alignment, marks: Marks, *, plain: bool) -> None:
    """Print each row's clauses one under the other, the language (or the document) in front of each."""
    tags = [_tag(document, aligned.documents) for document in aligned.documents]
    indent = " " * (max(map(len, tags)) + 4)
    for number, row in enumerate(aligned.rows):
        if number:
            output.say()
        if row.name:
            output.say(output.bold(spoken_name(row.name)))
        for clause, document, tag in zip(row.cells, aligned.documents, tags, strict=True):
            first = f"  {output.dim(tag)}{' ' * (len(indent) - 2 - len(tag))}"
            if clause is None:
                output.say(first + output.dim(_gap(document)))
            else:
                _say_cell(clause, marks(clause), first, indent, plain=plain)


def _say_cell(
    clause: Clause, marks: Sequence[tuple[Span, output.Mark]], first: str, indent: str, *, plain: bool
) -> None:
    head = output.safe(head_of(clause))
    if clause.heading or not clause.text:
        output.say(output.flow(head, indent=indent, first=first, marks=[(Span(0, len(head)), output.bold)]))
        first = indent
    elif clause.label:
        first = f"{first}{output.bold(head)} "
    if clause.text:
        output.say_text(clause.text, indent=indent, first=first, marks=marks, plain=plain)
    if clause.cut:
        output.say(indent + output.dim(said_cut(clause)))


def head_of(clause: Clause) -> str:
    """Label and heading as printed, with the language's own letters."""
    return " ".join(filter(None, (clause.label, clause.heading)))


def _tag(document: Document, documents: Sequence[Document]) -> str:
    """What tells a document from the others: its language, else its id."""
    languages = [other.language for other in documents]
    return document.language if len(set(languages)) == len(languages) else document.id


def _gap(document: Document) -> str:
    return _("— not in {document}").format(document=document.id)
