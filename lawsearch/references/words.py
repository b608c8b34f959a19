"""Words of every language as one pattern, for the rules that find citations."""

from __future__ import annotations

from lawsearch.language import LANGUAGES, get_language

_MODULES = [get_language(code) for code in LANGUAGES]

WORD_START = r"(?<![^\W_])"
WORD_END = r"(?![^\W\d_])"


def any_of(name: str) -> str:
    """One pattern for a kind of word in every language."""
    return "(?:" + "|".join(spread(getattr(module, name)) for module in _MODULES) + ")"


def spread(words: str) -> str:
    """A pattern whose words may stand on two lines."""
    return words.replace(" ", r"\s+")
