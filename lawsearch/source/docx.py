"""Word: the paragraphs, tables and notes of a document.

Numbers that Word makes itself (automatic lists) are written out as Word shows them: they are the clauses' labels.
"""

from __future__ import annotations

import re

from lawsearch.source.archives import Archive
from lawsearch.source.content import Content, TextWriter
from lawsearch.source.numbering import Numbering, read_numbering
from lawsearch.source.symbols import read_signs, sign
from lawsearch.source.twocolumn import is_two_languages
from lawsearch.source.xml import decode_xml, feed_xml

DOCUMENT = "word/document.xml"
_NUMBERING = "word/numbering.xml"
_STYLES = "word/styles.xml"
_NOTES = (("word/footnotes.xml", "footnote"), ("word/endnotes.xml", "endnote"))


# What is there twice (for older programs) or no more: text that was deleted or moved away, former properties.
_SKIPPED = frozenset(
    {
        "Fallback",
        "del",
        "moveFrom",
        "pPrChange",
        "rPrChange",
        "tblPrChange",
        "trPrChange",
        "tcPrChange",
        "numberingChange",
    }
)
_LONGEST_IN_CELL = 20
_HEX = re.compile(r"[0-9A-Fa-f]{1,6}")
_PRINTED = {"tab": " ", "noBreakHyphen": "-", "softHyphen": "\u00ad"}


class _Body:
    """Takes the events of the document, or of its notes."""

    def __init__(self, writer: TextWriter, numbering: Numbering, note: str | None = None) -> None:
        self._writer = writer
        self._numbering = numbering
        self._note = note
        self._text = False
        self._skipped = 0  # open elements of what is not read
        self._font = ""  # of the run
        self._hidden = False  # does the run say that it is not shown?
        self._tables = 0  # open ones
        self._rows: list[list[list[str]]] = []  # of the outermost open table: rows, cells, paragraphs
        self._number: str | None = None  # of the paragraph: its list and level
        self._level: str | None = None
        self._style: str | None = None
        self._labelled = True
        self.references: list[tuple[str, str]] = []  # what notes are called, in order: kind, id
        self.own_marks: set[tuple[str, str]] = set()  # those that are not numbered

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _SKIPPED or self._skipped:
            self._skipped += 1
        elif tag == "p":
            self._number, self._level, self._style, self._labelled = None, None, None, False
        elif tag == "t":
            self._text = True
        elif tag == "numId":
            self._number = attributes.get("val")
        elif tag == "pStyle":
            self._style = attributes.get("val")
        elif tag == "ilvl":
            self._level = attributes.get("val", "0")
        elif tag in _PRINTED:
            self._put(_PRINTED[tag])
        elif tag in ("br", "cr"):
            self._break()
        elif tag == "r":
            self._font, self._hidden = "", False
        elif tag == "vanish":
            self._hidden = attributes.get("val", "1") not in ("0", "false", "off")
        elif tag == "rFonts":
            self._font = attributes.get("ascii") or attributes.get("hAnsi") or ""
        elif tag == "sym":
            self._put_sign(attributes.get("font", ""), attributes.get("char", ""))
        elif tag == "docPr":
            self._put_picture(attributes.get("descr", ""))
        elif tag == "tbl":
            if not self._tables:
                self._writer.end_paragraph()
                self._rows = []
            self._tables += 1
        elif tag == "tr" and self._tables == 1:
            self._rows.append([])
        elif tag == "tc" and self._tables == 1 and self._rows:
            self._rows[-1].append([""])
        elif tag in ("footnoteReference", "endnoteReference"):
            if self._note is None:
                self._call_note(tag.removesuffix("Reference"), attributes)
        elif self._note and tag == self._note:
            self._open_note(attributes)

    def _call_note(self, kind: str, attributes: dict[str, str]) -> None:
        """The mark of a note; Word numbers those that have none of their own."""
        note = (kind, attributes.get("id", ""))
        if note not in self.references:
            self.references.append(note)
        own = attributes.get("customMarkFollows", "0") not in ("0", "false")
        self.own_marks |= {note} if own else set()
        self._put(self._writer.mark(" ".join(note), "" if own else str(self.references.index(note) + 1)))

    def _open_note(self, attributes: dict[str, str]) -> None:
        """The document itself has no notes in it."""

    def _put(self, text: str) -> None:
        if not self._labelled and not text.isspace():
            self._labelled = True
            if label := self._numbering.label(self._number, self._level, self._style):
                self._write(label + " ")
        self._write(text)

    def _put_picture(self, words: str) -> None:
        if self._tables:
            self._write(words if len(words) <= _LONGEST_IN_CELL else "")
        else:
            self._writer.add_picture(words)

    def _put_sign(self, font: str, code: str) -> None:
        number = int(code, 16) if _HEX.fullmatch(code) else 0
        self._put(sign(font, number) or self._writer.unknown_sign(font, number))

    def _write(self, text: str) -> None:
        if self._tables and self._rows and self._rows[-1]:
            self._rows[-1][-1][-1] += text
        else:
            self._writer.add(text)

    def _break(self) -> None:
        if self._tables:
            self._write(" ")
        else:
            self._writer.end_line()

    def end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif tag == "t":
            self._text = False
        elif tag == "p":
            if not self._tables:
                self._writer.end_paragraph()
            elif self._rows and self._rows[-1]:
                self._rows[-1][-1].append("")
        elif tag == "tbl" and self._tables:
            self._tables -= 1
            if not self._tables:
                self._write_table()

    def _write_table(self) -> None:
        """Rows of data with `` | `` between their cells; of a text in two languages the paragraphs cell by cell."""
        rows, self._rows = self._rows, []
        if is_two_languages([[" ".join(cell) for cell in row] for row in rows]):
            for text in (text for row in rows for cell in row for text in cell if text.strip()):
                self._writer.add(text)
                self._writer.end_paragraph()
            return
        for row in rows:
            self._writer.add(" | ".join(" ".join(text for text in cell if text.strip()) for cell in row))
            self._writer.end_line()
        self._writer.end_paragraph()

    def data(self, text: str) -> None:
        if self._text and not self._skipped and not self._hidden:
            self._put(read_signs(text, self._font, self._writer.unknown_sign))


