"""Read a query: words, ``"phrases"``, ``-excluded`` and ``+required`` words; nothing is ever refused.

In: what a person typed. Out: a :class:`Query` of terms. Promises: no query raises; a query is bounded
(``MAX_CHARACTERS``, ``MAX_TERMS``), whatever its length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lawsearch.language.text import tokenize

MAX_CHARACTERS = 10_000
MAX_TERMS = 64

_PART = re.compile(r"""(?P<sign>(?<!\S)[+-])?(?:["«“„](?P<phrase>[^"«»“”„]*)["»”“]|(?P<word>[^\s"«»“”„]+))|["«»“”„]""")


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or the words of a phrase in their order, as folded forms."""

    forms: tuple[str, ...]
    required: bool = False
    excluded: bool = False

    @property
    def is_phrase(self) -> bool:
        return len(self.forms) > 1


@dataclass(frozen=True, slots=True)
class Query:
    """What is looked for. ``text`` is as typed."""

    text: str
    terms: tuple[Term, ...]

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of all words that a hit may hold, each once, in order."""
        return tuple(dict.fromkeys(form for term in self.terms if not term.excluded for form in term.forms))


def read_query(text: str) -> Query:
    """The query that a person typed."""
    terms: dict[Term, None] = {}
    for part in _PART.finditer(text[:MAX_CHARACTERS]):
        if len(terms) >= MAX_TERMS:
            break
        sign = part["sign"]
        forms = tuple(token.form for token in tokenize(part["phrase"] or part["word"] or ""))
        if not forms:
            continue
        # a word with a hyphen is a small phrase of its own; its parts also count alone
        groups = [forms[:16]] if part["phrase"] is not None or sign == "-" else [(form,) for form in forms]
        for group in groups:
            terms[Term(group, required=sign == "+" or (len(group) > 1 and sign != "-"), excluded=sign == "-")] = None
    kept = tuple(terms)
    if kept and all(term.excluded for term in kept):
        kept = tuple(Term(term.forms) for term in kept)  # nothing but exclusions: take them as words
    return Query(text, kept)
