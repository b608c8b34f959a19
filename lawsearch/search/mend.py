"""Mend a query that was mistyped: the keyboard's layout, Russian in Latin letters, joined and parted words, spelling.

In: a query, what it was read as, and a way to ask whether some text knows a word. Out: the query as it was meant, and
in what way it was mended; or None. Promises: a word that some text knows is left alone; what stands in quotes is left
alone; a word that is merely new to the texts is left alone too, unless a usual slip makes it of a common one; the work
is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from lawsearch.language import get_language, is_cyrillic, weak_words
from lawsearch.language.keyboard import OTHER_LAYOUT, READINGS
from lawsearch.language.text import Token, tokenize
from lawsearch.model.clauses import Record
from lawsearch.search.query import WORD, Query
from lawsearch.search.slips import most_slips, slip_cost

MAX_MENDED = 12  # unknown words of one query that are looked into
_STEM = 4  # words that begin so alike are forms of one: no other reading
_COMMON = 15  # texts that print a common word
_VERY_COMMON = 100  # and one for which even a word of the dictionary may be a slip
_USED = 10  # texts that print each half of a word that is read as two
_SURE = 5  # a chunk of so many letters that is a word on the other layout was typed there, whatever stands beside it
_NEAR_NAME = 80  # how near a name must be, of 100
_STRETCH = 0.16  # what the slips may weigh besides, a letter, when the word beside belongs to the same name
_MAX_READINGS = 400  # ways to read one word in Latin letters as Russian


class Known(Protocol):
    """What mending asks of the index."""

    def knows(self, form: str) -> bool:
        """True if some text, situation or table has a form of the word."""

    def frequency(self, form: str) -> int:
        """How many texts print the form."""

    def printed_beside(self, form: str) -> Sequence[str]:
        """All printed forms in the alphabet of one."""

    def names(self) -> Sequence[str]:
        """The names of concepts, folded."""

    def forms_like(self, start: str) -> Sequence[str]:
        """All forms of known words that begin with ``start``, printed or not."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Mended(Record):
    """A query as it was meant. ``others`` are further readings, less likely ones."""

    kind: str
    text: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Change(Record):
    """A stretch of the query, and what is meant by it."""

    start: int
    stop: int
    text: str


def mend(query: Query, known: Known) -> Mended | None:
    """The query as it was probably meant, or None if it needs or allows no mending."""
    loose = _loose_words(query)
    unknown = [token for token in loose if not _is_known(token.form, known)][:MAX_MENDED]
    if not unknown:
        return None
    for kind, find in _WAYS:
        changes = find(query.text, loose, unknown, known)
        if changes:
            text = _apply(query.text, changes)
            # what was typed on the other layout may hold a slip besides
            again = _respell(text, known) if kind == "layout" else None
            return Mended(kind, again.text if again else text)
    return _respell(query.text, known, query)


def _respell(text: str, known: Known, query: Query | None = None) -> Mended | None:
    """The text with the slips in its unknown words mended."""
    loose = _loose_words(query) if query is not None else list(tokenize(text))
    unknown = [token for token in loose if not _is_known(token.form, known)][:MAX_MENDED]
    changes, others = _respelled(text, loose, unknown, known)
    return Mended("spelling", _apply(text, changes), others) if changes else None


def suggest(query: Query, known: Known, *, found: bool) -> tuple[str, ...]:
    """Other readings of the words that no text knows, those in quotes too: what a person may have meant.

    Where something was ``found``, only what a usual slip explains is offered.
    """
    suggested: list[str] = []
    words = {word.form for term in query.looked_for for option in term.options for word in option if word.kind == WORD}
    for token in tokenize(query.text):
        form = token.form
        if form not in words or len(form) < 3 or _is_known(form, known) or (found and _is_word(form)):
            continue
        distance = 3 if len(form) > 8 else 2 if len(form) > 4 else 1
        near = near_words(form, known.printed_beside(form), limit=24, distance=distance)
        most = most_slips(len(form)) if found else 0.3 + 0.2 * len(form)
        ranked = sorted((slip_cost(form, word), -known.frequency(word), word) for word, _ in near)
        likely = [word for cost, _, word in ranked if cost <= most and len(word) > 2][:2]
        suggested += [_apply(query.text, [_Change(token.start, token.stop, word)]) for word in likely]
    return tuple(dict.fromkeys(suggested))[:3]


