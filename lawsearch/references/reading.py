"""Read one address where one is expected, and the list and the ranges that begin with it.

In: a :class:`Context` and a place. Out: :class:`Member` records, and the citations of a list of them. Promises: an
address is never cut back to a shorter one: what is glued to it and cannot be read stands in the address as it is
written, so that it is missing; what counts, scores or dates something is no member.
"""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field, replace
from functools import lru_cache

from lawsearch.address import is_roman, range_members, slugify
from lawsearch.language import fold, fold_look_alikes
from lawsearch.language.folding import RUSSIAN_ORDER, RUSSIAN_ORDER_SIGNS
from lawsearch.model import Address, Citation, Span, Wanted
from lawsearch.references.flattening import PARAGRAPH
from lawsearch.references.later import compile_later
from lawsearch.references.quantities import is_counted, is_evident_quantity, is_measured, is_quantity
from lawsearch.references.words import WORD_END, any_of

_AND, _TO, _FROM, _HERE = any_of("AND"), any_of("TO"), any_of("FROM"), any_of("HERE")
_AND = rf"{_AND}(?:/{_AND})?"
_END = rf"(?:$|{PARAGRAPH})"

# Letters of labels: Cyrillic ones that look like Latin ones, and those that only a Russian order has.
_CYRILLIC_CAPITALS = "\u0410\u0411\u0412\u0413\u0414\u0415\u0416\u0417\u0421"
CYRILLIC_SMALL = "\u0430\u0431\u0432\u0433\u0434\u0435\u0441"
_CAPITAL = rf"[A-H{_CYRILLIC_CAPITALS}]"
_SPACED_CAPITAL = "[A-H\u0410\u0412\u0421\u0415]"
_LETTER = rf"[A-Ha-h{_CYRILLIC_CAPITALS}{CYRILLIC_SMALL}]"
_ITEM = "[a-h\u0430\u0432\u0441\u0435]"
_ROMAN = "[ivx]{1,4}"

# neither a percentage, nor a date, nor the number of a statute such as 44-XX, 12-X or 94-142
_NUMBER = compile_later(
    r"(\d{1,3})(?![\d%]|\s?%|\.\d{1,3}\s?%|\.0|\.\d{1,2}\.(?:19|20)?\d\d(?!\d)|-(?:[A-Z\u0410-\u042f]{2}|[\u0417\u0437\u043f](?![^\W_])|[1-9]\d\d))"
)
_SUB = compile_later(r"\.([1-9]\d{0,2})(?!\d)")
_SUB_SPACED = compile_later(r"\s?\.\s?([1-9]\d{0,2})(?!\d)(?!\.\d)|,([1-9]\d?)(?![\d.])")
_LETTER_ATTACHED = compile_later(rf"({_LETTER})(?![^\W\d_])")
_LETTER_DOTTED = compile_later(
    rf"\.({_CAPITAL})(?=\.?\d|\(|\s*[,;:)]|\s*{_END})|\.([B-H])(?=\.\s*{_END}|\s+(?i:{_AND}){WORD_END})"
)
# 64-C, 64/C, 12-C-1; the letters of ordinals (64-е) are none
_LETTER_JOINED = compile_later(rf"([-/])((?!\u0435){_LETTER})(?![^\W\d_])(?:\1?(\d{{1,2}})(?!\d))?")
# "78-", and the B on the next line; letters that are words are none
_LETTER_BROKEN = compile_later(r"-[ \t]*\n[ \t]*([B-H\u0411\u0413\u0414])(?![^\W\d_])")
_LETTER_SPACED = compile_later(rf"\s{{1,3}}({_SPACED_CAPITAL})(?=\s{{0,3}}[\d(])(?!\s?\d{{3}})")
# "Law 50 B allows", «Правило 16 В, а не»: no word can stand so; but E may be East, and «С.» a page
_LETTER_ALONE = compile_later(
    rf"\s(?:([A-H\u0410-\u0415\u0421])(?=\s*[,;:]|\s+(?i:{_AND})\s+\d)|([A-H\u0411\u0413\u0414])(?=\.?\s*{_END}|\.\s))"
    rf"|\s([B-DF-H]|A(?=\s(?:applies|says|requires)))(?=\s+(?i:{any_of('LAW_ACTS')}))"
)
# "64 a 1": only with what can follow the end of an address
_AFTER_ADDRESS = rf"(?=\s?\(|\s*(?:[,;:.)»\"]|{_END})|\s+(?i:{_AND}){WORD_END})"
_LETTER_LOWER = compile_later(
    rf"\s{{1,3}}(?:([a-h])\s{{0,3}}(\d{{1,2}})(?![\d.]\d){_AFTER_ADDRESS}"
    rf"|([\u0430\u0432\u0441\u0435])(?:(\d{{1,2}})(?![\d.]\d){_AFTER_ADDRESS}|\s{{1,3}}(\d{{1,2}})(?=\s?\([a-z\u0430-\u0435]\))))"
)
# 27(B)(1)(b): some editions put every level in brackets
_LETTER_BRACKETED = compile_later(rf"\(({_CAPITAL})\)|\s?\(({_CAPITAL})\)(?=\s?\(\d)")
_DIGIT = compile_later(r"\.?(\d{1,3})(?![\d%])")
_DIGIT_SPACED = compile_later(r"\s{0,3}(\d{1,2})(?![\d%]|\.\d|[^\W\d_]{2}|-[^\W\d_])")
_DIGIT_BRACKET = compile_later(r"\s?\((\d{1,2})\)")
_DIGIT_BRACKET_ATTACHED = compile_later(r"\((\d{1,2})\)")
_ITEM_ATTACHED = compile_later(rf"({_ITEM})({_ROMAN})?(?![^\W_])")
_ITEM_DOTTED = compile_later(r"\.([a-h]|[ivx]{1,4})(?!\w)")
_ITEM_SPACED = compile_later(rf"\s([b-h])(?=\s*(?:[,;:.]|{_END}))")
# «16В1 а)», "16B1 a) and b)"
_ITEM_HALF = compile_later(rf"\s([a-h{CYRILLIC_SMALL}])(?=\))")
_SHARED_HALF = compile_later(rf"([a-h{CYRILLIC_SMALL}])\)")
_ITEM_BEHIND = compile_later(rf"({_ROMAN}|{_ITEM})(?![^\W_])")
_BRACKET = compile_later(
    rf"[(\[{{]\s?([A-Za-z]{{1,5}}|[\u0410\u0412\u0421\u0415{CYRILLIC_SMALL}]|\d{{1,2}})\s?\.?[)\]}}]"
)
_BRACKET_SPACED = compile_later(rf"\s{{0,3}}\.?\s{{0,3}}\(\s?([a-z]{{1,5}}|[{CYRILLIC_SMALL}])\s?\.?\)")
# (e(ii)); an opening bracket that nothing closes; (a-c), (a, b)
_NESTED = compile_later(rf"\(({_ITEM})\(({_ROMAN})\)\)")
_UNCLOSED = compile_later(rf"\(({_ITEM}|{_ROMAN})(?=[.,;:]|\s*{_END})")
_SEVERAL = compile_later(
    rf"\(\s?({_ITEM}|{_ROMAN})(\s?(?:[-\u2013\u2014~]|\u2026|\.{{2,3}})\s?|\s?,\s?|\s?/\s?|\s+(?:{_AND}|{_TO})\s+)({_ITEM}|{_ROMAN})\s?\)"
)
# What is glued to an address and is no part of one.
_TAIL = compile_later(r"(?:[^\W_]{1,3}|\d{4,9})(?![^\W_])")
_TAIL_DOTTED = compile_later(r"\.(\d{1,3})(?![\d.]|[^\W_])")
_TAIL_PIECES = compile_later(r"\d{1,2}|[^\W\d_]+")
_ORDINAL_OF_LAW = compile_later(any_of("ORDINAL_OF_LAW"))