class _Notes(_Body):
    """Takes the events of a file of notes."""

    def __init__(self, writer: TextWriter, numbering: Numbering, note: str, numbers: dict[str, int]) -> None:
        super().__init__(writer, numbering, note)
        self._numbers = numbers
        self._open: str | None = None

    def _open_note(self, attributes: dict[str, str]) -> None:
        """A note begins with the number under which the text calls it."""
        if attributes.get("type", "normal") != "normal":
            return  # the line above the notes
        self._open = f"{self._note} {attributes.get('id', '')}"
        self._writer.begin_note(self._open)
        number = self._numbers.get(attributes.get("id", ""))
        if number is not None:
            self._writer.add(f"{number} ")

    def end(self, tag: str) -> None:
        super().end(tag)
        if tag == self._note and self._open is not None:
            self._writer.end_note(self._open)
            self._open = None


def read(raw: bytes, name: str, _encoding: str | None) -> Content:
    """The text of a document, its notes at the end."""
    archive = Archive(raw, name, "docx")
    writer = TextWriter(name)
    numbering = read_numbering(archive, _NUMBERING, _STYLES)
    decoded = decode_xml(archive.read(DOCUMENT), name)
    body = _Body(writer, numbering)
    feed_xml(decoded.text, body, name, "docx")
    problems = list(decoded.problems)
    for member, kind in _NOTES:
        if member in archive:
            writer.end_paragraph()
            numbers = {
                note: number
                for number, (of, note) in enumerate(body.references, 1)
                if of == kind and (of, note) not in body.own_marks
            }
            read_notes = decode_xml(archive.read(member), name)
            problems += read_notes.problems
            feed_xml(read_notes.text, _Notes(writer, Numbering(), kind, numbers), name, "docx")
    return writer.finish(decoded.encoding, tuple(problems))
