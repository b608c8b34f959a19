"""Rank clauses for a query: BM25F over heading, text and the headings above, in our own loop over Whoosh's postings.

Whoosh's own query tree joins the normal forms of one word by AND, breaks phrases that hold two of them and scores
every match of a common word in Python. Here each word of the query is one group of alternatives; the rarest
postings lead, and the work for one query is bounded.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from lawsearch.search.forms import FormTable
from lawsearch.search.query import Query, Term

# The weights, in one table: what a match in each field counts, and how much a field's length tells.
WEIGHTS = {"heading": 3.0, "text": 1.0, "context": 0.6, "situation": 1.6, "situation_also": 0.5}
LENGTH = {"heading": 0.4, "text": 0.6, "context": 0.5, "situation": 0.3, "situation_also": 0.3, "concept": 0.6}
# A concept of the query, under whatever name and in whatever language the clause has it.
CONCEPT = 0.6
# Fields whose words have positions.
_PLACED = ("heading", "text")
SATURATION = 1.2
# A printed form counts a little more than another form of the same word.
EXACT = 0.12
# A pair of the query's words that stand together, and the whole query as a heading.
ADJACENT = 0.35
WHOLE_HEADING = 0.5
# What a role's documents count; the law's own clause stands above notes that quote it.
ROLES = {"laws": 1.0, "commentary": 0.85}
# A law as a whole is the place to begin (in the laws, not in notes on it); an unplaced fragment is the last resort.
KINDS = {"law": 1.2, "definition": 1.0, "unplaced": 0.7}
# How hard a missing word weighs.
COVERAGE = 1.5
# Bounds on the work: candidates come from so many of the rarest postings; so many are ranked to the end.
MAX_POSTINGS = 24
MAX_RERANKED = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What a hit must be; an empty tuple lets everything pass. ``laws`` are numbers as in the index."""

    documents: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def items(self) -> list[tuple[str, tuple[str, ...]]]:
        named = (("document", self.documents), ("law", self.laws), ("species", self.kinds))
        return [(name, values) for name, values in named if values]


@dataclass(slots=True)
class Ranked:
    """A clause that was found: its row in the store, its score, and what each part gave."""

    key: int
    score: float
    reasons: list[tuple[str, float]] = field(default_factory=list)


@dataclass(slots=True)
class _Group:
    """One word of the query: its forms in the index, and the documents that hold one of them."""

    form: str
    lemmas: tuple[str, ...]
    idf: float = 0.0
    scores: dict[int, float] = field(default_factory=dict)
    given: dict[tuple[int, str], float] = field(default_factory=dict)
    positions: dict[tuple[int, str], list[int]] = field(default_factory=dict)