LABEL = compile_later(r"([A-H\u0410\u0412\u0421\u0415])(\d{0,2})(?![^\W_])")
_SHARED_DIGIT = compile_later(r"(\d{1,2})(?![\d%]|\.\d)")
_SHARED_LETTER = compile_later(r"([A-H\u0410\u0411\u0412\u0413\u0421\u0415])(\d{0,2})(?![^\W_])")
_LETTER_ENDS = compile_later(
    rf"\d|\(|\s*[,;:)]|\.?\s*{_END}|\s+[-\u2013\u2014]\s"
    rf"|\s+(?i:{_AND})\s+[A-H\u0410\u0411\u0412\u0413\u0421\u0415](?=\s*[,;:.)]|\s+[-\u2013\u2014]|\s*{_END}|\s+[a-z])"
)
_LATIN_LETTER = compile_later(r"[B-H]\d{0,2}\s+[a-z]")
_INITIAL = compile_later(rf"[A-Z\u0410-\u042f]\.\s+(?:{any_of('SURNAME')})")
_PREPOSITION = compile_later(rf"[\u0412\u0421]\s+(?:{any_of('PREPOSITION_OBJECT')})")

# each has one way only to match a row of blanks: the time stays linear
_NO_LETTER_BEFORE = r"(?<![^\W\d_])"
JOIN = compile_later(rf"\s*(?:\.\s*)?(?:[,;]\s*(?:{_AND}{WORD_END}\s*)?|{_NO_LETTER_BEFORE}{_AND}{WORD_END}\s*|/\s*)")
_COLON = compile_later(
    rf"\s?:\s?(?=\([a-z{CYRILLIC_SMALL}]{{1,4}}\)(?:\s*(?:[.,;)]|{_END})|\s+(?:{_AND}|{_TO}){WORD_END}))"
)
DASH = compile_later(
    rf"\.?\s*(?:[-\u2013\u2014~]|{_NO_LETTER_BEFORE}{_TO}{WORD_END}|(?<=\d)(?:\u2026|\.{{2,3}})(?=\d))\s*"
)
_NEGATIVE = compile_later(r"\s+[-\u2013\u2014~]\S")
_RANGE_FROM = compile_later(rf"\s+{_FROM}\s+(?=\()")
_WORDED = compile_later(
    rf"\s*(?:,\s*)?(?:{any_of('ITEM_WORD')}|{any_of('SECTION_WORD')}|\u043f\.)\s*(?=\([a-z\u0430-\u0435]|[a-h\u0430\u0431\u0432\u0433\u0441\u0435]\d{{0,2}}(?![^\W_]))"
)
REPEATED = compile_later(rf"(?:{any_of('LAW_WORD')}|{any_of('CLAUSE_WORD')})\s*(?=\d)")
_HERE_BEHIND = compile_later(rf"\s+{_HERE}{WORD_END}")
_HERE_ONLY = compile_later(rf"[a-h]\d{{0,2}}(?:\([a-z]+\))*\s+{_HERE}{WORD_END}")

