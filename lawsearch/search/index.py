"""Write the index: what each unit, each law and each situation holds, weighed.

In: entries (one a clause), situations, the names of concepts and the families of kindred words. Out: an index of
postings and a file of numbers beside it. A unit is a clause in all its languages, so that a word in either language
finds it. A law is everything under one number in one edition, notes included. Words are kept in four ways:

    карта       a normal form, with its places, each with a mark of the form that is printed there
    @card       a concept, under whatever name        %17         a family of kindred words
    #law:50     what a unit is, for filters
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lawsearch.language import fold, normal_forms
from lawsearch.language.citing import CITING_SIGN, citing_places
from lawsearch.language.text import tokenize
from lawsearch.search.concepts import ConceptFinder
from lawsearch.search.postings import Entry, PostingsWriter, pack_places
from lawsearch.search.units import (
    HEARD,
    LAW,
    MARK_BITS,
    NAMES,
    PART_BITS,
    SAID,
    TOLD,
    UNIT,
    Units,
    form_mark,
    heading_tag,
    saying_tag,
)
from lawsearch.search.vocabulary import write_vocabulary

# What a word weighs in each part of a clause, how much the part's length tells, and the length that is usual.
PARTS = {
    "heading": (3.0, 0.4, 5.0),
    "text": (1.0, 0.6, 35.0),
    "above": (0.7, 0.5, 8.0),
    "said": (1.0, 0.35, 6.0),
}
# The same for a law as a whole, whose parts are those of its clauses; notes tell less than the law itself.
IN_LAW = {"heading": 4.0, "text": 1.0, "note": 0.5}
LAW_LENGTH = (0.55, 700.0)
# And for all that players say of a law together; a situation tells less of the laws it leads to besides the first.
TOLD_LENGTH = (0.5, 120.0)
TOLD_BESIDE = 0.4
# And for all that leads to one clause, by its place among those that a situation leads to.
HEARD_LENGTH = (0.4, 40.0)
HEARD_BESIDE = (1.0, 0.5, 0.35, 0.25)

# What a unit's role and kind count: the law's own clause stands above notes that quote it, a law as a whole is the
# place to begin, a chapter holds nothing but its title, an unplaced fragment is the last resort.
ROLES = {"laws": 1.0, "commentary": 0.8}
KINDS = {"law": 1.08, "definition": 0.85, "chapter": 0.5, "unplaced": 0.7, "closing": 0.9}
TITLE_OF_NOTES = 0.75
OTHER_EDITION = 0.92


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexEntry:
    """A clause to be found: ``key`` is its row in the store, ``name`` tells it from the others of its document.

    ``above`` are the headings above it; ``species`` is what it is to a person who looks for a definition, a note, a
    table; ``law`` is its number, or "" where it stands under none.
    """

    key: int
    document: str
    series: str
    edition: str
    language: str
    role: str
    name: str
    law: str
    kind: str
    species: tuple[str, ...]
    heading: str
    text: str
    above: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What players say, in one language, and the names of the clauses that answer it, the first to read first."""

    language: str
    text: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """What the tables of the corpus know: names of concepts, families of words, situations, defining clauses.

    ``words`` are the forms that the tables print, ``names`` the names of concepts as written.
    """

    finder: ConceptFinder
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
class _Bag:
    """Words with their weights and places."""

    weights: dict[str, float] = field(default_factory=dict)
    places: dict[str, list[int]] = field(default_factory=dict)

    def entries(self) -> Iterable[Entry]:
        places = self.places
        for word, weight in self.weights.items():
            yield word, round(weight, 2), pack_places(places[word]) if word in places else b""


