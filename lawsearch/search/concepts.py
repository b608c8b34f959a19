"""Find the names of concepts in a text: «штрафной картой», "penalty cards", whatever their forms.

In: names with the normal forms of their words, and the normal forms of a text's words. Out: where which concept
stands. A name of several words counts as a unit; the longest name that begins at a word wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Forms = Sequence[str]


class ConceptName:
    """A name: for each of its words the normal forms, and the concept it names."""

    __slots__ = ("slug", "words")

    def __init__(self, words: tuple[frozenset[str], ...], slug: str) -> None:
        self.words = words
        self.slug = slug


def make_name(text: str, slug: str, normal_forms: Callable[[str], Forms]) -> ConceptName:
    """A name as it is written in the table."""
    from lawsearch.language.text import tokenize

    return ConceptName(tuple(frozenset(normal_forms(token.form)) for token in tokenize(text)), slug)


class ConceptFinder:
    """Finds names; made once for many texts."""

    def __init__(self, names: Iterable[ConceptName]) -> None:
        self._by_first: dict[str, list[ConceptName]] = {}
        for name in names:
            if name.words:
                for lemma in name.words[0]:
                    self._by_first.setdefault(lemma, []).append(name)
        for candidates in self._by_first.values():
            candidates.sort(key=lambda name: -len(name.words))

    def find(self, words: Sequence[Forms]) -> list[tuple[int, int, str]]:
        """(first word, word after the last, concept) for each name in a row of words, given by their normal forms."""
        found: list[tuple[int, int, str]] = []
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
            found += [(position, stop, slug) for slug in dict.fromkeys(name.slug for name in names)]
            if stop > position + 1:
                # the words inside a name may be concepts of their own: штрафная карта is a карта too
                found += [
                    (place, place + 1, slug)
                    for place in range(position, stop)
                    for slug in dict.fromkeys(name.slug for name in self._names_at(words, place, longest=1))
                ]
        return found

    def _names_at(self, words: Sequence[Forms], position: int, longest: int | None = None) -> list[ConceptName]:
        """The longest names that begin at a word; forms may make two of them look alike (score, scoring)."""
        best: list[ConceptName] = []
        for lemma in words[position]:
            for name in self._by_first.get(lemma, ()):
                length = len(name.words)
                if (longest is not None and length > longest) or (best and length < len(best[0].words)):
                    continue
                after = words[position : position + length]
                if len(after) == length and all(
                    not alternatives.isdisjoint(forms) for alternatives, forms in zip(name.words, after, strict=True)
                ):
                    if best and length > len(best[0].words):
                        best = []
                    best.append(name)
        return best
