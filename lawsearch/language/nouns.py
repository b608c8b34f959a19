"""Whether an English word that is a noun and a verb alike stands as a noun.

*Call*, *lead*, *turn*, *deal* and their like are terms of the game and everyday verbs. In: a text and the place of
such a word. Out: True where what stands around it shows a noun. Promises: nothing but the words beside it is looked
at; where they show nothing, it is no noun (a definition that is not offered does no harm, a wrong one does).
"""

from __future__ import annotations

import re

__all__ = ["is_noun_or_verb", "stands_as_noun"]

_BOTH = frozenset({
    # the auction
    "bid", "call", "contract", "double", "redouble", "pass", "alert", "signoff", "review", "order", "rotation",
    "turn", "draw",
    # the play
    "lead", "play", "trick", "trump", "ruff", "discard", "signal", "revoke", "claim", "drop", "show", "count",
    # cards and boards
    "card", "board", "deck", "pack", "hand", "suit", "honor", "honour", "rank", "deal", "move",
    # the session and the score
    "session", "round", "table", "match", "side", "score", "award", "penalty", "vote", "rule", "pause",
})  # fmt: skip
# What a noun follows; "to" and pronouns of persons are not here.
_BEFORE = frozenset({
    # articles, and whose it is
    "a", "an", "the", "this", "that", "these", "those", "his", "her", "its", "their", "our", "your", "my", "whose",
    "own", "partner’s", "partner's",
    # how many and which
    "any", "no", "each", "every", "either", "neither", "some", "such", "one", "two", "three", "four", "another",
    "other", "only", "same",
    # in what order
    "first", "second", "third", "twelfth", "thirteenth", "last", "next", "final", "previous", "preceding",
    "following", "subsequent", "prior", "original", "new", "further", "additional", "extra",
    # of what kind
    "opening", "initial", "illegal", "legal", "insufficient", "sufficient", "irregular", "artificial", "natural",
    "conventional", "simultaneous", "withdrawn", "cancelled", "canceled", "correct", "wrong", "premature",
    "accidental", "unintended", "intended", "established", "unrequired", "comparable", "inadmissible", "defective",
    "out-of-turn", "winning", "losing", "high", "low", "major", "minor", "scheduled", "actual", "normal",
    # prepositions and conjunctions
    "of", "by", "after", "before", "for", "on", "in", "at", "with", "without", "from", "upon", "during", "between",
    "into", "per", "than", "about", "as", "and", "or",
})  # fmt: skip
# What a verb is followed by.
_VERB_AFTER = frozenset({
    # particles and prepositions
    "to", "up", "down", "out", "off", "back", "for", "on", "upon", "with",
    # objects and what begins a clause
    "him", "her", "them", "it", "a", "an", "the", "his", "their", "attention", "when", "if", "that",
})  # fmt: skip
# After these a bare noun is as likely as a verb: what follows decides.
_WEAK_BEFORE = frozenset({
    "and", "or", "as", "than", "that", "in", "at", "on", "by", "for", "with", "without", "before", "after", "from",
    "about", "into", "upon",
})  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")


def is_noun_or_verb(word: str) -> bool:
    """True for a single English word that is both, in any of its forms."""
    low = word.lower()
    return any(stem in _BOTH for stem in _stems(low))


def _stems(low: str) -> set[str]:
    stems = {low}
    for ending in ("s", "es", "ed", "d", "ing"):
        if low.endswith(ending):
            stem = low.removesuffix(ending)
            stems |= {stem, f"{stem}e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem}
    return stems


def stands_as_noun(text: str, start: int, stop: int) -> bool:
    """True if ``text[start:stop]`` is the noun itself, not a form of the verb."""
    low = text[start:stop].lower()
    if low not in _BOTH and low.removesuffix("s") not in _BOTH:
        return False  # called, turning
    before = _beside(text[max(0, start - 40) : start], last=True)
    after = _beside(text[stop : stop + 40], last=False)
    if before is None or (before not in _BEFORE and not before.endswith(("’s", "'s", "s’", "s'"))):
        return False
    return before not in _WEAK_BEFORE or after not in _VERB_AFTER


def _beside(text: str, *, last: bool) -> str | None:
    """The word next to a place, unless a sign stands between."""
    words = list(_WORD.finditer(text))
    if not words:
        return None
    word = words[-1] if last else words[0]
    between = text[word.end() :] if last else text[: word.start()]
    return word.group().lower() if between.strip() == "" else None
