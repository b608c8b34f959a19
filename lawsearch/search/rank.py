"""Rank clauses for a query, in our own loop over the index's postings.

Three kinds of evidence are added up, each between 0 and about 1:

- the unit: BM25F over its headings and texts in every language, and the headings above (weighed when the index was
  written);
- the law that it stands in: the same over everything under that number, so that a question whose words lie scattered
  over a law still finds it;
- what players say: the one situation that is most like the question leads to its clauses.

A word of the query is a group of alternatives: its normal forms, the concept that it names (under whatever name, in
whatever language), the family of kindred words. The work is bounded: the rarest words lead, common ones only add to
what was found, and a fixed number of clauses is looked at closely.
"""

from __future__ import annotations

import heapq
import math
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, ItemsView, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import TypeAlias

from lawsearch.search.forms import FormTable
from lawsearch.search.postings import Posting, Postings, weights_among
from lawsearch.search.query import FUZZY, PREFIX, WORD, Query, Term, Word
from lawsearch.search.units import (
    HEARD,
    LAW,
    MARK_BITS,
    NAMES,
    PART_BITS,
    PLACE,
    SAID,
    TARGETS,
    TOLD,
    UNIT,
    VOCABULARY,
    Units,
    form_mark,
    heading_tag,
)


class Weights:
    """What each kind of evidence counts; tuned on questions (``tests/benchmarks/relevance.py``)."""

    # how soon more of the same word tells nothing new: in a unit, a law, a situation, all situations of a law, all
    # situations of a clause
    saturation: tuple[float, float, float, float, float] = (0.6, 2.5, 1.6, 6.0, 1.5)
    unit: float = 0.14
    law: float = 0.25
    said: float = 1.4
    told: float = 0.8
    heard: float = 1.3
    # how hard a missing word weighs
    unit_coverage: float = 2.5
    law_coverage: float = 0.3
    said_coverage: float = 0.6
    told_coverage: float = 0.25
    heard_coverage: float = 0.3
    # a situation for a query of one word
    alone: float = 0.3
    # a match through a concept, through a kindred word, and what a printed form counts beyond its normal form
    concept: float = 0.7
    kindred: float = 0.36
    printed: float = 0.5
    # words that ask and join
    weak: float = 0.7
    # words side by side as in the query; a heading that is the query; the clause that defines the term
    # that is the whole query, and where the query asks for its meaning
    adjacent: float = 1.2
    heading: float = 4.0
    # the whole query word for word; a heading that is the query, no more and no less
    run: float = 6.5
    whole: float = 3.0
    definition: float = 0.6
    meaning: float = 5.0
    # each further clause of one law counts less, so that the first hits are not all of one law
    repeated: float = 0.95

    def __init__(self, **changes: Any) -> None:
        """The weights below, but for ``changes``; ``AttributeError`` for an unknown name."""
        for name, value in changes.items():
            getattr(self, name)
            setattr(self, name, value)


WEIGHTS = Weights()

if TYPE_CHECKING:
    from lawsearch.search.postings import Weighed

    # what a word weighs in each document
    _Weighed: TypeAlias = "Weighed | _Sum"

# Bounds on the work.
MAX_WORDS = 24  # words that are ranked by: the rarest of the query
MAX_EXPANDED = 32  # words that a prefix or an inexact spelling stands for
MAX_VISITED = 4_000  # postings that may bring new candidates
MAX_MERGED = 4_000  # postings of one word that are put together beforehand
MAX_KEPT = 1_500  # candidates to which common words add
MAX_CLOSE = 60  # clauses that are looked at closely
_BONUSES = 40  # of them, those in which it is looked for what stands side by side
_OWN = 25  # and so many more whose own words answer best
_DEFINED = 3  # the definition of a term that is the whole query is among so many first hits
_FEW = 16  # the best are picked out of so many times as many, else all are sorted
_LAWS_CLOSE = 8  # laws whose clauses are looked at for the law's sake
_SAID_CLOSE = 12  # situations whose clauses are looked at
_ALONE = 0.7  # what all situations of a clause count less where the query is one word; half of it where it is two
_KEPT = 300_000  # merged postings kept for the next query


class Filters:
    """What a hit must be; an empty tuple lets everything pass. ``laws`` are numbers."""

    __slots__ = ("documents", "laws", "species")

    def __init__(
        self, documents: tuple[str, ...] = (), laws: tuple[str, ...] = (), species: tuple[str, ...] = ()
    ) -> None:
        self.documents = documents
        self.laws = laws
        self.species = species


