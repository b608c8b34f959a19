"""The Russian Laws in print layout: ``Правило N.``, ``A.``, ``1.``, ``(A).``, ``(1).`` or ``(i).``.

The heading of a law stands over an underline; there is no space after a label, and a label may stand in mid-line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.language import get_language
from lawsearch.structure import laws
from lawsearch.structure.pages import Stretch
from lawsearch.structure.tree import TreeBuilder

_RU = get_language("ru")
_LETTER = r"(?P<label>(?P<name>[A-H\u0410-\u0417\u0421])\.)"
_CAPITAL = r"(?=[«\"(]?[A-Z\u0410-\u042f\u0401\d])"

GRAMMAR = laws.Grammar(
    language=_RU,
    law=re.compile(
        rf"(?P<label>(?i:{_RU.LAW_HEADING})\s+(?P<name>\d{{1,3}})\.?)(?:\s+|$)(?=[A-Z\u0410-\u042f\u0401«\"]|$)"
    ),
    letter=re.compile(rf"{_LETTER}\s?{_CAPITAL}"),
    number=re.compile(rf"(?P<label>(?P<name>\d{{1,2}})\.)(?!\d)\s?{_CAPITAL}"),
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


def read(stretches: Sequence[Stretch], builder: TreeBuilder) -> None:
    """Read all stretches into the builder."""
    laws.read(stretches, builder, GRAMMAR)
