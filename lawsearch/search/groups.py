"""The words of a query with what they weigh in the index.

A word of the query is a group of alternatives: its normal forms, the concept that it names (under whatever name, in
whatever language), the family of kindred words.
"""

from __future__ import annotations

import math
from collections.abc import Collection, ItemsView, Mapping, Sequence
from typing import TYPE_CHECKING

from lawsearch.search.postings import LastUsed, weights_among
from lawsearch.search.query import WORD, Query, Word
from lawsearch.search.units import HEARD, LAW, SAID, TOLD, UNIT, form_mark

if TYPE_CHECKING:
    from typing import TypeAlias

    from lawsearch.search.concepts import Related
    from lawsearch.search.opened import SearchIndex
    from lawsearch.search.postings import Weighed
    from lawsearch.search.weights import Weights

    # what a word weighs in each document
    Weighing: TypeAlias = "Weighed | Sum"

MAX_WORDS = 24  # words that are ranked by: the rarest of the query
MAX_MERGED = 4_000  # postings of one word that are put together beforehand
_KEPT = 300_000  # merged postings kept for the next query


class Group:
    """One word of the query: what it may be in the index, each with its weight; ``forms`` count as one.

    ``idf`` is what it tells; the other slots are its weights in the fields of these names.
    """

    __slots__ = ("forms", "heard", "idf", "law", "marks", "others", "said", "told", "unit", "words")

    def __init__(self, words: tuple[Word, ...], forms: tuple[str, ...], others: tuple[tuple[str, float], ...]) -> None:
        self.words = words
        self.marks = {form_mark(word.form) for word in words}
        self.forms = forms
        self.others = others
        self.idf = 0.0
        self.unit: Weighing = {}
        self.law: Weighing = {}
        self.said: Weighing = {}
        self.told: Weighing = {}
        self.heard: Weighing = {}


class Sum:
    """The weights of a word in each document: its forms are alternatives, what stands for it adds a share."""

    __slots__ = ("_forms", "_others")

    def __init__(self, forms: Sequence[Weighed], others: Sequence[tuple[Weighed, float]]) -> None:
        self._forms = forms
        self._others = others

    def __len__(self) -> int:
        """At least as many as there are documents."""
        return sum(map(len, self._forms)) + sum(len(weights) for weights, _ in self._others)

    def __contains__(self, unit: object) -> bool:
        return any(unit in weights for weights in self._forms) or any(unit in weights for weights, _ in self._others)

    def get(self, unit: int) -> float | None:
        """The weight in a document, as a dict gives it."""
        total = max((weights.get(unit, 0.0) for weights in self._forms), default=0.0)
        for weights, share in self._others:
            total += weights.get(unit, 0.0) * share
        return total or None

    def items(self) -> ItemsView[int, float]:
        """All documents with their weights."""
        return self.merged().items()

    def merged(self) -> dict[int, float]:
        """The same as a table of its own."""
        return self._sum(self._forms, [weights for weights, _ in self._others])

    def among(self, documents: Collection[int]) -> dict[int, float]:
        """The weights in those of the documents that hold the word."""
        return self._sum(
            [weights_among(weights, documents) for weights in self._forms],
            [weights_among(weights, documents) for weights, _ in self._others],
        )

    def _sum(self, forms: Sequence[Weighed], others: Sequence[Weighed]) -> dict[int, float]:
        merged: dict[int, float] = dict(forms[0].items()) if forms else {}
        for weights in forms[1:]:
            for unit, weight in weights.items():
                if weight > merged.get(unit, 0.0):
                    merged[unit] = weight
        for weights, (_, share) in zip(others, self._others, strict=True):
            for unit, weight in weights.items():
                merged[unit] = merged.get(unit, 0.0) + weight * share
        return merged


class Asked:
    """A query as it is ranked.

    ``groups`` are its words and ``order`` their places in it, repeated ones too; ``scale`` is what all of them tell.
    ``possible`` are the only units that may be found, or None; ``few`` are the same where they are so few that each is
    looked up. ``defining`` are the clauses that define the term which
    is the whole query, ``headed`` those whose heading is the query, ``said`` the rows of situations that are; ``meaning``: it
    asks for the meaning of a term.
    """

    __slots__ = ("defining", "few", "groups", "headed", "meaning", "order", "possible", "said", "scale")

    def __init__(
        self,
        query: Query,
        groups: Sequence[Group],
        *,
        possible: set[int] | None,
        few: set[int] | None,
        defining: frozenset[int],
        headed: frozenset[int],
        said: frozenset[int],
    ) -> None:
        place_of = {word.form: place for place, group in enumerate(groups) for word in group.words}
        self.groups = groups
        self.order = [place_of[form] for form in query.forms if form in place_of]
        self.scale = sum(group.idf for group in groups) or 1.0
        self.possible = possible
        self.few = few
        self.defining = defining
        self.headed = headed
        self.said = said
        self.meaning = query.meaning