class Related:
    """What the tables know of a query's words.

    ``concepts``: (first word, word after the last, concept) in ``query.words``; ``families`` of normal forms; ``asked``
    are the concepts whose meaning the query asks for, those of each term apart; ``numbers`` that words say, by place.
    """

    __slots__ = ("asked", "concepts", "families", "numbers")

    def __init__(
        self,
        concepts: Sequence[tuple[int, int, str]] = (),
        families: Mapping[str, tuple[int, ...]] | None = None,
        asked: Sequence[Sequence[str]] = (),
        numbers: Mapping[int, int] | None = None,
    ) -> None:
        self.concepts = concepts
        self.numbers: Mapping[int, int] = numbers or {}
        self.asked = asked
        self.families: Mapping[str, tuple[int, ...]] = families or {}


class Ranked:
    """A unit that was found, its score, and what each part gave; ``situation`` is its row, where one led here."""

    __slots__ = ("reasons", "score", "situation", "unit")

    def __init__(
        self, unit: int, score: float, reasons: list[tuple[str, float]] | None = None, situation: int | None = None
    ) -> None:
        self.unit = unit
        self.score = score
        self.reasons = reasons if reasons is not None else []
        self.situation = situation


class _Group:
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
        self.unit: _Weighed = {}
        self.law: _Weighed = {}
        self.said: _Weighed = {}
        self.told: _Weighed = {}
        self.heard: _Weighed = {}


class _Sum:
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


