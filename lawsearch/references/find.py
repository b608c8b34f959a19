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
from itertools import takewhile

from lawsearch.address import is_roman, number_roman, range_members, to_roman
from lawsearch.language import fold, fold_look_alikes
from lawsearch.language.folding import RUSSIAN_ORDER_SIGNS
from lawsearch.model import Address, Citation, Span, Wanted
from lawsearch.references.flattening import PARAGRAPH, flatten, one_alphabet
from lawsearch.references.later import compile_later
from lawsearch.references.quantities import is_counted, is_quantity
from lawsearch.references.reading import (
    CYRILLIC_SMALL,
    DASH,
    JOIN,
    LABEL,
    LETTER_OF_LAW,
    Context,
    Member,
    latin_letter,
    read_brackets,
    read_first,
    read_list,
    read_number,
    wanted_range,
    without_sibling,
)
from lawsearch.references.whose import (
    is_a_persons,
    is_foreign_before,
    is_of_another_book,
    is_of_book_before,
    is_of_others,
)
from lawsearch.references.words import WORD_END, WORD_START, any_of

_AND, _SEE, _HERE = any_of("AND"), any_of("SEE"), any_of("HERE")
_LAW_WORD, _CLAUSE_WORD = any_of("LAW_WORD"), any_of("CLAUSE_WORD")

_ITEM_DASH = compile_later(r"\s?[-\u2013\u2014~]\s?")
_ITEM_JOIN = compile_later(rf"\s*(?:,\s*)?{any_of('NOR')}\s+")
_INITIAL = compile_later(r"\.\s+[^\W\d_]")
_OTHER_TEXT = compile_later(rf"\.?\s+{any_of('OTHER_TEXT')}")
_PLURAL_LAW = compile_later(any_of("LAW_WORD_PLURAL"))
_PLURAL_CLAUSE = compile_later(rf"{any_of('CLAUSE_WORD_PLURAL')}\s*$")
_CLAUSE_START = compile_later(rf"{_CLAUSE_WORD}\s*(?=\d)")
_THIS_COMMENTARY = compile_later(rf"\s+{any_of('THIS_COMMENTARY')}{WORD_END}")
_PREVIOUS_ITEM = compile_later(any_of("PREVIOUS_ITEM"))
_HERE_FOLLOWS = compile_later(rf"\s*(?:,\s*)?{_HERE}{WORD_END}")
_COMPARED = compile_later(rf"\s*{any_of('COMPARED')}")
_NUMBER_FOLLOWS = compile_later(r"\s*\d")
_BRACKET_FOLLOWS = compile_later(
    rf"\(\s?(?:[A-Za-z]{{1,5}}|[\u0410\u0412\u0421\u0415{CYRILLIC_SMALL}]|\d{{1,2}})\s?\.?\)"
)
# Where an item belongs that is named before its law: "item (b) of Law 27B1".
_OWNER = compile_later(rf"\s+(?P<of>{any_of('OF')}\s+)?(?P<owner_word>{_LAW_WORD}|{_CLAUSE_WORD})\s*(?=\d)")


def find_citations(
    text: str,
    standing: Address | None = None,
    *,
    role: str = "laws",
    russian_order: bool = False,
    known: Container[Address] = frozenset(),
    lines_end_paragraphs: bool = False,
) -> list[Citation]:
    """The citations in ``text``.

    ``standing`` is the address of the clause the text belongs to (None: nowhere, so that "(i) above" has no
    meaning), ``role`` that of its document. ``russian_order``: the laws cited letter their sections in Russian
    order. ``known`` are the addresses of the document itself: a bare ``43.2`` or ``(i)`` that a text without such
    knowledge must pass over is a citation if it names one of them. ``lines_end_paragraphs``: the text is that of a
    clause, where a line end inside a paragraph is a blank already; no citation goes on behind the end of one.
    """
    flat = flatten(text, lines_end_paragraphs=lines_end_paragraphs)
    folded = one_alphabet(fold(flat.text))
    found = _scan(Context(flat.text, folded, standing, role, russian_order, known))
    if flat.text is not text:
        found = [_moved(citation, text, flat.offsets) for citation in found]
    return _with_doubts(found)


def _scan(context: Context) -> list[Citation]:
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
    return _with_unsure(found, context)


def _with_unsure(found: list[Citation], context: Context) -> list[Citation]:
    """The citations, with those that had to wait for the text to name a law: "Law 73 fits: 73C is broken, so 12A1"."""
    if not context.unsure:
        return found
    named = {
        wanted.address.parts[0]
        for citation in found
        if citation.form in ("law", "range", "footnote")
        for wanted in citation.wanted[:_NAMED]
    }
    if context.standing is not None and context.standing.number is not None:
        named.add(context.standing.parts[0])
    sure = [
        citation
        for citations, by_any in context.unsure
        if (by_any and named) or any(wanted.address.parts[0] in named for one in citations for wanted in one.wanted[:1])
        for citation in citations
    ]
    return sorted((*found, *sure), key=lambda citation: citation.span.start)


# Of a range of laws so many are named; "Laws 1-93" names none in particular.
_NAMED = 5


def _moved(citation: Citation, text: str, offsets: list[int] | None) -> Citation:
    """A citation of the flat text in the place where it stands in the text itself."""
    start, stop = citation.span.start, citation.span.stop
    if offsets is not None:
        start, stop = offsets[start], offsets[stop - 1] + 1
    return replace(citation, text=text[start:stop], span=Span(start, stop))


def _with_doubts(found: list[Citation]) -> list[Citation]:
    """The citations, those marked whose «В» may be a third letter: the text letters their law А, Б, В elsewhere."""
    ordered = {
        citation.wanted[0].address.parts[0]
        for citation in found
        if citation.wanted and citation.form in ("law", "range") and _is_ordered(citation.text)
    }
    if not ordered:
        return found
    return [
        replace(citation, letters_in_doubt=True)
        if citation.alternatives and citation.wanted[0].address.parts[0] in ordered
        else citation
        for citation in found
    ]


_ORDER_SIGN = compile_later(f"\\d[{''.join(sorted(RUSSIAN_ORDER_SIGNS))}]")


