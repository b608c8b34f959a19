"""Properties of citations: what a grammar of the forms writes is found with its exact span, and any text is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import example, given, settings
from hypothesis import strategies as st

from lawsearch.address import parse_address, range_members, try_address
from lawsearch.model import Address, Citation, Span
from lawsearch.references import find_citations
from tests.references.test_citations import ROWS

_NUMBERS = st.integers(1, 199).map(str)
_LETTERS = st.sampled_from("ABCDEFGH")
_DIGITS = st.integers(1, 12).map(str)
_SMALL = st.sampled_from("abcdefgh")
_ROMAN = st.sampled_from(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"])
_CYRILLIC = str.maketrans("ABCEabce", "АВСЕавсе")


@st.composite
def _laws(draw: st.DrawFn) -> Address:
    """64, 64A, 64A1, 64A1(a), 64A1(a)(ii), 64A(i)."""
    parts = [draw(_NUMBERS)]
    depth = draw(st.integers(0, 4))
    if depth:
        parts.append(draw(_LETTERS))
    if depth > 1:
        parts.append(draw(_DIGITS))
    if depth > 2:
        parts.append(f"({draw(_SMALL)})")
    if depth > 3:
        parts.append(f"({draw(_ROMAN)})")
    return Address(tuple(parts))


@st.composite
def _clauses(draw: st.DrawFn) -> Address:
    """59.3, 59.3(a), 59.3(a)(i), 52.2(ii)."""
    brackets = draw(st.sampled_from([[], [_SMALL], [_ROMAN], [_SMALL, _ROMAN]]))
    return Address((draw(_NUMBERS), f".{draw(st.integers(1, 99))}", *(f"({draw(item)})" for item in brackets)))


_ADDRESSES = st.one_of(
    _laws(), _clauses(), st.integers(1, 12).map(lambda number: Address((str(number),), "chapter")),
    st.from_regex(r"[a-z]{1,12}(-[a-z]{1,12}){0,6}", fullmatch=True).map(lambda name: Address((name,), "def")),
)  # fmt: skip


@given(_ADDRESSES)
def test_a_printed_address_parses_back(address: Address) -> None:
    assert parse_address(str(address)) == address


# How an address is written in a text.
_WRITERS: list[Callable[[Address], str]] = [
    str,
    lambda address: str(address).translate(_CYRILLIC),
    lambda address: (
        f"{address.parts[0]} {address.parts[1]} {' '.join(address.parts[2:])}"
        if len(address.parts) > 2
        else str(address)
    ),
    lambda address: "".join(
        f"({part})" if index == 2 and part.isdigit() else part for index, part in enumerate(address.parts)
    ),
]
_LAW_WORDS = [
    "Правило", "Правила", "правилу", "Правилом", "Правиле", "Закон", "закона", "Закону", "Законом", "Законе", "Law", "law", "LAW", "ПРАВИЛО",
]  # fmt: skip
_LAW_WORDS_MANY = ["Правила", "Правил", "Правилам", "Правилами", "правилах", "Законы", "Законов", "Законам", "Законами", "Законах", "Laws", "laws", "LAWS"]  # fmt: skip
_CLAUSE_WORDS = ["п.", "п. ", "п", "пункт ", "пункта ", "пункту ", "пунктом ", "Пункте ", "clause ", "para. ", "п.\n"]
_CLAUSE_WORDS_MANY = ["п.п. ", "п.п.", "пп. ", "пп.", "пункты ", "пунктов ", "пунктам ", "пунктами ", "пунктах ", "clauses "]  # fmt: skip
_JOINS = [" и ", " или ", ", ", " либо ", " and ", " or ", ",\n", " и\n", " & "]
_DASHES = ["-", "–", "—", " – ", " to ", " по ", " through "]


@dataclass(frozen=True)
class Written:
    """A text that cites, and the citations that must be found: (text, role and addresses), in order."""

    text: str
    members: tuple[tuple[str, tuple[str, ...]], ...]


def _member(role: str, text: str, *addresses: Address) -> tuple[str, tuple[str, ...]]:
    return text, tuple(f"{role}:{address}" for address in addresses)


@st.composite
def _single(draw: st.DrawFn) -> Written:
    if draw(st.booleans()):
        address = draw(_laws())
        text = f"{draw(st.sampled_from(_LAW_WORDS))}{draw(st.sampled_from([' ', chr(10), '  ', chr(160)]))}{draw(st.sampled_from(_WRITERS))(address)}"
        return Written(text, (_member("laws", text, address),))
    address = draw(_clauses())
    text = draw(st.sampled_from(_CLAUSE_WORDS)) + (str(address) if draw(st.booleans()) else _dotted(address))
    return Written(text, (_member("commentary", text, address),))


def _dotted(address: Address) -> str:
    """«40.3.(i)»: the dot that a number keeps before its item."""
    return "".join(address.parts[:2]) + "." * (len(address.parts) > 2) + "".join(address.parts[2:])


@st.composite
def _list(draw: st.DrawFn) -> Written:
    """Laws 50, 51A1 and 52: each with its own number, greater than any item of a law."""
    laws = draw(st.booleans())
    if laws:
        head = draw(st.sampled_from(_LAW_WORDS_MANY)) + " "
        numbers = draw(st.lists(st.integers(13, 199), min_size=2, max_size=5))
        addresses = [Address((str(number), *draw(_laws()).parts[1:])) for number in numbers]
    else:
        head = draw(st.sampled_from(_CLAUSE_WORDS_MANY))
        addresses = draw(st.lists(_clauses(), min_size=2, max_size=5))
    return _joined(draw, "laws" if laws else "commentary", head, [(str(item), (item,)) for item in addresses])


def _joined(draw: st.DrawFn, role: str, head: str, items: Sequence[tuple[str, tuple[Address, ...]]]) -> Written:
    text, members = head + items[0][0], [_member(role, head + items[0][0], *items[0][1])]
    for written, addresses in items[1:]:
        text += draw(st.sampled_from(_JOINS)) + written
        members.append(_member(role, written, *addresses))
    return Written(text, tuple(members))


@st.composite
def _shared_head(draw: st.DrawFn) -> Written:
    """Laws 64A1 and 2; 27B1(a) or (b)."""
    number, letter = draw(_NUMBERS), draw(_LETTERS)
    if draw(st.booleans()):
        digits = draw(st.lists(_DIGITS, min_size=2, max_size=4))
        items = [(digit, (Address((number, letter, digit)),)) for digit in digits]
        items[0] = (f"{number}{letter}{digits[0]}", items[0][1])
    else:
        smalls = draw(st.lists(_SMALL, min_size=2, max_size=4))
        items = [(f"({small})", (Address((number, letter, "1", f"({small})")),)) for small in smalls]
        items[0] = (f"{number}{letter}1({smalls[0]})", items[0][1])
    return _joined(draw, "laws", draw(st.sampled_from(_LAW_WORDS_MANY)) + " ", items)


@st.composite
def _range(draw: st.DrawFn) -> Written:
    """45-47, 27.1–27.5, 62.3(i)—(iii), in either order."""
    kind = draw(st.sampled_from(["laws", "clauses", "items"]))
    if kind == "laws":
        low, high = sorted(draw(st.lists(st.integers(1, 93), min_size=2, max_size=2, unique=True)))
        first, last = Address((str(low),)), Address((str(high),))
        head, role = draw(st.sampled_from(_LAW_WORDS_MANY)) + " ", "laws"
        ends = [str(first), str(last)]
    else:
        low, high = sorted(draw(st.lists(st.integers(1, 9), min_size=2, max_size=2, unique=True)))
        number = draw(_NUMBERS)
        head, role = draw(st.sampled_from(_CLAUSE_WORDS)), "commentary"
        if kind == "clauses":
            first, last = Address((number, f".{low}")), Address((number, f".{high}"))
            ends = [str(first), str(last)]
        else:
            roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
            first, last = (Address((number, ".3", f"({roman[value - 1]})")) for value in (low, high))
            ends = [str(first), last.parts[-1]]
    if kind != "items" and draw(st.booleans()):
        ends.reverse()
    text = head + ends[0] + draw(st.sampled_from(_DASHES)) + ends[1]
    return Written(text, (_member(role, text, *range_members(first, last)),))


_WRITTEN = st.one_of(_single(), _list(), _shared_head(), _range())


@st.composite
def _words(draw: st.DrawFn) -> str:
    """A few words that no language has, so that they cite nothing, count nothing and own no law."""
    start, alphabet = draw(
        st.sampled_from([("жъ", "абвгдежзиклмнопрстуфхцчшыэюя"), ("qx", "abcdefghijklmnopqrstuvwxyz")])
    )
    # what looks like a noun behind a number is counted
    endings = ("прав", "закон", "s", "а", "я", "ы", "и", "ов", "ев", "ей", "ий", "ок", "ек")
    word = st.text(alphabet, min_size=2, max_size=7).filter(lambda word: not word.endswith(endings))
    return " ".join(start + one for one in draw(st.lists(word, min_size=1, max_size=5)))


def _found(citations: list[Citation]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (citation.text, tuple(f"{item.role}:{item.address}" for item in citation.wanted)) for citation in citations
    )


@settings(max_examples=500)
@given(
    _WRITTEN, _words(), _words(), st.sampled_from([" ", " (", " «", ", ", "\n", ". "]), st.sampled_from([". ", ") ", ", ", "; ", "», ", "\n", ".\n", " — "])
)  # fmt: skip
def test_what_the_grammar_writes_is_found_as_it_is_written(
    written: Written, before: str, after: str, opening: str, closing: str
) -> None:
    text = f"{before}{opening}{written.text}{closing}{after}"
    citations = find_citations(text)
    assert _found(citations) == written.members, text
    _check(text, citations)
    alone = find_citations(written.text)
    assert _found(alone) == written.members, "at the end of a file as in a sentence"


def _check(text: str, citations: list[Citation]) -> None:
    """Spans are those of the texts, in order, and none lies in another."""
    position = 0
    for citation in citations:
        assert position <= citation.span.start < citation.span.stop <= len(text)
        assert text[citation.span.start : citation.span.stop] == citation.text
        assert citation.span == Span(citation.span.start, citation.span.stop)
        position = citation.span.stop


_PIECES = st.one_of(
    st.text(max_size=12),
    st.sampled_from([
        *(word for word in (*_LAW_WORDS, *_LAW_WORDS_MANY, *_CLAUSE_WORDS, *_CLAUSE_WORDS_MANY, *_JOINS, *_DASHES)),
        "(", ")", "(i)", "(a)", "(б)", "1", "64", "64A1", "11.5", "12С1(e)(ii)", "A", "В", "выше", "above", "см. ", "see ", "Глава ", "VI", "Пример ",
        "раздел ", "данного Комментария", "сноска к ", "footnote to ", "this Law", "этом правиле", "предыдущему пункту ", ".", ",", "\n", "-\n",
        "\n- 61 -\n", " ", "%", "№", "\u00ad", "\u0130", "İ", "\u200b", "𝟙", "١", "²", "\ud800", "\0", "\r\n", "\u2028",
    ]),
)  # fmt: skip
_STANDING = st.one_of(st.none(), _ADDRESSES)


@settings(max_examples=600)
@given(st.lists(_PIECES, max_size=25).map("".join), _STANDING, st.sampled_from(["laws", "commentary"]), st.booleans())
@example("правило 1², Law 64A²", None, "laws", False)
def test_any_text_is_read(text: str, standing: Address | None, role: str, russian_order: bool) -> None:
    known = frozenset({Address(("11", ".5")), Address(("64", "A", "1"))})
    for citations in (
        find_citations(text, standing, role=role, russian_order=russian_order),
        find_citations(text, standing, role=role, russian_order=russian_order, known=known),
    ):
        _check(text, citations)
        for citation in citations:
            for item in (*citation.wanted, *citation.alternatives):
                assert item.role in ("laws", "commentary")
                assert try_address(str(item.address)) is not None
    assert find_citations(text, standing, role=role) == find_citations(text, standing, role=role)


@settings(max_examples=200)
@given(st.sampled_from(ROWS), st.randoms(use_true_random=False))
def test_damaged_sentences_are_read(row: tuple[str, str, str, str], random: object) -> None:
    letters = list(row[0])
    for _ in range(3):
        index = random.randrange(len(letters))  # type: ignore[attr-defined]
        letters[index] = random.choice(["", " ", "\n", ".", "(", ")", "1", "A", letters[index] * 2])  # type: ignore[attr-defined]
    text = "".join(letters)
    _check(text, find_citations(text))