class SearchIndex:
    """An opened index of one generation. Not shared between threads: each opens its own."""

    def __init__(self, folder: str, forms: FormTable, weights: Weights = WEIGHTS, added: Collection[str] = ()) -> None:
        """``added`` are the documents of the user's own, of which no situation knows."""
        self._folder = folder
        self._added = frozenset(added)
        self.forms = forms
        self.weights = weights
        self.units = Units.load(folder)
        self._postings = Postings(folder)
        self._first_law = self.units.count
        self._first_said = self._first_law + self.units.laws
        self._merged: OrderedDict[tuple[object, ...], _Weighed] = OrderedDict()
        self._merged_size = 0
        self._vocabulary: dict[str, str] | None = None

    def close(self) -> None:
        self._postings.close()

    # what the index knows

    def vocabulary(self) -> list[str]:
        """All printed forms of the texts and situations, in order."""
        return list(self._printed())

    def frequency(self, form: str) -> int:
        """How many texts and situations print a form."""
        return int(self._printed().get(form, 0))

    def names(self) -> list[str]:
        """The names of concepts, folded."""
        with open(f"{self._folder}/{NAMES}", encoding="utf-8", newline="\n") as file:
            return file.read().split("\n")

    def _printed(self) -> dict[str, str]:
        """Each printed form with its count in figures."""
        if self._vocabulary is None:
            with open(f"{self._folder}/{VOCABULARY}", encoding="utf-8", newline="\n") as file:
                # a form, a tab, a count on each line: cut all at once, in a third of the time of line by line
                cells = file.read().replace("\n", "\t").split("\t")
            self._vocabulary = dict(zip(cells[::2], cells[1::2], strict=False))
        return self._vocabulary

    def contains(self, form: str) -> bool:
        """True if some text or situation holds a form of the word."""
        lemmas = self.forms.normal_forms(form)
        return any(self._postings.count(name, lemma) for lemma in lemmas for name in (UNIT, SAID))

    def knows(self, form: str) -> bool:
        """True if some text, situation or table has a form of the word; numbers and single letters are known."""
        if len(form) < 2 or not form[0].isalpha():
            return True
        return self.forms.knows(form) or self.forms.is_weak(form) or self.contains(form)

    def tells(self, form: str) -> float:
        """How much a word tells of a text that holds it: nearly nothing if all do, or if it asks or joins."""
        if self.forms.is_weak(form):
            return 0.1
        return self._rarity(max((self._count(UNIT, lemma) for lemma in self.forms.normal_forms(form)), default=0))

    def forms_like(self, start: str) -> list[str]:
        """All forms of known words that begin with ``start``, printed or not."""
        return self.forms.starting(start)

    def situation(self, row: int) -> tuple[str, str]:
        """Language and text of a situation."""
        return self._postings.said(row)

    # searching

    def search(self, query: Query, filters: Filters, limit: int, related: Related) -> tuple[int, list[Ranked]]:
        """The number of units found, and at least the best ``limit`` of them in order, if there are as many."""
        allowed = self._allowed(filters)
        if not query.terms:
            return self._everything(allowed)
        possible = self._possible(query, allowed)
        few = possible if possible is not None and len(possible) <= MAX_KEPT else None
        groups = self._groups(query, related, merged=few is None)
        defining = self._defining(query, related)
        if not groups and not defining:
            return 0, []
        scale = sum(group.idf for group in groups) or 1.0
        found = self._gather([(group.idf, group.unit) for group in groups], self.weights.saturation[0], few)
        laws = self._law_scores(groups, scale)
        said = self._said_scores(groups, scale)
        headed = frozenset(self._posting(UNIT, heading_tag(query.forms)).weights)
        candidates = self._candidates(found, laws, said, defining | headed, possible, limit)
        bonus = self.weights.meaning if query.meaning else self.weights.definition
        known = {"definition": dict.fromkeys(defining, bonus), "whole": dict.fromkeys(headed, self.weights.whole)}
        place_of = {word.form: place for place, group in enumerate(groups) for word in group.words}
        order = [place_of[form] for form in query.forms if form in place_of]
        close = self._look_closely(candidates, groups, order, scale, laws, said, known, asks_meaning=query.meaning)
        for item in close[:limit]:
            item.reasons[:0] = self._word_reasons(item.unit, groups, scale)
        seen = {item.unit for item in close}
        others = [unit for unit in found if unit not in seen]
        if possible is not None:
            others = [unit for unit in others if unit in possible]
            if any(term.required or term.is_phrase for term in query.looked_for):
                # what holds all that must be there is found, however common the words are
                others += sorted(possible.difference(found, seen))
        total = len(close) + len(others)
        rest: list[Ranked] = []
        if limit > len(close):  # beyond what was looked at closely: in the order of the words alone
            floor = close[-1].score if close else 1.0
            others.sort(key=lambda unit: (-found.get(unit, 0.0), unit))
            best = found.get(others[0], 1.0) if others else 1.0
            rest = [Ranked(unit, floor * found.get(unit, 0.0) / best) for unit in others[: limit - len(close)]]
        return total, [*close, *rest]

    def _everything(self, allowed: set[int] | None) -> tuple[int, list[Ranked]]:
        """A query of filters alone: all that they let pass, in the order of the library."""
        if allowed is None:
            return 0, []
        return len(allowed), [Ranked(unit, 1.0) for unit in sorted(allowed)]

    # the words of the query

    def _groups(self, query: Query, related: Related, *, merged: bool) -> list[_Group]:
        """The words of the query with their postings. ``merged``: more than a few units will be asked for."""
        concepts: dict[int, list[str]] = {}
        words = query.words
        for first, stop, slug in related.concepts:
            for place in range(first, stop):
                concepts.setdefault(place, []).append(slug)
        place_of = {word: place for place, word in enumerate(words)}
        groups = []
        for term in query.looked_for:
            if len(term.options) > 1 and not term.is_phrase:  # alternatives: one group
                alternatives = tuple(option[0] for option in term.options)
                groups.append(self._group(alternatives, place_of, concepts, related))
            else:
                for word in dict.fromkeys(word for option in term.options for word in option):
                    groups.append(self._group((word,), place_of, concepts, related))
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
    ) -> _Group:
        forms: list[str] = []
        others: dict[str, float] = {}
        weak = True
        for word in words:
            if word.kind != WORD:
                lemmas = [lemma for form in self.expand(word) for lemma in self.forms.normal_forms(form)]
            else:
                lemmas = list(self.forms.normal_forms(word.form))
            forms += lemmas
            weak = weak and word.kind == WORD and self.forms.is_weak(word.form)
            for slug in concepts.get(place_of.get(word, -1), ()):
                others["@" + slug] = self.weights.concept
            for lemma in lemmas:
                for family in related.families.get(lemma, ()):
                    others.setdefault(f"%{family}", self.weights.kindred)
        group = _Group(words, tuple(dict.fromkeys(forms)), tuple(item for item in others.items() if item[1]))
        group.idf = self._idf(group) * (self.weights.weak if weak else 1.0)
        return group

    def _idf(self, group: _Group) -> float:
        """How much the word tells: by its own forms where a text has them, else by what stands for it."""
        count = self._count
        number = max((count(UNIT, form) for form in group.forms), default=0)
        number = number or max((count(UNIT, word) for word, _ in group.others if word[0] in "@%"), default=0)
        if not number:
            said = max((count(SAID, form) for form in group.forms), default=0)
            # a word that nobody uses weighs half of a word that one clause holds
            return math.log(1 + self.units.count / 2) if said else math.log(1 + self.units.count) * 0.4
        return self._rarity(number)

    def _rarity(self, number: int) -> float:
        """What a word tells that so many units hold."""
        return math.log(1 + (self.units.count - number + 0.5) / (number + 0.5))

    def _count(self, name: str, word: str) -> int:
        return len(self._postings.get(name, word))

    def _posting(self, name: str, word: str) -> Posting:
        return self._postings.get(name, word)

    def _merge(
        self, name: str, group: _Group, shares: Sequence[tuple[str, float]] | None = None, most: int = MAX_MERGED
    ) -> _Weighed:
        """The weight of a word in each document: its forms are alternatives, what stands for it adds a share."""
        shares = group.others if shares is None else shares
        key = (name, group.forms, shares)
        found = self._merged.get(key)
        if found is not None:
            self._merged.move_to_end(key)
            return found
        postings = [self._posting(name, form).weights for form in group.forms]
        others = [(self._posting(name, word).weights, share) for word, share in shares]
        if len(postings) == 1 and not any(weights for weights, _ in others):
            return postings[0]
        whole = _Sum(postings, others)
        if len(whole) > most:  # so common a word only adds to what rarer ones find: it is asked singly
            return whole
        merged = whole.merged()
        self._merged[key] = merged
        self._merged_size += len(merged) + 1
        while self._merged_size > _KEPT and len(self._merged) > 1:
            _, dropped = self._merged.popitem(last=False)
            self._merged_size -= len(dropped) + 1
        return merged

    def expand(self, word: Word) -> list[str]:
        """The printed forms that a word with ``*`` or ``~`` stands for, the commonest first, a bounded number."""
        if word.kind == PREFIX:
            words = self.vocabulary()
            first = bisect_left(words, word.form)
            stop = bisect_left(words, word.form + "\U0010ffff")
            forms = sorted(words[first:stop], key=lambda form: (-self.frequency(form), form))
            return forms[:MAX_EXPANDED]
        if word.kind == FUZZY:
            from lawsearch.search.mend import near_words

            return [form for form, _ in near_words(word.form, self.vocabulary(), limit=MAX_EXPANDED)]
        return [word.form]

    # gathering

    @staticmethod
    def _gather(
        words: Sequence[tuple[float, _Weighed]], saturation: float, few: Collection[int] | None = None
    ) -> dict[int, float]:
        """The sum of what each word gives each document; the rarest words bring the candidates.

        ``few`` are the only documents that may be found, where so much is known.
        """
        scores: dict[int, float] = {}
        visited = 0
        for idf, weights in sorted(words, key=lambda item: len(item[1])):
            factor = idf * (saturation + 1)
            if few is not None:
                for document, weight in _among(weights, few).items():
                    scores[document] = scores.get(document, 0.0) + factor * weight / (weight + saturation)
                continue
            if visited and visited + len(weights) > MAX_VISITED:
                if len(scores) > MAX_KEPT:
                    scores = dict(_best(scores, MAX_KEPT))
                for document, weight in _among(weights, scores).items():
                    scores[document] += factor * weight / (weight + saturation)
                continue
            visited += len(weights)
            if not scores:
                scores = {one: factor * weight / (weight + saturation) for one, weight in weights.items()}
                continue
            get = scores.get
            for document, weight in weights.items():
                scores[document] = get(document, 0.0) + factor * weight / (weight + saturation)
        return scores

    def _law_scores(self, groups: Sequence[_Group], scale: float) -> dict[int, float]:
        """Each law's evidence, by its number: what its clauses hold, and what players say of it."""
        weights, first = self.weights, self._first_law
        scores: dict[int, float] = {}
        for name, share, saturation, coverage in (
            ("law", weights.law, weights.saturation[1], weights.law_coverage),
            ("told", weights.told, weights.saturation[3], weights.told_coverage),
        ):
            if share:
                found = self._gather([(group.idf, getattr(group, name)) for group in groups], saturation)
                for row, score in found.items():
                    value = share * score / scale * self._covered(row, name, groups, scale) ** coverage
                    scores[row - first] = scores.get(row - first, 0.0) + value
        return scores

    def _said_scores(self, groups: Sequence[_Group], scale: float) -> dict[int, tuple[float, int]]:
        """For each unit that situations lead to: the best evidence, and that situation's row."""
        weights, units = self.weights, self.units
        best: dict[int, tuple[float, int]] = {}
        # hundreds of situations hold the word of a query of one word: none of them is meant
        alone = weights.alone if len(groups) == 1 else 1.0
        if not weights.said:
            return best
        found = self._gather([(group.idf, group.said) for group in groups], weights.saturation[2])
        for row, raw in _best(found, 60):
            score = raw / scale * self._covered(row, "said", groups, scale) ** weights.said_coverage
            number = row - self._first_said
            targets = units.targets[units.starts[number] : units.starts[number + 1]]
            for place, unit in enumerate(targets):
                share = alone * score * TARGETS[min(place, len(TARGETS) - 1)]
                if share > best.get(unit, (0.0, 0))[0]:
                    best[unit] = (share, row)
        return best

    @staticmethod
    def _covered(row: int, name: str, groups: Sequence[_Group], scale: float) -> float:
        return sum(group.idf for group in groups if row in getattr(group, name)) / scale

    def _candidates(
        self,
        found: Mapping[int, float],
        laws: Mapping[int, float],
        said: Mapping[int, tuple[float, int]],
        named: frozenset[int],
        possible: set[int] | None,
        limit: int,
    ) -> list[int]:
        """The units worth a closer look."""
        best_laws = sorted(laws, key=lambda law: (-laws[law], law))[:_LAWS_CLOSE]
        wanted = {self.units.head[law] for law in best_laws}
        wanted.update(sorted(said, key=lambda unit: (-said[unit][0], unit))[:_SAID_CLOSE])
        wanted |= named
        if possible is not None:
            wanted &= possible
        scale = 1 / max(found.values(), default=1.0)
        strongest = laws[best_laws[0]] if best_laws else 1.0
        lift = {law: laws[law] / strongest for law in best_laws}
        law_of = self.units.law
        units = found if possible is None else {unit: score for unit, score in found.items() if unit in possible}
        most = max(MAX_CLOSE, limit if limit <= 2 * MAX_CLOSE else 0)
        # what no law lifts must be among the best by itself
        likely = {unit for unit, _ in _best(units, most)}
        likely.update(unit for unit in units if law_of[unit] in lift)
        lifted = heapq.nlargest(most, [(found[unit] * scale + lift.get(law_of[unit], 0.0), -unit) for unit in likely])
        wanted.update(-unit for _, unit in lifted)
        least = _least(units, _OWN)
        wanted.update(heapq.nlargest(_OWN, (unit for unit in units if found[unit] >= least), key=found.__getitem__))
        return sorted(wanted)

    def _look_closely(
        self,
        candidates: Collection[int],
        groups: Sequence[_Group],
        order: Sequence[int],
        scale: float,
        laws: Mapping[int, float],
        said: Mapping[int, tuple[float, int]],
        known: Mapping[str, Mapping[int, float]],
        *,
        asks_meaning: bool,
    ) -> list[Ranked]:
        """Score the candidates with everything that is known of them, and put them in order."""
        weights, units = self.weights, self.units
        k = weights.saturation[0]
        told = [(_among(group.unit, candidates), group.idf * (k + 1) / scale, group.idf / scale) for group in groups]
        begun = []
        for unit in candidates:
            own = covered = 0.0
            for postings, factor, share in told:
                weight = postings.get(unit)
                if weight:
                    own += factor * weight / (weight + k)
                    covered += share
            own *= covered**weights.unit_coverage * weights.unit
            law = laws.get(units.law[unit], 0.0)
            spoken, row = said.get(unit, (0.0, -1))
            defined = sum(units_of.get(unit, 0.0) for units_of in known.values())
            heard = self._heard(unit, groups, scale)
            parts = own + law + weights.said * spoken + heard + defined
            begun.append((parts * units.standing[unit], unit, own, law, spoken, row, defined, heard))
        begun.sort(key=lambda item: (-item[0], item[1]))
        closest = {item[1] for item in begun[:_BONUSES]}
        closest.update(item[1] for item in heapq.nlargest(_OWN, begun, key=lambda item: item[2]))
        result = []
        for score, unit, own, law, spoken, row, defined, heard in begun:
            # who is far behind can't be first, whatever stands side by side there
            bonuses = self._bonuses(unit, groups, order, scale) if own and unit in closest else (0.0, 0.0, 0.0)
            printed, near, heading = bonuses
            standing = units.standing[unit]
            named = (
                ("unit", own), ("law", law), ("situation", weights.said * spoken + heard), ("printed", printed),
                ("adjacent", near), ("heading", heading), ("definition", defined), ("standing", standing),
            )  # fmt: skip
            reasons = [part for part in named if part[1]]
            result.append(Ranked(unit, score + sum(bonuses) * standing, reasons, row if spoken else None))
        self._laws_before_titles(result)
        result.sort(key=lambda item: (-item.score, item.unit))
        spread = self._spread(result)
        if self._added:
            spread = self._lift_added(spread, groups)
        ranked = _lift_headed(spread, known["whole"])
        if asks_meaning:
            return _first_defining(ranked, known["definition"])
        return _lift_defining(ranked, known["definition"], _DEFINED)

    def _heard(self, unit: int, groups: Sequence[_Group], scale: float) -> float:
        """What all situations that lead to a clause say of the query together."""
        k = self.weights.saturation[4]
        total = covered = 0.0
        for group in groups:
            weight = group.heard.get(unit)
            if weight:
                total += group.idf * (k + 1) * weight / (weight + k)
                covered += group.idf
        if not total:
            return 0.0
        # one word alone says little: nearly every clause of its law is spoken of so
        share = 1 - _ALONE / len(groups)
        part: float = (covered / scale) ** self.weights.heard_coverage
        return self.weights.heard * share * part * total / scale

    def _word_reasons(self, unit: int, groups: Sequence[_Group], scale: float) -> list[tuple[str, float]]:
        """What each word of the query gave to a unit."""
        k = self.weights.saturation[0]
        return [
            (" ".join(word.form for word in group.words), group.idf * (k + 1) * weight / (weight + k) / scale)
            for group in groups
            if (weight := group.unit.get(unit))
        ]

    def _laws_before_titles(self, ranked: Sequence[Ranked]) -> None:
        """The title of notes on a law never stands before the law itself."""
        titles = self._posting(UNIT, "#title").weights
        by_unit = {item.unit: item for item in ranked}
        for item in ranked:
            if item.unit in titles:
                law = by_unit.get(self.units.head[self.units.law[item.unit]])
                if law is not None and law.unit not in titles and law.score <= item.score:
                    law.reasons.append(("notes", item.score * 1.01 - law.score))
                    law.score = item.score * 1.01

    def _spread(self, ranked: list[Ranked]) -> list[Ranked]:
        """Let each further clause of one law count a little less."""
        share = self.weights.repeated
        if share == 1.0:
            return ranked
        times: dict[int, int] = {}
        for item in ranked:
            law = self.units.law[item.unit]
            if law < 0:
                continue
            before = times.get(law, 0)
            times[law] = before + 1
            if before:
                factor = share ** min(before, 6)
                item.score *= factor
                item.reasons.append(("repeated", factor))
        ranked.sort(key=lambda item: (-item.score, item.unit))
        return ranked

    def _lift_added(self, ranked: list[Ranked], groups: Sequence[_Group]) -> list[Ranked]:
        """A clause of the user's own text that holds all words stands before those that hold half of them or less.

        What players say leads to the texts that come along alone; without this rule it would bury all others. Beside a
        clause that holds them as printed nothing else counts; else what players mean by all of them does.
        """
        strong = [group for group in groups if not all(self.forms.is_weak(word.form) for word in group.words)]
        if len(strong) < 2:
            return ranked
        columns = [
            column
            for document, column in zip(self.units.documents, self.units.members, strict=True)
            if document in self._added
        ]
        forms = [[self._posting(UNIT, form).weights for form in group.forms] for group in strong]
        held = {
            item.unit: sum(any(item.unit in weights for weights in alternatives) for alternatives in forms)
            for item in ranked
        }
        lifted = [
            item for item in ranked if held[item.unit] == len(strong) and any(column[item.unit] for column in columns)
        ]
        for item in lifted:
            place = ranked.index(item)
            printed = all(any(at >> MARK_BITS in one.marks for at in self._places(item.unit, one)) for one in strong)
            weaker = (
                index
                for index in range(place)
                if held[ranked[index].unit] * 2 <= len(strong) and (printed or not _is_meant(ranked[index], strong))
            )
            first = next(weaker, place)
            if first < place:
                item.reasons.append(("own", ranked[first].score - item.score))
                item.score = ranked[first].score
                ranked.insert(first, ranked.pop(place))
        return ranked

    def _defining(self, query: Query, related: Related) -> frozenset[int]:
        """The clauses that define the term, where the query is nothing but a term."""
        count = len(query.words)
        whole = [slug for first, stop, slug in related.concepts if (first, stop) == (0, count)]
        slugs = whole if len(related.asked) < 2 else []  # two terms side by side may look like the name of a third
        found = {unit for slug in slugs for unit in self._definitions(slug)}
        proper = self._posting(UNIT, "#species:definition").weights
        for names in related.asked:
            asked = {unit for slug in names for unit in self._definitions(slug)}
            # a clause that only tells what a thing is steps back behind its definition
            found = (found - asked) | ({unit for unit in asked if unit in proper} or asked)
        return frozenset(found)

    def _definitions(self, slug: str) -> Iterable[int]:
        return self._postings.get(UNIT, "#defines:" + slug).weights

    def defines(self, slug: str) -> bool:
        """True if some clause defines the concept."""
        return bool(self._definitions(slug))

    # what stands where

    def _places(self, unit: int, group: _Group) -> array[int]:
        """Where the forms of a word stand in a unit, with their marks."""
        places = array("I")
        for form in group.forms:
            places += self._posting(UNIT, form).places(unit)
        return places

    def _bonuses(
        self, unit: int, groups: Sequence[_Group], order: Sequence[int], scale: float
    ) -> tuple[float, float, float]:
        """What a unit gets for forms as printed, for words side by side, and for a heading that is the query."""
        marked = [self._places(unit, group) for group in groups]
        printed = sum(
            group.idf
            for group, found in zip(groups, marked, strict=True)
            if any(place >> MARK_BITS in group.marks for place in found)
        )
        places = [[place & PLACE for place in found] for found in marked]
        near = every = 0.0
        for first, second in pairwise(order):
            pair = min(groups[first].idf, groups[second].idf)
            every += pair
            if places[first] and places[second]:
                gap = _gap(places[first], places[second])
                if gap <= 3:
                    near += pair / (1 + gap)
        run = near / every if len(groups) > 2 and every else 0.0
        best = 0.0
        for column, lengths in enumerate(self.units.headings):
            length = lengths[unit]
            if not length:
                continue
            part = column * 2
            here = [
                (group.idf, {place for place in found if place >> PART_BITS == part})
                for group, found in zip(groups, places, strict=True)
            ]
            told = sum(idf for idf, found in here if found) / scale
            if told:
                held = len(set().union(*(found for _, found in here)))
                best = max(best, told * min(1.0, held / length))
        weights = self.weights
        return (
            weights.printed * printed / scale,
            weights.adjacent * near / scale + weights.run * run**3,
            weights.heading * best * best,
        )

    def _holders(self, term: Term) -> set[int]:
        """The units that hold a word, or a phrase with its words in their order."""
        return set().union(*(self._holders_of(option, heading=term.heading) for option in term.options))

    def _holders_of(self, option: Sequence[Word], *, heading: bool) -> set[int]:
        if len(option) == 1 and option[0].kind != WORD:
            lemmas = {lemma for form in self.expand(option[0]) for lemma in self.forms.normal_forms(form)}
            return set().union(*(self._posting(UNIT, lemma).documents for lemma in lemmas))
        known = self.forms.in_phrase if len(option) > 1 else self.forms.normal_forms
        words = [[self._posting(UNIT, form) for form in known(word.form)] for word in option]
        common = _held_by_all(words)
        if len(option) == 1 and not heading:
            return common
        return _side_by_side(common, words, heading=heading)

    # filters

    def _possible(self, query: Query, allowed: set[int] | None) -> set[int] | None:
        """The units that the filters and the required and excluded terms let pass."""
        for term in query.terms:
            if term.excluded:
                continue
            if term.required or (term.is_phrase and len(term.options) >= 1):
                holders = self._holders(term)
                allowed = holders if allowed is None else allowed & holders
        for term in query.terms:
            if term.excluded:
                holders = self._holders(term)
                allowed = (set(range(self.units.count)) if allowed is None else allowed) - holders
        return allowed

    def numbers_of(self, filters: Filters) -> set[tuple[str, int]]:
        """Document and number of each clause that the filters let pass."""
        allowed = self._allowed(filters)
        return {
            (document, column[unit])
            for document, column in zip(self.units.documents, self.units.members, strict=True)
            for unit in (allowed if allowed is not None else range(self.units.count))
            if column[unit]
        }

    def _allowed(self, filters: Filters) -> set[int] | None:
        allowed: set[int] | None = None
        named = (("document", filters.documents), ("law", filters.laws), ("species", filters.species))
        for name, values in named:
            if values:
                found: set[int] = set()
                for value in values:
                    found.update(self._postings.get(UNIT, f"#{name}:{value}").documents)
                allowed = found if allowed is None else allowed & found
        return allowed