def _is_ordered(written: str) -> bool:
    return _ORDER_SIGN.search(written.upper()) is not None


def _from_word(citations: list[Citation], context: Context, start: int) -> list[Citation]:
    """The first citation's span begins at the word that introduces it."""
    first = citations[0]
    citations[0] = replace(first, text=context.text[start : first.span.stop], span=Span(start, first.span.stop))
    return citations


# The rules. Each takes the match of its pattern in the folded text, and gives citations and where to go on.

_Found = tuple[list[Citation], int]
_Read = Callable[[Context, "re.Match[str]"], "_Found | None"]

_FOREIGN_BEHIND = compile_later(rf"\s+{any_of('FOREIGN_TAIL')}")
_FOREIGN_WINDOW = 24
_LIST_ITEM = compile_later(r"\d{1,2}[.)]\s+[^\W\d_]")
_FIRST_ITEM = compile_later(r"1[.)]\s+[A-Z\u0410-\u042f]")
_HEADING_WORDS = compile_later(r"(?:[A-Z\u0410-\u042f]\S*\s+){0,2}$")
_HEADING_WINDOW = 40
_YEAR = r"(?:19|20)\d\d"
_EDITION_OF = any_of("EDITION_OF").replace("{year}", f"({_YEAR})")
# The years of the codes; any other year before the word of a law is a date.
_EDITION_BEFORE = compile_later(
    rf"{WORD_START}(?:{any_of('CODE_BEFORE').replace('{year}', '(1975|19[89]7|200[78]|2017)')}|(1975|19[89]7|200[78]|2017))\s+$"
)
_DATED = compile_later(rf"(?:{WORD_START}{any_of('DATE_BEFORE')}|\d[./-]?)\s*$")
_EDITION_WINDOW = 48
_EDITION = compile_later(rf"\s*\(\s?({_YEAR})(?:\s[^()\n]{{0,20}})?\)|,?\s+{_EDITION_OF}")


def _read_laws(context: Context, match: re.Match[str]) -> _Found | None:
    """``Правилам 50 или 51``, ``Laws 45 to 47``, ``Правила с 45 по 47``, ``правилу 26``, ``Правило: 16В``."""
    word, field, start = match["law_word"], match["law_field"].strip(), match.end()
    if is_foreign_before(context.folded, match.start()) or _heads_a_list(context, match):
        return None
    if field in ("l", "\u043f") and not LETTER_OF_LAW.match(context.text, start - 1):
        return None
    first = read_first(context, start, role="laws", word=word)
    if first is None or (field.endswith(":") and _counts_behind_colon(context, first)):
        return None
    plural = match["law_many"] is not None or _PLURAL_LAW.fullmatch(word) is not None
    citations, stop = read_list(context, first, plural=plural, form="clause" if first.role == "commentary" else "law")
    if match["law_from"] and citations[0].form != "range":
        return None  # "a law from 64 years ago"
    if is_of_others(context.text, context.folded, stop, word):
        return [], stop
    if field.endswith(_OPENING):
        if context.text[stop : stop + 1] not in _CLOSING:
            return None
        if len(citations) == 1:
            if len(first.address.parts) == 1 and is_a_persons(context.text, match.start()):
                return None
            stop += 1
            citations = [replace(citations[0], span=Span(start, stop))]
    if match["law_sign"] and _FOREIGN_BEHIND.match(context.folded, stop):
        return None
    return _of_edition(_from_word(citations, context, match.start()), context, stop, match.start()), stop


_OPENING = ("(", "\u00ab", '"', "\u201c")
_CLOSING = (")", "\u00bb", '"', "\u201d")


def _heads_a_list(context: Context, match: re.Match[str]) -> bool:
    """Whether the number begins the first item of a list below the heading «Правила», or behind "Laws:"."""
    if not _LIST_ITEM.match(context.folded, match.end()):
        return False
    if match["law_field"].strip().endswith(":"):
        return True
    if "\n" not in match["law_field"] or _PLURAL_LAW.fullmatch(match["law_word"]) is None:
        return False
    if _FIRST_ITEM.match(context.text, match.end()):
        return True
    window = max(0, match.start() - _HEADING_WINDOW)
    line = context.text.rfind("\n", window, match.start()) + 1
    if line == 0 and window > 0:
        paragraph = context.text.rfind(PARAGRAPH, window, match.start())
        if paragraph < 0:
            return False
        line = paragraph + 1
    return _HEADING_WORDS.fullmatch(context.text[line : match.start()].lstrip(PARAGRAPH + " \n")) is not None


def _counts_behind_colon(context: Context, first: Member) -> bool:
    """«Таковы правила: 5 пар за столом»."""
    return len(first.address.parts) == 1 and is_quantity(
        context.text, context.folded, first.start, first.stop, _ANY_LAW
    )


_ANY_LAW = 1000


def _of_edition(citations: list[Citation], context: Context, stop: int, start: int | None = None) -> list[Citation]:
    """The citations, with the edition that is named behind them or right before the word at ``start``.

    "Law 26 of the 1997 Code", «Правило 26 (2007)», "the 2007 Law 27"; but "in 2007 Law 27 was new".
    """
    match = _EDITION.match(context.folded, stop)
    if not match and start is not None:
        before = context.folded[max(0, start - _EDITION_WINDOW) : start]
        match = _EDITION_BEFORE.search(before)
        if match and _DATED.search(before[: match.start()]):
            return citations
    if not match:
        return citations
    year = next(filter(None, match.groups()))
    return [replace(citation, edition=year) for citation in citations]


def _read_footnote(context: Context, match: re.Match[str]) -> _Found | None:
    """``сноску к Правилу 31``, ``footnotes to Laws 46 and 47``: the laws that the footnotes belong to."""
    first = read_first(context, match.end(), role="laws", word=match["footnote_law"])
    if first is None:
        return None
    plural = _PLURAL_LAW.fullmatch(match["footnote_law"]) is not None
    citations, stop = read_list(context, first, plural=plural, form="footnote")
    if is_of_others(context.text, context.folded, stop, match["footnote_law"]):
        return [], stop
    return _from_word(citations, context, match.start()), stop


