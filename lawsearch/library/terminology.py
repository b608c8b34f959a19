"""The terms of the game: one by its name in the table, all of them, and where they stand in a text.

In: the store of a generation and its table of forms. Out: :class:`~lawsearch.model.Term` and
:class:`~lawsearch.model.TermMention` records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lawsearch.errors import NotFoundError
from lawsearch.language.text import tokenize
from lawsearch.model import Span, Term, TermMention
from lawsearch.search import ConceptFinder

if TYPE_CHECKING:
    from lawsearch.library.database import Database
    from lawsearch.search import FormTable

__all__ = ["Terminology"]


class Terminology:
    """The terms of a library; the names are read once."""

    def __init__(self, store: Database, forms: FormTable) -> None:
        self._forms = forms
        self._finder = ConceptFinder(store.all_term_names())
        self._terms = {term.concept: term for term in store.concepts()}

    def all(self) -> list[Term]:
        """Every term, in the order of the table."""
        return list(self._terms.values())

    def term(self, slug: str) -> Term:
        """One term; ``NotFoundError`` if there is none of that name."""
        if slug not in self._terms:
            raise NotFoundError("no-such-term", term=slug)
        return self._terms[slug]

    def mentions(self, text: str) -> list[TermMention]:
        """The names of terms in a text, whatever their forms, in reading order; their spans never overlap."""
        tokens = list(tokenize(text))
        found: list[TermMention] = []
        for named in self._finder.find([self._forms.normal_forms(token.form) for token in tokens]):
            span = Span(tokens[named.first].start, tokens[named.stop - 1].stop)
            if not found or span.start >= found[-1].span.stop:  # a name inside a longer one is not told apart
                found.append(TermMention(span=span, concept=named.slug))
        return found