def _is_meant(item: Ranked, groups: Sequence[_Group]) -> bool:
    """True if what players say in all these words led to a clause."""
    row = item.situation
    return row is not None and all(row in group.said for group in groups)


def _lift_headed(ranked: list[Ranked], headed: Mapping[int, float]) -> list[Ranked]:
    """Let clauses whose heading is the query stand first, but for one that may answer it better."""
    ours = [item for item in ranked if item.unit in headed]
    if not ours or all(item.unit in headed for item in ranked[: len(ours)]):
        return ranked
    others = [item for item in ranked if item.unit not in headed]
    first = 0 if ranked[0] is ours[0] else 1
    lifted = [*others[:first], *ours, *others[first:]]
    ceiling = lifted[0].score
    floor = others[first].score if len(others) > first else 0.0
    for item in ours:
        item.score = min(ceiling, max(item.score, floor))
    return lifted


def _lift_defining(ranked: list[Ranked], defining: Mapping[int, float], depth: int) -> list[Ranked]:
    """Let the definitions of the term that is the query stand among the first ``depth``, or next to one that does."""
    for item in [item for item in ranked[depth:] if item.unit in defining]:
        last = max((index for index in range(depth) if ranked[index].unit not in defining), default=-1)
        if last >= 0:
            _raise(item, ranked[last].score)
            ranked.remove(item)
            ranked.insert(last, item)
    return ranked