def _read_footnote_mark(context: Context, match: re.Match[str]) -> _Found:
    """``сноску (**) на предыдущей странице``: a footnote that has a mark and no number."""
    return [_relative(context, match.start(), match.end(), (), "footnote")], match.end()


def _read_clauses(context: Context, match: re.Match[str]) -> _Found | None:
    """``п.11.5``, ``п.п. 50.9. и 51.4.``, ``пункту 11.5``, ``пп. 11.5, 12``; ``п. 64А1`` is one of a law."""
    plural = _PLURAL_CLAUSE.search(match.group()) is not None
    if lettered := _letters_for_laws(context, match.start(), seen=False):
        return lettered  # «П16В»
    first = read_first(context, match.end(), role="commentary", spaced=not plural)
    if first is None:
        return None
    parts = first.address.parts
    if not first.address.is_commentary and len(parts) > 1:
        if len(parts) < _SURE_LAW:
            return None
        first = replace(first, role="laws")
    elif len(parts) == 1 and not plural:
        return None  # «п.5» of some regulation names no clause of a commentary
    citations, stop = read_list(context, first, plural=plural, form="law" if first.role == "laws" else "clause")
    addresses = [item.address for citation in citations for item in citation.wanted]
    if first.role != "laws" and not any(address.is_commentary for address in addresses):
        return None
    if _is_of_text_behind(context, stop) or (
        _is_of_text_before(context, match.start()) and not _THIS_COMMENTARY.match(context.folded, stop)
    ):
        citations = _elsewhere(citations)
    start = match.end("glued_also") if match.re is _STARTS and match["glued_also"] else match.start()
    return _of_edition(_from_word(citations, context, start), context, stop), stop


def _is_of_text_before(context: Context, start: int) -> bool:
    """Whether the regulations or the contract that a clause belongs to are named before it."""
    return _SIGN_FOREIGN.search(context.folded[max(0, start - _SIGN_WINDOW) : start]) is not None


def _is_of_text_behind(context: Context, stop: int) -> bool:
    """Whether they are named behind it."""
    return _OTHER_TEXT.match(context.folded, stop) is not None or is_of_others(context.text, context.folded, stop)


def _elsewhere(citations: list[Citation]) -> list[Citation]:
    """The same citations, of texts that the library does not hold."""
    return [replace(citation, wanted=(), alternatives=()) for citation in citations]


def _read_signed(context: Context, match: re.Match[str]) -> _Found | None:
    """``§ 16``, ``§§ 16, 17``, ``§ 11.5``; the sections of other texts are elsewhere: ``§ 16 of the club rules``."""
    start = match.start()
    if _is_of_text_before(context, start):
        return None
    first = read_first(context, match.end(), role="laws")
    if first is None or int(first.address.parts[0]) > _GREATEST_LAW:
        return None
    citations, stop = read_list(
        context, first, plural=match["signs"] != "\u00a7", form="clause" if first.role == "commentary" else "law"
    )
    if _is_of_text_behind(context, stop):
        citations = _elsewhere(citations)
    elif context.role == "commentary" or _THIS_COMMENTARY.match(context.folded, stop):
        citations = [_of_this_commentary(context, citation, stop) for citation in citations]
    return _of_edition(_from_word(citations, context, start), context, stop), stop


def _of_this_commentary(context: Context, citation: Citation, stop: int) -> Citation:
    """A whole section where the words "of this Commentary" follow, or where the text itself has one of that number."""
    whole = all(len(wanted.address.parts) == 1 for wanted in citation.wanted)
    own = all(wanted.address in context.known for wanted in citation.wanted)
    if not whole or not (own or _THIS_COMMENTARY.match(context.folded, stop)):
        return citation
    wanted = tuple(Wanted(role="commentary", address=item.address) for item in citation.wanted)
    return replace(citation, form="section", wanted=wanted, alternatives=())


_SIGN_FOREIGN = compile_later(rf"{WORD_START}{any_of('SIGN_FOREIGN_BEFORE')}\s*$")
_SIGN_WINDOW = 40
_GREATEST_LAW = 99


def _read_ordinals(context: Context, match: re.Match[str]) -> _Found | None:
    """``the 16th Law``, ``45th and 46th Laws``, «16-е правило», «по 16-му и 73-му правилам», «по 16 правилу»."""
    if capital := _CAPITAL_E.match(context.text, match.start()):
        return _read_bare(context, capital.start(), seen=False)  # «70Е1»
    members: list[re.Match[str]] = []
    position = match.start()
    while number := _ORDINAL_NUMBER.match(context.folded, position):
        members.append(number)
        join = JOIN.match(context.folded, number.end())
        if not join:
            break
        position = join.end()
    last = members[-1]
    # a list is read once
    refused: _Found | None = ([], last.end()) if len(members) > 1 else None
    place = last.end(1)
    word = _ORDINAL_LAWS.match(context.folded, place) if refused else _ORDINAL_LAW.match(context.folded, place)
    if not word:
        return refused
    if last.end(1) == last.end() and last[1][-1] == "1" and last[1] != "11":
        return refused  # «к 21 правилу» may count
    if (
        _NUMBER_FOLLOWS.match(context.folded, word.end())  # "on the 16th Law 27 was applied"
        or _ORDINAL_FOREIGN.match(context.folded, word.end())
        or is_of_others(context.text, context.folded, word.end(), word.group())
        or _NAME_FOLLOWS.match(context.text, word.end())
        or _ORDINAL_BEFORE.search(context.folded[max(0, match.start() - _FOREIGN_WINDOW) : match.start()])
    ):
        return refused
    citations = []
    for member in members:
        wanted = (Wanted(role="laws", address=Address((str(int(member[1])),))),)
        stop = word.end() if member is last else member.end()
        citations.append(_relative(context, member.start(), stop, wanted, "law"))
    return _of_edition(citations, context, word.end()), word.end()


