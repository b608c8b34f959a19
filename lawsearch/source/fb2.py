"""FictionBook: the bodies of the book in their order; its description and its pictures are left out."""

from __future__ import annotations

from lawsearch.source.content import Content, TextWriter
from lawsearch.source.xml import decode_xml, feed_xml

_SKIPPED = frozenset({"description", "binary", "stylesheet"})
_PARAGRAPHS = frozenset({"p", "subtitle", "text-author", "date"})
_CELLS = frozenset({"td", "th"})
_NOTES = frozenset({"notes", "comments"})
_BLOCKS = frozenset({"poem", "stanza", "cite", "epigraph", "section", "body", "title", "table", "annotation"})


class _Book:
    """Takes the events of a book."""

    def __init__(self, writer: TextWriter) -> None:
        self._writer = writer
        self._skipped = 0
        self._inline = 0  # paragraphs and cells that are open: text elsewhere is white space
        self._titles = 0
        self._cells = 0
        self._call: tuple[str, list[str]] | None = None  # a link to a note: its key, the mark as far as it is read
        self._in_notes = False
        self._sections: list[str | None] = []  # the open sections: the key of each that is a note

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _SKIPPED or self._skipped:
            self._skipped += 1
        elif tag in _PARAGRAPHS or tag == "v":
            self._inline += 1
        elif tag == "a" and self._inline and not self._in_notes and attributes.get("href", "").startswith("#"):
            self._call = (attributes["href"][1:], [])
        elif tag == "image" and self._inline:
            self._writer.add_picture(attributes.get("alt", ""))
        elif tag in _CELLS:
            if self._cells:
                self._writer.add(" | ")
            self._cells += 1
            self._inline += 1
        elif tag == "tr":
            self._writer.end_line()
            self._cells = 0
        elif tag == "empty-line" or tag in _BLOCKS:
            self._writer.end_paragraph()
            self._titles += tag == "title"
            if tag == "body":
                self._in_notes = attributes.get("name") in _NOTES
            elif tag == "section":
                self._open_section(attributes.get("id", ""))

    def _open_section(self, name: str) -> None:
        note = name if self._in_notes and name and not any(self._sections) else None
        self._sections.append(note)
        if note is not None:
            self._writer.begin_note(note)

    def end(self, tag: str) -> None:
        if self._skipped:
            self._skipped -= 1
        elif tag in _PARAGRAPHS or tag == "v":
            self._inline -= 1
            # the lines of a title are one heading, those of a verse one paragraph
            if self._titles or tag == "v":
                self._writer.end_line()
            else:
                self._writer.end_paragraph()
        elif tag == "a" and self._call is not None:
            (note, printed), self._call = self._call, None
            self._writer.add(self._writer.mark(note, "".join(printed)), heading=bool(self._titles))
        elif tag in _CELLS:
            self._inline -= 1
        elif tag == "tr":
            self._writer.end_line()
        elif tag == "section" and self._sections and (note_ended := self._sections.pop()) is not None:
            self._writer.end_note(note_ended)
        elif tag in _BLOCKS:
            self._titles -= tag == "title"
            self._writer.end_paragraph()

    def data(self, text: str) -> None:
        if self._call is not None:
            self._call[1].append(text)
        elif self._inline and not self._skipped:
            # what stands above the notes says that they are notes
            aside = self._in_notes and not any(self._sections)
            self._writer.add(text, heading=bool(self._titles), aside=aside)


def read(raw: bytes, name: str, encoding: str | None) -> Content:
    """The text of a book."""
    decoded = decode_xml(raw, name, encoding)
    writer = TextWriter(name)
    feed_xml(decoded.text, _Book(writer), name, "fb2")
    return writer.finish(decoded.encoding, decoded.problems)
