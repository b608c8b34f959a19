"""Tables that set a text in two languages side by side: their cells are read one by one, not as rows of data."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CYRILLIC = re.compile("[\u0400-\u04ff]{2,}")
_LATIN = re.compile(r"[A-Za-z]{3,}")


def language_of_cell(text: str) -> str | None:
    """``ru`` or ``en`` by most of the words of a cell; None for a cell of numbers, labels or nothing."""
    cyrillic, latin = len(_CYRILLIC.findall(text)), len(_LATIN.findall(text))
    if not cyrillic and not latin:
        return None
    return "ru" if cyrillic >= latin else "en"


def is_two_languages(rows: Sequence[Sequence[str]]) -> bool:
    """True if the cells of most rows are in two languages, the same language in the same column."""
    pairs = [
        (known[0], known[-1])
        for row in rows
        if len(known := [(column, language) for column, text in enumerate(row) if (language := language_of_cell(text))])
        > 1
    ]
    filled = sum(1 for row in rows if any(text.strip() for text in row))
    if not pairs or 2 * len(pairs) < filled:  # a table of numbers may have a head in two languages
        return False
    differing = [pair for pair in pairs if pair[0][1] != pair[1][1]]
    order = {pair[0][1] for pair in differing}
    return len(differing) >= 0.8 * len(pairs) and len(order) == 1
