"""Read texts into words with their weights: what the writers of the index have in common.

In: texts. Out: for each the words that it is found by (normal forms, concepts, families of kindred words), weighed, and
where they stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lawsearch.language import normal_forms
from lawsearch.language.citing import CITING_SIGN, citing_places
from lawsearch.language.text import tokenize
from lawsearch.search.concepts import ConceptFinder, ConceptName
from lawsearch.search.postings import Entry, pack_places
from lawsearch.search.units import MARK_BITS, form_mark

# What a word weighs in each part of a clause, how much the part's length tells, and the length that is usual.
PARTS = {
    "heading": (3.0, 0.4, 5.0),
    "text": (1.0, 0.6, 35.0),
    "above": (0.7, 0.5, 8.0),
    "said": (1.0, 0.35, 6.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What players say, in one language, and the clauses that answer it, the first to read first.

    ``names`` are the clauses' names, ``laws`` the numbers of their laws, "" for one that stands under none.
    """

    language: str
    text: str
    names: tuple[str, ...]
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What the tables of the corpus know: names of concepts, families of words, situations, defining clauses.

    ``words`` are the forms that the tables print, ``names`` the names of the ``concepts`` as written.
    """

    concepts: Sequence[ConceptName]
    families: Mapping[str, tuple[int, ...]]
    situations: Sequence[Said]
    defined: Mapping[str, tuple[str, ...]]
    words: Collection[str]
    names: Collection[str]
    in_force: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexOptions:
    """What the benchmark switches off to see what it is worth."""

    twins: bool = True
    all_forms: bool = True


@dataclass(slots=True)
class Bag:
    """Words with their weights and places."""

    weights: dict[str, float] = field(default_factory=dict)
    places: dict[str, list[int]] = field(default_factory=dict)

    def entries(self) -> Iterable[Entry]:
        places = self.places
        for word, weight in self.weights.items():
            yield word, round(weight, 2), pack_places(places[word]) if word in places else b""


def scaled(bag: Bag, usual: tuple[float, float], length: float) -> list[Entry]:
    """The words of a bag, weighed by how long its texts are together: ``usual`` is how much that tells, and the usual length."""
    slope, pivot = usual
    factor = 1 / (1 - slope + slope * length / pivot)
    return [(word, round(weight * factor, 3), b"") for word, weight in bag.weights.items()]


# Texts of so many characters are kept with their words cut, and of longer ones so many: those of a clause.
_SHORT = 200
_KEPT_LONG = 32


class _Cut:
    """The forms of a text in order, and how often the text holds each word that is indexed for it."""

    __slots__ = ("counts", "forms")

    def __init__(self, forms: list[str], counts: dict[str, int]) -> None:
        self.forms = forms
        self.counts = counts


class TextReader:
    """Reads texts into bags; each form, heading and row of forms is looked up once."""

    def __init__(self, knowledge: Knowledge, options: IndexOptions) -> None:
        self._families = knowledge.families
        self._finder = ConceptFinder(knowledge.concepts)
        self._all_forms = options.all_forms
        self.lemmas: dict[str, tuple[str, ...]] = {CITING_SIGN: (CITING_SIGN,)}
        self._indexed: dict[str, tuple[str, ...]] = {CITING_SIGN: (CITING_SIGN,)}  # and the families of a form
        self._marks: dict[str, int] = {CITING_SIGN: 0}
        self.printed: Counter[str] = Counter()  # in how many texts a form is printed
        self._cut: dict[str, _Cut] = {}
        self._cut_long: dict[str, _Cut] = {}

    def cut(self, text: str) -> _Cut:
        """The forms of a text, and what they stand for."""
        found = self._cut.get(text) or self._cut_long.get(text)
        if found is None:
            found = self._read(text)
            if len(text) < _SHORT:  # headings stand above many clauses
                self._cut[text] = found
            else:  # a clause is asked for as a unit and as a part of its law
                if len(self._cut_long) >= _KEPT_LONG:
                    self._cut_long.clear()
                self._cut_long[text] = found
        return found

    def _read(self, text: str) -> _Cut:
        forms = [token.form for token in tokenize(text)]
        for form in forms:
            if form not in self.lemmas:
                known = normal_forms(form)
                self.lemmas[form] = known if self._all_forms else known[:1]
                self._marks[form] = form_mark(form)
                kindred = dict.fromkeys(f"%{number}" for lemma in known for number in self._families.get(lemma, ()))
                self._indexed[form] = (*self.lemmas[form], *kindred)
        names = self._finder.find([self.lemmas[form] for form in forms])
        self.printed.update(set(forms))
        for place in citing_places(forms):
            forms[place] = CITING_SIGN
        indexed = self._indexed
        words = [word for form in forms for word in indexed[form]]
        words += ["@" + slug for _, _, slug in names]
        return _Cut(forms, Counter(words))

    def add(self, bag: Bag, text: str, weight: float, place: int | None = None) -> int:
        """Add a text to a bag; each word weighs ``weight``. Returns the number of words."""
        cut = self.cut(text)
        weights = bag.weights
        for word, count in cut.counts.items():
            weights[word] = weights.get(word, 0.0) + count * weight
        if place is not None:
            places, lemmas, marks = bag.places, self.lemmas, self._marks
            for position, form in enumerate(cut.forms, place):
                marked = position | marks[form] << MARK_BITS
                for lemma in lemmas[form]:
                    if lemma in places:
                        places[lemma].append(marked)
                    else:
                        places[lemma] = [marked]
        return len(cut.forms)

    def forget_texts(self) -> Counter[str]:
        """Forget what was read, but for the words; gives in how many texts each form was printed."""
        printed, self.printed = self.printed, Counter()
        self._cut.clear()
        self._cut_long.clear()
        return printed

    def length(self, text: str) -> int:
        """How many words a text has."""
        return len(self.cut(text).forms)

    def weigh(self, part: str, text: str) -> float:
        """What each word of a part weighs, given the part's length."""
        weight, slope, usual = PARTS[part]
        return weight / (1 - slope + slope * self.length(text) / usual)
