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

# Letters of labels: Cyrillic ones that look like Latin ones, and those that only a Russian order has.
_CYRILLIC_CAPITALS = "\u0410\u0411\u0412\u0413\u0414\u0415\u0421"
_CYRILLIC_SMALL = "\u0430\u0431\u0432\u0433\u0434\u0435\u0441"
_CAPITAL = rf"[A-H{_CYRILLIC_CAPITALS}]"
_LETTER = rf"[A-Ha-h{_CYRILLIC_CAPITALS}{_CYRILLIC_SMALL}]"

# neither a percentage, nor a date, nor the number of a statute such as 44-XX
_NUMBER = re.compile(r"(\d{1,3})(?![\d%]|\s?%|\.0|\.\d{1,2}\.(?:19|20)?\d\d(?!\d)|-[A-Z\u0410-\u042f]{2})")
_SUB = re.compile(r"\.([1-9]\d{0,2})(?!\d)")
_SUB_SPACED = re.compile(r"\s?\.\s?([1-9]\d{0,2})(?!\d)(?!\.\d)")
_LETTER_ATTACHED = re.compile(rf"({_LETTER})(?![^\W\d_])")
_LETTER_DOTTED = re.compile(rf"\.({_CAPITAL})(?=\.?\d|\(|\s*[,;:)]|\s*$)")
_LETTER_SPACED = re.compile(r"\s([A-H\u0410\u0412\u0421\u0415])(?=\s?[\d(])(?!\s?\d{3})")
_DIGIT = re.compile(r"\.?(\d{1,3})(?![\d%]|\.\d)")
_DIGIT_SPACED = re.compile(r"\s?(\d{1,2})(?![\d%]|\.\d|[^\W\d_]{2}|-[^\W\d_])")
_DIGIT_BRACKET = re.compile(r"\((\d{1,2})\)")
_ITEM_ATTACHED = re.compile(r"([a-h\u0430\u0432\u0441\u0435])(?![^\W_])")
_ITEM_DOTTED = re.compile(r"\.([a-h]|[ivx]{1,4})(?!\w)")
_BRACKET = re.compile(rf"\(\s?([A-Za-z]{{1,5}}|[\u0410\u0412\u0421\u0415{_CYRILLIC_SMALL}]|\d{{1,2}})\s?\.?\)")
_BRACKET_SPACED = re.compile(rf"\s?\.?\s?\(\s?([a-z]{{1,5}}|[{_CYRILLIC_SMALL}])\s?\.?\)")
_LABEL = re.compile(r"([A-H\u0410\u0412\u0421\u0415])(\d{0,2})(?![^\W_])")
_INITIAL = re.compile(r"\.\s+[^\W\d_]")

_SHARED_DIGIT = re.compile(r"(\d{1,2})(?![\d%]|\.\d)")
_SHARED_LETTER = re.compile(r"([A-H\u0410\u0411\u0412\u0413\u0421\u0415])(\d{0,2})(?![^\W_])")
_LETTER_ENDS = re.compile(r"\d|\(|\s*[,;:)]|\.?\s*$")
_WORD_AFTER = re.compile(r"\s+[^\W\d_]")