@dataclass(slots=True)
class _Law:
    """A law as a whole: everything under its number in one edition."""

    number: int
    head: int
    bag: _Bag = field(default_factory=_Bag)
    length: int = 0
    told: _Bag = field(default_factory=_Bag)
    told_length: float = 0.0

    def tell(self, reader: _Reader, text: str, weight: float) -> None:
        """Add what players say of this law."""
        self.told_length += weight * reader.add(self.told, text, weight)

    def add(self, reader: _Reader, members: Sequence[IndexEntry]) -> None:
        for entry in members:
            reader.add(self.bag, entry.heading, IN_LAW["heading"] if entry.role == "laws" else IN_LAW["note"])
            self.length += reader.add(self.bag, entry.text, IN_LAW["text" if entry.role == "laws" else "note"])

    def entries(self) -> dict[str, Iterable[Entry]]:
        return {
            LAW: _scaled(self.bag, LAW_LENGTH, self.length),
            TOLD: _scaled(self.told, TOLD_LENGTH, self.told_length),
        }


def _scaled(bag: _Bag, usual: tuple[float, float], length: float) -> list[Entry]:
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


class _Reader:
    """Reads texts into bags; each form, heading and row of forms is looked up once."""

    def __init__(self, knowledge: Knowledge, options: IndexOptions) -> None:
        self._knowledge = knowledge
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
                families = self._knowledge.families
                kindred = dict.fromkeys(f"%{number}" for lemma in known for number in families.get(lemma, ()))
                self._indexed[form] = (*self.lemmas[form], *kindred)
        names = self._knowledge.finder.find([self.lemmas[form] for form in forms])
        self.printed.update(set(forms))
        for place in citing_places(forms):
            forms[place] = CITING_SIGN
        indexed = self._indexed
        words = [word for form in forms for word in indexed[form]]
        words += ["@" + named.slug for named in names]
        return _Cut(forms, Counter(words))

    def add(self, bag: _Bag, text: str, weight: float, place: int | None = None) -> int:
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

    def length(self, text: str) -> int:
        return len(self.cut(text).forms)

    def weigh(self, part: str, text: str) -> float:
        """What each word of a part weighs, given the part's length."""
        weight, slope, usual = PARTS[part]
        return weight / (1 - slope + slope * self.length(text) / usual)