def _first_defining(ranked: list[Ranked], defining: Mapping[int, float]) -> list[Ranked]:
    """Let the definitions stand before all, in their own order."""
    ours = [item for item in ranked if item.unit in defining]
    for item in ours:
        if item.score < ranked[0].score:
            _raise(item, ranked[0].score)
    return [*ours, *(item for item in ranked if item.unit not in defining)]


def _raise(item: Ranked, score: float) -> None:
    item.reasons.append(("definition", score - item.score))
    item.score = score


def _among(weights: _Weighed, documents: Collection[int]) -> Mapping[int, float]:
    """What a word weighs in those of the documents that hold it."""
    return weights.among(documents) if isinstance(weights, _Sum) else weights_among(weights, documents)


def _best(scores: Mapping[int, float], number: int) -> list[tuple[int, float]]:
    """The best ``number`` of the documents with their scores, in order."""
    least = _least(scores, number)
    likely = [item for item in scores.items() if item[1] >= least]
    return sorted(likely, key=lambda item: (-item[1], item[0]))[:number]


def _least(scores: Mapping[int, float], number: int) -> float:
    """The score of the last of the best ``number``: numbers alone are put in order much faster than documents."""
    if len(scores) <= number:
        return 0.0
    if number * _FEW < len(scores):
        return heapq.nlargest(number, scores.values())[-1]
    return sorted(scores.values(), reverse=True)[number - 1]