# The greatest number below a letter (16A1 …), with room: a greater one behind "and" begins something else.
GREATEST_ITEM = 12


@dataclass(frozen=True, slots=True)
class Context:
    """The text, its folded twin of the same length, and where it stands.

    ``unsure`` gathers lists that are of laws if the rest of the text speaks of laws, each with whether any law will do
    (or only one of its own numbers).
    """

    text: str
    folded: str
    standing: Address | None
    role: str
    russian_order: bool
    known: Container[Address]
    unsure: list[tuple[list[Citation], bool]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Member:
    """One address as written at ``start:stop``.

    ``doubtful`` are the parts where a Cyrillic «В» stands (B, or the third letter of a Russian order), ``signs`` the
    levels, ``label`` and ``item``, where a letter stands that only a Russian order has. ``more`` are the further
    addresses of ``27B1(a, b)``, and of a range in one bracket.
    """

    address: Address
    start: int
    stop: int
    role: str
    doubtful: tuple[int, ...] = ()
    signs: frozenset[str] = frozenset()
    more: tuple[Address, ...] = ()


# Letters.


@dataclass(slots=True)
class _Letters:
    """The letters of an address as they are read: their doubts and signs."""

    doubtful: list[int]
    signs: set[str]

    def latin(self, written: str, index: int, level: str) -> str:
        """The capital Latin letter of a letter that becomes part ``index`` of an address."""
        upper = written.upper()
        if upper in RUSSIAN_ORDER_SIGNS:
            self.signs.add(level)
            return upper.translate(RUSSIAN_ORDER)
        if upper == "\u0412":
            self.doubtful.append(index)
        return fold_look_alikes(upper)


def latin_letter(written: str) -> str:
    """The capital Latin letter of a label."""
    return _Letters([], set()).latin(written, 0, "label")


def reread(member: Member, indexes: tuple[int, ...]) -> Address:
    """The address with «В» as the third letter at these parts."""
    parts = list(member.address.parts)
    for index in indexes:
        parts[index] = "(c)" if parts[index].startswith("(") else "C"
    return Address(tuple(parts))


# Reading a number where one is expected.

_ASIDE_WINDOW = 60


def read_number(context: Context, position: int, *, role: str, spaced: bool = False) -> Member | None:
    """The address written at ``position``: ``64А1``, ``12 С 1 (e)``, ``12.C.1.e``, ``42B(3)``, ``11.5``, ``40.3.(i)``.

    ``spaced``: the word before allows a clause of the commentary alone, so white space may stand beside its dot.
    """
    text = context.text
    number = _NUMBER.match(text, position)
    if not number or int(number[1]) == 0:
        return None
    parts = [str(int(number[1]))]
    letters = _Letters([], set())
    stop = number.end()
    if sub := _SUB.match(text, stop) or (_SUB_SPACED.match(text, stop) if spaced else None):
        while sub:
            parts.append(f".{int(sub[1] or sub[2])}")
            stop = sub.end()
            sub = _SUB.match(text, stop)
        role = "commentary"
    else:
        letter, tail, stop = _read_letter(context, stop)
        if letter:
            parts += [letters.latin(letter, 1, "label"), *tail]
    more: tuple[Address, ...] = ()
    if len(parts) > 1:
        items, stop = _read_item(text, stop, attached=len(parts) == 3 or role == "commentary")
        parts += items
    brackets, stop = read_brackets(text, stop, spaced=len(parts) > 1, letters=letters, index=len(parts))
    if not brackets and len(parts) == 3 and (half := _ITEM_HALF.match(text, stop)):
        brackets = [f"({fold(letters.latin(half[1], 3, 'item'))})"]
        # the bracket may be that of «(Правило 16В1 а)»
        stop = half.end() + ("(" not in text[max(0, position - _ASIDE_WINDOW) : stop])
    parts += brackets
    if len(parts) > 2:
        more, stop = _read_several(tuple(parts), text, stop)
        if more:
            parts = list(more[0].parts)
    return Member(
        Address(tuple(parts)),
        position,
        stop,
        role,
        tuple(letters.doubtful),
        frozenset(letters.signs),
        more[1:],
    )


def _read_letter(context: Context, position: int) -> tuple[str, list[str], int]:
    """The letter behind the number of a law ("" for none), the digit behind it, and where they end."""
    text = context.text
    attached = _LETTER_ATTACHED.match(text, position) or _LETTER_DOTTED.match(text, position)
    if not attached:
        attached = _LETTER_BRACKETED.match(text, position)
    if attached:
        digit = _DIGIT.match(text, attached.end()) or _DIGIT_BRACKET_ATTACHED.match(text, attached.end())
        if not digit and attached.re is _LETTER_BRACKETED:
            digit = _DIGIT_BRACKET.match(text, attached.end())
        letter = attached[1] or attached[2]
        return letter, [str(int(digit[1]))] if digit else [], (digit or attached).end()
    if joined := _LETTER_JOINED.match(text, position):
        return joined[2], [str(int(joined[3]))] if joined[3] else [], joined.end()
    if broken := _LETTER_BROKEN.match(text, position):
        return broken[1], [], broken.end()
    return _read_letter_apart(context, position)


def _read_letter_apart(context: Context, position: int) -> tuple[str, list[str], int]:
    """A letter that stands apart may be a word: only what belongs to an address may follow it."""
    text = context.text
    if lower := _LETTER_LOWER.match(text, position):
        written, digit = lower[1] or lower[3], lower[2] or lower[4] or lower[5]
        if 0 < int(digit) <= GREATEST_ITEM and not is_counted(context.folded, lower.end()):
            return written, [str(int(digit))], lower.end()
        return "", [], position
    letter = _LETTER_SPACED.match(text, position)
    if not letter:
        return _read_letter_alone(context, position)
    spaced = _DIGIT_SPACED.match(text, letter.end())
    if spaced and 0 < int(spaced[1]) <= GREATEST_ITEM and not is_counted(context.folded, spaced.end()):
        return letter[1], [str(int(spaced[1]))], spaced.end()
    if bracketed := _DIGIT_BRACKET.match(text, letter.end()):
        return letter[1], [str(int(bracketed[1]))], bracketed.end()
    if not spaced and read_brackets(text, letter.end(), spaced=True)[0]:
        return letter[1], [], letter.end()
    return "", [], position


def _read_letter_alone(context: Context, position: int) -> tuple[str, list[str], int]:
    """A letter that stands apart and alone, where nothing else can be meant."""
    alone = _LETTER_ALONE.match(context.text, position)
    if not alone or _INITIAL.match(context.text, alone.end() - 1):
        return "", [], position
    return alone[1] or alone[2] or alone[3], [], alone.end()


def _read_item(text: str, position: int, *, attached: bool) -> tuple[list[str], int]:
    """An item without brackets: ``12C1e``, ``12C1eii``, ``12.C.1.e``, ``59.3.a``, ``11.3i``; one within another."""
    if nested := _NESTED.match(text, position):
        return [f"({_item(nested[1])})", f"({nested[2]})"], nested.end()
    if match := _ITEM_DOTTED.match(text, position):
        return [f"({match[1]})"], match.end()
    if not attached:
        return [], position
    if match := _ITEM_ATTACHED.match(text, position):
        return [f"({_item(part)})" for part in match.groups() if part], match.end()
    if roman := _ITEM_BEHIND.match(text, position):
        return [f"({roman[1]})"], roman.end()
    if apart := _ITEM_SPACED.match(text, position):
        return [f"({apart[1]})"], apart.end()
    return [], position


def _item(written: str) -> str:
    return fold_look_alikes(written)


def read_brackets(
    text: str, position: int, *, spaced: bool, letters: _Letters | None = None, index: int = 0
) -> tuple[list[str], int]:
    """The bracketed items from ``position`` on, and what is glued behind the last one (``(e)ii``)."""
    brackets: list[str] = []
    letters = letters or _Letters([], set())
    while True:
        if nested := _NESTED.match(text, position):
            return [*brackets, f"({_item(nested[1])})", f"({nested[2]})"], nested.end()
        match = _BRACKET.match(text, position) or (_BRACKET_SPACED.match(text, position) if spaced else None)
        if not match:
            break
        inner = match[1]
        if len(inner) == 1 and not inner.isdigit():
            inner = letters.latin(inner, index + len(brackets), "item")
        inner = fold(inner)
        if len(inner) > 1 and not inner.isdigit() and not is_roman(inner):
            return brackets, position
        brackets.append(f"({inner})")
        position = match.end()
    if brackets and (behind := _ITEM_BEHIND.match(text, position)):
        brackets.append(f"({_item(behind[1])})")
        position = behind.end()
    elif not _SEVERAL.match(text, position) and (unclosed := _UNCLOSED.match(text, position)):
        brackets.append(f"({_item(unclosed[1])})")
        position = unclosed.end()
    return brackets, position


def _read_several(head: tuple[str, ...], text: str, position: int) -> tuple[tuple[Address, ...], int]:
    """``(a-c)`` and ``(a, b)`` below an address: their addresses."""
    match = _SEVERAL.match(text, position)
    if not match:
        return (), position
    first, last = (Address((*head, f"({_item(written)})")) for written in (match[1], match[3]))
    between = match[2].strip()
    ranged = not (between in (",", "/") or re.fullmatch(_AND, between))
    members = range_members(first, last) if ranged else (first, last)
    return (members, match.end()) if members else ((), position)


def read_tail(context: Context, member: Member) -> Member:
    """The member with what is glued to it and cannot be read: ``64Z``, ``45Q9``, ``64A1.2``."""
    text, stop = context.text, member.stop
    laws = member.role == "laws"
    if JOIN.match(context.folded, stop) and not text[stop].isspace() and text[stop].isalpha():
        return member  # "25and27"
    tail = _TAIL.match(text, stop)
    pieces = _TAIL_PIECES.findall(tail.group())[:3] if tail else []
    if not tail and laws and len(member.address.parts) > 1:
        tail = _TAIL_DOTTED.match(text, stop)
        if tail and not is_counted(context.folded, tail.end()):
            pieces = [tail[1][:2]]
    if not tail or not pieces:
        return member
    parts = [f"({piece if piece.isdecimal() else (slugify(piece) or 'x')[:5]})" for piece in pieces]
    if tail.group().isdecimal() and member.address.parts[-1].isalpha():
        parts = [tail.group()[:3]]  # "64A1000": no address has so many
    return replace(member, address=Address((*member.address.parts, *parts)), stop=tail.end(), more=())


def read_first(context: Context, position: int, *, role: str, word: str = "", spaced: bool = False) -> Member | None:
    """The address behind the word of a law or clause, or None for what is none: «правило 20 очков».

    ``word`` is the folded word before it, with which an ordinal agrees.
    """
    member = read_number(context, position, role=role, spaced=spaced)
    if member is None:
        return None
    folded, stop = context.folded, member.stop
    if is_measured(folded, stop):
        return None
    if len(member.address.parts) == 1:
        if is_evident_quantity(folded, position, stop):
            return None
        if ordinal := _ORDINAL_OF_LAW.match(folded, stop) or _ENGLISH_ORDINAL.match(folded, stop):
            if not _agrees(word, ordinal.group()) and _WORD_AFTER.match(folded, ordinal.end()):
                return None
            return replace(member, stop=ordinal.end())
        if _OTHER_ORDINAL.match(folded, stop):
            return None
    return read_tail(context, member)


_WORD_AFTER = compile_later(rf"\s+(?!{_AND}{WORD_END}|{_TO}{WORD_END})[^\W\d_]")
# 60-ти, 2-х, 3-person; 3rd
_OTHER_ORDINAL = compile_later(r"-(?:[^\W\d_]{2,}|[\u0439\u044f\u044e\u0445](?![^\W_]))")
_ENGLISH_ORDINAL = compile_later(r"(?:st|nd|rd|th)(?![^\W_])")


def _agrees(word: str, ordinal: str) -> bool:
    """Whether an ordinal has the case of the word of a law before it: «правила 16-го», not «правило 1-го хода»."""
    return (word[-1:], ordinal.lstrip("-")) in _AGREEING


_AGREEING = {
    ("\u043e", "\u0435"), ("\u0430", "\u0433\u043e"), ("\u0443", "\u043c\u0443"), ("\u043c", "\u043c"), ("\u0435", "\u043c"),
    ("\u0430", "\u0435"), ("\u0438", "\u043c\u0438"),
}  # fmt: skip


# Members that share the head of the one before them, or belong to it.


def _shared(context: Context, position: int, before: Member, *, plural: bool) -> Member | None:
    """A member that shares the head of the one before: ``64А1 и 2``, ``27B1(a) or (b)``, ``64А и В``."""
    text = context.text
    parts = before.address.parts
    letters = _Letters([], set())
    brackets, stop = read_brackets(text, position, spaced=False, letters=letters)
    if brackets:
        head = without_sibling(parts, brackets[0])
        if not head or (head == parts and _HERE_BEHIND.match(context.folded, stop)):
            return None  # "Laws 78D, 86B3 and (d) below"
        return _member((*head, *brackets), position, stop, before.role, letters, offset=len(head))
    if before.address.is_commentary:
        return None
    half = _SHARED_HALF.match(text, position) if parts[-1].startswith("(") else None
    if half and text[before.stop - 1] == ")" and "(" not in text[before.start : before.stop]:
        return _member(
            (*parts[:-1], f"({fold(letters.latin(half[1], 0, 'item'))})"),
            position,
            half.end(),
            before.role,
            letters,
            offset=len(parts) - 1,
        )
    if digit := _SHARED_DIGIT.match(text, position):
        return _shared_digit(context, digit, before)
    letter = _SHARED_LETTER.match(text, position)
    if not letter or len(parts) == 1 or not _is_label(context, letter, plural=plural):
        return None
    letters = _Letters([], set())
    latin = letters.latin(letter[1], 1, "label")
    tail = [letter[2]] if letter[2] else []
    brackets, stop = read_brackets(text, letter.end(), spaced=False, letters=letters, index=2 + len(tail))
    return _member((parts[0], latin, *tail, *brackets), position, stop, before.role, letters)


def _member(parts: tuple[str, ...], start: int, stop: int, role: str, letters: _Letters, *, offset: int = 0) -> Member:
    doubtful = tuple(index + offset for index in letters.doubtful)
    return Member(Address(parts), start, stop, role, doubtful, frozenset(letters.signs))


def _shared_digit(context: Context, digit: re.Match[str], before: Member) -> Member | None:
    """The 2 of ``64A1 and 2``, if it neither counts anything nor begins a greater number."""
    parts = before.address.parts
    level = next((index for index, part in enumerate(parts) if index > 1 and part.isdigit()), None)
    after = context.text[digit.end() : digit.end() + 1]
    if level is None or int(digit[1]) > GREATEST_ITEM or after.isalpha() or int(digit[1]) == 0:
        return None
    if is_quantity(context.text, context.folded, digit.start(), digit.end(), int(parts[level])):
        return None
    letters = _Letters([], set())
    brackets, stop = read_brackets(context.text, digit.end(), spaced=False, letters=letters, index=level + 1)
    return _member((*parts[:level], digit[1], *brackets), digit.start(), stop, before.role, letters)


def _is_label(context: Context, letter: re.Match[str], *, plural: bool) -> bool:
    """Whether a letter behind "and" is a label, no word and no initial."""
    text = context.text
    if _INITIAL.match(text, letter.start()) or _PREPOSITION.match(text, letter.start()):
        return False
    return (
        plural
        or _LETTER_ENDS.match(text, letter.end()) is not None
        or _LATIN_LETTER.match(text, letter.start()) is not None
    )


def without_sibling(parts: tuple[str, ...], bracket: str) -> tuple[str, ...]:
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


def _child(context: Context, position: int, parent: Member) -> Member | None:
    """The part of a law that words name: ``Law 16, section B``, ``Правило 16В1, пункты (а) и (b)``."""
    text, parts = context.text, parent.address.parts
    letters = _Letters([], set())
    label = LABEL.match(text, position) or _SHARED_LETTER.match(text, position) if len(parts) == 1 else None
    below: list[str] = []
    stop = position
    if label and not label[2] and not _is_label(context, label, plural=True):
        return None  # «Правило 27, п. В протоколе отмечено»
    if label:
        below = [letters.latin(label[1], 1, "label"), *([label[2]] if label[2] else [])]
        stop = label.end()
    brackets, stop = read_brackets(text, stop, spaced=False, letters=letters, index=len(parts) + len(below))
    below += brackets
    return _member((*parts, *below), parent.start, stop, parent.role, letters) if below else None


# Lists and ranges.

# «Правила №64 и №65», "Laws #16, #17"
_SIGN_AGAIN = compile_later(rf"(?:[#\u00a7]|{any_of('NUMBER_SIGN')})\s*(?=\d)")
# The letter for Law: L16B, LL 5 and 6, «П16В»; L10n and L33t are words. As printed.
LETTER_OF_LAW = compile_later(
    r"(?:(LL\.?\s?)|[L\u041f])(?=\d{1,2}(?:[A-H\u0410\u0412\u0421\u0415](?![^\W\d_])|(?![^\W_])))"
)


@dataclass(frozen=True, slots=True)
class _List:
    """A list that is read. ``plural``: the words before it announce several members.

    ``relative``: the members are labels and items, read from where the words stand, and have no number of a law.
    """

    context: Context
    plural: bool
    relative: bool


@dataclass(frozen=True, slots=True)
class _Ranged:
    """A member of a list; of a range its first one, with the ``last`` and the addresses from one to the other."""

    first: Member
    last: Member | None = None
    between: tuple[Address, ...] = ()


def read_list(
    context: Context, first: Member, *, plural: bool, form: str, relative: bool = False
) -> tuple[list[Citation], int]:
    """The members of a list and the ranges among them, from the first one on, and where they end.

    ``plural`` and ``relative`` are those of :class:`_List`.
    """
    listed = _List(context, plural, relative)
    members: list[_Ranged] = []
    current: Member | None = first
    position = first.stop
    while current is not None:
        worded = _WORDED.match(context.folded, current.stop)
        if worded and (child := _child(context, worded.end(), current)):
            current = child
            position = child.stop
        ranged = _read_range(listed, current)
        members.append(ranged)
        before = ranged.last or current
        position = before.stop
        join = JOIN.match(context.folded, position) or _COLON.match(context.folded, position)
        current = None
        if join:
            sign = _SIGN_AGAIN.match(context.folded, join.end()) if plural else None
            start = (sign or join).end()
            current = _read_lettered(context, start) if before.role == "laws" else None
            current = current or _read_next(listed, start, before)
        if current is None and not relative:
            current = _read_aside(listed, before)
    return _cite_all(context, members, form), position


# "Laws 10 and 11 (and 82C)"; "Law 16B1, not 16C"
_ASIDE = compile_later(rf"\s*\(\s?{_AND}\s+")
_CONTRAST = compile_later(rf"\s*(?:,\s*)?{any_of('CONTRAST')}\s+(?=\d)")


def _read_aside(listed: _List, before: Member) -> Member | None:
    """The member that follows in a bracket, or that is said not to be meant."""
    context = listed.context
    if aside := _ASIDE.match(context.folded, before.stop):
        member = _read_next(listed, aside.end(), before)
        return member if listed.plural or (member and len(member.address.parts) > 1) else None
    contrast = _CONTRAST.match(context.folded, before.stop)
    member = read_number(context, contrast.end(), role=before.role) if contrast and before.role == "laws" else None
    if member is None or member.address.is_commentary or len(member.address.parts) < 2:
        return None
    # "not 2C" may be a bid
    sure = len(member.address.parts) > 2 or int(member.address.parts[0]) > _GREATEST_BID
    return member if sure and not is_measured(context.folded, member.stop) else None


_GREATEST_BID = 7


def _read_lettered(context: Context, position: int) -> Member | None:
    """The L6 of ``L5 and L6``, the L73 of ``Law 16 and L73``."""
    letter = LETTER_OF_LAW.match(context.text, position)
    member = read_number(context, letter.end(), role="laws") if letter else None
    if member is None or member.address.is_commentary:
        return None
    return replace(read_tail(context, member), start=position)


def _read_range(listed: _List, first: Member) -> _Ranged:
    """A member with the range that begins with it, if one does."""
    context, plural = listed.context, listed.plural
    position = first.stop
    if range_from := _RANGE_FROM.match(context.folded, position):
        low = _shared(context, range_from.end(), first, plural=plural)
        dash = DASH.match(context.folded, low.stop) if low else None
        high = _shared(context, dash.end(), low, plural=plural) if low and dash else None
        return _Ranged(first, high, _between(context, low, high, sure=False)) if low and high else _Ranged(first)
    last: Member | None = None
    between: tuple[Address, ...] = ()
    while dash := DASH.match(context.folded, position):
        end = _read_range_end(listed, dash, last or first)
        sign = dash.group().lstrip(".")
        sure = sign.strip() == sign or (plural and not REPEATED.match(context.folded, dash.end()))
        addresses = _between(context, first, end, sure=sure)
        if end is None or not addresses:
            break
        last, between = end, addresses
        position = end.stop
        if dash.group() not in ("-", "\u2013") and not _goes_on(context, dash, end):
            break
    return _Ranged(first, last, between)


def _goes_on(context: Context, dash: re.Match[str], end: Member) -> bool:
    """Whether the next number follows behind the same dash: "Laws 30 \u2013 31 \u2013 32"."""
    again = DASH.match(context.folded, end.stop)
    number = _SHARED_DIGIT.match(context.text, again.end()) if again and again.group() == dash.group() else None
    return number is not None and number[1] == str(int(end.address.parts[0]) + 1) and len(end.address.parts) == 1


_DATIVE = ("\u0443", "\u0430\u043c")


def _read_range_end(listed: _List, dash: re.Match[str], before: Member) -> Member | None:
    context, plural = listed.context, listed.plural
    if not plural and _NEGATIVE.match(context.folded, dash.start()):
        return None  # "Law 57 -100"
    if before.role == "laws" and (lettered := _read_lettered(context, dash.end())):
        return lettered
    word = REPEATED.match(context.folded, dash.end())
    if word and word.group().rstrip().endswith(_DATIVE):
        return None  # «64С по Правилу 12»
    whole = len(before.address.parts) == 1
    parts = before.address.parts
    number = _SHARED_DIGIT.match(context.text, dash.end())
    if number and parts[-1].startswith("."):  # 27.1-5
        level = len(parts) - 1
        if is_quantity(context.text, context.folded, number.start(), number.end(), int(parts[level][1:])):
            return None
        if context.text[number.end() : number.end() + 1].isalpha() or int(number[1]) <= int(parts[level][1:]):
            return None
        return Member(Address((*parts[:level], f".{int(number[1])}")), number.start(), number.end(), before.role)
    glued = dash.group().strip() == dash.group()
    last = _read_other_end(listed, dash.end(), before, glued=glued)
    if last is None or not (whole and len(last.address.parts) == 1):
        return last
    descending = int(last.address.parts[0]) < int(parts[0])
    if descending and not plural and not glued and not dash.group().strip(". \n").isalpha():
        return None  # "Law 57 - 2" with one law
    return last


def _between(context: Context, first: Member, last: Member | None, *, sure: bool) -> tuple[Address, ...]:
    """The addresses from one end of a range to the other; of two that are no siblings, the ends alone."""
    if last is None or first.address == last.address:
        return ()
    signs = first.signs | last.signs
    low, high = (_by_order(context, member, signs) for member in (first, last))
    if members := range_members(low, high):
        return members
    return (low, high) if sure and first.role == last.role else ()


def _by_order(context: Context, member: Member, signs: frozenset[str]) -> Address:
    """The address of the end of a range, «В» as the third letter where the other end or the text is in that order."""
    return reread(
        member,
        tuple(
            index
            for index in member.doubtful
            if ("label" if index == 1 else "item") in signs or (context.russian_order and index == 1)
        ),
    )


def _read_next(listed: _List, position: int, before: Member) -> Member | None:
    """The next member of a list at ``position``, or None."""
    context = listed.context
    if REPEATED.match(context.folded, position):
        return None  # a new citation begins there
    shared = _read_shared(listed, position, before, plural=listed.plural)
    if shared is not None or listed.relative:
        return shared
    member = read_number(context, position, role=before.role)
    if member is None or not _follows(context, member, before, plural=listed.plural):
        return None
    return _whole(context, member)


def _read_other_end(listed: _List, position: int, before: Member, *, glued: bool) -> Member | None:
    """The end of a range at ``position``, or None. ``glued``: its dash has no blanks."""
    context = listed.context
    if repeated := REPEATED.match(context.folded, position):
        position = repeated.end()
    shared = _read_shared(listed, position, before, plural=True)
    if shared is not None or listed.relative:
        return shared
    member = read_number(context, position, role=before.role)
    if member is None:
        return None
    announced = listed.plural and (glued or int(member.address.parts[0]) > int(before.address.parts[0]))
    return _whole(context, member) if _ends_range(context, member, before, announced=announced) else None


def _read_shared(listed: _List, position: int, before: Member, *, plural: bool) -> Member | None:
    """A member that shares the head of the one before, unless it is said to be one of the clause at hand."""
    shared = _shared(listed.context, position, before, plural=plural)
    if shared is None or listed.relative or not _HERE_ONLY.match(listed.context.folded, position):
        return shared
    return None


def _whole(context: Context, member: Member) -> Member | None:
    """A member behind another with what is glued to it, or None if that makes none of it."""
    if len(member.address.parts) == 1 and (ordinal := _ORDINAL_OF_LAW.match(context.folded, member.stop)):
        return replace(member, stop=ordinal.end())
    with_tail = read_tail(context, member)
    if with_tail is not member and len(with_tail.address.parts) > 1 and len(member.address.parts) == 1:
        # of the numbers with something glued to them only what looks like a label may be of a law
        return with_tail if _LABEL_TAIL.match(context.text, member.stop) else None
    return with_tail


_LABEL_TAIL = compile_later(r"[A-Z\u0410-\u042f]\d{0,2}(?![^\W_])")


def _follows(context: Context, member: Member, before: Member, *, plural: bool) -> bool:
    """Whether an address can stand in a list behind another."""
    if (sure := _is_surely(context, member, before)) is not None:
        return sure
    if _is_counting(context, member, before):
        return False
    if before.address.is_commentary:
        return plural  # «п.11.5, 12»: a section only in a list of clauses
    if plural or len(before.address.parts) == 1 or before.role != "laws":
        return True
    return int(member.address.parts[0]) > GREATEST_ITEM


def _ends_range(context: Context, member: Member, before: Member, *, announced: bool) -> bool:
    """Whether an address can end a range that begins with another.

    ``announced``: behind the word for several laws: «из-за Правил 89-91 пара осталась».
    """
    if (sure := _is_surely(context, member, before)) is not None:
        return sure
    if announced:
        return not is_evident_quantity(context.folded, member.start, member.stop)
    return not (before.address.is_commentary or _is_counting(context, member, before))


def _is_surely(context: Context, member: Member, before: Member) -> bool | None:
    """Whether an address is a further member behind another; None where that is not said by how it is written."""
    if before.role == "laws" and member.role == "commentary":
        return False  # "Law 12, 14.30"
    if len(member.address.parts) > 1:
        return not (is_measured(context.folded, member.stop) or _is_bid(context, member))
    ordinal = _ORDINAL_OF_LAW.match(context.folded, member.stop)
    return True if ordinal and not _WORD_AFTER.match(context.folded, ordinal.end()) else None


def _is_counting(context: Context, member: Member, before: Member) -> bool:
    """True for a bare number behind another member that counts something, scores or dates it."""
    number = 0 if before.address.is_commentary else int(before.address.parts[0])
    return is_quantity(context.text, context.folded, member.start, member.stop, number)


def _is_bid(context: Context, member: Member) -> bool:
    """``4C=``: a bid with its result, where a law 4C would be read."""
    return (
        len(member.address.parts) == 2
        and not member.address.is_commentary
        and _RESULT.match(context.folded, member.stop) is not None
    )


_RESULT = compile_later(r"\s?[=+\u00d7]|[-\u2013]\d|\s+(?:made|down|doubled|\u0441\u044b\u0433\u0440\u0430\u043d)")


# Citations.


def _cite_all(context: Context, members: list[_Ranged], form: str) -> list[Citation]:
    """The citations of the members of one list, «В» read as its siblings tell."""
    signs = {(item.first.address.parts[0], level) for item in members for level in item.first.signs}
    cited = []
    for item in members:
        if item.last is not None:
            cited.append(_range(context, item.first, item.last, item.between))
        else:
            cited.append(_cite(context, item.first, form, signs))
    return cited


def _cite(context: Context, member: Member, form: str, signs: set[tuple[str, str]]) -> Citation:
    told = tuple(
        index for index in member.doubtful if (member.address.parts[0], "label" if index == 1 else "item") in signs
    )
    guessed = tuple(index for index in member.doubtful if index == 1 and index not in told)
    address = reread(member, told + (guessed if context.russian_order else ()))
    other = reread(member, told + (() if context.russian_order else guessed)) if guessed else None
    wanted = (address, *member.more)
    return Citation(
        text=context.text[member.start : member.stop],
        span=Span(member.start, member.stop),
        form="range" if member.more else form,
        wanted=tuple(Wanted(role=member.role, address=item) for item in wanted),
        alternatives=(Wanted(role=member.role, address=other),) if other is not None and not member.more else (),
    )


def _range(context: Context, first: Member, last: Member, between: tuple[Address, ...]) -> Citation:
    return Citation(
        text=context.text[first.start : last.stop],
        span=Span(first.start, last.stop),
        form="range",
        wanted=wanted_range(first.role, between),
    )


@lru_cache(maxsize=1024)
def wanted_range(role: str, addresses: tuple[Address, ...]) -> tuple[Wanted, ...]:
    """The members of a range, one tuple for all places that name it."""
    return tuple(Wanted(role=role, address=address) for address in addresses)