def near_words(form: str, words: Sequence[str], *, limit: int, distance: int | None = None) -> list[tuple[str, int]]:
    """Words that are spelled about like ``form``, the nearest first: (word, how many slips lie between)."""
    from rapidfuzz.distance import OSA
    from rapidfuzz.process import extract

    most = distance if distance is not None else _slips(form)
    found = extract(form, words, scorer=OSA.distance, score_cutoff=most, limit=4 * limit)
    # a slip is likelier inside a word than at its first letter
    ordered = sorted((int(slips), word[:1] != form[:1], word) for word, slips, _ in found)
    return [(word, slips) for slips, _, word in ordered[:limit] if is_cyrillic(word) == is_cyrillic(form)]


def is_one_slip(typed: str, meant: str) -> bool:
    """Whether one letter more, less or other, or two that changed places, make one text of another."""
    from rapidfuzz.distance import OSA

    return len(typed) >= 5 and OSA.distance(typed.lower(), meant.lower()) == 1


def _slips(form: str) -> int:
    """How many slips a word of this length may hold."""
    return 0 if len(form) < 4 else 1 if len(form) < 7 else 2 if len(form) < 12 else 3


def _loose_words(query: Query) -> list[Token]:
    """The words that may be mended: those outside quotes, without a sign that asks for other spellings."""
    loose = {
        option[0].form
        for term in query.terms
        if not term.literal
        for option in term.options
        if len(option) == 1 and option[0].kind == WORD
    }
    return [token for token in tokenize(query.text) if token.form in loose]


def _is_known(form: str, known: Known) -> bool:
    return len(form) < 2 or not form[0].isalpha() or _is_weak(form) or known.knows(form)


def _is_weak(form: str) -> bool:
    return form in weak_words()


def _apply(text: str, changes: Sequence[_Change]) -> str:
    for change in sorted(changes, key=lambda change: -change.start):
        text = text[: change.start] + change.text + text[change.stop :]
    return text


# the wrong layout of the keyboard


def _relaid(text: str, loose: Sequence[Token], unknown: Sequence[Token], known: Known) -> list[_Change]:
    """Typed on the other layout: ``infnhtyfz rfhnf``; signs are letters there, so whole chunks are read.

    Half a sentence on one layout and half on the other is hardly ever typed: beside a known word of the same alphabet
    only a long word is read so.
    """
    changes: list[_Change] = []
    short: list[_Change] = []  # words of one or two letters go along with their neighbours
    slips: list[_Change] = []  # long words that hold a slip on the other layout too
    kept: set[bool] = set()  # the alphabets of known words that stay as they were typed
    for match in re.finditer(r"\S+", text):
        inside = [token for token in loose if match.start() <= token.start < match.end()]
        if not inside:
            continue
        change = _other_layout(match, known)
        if all(len(token.form) < 3 for token in inside):
            short += [change] if change else []
        elif not any(token in unknown for token in inside):
            kept.add(is_cyrillic(match.group()))
        elif change is not None:
            changes.append(change)
        elif (slip := _other_layout(match, None)) is not None and len(slip.text) >= _SURE:
            slips.append(slip)
        else:
            return []  # one word that the other layout does not explain: then it explains none
    changes = [
        change for change in changes if len(change.text) >= _SURE or is_cyrillic(change.text) in kept or not kept
    ]
    if not changes or (slips and kept):
        return []
    changes += slips
    mended = {is_cyrillic(change.text) for change in changes}
    if kept & {not script for script in mended}:
        return changes
    return [*changes, *(change for change in short if is_cyrillic(change.text) in mended)]


