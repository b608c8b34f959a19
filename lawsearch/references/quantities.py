"""Tell a number that counts, scores, bids or dates something from the number of a law.

In: a text, its folded twin, and where a number stands. Promises: a number is a quantity by the shape of what is glued
to it or follows it; the tables of words only add to that.
"""

from __future__ import annotations

from lawsearch.model import is_figures
from lawsearch.references.later import compile_later
from lawsearch.references.words import any_of

# Glued to the number, or behind one blank: percents, money, suits, what more there is than so many; times of day;
# fractions of a day and years behind a stroke.
_SIGN = compile_later(
    r"\s?[%\u20ac$\u00a3\u20bd\u00b0\u2660\u2665\u2666\u2663]|\+(?!\d)|[=\u00d7]|:\d|[hH]\d\d(?!\d)|/\d{4}(?!\d)"
)
_UNIT = compile_later(rf"(?:[.,]\d{{1,2}})?(?:-\d{{1,3}})?\s*{any_of('UNIT')}")
_ONE, _FEW, _MANY = (compile_later(rf"\s*{any_of(name)}") for name in ("COUNTED_ONE", "COUNTED_FEW", "COUNTED_MANY"))
# what makes 1 and 2 parts of a number or of a range: 1.5, 2-3
_PARTS = compile_later(r"(?:[.,/]\d{1,2})?(?:-\d{1,3})?")
_NOUN_FEW = compile_later(rf"\s+(?!{any_of('NO_NOUN')}){any_of('NOUN_FEW')}")
_NOUN_MANY = compile_later(rf"\s+(?!{any_of('NO_NOUN')}){any_of('NOUN_MANY')}")
_ORDINAL = compile_later(any_of("ORDINAL"))
# as printed: "may" with a small letter is a verb
_MONTH = compile_later(r"\s+(?:May|March)(?![^\W\d_])")
_HYPHENED = compile_later(r"-[^\W\d_]{2,}")
_BID = compile_later(rf"[1-7](?:{any_of('BID')}|[cdh\u0431](?:\s?[=+\u00d7]|-\d|x(?!\w)))")
_DATE = compile_later(r"(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:\d\d)?\d\d(?!\d)")
_FRACTION = compile_later(r"(\d)/(\d{1,2})(?!\d)")
_SCORE = compile_later(r"(\d{1,2})[-\u2013:](\d{1,2})(?![-\u2013\d])")
_HAND = compile_later(r"(\d{1,2})[-\u2013=](\d{1,2})[-\u2013=](\d{1,2})[-\u2013=](\d{1,2})(?!\d)")
_SHARES = compile_later(r"(\d{1,2})/(\d{1,2})(?!\d)")

_CARDS = 13
_DIGITS = 3  # of the longest number that is looked at
# A number of a list that is no greater than this, or smaller than the one before, is one that may count.
_SMALL = 12


def is_evident_quantity(folded: str, start: int, stop: int) -> bool:
    """Whether the number at ``start:stop``, right behind the word of a law, is none of a law all the same."""
    return (
        _SIGN.match(folded, stop) is not None
        or _UNIT.match(folded, stop) is not None
        or _DATE.match(folded, start) is not None
        or _is_distribution(folded, start)
    )


def _is_distribution(folded: str, start: int) -> bool:
    """The four suits of a hand, 4-3-3-3; the shares of a score, 60/40."""
    if hand := _HAND.match(folded, start):
        return sum(map(int, hand.groups())) == _CARDS
    shares = _SHARES.match(folded, start)
    return shares is not None and int(shares[1]) + int(shares[2]) == 100


def is_quantity(text: str, folded: str, start: int, stop: int, before: int) -> bool:
    """Whether the number at ``start:stop``, a member of a list or the end of a range, counts or dates something.

    ``before`` is the number of the member before it. Only figures count: an ordinal (16th) names.
    """
    return is_figures(folded[start:stop]) and (
        is_evident_quantity(folded, start, stop)
        or counts(text, folded, start, stop, before)
        or _ORDINAL.match(folded, stop) is not None
        or _HYPHENED.match(folded, stop) is not None
        or _BID.match(folded, start) is not None
        or _is_fraction_or_score(folded, start, before)
    )


def _is_fraction_or_score(folded: str, start: int, before: int) -> bool:
    """1/2; 5-3 and 3-1 behind a greater number."""
    if fraction := _FRACTION.match(folded, start):
        return int(fraction[1]) < int(fraction[2]) <= 10
    score = _SCORE.match(folded, start)
    return score is not None and int(score[2]) <= int(score[1]) <= min(_CARDS, before)


def counts(text: str, folded: str, start: int, stop: int, before: int) -> bool:
    """Whether what follows the number at ``start:stop`` is what it counts."""
    if is_counted(folded, stop) or _MONTH.match(text, stop):
        return True
    number = int(folded[start:stop])
    if _SMALL < number >= before:
        return False
    return (_NOUN_FEW.match(folded, stop) if _is_few(number) else _NOUN_MANY.match(folded, stop)) is not None


def _is_few(number: int) -> bool:
    """Whether a number is one of those that have their noun in the genitive singular in Russian."""
    return 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14


def is_counted(folded: str, stop: int) -> bool:
    """Whether a word follows that the number before ``stop`` counts, in its case."""
    start = stop
    while start > 0 and stop - start < _DIGITS and folded[start - 1].isdigit():
        start -= 1
    following = folded[stop : stop + 1]
    if start == stop or folded[max(0, start - 1)] in ".," or following in (".", ",", "/", "-"):
        parts = _PARTS.match(folded, stop)
        end = parts.end() if parts else stop
        return (_UNIT.match(folded, stop) or _FEW.match(folded, end) or _MANY.match(folded, end)) is not None
    if _UNIT.match(folded, stop):
        return True
    number = int(folded[start:stop])
    if number == 1:
        return _ONE.match(folded, stop) is not None
    return ((_is_few(number) and _FEW.match(folded, stop)) or _MANY.match(folded, stop)) is not None


def is_measured(folded: str, stop: int) -> bool:
    """Whether a unit follows."""
    return _UNIT.match(folded, stop) is not None
