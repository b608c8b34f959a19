"""The name of a clause: parse what people type and print, put in order, expand ranges.

In: any of the written forms (``64А1``, ``64 a 1``, ``Правило 64А1``, ``law 64.A.1``, ``п.59.3(a)``,
``59.3.a``, ``def:dummy``, ``Глава VI``). Out: an :class:`~lawsearch.model.Address`.
Promises: ``parse_address(str(address)) == address``; look-alike Cyrillic letters give the Latin address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from lawsearch.errors import UsageError
from lawsearch.language import LANGUAGES, fold, fold_look_alikes, get_language
from lawsearch.language.folding import ROMAN_TWINS
from lawsearch.model import Address, is_figures

__all__ = [
    "PREFIXES",
    "canonical",
    "is_roman",
    "number_roman",
    "order_key",
    "parse_address",
    "range_members",
    "slipped_address",
    "slugify",
    "split_full_name",
    "successor",
    "to_roman",
    "try_address",
]

PREFIXES = ("def", "chapter", "part", "unplaced", "example", "section")
_NAMED = ("introduction",)
# The parts of a document's id, <series>-<edition>-<language>; slugs also name terms (see slugify).
SLUG = r"[a-z0-9]+(?:-[a-z0-9]+)*"
EDITION = r"(?:\d{4}|undated)"
# Paragraphs of a text without numbers; the name of a document before an address (laws-2017-ru:64A1).
_PARAGRAPH_NAME = r"p\d{1,4}"
_FULL_NAME = rf"\s*({SLUG}-{EDITION}-[a-z]{{2}}):(.*)"

_ROMAN_STEPS = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
# Numerals behind the word of a law, with the Cyrillic letters that are printed like them: no text has more than XCIX.
_ROMAN_LAW = r"(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})(?![^\W_])"

# Patterns are compiled when they are first used: most addresses are typed as they are printed, and a cold start
# should not pay for the others.
_AS_PRINTED = r"\d{1,3}(?:[A-H](?:\d{1,3})?|(?:\.\d{1,3})+)?(?:\([a-z]{1,5}\))*"
_ROMAN = r"(?=[ivxlc])(?:x{0,3})(?:ix|iv|v?i{0,3})"
_NUMBER = r"(\d{1,3})"
_SUB = r"\s*\.\s*(\d{1,3})"
_PARAGRAPH = r"\s*\.\s*[p\u043f\u0440]\.?\s*(\d{1,3})"
_LETTER = r"[\s.]*([a-h])(?![a-z])"
_DIGIT = r"[\s.]*(\d{1,3})(?!\d)"
_DIGIT_BRACKET = r"[\s.]*\(\s*(\d{1,2})\s*\.?\s*\)"
_LETTER_BRACKET = r"\s*\(\s*([a-h])\s*\)(?=\s*(?:$|\())"
_BRACKET = r"[\s.]*\(\s*([a-z]{1,5}|\d{1,2})\s*\.?\s*\)"
_BARE = r"[\s.]*([ivx]{1,5}|[a-z])(?![a-z])"
_UNWRITABLE = r"[\ud800-\udfff]"  # stand for bytes that are no text: nothing has such a name


def _match(pattern: str, text: str, position: int) -> re.Match[str] | None:
    return re.compile(pattern).match(text, position)  # `re` keeps what it has compiled


def is_roman(text: str) -> bool:
    """True for i, ii, iii, iv … in lower case."""
    return bool(text) and re.fullmatch(_ROMAN, text) is not None


def to_roman(number: int) -> str:
    """Lower-case roman numerals of 1 to 3999."""
    written = ""
    for value, letters in _ROMAN_STEPS:
        times, number = divmod(number, value)
        written += letters * times
    return written


def number_roman(text: str) -> int | None:
    """The value of roman numerals in either case, or None."""
    low = text.lower()
    if not low or any(char not in _ROMAN_VALUES for char in low):
        return None
    values = [_ROMAN_VALUES[char] for char in low]
    return sum(
        -value if value < following else value for value, following in zip(values, [*values[1:], 0], strict=True)
    )


def parse_address(text: str) -> Address:
    """The address that a person wrote; ``UsageError("address-unreadable")`` if it is none."""
    address = try_address(text)
    if address is None:
        raise UsageError("address-unreadable", text=text[:80])
    return address


# What may stand around a name that is copied from a page or a message: space, and signs that nobody sees.
_UNSEEN = " \t\n\r\f\v\u00a0\u2009\u202f\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"


@lru_cache(maxsize=4096)
def canonical(text: str) -> Address:
    """The address with a canonical name, as ``str(address)`` gives it; whatever the text is, an address comes back."""
    if is_figures(text):
        return Address((text,))
    prefix, colon, name = text.partition(":")
    if colon:
        return Address((name,), prefix)
    return Address(tuple(re.findall(r"\.p?\d+|\([^()]*\)|\d+|[A-Z]|[^A-Z\d.()]+\d*", text)) or (text,))


def split_full_name(text: str) -> tuple[str | None, str]:
    """The document's name in front of an address, as in ``laws-2017-ru:64A1``, and the rest; None if there is none."""
    full = re.match(_FULL_NAME, text, re.DOTALL) if ":" in text and "-" in text else None
    return (full[1], full[2]) if full else (None, text)


