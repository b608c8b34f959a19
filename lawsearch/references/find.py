"""Find the citations in a text, in Russian and English, in any case and number.

In: a text, and the address it stands at. Out: citations in the order of the text, none overlapping another.
Promises: ``text[c.span.start:c.span.stop] == c.text``; the span holds no full stop of the sentence; a word that
is followed by no number of a clause is no citation; the time is linear in the length of the text.

``RULES`` is the table of what can begin a citation; each rule is a pattern and a small function.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from dataclasses import dataclass, replace

from lawsearch.address import is_roman, number_roman, range_members
from lawsearch.language import LANGUAGES, fold, fold_look_alikes, get_language
from lawsearch.language.folding import RUSSIAN_ORDER, RUSSIAN_ORDER_SIGNS
from lawsearch.model import Address, Citation, Span, Wanted

_MODULES = [get_language(code) for code in LANGUAGES]


def _any(name: str) -> str:
    """One pattern for a kind of word in every language."""
    # the words of one expression may stand on two lines
    return "(?:" + "|".join(getattr(module, name).replace(" ", r"\s+") for module in _MODULES) + ")"


_WORD_START = r"(?<![^\W_])"
_WORD_END = r"(?![^\W\d_])"
_AND, _SEE, _HERE, _TO, _FROM = (_any(name) for name in ("AND", "SEE", "HERE", "TO", "FROM"))

_CYRILLIC_LETTERS = "\u0410\u0411\u0412\u0413\u0414\u0415\u0421\u0430\u0432\u0441\u0435"
_LETTER = rf"[A-Ha-h{_CYRILLIC_LETTERS}]"

_NUMBER = re.compile(r"(\d{1,3})(?![\d%]|\s?%)")
_SUB = re.compile(r"\s?\.\s?(\d{1,3})(?!\d)(?!\.\d)")
_LETTER_ATTACHED = re.compile(rf"({_LETTER})(?![^\W\d_])")
_LETTER_SPACED = re.compile(r"\s([A-H\u0410\u0412\u0421\u0415])(?=\s?[\d(])(?!\s?\d{3})")
_DIGIT = re.compile(r"(\d{1,2})(?![\d%]|\.\d)")
_DIGIT_SPACED = re.compile(r"\s?(\d{1,2})(?![\d%]|\.\d)")
_DIGIT_BRACKET = re.compile(r"\((\d{1,2})\)")
_BRACKET = re.compile(r"\(\s?([A-Za-z]{1,5}|[\u0430\u0432\u0441\u0435\u0410\u0412\u0421\u0415]|\d{1,2})\s?\.?\)")
_BRACKET_SPACED = re.compile(r"\s?\.?\s?\(\s?([a-z]{1,5}|[\u0430\u0432\u0441\u0435])\s?\.?\)")

_JOIN = re.compile(rf"\s*\.?(?:\s*[,;]\s*(?:{_AND}{_WORD_END}\s*)?|\s*{_WORD_START}{_AND}{_WORD_END}\s*|\s*/\s*)")
_DASH = re.compile(rf"\.?\s*(?:[-–—]|{_WORD_START}{_TO}{_WORD_END})\s*")
_REPEATED = re.compile(rf"(?:{_any('LAW_WORD')}|{_any('CLAUSE_WORD')})\s*(?=\d)")
_COUNTED = re.compile(rf"\s*(?:%|{_any('COUNTED')})")
_PLURAL_LAW = re.compile(rf"{_any('LAW_WORD_PLURAL')}\s*$")
_PLURAL_CLAUSE = re.compile(rf"{_any('CLAUSE_WORD_PLURAL')}\s*$")
_HERE_FOLLOWS = re.compile(rf"\s*,?\s*{_HERE}{_WORD_END}")
_GREATEST_LAW = 200
_SHORT_LIST = 6


@dataclass(frozen=True, slots=True)
class _Context:
    """The text, its folded twin of the same length, and where it stands."""

    text: str
    folded: str
    standing: Address | None
    role: str
    russian_order: bool
    known: Container[Address]


@dataclass(frozen=True, slots=True)
class _Member:
    """One address as written at ``start:stop``; ``other`` is the second reading of a Cyrillic letter."""

    address: Address
    start: int
    stop: int
    role: str
    other: Address | None = None


def find_citations(
    text: str,
    standing: Address | None = None,
    *,
    role: str = "laws",
    russian_order: bool = False,
    known: Container[Address] = frozenset(),
) -> list[Citation]:
    """The citations in ``text``.

    ``standing`` is the address of the clause the text belongs to (None: nowhere, so that "(i) above" has no
    meaning), ``role`` that of its document. ``russian_order``: the laws cited letter their sections in Russian
    order. ``known`` are the addresses of the document itself: a bare ``43.2`` or ``(i)`` that a text without such
    knowledge must pass over is a citation if it names one of them.
    """
    if "\n" in text and (joined := _unwrap(text)) is not None:
        flat, offsets = joined
        return [
            _moved(citation, text, offsets)
            for citation in find_citations(flat, standing, role=role, russian_order=russian_order, known=known)
        ]
    context = _Context(text, fold(text), standing, role, russian_order, known)
    found: list[Citation] = []
    position = 0
    while match := _STARTS.search(context.folded, position):
        rule = RULES[match.lastgroup or ""]
        result = rule.read(context, match)
        if result is None:
            position = match.start() + 1
            continue
        citations, position = result
        found += citations
        position = max(position, match.start() + 1)
    return found


_BREAK = re.compile(r"(?<=[^\W\d_])-[ \t]*\r?\n\s*(?=[^\W\d_])|\s*\n[ \t]*[-–—][ \t]*\d{1,4}[ \t]*[-–—]?[ \t]*\r?\n\s*")


def _unwrap(text: str) -> tuple[str, list[int]] | None:
    """The text without hyphens at line ends and without page footers, and where each character stood; None if
    it has neither.
    """
    parts: list[str] = []
    offsets: list[int] = []
    begin = 0
    for match in _BREAK.finditer(text):
        parts.append(text[begin : match.start()])
        offsets += range(begin, match.start())
        if not match.group().startswith("-"):
            parts.append(" ")
            offsets.append(match.start())
        begin = match.end()
    if not parts:
        return None
    parts.append(text[begin:])
    offsets += range(begin, len(text) + 1)
    return "".join(parts), offsets


def _moved(citation: Citation, text: str, offsets: list[int]) -> Citation:
    """A citation of the unwrapped text in the place where it stands in the text itself."""
    start = offsets[citation.span.start]
    stop = offsets[citation.span.stop - 1] + 1
    return replace(citation, text=text[start:stop], span=Span(start, stop))


# Reading a number where one is expected.


def _letter(context: _Context, written: str) -> tuple[str, str | None]:
    """The Latin letter of a label, and its second reading if the letter is one of two orders."""
    upper = written.upper()
    if upper in RUSSIAN_ORDER_SIGNS:
        return upper.translate(RUSSIAN_ORDER), None
    latin = fold_look_alikes(upper)
    if upper == "\u0412":
        by_order = upper.translate(RUSSIAN_ORDER)
        return (by_order, latin) if context.russian_order else (latin, by_order)
    return latin, None


def _read_number(context: _Context, position: int, *, role: str) -> _Member | None:
    """The address written at ``position``: ``64А1``, ``12 С 1 (e)``, ``42B(3)``, ``11.5``, ``40.3.(i)``."""
    text = context.text
    number = _NUMBER.match(text, position)
    if not number or not 0 < int(number[1]) <= _GREATEST_LAW:
        return None
    parts = [str(int(number[1]))]
    other: list[str] | None = None
    stop = number.end()
    sub = _SUB.match(text, stop)
    if sub:
        parts.append(f".{int(sub[1])}")
        stop = sub.end()
        role = "commentary"
    else:
        attached = _LETTER_ATTACHED.match(text, stop)
        letter = attached or _LETTER_SPACED.match(text, stop)
        if letter:
            latin, second = _letter(context, letter[1])
            stop = letter.end()
            tail: list[str] = []
            digit = (_DIGIT if attached else _DIGIT_SPACED).match(text, stop) or _DIGIT_BRACKET.match(text, stop)
            if digit:
                tail.append(str(int(digit[1])))
                stop = digit.end()
            other = [*parts, second, *tail] if second else None
            parts += [latin, *tail]
    brackets, stop = _read_brackets(text, stop, spaced=len(parts) > 1)
    parts += brackets
    return _Member(Address(tuple(parts)), position, stop, role, Address((*other, *brackets)) if other else None)


def _read_brackets(text: str, position: int, *, spaced: bool) -> tuple[list[str], int]:
    brackets: list[str] = []
    while True:
        match = _BRACKET.match(text, position) or (_BRACKET_SPACED.match(text, position) if spaced else None)
        if not match:
            return brackets, position
        inner = fold(fold_look_alikes(match[1].upper()))
        if len(inner) > 1 and not inner.isdigit() and not is_roman(inner):
            return brackets, position
        brackets.append(f"({inner})")
        position = match.end()


def _shared(context: _Context, position: int, before: _Member, *, plural: bool) -> _Member | None:
    """A member that shares the head of the one before: ``64А1 и 2``, ``27B1(a) or (b)``, ``64А и В``."""
    text = context.text
    parts = before.address.parts
    brackets, stop = _read_brackets(text, position, spaced=False)
    if brackets:
        head = _without_sibling(parts, brackets[0])
        return _Member(Address((*head, *brackets)), position, stop, before.role) if head else None
    digit = re.compile(r"(\d{1,2})(?![\d%]|\.\d)").match(text, position)
    if digit and len(parts) > 1 and not before.address.is_commentary:
        level = next((index for index, part in enumerate(parts) if index > 1 and part.isdigit()), None)
        after = text[digit.end() : digit.end() + 1]
        if (
            level is not None
            and int(digit[1]) <= 12
            and not after.isalpha()
            and (plural or not _word_follows(text, digit.end()))
        ):
            if _COUNTED.match(context.folded, digit.end()):
                return None
            brackets, stop = _read_brackets(text, digit.end(), spaced=False)
            return _Member(Address((*parts[:level], digit[1], *brackets)), position, stop, before.role)
        return None
    letter = re.compile(r"([A-H\u0410\u0411\u0412\u0413\u0421\u0415])(\d{0,2})(?![^\W_])").match(text, position)
    if letter and plural and len(parts) > 1 and not before.address.is_commentary:
        latin, _ = _letter(context, letter[1])
        brackets, stop = _read_brackets(text, letter.end(), spaced=False)
        tail = [letter[2]] if letter[2] else []
        return _Member(Address((parts[0], latin, *tail, *brackets)), position, stop, before.role)
    return None


def _word_follows(text: str, position: int) -> bool:
    match = re.compile(r"\s+[^\W\d_]").match(text, position)
    return match is not None


def _without_sibling(parts: tuple[str, ...], bracket: str) -> tuple[str, ...]:
    """The address above the sibling that a bracket names: 27B1(a) and (b) → 27B1; 62.3(i) and (iii) → 62.3."""
    roman = _roman_bracket(bracket, parts)
    for index in range(len(parts) - 1, 0, -1):
        part = parts[index]
        if part.startswith("(") and _roman_bracket(part, parts[:index]) == roman:
            return parts[:index]
    return parts


def _roman_bracket(part: str, above: tuple[str, ...]) -> bool:
    """Whether ``(i)`` is a roman numeral here; after a letter of its own level it may be the ninth letter."""
    inner = part.strip("()")
    if not is_roman(inner):
        return False
    return len(inner) > 1 or (
        inner in ("i", "v", "x") and not any(other in ("(h)", "(j)", "(u)", "(w)") for other in above)
    )


def _list(
    context: _Context, first: _Member, *, plural: bool, form: str, most: int | None = None
) -> tuple[list[Citation], int]:
    """The members of a list and the ranges among them, from the first one on; at most ``most`` of them."""
    members: list[tuple[_Member, _Member | None]] = []
    current = first
    position = first.stop
    while True:
        dash = _DASH.match(context.folded, position)
        last = None
        if dash:
            last = _read_member(context, dash.end(), current, plural=True, listed=False)
        if last is not None and range_members(current.address, last.address):
            members.append((current, last))
            position = last.stop
        else:
            members.append((current, None))
            last = None
        join = _JOIN.match(context.folded, position)
        following = _read_member(context, join.end(), last or current, plural=plural, listed=True) if join else None
        if following is None or len(members) == most:
            break
        current = following
        position = following.stop
    citations = [_range(context, start, stop) if stop else _cite(context, start, form) for start, stop in members]
    return citations, position


def _read_member(context: _Context, position: int, before: _Member, *, plural: bool, listed: bool) -> _Member | None:
    """The next member of a list (or the end of a range) at ``position``, or None."""
    repeated = _REPEATED.match(context.folded, position)
    if repeated and not listed:
        position = repeated.end()
    elif repeated:
        return None  # a new citation begins there
    shared = _shared(context, position, before, plural=plural)
    if shared is not None and not _HERE_ONLY.match(context.folded, position):
        return shared
    number = _NUMBER.match(context.text, position)
    if number is None:
        return None
    member = _read_number(context, position, role=before.role)
    if member is None:
        return None
    whole = len(member.address.parts) == 1
    if whole:
        if _COUNTED.match(context.folded, member.stop):
            return None
        if before.address.is_commentary and not (plural and listed):
            return None  # «п.11.5, 12»: a section only in a list of clauses
        if not before.address.is_commentary and not listed and len(before.address.parts) > 1:
            return None
        if (
            before.role == "laws"
            and listed
            and len(before.address.parts) > 1
            and int(member.address.parts[0]) <= 12
            and not plural
        ):
            return None
    if before.role == "laws" and member.role == "commentary" and not listed:
        return None
    return member


_HERE_ONLY = re.compile(rf"[a-h]\d{{0,2}}(?:\([a-z]+\))*\s+{_HERE}{_WORD_END}")


def _cite(context: _Context, member: _Member, form: str, start: int | None = None) -> Citation:
    begin = member.start if start is None else start
    return Citation(
        text=context.text[begin : member.stop],
        span=Span(begin, member.stop),
        form=form,
        wanted=(Wanted(role=member.role, address=member.address),),
        alternatives=(Wanted(role=member.role, address=member.other),) if member.other else (),
    )


def _range(context: _Context, first: _Member, last: _Member) -> Citation:
    return Citation(
        text=context.text[first.start : last.stop],
        span=Span(first.start, last.stop),
        form="range",
        wanted=tuple(
            Wanted(role=first.role, address=address) for address in range_members(first.address, last.address)
        ),
    )


def _from_word(citations: list[Citation], context: _Context, start: int, form: str | None = None) -> list[Citation]:
    """The first citation's span begins at the word that introduces it."""
    first = citations[0]
    citations[0] = Citation(
        text=context.text[start : first.span.stop],
        span=Span(start, first.span.stop),
        form=form or first.form,
        wanted=first.wanted,
        alternatives=first.alternatives,
    )
    return citations


