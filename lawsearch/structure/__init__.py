"""Lines to a clause tree.

In: the sources of one document. Out: a :class:`~lawsearch.model.ParsedDocument` without references.
Promises: every character that is not white space is in exactly one of clauses, unplaced fragments and furniture,
and the three counts add up to the source's; addresses are unique; sibling labels rise without a gap or a problem
record says where they do not; text is never joined across a gap; nothing raises whatever the text.
"""

from __future__ import annotations

import importlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from lawsearch.language import get_language
from lawsearch.model import Document, ParsedDocument, Problem
from lawsearch.source import Line, Source, split_lines
from lawsearch.structure.apart import set_apart
from lawsearch.structure.bilingual import correct_twins, part_languages
from lawsearch.structure.columns import mark_rows
from lawsearch.structure.dashes import mend_dashes, shows_dashes
from lawsearch.structure.exported import is_exported, read_exported
from lawsearch.structure.folios import Sheets, close_breaks, take_folios
from lawsearch.structure.hyphens import loses_hyphens, mend_hyphens
from lawsearch.structure.indexcheck import check_index
from lawsearch.structure.invisible import drop_invisible
from lawsearch.structure.layouts import LAYOUTS, detect_layout, is_print_layout, layout_of_printed
from lawsearch.structure.ligatures import mend_ligatures
from lawsearch.structure.linked import LinkedNotes
from lawsearch.structure.pages import Stretch, order_pages
from lawsearch.structure.pieces import Piece, whole_line
from lawsearch.structure.repair import repair_lines
from lawsearch.structure.tree import TreeBuilder

__all__ = ["LAYOUTS", "detect_layout", "is_print_layout", "parse_document", "split_languages"]

_END_OF_FILE = "\x1a"


def parse_document(sources: Sequence[Source], document: Document, *, layout: str | None = None) -> ParsedDocument:
    """Read the sources of one document into a tree.

    ``document`` gives the identity; its layout, encoding and sources are filled in here. A ``layout`` of
    :data:`LAYOUTS` forces one. Our own exported JSON is taken as it is (:mod:`lawsearch.structure.exported`). The references are found later (:mod:`lawsearch.references`).
    """
    if layout is None and is_exported(sources):
        return read_exported(sources[0], document)
    builder = TreeBuilder(document.id, sources, get_language(document.language))
    notes = LinkedNotes(sources, builder)
    files = [
        repair_lines(_set_navigation_aside(source, notes.take_notes(source, split_lines(source.text, number)), builder))
        for number, source in enumerate(sources)
    ]
    sheets = [take_folios(file.lines) for file in files]
    pages = order_pages([(source.name, sheet.lines) for source, sheet in zip(sources, sheets, strict=True)])
    for kind, pieces in (
        ("frame", [piece for file in files for piece in file.frame]),
        ("footer", [whole_line(line, None) for sheet in sheets for line in (*sheet.numbers, *sheet.heads)]),
        ("footer", [whole_line(line, None) for line in pages.footers]),
        ("copy", [whole_line(line, None) for line in pages.copies]),
    ):
        for piece in pieces:
            builder.add_furniture(kind, piece)
    _mend(pages.stretches, sheets, builder, document.language)
    name = layout or layout_of_printed(
        "\n".join(line.printed.text for stretch in pages.stretches for line in stretch.lines)
    )
    stretches = [stretch for stretch in pages.stretches if not stretch.placeless]
    for stretch in stretches:
        stretch.lines = notes.take_marks(stretch.lines)
        stretch.lines = mark_rows(close_breaks(set_apart(stretch.lines, builder)))
    importlib.import_module(LAYOUTS[name]).read(stretches, builder)
    for stretch in pages.stretches:
        if stretch.placeless:
            _keep_placeless(stretch, builder)
    tree = builder.finish()
    problems = [problem for source in sources for problem in source.problems]
    if name == "plain" and layout is None:
        problems.append(Problem(code="layout-plain", file=sources[0].name if sources else None))
    problems += check_index(tree.furniture, tree.clauses, [source.name for source in sources])
    encodings = dict.fromkeys(source.encoding for source in sources)
    return ParsedDocument(
        document=replace(
            document,
            layout=name,
            encoding=", ".join(encodings),
            sources=tuple(source.name for source in sources),
        ),
        clauses=tree.clauses,
        unplaced=tree.unplaced,
        furniture=tree.furniture,
        problems=(*problems, *pages.problems, *builder.problems),
        characters=tree.characters,
    )


def _mend(stretches: Sequence[Stretch], sheets: Sequence[Sheets], builder: TreeBuilder, language: str) -> None:
    """Give each line its sheet and page, and mend the letters that the making of a PDF has lost."""
    texts = [text for stretch in stretches for line in stretch.lines if (text := line.line.text.strip())]
    hyphens = language == "ru" and loses_hyphens(texts)
    dashes = shows_dashes(line.line.text for stretch in stretches for line in stretch.lines)
    for stretch in stretches:
        lines = [drop_invisible(sheets[line.line.file].place(line), builder) for line in stretch.lines]
        if dashes:
            lines = [mend_dashes(line) for line in lines]
        lines = mend_ligatures(lines, builder, language)
        stretch.lines = mend_hyphens(lines, builder, builder.language) if hyphens else lines


def _set_navigation_aside(source: Source, lines: Sequence[Line], builder: TreeBuilder) -> list[Line]:
    """The lines of a source without those that are wholly navigation, which become furniture.

    So does the byte that ends a DOS file, wherever files were put together.
    """
    starts = [span.start for span in source.navigation]
    kept = []
    for line in lines:
        index = bisect_right(starts, line.start) - 1
        if line.text.strip() and index >= 0 and line.stop <= source.navigation[index].stop:
            builder.add_furniture("navigation", whole_line(line, None))
        elif _END_OF_FILE in line.text:
            kept += _without_end_of_file(line, builder)
        else:
            kept.append(line)
    return kept


def _without_end_of_file(line: Line, builder: TreeBuilder) -> list[Line]:
    """The parts of a line between the bytes that end a DOS file."""
    parts = []
    start = line.start
    for number, text in enumerate(line.text.split(_END_OF_FILE)):
        if number:
            builder.add_furniture("layout", Piece(line, start - 1, _END_OF_FILE))
        if text.strip():
            parts.append(Line(line.file, line.number, start, text))
        start += len(text) + 1
    return parts


def _keep_placeless(stretch: Stretch, builder: TreeBuilder) -> None:
    """A page whose place is not known is one fragment, whatever labels it shows."""
    builder.open_unplaced(stretch.gap)
    blank = False
    for line in stretch.lines:
        builder.add_text(line.printed, new_paragraph=blank)
        blank = not line.line.text.strip()


def split_languages(sources: Sequence[Source]) -> dict[str, list[Source]]:
    """The sources by language, as :func:`~lawsearch.structure.bilingual.part_languages` parts them.

    Where a label of one language is lost, the clauses below it are told from those of the other language that stand
    beside them: a gap in one of them never shifts what follows.
    """
    parts = part_languages(sources)
    if len(parts) < 2:
        return parts
    trees = {code: parse_document(part, Document.unknown(code)) for code, part in parts.items()}
    return correct_twins(parts, trees)