_CAPITAL_E = compile_later(rf"\d{{1,2}}\u0415(?![^\W\d_])(?!\s+(?i:{_LAW_WORD}))")
_ORDINAL_NUMBER = compile_later(rf"(0?[1-9]\d?){any_of('ORDINAL_OF_ONE')}")
_ORDINAL_LAW = compile_later(rf"{any_of('ORDINAL_LAW')}{WORD_END}(?!-)")
_ORDINAL_LAWS = compile_later(rf"{any_of('ORDINAL_LAWS')}{WORD_END}(?!-)")
_ORDINAL_FOREIGN = compile_later(any_of("ORDINAL_FOREIGN"))
_ORDINAL_BEFORE = compile_later(rf"{any_of('ORDINAL_FOREIGN_BEFORE')}\s+$")
# As printed: «2-й закон Кирхгофа», whose name is in the genitive.
_NAME_FOLLOWS = compile_later(
    r"\s+(?!(?:\u0421\u0435\u0432\u0435\u0440|\u042e\u0433|\u0412\u043e\u0441\u0442\u043e\u043a|\u0417\u0430\u043f\u0430\u0434|\u041f\u0440\u0430\u0432\u0438\u043b|\u041a\u043e\u0434\u0435\u043a\u0441))"
    r"[\u0410-\u042f][^\W\d_]{2,}[\u0430\u044f\u0438](?![^\W\d_])"
)


def _read_lettered(context: Context, match: re.Match[str]) -> _Found | None:
    """``L16B``, ``per L27B1(a)``, ``see L5 and L6``, «П16В»: the letter that stands for Law, and no room or model."""
    before = context.folded[max(0, match.start() - _FOREIGN_WINDOW) : match.start()]
    if _ROOM_BEFORE.search(before):
        return None
    return _letters_for_laws(context, match.start("letter"), seen=match["letter_seen"] is not None)


def _letters_for_laws(context: Context, start: int, *, seen: bool) -> _Found | None:
    """The list that begins with such a letter; ``seen``: words lead to it, so that a bare number will do."""
    written = LETTER_OF_LAW.match(context.text, start)
    if not written:
        return None
    first = read_first(context, written.end(), role="laws")
    if first is None or first.address.is_commentary:
        return None
    many = written[1] is not None
    citations, stop = read_list(context, first, plural=many, form="law")
    sure = seen or any(len(item.address.parts) > 1 for citation in citations for item in citation.wanted)
    listed = many and (len(citations) > 1 or citations[0].form == "range")
    if _MODEL.match(context.text, stop) or is_of_others(context.text, context.folded, stop):
        return [], stop
    if not (sure or listed):
        # «П10» is a card, "page.htm#L40" an address
        if context.text[start] == "L" and not _GLUED.search(context.folded[max(0, start - 1) : start]):
            context.unsure.append((_from_word(citations, context, start), True))
        return [], stop
    return _of_edition(_from_word(citations, context, start), context, stop), stop


_ROOM_BEFORE = compile_later(rf"{WORD_START}{any_of('ROOM')}(?:\s+{any_of('NUMBER_WORD')})?\s*$")
_MODEL = compile_later(r"-\w")

# A number, a letter and a digit: what is an address of a law without the word, 64A1; with an item behind them it can
# be nothing else, 12C1(e), and needs no «см.» either.
_SURE_LAW = 3
_EVIDENT_LAW = 4


# "under 12C1", «по 16В1»
_LED = compile_later(rf"{WORD_START}{any_of('LETTER_SEEN')}\s+$")


def _read_bare_law(context: Context, match: re.Match[str]) -> _Found | None:
    """``см. 64А1``, ``27B1(b)``: a law without the word before it."""
    return _read_bare(context, match.start("bare_law_number"), seen=match["bare_law_see"] is not None)


def _read_bare(context: Context, start: int, *, seen: bool) -> _Found | None:
    """The list of laws that begins at ``start`` without a word; ``seen``: «см.» leads to it."""
    first = read_number(context, start, role="laws")
    if first is None or len(first.address.parts) < 2:
        return None
    citations, stop = read_list(context, first, plural=True, form="law")
    led = seen or _LED.search(context.folded[max(0, start - _FOREIGN_WINDOW) : start])
    sure = led and len(first.address.parts) >= _SURE_LAW
    evident = any(len(item.address.parts) >= _EVIDENT_LAW for citation in citations for item in citation.wanted)
    if evident or sure or _is_here(context, stop):
        return citations, stop
    _wait(context, start, citations)
    return [], stop


def _wait(context: Context, start: int, citations: list[Citation]) -> None:
    """Keep a bare list of laws until it is known whether the text speaks of laws: "so 16B is broken", «значит, 70E1»."""
    laws = list(takewhile(lambda one: one.wanted and len(one.wanted[0].address.parts) > 1, citations))
    if not laws:
        return
    stop = laws[-1].span.stop
    parts = laws[0].wanted[0].address.parts
    before = context.folded[max(0, start - _FOREIGN_WINDOW) : start]
    section = _SECTION_BEFORE.search(before)
    if (
        not _PRINTED_LAW.match(context.text, start)
        or _GLUED.search(before)
        or _GLUED_BEHIND.match(context.folded, stop)
        or _ROOM_BEFORE.search(before)
        or _ROOM_BEHIND.match(context.folded, stop)
        or _is_of_text_behind(context, stop)
        or is_of_book_before(context.folded, start - (len(section.group()) if section else 0))
        or (len(parts) == _LETTERED and int(parts[0]) <= _GREATEST_BID and parts[1] in _SUITS)
    ):
        return
    deep = any(len(one.wanted[0].address.parts) >= _SURE_LAW for one in laws)
    used = _USED.search(before) is not None or _ACTS.match(context.folded, stop) is not None
    number = int(parts[0])
    by_any = (deep or used) and _GREATEST_BID < number <= _GREATEST_LAW and section is None
    context.unsure.append((laws, by_any))


# As printed, with a capital; part of no name, no file and no other number; no bid and no room.
_PRINTED_LAW = compile_later(r"\d{1,2}[A-H\u0410-\u0415\u0421]")
_GLUED = compile_later(r"[-\u2013/\\.@#=_&+:$]\Z")
_GLUED_BEHIND = compile_later(r"[-_@=+\u00d7&\\]|/\w|\.\w|:\d")
_ROOM_BEHIND = compile_later(rf"\s+{any_of('ROOM')}(?![^\W\d_])")
_LETTERED = 2
_GREATEST_BID = 7
_SUITS = ("C", "D", "H")
_USED = compile_later(rf"{WORD_START}{any_of('LAW_USED')}\s+$")
_ACTS = compile_later(rf"\s+{any_of('LAW_ACTS')}")
_SECTION_BEFORE = compile_later(rf"{WORD_START}{any_of('SECTION_WORD')}\s+$")


