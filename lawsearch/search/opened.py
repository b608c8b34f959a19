"""An opened index: its files, and what it knows of words and clauses. Nothing here ranks.

In: the folder of an index and the table of forms. Out: postings, counts, the printed forms and how often they are
printed, situations, the clauses that define a term.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Collection, Iterable

from lawsearch.search.forms import FormTable
from lawsearch.search.postings import Posting, Postings
from lawsearch.search.query import FUZZY, PREFIX, Word
from lawsearch.search.units import HEARD, LAW, NAMES, POSTINGS, SAID, SAYINGS, TOLD, UNIT, VOCABULARY, Units
from lawsearch.search.vocabulary import Vocabulary

MAX_EXPANDED = 32  # words that a prefix or an inexact spelling stands for


class SearchIndex:
    """An opened index of one generation. Not shared between threads: each opens its own."""

    def __init__(self, folder: str, forms: FormTable, added: Collection[str] = ()) -> None:
        """``added`` are the documents of the user's own, of which no situation knows."""
        self._folder = folder
        self.added = frozenset(added)
        self.forms = forms
        self.units = Units.load(folder)
        texts, sayings = Postings(f"{folder}/{POSTINGS}"), Postings(f"{folder}/{SAYINGS}")
        self._texts = texts
        self._fields = {UNIT: texts, LAW: texts, SAID: sayings, TOLD: sayings, HEARD: sayings}
        self._vocabulary: Vocabulary | None = None

    def close(self) -> None:
        for postings in set(self._fields.values()):
            postings.close()

    # words

    @property
    def vocabulary(self) -> Vocabulary:
        """All printed forms of the texts, the situations and the tables."""
        if self._vocabulary is None:
            self._vocabulary = Vocabulary(f"{self._folder}/{VOCABULARY}")
        return self._vocabulary

    def frequency(self, form: str) -> int:
        """How many texts and situations print a form."""
        return self.vocabulary.count(form)

    def printed_beside(self, form: str) -> list[str]:
        """All printed forms in the alphabet of one."""
        return self.vocabulary.beside(form)

    def names(self) -> list[str]:
        """The names of concepts, folded."""
        with open(f"{self._folder}/{NAMES}", encoding="utf-8", newline="\n") as file:
            return file.read().split("\n")

    def contains(self, form: str) -> bool:
        """True if some text or situation holds a form of the word."""
        lemmas = self.forms.normal_forms(form)
        return any(self._fields[name].count(name, lemma) for lemma in lemmas for name in (UNIT, SAID))

    def knows(self, form: str) -> bool:
        """True if some text, situation or table has a form of the word; numbers and single letters are known."""
        if len(form) < 2 or not form[0].isalpha():
            return True
        if self.forms.knows(form) or self.forms.is_weak(form) or self.contains(form):
            return True
        # of an English word the table holds the form that is printed: others lead to it
        return any(map(self.forms.knows, self.forms.normal_forms(form)))

    def tells(self, form: str) -> float:
        """How much a word tells of a text that holds it: nearly nothing if all do, or if it asks or joins."""
        if self.forms.is_weak(form):
            return 0.1
        return self.rarity(max((self.count(UNIT, lemma) for lemma in self.forms.normal_forms(form)), default=0))

    def forms_like(self, start: str) -> list[str]:
        """All forms of known words that begin with ``start``, printed or not."""
        return self.forms.starting(start)

    def expand(self, word: Word) -> list[str]:
        """The printed forms that a word with ``*`` or ``~`` stands for, the commonest first, a bounded number."""
        if word.kind == PREFIX:
            forms = self.vocabulary.starting(word.form)
            return sorted(forms, key=lambda form: (-self.frequency(form), form))[:MAX_EXPANDED]
        if word.kind == FUZZY:
            from lawsearch.search.mend import near_words

            return [form for form, _ in near_words(word.form, self.printed_beside(word.form), limit=MAX_EXPANDED)]
        return [word.form]

    # postings

    def posting(self, name: str, word: str) -> Posting:
        """Where a word stands in a field of the index; an empty posting where it stands nowhere."""
        return self._fields[name].get(name, word)

    def count(self, name: str, word: str) -> int:
        """How many documents of a field hold a word."""
        return len(self._fields[name].get(name, word))

    def rarity(self, number: int) -> float:
        """What a word tells that so many units hold."""
        return math.log(1 + (self.units.count - number + 0.5) / (number + 0.5))

    def places(self, unit: int, forms: Iterable[str]) -> array[int]:
        """Where forms of one word stand in a unit, with their marks."""
        places = array("I")
        for form in forms:
            places += self._texts.get(UNIT, form).places(unit)
        return places

    def definitions(self, slug: str) -> Iterable[int]:
        """The clauses that define a concept."""
        return self._texts.get(UNIT, "#defines:" + slug).weights

    def defines(self, slug: str) -> bool:
        """True if some clause defines the concept."""
        return bool(self.definitions(slug))
