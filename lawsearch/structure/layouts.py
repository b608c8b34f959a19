"""Which layout a text is in: the table of layouts, and the signs that speak for each.

In: a text. Out: a name of :data:`LAYOUTS`. Promise: every text has a layout; one that shows no signs is ``plain``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.language import LANGUAGES, get_language, language_of
from lawsearch.source import Line, split_lines
from lawsearch.structure.folios import take_folios
from lawsearch.structure.invisible import INVISIBLE
from lawsearch.structure.lines import LAW_HEADINGS
from lawsearch.structure.pieces import MARK, whole_line
from lawsearch.structure.repair import repair_lines

# The layouts, and the module that reads each; the last is the fallback.
LAYOUTS = {
    "commentary": "lawsearch.structure.commentary",
    "laws_ru": "lawsearch.structure.laws_ru",
    "laws_en": "lawsearch.structure.laws_en",
    "prose": "lawsearch.structure.prose",
    "plain": "lawsearch.structure.plain",
}

_CAPITAL_LAW = re.compile(
    rf"^[ \t]*(?i:{LAW_HEADINGS})[ \t]+\d{{1,3}}\.[ \t]*([^\na-z\u0430-\u044f]{{4,}})$", re.MULTILINE
)
_CLAUSE = re.compile(r"^[ \t]*\d{1,3}\.\s?\d{1,3}(?:,\d{1,3})*\.[ \t]*[^\W\d_a-z\u0430-\u044f]", re.MULTILINE)
_CLAUSE_ITEM = re.compile(r"^[ \t]*\d{1,3}\.\d{1,3}\.[ \t]*\([ai]\)", re.MULTILINE)
_MARK = re.compile(rf"{MARK}|^\.\.page\d+", re.MULTILINE)
_ROMAN = r"[IVXLC\u0406\u0425]{1,8}"
_LAW_RU = re.compile(
    rf"^[ \t]*(?i:{get_language('ru').LAW_HEADING})[ \t]+(?:\d{{1,3}}\.?|{_ROMAN}\.)[ \t]+[A-Z\u0410-\u042f\u0401]",
    re.MULTILINE,
)
_LAW_EN = re.compile(
    rf"^[ \t]*(?i:{get_language('en').LAW_HEADING})[ \t]+(?:\d{{1,3}}[ \t]*(?:[-–—:.][ \t]*)?|{_ROMAN}[ \t]*[-–—:.][ \t]*)[A-Z]",
    re.MULTILINE,
)
# The number alone, and the title on the next line: ``Law 27``, ``Insufficient Bid``.
_LAW_APART = re.compile(
    rf"^[ \t]*(?:(?P<ru>(?i:{get_language('ru').LAW_HEADING}))|(?i:{get_language('en').LAW_HEADING}))[ \t]{{1,9}}\d{{1,3}}"
    r"(?:[ \t]{0,9}[-\u2013\u2014:.])?[ \t]{0,9}\n(?:[ \t]{0,9}\n)?[ \t]{0,40}(?:[-\u2013\u2014][ \t]{0,9})?"
    r"[A-Z\u0410-\u042f\u0401][^\n.]{2,80}$",
    re.MULTILINE,
)
_LETTER_RU = re.compile(r"(?:^|[.?] )[A-E\u0410-\u0414\u0421]\.[ \t]*[A-Z\u0410-\u042f\u0401]", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*\d{1,2}(?:\.[ \t]*|\)[ \t]+)[^\W\d_]", re.MULTILINE)
_COMMENTARY = re.compile("|".join(get_language(code).COMMENTARY_TITLE for code in LANGUAGES), re.IGNORECASE)
_LETTER_EN = re.compile(r"^[ \t]*(?:[-\u2013\u2022*\u00b7][ \t]+)?[A-H]\.[ \t]+[A-Z]", re.MULTILINE)
_DEFINITION_RU = re.compile(r"^[\u0410-\u042f\u0401][^().\n]{1,60} \([A-Za-z][A-Za-z ,/-]*\)\. ", re.MULTILINE)

_FRONT = 2_000  # characters before the first law in which a commentary says what it is


def detect_layout(text: str) -> str:
    """The layout that the signs of a text speak for; ``plain`` if none does."""
    printed = _printed(take_folios(repair_lines(split_lines(text)).lines).lines)
    return layout_of_printed(INVISIBLE.sub("", printed).replace("\u00ad", "-"))


def _printed(lines: Sequence[Line]) -> str:
    """The lines as they were printed: without frame, letters that are set apart together."""
    return "\n".join(whole_line(line, None).text for line in lines)


def layout_of_printed(text: str) -> str:
    """As :func:`detect_layout`, for a text whose lines are as they were printed."""
    if _is_prose(text):
        return "prose"
    marked = _MARK.search(text) is not None
    capitals = len(_CAPITAL_LAW.findall(text))
    clauses = len(_CLAUSE.findall(text)) + 2 * len(_CLAUSE_ITEM.findall(text))
    laws_ru, laws_en = len(_LAW_RU.findall(text)), len(_LAW_EN.findall(text))
    letters_ru = len(_LETTER_RU.findall(text))
    if letters_ru or _LETTER_EN.search(text):
        # under the number and the title there are sections, as no quotation has them
        apart = [match["ru"] is not None for match in _LAW_APART.finditer(text)]
        laws_ru, laws_en = laws_ru + apart.count(True), laws_en + apart.count(False)
    scores = {
        "commentary": 2 * capitals + 3 * clauses + 2 * marked,
        "laws_ru": 2 * laws_ru + 2 * letters_ru + 2 * len(_DEFINITION_RU.findall(text)),
        "laws_en": 3 * laws_en + len(_LETTER_EN.findall(text)),
    }
    if not capitals and not (clauses and (laws_ru or laws_en or marked)):
        scores["commentary"] = 0  # numbers alone are a club's regulations
    if letters_ru > clauses and not marked:
        scores["commentary"] = 0  # the Code of 1997 has headings in capitals too, and letters below them
    if not laws_en:
        scores["laws_en"] = 0
    if not laws_ru and language_of(text[:_FRONT]) != "ru":
        scores["laws_ru"] = 0
    best = max(scores, key=lambda name: scores[name])
    return best if scores[best] >= 2 else "plain"


def _is_prose(text: str) -> bool:
    """True for a commentary without numbers of its own: paragraphs below headings of laws, and no labels."""
    from lawsearch.structure.prose import match_heading, shows_prose

    if _MARK.search(text) or _CLAUSE.search(text):
        return False
    lines = text.split("\n")
    first = next((index for index, line in enumerate(lines) if match_heading(line.strip())), None)
    if first is None:
        return False
    labels = len(_LETTER_EN.findall(text)) + len(_LETTER_RU.findall(text))
    laws = sum(1 for line in lines if match_heading(line.strip()))
    if _COMMENTARY.search("\n".join(lines[:first])[-_FRONT:]):
        return labels < laws
    return not labels and not _ITEM.search(text) and shows_prose(lines)


def is_print_layout(text: str) -> bool:
    """True for the Russian Laws in the print layout of 1987."""
    from lawsearch.structure.laws_ru import is_print_layout as shows_print

    return shows_print(line.strip() for line in text.splitlines())