# The rules. Each takes the match of its pattern in the folded text, and gives citations and where to go on.

_Read = Callable[[_Context, "re.Match[str]"], "tuple[list[Citation], int] | None"]


def _read_laws(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``Правилам 50 или 51``, ``Laws 45 to 47``, ``Правила с 45 по 47``, ``правилу 26``."""
    first = _read_number(context, match.end(), role="laws")
    if first is None:
        return None
    plural = _PLURAL_LAW.search(context.folded[match.start() : match.end()].split(" ")[0]) is not None
    citations, stop = _list(context, first, plural=plural, form="clause" if first.role == "commentary" else "law")
    return _from_word(citations, context, match.start()), stop


def _read_footnote(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``сноску к Правилу 31``: the law that the footnote belongs to."""
    first = _read_number(context, match.end(), role="laws")
    if first is None:
        return None
    return [_cite(context, first, "footnote", match.start())], first.stop


def _read_clauses(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``п.11.5``, ``п.п. 50.9. и 51.4.``, ``пункту 11.5``, ``пп. 11.5, 12``."""
    first = _read_number(context, match.end(), role="commentary")
    if first is None:
        return None
    plural = _PLURAL_CLAUSE.search(context.folded[match.start() : match.end()]) is not None
    if len(first.address.parts) == 1 and not plural:
        return None  # «п.5» of some regulation names no clause of a commentary
    citations, stop = _list(context, first, plural=plural, form="clause")
    if len(first.address.parts) == 1 and len(citations) == 1:
        return None
    return _from_word(citations, context, match.start()), stop


def _read_bare_clause(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``52.2.(ii)``, ``50.8.(iii) выше``, ``См. также 55.5.``: a clause without a word before it."""
    first = _read_number(context, match.start("bare_number"), role="commentary")
    if first is None or not first.address.is_commentary:
        return None
    has_item = len(first.address.parts) > 2
    after_see = match["bare_see"] is not None
    named = first.address in context.known and not _COUNTED.match(context.folded, first.stop)
    evident = has_item or after_see or named
    # a short list at most is read before "above" may show that it is one: the time stays linear
    citations, stop = _list(context, first, plural=True, form="clause", most=None if evident else _SHORT_LIST)
    return (citations, stop) if evident or _HERE_FOLLOWS.match(context.folded, stop) else None


def _read_this_law(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``Это Правило``, ``this Law``: the law in which the words stand."""
    standing = context.standing
    if re.compile(r"\s*\d").match(context.folded, match.end()):
        return None  # «данное Правило 64» names a law
    wanted: tuple[Wanted, ...] = ()
    if standing is not None:
        if standing.number is None:
            return None
        wanted = (Wanted(role="laws", address=Address(standing.parts[:1])),)
    return [_relative(context, match.start(), match.end(), wanted)], match.end()


def _read_previous(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``предыдущему пункту 1``, ``пункту 1 выше``: an item beside the one in which the words stand."""
    standing = context.standing
    stop = match.end("item_number")
    wanted: tuple[Wanted, ...] = ()
    if standing is not None:
        if len(standing.parts) < 2 or standing.is_commentary:
            return None
        wanted = (Wanted(role=context.role, address=Address((*standing.parts[:2], match["item_number"]))),)
    return [_relative(context, match.start(), stop, wanted)], stop


def _read_label(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``(see A above)``, ``see C2``, ``B2(a)(v) above``: a label read from where it stands."""
    begin = match.start("label")
    written = re.compile(r"([A-H\u0410\u0412\u0421\u0415])(\d{0,2})").match(context.text, begin)
    if not written:
        return None
    brackets, stop = _read_brackets(context.text, written.end(), spaced=False)
    here = _HERE_FOLLOWS.match(context.folded, stop)
    if not here and not (match["label_see"] and (written[2] or context.text[stop : stop + 1] in (")", ".", ";"))):
        return None
    if re.compile(r"[^\W_]").match(context.text, stop):
        return None
    wanted: tuple[Wanted, ...] = ()
    if context.standing is not None:
        if context.standing.number is None or context.standing.is_commentary:
            return None
        latin, _ = _letter(context, written[1])
        parts = (context.standing.parts[0], latin, *([written[2]] if written[2] else []), *brackets)
        wanted = (Wanted(role=context.role, address=Address(parts)),)
    return [_relative(context, begin, stop, wanted)], stop


def _relative(context: _Context, start: int, stop: int, wanted: tuple[Wanted, ...], form: str = "relative") -> Citation:
    return Citation(text=context.text[start:stop], span=Span(start, stop), form=form, wanted=wanted)


def _read_items(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``(i) или (ii)``, ``в случае (iii)``, ``(ii) выше``: items beside or below where the words stand."""
    position = match.start("item")
    spans: list[tuple[int, int, list[str]]] = []
    while True:
        brackets, stop = _read_brackets(context.text, position, spaced=False)
        if not brackets:
            break
        spans.append((position, stop, brackets))
        join = _JOIN.match(context.folded, stop) or re.compile(r"\s?[-–—]\s?").match(context.folded, stop)
        if not join or not _BRACKET.match(context.text, join.end()):
            break
        position = join.end()
    if not spans:
        return None
    stop = spans[-1][1]
    if any(bracket.strip("()").isdigit() for _, _, brackets in spans for bracket in brackets):
        return None
    if context.text[spans[0][0] : spans[0][1]] != context.folded[spans[0][0] : spans[0][1]]:
        return None  # (E) is East
    evident = match["item_before"] is not None or len(spans) > 1 or _HERE_FOLLOWS.match(context.folded, stop)
    citations = []
    if context.standing is None or context.standing.number is None:
        if context.standing is not None or not evident:
            return None
        return [_relative(context, start, end, (), "item") for start, end, _ in spans], stop
    addresses = [
        Address((*_without_sibling(context.standing.parts, brackets[0]), *brackets)) for _, _, brackets in spans
    ]
    if not evident and addresses[0] not in context.known:
        return None
    dashed = len(spans) == 2 and re.fullmatch(r"\s?[-–—]\s?", context.text[spans[0][1] : spans[1][0]])
    if dashed and (members := range_members(addresses[0], addresses[1])):
        wanted = tuple(Wanted(role=context.role, address=address) for address in members)
        return [_relative(context, spans[0][0], stop, wanted, "range")], stop
    for (start, end, _), address in zip(spans, addresses, strict=True):
        citations.append(_relative(context, start, end, (Wanted(role=context.role, address=address),), "item"))
    return citations, stop


def _read_chapter(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``Глава VI``, ``Chapter 6``."""
    written = match["chapter_number"]
    number = written if written.isdigit() else str(number_roman(written) or "")
    if not number:
        return None
    wanted = (Wanted(role="laws", address=Address((number,), "chapter")),)
    return [_relative(context, match.start(), match.end("chapter_number"), wanted, "chapter")], match.end(
        "chapter_number"
    )


def _read_example(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``Пример 12А``."""
    name = fold_look_alikes(match["example_number"].upper())
    wanted = (Wanted(role="commentary", address=Address((name,), "example")),)
    return [_relative(context, match.start(), match.end("example_number"), wanted, "example")], match.end(
        "example_number"
    )


def _read_section(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``раздел 16 данного Комментария``: a whole section of the commentary."""
    wanted = (Wanted(role="commentary", address=Address((match["section_number"],))),)
    return [_relative(context, match.start(), match.end("section_number"), wanted, "section")], match.end()


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: str
    read: _Read


# What can begin a citation, in the order of preference where two begin at one place.
RULES: dict[str, _Rule] = {
    "footnote": _Rule(
        rf"{_any('FOOTNOTE_WORD')}\s+{_any('FOOTNOTE_TO')}\s+{_any('LAW_WORD')}\s*(?=\d)", _read_footnote
    ),
    "section": _Rule(
        rf"{_any('SECTION_WORD')}\s+(?P<section_number>\d{{1,3}})(?=\s+{_any('THIS_COMMENTARY')}){''}", _read_section
    ),
    "law": _Rule(rf"{_any('LAW_WORD')}\s*(?:{_FROM}\s+)?(?=\d)", _read_laws),
    "this": _Rule(rf"{_any('THIS_LAW')}{_WORD_END}", _read_this_law),
    "previous": _Rule(
        rf"(?:{_any('PREVIOUS_ITEM')}|{_any('ITEM_WORD')}(?=\s+\d+\s+{_HERE}{_WORD_END}))\s+(?P<item_number>\d{{1,2}})(?![\d.]\d)",
        _read_previous,
    ),
    "clause": _Rule(rf"{_any('CLAUSE_WORD')}\s*(?=\d)", _read_clauses),
    "chapter": _Rule(
        rf"{_any('CHAPTER_WORD')}\s+(?P<chapter_number>[ivxlc]{{1,6}}|\d{{1,2}})(?![^\W_])", _read_chapter
    ),
    "example": _Rule(
        rf"{_any('EXAMPLE_WORD')}\s+(?P<example_number>\d{{1,3}}[a-h\u0430\u0432\u0441\u0435]?)(?![^\W_])",
        _read_example,
    ),
    "bare": _Rule(
        rf"(?:(?P<bare_see>{_SEE})\s*)?(?P<bare_number>(?<![\d.])\d{{1,3}}\.\d{{1,3}}(?!\d))", _read_bare_clause
    ),
    "labelled": _Rule(
        rf"(?:(?P<label_see>{_SEE})\s+)?(?P<label>[a-h\u0430\u0432\u0441\u0435](?=[\d(]|\s+{_HERE}|\)|\.|;))",
        _read_label,
    ),
    "items": _Rule(
        rf"(?:(?P<item_before>{_any('BEFORE_ITEM')}|{_SEE}|{_any('ITEM_WORD')})\s+)?(?P<item>(?<![^\s(«])\([a-z\u0430\u0441\u0435]{{1,5}}\))",
        _read_items,
    ),
}


def _compile() -> re.Pattern[str]:
    alternatives = []
    for name, rule in RULES.items():
        start = "" if name == "items" else _WORD_START
        alternatives.append(f"(?P<{name}>{start}{rule.pattern})")
    return re.compile("|".join(alternatives))


_STARTS = _compile()
