"""Mark the matched words of a text as printed, tell how they were reached, and cut the passage that shows them best.

Promises: every span lies inside its text and covers whole words; ``snippet == text[span.start:span.stop]``; a passage
cuts neither a word nor a reference.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lawsearch.language.text import Token
from lawsearch.model import Span, Through
from lawsearch.search.concepts import ConceptFinder, ConceptName, Related
from lawsearch.search.forms import FormTable
from lawsearch.search.query import WORD, Query, Word

SNIPPET = 280
_LEADS = 0.4  # what the first sentence of a passage counts beyond the others
_REST = 60  # so few characters are not left out
_WHOLE = 400  # a text of so many characters is shown as a whole
_WAYS = 4  # so many ways in which words reached a clause are told
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n")

# How a word of a text answers a word of the query: by itself, as another name of the same thing, as a word akin to it.
OWN, TERM, NEAR = "own", "term", "near"


class Mark:
    """A matched word (or name of several words) of a text: which words of the query it answers, and how."""

    __slots__ = ("how", "span", "words")

    def __init__(self, span: Span, words: tuple[int, ...], how: str) -> None:
        self.span = span
        self.words = words
        self.how = how


class Printed:
    """A matched word as a clause prints it, in the language of that clause."""

    __slots__ = ("language", "mark", "text")

    def __init__(self, mark: Mark, text: str, language: str) -> None:
        self.mark = mark
        self.text = text
        self.language = language


def printed_words(text: str, marks: Sequence[Mark], language: str) -> list[Printed]:
    """The marked words of a text."""
    return [Printed(mark, text[mark.span.start : mark.span.stop], language) for mark in marks]


class Marker:
    """Marks texts for one query. Words are named by their places in ``query.words``; a query without any marks nothing."""

    def __init__(
        self,
        query: Query,
        forms: FormTable,
        related: Related,
        *,
        expanded: Mapping[Word, Sequence[str]] | None = None,
        names: Sequence[ConceptName] = (),
        kindred: Mapping[str, Sequence[str]] | None = None,
        worth: Mapping[int, float] | None = None,
    ) -> None:
        """``expanded``: printed forms of words with ``*`` or ``~``; ``names``: all names of the query's concepts;
        ``kindred``: normal form of the query → normal forms akin to it; ``worth``: what each word tells.
        """
        expanded, kindred = expanded or {}, kindred or {}
        self.query = query
        self.numbers: Mapping[int, int] = related.numbers
        self.worth: Mapping[int, float] = worth or {}
        self._forms = forms
        words = query.words
        place_of = {word: place for place, word in enumerate(words)}
        self._phrases: list[list[tuple[int, frozenset[str]]]] = []
        self._printed: dict[str, int] = {}
        self._own: dict[str, list[int]] = {}
        self._near: dict[str, list[int]] = {}
        only_weak = all(forms.is_weak(word.form) for word in words)
        for term in query.looked_for:
            for option in term.options:
                if len(option) > 1:
                    phrase = [(place_of[word], frozenset(forms.in_phrase(word.form))) for word in option]
                    self._phrases.append(phrase)
                    continue
                word = option[0]
                place = place_of[word]
                if word.kind != WORD:
                    self._printed.update(dict.fromkeys(expanded.get(word, ()), place))
                elif only_weak or not forms.is_weak(word.form):
                    for lemma in forms.normal_forms(word.form):
                        self._own.setdefault(lemma, []).append(place)
                        for other in kindred.get(lemma, ()):
                            self._near.setdefault(other, []).append(place)
        self._loose = frozenset((*self._own, *self._near))
        loose = {place for places in self._own.values() for place in places}
        self._of_concept: dict[str, tuple[int, ...]] = {}
        for named in related.concepts:
            places = tuple(place for place in range(named.first, named.stop) if place in loose)
            if places:
                before = self._of_concept.get(named.slug, ())
                self._of_concept[named.slug] = tuple(dict.fromkeys((*before, *places)))
        self._finder = ConceptFinder(name for name in names if name.slug in self._of_concept)

    def mark(self, text: str) -> tuple[Mark, ...]:
        """The matched words of a text, in order; no two overlap."""
        if not (self._loose or self._printed or self._phrases):
            return ()
        tokens, lemmas = self._forms.read(text)
        marks: dict[int, Mark] = {}
        for index, token in enumerate(tokens) if self._printed else ():
            if token.form in self._printed:
                marks[index] = _mark(tokens, index, index + 1, (self._printed[token.form],), OWN)
        for index, forms in enumerate(lemmas):
            if self._loose.isdisjoint(forms) or (self._printed and index in marks):
                continue
            for lemma in forms:
                if lemma in self._own:
                    marks[index] = _mark(tokens, index, index + 1, tuple(self._own[lemma]), OWN)
                    break
                if lemma in self._near and index not in marks:
                    marks[index] = _mark(tokens, index, index + 1, tuple(self._near[lemma]), NEAR)
        for phrase in self._phrases:
            first = phrase[0][1]
            for start in range(len(tokens) - len(phrase) + 1):
                if first.isdisjoint(lemmas[start]):
                    continue
                if all(not wanted.isdisjoint(lemmas[start + step]) for step, (_, wanted) in enumerate(phrase)):
                    for step, (place, _) in enumerate(phrase):
                        marks[start + step] = _mark(tokens, start + step, start + step + 1, (place,), OWN)
        for named in self._finder.find(lemmas):
            # a name is marked as a whole, unless the query's own words stand in it
            places = range(named.first, named.stop)
            if not any(marks[index].how == OWN for index in places if index in marks):
                for index in places:
                    marks.pop(index, None)
                marks[named.first] = _mark(tokens, named.first, named.stop, self._of_concept[named.slug], TERM)
        # a word akin to one of the query is no match where the word itself stands
        found = {word for mark in marks.values() if mark.how != NEAR for word in mark.words}
        ordered = [
            marks[index] for index in sorted(marks) if marks[index].how != NEAR or found.isdisjoint(marks[index].words)
        ]
        return tuple(
            mark
            for before, mark in zip([None, *ordered], ordered, strict=False)
            if before is None or before.span.stop <= mark.span.start
        )


def _mark(tokens: Sequence[Token], start: int, stop: int, words: tuple[int, ...], how: str) -> Mark:
    return Mark(Span(tokens[start].start, tokens[stop - 1].stop), words, how)


def ways_to(query: Query, here: Sequence[Printed], twins: Sequence[Printed]) -> tuple[Through, ...]:
    """How the words of a query reached a clause that does not print them; each word by the nearest way.

    ``here`` are the matched words of the clause, ``twins`` those of its other languages.
    """
    found: dict[int, Through | None] = {}
    for how, kind, printed in (
        (OWN, "", here),
        (OWN, "twin", twins),
        (TERM, "term", here),
        (NEAR, "near", here),
        (TERM, "twin", twins),
        (NEAR, "twin", twins),
    ):
        for item in printed:
            for word in item.mark.words if item.mark.how == how else ():
                if word not in found:
                    form = query.words[word].form
                    # the capital is that of a sentence's beginning
                    text = item.text[:1].lower() + item.text[1:] if item.text[1:].islower() else item.text
                    through = Through(kind=kind, words=form, text=text, language=item.language)
                    found[word] = through if kind and item.text.lower() != form else None
    ways: dict[tuple[str, str], Through] = {}
    for word in sorted(found):
        way = found[word]
        if way is not None:
            before = ways.get((way.kind, way.text.lower()))
            ways[way.kind, way.text.lower()] = (
                replace(before, words=f"{before.words} {way.words}") if before is not None else way
            )
    return tuple(ways.values())[:_WAYS]


def best_snippet(
    text: str,
    marks: Sequence[Mark],
    value: Mapping[int, float] | None = None,
    kept: Sequence[Span] = (),
    tables: Sequence[Span] = (),
) -> Span:
    """The passage of about ``SNIPPET`` characters that answers most of the query.

    ``value`` is what each word of the query tells (1 where it is not given); ``kept`` are spans that are not cut; no passage
    holds a part of the ``tables``, whose rows are shown apart.
    """
    if len(text) <= _WHOLE:
        return Span(0, len(text))
    start = _whole(text, _best_start(text, marks, value or {}, tables), kept, -1)
    stop = min(len(text), start + SNIPPET)
    if stop < len(text):
        stop = _whole(text, _good_end(text, start, stop, marks), kept, 1)
    limit = _next_table(text, start, tables)
    if limit < stop:
        stop = start + len(text[start:limit].rstrip())
    return Span(start, stop)


def _best_start(text: str, marks: Sequence[Mark], value: Mapping[int, float], tables: Sequence[Span]) -> int:
    """Where the passage begins that answers most of the query; its first sentence counts beyond the others."""
    best = (-1.0, 0)
    sentences = [0, *(match.end() for match in _SENTENCE.finditer(text))]
    starts = {*sentences, *(_passage_start(text, mark.span.start) for mark in marks)}
    apart = [start for start in starts if not any(table.start <= start < table.stop for table in tables)]
    for start in sorted(apart or starts):
        stop = min(start + SNIPPET, _next_table(text, start, tables))
        told: dict[int, float] = {}
        lead: set[int] = set()
        number = 0
        until = sentences[after] if (after := bisect_right(sentences, start)) < len(sentences) else len(text)
        for mark in marks:
            if start <= mark.span.start and mark.span.stop <= stop:
                number += 1
                share = 1.0 if mark.how == OWN else 0.7
                for word in mark.words:
                    told[word] = max(told.get(word, 0.0), share * value.get(word, 1.0))
                if mark.span.start < until:
                    lead.update(mark.words)
        # the sentence that answers stands first in the passage
        total = sum(told.values()) + 0.05 * number + _LEADS * sum(told[word] for word in lead)
        if total > best[0] + 1e-9:
            best = (total, start)
    return best[1]


def _good_end(text: str, start: int, stop: int, marks: Sequence[Mark]) -> int:
    """Where a passage that would end at ``stop`` ends well: with a sentence or a word, and behind the last mark in it."""
    last = max((mark.span.stop for mark in marks if mark.span.stop <= stop), default=0)
    ends = [match.start() for match in _SENTENCE.finditer(text, start + SNIPPET // 3, stop + SNIPPET // 2)]
    within = [end for end in ends if end <= stop + 20]
    cut = text.rfind(" ", start, stop)
    if within and within[-1] >= last:
        stop = within[-1]
    elif ends:  # the sentence is shown to its end if that is near
        stop = ends[0]
    elif cut > start and cut >= last:
        stop = cut
    return len(text) if len(text) - stop < _REST else stop


def _next_table(text: str, start: int, tables: Sequence[Span]) -> int:
    """Where the next table behind ``start`` begins; the end of the text if there is none."""
    return min([table.start for table in tables if table.start > start], default=len(text))


def _whole(text: str, position: int, kept: Sequence[Span], step: int) -> int:
    """The nearest place before (step -1) or after (1) that cuts neither a word nor a kept span."""
    moved = True
    while moved:
        moved = False
        for span in kept:
            if span.start < position < span.stop:
                position = span.start if step < 0 else span.stop
                moved = True
        while 0 < position < len(text) and not text[position - 1].isspace() and not text[position].isspace():
            position += step
            moved = True
    return position


def _passage_start(text: str, position: int) -> int:
    """Where a passage that shows ``position`` begins: at its sentence if that is near, else at a word."""
    floor = max(0, position - SNIPPET // 2)
    starts = [match.end() for match in _SENTENCE.finditer(text, floor, position + 1) if match.end() <= position]
    if floor == 0:
        return 0 if not starts or position < SNIPPET * 0.7 else starts[-1]
    if starts:
        return starts[0]
    space = text.find(" ", floor)
    return space + 1 if 0 <= space < position else position