def _other_layout(chunk: re.Match[str], known: Known | None) -> _Change | None:
    """A chunk as the other layout gives it, if that is all words, and ``known`` ones."""
    for typed in dict.fromkeys((chunk.group(), chunk.group().rstrip(",.;:?!"))):
        other = typed.translate(OTHER_LAYOUT)
        forms = [token.form for token in tokenize(other)]
        if (
            forms
            and other != typed
            and all(form.isalpha() and (known is None or _is_known(form, known)) for form in forms)
        ):
            return _Change(chunk.start(), chunk.start() + len(typed), other)
    return None


def _inside(token: Token, changes: Sequence[_Change]) -> bool:
    return any(change.start <= token.start < change.stop for change in changes)


# Russian in Latin letters


def _in_cyrillic(_text: str, loose: Sequence[Token], unknown: Sequence[Token], known: Known) -> list[_Change]:
    """Russian words in Latin letters: ``shtrafnaya karta``."""
    changes = []
    for token in loose:
        if is_cyrillic(token.form) or not token.form.isalpha() or (token not in unknown and len(token.form) > 2):
            continue
        readings = [form for form in _readings(token.form) if known.knows(form) or _is_weak(form)]
        if readings:
            best = max(readings, key=lambda form: (known.frequency(form), -readings.index(form)))
            if known.frequency(best) < _USED and _is_slip_of_common(token.form, known):
                continue
            changes.append(_Change(token.start, token.stop, best))
    return changes if any(_inside(token, changes) for token in unknown) else []


def _is_slip_of_common(form: str, known: Known) -> bool:
    """True for what one usual slip makes of a word that very many texts print: dumy is dummy, and not думы."""
    near = near_words(form, known.printed_beside(form), limit=24, distance=1) if len(form) >= _STEM else []
    return any(known.frequency(word) >= _VERY_COMMON and slip_cost(form, word) <= 1 for word, _ in near)


def _readings(form: str) -> list[str]:
    """The ways to read a word in Latin letters as Russian, a bounded number."""
    partial: dict[int, list[str]] = {0: [""]}
    for position in range(len(form)):
        for before in partial.pop(position, []):
            for length in (4, 3, 2, 1):
                for letters in READINGS.get(form[position : position + length], ()):
                    if position + length <= len(form):
                        row = partial.setdefault(position + length, [])
                        if len(row) < _MAX_READINGS:
                            row.append(before + letters)
    return list(dict.fromkeys(partial.get(len(form), [])))


# joined and parted words


def _joined(text: str, loose: Sequence[Token], unknown: Sequence[Token], known: Known) -> list[_Change]:
    """Two words that are one: ``фальш ренонс``."""
    changes: list[_Change] = []
    for left, right in pairwise(loose):
        between = text[left.stop : right.start]
        if between in (" ", "-") and (left in unknown or right in unknown) and not _inside(left, changes):
            whole = left.form + right.form
            if whole.isalpha() and known.knows(whole):
                changes.append(_Change(left.start, right.stop, whole))
    return changes


def _split(_text: str, _loose: Sequence[Token], unknown: Sequence[Token], known: Known) -> list[_Change]:
    """One word that is two: ``штрафнаякарта``."""
    changes = []
    for token in unknown:
        halves = [
            (form[:place], form[place:])
            for form in (token.form,)
            for place in range(2, len(form) - 1)
            if _is_part(form[:place], known) and _is_part(form[place:], known)
        ]
        if halves and not _is_word(token.form):
            best = max(halves, key=lambda pair: (min(len(pair[0]), len(pair[1])), known.frequency(pair[0])))
            if max(map(len, best)) > 3:
                changes.append(_Change(token.start, token.stop, " ".join(best)))
    return changes


def _is_part(form: str, known: Known) -> bool:
    """True for what may be half of a word: a short word that joins, or one that several texts print."""
    return _is_weak(form) if len(form) < 4 else _is_weak(form) or known.frequency(form) >= _USED