class SearchIndex:
    """An opened index of one generation. Not shared between threads: each opens its own."""

    def __init__(self, folder: str, forms: FormTable) -> None:
        from whoosh import index as whoosh_index

        index: Any = whoosh_index.open_dir(folder)
        self._index = index
        self._reader = index.reader()
        self.forms = forms
        self._count = max(1, self._reader.doc_count_all())
        self._average = {name: max(1.0, self._reader.field_length(name) / self._count) for name in LENGTH}
        self._laws = self._ids("role", "laws")
        self._kinds = {kind: self._ids("kind", kind) for kind in KINDS}
        self._kinds["law"] &= self._laws

    def close(self) -> None:
        self._reader.close()
        self._index.close()

    def search(
        self, query: Query, filters: Filters, limit: int, concepts: Sequence[tuple[int, int, str]] = ()
    ) -> tuple[int, list[Ranked]]:
        """The number of clauses found, and the best of them.

        ``concepts`` are those that the query names: (first word, word after the last, concept) in ``query.forms``.
        """
        groups = self._groups(query, concepts)
        if not groups:
            return 0, []
        allowed = self._allowed(filters)
        scores: dict[int, float] = {}
        weight: dict[int, float] = {}
        for group in groups:
            for document, score in group.scores.items():
                if allowed is None or document in allowed:
                    scores[document] = scores.get(document, 0.0) + score
                    weight[document] = weight.get(document, 0.0) + group.idf
        for term in query.terms:
            if term.required or term.excluded:
                holders = self._holders(term)
                scores = {
                    document: score for document, score in scores.items() if (document in holders) != term.excluded
                }
        total_idf = sum(group.idf for group in groups) or 1.0
        first = sorted(
            ((score * (weight[document] / total_idf) ** COVERAGE, -document) for document, score in scores.items()),
            reverse=True,
        )[: max(limit, MAX_RERANKED)]
        printed = [self._ids("exact", group.form) for group in groups]
        ranked = []
        for score, negative in first:
            reasons = self._bonuses(-negative, groups, printed)
            standing = ROLES["laws" if -negative in self._laws else "commentary"]
            standing *= next((KINDS[kind] for kind, holders in self._kinds.items() if -negative in holders), 1.0)
            total = (score + sum(value for _, value in reasons)) * standing
            ranked.append((total, negative, score, reasons, standing))
        ranked.sort(reverse=True)
        return len(scores), [self._make_hit(entry, groups) for entry in ranked[:limit]]

    def vocabulary(self) -> Iterable[str]:
        """All printed forms in the index."""
        for word in self._reader.lexicon("exact"):
            yield word.decode() if isinstance(word, bytes) else word

    def contains(self, form: str) -> bool:
        """True if some clause holds a form of the word."""
        return any(
            (name, lemma) in self._reader for lemma in self.forms.normal_forms(form) for name in ("text", "heading")
        )

    def _groups(self, query: Query, concepts: Sequence[tuple[int, int, str]]) -> list[_Group]:
        """The words of the query with their postings; the rarest postings are read, the commonest left."""
        groups = [_Group(form, self.forms.normal_forms(form)) for form in query.forms]
        sizes = sorted(
            (self._reader.doc_frequency(name, lemma), index, name, lemma)
            for index, group in enumerate(groups)
            for lemma in group.lemmas
            for name in WEIGHTS
            if (name, lemma) in self._reader
        )
        for first, stop, slug in concepts:
            for group in groups[first:stop]:
                if ("concept", slug) in self._reader:
                    self._read_posting(group, "concept", slug, with_positions=False)
        for _, index, name, lemma in sizes[:MAX_POSTINGS]:
            self._read_posting(groups[index], name, lemma, with_positions=len(groups) > 1)
        for group in groups:
            count = len(group.scores)
            # a word that no clause holds weighs half of a word that one clause holds
            group.idf = (
                math.log(1 + (self._count - count + 0.5) / (count + 0.5)) if count else math.log(1 + self._count) * 0.5
            )
            group.scores = {
                document: group.idf * frequency * (SATURATION + 1) / (frequency + SATURATION)
                for document, frequency in group.scores.items()
            }
        skipped = {index for _, index, _, _ in sizes[MAX_POSTINGS:]}
        groups = [group for index, group in enumerate(groups) if group.scores or index not in skipped]
        return groups if any(group.scores for group in groups) else []

    def _read_posting(self, group: _Group, name: str, lemma: str, *, with_positions: bool) -> None:
        """Add one posting to the word's frequencies; the fields add up, the forms of one word are alternatives."""
        matcher: Any = self._reader.postings(name, lemma)
        field_weight, slope, average = WEIGHTS.get(name, CONCEPT), LENGTH[name], self._average[name]
        length_of = self._reader.doc_field_length
        frequencies = group.scores
        with_positions = with_positions and name in _PLACED
        given = group.given
        while matcher.is_active():
            document = matcher.id()
            frequency = field_weight * matcher.weight() / (1 - slope + slope * length_of(document, name, 1) / average)
            before = given.get((document, name), 0.0)
            if frequency > before:
                given[document, name] = frequency
                frequencies[document] = frequencies.get(document, 0.0) + frequency - before
            if with_positions:
                group.positions.setdefault((document, name), []).extend(matcher.value_as("positions"))
            matcher.next()

    def _allowed(self, filters: Filters) -> set[int] | None:
        allowed: set[int] | None = None
        for name, values in filters.items():
            found = set().union(*(self._ids(name, value) for value in values))
            allowed = found if allowed is None else allowed & found
        return allowed

    def _ids(self, name: str, word: str) -> set[int]:
        """The documents of the index whose field holds a word."""
        if (name, word) not in self._reader:
            return set()
        return set(self._reader.postings(name, word).all_ids())

    def _holders(self, term: Term) -> set[int]:
        """The documents that hold a word, or a phrase with its words in their order."""
        holders: set[int] = set()
        for name in ("heading", "text"):
            positions = [self._positions(name, self.forms.normal_forms(form)) for form in term.forms]
            holders.update(
                document
                for document in set.intersection(*(set(found) for found in positions))
                if any(
                    all(start + step in found[document] for step, found in enumerate(positions))
                    for start in positions[0][document]
                )
            )
        return holders

    def _positions(self, name: str, lemmas: Iterable[str]) -> dict[int, set[int]]:
        """For each document the positions at which one of the normal forms stands."""
        found: dict[int, set[int]] = {}
        for lemma in lemmas:
            if (name, lemma) not in self._reader:
                continue
            matcher: Any = self._reader.postings(name, lemma)
            while matcher.is_active():
                found.setdefault(matcher.id(), set()).update(matcher.value_as("positions"))
                matcher.next()
        return found

    def _bonuses(self, document: int, groups: Sequence[_Group], printed: Sequence[set[int]]) -> list[tuple[str, float]]:
        """What a clause gets beyond the words themselves: printed forms, words side by side, a heading that is the query."""
        reasons = []
        exact = sum(group.idf for group, holders in zip(groups, printed, strict=True) if document in holders)
        if exact:
            reasons.append(("exact", EXACT * exact))
        near = 0.0
        for before, after in pairwise(groups):
            for name in ("heading", "text"):
                first, second = before.positions.get((document, name)), after.positions.get((document, name))
                if first and second:
                    gap = min(abs(right - left - 1) + (right < left) for left in first for right in second)
                    if gap <= 3:
                        near += min(before.idf, after.idf) / (1 + gap)
                        break
        if near:
            reasons.append(("adjacent", ADJACENT * near))
        if all((document, "heading") in group.positions for group in groups) and len(groups) > 1:
            length = self._reader.doc_field_length(document, "heading", 1)
            share = min(1.0, len(groups) / length)
            reasons.append(("heading", WHOLE_HEADING * share * sum(group.idf for group in groups)))
        return reasons

    def _make_hit(
        self, entry: tuple[float, int, float, list[tuple[str, float]], float], groups: Sequence[_Group]
    ) -> Ranked:
        total, negative, score, bonuses, standing = entry
        words = [(group.form, group.scores[-negative]) for group in groups if -negative in group.scores]
        covered = score / (sum(value for _, value in words) or 1.0)
        return Ranked(
            key=self._reader.stored_fields(-negative)["key"],
            score=total,
            reasons=[*words, ("coverage", covered), *bonuses, ("standing", standing)],
        )