def _held_by_all(words: Sequence[Sequence[Posting]]) -> set[int]:
    """The units that hold each of the words, given by the postings of its forms; the rarest word leads."""
    ordered = sorted(words, key=lambda alternatives: sum(map(len, alternatives)))
    common: set[int] = set().union(*(posting.documents for posting in ordered[0]))
    for alternatives in ordered[1:]:
        common = set().union(*(posting.among(common) for posting in alternatives))
    return common


def _side_by_side(units: Iterable[int], words: Sequence[Sequence[Posting]], *, heading: bool) -> set[int]:
    """Those of the units in which the words stand side by side, in their order; in a heading where it must be there.

    The words are looked at from the rarest on.
    """
    ordered = sorted(enumerate(words), key=lambda item: sum(map(len, item[1])))
    held = set()
    for unit in units:
        starts: set[int] | None = None
        for step, alternatives in ordered:
            found = {(place & PLACE) - step for posting in alternatives for place in posting.places(unit)}
            starts = found if starts is None else starts & found
            if not starts:
                break
        if starts and (not heading or any(not (place >> PART_BITS) & 1 for place in starts)):
            held.add(unit)
    return held


def _gap(left: Sequence[int], right: Sequence[int]) -> int:
    """How many words stand between the nearest two places, one more if they stand the other way round."""
    best = 99
    after = set(right)
    for place in left:
        for step in range(1, 5):
            if place + step in after:
                best = min(best, step - 1)
                break
            if place - step in after:
                best = min(best, step)
                break
    return best