# each has one way only to match a row of blanks: the time stays linear
_JOIN = re.compile(rf"\s*(?:\.\s*)?(?:[,;]\s*(?:{_AND}{_WORD_END}\s*)?|{_WORD_START}{_AND}{_WORD_END}\s*|/\s*)")
_DASH = re.compile(rf"\.?\s*(?:[-–—]|{_WORD_START}{_TO}{_WORD_END})\s*")
_ITEM_DASH = re.compile(r"\s?[-–—]\s?")
_REPEATED = re.compile(rf"(?:{_any('LAW_WORD')}|{_any('CLAUSE_WORD')})\s*(?=\d)")
_COUNTED = re.compile(rf"\s*(?:%|{_any('COUNTED')})")
_OTHER_TEXT = re.compile(rf"\.?\s+{_any('OTHER_TEXT')}")
_PLURAL_LAW = re.compile(rf"{_any('LAW_WORD_PLURAL')}")
_PLURAL_CLAUSE = re.compile(rf"{_any('CLAUSE_WORD_PLURAL')}\s*$")
_CLAUSE_WORD = re.compile(rf"{_any('CLAUSE_WORD')}\s*(?=\d)")
_THIS_COMMENTARY = re.compile(rf"\s+{_any('THIS_COMMENTARY')}{_WORD_END}")
_PREVIOUS = re.compile(_any("PREVIOUS_ITEM"))
_HERE_FOLLOWS = re.compile(rf"\s*(?:,\s*)?{_HERE}{_WORD_END}")
_HERE_ONLY = re.compile(rf"[a-h]\d{{0,2}}(?:\([a-z]+\))*\s+{_HERE}{_WORD_END}")


# The greatest number below a letter (16A1 …), with room: a greater one behind "and" begins something else.
_GREATEST_ITEM = 12


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
    flat, offsets = _unwrap(text)
    found = _scan(_Context(flat, fold(flat), standing, role, russian_order, known))
    return [_moved(citation, text, offsets) for citation in found] if offsets is not None else found


def _scan(context: _Context) -> list[Citation]:
    found: list[Citation] = []
    position = 0
    while match := _STARTS.search(context.folded, position):
        result = RULES[match.lastgroup or ""].read(context, match)
        if result is None:
            position = match.start() + 1
            continue
        citations, position = result
        found += citations
        position = max(position, match.start() + 1)
    return found


# A hyphen at a line end between letters; a page's footer with the white space around it (from its start only, so
# that a long run of empty lines is looked at once).
_BREAK = re.compile(
    r"(?<=[^\W\d_])-[ \t]*\r?\n\s*(?=[^\W\d_])|(?<!\s)\s*\n[ \t]*[-–—][ \t]*\d{1,4}[ \t]*[-–—]?[ \t]*\r?\n\s*"
)


def _unwrap(text: str) -> tuple[str, list[int] | None]:
    """The text without hyphens at line ends and without page footers, and where each character stood (None: where
    it stands).
    """
    parts: list[str] = []
    offsets: list[int] = []
    begin = 0
    for match in _BREAK.finditer(text) if "\n" in text else ():
        parts.append(text[begin : match.start()])
        offsets += range(begin, match.start())
        if not match.group().startswith("-"):
            parts.append(" ")
            offsets.append(match.start())
        begin = match.end()
    if not parts:
        return text, None
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


def _read_number(context: _Context, position: int, *, role: str, spaced: bool = False) -> _Member | None:
    """The address written at ``position``: ``64А1``, ``12 С 1 (e)``, ``12.C.1.e``, ``42B(3)``, ``11.5``, ``40.3.(i)``.

    ``spaced``: the word before allows a clause of the commentary alone, so white space may stand beside its dot.
    """
    text = context.text
    number = _NUMBER.match(text, position)
    if not number or int(number[1]) == 0:
        return None
    parts = [str(int(number[1]))]
    other: list[str] | None = None
    stop = number.end()
    if sub := _SUB.match(text, stop) or (_SUB_SPACED.match(text, stop) if spaced else None):
        while sub:
            parts.append(f".{int(sub[1])}")
            stop = sub.end()
            sub = _SUB.match(text, stop)
        role = "commentary"
    else:
        letter, tail, stop = _read_letter(context, stop)
        if letter:
            latin, second = _letter(context, letter)
            other = [*parts, second, *tail] if second else None
            parts += [latin, *tail]
    items, stop = _read_item(text, stop, attached=len(parts) == 3 and role == "laws") if len(parts) > 1 else ([], stop)
    brackets, stop = _read_brackets(text, stop, spaced=len(parts) > 1)
    brackets = items + brackets
    parts += brackets
    return _Member(Address(tuple(parts)), position, stop, role, Address((*other, *brackets)) if other else None)