def write_index(
    folder: Path,
    entries: Iterable[IndexEntry],
    knowledge: Knowledge,
    progress: Callable[[int], None] = lambda _done: None,
    options: IndexOptions = IndexOptions(),
) -> set[str]:
    """Write a new index into an empty folder; returns the word forms of all texts. ``progress`` is told clauses done."""
    units: dict[tuple[str, ...], list[IndexEntry]] = {}
    for entry in entries:
        key = (entry.series, entry.edition, entry.name) if options.twins else (entry.document, entry.name)
        units.setdefault(key, []).append(entry)
    reader = _Reader(knowledge, options)
    numbers = Units(list(dict.fromkeys(entry.document for members in units.values() for entry in members)))
    columns = {document: number for number, document in enumerate(numbers.documents)}
    numbers.members = [_zeros(len(units)) for _ in columns]
    numbers.headings = [_zeros(len(units)) for _ in columns]
    laws: dict[tuple[str, str], _Law] = {}
    places: dict[str, list[int]] = {}
    writer = PostingsWriter(folder, (UNIT, LAW, SAID, TOLD, HEARD))
    heard: dict[str, list[tuple[str, float]]] = {}
    for situation in knowledge.situations:
        for place, name in enumerate(situation.names):
            weight = HEARD_BESIDE[min(place, len(HEARD_BESIDE) - 1)]
            heard.setdefault(name, []).append((situation.text, weight))
    done = 0
    for unit, members in enumerate(units.values()):
        first = members[0]
        bag = _Bag()
        for entry in members:
            column = columns[entry.document]
            _add_to_unit(reader, bag, entry, column)
            numbers.members[column][unit] = entry.key
            numbers.headings[column][unit] = min(255, reader.length(entry.heading))
            if entry.heading:
                bag.weights[heading_tag(token.form for token in tokenize(entry.heading))] = 1.0
        for tag in _tags(members):
            bag.weights["#" + tag] = 1.0
        if first.role == "laws" and first.edition == knowledge.in_force:
            places.setdefault(first.name, []).append(unit)
            for slug in knowledge.defined.get(first.name, ()):
                bag.weights["#defines:" + slug] = 1.0
            spoken = _heard(reader, heard.get(first.name, ()))
        else:
            spoken = []
        numbers.standing.append(_standing(first, knowledge.in_force))
        if first.law:
            law = laws.get((first.edition, first.law))
            if law is None:
                law = laws[first.edition, first.law] = _Law(len(laws), unit)
            law.add(reader, members)
            numbers.law.append(law.number)
        else:
            numbers.law.append(-1)
        writer.add({UNIT: bag.entries(), HEARD: spoken})
        done += len(members)
        progress(done)
    told = list(laws.values())
    for situation in knowledge.situations:
        targets = [unit for name in situation.names for unit in places.get(name, ())]
        numbers.targets.extend(targets)
        numbers.starts.append(len(numbers.targets))
        for place, law_number in enumerate(dict.fromkeys(numbers.law[unit] for unit in targets)):
            if law_number >= 0:
                told[law_number].tell(reader, situation.text, TOLD_BESIDE if place else 1.0)
    for law in told:
        numbers.head.append(law.head)
        writer.add(law.entries())
    for situation in knowledge.situations:
        cut, weight = reader.cut(situation.text), reader.weigh("said", situation.text)
        words = [(word, round(count * weight, 2), b"") for word, count in cut.counts.items()]
        words.append((saying_tag(reader.lemmas[form] for form in cut.forms), 1.0, b""))
        writer.add({SAID: words})
    writer.close()
    numbers.save(folder)
    reader.printed.update(dict.fromkeys(knowledge.words, 0))
    write_vocabulary(folder, reader.printed)
    (folder / NAMES).write_text("\n".join(sorted(map(fold, knowledge.names))), encoding="utf-8", newline="\n")
    return set(reader.lemmas) - {CITING_SIGN}


def _heard(reader: _Reader, situations: Sequence[tuple[str, float]]) -> list[Entry]:
    """The words of all situations that lead to a clause, weighed."""
    bag = _Bag()
    length = sum(weight * reader.add(bag, text, weight) for text, weight in situations)
    return _scaled(bag, HEARD_LENGTH, length)


def _zeros(length: int) -> array[int]:
    return array("I", bytes(4 * length))


def _add_to_unit(reader: _Reader, bag: _Bag, entry: IndexEntry, column: int) -> None:
    """The parts of one clause, each with places of its own."""
    heading = column * 2
    reader.add(bag, entry.heading, reader.weigh("heading", entry.heading), heading << PART_BITS)
    reader.add(bag, entry.text, reader.weigh("text", entry.text), (heading + 1) << PART_BITS)
    above = " ".join(entry.above)
    reader.add(bag, above, reader.weigh("above", above))


def _tags(members: Sequence[IndexEntry]) -> set[str]:
    """What filters ask for."""
    tags = set()
    for entry in members:
        tags |= {f"document:{entry.document}", f"kind:{entry.kind}", *(f"species:{name}" for name in entry.species)}
        if entry.law:
            tags.add(f"law:{entry.law}")
        if _is_title(entry):
            tags.add("title")
    return tags


def _is_title(entry: IndexEntry) -> bool:
    """True for the title of notes on a law: it holds nothing but the law's name."""
    return not entry.text and entry.role != "laws"


def _standing(entry: IndexEntry, in_force: str) -> float:
    standing = ROLES.get(entry.role, 1.0)
    if _is_title(entry):
        standing *= TITLE_OF_NOTES
    elif entry.role == "laws" or entry.kind != "law":
        standing *= KINDS.get(entry.kind, 1.0)
    return standing if entry.edition == in_force else standing * OTHER_EDITION
