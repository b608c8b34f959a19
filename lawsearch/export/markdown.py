"""Markdown (CommonMark with tables), to read and to compare by line: one paragraph a line.

Headings as deep as the tree, with the printed label of chapters and laws and the address of what is below; a clause
without a heading begins with its address in bold. The texts keep every character; what Markdown would take for markup
stands behind a backslash. Characters that XML forbids become U+FFFD, so that a page made of the file is whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lawsearch.export.characters import replace_forbidden
from lawsearch.export.formats import Selection
from lawsearch.export.markup import Block, table_cells, text_blocks
from lawsearch.export.walking import walk
from lawsearch.model import Clause, ParsedDocument, Span

_SPECIAL = re.compile(r"[\\`*_\[\]<>&~|]")
# What begins a list, a heading or a rule at the start of a line.
_BEGINNING = re.compile(r"(?P<mark>[#+=-])|(?P<number>\d{1,9})(?P<dot>[.)])")
_SPACE = re.compile(r"[ \t]")
_DEEPEST = 6


def write(selection: Selection) -> Iterator[str]:
    """The documents, one after the other."""
    for number, parsed in enumerate(selection.parsed()):
        if number:
            yield "\n"
        yield from _lines(parsed)


def _lines(parsed: ParsedDocument) -> Iterator[str]:
    document = parsed.document
    yield f"# {escape_line(document.title)}\n\n{document.id}\n"
    if document.notice:
        yield f"\n{escape_line(document.notice)}\n"
    for placed in walk(parsed):
        clause = placed.clause
        level = min(len(placed.above) + 2, _DEEPEST)
        lead = ""
        if clause.heading:
            yield f"\n{'#' * level} {_name(clause)}{escape_text(clause.heading)}\n"
        elif clause.address is not None:
            lead = f"**{clause.address}**"
            if not clause.text:
                yield f"\n{lead}\n"
        yield from _blocks(clause, lead)


def _name(clause: Clause) -> str:
    """What stands before a heading: the label of a chapter or law as printed, else the address."""
    if clause.kind == "definition":
        return ""
    if clause.label and clause.kind in ("chapter", "part", "law"):
        return escape_line(clause.label) + " "
    return f"{clause.address} " if clause.address is not None and not clause.address.prefix else ""


def _blocks(clause: Clause, lead: str) -> Iterator[str]:
    """The paragraphs and tables of a clause; ``lead`` begins the first paragraph."""
    for block in text_blocks(clause):
        if block.rows:
            if lead:
                yield f"\n{lead}\n"
            yield "\n" + "".join(_table(clause, block))
        else:
            line = _emphasized(clause, block.start, block.stop)
            yield f"\n{lead} {line}\n" if lead else f"\n{_guard(line)}\n"
        lead = ""


def _table(clause: Clause, block: Block) -> Iterator[str]:
    """The lines of a table; Markdown wants a head, which is empty where no row names the columns."""
    lines = [[escape_text(cell) for cell in table_cells(clause.text, row)] for row in block.rows]
    head, *body = lines if block.headed else [[""] * len(lines[0]), *lines]
    for number, cells in enumerate((head, *body)):
        yield f"| {' | '.join(cells)} |\n"
        if number == 0:
            yield f"|{'---|' * len(cells)}\n"


def _emphasized(clause: Clause, start: int, stop: int) -> str:
    """A paragraph with stars around its emphasis."""
    parts = []
    position = start
    for span in _joined(clause.emphasis):
        first, last = max(span.start, position), min(span.stop, stop)
        while first < last and clause.text[first].isspace():
            first += 1
        while last > first and clause.text[last - 1].isspace():
            last -= 1
        if first < last:
            parts += [escape_text(clause.text[position:first]), f"*{escape_text(clause.text[first:last])}*"]
            position = last
    return "".join((*parts, escape_text(clause.text[position:stop])))


def _joined(spans: tuple[Span, ...]) -> list[Span]:
    """The spans in order, those that touch as one."""
    joined: list[Span] = []
    for span in sorted(spans, key=lambda item: item.start):
        if joined and span.start <= joined[-1].stop:
            joined[-1] = Span(joined[-1].start, max(joined[-1].stop, span.stop))
        else:
            joined.append(span)
    return joined


def escape_text(text: str) -> str:
    """Text inside a line. A carriage return, which would end the line, becomes a character reference."""
    return _SPECIAL.sub(r"\\\g<0>", replace_forbidden(text)).replace("\r", "&#13;")


def escape_line(text: str) -> str:
    """Text that is a line of its own, on one line."""
    return _guard(escape_text(" ".join(text.split())))


def _guard(line: str) -> str:
    """An escaped line whose beginning is no list, heading, rule or code block."""
    if space := _SPACE.match(line):
        return f"&#{ord(space[0])};{line[1:]}"
    if found := _BEGINNING.match(line):
        place = found.start("mark") if found["mark"] else found.start("dot")
        return f"{line[:place]}\\{line[place:]}"
    return line