def _is_word(form: str) -> bool:
    """True for a Russian word that the dictionary knows, so that one which is merely new to the texts is no slip."""
    return is_cyrillic(form) and get_language("ru").is_word(form)


# spelling


def _respelled(
    text: str, loose: Sequence[Token], unknown: Sequence[Token], known: Known
) -> tuple[list[_Change], tuple[str, ...]]:
    """Words with slips: ``фальшрененс``; in a long question only small ones, for its words may just be new to us."""
    long = len(loose) > 5
    changes: list[_Change] = []
    others: list[tuple[Token, str]] = []
    for token in unknown:
        form = token.form
        if not form.isalpha() or len(form) < 4:
            continue
        ranked = _meant(form, known, long=long)
        if ranked:
            best = ranked[0]
            changes.append(_Change(token.start, token.stop, best[1]))
            others += [
                (token, word)
                for cost, word in ranked[1:3]
                if cost <= best[0] + 0.2 and known.frequency(word) and word[:_STEM] != best[1][:_STEM]
            ]
        elif _is_word(form):
            continue
        elif name := _near_name(loose, token, known):
            changes.append(name)
        elif not is_cyrillic(form) and (near := _near_in_cyrillic(form, known)):
            changes.append(_Change(token.start, token.stop, near))
    further = []
    for token, word in others[:3]:
        rest = [change for change in changes if change.start != token.start]
        further.append(_apply(text, [*rest, _Change(token.start, token.stop, word)]))
    return changes, tuple(further)


def _meant(form: str, known: Known, *, long: bool) -> list[tuple[float, str]]:
    """The words that were probably meant, each with what its slips weigh, the likeliest first.

    A word of the dictionary, and a short one in a long question, is a slip of a very common word or none.
    """
    most = most_slips(len(form))
    least = 1 if len(form) > 4 else _COMMON
    if _is_word(form):
        most, least = min(most, 0.8), _VERY_COMMON
    elif long:
        most, least = min(most, 1.1), _COMMON if len(form) < 6 else least
    nearest = near_words(form, known.printed_beside(form), limit=24, distance=_slips(form))
    nearest += near_words(form, known.forms_like(form[:3]), limit=24, distance=_slips(form))
    found = []
    for word, _ in dict.fromkeys(nearest):
        frequency = known.frequency(word)
        cost = slip_cost(form, word)
        printed = frequency >= least or (least == 1 and cost <= most)
        if cost <= most and printed and len(word) > 2:
            # what many texts print is likelier meant; a form that none prints is a form of a known word at best
            found.append((cost - min(frequency, _VERY_COMMON) / 1000, word))
    return sorted(found)


def _near_name(loose: Sequence[Token], token: Token, known: Known) -> _Change | None:
    """The name of a concept that an unknown word and its neighbour come near to, when the word alone does not."""
    from rapidfuzz import fuzz, process

    place = loose.index(token)
    for first, last in ((place, place + 1), (place - 1, place)):
        if first < 0 or last >= len(loose):
            continue
        start, stop = loose[first].start, loose[last].stop
        written = " ".join(item.form for item in loose[first : last + 1])
        found = process.extractOne(written, known.names(), scorer=fuzz.ratio, score_cutoff=_NEAR_NAME)
        words = found[0].split() if found is not None else []
        if len(words) == 2 and slip_cost(token.form, words[place - first]) <= most_slips(
            len(token.form)
        ) + _STRETCH * len(token.form):
            return _Change(start, stop, " ".join(words))
    return None


def _near_in_cyrillic(form: str, known: Known) -> str | None:
    """A Russian word in Latin letters with a slip in it."""
    plain = next(iter(_readings(form)), "")
    found = near_words(plain, known.printed_beside(plain), limit=1) if len(plain) > 4 else []
    return found[0][0] if found else None


_Way = Callable[[str, Sequence[Token], Sequence[Token], Known], list[_Change]]
_WAYS: tuple[tuple[str, _Way], ...] = (
    ("layout", _relaid),
    ("joined", _joined),
    ("transliteration", _in_cyrillic),
    ("split", _split),
)
