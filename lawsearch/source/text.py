"""Plain text: the file itself, decoded."""

from __future__ import annotations

from lawsearch.model import Span
from lawsearch.source.content import Content, check_lines
from lawsearch.source.encodings import Decoded, decode
from lawsearch.source.lines import split_lines
from lawsearch.source.navigation import navigation_lines


def read(raw: bytes, name: str, encoding: str | None) -> Content:
    """The decoded bytes; lines that a site has put between those of the text are named as navigation."""
    return content_of(decode(raw, name, encoding), name)


def content_of(decoded: Decoded, name: str) -> Content:
    """The content that a decoded text is; ``name`` is the file's, for messages."""
    check_lines(decoded.text, name)
    lines = split_lines(decoded.text)
    aside = navigation_lines([line.text for line in lines])
    navigation = tuple(Span(line.start, line.stop) for line, is_aside in zip(lines, aside, strict=True) if is_aside)
    return Content(text=decoded.text, encoding=decoded.encoding, problems=decoded.problems, navigation=navigation)