def _read_bare_clause(context: Context, match: re.Match[str]) -> _Found | None:
    """``52.2.(ii)``, ``50.8.(iii) выше``, ``См. также 55.5.``: a clause without a word before it."""
    first = read_number(context, match.start("bare_number"), role="commentary")
    if first is None or not first.address.is_commentary:
        return None
    citations, stop = read_list(context, first, plural=True, form="clause")
    has_item = len(first.address.parts) > 2 and first.address.parts[2].startswith("(")
    after_see = match["bare_see"] is not None and not is_counted(context.folded, first.stop)
    deep = len(first.address.parts) > 2 and first.address.parts[2].startswith(".")  # "see 8.87.1" is of some manual
    if deep or not (has_item or after_see or _is_here(context, stop)):
        # what is not evident in the list is not evident by itself, unless the text's own document has such a clause
        citations = [citation for citation in citations if _is_known(context, citation)]
    return citations, stop


def _is_known(context: Context, citation: Citation) -> bool:
    return all(item.address in context.known for item in citation.wanted) and not is_counted(
        context.folded, citation.span.stop
    )


def _is_here(context: Context, stop: int) -> bool:
    """Whether "above" or "below" follows, and compares nothing: «в зале 21.5 выше нормы»."""
    return _HERE_FOLLOWS.match(context.folded, stop) is not None and _COMPARED.match(context.folded, stop) is None


def _read_this_law(context: Context, match: re.Match[str]) -> _Found | None:
    """``Это Правило``, ``this Law``: the law in which the words stand."""
    standing = context.standing
    if _NUMBER_FOLLOWS.match(context.folded, match.end()):
        return None  # «данное Правило 64» names a law
    wanted: tuple[Wanted, ...] = ()
    if standing is not None:
        if standing.number is None:
            return None
        wanted = (Wanted(role="laws", address=Address(standing.parts[:1])),)
    return [_relative(context, match.start(), match.end(), wanted)], match.end()


def _read_previous(context: Context, match: re.Match[str]) -> _Found | None:
    """``предыдущему пункту 1``, ``пункту 1(b) выше``, ``пунктам 1 и 2``: items beside that in which the words stand."""
    base = _section_of(context)
    citations, stop = _read_numbered(context, match.start("item_number"), base)
    previous = _PREVIOUS_ITEM.match(context.folded, match.start()) is not None
    evident = previous or _is_here(context, stop)
    known = bool(base) and all(item.address in context.known for citation in citations for item in citation.wanted)
    if not (evident or known) or (context.standing is not None and not base):
        if previous:
            return [_relative(context, match.start(), stop, ())], stop
        clause = _CLAUSE_START.match(context.folded, match.start())
        return _read_clauses(context, clause) if clause else None
    return _from_word(citations, context, match.start()), stop


def _read_numbered_item(context: Context, match: re.Match[str]) -> _Found | None:
    """``1(b) above``, ``see 2 below``: numbered items beside that in which the words stand."""
    base = _section_of(context)
    sure = match["numbered_see"] is not None or "(" in match["numbered_from"]
    if not base and (context.standing is not None or not sure):
        return None
    citations, stop = _read_numbered(context, match.start("numbered_from"), base)
    return (citations if _is_here(context, stop) else []), stop


def _section_of(context: Context) -> tuple[str, ...]:
    """The section of a law in which the words stand, as ``("64", "A")``; empty outside of one."""
    standing = context.standing
    if standing is None or standing.number is None or len(standing.parts) < 2 or standing.is_commentary:
        return ()
    return standing.parts[:2]


def _read_numbered(context: Context, position: int, base: tuple[str, ...]) -> _Found:
    """The list of numbered items that begins at ``position``, below ``base`` (empty: nowhere)."""
    number = _ITEM_NUMBER.match(context.folded, position)
    stop = number.end() if number else position + 1
    brackets, stop = read_brackets(context.text, stop, spaced=False)
    address = Address((*(base or _NOWHERE), context.text[position : number.end() if number else stop], *brackets))
    return _read_relatives(context, Member(address, position, stop, context.role), known_place=bool(base))


_NOWHERE = ("1", "A")


def _read_relatives(context: Context, first: Member, *, known_place: bool) -> _Found:
    """The list that begins with an item read from where the words stand; without such a place they want nothing."""
    citations, stop = read_list(context, first, plural=True, form="relative", relative=True)
    if not known_place:
        citations = [replace(citation, wanted=(), alternatives=()) for citation in citations]
    return [replace(citation, alternatives=()) for citation in citations], stop


_ITEM_NUMBER = compile_later(r"[1-9]\d?(?![\d%]|\.\d)")


def _read_one_before(context: Context, match: re.Match[str]) -> _Found | None:
    """``в предыдущем разделе``, ``the previous Law``, ``предыдущему пункту``: what stands before, without a number."""
    if _NUMBER_FOLLOWS.match(context.folded, match.end()):
        return None
    if match["before_law"] and _MANY_BEFORE.search(match.group()):
        return None  # "the previous Laws" are an edition
    address = _one_before(context, "law" if match["before_law"] else "section" if match["before_section"] else "item")
    role = "laws" if match["before_law"] else context.role
    wanted = (Wanted(role=role, address=address),) if address is not None else ()
    return [_relative(context, match.start(), match.end(), wanted)], match.end()


_MANY_BEFORE = compile_later(r"laws$|^\S+(?:\u0438\u0435|\u0438\u0445|\u0438\u043c\u0438)\s")


def _one_before(context: Context, kind: str) -> Address | None:
    """The address of the law, section or item before the one in which the words stand, or None."""
    standing = context.standing
    if standing is None or standing.number is None:
        return None
    parts = standing.parts
    if kind == "law" or (kind == "section" and standing.is_commentary):
        parts = parts[:1]
    elif kind == "section":
        parts = parts[:2]
    elif len(parts) < 2:
        return None
    last = _part_before(parts[-1])
    return Address((*parts[:-1], last)) if last else None


