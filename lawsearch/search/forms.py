"""The table of forms: every form of every word of the corpus, with its normal forms.

Made at build time, so that a query need not load the morphological dictionary: a form that is not in the table
has no normal form that any text of the library holds. Each value is a rule: cut n letters, add a suffix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

import marisa_trie

from lawsearch.language import get_language, is_cyrillic, is_detail, normal_forms, weak_words
from lawsearch.language.citing import CITING_SIGN, citing_places, is_citing
from lawsearch.language.text import Token, tokenize

if TYPE_CHECKING:
    from pathlib import Path

# So many texts are remembered with their words cut: clauses that answer one question often answer the next.
_KEPT_TEXTS = 1_500
# And so many forms, whatever is asked: each slip asks for hundreds.
_KEPT_FORMS = 50_000


def write_forms(path: Path, words: Iterable[str]) -> int:
    """Write the table for the folded words of the texts; returns the number of forms.

    Of a Russian word all forms are written, of an English one the form that the texts print: its other forms are
    stemmed when a query spells them.
    """
    russian = get_language("ru")
    lemmas_of: dict[str, set[str]] = {}
    done: set[tuple[str, frozenset[str]]] = set()
    for word in sorted(set(words)):
        if not word[0].isalpha() or word.isupper():
            continue
        lemmas_of.setdefault(word, set()).update(normal_forms(word))
        if not is_cyrillic(word):
            continue
        for lemma, forms in russian.lexemes(word).items():
            if (lemma, forms) in done:  # words of one entry of the dictionary have one set of forms
                continue
            done.add((lemma, forms))
            for form in forms:
                lemmas_of.setdefault(form, set()).add(lemma)
    pairs = [(form, _rule(form, lemma)) for form in sorted(lemmas_of) for lemma in sorted(lemmas_of[form])]
    marisa_trie.BytesTrie(pairs).save(str(path))
    return len(lemmas_of)


def _rule(form: str, lemma: str) -> bytes:
    common = min(len(form), len(lemma))
    while not form.startswith(lemma[:common]):  # they part near their ends
        common -= 1
    return bytes((len(form) - common,)) + lemma[common:].encode()


class FormTable:
    """An opened table of forms."""

    def __init__(self, path: str) -> None:
        self._trie = marisa_trie.BytesTrie()
        self._trie.load(path)
        self._known: dict[str, tuple[str, ...]] = {}
        self._texts: dict[str, tuple[list[Token], list[tuple[str, ...]]]] = {}

    def normal_forms(self, form: str) -> tuple[str, ...]:
        """The normal forms of a folded word of either language, as the index knows them; never empty."""
        found = self._known.get(form)
        if found is None:
            if len(self._known) >= _KEPT_FORMS:
                self._known.clear()
            found = self._known[form] = self._look_up(form)
        return found

    def in_phrase(self, form: str) -> tuple[str, ...]:
        """What a word of a phrase may stand as in a text: its normal forms, the sign of a citation too."""
        return (*self.normal_forms(form), CITING_SIGN) if is_citing(form) else self.normal_forms(form)

    def read(self, text: str) -> tuple[list[Token], list[tuple[str, ...]]]:
        """The words of a text and the normal forms of each; the last texts are remembered."""
        found = self._texts.get(text)
        if found is None:
            tokens = list(tokenize(text))
            known = self._known
            lemmas = [known.get(token.form) or self.normal_forms(token.form) for token in tokens]
            for place in citing_places([token.form for token in tokens]):
                lemmas[place] = (CITING_SIGN,)
            found = tokens, lemmas
            if len(self._texts) >= _KEPT_TEXTS:
                self._texts.clear()
            self._texts[text] = found
        return found

    @staticmethod
    def is_weak(form: str) -> bool:
        """True for a word that asks or joins, in either language."""
        return form in weak_words()

    def is_detail(self, form: str) -> bool:
        """True for a word that names a card, a suit, a seat or a bid, in either language."""
        return any(map(is_detail, (form, *self.normal_forms(form))))

    def knows(self, form: str) -> bool:
        """True if some text of the library holds a form of this Russian word."""
        return form in self._trie

    def items(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """All forms of the table in their order, each with its normal forms."""
        for form, pairs in groupby(self._trie.items(), key=lambda pair: pair[0]):
            yield form, tuple(form[: len(form) - rule[0]] + rule[1:].decode() for _, rule in pairs)

    def starting(self, start: str) -> list[str]:
        """The forms in the table that begin so, each once, in order."""
        return list(dict.fromkeys(self._trie.keys(start)))

    def _look_up(self, form: str) -> tuple[str, ...]:
        if not form[0].isalpha() or form.isupper():
            return normal_forms(form)
        rules = self._trie.get(form)
        if rules:
            return tuple(form[: len(form) - rule[0]] + rule[1:].decode() for rule in rules)
        return (form,) if is_cyrillic(form) else normal_forms(form)
