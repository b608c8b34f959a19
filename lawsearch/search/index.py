"""Write the index: what each unit and each law holds, weighed; what players say of them is written by ``sayings``.

In: entries (one a clause), situations, the names of concepts and the families of kindred words. Out: files of postings
and a file of numbers beside them. A unit is a clause in all its languages, so that a word in either language
finds it. A law is everything under one number in one edition, notes included. Words are kept in four ways:

    карта       a normal form, with its places, each with a mark of the form that is printed there
    @card       a concept, under whatever name        %17         a family of kindred words
    #law:50     what a unit is, for filters
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from lawsearch.language import fold
from lawsearch.language.text import tokenize
from lawsearch.search.postings import PostingsWriter
from lawsearch.search.sayings import Order, read_said_words, take_over_sayings, write_sayings
from lawsearch.search.texts import Bag, IndexOptions, Knowledge, TextReader, scaled
from lawsearch.search.units import LAW, NAMES, PART_BITS, POSTINGS, UNIT, VOCABULARY, Units, heading_tag
from lawsearch.search.vocabulary import write_vocabulary

# What a word weighs in a law as a whole, whose parts are those of its clauses; notes tell less than the law itself.
IN_LAW = {"heading": 4.0, "text": 1.0, "note": 0.5}
LAW_LENGTH = (0.55, 700.0)
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


@dataclass(slots=True)
class _Law:
    """A law as a whole: everything under its number in one edition."""

    number: int
    head: int
    bag: Bag = field(default_factory=Bag)
    length: int = 0

    def add(self, reader: TextReader, members: Sequence[IndexEntry]) -> None:
        for entry in members:
            reader.add(self.bag, entry.heading, IN_LAW["heading"] if entry.role == "laws" else IN_LAW["note"])
            self.length += reader.add(self.bag, entry.text, IN_LAW["text" if entry.role == "laws" else "note"])


def write_index(
    folder: Path,
    entries: Iterable[IndexEntry],
    knowledge: Knowledge,
    progress: Callable[[int], None] = lambda _done: None,
    options: IndexOptions | None = None,
    before: Path | None = None,
) -> set[str]:
    """Write a new index into an empty folder; returns the word forms of all texts. ``progress`` is told clauses done.

    ``before`` is the folder of an index made with the same knowledge and options: what players say is taken from there.
    """
    options = options or IndexOptions()
    reader = TextReader(knowledge, options)
    if before is None:
        write_sayings(folder, knowledge.situations, reader)
    else:
        take_over_sayings(before, folder)
    printed = read_said_words(folder)
    units: dict[tuple[str, ...], list[IndexEntry]] = {}
    for entry in entries:
        key = (entry.series, entry.edition, entry.name) if options.twins else (entry.document, entry.name)
        units.setdefault(key, []).append(entry)
    _write_texts(folder, list(units.values()), knowledge, reader, progress)
    printed.update(reader.forget_texts())
    printed.update(dict.fromkeys(knowledge.words, 0))
    write_vocabulary(folder / VOCABULARY, printed)
    (folder / NAMES).write_text("\n".join(sorted(map(fold, knowledge.names))), encoding="utf-8", newline="\n")
    return set(printed)


def _write_texts(
    folder: Path,
    units: Sequence[Sequence[IndexEntry]],
    knowledge: Knowledge,
    reader: TextReader,
    progress: Callable[[int], None],
) -> None:
    """Write what clauses and laws say, and what is known of each by its number."""
    numbers = Units(list(dict.fromkeys(entry.document for members in units for entry in members)))
    columns = {document: number for number, document in enumerate(numbers.documents)}
    numbers.members = [_zeros(len(units)) for _ in columns]
    numbers.headings = [_zeros(len(units)) for _ in columns]
    order = Order.of(knowledge.situations)
    heard = {name: number for number, name in enumerate(order.names)}
    named: dict[str, list[int]] = {}  # the units of a clause in force
    laws: dict[tuple[str, str], _Law] = {}
    writer = PostingsWriter(folder / POSTINGS, (UNIT, LAW))
    done = 0
    for unit, members in enumerate(units):
        first = members[0]
        bag = Bag()
        for entry in members:
            column = columns[entry.document]
            _add_to_unit(reader, bag, entry, column)
            numbers.members[column][unit] = entry.key
            numbers.headings[column][unit] = min(255, reader.length(entry.heading))
            if entry.heading:
                bag.weights[heading_tag(token.form for token in tokenize(entry.heading))] = 1.0
        for tag in _tags(members):
            bag.weights["#" + tag] = 1.0
        in_force = first.role == "laws" and first.edition == knowledge.in_force
        if in_force:
            named.setdefault(first.name, []).append(unit)
            for slug in knowledge.defined.get(first.name, ()):
                bag.weights["#defines:" + slug] = 1.0
        numbers.heard.append(heard.get(first.name, -1) if in_force else -1)
        numbers.standing.append(_standing(first, knowledge.in_force))
        law = None
        if first.law:
            law = laws.setdefault((first.edition, first.law), _Law(len(laws), unit))
            law.add(reader, members)
        numbers.law.append(law.number if law else -1)
        writer.add(UNIT, unit, bag.entries())
        done += len(members)
        progress(done)
    for law in laws.values():
        numbers.head.append(law.head)
        writer.add(LAW, law.number, scaled(law.bag, LAW_LENGTH, law.length))
    writer.close()
    for number in order.laws:
        told = laws.get((knowledge.in_force, number))
        numbers.told.append(told.number if told else -1)
    for situation in knowledge.situations:
        numbers.targets.extend(unit for name in situation.names for unit in named.get(name, ()))
        numbers.starts.append(len(numbers.targets))
    numbers.save(folder)


def _zeros(length: int) -> array[int]:
    return array("I", bytes(4 * length))


def _add_to_unit(reader: TextReader, bag: Bag, entry: IndexEntry, column: int) -> None:
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