class Grouping:
    """Makes groups of the words of queries; what was put together for one is kept for the next."""

    def __init__(self, index: SearchIndex) -> None:
        self._index = index
        self._merged: LastUsed[tuple[object, ...], Weighing] = LastUsed(_KEPT)

    def groups(self, query: Query, related: Related, weights: Weights, *, merged: bool) -> list[Group]:
        """The words of the query with their postings. ``merged``: more than a few units will be asked for."""
        concepts: dict[int, list[str]] = {}
        words = query.words
        for named in related.concepts:
            for place in range(named.first, named.stop):
                concepts.setdefault(place, []).append(named.slug)
        place_of = {word: place for place, word in enumerate(words)}
        groups = []
        for term in query.looked_for:
            if len(term.options) > 1 and not term.is_phrase:  # alternatives: one group
                alternatives = tuple(option[0] for option in term.options)
                groups.append(self._group(alternatives, place_of, concepts, related, weights))
            else:
                for word in dict.fromkeys(word for option in term.options for word in option):
                    groups.append(self._group((word,), place_of, concepts, related, weights))
        kept = {group.words: group for group in groups}
        ordered = sorted(kept.values(), key=lambda group: -group.idf)[:MAX_WORDS]
        chosen = {id(group) for group in ordered}
        result = [group for group in kept.values() if id(group) in chosen]
        for group in result:
            group.unit = self._merge(UNIT, group, most=MAX_MERGED if merged else 0)
            # over a whole law nearly every concept is named somewhere: there the words themselves tell more
            group.law = self._merge(LAW, group, ())
            group.said = self._merge(SAID, group)
            group.told = self._merge(TOLD, group)
            group.heard = self._merge(HEARD, group)
        return [group for group in result if group.idf] if any(group.unit or group.said for group in result) else []

    def _group(
        self,
        words: tuple[Word, ...],
        place_of: Mapping[Word, int],
        concepts: Mapping[int, Sequence[str]],
        related: Related,
        weights: Weights,
    ) -> Group:
        forms: list[str] = []
        others: dict[str, float] = {}
        weak = detail = True
        for word in words:
            if word.kind != WORD:
                lemmas = [lemma for form in self._index.expand(word) for lemma in self._index.forms.normal_forms(form)]
            else:
                lemmas = list(self._index.forms.normal_forms(word.form))
            forms += lemmas
            weak = weak and word.kind == WORD and self._index.forms.is_weak(word.form)
            detail = detail and word.kind == WORD and self._index.forms.is_detail(word.form)
            for slug in concepts.get(place_of.get(word, -1), ()):
                others["@" + slug] = weights.concept
            for lemma in lemmas:
                for family in related.families.get(lemma, ()):
                    others.setdefault(f"%{family}", weights.kindred)
        group = Group(words, tuple(dict.fromkeys(forms)), tuple(item for item in others.items() if item[1]))
        group.idf = self._idf(group) * (weights.weak if weak else weights.detail if detail else 1.0)
        return group

    def _idf(self, group: Group) -> float:
        """How much the word tells: by its own forms where a text has them, else by what stands for it."""
        count = self._index.count
        number = max((count(UNIT, form) for form in group.forms), default=0)
        number = number or max((count(UNIT, word) for word, _ in group.others if word[0] in "@%"), default=0)
        if not number:
            said = max((count(SAID, form) for form in group.forms), default=0)
            # a word that nobody uses weighs half of a word that one clause holds
            return math.log(1 + self._index.units.count / 2) if said else math.log(1 + self._index.units.count) * 0.4
        return self._index.rarity(number)

    def _merge(
        self, name: str, group: Group, shares: Sequence[tuple[str, float]] | None = None, most: int = MAX_MERGED
    ) -> Weighing:
        """The weight of a word in each document: its forms are alternatives, what stands for it adds a share."""
        shares = group.others if shares is None else shares
        key = (name, group.forms, shares)
        found = self._merged.get(key)
        if found is not None:
            self._merged.move_to_end(key)
            return found
        postings = [self._index.posting(name, form).weights for form in group.forms]
        others = [(self._index.posting(name, word).weights, share) for word, share in shares]
        if len(postings) == 1 and not any(weights for weights, _ in others):
            return postings[0]
        whole = Sum(postings, others)
        if len(whole) > most:  # so common a word only adds to what rarer ones find: it is asked singly
            return whole
        merged = whole.merged()
        self._merged.keep(key, merged)
        return merged


def among(weights: Weighing, documents: Collection[int]) -> Mapping[int, float]:
    """What a word weighs in those of the documents that hold it."""
    return weights.among(documents) if isinstance(weights, Sum) else weights_among(weights, documents)