def try_address(text: str) -> Address | None:
    """The address that a person wrote, or None if the text is no address."""
    if len(text) > 200 or not text.strip():
        return None
    if text[0] != "0" and text.isascii() and ((text.isdigit() and len(text) <= 3) or re.fullmatch(_AS_PRINTED, text)):
        return canonical(text)
    written = fold(text.strip(_UNSEEN).strip())
    if not written:
        return None
    if written[0].isdigit():
        return _numbered(fold_look_alikes(written).rstrip(". ")) or _ordinal(written)
    if re.fullmatch(_PARAGRAPH_NAME, written, re.ASCII):
        return Address((written,))
    prefix, colon, name = written.partition(":")
    if colon and prefix in PREFIXES and name.strip() and not re.search(_UNWRITABLE, name):
        return Address((name.strip(),), prefix)
    if written in _NAMED:
        return Address((written,), "section")
    return _worded(written)


def _ordinal(written: str) -> Address | None:
    """``16th law``, ``16-е правило``, ``16 правило``."""
    number = _match(r"(?:the )?(0?[1-9]\d?)(?!\d)", written, 0)
    if not number:
        return None
    for code in LANGUAGES:
        language = get_language(code)
        if re.fullmatch(rf"{language.ORDINAL_LAW}|{language.ORDINAL_TYPED}", written[number.end(1) :]):
            return Address((str(int(number[1])),))
    return None


def _worded(written: str) -> Address | None:
    """``Правило 64А1``, ``law 64.A.1``, ``Закон XVI``, ``Law #16``, ``§ 16``, ``L16B``, ``п.59.3``, ``Глава VI``."""
    last = written.rpartition(" ")[2].translate(ROMAN_TWINS)
    if not any(char.isdigit() for char in written) and not (set(last) <= set(_ROMAN_VALUES) and len(last) < 8):
        return None  # words alone: most queries end here
    if signed := re.match(r"\u00a7{1,2}\s*(?=\d)|l(?=[1-9]\d?(?:[a-h]|$))", fold_look_alikes(written)):
        return _numbered(fold_look_alikes(written[signed.end() :]).rstrip(". "))
    if written.startswith("the "):
        return _ordinal(written)
    for code in LANGUAGES:
        language = get_language(code)
        if chapter := re.fullmatch(rf"{language.CHAPTER_WORD}\s+([ivx]+|\d+)", written):
            number = chapter[1] if chapter[1].isdigit() else number_roman(chapter[1])
            return Address((str(number),), "chapter")
        sign = rf"(?:\s*(?:[#\u00a7]|{language.NUMBER_SIGN}))?"
        word = re.match(rf"(?:{language.LAW_WORD}|{language.CLAUSE_WORD})(?![^\W\d_])\.?{sign}\s*(?=\d)", written)
        if word:
            return _numbered(fold_look_alikes(written[word.end() :]).rstrip(". "))
        if word := re.match(rf"{language.LAW_WORD}(?![^\W\d_]){sign}\s*", written):
            rest = written[word.end() :].translate(ROMAN_TWINS)
            if roman := _match(_ROMAN_LAW, rest, 0):
                return _numbered(f"{number_roman(roman.group())}{fold_look_alikes(rest[roman.end() :])}".rstrip(". "))
    return None