def _part_before(part: str) -> str:
    """2 → 1, .3 → .2, B → A, (b) → (a), (ii) → (i); empty for the first."""
    inner = part.strip(".()")
    if inner.isdigit():
        return part.replace(inner, str(int(inner) - 1)) if int(inner) > 1 else ""
    number = number_roman(inner) if part.startswith("(") and is_roman(inner) else None
    if number is not None:
        return f"({to_roman(number - 1)})" if number > 1 else ""
    if len(inner) != 1 or inner.upper() == "A":
        return ""
    return part.replace(inner, chr(ord(inner) - 1))


@dataclass(frozen=True, slots=True)
class _Part:
    """The name of a part of a clause, written at ``start:stop``: ``B2(a)``, ``(ii)``."""

    start: int
    stop: int
    parts: tuple[str, ...]

    @property
    def is_item(self) -> bool:
        return self.parts[0].startswith("(")


def _read_label(context: Context, match: re.Match[str]) -> _Found | None:
    """``(see A above)``, ``see C2``, ``B2(a)(v) above``, ``A1(a) and (b) below``: labels from where they stand."""
    position = match.start("label")
    label = _label_at(context, position)
    if label is None:
        return None
    word = match["label_word"] is not None
    if word and (owned := _of_owner(context, match.start(), _labels(context, position))):
        return owned
    standing = context.standing
    placed = standing is not None and standing.number is not None and not standing.is_commentary
    number = standing.parts[0] if placed and standing is not None else "1"
    doubtful = (1,) if context.text[position] == "\u0412" else ()
    first = Member(Address((number, *label.parts)), position, label.stop, context.role, doubtful)
    citations, stop = _read_relatives(context, first, known_place=placed)
    if standing is not None and not placed:
        return [], stop
    closed = context.text[stop : stop + 1] in (")", ";") or (
        context.text[stop : stop + 1] == "." and not _INITIAL.match(context.text, stop)
    )
    seen = match["label_see"] is not None and (_ends_deep(citations[-1], label.parts) or closed)
    # "what A1 lists": a letter with a number needs no other word, a letter alone may be one
    deep = word or all(len(item.address.parts) > 2 for one in citations for item in one.wanted)
    named = deep and placed and all(item.address in context.known for one in citations for item in one.wanted)
    return (citations if _is_here(context, stop) or seen or named else []), stop


def _label_at(context: Context, position: int) -> _Part | None:
    """The label that is written at ``position``."""
    written = LABEL.match(context.text, position)
    if not written:
        return None
    brackets, stop = read_brackets(context.text, written.end(), spaced=False)
    return _Part(position, stop, (latin_letter(written[1]), *([written[2]] if written[2] else []), *brackets))


def _labels(context: Context, position: int) -> list[_Part]:
    """The labels of a list that may belong to a law behind it: «п.п. В2 и В3 Правила 64»."""
    labels: list[_Part] = []
    while label := _label_at(context, position):
        labels.append(label)
        join = JOIN.match(context.folded, label.stop)
        if not join:
            break
        position = join.end()
    return labels


def _ends_deep(last: Citation, label: tuple[str, ...]) -> bool:
    """Whether the last label of a list is more than a letter."""
    return len(last.wanted[-1].address.parts) > 2 if last.wanted else len(last.text) > 1 or len(label) > 1


def _relative(context: Context, start: int, stop: int, wanted: tuple[Wanted, ...], form: str = "relative") -> Citation:
    return Citation(text=context.text[start:stop], span=Span(start, stop), form=form, wanted=wanted)


def _of_owner(context: Context, start: int, items: list[_Part]) -> _Found | None:
    """Items that stand before the law or clause they belong to: ``item (b) of Law 27B1``, «п. В1 Правила 16»."""
    if not items:
        return None
    owner = _OWNER.match(context.folded, items[-1].stop)
    if not owner:
        return _of_owned_label(context, start, items)
    word = owner["owner_word"]
    law = re.fullmatch(_LAW_WORD, word) is not None
    member = read_first(context, owner.end(), role="laws" if law else "commentary", word=word)
    if member is None or (not law and not member.address.is_commentary):
        return None
    if not items[0].is_item and len(member.address.parts) > 1:
        return None
    citations = []
    for item in items:
        begin = start if item is items[0] else item.start
        stop = member.stop if item is items[-1] else item.stop
        wanted = (Wanted(role=member.role, address=Address((*member.address.parts, *item.parts))),)
        citations.append(_relative(context, begin, stop, wanted, "law" if law else "clause"))
    return citations, member.stop


def _of_owned_label(context: Context, start: int, items: list[_Part]) -> _Found | None:
    """``item (a) of section B1 of Law 27``, «подпункт (а) пункта В1 Правила 27»."""
    between = _OWNED_LABEL.match(context.folded, items[-1].stop) if items[0].is_item else None
    labels = _labels(context, between.end()) if between else []
    if len(labels) != 1 or not _OWNER.match(context.folded, labels[0].stop):
        return None
    owned = [replace(item, parts=(*labels[0].parts, *item.parts)) for item in items]
    owned[-1] = replace(owned[-1], stop=labels[0].stop)
    return _of_owner(context, start, owned)


_OWNED_LABEL = compile_later(
    rf"\s+(?:{any_of('OF')}\s+)?(?:{any_of('SECTION_WORD')}|{any_of('ITEM_WORD')}|\u043f\.)\s*(?=[a-h\u0430\u0432\u0441\u0435])"
)


