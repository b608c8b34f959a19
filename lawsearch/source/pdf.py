"""PDF: the text of the pages in their order, as the file holds it; a form feed begins each page but the first.

Nothing else is made of the pages here: their numbers, running heads and notes are found as in any text with form
feeds (:mod:`lawsearch.structure.folios`). A document of pictures has no text, and is refused by name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lawsearch.errors import InputError
from lawsearch.model import Span
from lawsearch.source.content import MAX_TEXT, Content
from lawsearch.source.lines import split_lines
from lawsearch.source.navigation import is_navigation

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
_ENCODING = "utf-8"  # what the letters of a page are in is the file's own affair
_PASSWORD = 4  # FPDF_ERR_PASSWORD
# The PDF library puts the halves of a word together and this character between them.
_LINE_HYPHEN = re.compile(r"[\ufffe\x02][ \t]*(?:\r?\n)?")
_LOST_BREAK = "-\n"
_NO_TEXT = str.maketrans({"\r": None, "\0": None, "\f": None})


def read(raw: bytes, name: str, _encoding: str | None) -> Content:
    """The text of a document's pages."""
    pages = _page_texts(raw, name)
    if not any(page.strip() for page in pages):
        raise InputError("pdf-no-text", file=name)
    text = "\n\f".join(pages) + "\n"
    if len(text) > MAX_TEXT:
        raise InputError("file-too-large", file=name, limit=MAX_TEXT // 2**20)
    # the line that begins a page keeps its form feed; what stands there on many pages is a running head
    navigation = (line for line in split_lines(text) if "\f" not in line.text and is_navigation(line.text))
    return Content(text=text, encoding=_ENCODING, navigation=tuple(Span(line.start, line.stop) for line in navigation))


def _page_texts(raw: bytes, name: str) -> list[str]:
    """The text of each page."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        code = "file-encrypted" if getattr(error, "err_code", None) == _PASSWORD else "container-broken"
        raise InputError(code, file=name, kind="pdf") from None
    try:
        if len(document) > MAX_PAGES:
            raise InputError("pdf-too-long", file=name, limit=MAX_PAGES)
        return [_text_of(document, index) for index in range(len(document))]
    except pypdfium2.PdfiumError as error:
        raise InputError("container-broken", file=name, kind="pdf") from error
    finally:
        document.close()


def _text_of(document: PdfDocument, index: int) -> str:
    page = document[index]
    try:
        text_page = page.get_textpage()
        try:
            text: str = text_page.get_text_range()
        finally:
            text_page.close()
    finally:
        page.close()
    text = _LINE_HYPHEN.sub(_LOST_BREAK, text).translate(_NO_TEXT)
    return "\n".join(line.rstrip() for line in text.split("\n"))