def _read_letter(context: _Context, position: int) -> tuple[str, list[str], int]:
    """The letter behind the number of a law ("" for none), the digit behind it, and where they end."""
    text = context.text
    attached = _LETTER_ATTACHED.match(text, position) or _LETTER_DOTTED.match(text, position)
    if attached:
        digit = _DIGIT.match(text, attached.end()) or _DIGIT_BRACKET.match(text, attached.end())
        return attached[1], [str(int(digit[1]))] if digit else [], (digit or attached).end()
    letter = _LETTER_SPACED.match(text, position)
    if not letter:
        return "", [], position
    # a letter that stands apart may be a word: only what belongs to an address may follow it
    digit = _DIGIT_SPACED.match(text, letter.end())
    if digit and 0 < int(digit[1]) <= _GREATEST_ITEM and not _COUNTED.match(context.folded, digit.end()):
        return letter[1], [str(int(digit[1]))], digit.end()
    if bracketed := _DIGIT_BRACKET.match(text, letter.end()):
        return letter[1], [str(int(bracketed[1]))], bracketed.end()
    if not digit and _read_brackets(text, letter.end(), spaced=True)[0]:
        return letter[1], [], letter.end()
    return "", [], position


def _read_item(text: str, position: int, *, attached: bool) -> tuple[list[str], int]:
    """An item without brackets: ``12C1e``, ``12.C.1.e``, ``59.3.a``."""
    match = _ITEM_DOTTED.match(text, position) or (_ITEM_ATTACHED.match(text, position) if attached else None)
    return ([f"({fold_look_alikes(match[1])})"], match.end()) if match else ([], position)


def _read_brackets(text: str, position: int, *, spaced: bool) -> tuple[list[str], int]:
    brackets: list[str] = []
    while True:
        match = _BRACKET.match(text, position) or (_BRACKET_SPACED.match(text, position) if spaced else None)
        if not match:
            return brackets, position
        inner = match[1].upper()
        if inner in RUSSIAN_ORDER_SIGNS:
            inner = inner.translate(RUSSIAN_ORDER)
        inner = fold(fold_look_alikes(inner))
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
    digit = _SHARED_DIGIT.match(text, position)
    if digit and len(parts) > 1 and not before.address.is_commentary:
        level = next((index for index, part in enumerate(parts) if index > 1 and part.isdigit()), None)
        after = text[digit.end() : digit.end() + 1]
        if (
            level is not None
            and int(digit[1]) <= _GREATEST_ITEM
            and not after.isalpha()
            and (plural or not _WORD_AFTER.match(text, digit.end()))
        ):
            if _COUNTED.match(context.folded, digit.end()):
                return None
            brackets, stop = _read_brackets(text, digit.end(), spaced=False)
            return _Member(Address((*parts[:level], digit[1], *brackets)), position, stop, before.role)
        return None
    letter = _SHARED_LETTER.match(text, position)
    sure = letter is not None and (plural or _LETTER_ENDS.match(text, letter.end()) is not None)
    if letter and sure and len(parts) > 1 and not before.address.is_commentary:
        latin, _ = _letter(context, letter[1])
        brackets, stop = _read_brackets(text, letter.end(), spaced=False)
        tail = [letter[2]] if letter[2] else []
        return _Member(Address((parts[0], latin, *tail, *brackets)), position, stop, before.role)
    return None


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


def _list(context: _Context, first: _Member, *, plural: bool, form: str) -> tuple[list[Citation], int]:
    """The members of a list and the ranges among them, from the first one on, and where they end."""
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
        if following is None:
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
        if _COUNTED.match(context.folded, member.stop) and (listed or not plural):
            return None
        if before.address.is_commentary and not (plural and listed):
            return None  # «п.11.5, 12»: a section only in a list of clauses
        if not before.address.is_commentary and not listed and len(before.address.parts) > 1:
            return None
        if (
            before.role == "laws"
            and listed
            and len(before.address.parts) > 1
            and int(member.address.parts[0]) <= _GREATEST_ITEM
            and not plural
        ):
            return None
    if before.role == "laws" and member.role == "commentary" and not listed:
        return None
    return member


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
    plural = _PLURAL_LAW.fullmatch(match.group().split()[0]) is not None
    citations, stop = _list(context, first, plural=plural, form="clause" if first.role == "commentary" else "law")
    return _from_word(citations, context, match.start()), stop