def _read_items(context: Context, match: re.Match[str]) -> _Found | None:
    """``(i) или (ii)``, ``в случае (iii)``, ``(ii) выше``: items beside or below where the words stand."""
    items = _items_at(context, match.start("item"))
    if not items:
        return None
    stop = items[-1].stop
    if any(part.strip("()").isdigit() for item in items for part in item.parts):
        return [], stop  # read once: no part of the list is an item by itself
    before = match["item_before"] is not None
    named = match["item_word"] is not None
    first = items[0]
    if before or _OWNER_OF.match(context.folded, stop):
        owned = _of_owner(context, match.start() if named else first.start, items)
        if owned:
            return owned
    here = _is_here(context, stop)
    capital = context.text[first.start : first.stop] != context.folded[first.start : first.stop]
    evident = (before and not capital) or named or (len(items) > 1 and not capital) or here
    standing = context.standing
    if standing is None or standing.number is None:
        if standing is not None or not evident:
            return [], stop
        return [_relative(context, item.start, item.stop, (), "item") for item in items], stop
    addresses = [Address((*without_sibling(standing.parts, item.parts[0]), *item.parts)) for item in items]
    if not evident and (addresses[0] not in context.known or (capital and not before)):
        return [], stop  # (E) is East
    dashed = len(items) == 2 and _ITEM_DASH.fullmatch(context.text[first.stop : items[1].start])
    if dashed and (members := range_members(addresses[0], addresses[1])):
        return [_relative(context, first.start, stop, wanted_range(context.role, members), "range")], stop
    return [
        _relative(context, item.start, item.stop, (Wanted(role=context.role, address=address),), "item")
        for item, address in zip(items, addresses, strict=True)
    ], stop


_OWNER_OF = compile_later(rf"\s+{any_of('OF')}\s")


def _items_at(context: Context, position: int) -> list[_Part]:
    """The bracketed items of a list that begins at ``position``."""
    items: list[_Part] = []
    while True:
        brackets, stop = read_brackets(context.text, position, spaced=False)
        if not brackets:
            return items
        items.append(_Part(position, stop, tuple(brackets)))
        joins = (pattern.match(context.folded, stop) for pattern in (JOIN, _ITEM_JOIN, _ITEM_DASH))
        follow = (join.end() for join in joins if join and _BRACKET_FOLLOWS.match(context.text, join.end()))
        following = next(follow, None)
        if following is None:
            return items
        position = following


_CHAPTER_NUMBER = compile_later(r"(?:[ivxlc]{1,6}|\d{1,2})(?![^\W_])")
_EXAMPLE_NUMBER = compile_later(r"\d{1,3}[a-h\u0430\u0432\u0441\u0435]?(?![^\W_])")
_SECTION_NUMBER = compile_later(r"\d{1,3}(?![\d.]\d)")


def _read_chapter(context: Context, match: re.Match[str]) -> _Found | None:
    """``Глава VI``, ``Chapter 6``, ``Chapters V and VI``, ``Главы V–VII``."""
    first = context.text[match.start("chapter_number") :][:2]
    if first[:1] == "I" and first[1:] == " " and match.group()[0] == context.text[match.start()]:
        return None  # "the chapter I read"
    if match["chapter_number"].isdigit() and is_counted(context.folded, match.end()):
        return None  # «глава 6 федераций»
    return _of_this_book(context, match, _named(context, match, "chapter_number", _CHAPTER_NUMBER, _chapter, "chapter"))


def _chapter(written: str) -> Wanted | None:
    number = written if written.isdigit() else str(number_roman(written) or "")
    return Wanted(role="laws", address=Address((number,), "chapter")) if number else None


def _read_example(context: Context, match: re.Match[str]) -> _Found | None:
    """``Пример 12А``, ``Examples 1-3``."""
    if is_counted(context.folded, match.end()):
        return None  # «пример 5 карт»
    return _of_this_book(context, match, _named(context, match, "example_number", _EXAMPLE_NUMBER, _example, "example"))


def _of_this_book(context: Context, match: re.Match[str], found: _Found | None) -> _Found | None:
    """What was found, but for the chapters and examples of other books."""
    foreign = found is not None and is_of_another_book(context.text, context.folded, found[1], match.start())
    return ([], found[1]) if found and foreign else found


def _example(written: str) -> Wanted:
    name = fold_look_alikes(written.upper())
    return Wanted(role="commentary", address=Address((name,), "example"))


def _read_section(context: Context, match: re.Match[str]) -> _Found | None:
    """``раздел 16 данного Комментария``, ``sections 16 and 17 of this Commentary``: whole sections of the commentary."""
    found = _named(context, match, "section_number", _SECTION_NUMBER, _section, "section")
    if not found:
        return None
    citations, stop = found
    if named := _THIS_COMMENTARY.match(context.folded, stop):
        last, end = citations[-1], named.end()
        text = context.text[last.span.start : end]
        return [*citations[:-1], replace(last, text=text, span=Span(last.span.start, end))], end
    return found if context.role == "commentary" and _is_here(context, stop) else None


def _section(written: str) -> Wanted:
    return Wanted(role="commentary", address=Address((str(int(written)),)))


def _read_section_on(context: Context, match: re.Match[str]) -> _Found | None:
    """«в разделе Комментария, посвященном Правилу 80»: the section of the commentary on a law."""
    first = read_first(context, match.end(), role="laws", word=match["section_law"])
    if first is None or len(first.address.parts) > 1:
        return None
    wanted = (Wanted(role="commentary", address=first.address),)
    return [_relative(context, match.start(), first.stop, wanted, "section")], first.stop


def _named(
    context: Context,
    match: re.Match[str],
    group: str,
    name: re.Pattern[str],
    make: Callable[[str], Wanted | None],
    form: str,
) -> _Found | None:
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
        dash = DASH.match(context.folded, stop)
        last = name.match(context.folded, dash.end()) if dash else None
        end = make(last.group()) if last else None
        if last and end and (between := range_members(wanted.address, end.address)):
            members = wanted_range(wanted.role, between)
            stop = last.end()
        citations.append(_relative(context, start, stop, members, "range" if len(members) > 1 else form))
        join = JOIN.match(context.folded, stop)
        if not join:
            break
        position = join.end()
        following = name.match(context.folded, position)
        if following and is_counted(context.folded, following.end()):
            break
    return (_from_word(citations, context, match.start()), stop) if citations else None


@dataclass(frozen=True, slots=True)
class _Rule:
    pattern: str
    read: _Read