def _numbered(written: str) -> Address | None:
    """An address that begins with a number, in folded Latin letters."""
    first = _match(_NUMBER, written, 0)
    if not first or int(first[1]) == 0:
        return None
    parts = [str(int(first[1]))]
    position = first.end()
    if paragraph := _match(_PARAGRAPH, written, position):
        parts.append(f".p{int(paragraph[1])}")
        position = paragraph.end()
    elif _match(_SUB, written, position):
        while sub := _match(_SUB, written, position):
            parts.append(f".{int(sub[1])}")
            position = sub.end()
    else:
        # 42(B)(3): some editions put every level in brackets
        letter = _match(_LETTER, written, position) or _match(_LETTER_BRACKET, written, position)
        if letter:
            parts.append(letter[1].upper())
            position = letter.end()
            digit = _match(_DIGIT, written, position) or _match(_DIGIT_BRACKET, written, position)
            if digit:
                parts.append(str(int(digit[1])))
                position = digit.end()
    while position < len(written):
        item = _match(_BRACKET, written, position) or (_match(_BARE, written, position) if len(parts) > 1 else None)
        if not item:
            return None
        parts.append(f"({item[1].lower()})")
        position = item.end()
    return Address(tuple(parts))


def successor(part: str, *, letter: bool = False) -> str:
    """The part that follows ``part`` among its siblings: A → B, 1 → 2, .3 → .4, (a) → (b), (z) → (aa), (ii) → (iii).

    ``(i)``, ``(v)`` and ``(x)`` are roman unless ``letter`` says that they are letters.
    """
    if part.startswith("."):
        sign = _sign(part)
        return f"{sign}{int(part[len(sign) :]) + 1}"
    if part.startswith("("):
        inner = part[1:-1]
        if inner.isdigit():
            return f"({int(inner) + 1})"
        if not letter and ((is_roman(inner) and len(inner) > 1) or inner in ("i", "v", "x")):
            return f"({to_roman((number_roman(inner) or 0) + 1)})"
        return f"({_next_letters(inner)})"
    if part.isdigit():
        return str(int(part) + 1)
    if part[1:].isdigit():
        return f"{part[0]}{int(part[1:]) + 1}"
    return _next_letters(part)


def _next_letters(letters: str) -> str:
    """A → b, z → aa, aa → bb: as lists count, and Word's do."""
    if letters[0] in "zZ":
        return ("a" if letters[0] == "z" else "A") * (len(letters) + 1)
    times = len(letters) if len(set(letters)) == 1 else 1
    return chr(ord(letters[0]) + 1) * times


MAX_MEMBERS = 100  # of a range


@lru_cache(maxsize=1024)  # a text that names one range a hundred thousand times shares its members
def range_members(first: Address, last: Address) -> tuple[Address, ...]:
    """The addresses from one sibling to another, both included, whichever is written first.

    Empty if the two are no siblings of one kind, or have names that cannot be counted. At most ``MAX_MEMBERS``.
    """
    if first.prefix != last.prefix or first.parts[:-1] != last.parts[:-1]:
        return ()
    head, low, high = first.parts[:-1], first.parts[-1], last.parts[-1]
    kinds = {_rank(low), _rank(high)}
    if len(kinds) != 1 or not (_is_countable(low) and _is_countable(high)):
        return ()
    start, stop = sorted((_value(low), _value(high)))
    return tuple(
        Address((*head, _spelled(low, high, value)), first.prefix)
        for value in range(start, min(stop, start + MAX_MEMBERS - 1) + 1)
    )


def _is_countable(part: str) -> bool:
    """True for a number, roman numerals and a single letter: not for the word of ``def:dummy``."""
    inner = part.strip(".()")
    if not inner.isascii():
        return False
    return inner.isdigit() or (inner.isalpha() and (len(inner) == 1 or (part.startswith("(") and is_roman(inner))))


def _sign(part: str) -> str:
    """What stands before the number of a commentary's clause (``.3``) or paragraph (``.p3``)."""
    return ".p" if part.startswith(".p") else "."


def _rank(part: str) -> str:
    if part.startswith("."):
        return _sign(part)
    if part.startswith("("):
        return "(1)" if part[1:-1].isdigit() else "(a)"
    return "1" if part.isdigit() else "A"


def _both_roman(*parts: str) -> bool:
    return all(part.startswith("(") and is_roman(part[1:-1]) for part in parts)


