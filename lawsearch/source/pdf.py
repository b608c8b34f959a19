"""PDF: the text of the pages in their order, as the file holds it.

The numbers that stand alone at the head or foot of the pages are no text of the work: they are named as navigation
where they count with the pages. A document of pictures has no text, and is refused by name.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lawsearch.errors import InputError
from lawsearch.source.content import Content, TextWriter

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
_ENCODING = "utf-8"  # what the letters of a page are in is the file's own affair
_PASSWORD = 4  # FPDF_ERR_PASSWORD
# The hyphen that the line end has made, as the PDF library gives it.
_LINE_HYPHENS = str.maketrans({"\ufffe": "-", "\x02": "-", "\x00": None})


def read(raw: bytes, name: str, _encoding: str | None) -> Content:
    """The text of a document's pages."""
    pages = _page_lines(raw, name)
    if not any(line.strip() for page in pages for line in page):
        raise InputError("pdf-no-text", file=name)
    numbers = _page_numbers(pages)
    writer = TextWriter(name)
    for number, page in enumerate(pages):
        for index, line in enumerate(page):
            writer.add(line, verbatim=True, aside=(number, index) in numbers)
            writer.end_line(keep_empty=True)
    return writer.finish(_ENCODING)


def _page_lines(raw: bytes, name: str) -> list[list[str]]:
    """The lines of each page."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        code = "file-encrypted" if getattr(error, "err_code", None) == _PASSWORD else "container-broken"
        raise InputError(code, file=name, kind="pdf") from None
    try:
        if len(document) > MAX_PAGES:
            raise InputError("pdf-too-long", file=name, limit=MAX_PAGES)
        return [_lines_of(document, index) for index in range(len(document))]
    except pypdfium2.PdfiumError as error:
        raise InputError("container-broken", file=name, kind="pdf") from error
    finally:
        document.close()


def _lines_of(document: PdfDocument, index: int) -> list[str]:
    page = document[index]
    try:
        text_page = page.get_textpage()
        try:
            text: str = text_page.get_text_range()
        finally:
            text_page.close()
    finally:
        page.close()
    return [line.rstrip() for line in text.translate(_LINE_HYPHENS).replace("\r", "").split("\n")]


def _page_numbers(pages: list[list[str]]) -> set[tuple[int, int]]:
    """Where (page, line) a page's number stands: alone on the first or last line, and counting with the pages."""
    found: dict[tuple[int, int], int] = {}
    for number, page in enumerate(pages):
        filled = [index for index, line in enumerate(page) if line.strip()]
        for index in {*filled[:1], *filled[-1:]}:
            line = page[index].strip()
            if line.isdecimal() and len(line) <= 4:
                found[number, index] = int(line) - number
    if not found:
        return set()
    (distance, count), *_ = Counter(found.values()).most_common(1)
    return {place for place, value in found.items() if value == distance} if count > 1 else set()
