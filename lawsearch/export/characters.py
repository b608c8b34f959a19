"""Characters that XML and HTML cannot hold, and escaping.

XML 1.0 has no way to write most control characters, lone surrogates and U+FFFE and U+FFFF, not even as a reference.
Promise: each of them becomes one U+FFFD, so that spans stay true; every other character is kept.
"""

from __future__ import annotations

import re

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_ESCAPES = {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",  # so that ]]> never stands in a text
    ord('"'): "&quot;",
    ord("\r"): "&#13;",  # parsers read a bare one as a line feed
}
# In an attribute, line ends and tabs would be read as spaces.
_ATTRIBUTE_ESCAPES = {**_ESCAPES, ord("\n"): "&#10;", ord("\t"): "&#9;"}


def replace_forbidden(text: str) -> str:
    """The text with U+FFFD for each character that XML forbids; its length stays the same."""
    return _FORBIDDEN.sub("\ufffd", text)


def escape(text: str) -> str:
    """Text for the content of an element, in HTML and XML alike."""
    return replace_forbidden(text).translate(_ESCAPES)


def escape_attribute(text: str) -> str:
    """Text for an attribute in double quotes."""
    return replace_forbidden(text).translate(_ATTRIBUTE_ESCAPES)