_NUMBER_SIGN = rf"(?:{any_of('NUMBER_SIGN')}\s*)?"
_FOOTNOTE_SIGN = r"(?:\(?(?:\d{1,2}|\*{1,3})\)?\s+)?"
# What may stand between the word of a law and its number in a form, a table or a careful letter.
_FIELD = (
    rf"(?P<law_many>{any_of('WORD_TAIL')})?(?P<law_field>\s*(?:(?:{any_of('CITED')}\s?)?:\s*|[|#\u00a7(\u00ab\"\u201c]\s*"
    rf"|[l\u043f](?=\d)|{any_of('NUMBER_WORD')}\s+|(?P<law_sign>{any_of('NUMBER_SIGN')})\s*)?)(?:(?P<law_from>{any_of('FROM')})\s+)?(?=\d)"
)
_LABEL_LETTER = "[a-h\u0430\u0432\u0441\u0435]"

# What can begin a citation, in the order of preference where two begin at one place. All begin at the start of a word
# or at a bracket.
RULES: dict[str, _Rule] = {
    "footnote": _Rule(
        rf"{any_of('FOOTNOTE_WORD')}\s+{_FOOTNOTE_SIGN}{any_of('FOOTNOTE_TO')}\s+(?P<footnote_law>{_LAW_WORD})\s*{_NUMBER_SIGN}(?=\d)",
        _read_footnote,
    ),
    "footnote_mark": _Rule(rf"{any_of('FOOTNOTE_WORD')}\s+(?:\(\*{{1,3}}\)|\*{{1,3}})", _read_footnote_mark),
    "section": _Rule(rf"{any_of('SECTION_WORD')}\s+(?P<section_number>\d{{1,3}})", _read_section),
    "section_on": _Rule(
        rf"{any_of('SECTION_WORD')}\s+{any_of('SECTION_ON')}\s+(?P<section_law>{_LAW_WORD})\s*(?=\d)", _read_section_on
    ),
    "law": _Rule(rf"(?P<law_word>{_LAW_WORD}){_FIELD}", _read_laws),
    "this": _Rule(rf"{any_of('THIS_LAW')}{WORD_END}", _read_this_law),
    "previous": _Rule(
        rf"(?:{any_of('PREVIOUS_ITEM')}|{any_of('ITEM_WORD')})\s+(?P<item_number>[1-9]\d?)(?![\d%]|\.\d|{_LABEL_LETTER})",
        _read_previous,
    ),
    "one_before": _Rule(
        rf"{any_of('PREVIOUS')}\s+(?:(?P<before_law>{_LAW_WORD})|(?P<before_section>{any_of('SECTION_WORD')})|{any_of('ITEM_WORD')}){WORD_END}",
        _read_one_before,
    ),
    # «см.такжеп.12.1»
    "clause": _Rule(rf"(?P<glued_also>\u0442\u0430\u043a\u0436\u0435)?{_CLAUSE_WORD}\s*(?=\d)", _read_clauses),
    "signed": _Rule(r"(?P<signs>\u00a7{1,2})\s*(?=\d)", _read_signed),
    "ordinals": _Rule(rf"(?=0?[1-9]\d?{any_of('ORDINAL_OF_ONE')})", _read_ordinals),
    "lettered": _Rule(
        rf"(?:(?P<letter_seen>{_SEE}|{any_of('LETTER_SEEN')})\s+)?(?P<letter>ll?(?=[1-9])|ll\.?\s(?=[1-9])|\u043f(?=[1-9]))(?=\d{{1,2}}(?!\d))",
        _read_lettered,
    ),
    "chapter": _Rule(
        rf"{any_of('CHAPTER_WORD')}\s+(?P<chapter_number>[ivxlc]{{1,6}}|\d{{1,2}})(?![^\W_])", _read_chapter
    ),
    "example": _Rule(
        rf"{any_of('EXAMPLE_WORD')}\s+(?P<example_number>\d{{1,3}}[a-h\u0430\u0432\u0441\u0435]?)(?![^\W_])",
        _read_example,
    ),
    "bare": _Rule(
        rf"(?:(?P<bare_see>{_SEE})\s*)?(?P<bare_number>(?<![\d.])\d{{1,3}}\.\d{{1,3}}(?!\d))", _read_bare_clause
    ),
    "bare_law": _Rule(
        rf"(?:(?P<bare_law_see>{_SEE})\s*)?(?P<bare_law_number>\d{{1,2}}[a-h{CYRILLIC_SMALL}](?![^\W\d_]))",
        _read_bare_law,
    ),
    "numbered": _Rule(
        rf"(?:(?P<numbered_see>{_SEE})\s+)?(?P<numbered_from>[1-9]\d?(?:\([a-z]{{1,5}}\)){{0,3}})(?=\s*,?\s+{_HERE}|{JOIN.pattern}[\d(])",
        _read_numbered_item,
    ),
    "labelled": _Rule(
        rf"(?:(?:(?P<label_see>{_SEE})\s|(?P<label_word>{any_of('SECTION_WORD')}\s|{any_of('ITEM_WORD')}\s|\u043f\.(?:\s?\u043f\.)?|\u043f\u043f\.?))\s*)?"
        rf"(?P<label>{_LABEL_LETTER}(?=[\d(]|\s+{_HERE}|[).;]|\s*,|\s+{_AND}{WORD_END}|[-\u2013\u2014]{_LABEL_LETTER}\d{{0,2}}{WORD_END}|\s+(?:{any_of('OF')}\s+)?{_LAW_WORD}\s*\d))",
        _read_label,
    ),
    "items": _Rule(
        rf"(?:(?P<item_before>{any_of('BEFORE_ITEM')}|{_SEE}|{any_of('CONDITION')}|(?P<item_word>{any_of('ITEM_WORD')}))\s+)?(?P<item>(?<![^\s(«])\([a-z{CYRILLIC_SMALL}]{{1,5}}\))",
        _read_items,
    ),
}


def _compile() -> re.Pattern[str]:
    alternatives = "|".join(f"(?P<{name}>{rule.pattern})" for name, rule in RULES.items())
    # one look behind for all rules: most places of a text are inside a word, and are left at once
    return re.compile(rf"{WORD_START}(?=[\w(\u00a7])(?:{alternatives})")


_STARTS = _compile()
