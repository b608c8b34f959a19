"""The «см.» and "see" of a citation: they stand in the text, but say nothing of anybody's seeing.

In: the folded forms of a text's words. Out: the places of such words. They are indexed under one sign of their own, so
that a phrase that holds them is found still.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from lawsearch.language import LANGUAGES, get_language

CITING_SIGN = "\u2192"


@lru_cache(maxsize=1)
def _citing() -> tuple[frozenset[str], re.Pattern[str]]:
    languages = [get_language(code) for code in LANGUAGES]
    words = frozenset().union(*(language.CITING for language in languages))
    return words, re.compile("|".join(language.LED_TO for language in languages))


def is_citing(form: str) -> bool:
    """True for a word that may lead to a citation."""
    return form in _citing()[0]


def citing_places(forms: Sequence[str]) -> list[int]:
    """Where the words stand that lead to a citation."""
    words, cited = _citing()
    return [
        place
        for place, form in enumerate(forms)
        if form in words and place + 1 < len(forms) and cited.fullmatch(forms[place + 1])
    ]
