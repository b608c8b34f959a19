"""Other people's text on a screen: characters that would steer it are shown, never obeyed."""

from __future__ import annotations

import re

# Characters that would steer the terminal or hide the order of the letters.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def safe(text: str) -> str:
    """The text without characters that steer a terminal; it keeps its length, so that spans stay true."""
    return _UNSAFE.sub("\ufffd", text)


def safe_json(text: str) -> str:
    """JSON that says the same and steers no terminal: such characters stand in it as escapes."""
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)
