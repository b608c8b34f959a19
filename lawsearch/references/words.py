"""Words of every language as one pattern, for the rules that find citations."""

from __future__ import annotations

from lawsearch.language import LANGUAGES, get_language

_MODULES = [get_language(code) for code in LANGUAGES]

WORD_START = r"(?<![^\W_])"
WORD_END = r"(?![^\W\d_])"


def any_of(name: str) -> str:
    """One pattern for a kind of word in every language."""
    # the words of one expression may stand on two lines
    return "(?:" + "|".join(getattr(module, name).replace(" ", r"\s+") for module in _MODULES) + ")"
