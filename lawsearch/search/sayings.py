"""Write what players say: each situation, and what all of them together say of a law and of a clause.

In: the situations of the corpus. Out: their postings, in a file of its own, and how many situations print each form.
Promises: nothing here depends on the texts of a library, so that whoever changes only those takes the files over.

    said    a situation, by its number in the tables
    heard   a clause that situations lead to, by its number in :attr:`Order.names`
    told    a law that situations lead to, by its number in :attr:`Order.laws`
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lawsearch.search.postings import PostingsWriter
from lawsearch.search.texts import Bag, Said, TextReader, scaled
from lawsearch.search.units import HEARD, SAID, SAID_WORDS, SAYINGS, TOLD, saying_tag
from lawsearch.search.vocabulary import Vocabulary, write_vocabulary

# How much the length of what all say of a law together tells, and the length that is usual; a situation tells less of
# the laws it leads to besides the first.
TOLD_LENGTH = (0.5, 120.0)
TOLD_BESIDE = 0.4
# The same for all that leads to one clause, by its place among those that a situation leads to.
HEARD_LENGTH = (0.4, 40.0)
HEARD_BESIDE = (1.0, 0.5, 0.35, 0.25)

# A text, and what its words weigh.
_Weighed = tuple[str, float]


@dataclass(frozen=True, slots=True)
class Order:
    """The clauses and the laws that situations lead to, as they are numbered: each where it is first named."""

    names: tuple[str, ...]
    laws: tuple[str, ...]

    @classmethod
    def of(cls, situations: Iterable[Said]) -> Order:
        """The order that the situations of the tables give."""
        names = dict.fromkeys(name for situation in situations for name in situation.names)
        laws = dict.fromkeys(law for situation in situations for law in situation.laws if law)
        return cls(tuple(names), tuple(laws))


def write_sayings(folder: Path, situations: Sequence[Said], reader: TextReader) -> None:
    """Write the files of the situations into the folder of an index."""
    writer = PostingsWriter(folder / SAYINGS, (SAID, TOLD, HEARD))
    for number, situation in enumerate(situations):
        cut, weight = reader.cut(situation.text), reader.weigh("said", situation.text)
        words = [(word, round(count * weight, 2), b"") for word, count in cut.counts.items()]
        words.append((saying_tag(reader.lemmas[form] for form in cut.forms), 1.0, b""))
        writer.add(SAID, number, words)
    heard: dict[str, list[_Weighed]] = {}
    told: dict[str, list[_Weighed]] = {}
    for situation in situations:
        for place, name in enumerate(situation.names):
            heard.setdefault(name, []).append((situation.text, HEARD_BESIDE[min(place, len(HEARD_BESIDE) - 1)]))
        for place, law in enumerate(dict.fromkeys(situation.laws)):
            told.setdefault(law, []).append((situation.text, TOLD_BESIDE if place else 1.0))
    order = Order.of(situations)
    for field, wanted, texts, usual in (
        (HEARD, order.names, heard, HEARD_LENGTH),
        (TOLD, order.laws, told, TOLD_LENGTH),
    ):
        for number, name in enumerate(wanted):
            bag = Bag()
            length = sum(weight * reader.add(bag, text, weight) for text, weight in texts[name])
            writer.add(field, number, scaled(bag, usual, length))
    writer.close()
    write_vocabulary(folder / SAID_WORDS, reader.forget_texts())


def take_over_sayings(before: Path, folder: Path) -> None:
    """Copy the files from the folder of another index that knows the same situations."""
    for name in (SAYINGS, SAID_WORDS):
        shutil.copyfile(before / name, folder / name)


def read_said_words(folder: Path) -> Counter[str]:
    """In how many situations each form is printed."""
    return Counter(dict(Vocabulary(str(folder / SAID_WORDS)).items()))
