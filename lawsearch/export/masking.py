"""Report a document without its text: what a reading depends on is kept, what could be read by a person is not.

In: the text of a document. Out: a text of the same lines and lengths, whose words are letters of the same script and
case, all alike. Kept are the heading and label words of the languages, addresses, numbers, marks and the layout.
Promise: no word of three letters or more survives but those of :data:`KEPT_WORDS`.
"""

from __future__ import annotations

import re

from lawsearch.language import LANGUAGES, fold, get_language

# The words by which headings, labels and references are known, in each language.
_NAMES = (
    "LAW_WORD", "CLAUSE_WORD", "SECTION_WORD", "ITEM_WORD", "CHAPTER_WORD", "FOOTNOTE_WORD", "EXAMPLE_WORD", "CHAPTER_HEADING", "PART_HEADING",
    "LAW_HEADING", "DEFINITIONS_HEADING", "INTRODUCTION_HEADING", "CONTENTS_HEADING", "INDEX_HEADING", "SEE", "AND", "FROM", "TO", "HERE",
)  # fmt: skip
KEPT_WORDS = re.compile(
    "|".join(
        rf"(?:{getattr(get_language(code), name)})" for code in LANGUAGES for name in _NAMES
    )
    + "|page|dc"
)  # fmt: skip

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|\u0301|\u0306|\u0308|\u00ad)*")
_ROMAN = re.compile(r"[ivxlc]{1,5}", re.IGNORECASE)
_LABEL_BEFORE = re.compile(r"[(\d.]\s?$")
_LABEL_AFTER = re.compile(r"^\s?[).]")


def mask_text(text: str) -> str:
    """The text with its words made unreadable; as long as it was, line for line."""
    pieces = []
    position = 0
    for match in _WORD.finditer(text):
        pieces.append(text[position : match.start()])
        pieces.append(match[0] if _is_kept(text, match) else "".join(map(_mask_letter, match[0])))
        position = match.end()
    return "".join((*pieces, text[position:]))


def _is_kept(text: str, match: re.Match[str]) -> bool:
    word = match[0]
    if len(word) <= 5 and (len(word) == 1 or _ROMAN.fullmatch(word)):
        before, after = text[max(0, match.start() - 2) : match.start()], text[match.end() : match.end() + 2]
        if _LABEL_BEFORE.search(before) or (_LABEL_AFTER.search(after) and not _letter_beside(before)):
            return True
    folded = fold(word)
    return any(KEPT_WORDS.fullmatch(folded + end) for end in ("", text[match.end() : match.end() + 1]))


def _letter_beside(text: str) -> bool:
    """True if a letter stands before on the same line: ``plan A.`` is no label."""
    return any(char.isalpha() for char in text.rpartition("\n")[2])


def _mask_letter(char: str) -> str:
    """One letter for all of a script and case: no vowel, no roman numeral, no label."""
    if not char.isalpha():
        return char  # an accent, a soft hyphen, a numeral that regular expressions take for a letter
    masked = "\u0436" if "\u0400" <= char.lower() <= "\u04ff" else "q"
    return masked.upper() if char.isupper() else masked
