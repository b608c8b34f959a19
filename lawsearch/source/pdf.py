"""PDF: the text of the pages in their order, as the file holds it; a form feed begins each page but the first.

The file is opened in a process of its own, with a bound on its time and memory: a few hundred bytes can hold a page
whose drawing never ends, and the PDF library, once called, cannot be stopped.

Nothing else is made of the pages here: their numbers, running heads and notes are found as in any text with form
feeds (:mod:`lawsearch.structure.folios`). A document of pictures has no text, and is refused by name.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lawsearch
from lawsearch.errors import InputError
from lawsearch.model import Span
from lawsearch.source.content import MAX_TEXT, Content, check_lines
from lawsearch.source.lines import split_lines
from lawsearch.source.navigation import navigation_lines

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

MAX_PAGES = 5_000
SECONDS = 60
MEMORY = 1024 * 1024 * 1024
# The folder of the package comes first: the other process may stand elsewhere.
_CHILD = "import sys; sys.path.insert(0, sys.argv[1]); from lawsearch.source.pdf import read_apart; read_apart()"
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
    check_lines(text, name)
    # the line that begins a page keeps its form feed; what stands there on many pages is a running head
    lines = split_lines(text)
    aside = navigation_lines([line.text for line in lines])
    navigation = (line for line, is_aside in zip(lines, aside, strict=True) if is_aside and "\f" not in line.text)
    return Content(text=text, encoding=_ENCODING, navigation=tuple(Span(line.start, line.stop) for line in navigation))


def _page_texts(raw: bytes, name: str) -> list[str]:
    """The text of each page, read in another process."""
    command = [sys.executable, "-c", _CHILD, str(Path(lawsearch.__file__).parent.parent)]
    with tempfile.TemporaryFile() as file:  # to a pipe a child that is stopped would leave its writer hanging
        file.write(raw)
        file.seek(0)
        try:
            done = subprocess.run(command, stdin=file, capture_output=True, timeout=SECONDS, check=False)  # noqa: S603
        except subprocess.TimeoutExpired:
            raise InputError("file-unread", file=name, seconds=SECONDS) from None
    try:
        answer = json.loads(done.stdout)
    except ValueError:  # it has run out of memory, or has broken down
        raise InputError("file-unread", file=name, seconds=SECONDS) from None
    if "pages" not in answer:
        raise InputError(answer["code"], file=name, kind="pdf", limit=MAX_PAGES)
    pages: list[str] = answer["pages"]
    return pages


def read_apart() -> None:
    """The other process: a document from stdin, its pages or what is wrong with it to stdout."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such bound, macOS does not keep it
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        answer: dict[str, Any] = {"pages": read_pages(sys.stdin.buffer.read(), "-")}
    except InputError as error:
        answer = {"code": error.code}
    sys.stdout.buffer.write(json.dumps(answer).encode("ascii"))


def read_pages(raw: bytes, name: str) -> list[str]:
    """The text of each page, read in this process."""
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
