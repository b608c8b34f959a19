"""A table for translators: one clause a row, tab-separated, the languages beside each other.

Columns: ``work`` (``digest-2017``), ``address``, ``kind``, then ``heading_xx`` and ``text_xx`` of each language. Cells
are quoted as spreadsheets and Python's ``csv.reader(file, "excel-tab")`` expect; a line feed in a cell parts
paragraphs. A clause that one language lacks leaves its cells empty.

A cell that a spreadsheet would take for a formula (``= + - @``, these in full width, tab or carriage return first) gets an apostrophe before
it, and so does one that begins with an apostrophe: taking one apostrophe from the front of a cell gives the text back.
Characters that XML forbids become U+FFFD here too: spreadsheets and readers of tables stop at them.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from lawsearch.export.characters import replace_forbidden
from lawsearch.export.formats import Selection

_GUARDED = (*"=+-@", *"\uff1d\uff0b\uff0d\uff20", "\t", "\r", "'")


def write(selection: Selection) -> Iterator[str]:
    """The head of the table and its rows."""
    languages = list(dict.fromkeys(document.language for document in selection.documents))
    columns = [f"{field}_{language}" for language in languages for field in ("heading", "text")]
    yield _line(["work", "address", "kind", *columns])
    for family in selection.families():
        places = {document.language: number for number, document in enumerate(family.documents)}
        for row in selection.rows(family):
            present = next(cell for cell in row.cells if cell is not None)
            cells = [family.name, str(row.address or ""), present.kind]
            for language in languages:
                clause = row.cells[places[language]] if language in places else None
                cells += ["", ""] if clause is None else [clause.heading or "", clause.text]
            yield _line(cells)


def guard(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    return "'" + text if text.startswith(_GUARDED) else text


def _line(cells: list[str]) -> str:
    file = io.StringIO()
    csv.writer(file, "excel-tab", lineterminator="\n").writerow([guard(replace_forbidden(cell)) for cell in cells])
    return file.getvalue()
