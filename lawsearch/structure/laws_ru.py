"""The Russian Laws: in print layout (1987), and in that of the Code of 1997 and later.

Print layout: ``Правило N.`` over an underline, ``A.``, ``1.``, ``(A).``, ``(1).`` or ``(i).`` without a space after them.
Later: ``ПРАВИЛО N. …``, ``A. …``, ``1. …``, ``(a) …``, ``(i) …``, any of them with a heading. A label may stand in
mid-line in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lawsearch.language import get_language
from lawsearch.language.folding import SECTION_LETTERS_IN_ANY_ORDER
from lawsearch.structure import laws
from lawsearch.structure.label_rows import Grammar
from lawsearch.structure.pages import Stretch
from lawsearch.structure.tree import TreeBuilder

_RU = get_language("ru")
_LETTER = rf"(?P<label>(?P<name>[{SECTION_LETTERS_IN_ANY_ORDER}])\.)"
_CAPITAL = r"(?=[«\"(]?[A-Z\u0410-\u042f\u0401\d])"

PRINT = Grammar(
    language=_RU,
    law=re.compile(
        rf"(?P<label>(?i:{_RU.LAW_HEADING})\s+(?P<name>\d{{1,3}})\.?)(?:\s+|$)(?=[A-Z\u0410-\u042f\u0401«\"]|$)"
    ),
    letter=re.compile(rf"{_LETTER}\s?{_CAPITAL}"),
    number=re.compile(r"(?P<label>(?P<name>\d{1,2})\.)(?!\d)\s?(?=[«\"(]?[^\W_])"),
    bracket=re.compile(r"(?P<label>\((?P<name>[A-Za-z]{1,5}|[\u0410-\u0417\u0421\u0430-\u0437\u0441]|\d{1,2})\)\.)\s?"),
    inline_letter=re.compile(rf"(?<=[.!?:;…»\")])\s+{_LETTER}(?=[«\"]?[A-Z\u0410-\u042f\u0401])"),
    inline_number=re.compile(r"(?<=[.!?:;…»\")])\s+(?P<label>(?P<name>\d{1,2})\.)(?=[«\"]?[A-Z\u0410-\u042f\u0401])"),
    inline_bracket=re.compile(
        r"(?<=[.!?:;…»\"),])\s+(?P<label>\((?P<name>[A-Za-z]{1,5}|[\u0410-\u0417\u0421\u0430-\u0437\u0441])\)\.)(?=\S)"
    ),
    definition=re.compile(
        r"(?P<heading>(?P<headword>[\w][^().:]{0,80}?)\s+\((?P<term>[A-Za-z][A-Za-z ,/-]*)\)\s*[.:—–-]?)\s+"
        r"|(?P<heading2>(?P<headword2>[\u0410-\u042f\u0401A-Z][^().:—–]{1,60}?)\s*(?:\.|\s[—–-]))\s+(?=[\u0410-\u042f\u0401a-z\u0430-\u044f])"
    ),
    undeclared_definition=re.compile(
        r"(?P<heading>(?P<headword>[\u0410-\u042f\u0401][^().:]{0,80}?)\s+\((?P<term>[A-Za-z][A-Za-z ,/-]*)\)\.)\s+"
    ),
)


_AFTER_STOP = r"(?<=[.!?:;,…»”\")])\s+"
_OPENS = r"(?:(?!\d)\s*(?=[«“\"(]?[^\W_])|\s*$)"
_BRACKETED = (
    r"(?P<label>\((?P<name>[a-z\u0456\u0445]{1,5}|[A-Z\u0410-\u0417\u0421](?=\)\.)|[\u0430-\u0437\u0441]|\d{1,2})\.?\)\.?"
    r"|(?P<bare>[a-h\u0430-\u0437\u0441]|[ivx\u0456\u0445]{1,5})\)(?=\s))"
)

LATER = replace(
    PRINT,
    law=re.compile(rf"(?P<label>(?i:{_RU.LAW_HEADING})\s+(?P<name>\d{{1,3}})\b\.?(?:\s*[-–—:])?)(?:\s*(?=[^\s\d])|$)"),
    letter=re.compile(rf"{_LETTER}(?:\s*{_CAPITAL}|\s+(?=[\u0430-\u044f\u0451])|\s*$)"),
    number=re.compile(rf"(?P<label>(?P<name>\d{{1,2}})(?:\.|\)(?=\s))){_OPENS}"),
    bracket=re.compile(rf"{_BRACKETED}\s*"),
    inline_letter=re.compile(rf"(?<=[.!?:;…»\")])\s+{_LETTER}\s*(?=[«\"]?[A-Z\u0410-\u042f\u0401]|$)"),
    inline_number=re.compile(
        rf"{_AFTER_STOP}(?P<label>(?P<name>\d{{1,2}})(?:\.|\)(?=\s)))(?!\d)\s*(?=[«“\"(]?[^\W_]|$)"
    ),
    inline_bracket=re.compile(rf"{_AFTER_STOP}{_BRACKETED}\s*(?=\S|$)"),
    loose=True,
)

_PRINT_LABEL = re.compile(
    rf"\((?:[A-Z]|[\u0410-\u0417\u0421])\)\.|[{SECTION_LETTERS_IN_ANY_ORDER}]\.(?=[^\W\d_])|\d{{1,2}}\.(?=[^\W\d_])"
)
_LATER_LABEL = re.compile(
    rf"\([a-z\u0430-\u0437\u0441]{{1,4}}\)\s?(?!\.)|[{SECTION_LETTERS_IN_ANY_ORDER}]\.\s|\d{{1,2}}\.\s(?!\d)"
    rf"|(?:\d{{1,2}}|[a-h\u0430-\u0437\u0441])\)\s"
)


def is_print_layout(lines: Iterable[str]) -> bool:
    """True for the print layout, whose labels have no space after them; where there are no labels too."""
    printed = later = 0
    for line in lines:
        printed += _PRINT_LABEL.match(line) is not None
        later += _LATER_LABEL.match(line) is not None
    return printed >= later


def read(stretches: Sequence[Stretch], builder: TreeBuilder) -> None:
    """Read all stretches into the builder."""
    lines = (line.printed.text for stretch in stretches for line in stretch.lines)
    laws.read(stretches, builder, PRINT if is_print_layout(lines) else LATER)
