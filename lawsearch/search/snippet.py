"""Mark the matched words of a clause as printed, and cut the passage that shows them best.

Promises: every span lies inside its text and covers whole words; ``snippet == text[span.start:span.stop]``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lawsearch.language.text import Token, tokenize
from lawsearch.model import Span
from lawsearch.search.forms import FormTable
from lawsearch.search.query import Query

SNIPPET = 220
_SENTENCE = re.compile(r"(?<=[.!?;:])\s+|\n")


def highlight(text: str, query: Query, forms: FormTable) -> tuple[Span, ...]:
    """The words of ``text`` that the query found: its words in any form, its phrases only whole."""
    tokens = list(tokenize(text))
    words: set[str] = set()
    phrases: list[list[set[str]]] = []
    for term in query.terms:
        if term.excluded:
            continue
        lemma_sets = [set(forms.normal_forms(form)) | {form} for form in term.forms]
        if term.is_phrase:
            phrases.append(lemma_sets)
        else:
            words |= lemma_sets[0]
    marked: set[int] = set()
    known = [_known_forms(token, forms) for token in tokens]
    for index, found in enumerate(known):
        if not words.isdisjoint(found):
            marked.add(index)
    for phrase in phrases:
        for start in range(len(tokens) - len(phrase) + 1):
            if all(not lemmas.isdisjoint(known[start + step]) for step, lemmas in enumerate(phrase)):
                marked.update(range(start, start + len(phrase)))
    return tuple(Span(tokens[index].start, tokens[index].stop) for index in sorted(marked))


def _known_forms(token: Token, forms: FormTable) -> set[str]:
    return {token.form, *forms.normal_forms(token.form)}


def best_snippet(text: str, highlights: Sequence[Span], size: int = SNIPPET) -> Span:
    """The passage of at most about ``size`` characters with the most different matched words."""
    if len(text) <= size:
        return Span(0, len(text))
    best = (-1.0, 0)
    for first in highlights or (Span(0, 0),):
        start = _passage_start(text, first.start, size)
        inside = [span for span in highlights if start <= span.start and span.stop <= start + size]
        different = len({text[span.start : span.stop].lower() for span in inside})
        value = different + 0.1 * len(inside)
        if value > best[0]:
            best = (value, start)
    start = best[1]
    stop = min(len(text), start + size)
    if stop < len(text):
        cut = text.rfind(" ", start, stop)
        last = max((span.stop for span in highlights if span.stop <= stop), default=0)
        stop = cut if cut > start and cut >= last else stop
        while stop < len(text) and not text[stop].isspace():
            stop += 1
    return Span(start, stop)


def _passage_start(text: str, position: int, size: int) -> int:
    """Where a passage around ``position`` begins: at its sentence if that is near, else at a word."""
    floor = max(0, position - size // 2)
    starts = [match.end() for match in _SENTENCE.finditer(text, floor, position + 1) if match.end() <= position]
    if floor == 0:
        return 0 if not starts or position < size * 0.7 else starts[-1]
    if starts:
        return starts[0]
    space = text.find(" ", floor)
    return space + 1 if 0 <= space < position else position