def _read_footnote(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``сноску к Правилу 31``, ``footnotes to Laws 46 and 47``: the laws that the footnotes belong to."""
    first = _read_number(context, match.end(), role="laws")
    if first is None:
        return None
    plural = _PLURAL_LAW.fullmatch(match["footnote_law"]) is not None
    citations, stop = _list(context, first, plural=plural, form="footnote")
    return _from_word(citations, context, match.start()), stop


def _read_clauses(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``п.11.5``, ``п.п. 50.9. и 51.4.``, ``пункту 11.5``, ``пп. 11.5, 12``."""
    plural = _PLURAL_CLAUSE.search(match.group()) is not None
    first = _read_number(context, match.end(), role="commentary", spaced=not plural)
    if first is None or (len(first.address.parts) == 1 and not plural):
        return None  # «п.5» of some regulation names no clause of a commentary
    citations, stop = _list(context, first, plural=plural, form="clause")
    if not any(item.address.is_commentary for citation in citations for item in citation.wanted):
        return None
    if _OTHER_TEXT.match(context.folded, stop):
        citations = [replace(citation, wanted=(), alternatives=()) for citation in citations]
    return _from_word(citations, context, match.start()), stop


def _read_bare_clause(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``52.2.(ii)``, ``50.8.(iii) выше``, ``См. также 55.5.``: a clause without a word before it."""
    first = _read_number(context, match.start("bare_number"), role="commentary")
    if first is None or not first.address.is_commentary:
        return None
    citations, stop = _list(context, first, plural=True, form="clause")
    has_item = len(first.address.parts) > 2 and first.address.parts[2].startswith("(")
    after_see = match["bare_see"] is not None and not _COUNTED.match(context.folded, first.stop)
    if not (has_item or after_see or _HERE_FOLLOWS.match(context.folded, stop)):
        # what is not evident in the list is not evident by itself, unless the text's own document has such a clause
        citations = [citation for citation in citations if _is_known(context, citation)]
    return citations, stop


def _is_known(context: _Context, citation: Citation) -> bool:
    return all(item.address in context.known for item in citation.wanted) and not _COUNTED.match(
        context.folded, citation.span.stop
    )


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
    """``предыдущему пункту 1``, ``пункту 1 выше``, ``пунктам 1 и 2``: items beside the one in which the words stand."""
    standing = context.standing
    spans = _spans(context, match.start("item_number"), _ITEM_NUMBER)
    stop = spans[-1][1]
    previous = _PREVIOUS.match(context.folded, match.start()) is not None
    beside = standing is not None and len(standing.parts) > 1 and not standing.is_commentary
    wanted = [
        (Wanted(role=context.role, address=Address((*standing.parts[:2], context.text[start:end]))),)
        if beside and standing is not None
        else ()
        for start, end in spans
    ]
    evident = previous or _HERE_FOLLOWS.match(context.folded, stop)
    known = beside and all(item.address in context.known for items in wanted for item in items)
    if not (evident or known) or (standing is not None and not beside):
        clause = _CLAUSE_WORD.match(context.folded, match.start())
        return _read_clauses(context, clause) if clause else None
    citations = [_relative(context, start, end, items) for (start, end), items in zip(spans, wanted, strict=True)]
    return _from_word(citations, context, match.start()), stop


_ITEM_NUMBER = re.compile(r"[1-9]\d?(?![\d%]|\.\d)")


def _spans(context: _Context, position: int, name: re.Pattern[str]) -> list[tuple[int, int]]:
    """Where the members of a list stand that are written alike, from ``position`` on; at least one does."""
    spans = []
    while match := name.match(context.folded, position):
        spans.append(match.span())
        join = _JOIN.match(context.folded, match.end())
        if not join:
            break
        position = join.end()
    return spans


def _read_label(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``(see A above)``, ``see C2``, ``B2(a)(v) above``, ``A and B below``: labels read from where they stand."""
    spans: list[tuple[int, int, tuple[str, ...]]] = []
    position = match.start("label")
    while written := _LABEL.match(context.text, position):
        brackets, stop = _read_brackets(context.text, written.end(), spaced=False)
        latin, _ = _letter(context, written[1])
        spans.append((position, stop, (latin, *([written[2]] if written[2] else []), *brackets)))
        join = _JOIN.match(context.folded, stop)
        if not join:
            break
        position = join.end()
    if not spans:
        return None
    _, stop, label = spans[-1]
    standing = context.standing
    if standing is not None and (standing.number is None or standing.is_commentary):
        return [], stop
    addresses = [Address((standing.parts[0], *label)) for _, _, label in spans] if standing is not None else []
    here = _HERE_FOLLOWS.match(context.folded, stop) is not None
    closed = context.text[stop : stop + 1] in (")", ";") or (
        context.text[stop : stop + 1] == "." and not _INITIAL.match(context.text, stop)
    )
    seen = match["label_see"] is not None and (len(label) > 1 or closed)
    named = match["label_word"] is not None and bool(addresses) and all(item in context.known for item in addresses)
    if not (here or seen or named):
        return [], stop
    return [
        _relative(context, start, end, (Wanted(role=context.role, address=addresses[index]),) if addresses else ())
        for index, (start, end, _) in enumerate(spans)
    ], stop


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
        join = _JOIN.match(context.folded, stop) or _ITEM_DASH.match(context.folded, stop)
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
    dashed = len(spans) == 2 and _ITEM_DASH.fullmatch(context.text[spans[0][1] : spans[1][0]])
    if dashed and (members := range_members(addresses[0], addresses[1])):
        wanted = tuple(Wanted(role=context.role, address=address) for address in members)
        return [_relative(context, spans[0][0], stop, wanted, "range")], stop
    for (start, end, _), address in zip(spans, addresses, strict=True):
        citations.append(_relative(context, start, end, (Wanted(role=context.role, address=address),), "item"))
    return citations, stop


_CHAPTER_NUMBER = re.compile(r"(?:[ivxlc]{1,6}|\d{1,2})(?![^\W_])")
_EXAMPLE_NUMBER = re.compile(r"\d{1,3}[a-h\u0430\u0432\u0441\u0435]?(?![^\W_])")
_SECTION_NUMBER = re.compile(r"\d{1,3}(?![\d.]\d)")


def _read_chapter(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``Глава VI``, ``Chapter 6``, ``Chapters V and VI``, ``Главы V–VII``."""
    first = context.text[match.start("chapter_number") :][:2]
    if first[:1] == "I" and first[1:] == " " and match.group()[0] == context.text[match.start()]:
        return None  # "the chapter I read"
    return _named(context, match, "chapter_number", _CHAPTER_NUMBER, _chapter, "chapter")


def _chapter(written: str) -> Wanted | None:
    number = written if written.isdigit() else str(number_roman(written) or "")
    return Wanted(role="laws", address=Address((number,), "chapter")) if number else None


def _read_example(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``Пример 12А``, ``Examples 1-3``."""
    if _COUNTED.match(context.folded, match.end()):
        return None  # «пример 5 карт»
    return _named(context, match, "example_number", _EXAMPLE_NUMBER, _example, "example")


def _example(written: str) -> Wanted:
    name = fold_look_alikes(written.upper())
    return Wanted(role="commentary", address=Address((name,), "example"))


def _read_section(context: _Context, match: re.Match[str]) -> tuple[list[Citation], int] | None:
    """``раздел 16 данного Комментария``, ``sections 16 and 17 of this Commentary``: whole sections of the commentary."""
    found = _named(context, match, "section_number", _SECTION_NUMBER, _section, "section")
    return found if found and _THIS_COMMENTARY.match(context.folded, found[1]) else None


def _section(written: str) -> Wanted:
    return Wanted(role="commentary", address=Address((str(int(written)),)))


def _named(
    context: _Context,
    match: re.Match[str],
    group: str,
    name: re.Pattern[str],
    make: Callable[[str], Wanted | None],
    form: str,
) -> tuple[list[Citation], int] | None:
    """A list, with ranges, of things that have a word and a number: chapters, examples, sections."""
    citations: list[Citation] = []
    position = match.start(group)
    stop = position
    while member := name.match(context.folded, position):
        wanted = make(member.group())
        if wanted is None:
            break
        start, stop = member.span()
        members: tuple[Wanted, ...] = (wanted,)
        dash = _DASH.match(context.folded, stop)
        last = name.match(context.folded, dash.end()) if dash else None
        end = make(last.group()) if last else None
        if last and end and (between := range_members(wanted.address, end.address)):
            members = tuple(Wanted(role=wanted.role, address=address) for address in between)
            stop = last.end()
        citations.append(_relative(context, start, stop, members, "range" if len(members) > 1 else form))
        join = _JOIN.match(context.folded, stop)
        if not join:
            break
        position = join.end()
        following = name.match(context.folded, position)
        if following and _COUNTED.match(context.folded, following.end()):
            break
    return (_from_word(citations, context, match.start()), stop) if citations else None


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: str
    read: _Read


_NUMBER_SIGN = rf"(?:{_any('NUMBER_SIGN')}\s*)?"
_FOOTNOTE_SIGN = r"(?:\(?(?:\d{1,2}|\*{1,3})\)?\s+)?"

# What can begin a citation, in the order of preference where two begin at one place. All begin at the start of a word
# or at a bracket.
RULES: dict[str, _Rule] = {
    "footnote": _Rule(
        rf"{_any('FOOTNOTE_WORD')}\s+{_FOOTNOTE_SIGN}{_any('FOOTNOTE_TO')}\s+(?P<footnote_law>{_any('LAW_WORD')})\s*{_NUMBER_SIGN}(?=\d)",
        _read_footnote,
    ),
    "section": _Rule(rf"{_any('SECTION_WORD')}\s+(?P<section_number>\d{{1,3}})", _read_section),
    "law": _Rule(rf"{_any('LAW_WORD')}\s*{_NUMBER_SIGN}(?:{_FROM}\s+)?(?=\d)", _read_laws),
    "this": _Rule(rf"{_any('THIS_LAW')}{_WORD_END}", _read_this_law),
    "previous": _Rule(
        rf"(?:{_any('PREVIOUS_ITEM')}|{_any('ITEM_WORD')})\s+(?P<item_number>[1-9]\d?)(?![\d%]|\.\d)", _read_previous
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
        rf"(?:(?:(?P<label_see>{_SEE})|(?P<label_word>{_any('SECTION_WORD')}|{_any('ITEM_WORD')}))\s+)?"
        rf"(?P<label>[a-h\u0430\u0432\u0441\u0435](?=[\d(]|\s+{_HERE}|[).;]|\s*,|\s+{_AND}{_WORD_END}))",
        _read_label,
    ),
    "items": _Rule(
        rf"(?:(?P<item_before>{_any('BEFORE_ITEM')}|{_SEE}|{_any('ITEM_WORD')})\s+)?(?P<item>(?<![^\s(«])\([a-z{_CYRILLIC_SMALL}]{{1,5}}\))",
        _read_items,
    ),
}


def _compile() -> re.Pattern[str]:
    alternatives = "|".join(f"(?P<{name}>{rule.pattern})" for name, rule in RULES.items())
    # one look behind for all rules: most places of a text are inside a word, and are left at once
    return re.compile(rf"{_WORD_START}(?=[\w(])(?:{alternatives})")


_STARTS = _compile()
