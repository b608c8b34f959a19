"""Find the names of concepts in a text: «штрафной картой», "penalty cards", whatever their forms.

In: names with the normal forms of their words, and the normal forms of a text's words. Out: where which concept
stands. A name of several words counts as a unit; the longest name that begins at a word wins. For a query also: what
else the tables know of its words, as :class:`Related`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from lawsearch.language import LANGUAGES, get_language
from lawsearch.language.numbers import FIGURES, Said, said_numbers
from lawsearch.language.text import tokenize
from lawsearch.model.clauses import Record
from lawsearch.search.query import WORD

if TYPE_CHECKING:
    from typing import Protocol

    from lawsearch.search.opened import SearchIndex
    from lawsearch.search.query import Query

    class Tables(Protocol):
        """What is asked of the tables of a library."""

        def term_names(self, lemmas: Iterable[str]) -> Iterable[ConceptName]:
            """The names of concepts that begin with one of the normal forms."""

        def families(self, lemmas: Iterable[str]) -> Mapping[str, tuple[int, ...]]:
            """The families of kindred words that some normal forms belong to."""


Forms = Sequence[str]

# Boards, pairs and tables bear numbers no greater than this.
_GREATEST_NUMBER = 999


class ConceptName:
    """A name: for each of its words the normal forms, and the concept it names."""

    __slots__ = ("slug", "words")

    def __init__(self, words: tuple[frozenset[str], ...], slug: str) -> None:
        self.words = words
        self.slug = slug


class NamedConcept(Record):
    """The words of a row from ``first`` up to ``stop``, which is not one of them, name the concept ``slug``."""

    __slots__ = ("first", "slug", "stop")

    def __init__(self, first: int, stop: int, slug: str) -> None:
        self.first = first
        self.stop = stop
        self.slug = slug

    def is_at(self, first: int, stop: int) -> bool:
        """True if its name is these words, no more and no less."""
        return self.first == first and self.stop == stop


def make_name(text: str, slug: str, normal_forms: Callable[[str], Forms]) -> ConceptName:
    """A name as it is written in the table."""
    return ConceptName(tuple(frozenset(normal_forms(token.form)) for token in tokenize(text)), slug)


class ConceptFinder:
    """Finds names; made once for many texts."""

    def __init__(self, names: Iterable[ConceptName]) -> None:
        self._by_first: dict[str, list[ConceptName]] = {}
        self._single: dict[str, list[str]] = {}  # the concepts that a word alone names
        for name in names:
            for lemma in name.words[0] if name.words else ():
                self._by_first.setdefault(lemma, []).append(name)
                if len(name.words) == 1:
                    self._single.setdefault(lemma, []).append(name.slug)
        for candidates in self._by_first.values():
            candidates.sort(key=lambda name: -len(name.words))

    def find(self, words: Sequence[Forms]) -> list[NamedConcept]:
        """The concepts that a row of words names, given by their normal forms."""
        found: list[NamedConcept] = []
        first = self._by_first
        if not first:
            return found
        stop = 0
        for position, forms in enumerate(words):
            if position < stop:
                continue
            for lemma in forms:
                if lemma in first:
                    break
            else:
                continue
            names = self._names_at(words, position)
            if not names:
                continue
            stop = position + len(names[0].words)
            found += [NamedConcept(position, stop, slug) for slug in dict.fromkeys(name.slug for name in names)]
            if stop > position + 1:
                # the words inside a name may be concepts of their own: штрафная карта is a карта too
                found += [
                    NamedConcept(place, place + 1, slug)
                    for place in range(position, stop)
                    for slug in dict.fromkeys(slug for lemma in words[place] for slug in self._single.get(lemma, ()))
                ]
        return found

    def _names_at(self, words: Sequence[Forms], position: int) -> list[ConceptName]:
        """The longest names that begin at a word; forms may make two of them look alike (score, scoring)."""
        best: list[ConceptName] = []
        longest = 0
        after = words[position + 1] if position + 1 < len(words) else ()
        for lemma in words[position]:
            for name in self._by_first.get(lemma, ()):
                length = len(name.words)
                if length < longest:
                    break
                # most names fail at their second word
                if length > 1 and (name.words[1].isdisjoint(after) or not _stands_at(name, words, position)):
                    continue
                if length > longest:
                    best = []
                    longest = length
                best.append(name)
        return best


def _stands_at(name: ConceptName, words: Sequence[Forms], position: int) -> bool:
    """True if a name stands in a row of words from a word on, which is its first."""
    forms = words[position : position + len(name.words)]
    return len(forms) == len(name.words) and not any(map(frozenset.isdisjoint, name.words, forms))


class Related:
    """What the tables know of a query's words.

    ``concepts`` stand in ``query.words``; ``families`` are those of normal forms; ``asked`` are the concepts whose
    meaning the query asks for, those of each term apart; ``numbers`` are those that words say, by place.
    """

    __slots__ = ("asked", "concepts", "families", "numbers")

    def __init__(
        self,
        concepts: Sequence[NamedConcept] = (),
        families: Mapping[str, tuple[int, ...]] | None = None,
        asked: Sequence[Sequence[str]] = (),
        numbers: Mapping[int, int] | None = None,
    ) -> None:
        self.concepts = concepts
        self.numbers: Mapping[int, int] = numbers or {}
        self.asked = asked
        self.families: Mapping[str, tuple[int, ...]] = families or {}


class Relating:
    """Looks up what the tables know of the words of queries."""

    def __init__(self, index: SearchIndex, tables: Tables) -> None:
        self._index = index
        self._tables = tables

    def related(self, query: Query, asked: Sequence[Sequence[str]]) -> Related:
        """What the tables know of a query's words; ``asked`` are the concepts whose meaning it asks for."""
        normal_forms = self._index.forms.normal_forms
        words = [normal_forms(word.form) for word in query.words]
        concepts = self.named_in(words)
        for place, word in enumerate(query.words):
            if word.kind != WORD:  # what it stands for is looked up word by word
                forms = [normal_forms(form) for form in self._index.expand(word)]
                words += forms
                named = [item for lemmas in forms for item in self.named_in([lemmas])]
                concepts += [NamedConcept(place, place + 1, item.slug) for item in named]
        borne, numbers = self._numbers(query, words)
        return Related(
            numbers=numbers,
            concepts=[*concepts, *borne],
            asked=asked,
            families=self._tables.families(lemma for forms in words for lemma in forms),
        )

    def named_in(self, words: Sequence[Forms]) -> list[NamedConcept]:
        """The concepts that a row of words names, given by their normal forms."""
        return ConceptFinder(self._tables.term_names(lemma for forms in words for lemma in forms)).find(words)

    def terms_that_are(self, text: str) -> list[list[str]]:
        """The terms whose names a text is, one beside the other, each with a clause that defines it; else none.

        A term is the concepts that bear its name.
        """
        forms = [token.form for token in tokenize(text) if not self._index.forms.is_weak(token.form)]
        named = [
            item
            for item in self.named_in([self._index.forms.normal_forms(form) for form in forms])
            if self._index.defines(item.slug)
        ]
        found: list[list[str]] = []
        place = 0
        while place < len(forms):
            stop = max((item.stop for item in named if item.first == place), default=0)
            if not stop:
                return []
            here = [item.slug for item in named if item.is_at(place, stop)]
            if here not in found:
                found.append(here)
            place = stop
        return found

    def _numbers(self, query: Query, words: Sequence[Forms]) -> tuple[list[NamedConcept], dict[int, int]]:
        """The concepts of the numbers that things bear: «сдача 23» and "board 23" ask for the number of a board.

        And the query's numbers by place. «24 сдачи» and "deal 13 cards" count; «23-я сдача», "23rd board" and «вторая
        сдача» do not. An ordinal in words asks for the number where the query asks for nothing else.
        """
        forms = [word.form for word in query.words]
        said = said_numbers(forms)
        found = []
        numbers = {item.start: item.number for item in said if item.how == FIGURES}
        for item in said:
            bearer = _bearer(forms, item)
            slugs = [] if bearer is None else self._slugs_of_number(words[bearer])
            if not slugs or bearer is None:
                if item.stop < len(forms) and self._slugs_of_number(words[item.stop]):
                    numbers.pop(item.start, None)  # "24 boards" is no number of a row in the table of boards
                continue
            numbers[item.start] = item.number
            rest = set(range(len(forms))) - {bearer, *range(item.start, item.stop)}
            if item.how == FIGURES or all(self._index.forms.is_weak(forms[place]) for place in rest):
                found += [NamedConcept(at, at + 1, slug) for at in (bearer, item.start) for slug in slugs]
        return list(dict.fromkeys(found)), numbers

    def _slugs_of_number(self, name: Forms) -> list[str]:
        """The concepts of a thing's number: those of "board number" for a board."""
        found = []
        for code in LANGUAGES:
            number = self._index.forms.normal_forms(get_language(code).NUMBER_NAME)
            for pair in ((number, name), (name, number)):
                found += [named.slug for named in self.named_in(pair) if named.is_at(0, 2)]
        return found


# «номер», "no.": between a thing and its number
_NUMBER_WORDS = frozenset(
    {word for language in map(get_language, LANGUAGES) for word in (language.NUMBER_NAME, *language.NUMBER_SHORT)}
)


def _bearer(forms: Sequence[str], said: Said) -> int | None:
    """The place of the word that a number may belong to as its number; None where it counts."""
    behind = forms[said.stop : said.stop + 2]
    if said.number > _GREATEST_NUMBER:
        return None
    if said.ranked:
        return said.stop if behind else None
    if said.how == FIGURES and len(behind) == 2 and len(behind[0]) == 1:
        return said.stop + 1  # «23-я сдача»
    if not said.start or (behind and _is_counted(behind[0])):
        return None
    place = said.start - 1
    return place - 1 if place and forms[place] in _NUMBER_WORDS else place


def _is_counted(form: str) -> bool:
    """True for a word that a number before it counts: "13 cards", «14 карт»."""
    return any(
        re.match(pattern, form)
        for language in map(get_language, LANGUAGES)
        for pattern in (language.COUNTED_MANY, language.COUNTED_FEW, language.UNIT)
    )
