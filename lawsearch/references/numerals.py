"""Roman numerals behind the word of a law as figures, so that one set of rules reads «Закон XVI» and «Закон 16».

In: a text, and where each of its characters stood. Out: the same for the text with figures. Promises: only numerals
that stand where the number of a law is expected are touched; a letter that is a word (the pronoun I, the X of an
example) stays one; what counts centuries and championships stays as it is; the time is linear.
"""

from __future__ import annotations

from lawsearch.address import number_roman
from lawsearch.language import fold
from lawsearch.references.later import compile_later
from lawsearch.references.words import WORD_END, WORD_START, any_of

# Cyrillic letters that are printed like the Latin ones.
_TWINS = str.maketrans("\u0425\u0406", "XI")
_LETTERS = "IVXL\u0425\u0406"
_HAS_NUMERAL = compile_later(rf"(?<![^\W_])[{_LETTERS}]")
# I to XCIX: no text of laws has more.
_NUMERAL = compile_later(
    r"(?=[IVXL])(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})(?:(?![^\W_])|(?=[A-H\u0410\u0412\u0421\u0415]\d?(?![^\W_])))"
)
_BEFORE = compile_later(
    rf"{WORD_START}(?:{any_of('LAW_WORD')})(?:\s+{any_of('NUMBER_WORD')}|\s*(?:#|\u00a7|{any_of('NUMBER_SIGN')}))?\s*[(\u00ab\"\u201c]?(?<![^\W\d_])(?=[{fold(_LETTERS)}])"
)
_JOIN = compile_later(
    rf"\s*(?:,\s*(?:{any_of('AND')}{WORD_END}\s*)?|[-\u2013\u2014~]\s*|/\s*)|\s+(?:{any_of('AND')}|{any_of('TO')}){WORD_END}\s*"
)
# Behind a single letter: what ends a sentence or a bracket; a comma only where no article makes the letter a word.
_ENDS = compile_later(r"\s*(?:[.;:)\]\u00bb\"\u201d!?\ue000]|$)")
_COMMA = compile_later(r"\s*,")
_ARTICLE = compile_later(rf"{WORD_START}{any_of('BEFORE_PRONOUN')}\s+$")
_COUNTED = compile_later(rf"\s+{any_of('ROMAN_COUNTED')}")
# As printed: "Contract Law II" and "Kepler's Law III" are none of bridge.
_SUBJECT = compile_later(rf"(?:{any_of('SUBJECT_OF_LAW')}|[A-Z]\w+['\u2019]s)\s+$")
_WINDOW = 30


def with_figures(text: str, stood: list[int] | None) -> tuple[str, list[int] | None]:
    """The text with figures for the numerals of laws; ``stood`` (None: where they stand) moved along."""
    if not _HAS_NUMERAL.search(text):
        return text, stood
    latin = text.translate(_TWINS)
    parts: list[str] = []
    offsets: list[int] = []
    begin = 0
    for before in _BEFORE.finditer(fold(text)):
        for start, stop in _numerals(text, latin, before.start(), before.end()):
            figures = _figures(latin[start:stop])
            parts += [text[begin:start], figures]
            offsets += range(begin, start)
            # the first figure stands at the first letter, the last one at the last
            offsets += [start, stop - 1][-len(figures) :]
            begin = stop
    if not parts:
        return text, stood
    parts.append(text[begin:])
    offsets += range(begin, len(text) + 1)
    return "".join(parts), offsets if stood is None else [stood[offset] for offset in offsets]


def _figures(numeral: str) -> str:
    number = number_roman(numeral) or 0
    return str(number) if len(numeral) == 1 else f"{number:02}"


def _numerals(text: str, latin: str, word: int, position: int) -> list[tuple[int, int]]:
    """Where the numerals of a list stand that begins at ``position`` behind the word at ``word``; [] if they are none."""
    found: list[tuple[int, int]] = []
    while numeral := _NUMERAL.match(latin, position):
        found.append(numeral.span())
        join = _JOIN.match(latin, numeral.end())
        if not join:
            break
        position = join.end()
    if not found or _COUNTED.match(fold(text[found[-1][1] : found[-1][1] + _WINDOW])):
        return []
    before = text[max(0, word - _WINDOW) : word]
    if _SUBJECT.search(before):
        return []
    if all(stop - start == 1 for start, stop in found):
        # one letter is a numeral only where nothing goes on behind it; those of Cyrillic are initials
        start, stop = found[-1]
        article = _ARTICLE.search(fold(before)) is not None
        ended = _ENDS.match(text, stop) or (_COMMA.match(text, stop) and latin[start] != "X" and not article)
        if not ended or any(text[place] not in "IVX" for place, _ in found) or latin[start] == "L":
            return []
    return found