def _value(part: str) -> int:
    inner = part.strip(".p()") if part.startswith(".p") else part.strip(".()")
    if inner.isdecimal():  # not isdigit: the square of two is a digit, but no number
        return int(inner)
    if not inner:
        return 0
    if part.startswith("(") and is_roman(inner) and (len(inner) > 1 or inner in "ivx"):
        return number_roman(inner) or 0
    return ord(inner[0].lower()) - ord("a") + 1


def _spelled(low: str, high: str, value: int) -> str:
    if low.startswith("."):
        return f"{_sign(low)}{value}"
    if low.startswith("("):
        if low[1:-1].isdigit():
            return f"({value})"
        return f"({to_roman(value)})" if _both_roman(low, high) else f"({chr(ord('a') + value - 1)})"
    return str(value) if low.isdigit() else chr(ord("A") + value - 1)


def order_key(address: Address) -> tuple[object, ...]:
    """A key that puts addresses in the order of the book, as far as numbers alone tell it."""
    if address.prefix:
        return (1, address.prefix, 0, *address.parts)
    return (0, "", *((_rank(part), _value(part), part) for part in address.parts))


_TRANSLITERATION = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюя",
        ("a", "b", "v", "g", "d", "e", "zh", "z", "i", "y", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u", "f",
         "kh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya"),
        strict=True,
    )
)  # fmt: skip


def slugify(words: str) -> str:
    """A name in lower-case ASCII with hyphens: ``Follow Suit`` → ``follow-suit``, ``Болван`` → ``bolvan``."""
    spelled = "".join(_TRANSLITERATION.get(char, char) for char in fold(words))
    return "-".join(re.findall(r"[a-z0-9]+", spelled))


# A number, and in one word with it what no clause's name holds.
_SLIPPED = r"(?:.*\s)?([1-9]\d{0,2})([^\W\d_]\w{0,8})"


def slipped_address(text: str) -> Address | None:
    """What a person meant whose writing is nearly an address (``64Z``, ``Law 12Q3``), to find what is near it."""
    match = re.fullmatch(_SLIPPED, fold_look_alikes(fold(text[:80].strip())))
    if match is None or (len(match[2]) > 1 and match[2].isalpha()):
        return None
    return canonical(f"{match[1]}{match[2].upper()}")


def nearest(wanted: Address, known: Iterable[Address], limit: int = 3) -> list[Address]:
    """Addresses that exist and are close to one that does not, the nearest first.

    The numbers beside it come before the whole that it would be a part of; a name is near to those spelled alike.
    """
    by_name = {str(address): address for address in known}
    if wanted.prefix:
        return _nearest_names(wanted, by_name, limit)
    ancestor = wanted.parent
    while ancestor is not None:
        if str(ancestor) in by_name:
            value = _value(wanted.parts[len(ancestor.parts)])
            siblings = [a for a in by_name.values() if a.parent == ancestor and a.parts[-1] != wanted.parts[-1]]
            # 64H is near to 64C sooner than to the eighth note on Law 64
            noted = wanted.parts[len(ancestor.parts)].startswith(".")
            siblings.sort(
                key=lambda a: (a.parts[-1].startswith(".") != noted, abs(_value(a.parts[-1]) - value), order_key(a))
            )
            return [*siblings[: limit - 1], ancestor]
        ancestor = ancestor.parent
    if (number := wanted.number) is None:
        return []
    tops = [a for a in by_name.values() if len(a.parts) == 1 and a.number is not None]
    return sorted(tops, key=lambda a: (abs((a.number or 0) - number), order_key(a)))[:limit]


def _nearest_names(wanted: Address, by_name: dict[str, Address], limit: int) -> list[Address]:
    """Names of the same prefix: numbers by their distance (``chapter:99``), words by their spelling (``def:dumy``)."""
    same = [address for address in by_name.values() if address.prefix == wanted.prefix]
    name = str(wanted)
    if name.partition(":")[2].isdecimal():
        value = int(name.partition(":")[2])
        numbered = [address for address in same if address.parts[0].isdecimal()]
        return sorted(numbered, key=lambda address: abs(int(address.parts[0]) - value))[:limit]
    from difflib import get_close_matches

    slug = f"{wanted.prefix}:{slugify(name.partition(':')[2])}"
    return [by_name[close] for close in get_close_matches(slug, [str(address) for address in same], limit)]
