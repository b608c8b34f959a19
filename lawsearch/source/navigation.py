"""What a site puts around a text: menus, page bars, alphabet bars, adverts, "Next", "Read: 0%".

A line is navigation only if all of it is: words of navigation (``language/``), arrows, numbers and separators. Where
the reader knows that a line stands in links, less is asked of its words.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from lawsearch.language import LANGUAGES, fold, get_language

_LONGEST = 120  # a longer line is prose
_SEPARATORS = re.compile(r"[\s|·•/\\:;,.\-–—«»<>\[\](){}…*=_]+")
_ARROW = re.compile(r"[←→↑↓⇐⇒◄►▲▼]+|<<|>>")
_BAR = re.compile(r"[|·•←→↑↓⇐⇒◄►▲▼»«]|<<|>>")
_NUMBER = re.compile(r"\d{1,4}(?!\w)")
_LETTER = re.compile(r"[^\W\d_](?!\w)")
_SHORTEST_ALPHABET = 10


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    alone, beside, anywhere = (
        "|".join(getattr(get_language(code), name) for code in LANGUAGES)
        for name in ("NAVIGATION", "NAVIGATION_BESIDE", "NAVIGATION_ANYWHERE")
    )
    return re.compile(rf"(?:{alone})(?!\w)"), re.compile(rf"(?:{beside})(?!\w)"), re.compile(anywhere)


def is_navigation(line: str, *, linked: bool = False) -> bool:
    """True if the whole line is navigation; ``linked`` says that all its words are links."""
    if len(line) > _LONGEST:
        return False
    line = fold(line.strip()) if linked else line.strip()
    if not line or not (linked or line[0].isupper() or not line[0].isalpha()):
        return False  # a word in lower case goes on with a sentence
    alone, beside, anywhere = _patterns()
    folded = fold(line)
    if anywhere.search(folded):
        return True
    words = companions = numbers = arrows = 0
    letters = ""
    position = 0
    while position < len(folded):
        for kind, pattern in enumerate((_ARROW, _SEPARATORS, alone, beside, _NUMBER, _LETTER)):
            if match := pattern.match(folded, position):
                arrows += kind == 0
                words += kind == 2
                companions += kind == 3
                numbers += kind == 4
                letters += match.group() if kind == 5 else ""
                position = match.end()
                break
        else:
            return False
    if letters:
        return _is_alphabet(letters)
    if words:
        return True
    if linked and (companions or numbers):
        return True
    if arrows and (companions or numbers):
        return True
    return (companions > 1 and _BAR.search(line) is not None) or bool(companions and numbers > 2)


def is_link_bar(line: str) -> bool:
    """True for a line of several links: short, and no sentence."""
    return len(line) <= 4 * _LONGEST and not line.rstrip().endswith((".", ";", "!", "?"))


def _is_alphabet(letters: str) -> bool:
    """True for the letters of one alphabet in their order, gaps allowed: a list of authors or words by letter."""
    if len(letters) < _SHORTEST_ALPHABET:
        return False
    for code in LANGUAGES:
        places = [get_language(code).ALPHABET.find(letter) for letter in letters]
        if places[0] >= 0 and all(before < after for before, after in pairwise(places)):
            return True
    return False
