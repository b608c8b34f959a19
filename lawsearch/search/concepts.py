"""Find the names of concepts in a text: «штрафной картой», "penalty cards", whatever their forms.

In: names with the normal forms of their words, and the normal forms of a text's words. Out: where which concept
stands. A name of several words counts as a unit; the longest name that begins at a word wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lawsearch.model.clauses import Record

Forms = Sequence[str]


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
    from lawsearch.language.text import tokenize

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
