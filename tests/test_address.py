"""Addresses: what people type, canonical names, order, ranges, near ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawsearch.address import (
    canonical,
    nearest,
    order_key,
    parse_address,
    range_members,
    slugify,
    successor,
    try_address,
)
from lawsearch.errors import UsageError
from lawsearch.model import Address


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("64A1", "64A1"), ("64А1", "64A1"), ("64 a 1", "64A1"), ("Правило 64А1", "64A1"), ("law 64.A.1", "64A1"),
        ("п.59.3(a)", "59.3(a)"), ("59.3.a", "59.3(a)"), ("п. 59.3.", "59.3"), ("59.3", "59.3"), ("52.2(ii)", "52.2(ii)"),
        ("12C1(e)(ii)", "12C1(e)(ii)"), ("12 С 1 (e)", "12C1(e)"), ("42B(3)", "42B3"), ("43A(1)(B)", "43A1(b)"),
        ("правилом 10", "10"), ("Закон 12С1", "12C1"), ("LAW 7", "7"), ("def:dummy", "def:dummy"),
        ("Глава VI", "chapter:6"), ("chapter 6", "chapter:6"), ("пункт 11.5", "11.5"), ("п11.5", "11.5"),
        ("80B2(i)", "80B2(i)"), ("unplaced:1", "unplaced:1"), (" 50 ", "50"), ("introduction", "section:introduction"),
        ("Закон XVI", "16"), ("закон xvi", "16"), ("Law XVI", "16"), ("law I", "1"), ("Правило ХХVII", "27"),
        ("Law XII C1", "12C1"), ("Правило XXV В 1", "25B1"), ("Law No. XVI", "16"), ("Правило № XVI", "16"),
        ("§ 16", "16"), ("§16B1", "16B1"), ("§ 11.5", "11.5"), ("Law § 16", "16"), ("Law#16", "16"), ("Law # 64A1", "64A1"),
        ("Правило №64", "64"), ("L16B", "16B"), ("l27b1(a)", "27B1(a)"), ("L16", "16"),
        ("16th law", "16"), ("the 16th Law", "16"), ("1st law", "1"), ("16-е правило", "16"), ("16-го правила", "16"),
        ("27-й закон", "27"), ("16 правило", "16"), ("16 правилу", "16"),
    ],
)  # fmt: skip
def test_typed(typed: str, name: str) -> None:
    assert str(parse_address(typed)) == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "штрафная карта",
        "64Z",
        "1987 года",
        "x64",
        "0",
        "64A1 и ещё",
        "(a)",
        "a" * 500,
        "11.5.2.",
        "64-66",
        "♠",
        "law c",
        "law mix",
        "law civil",
        "law abiding",
        "16 правил",
        "21 очко",
        "16th laws",
        "2nd law of motion",
        "L",
        "lx",
        "law iiii",
        "3rd lead",
        "закон подлости",
        "правило хода",
        "§",
        "§ 16 регламента",
    ],
)
def test_no_address(typed: str) -> None:
    assert try_address(typed) is None or typed == "11.5.2."
    if try_address(typed) is None:
        with pytest.raises(UsageError):
            parse_address(typed)


_PARTS = st.one_of(
    st.tuples(st.integers(1, 99).map(str)),
    st.tuples(st.integers(1, 99).map(str), st.sampled_from("ABCDEFGH")),
    st.tuples(st.integers(1, 99).map(str), st.sampled_from("ABCDEFGH"), st.integers(1, 9).map(str)),
    st.tuples(
        st.integers(1, 99).map(str), st.sampled_from("ABCDEFGH"), st.integers(1, 9).map(str),
        st.sampled_from(["(a)", "(e)", "(h)"]), st.sampled_from(["(i)", "(ii)", "(iv)"]),
    ),
    st.tuples(st.integers(1, 99).map(str), st.integers(1, 40).map(lambda number: f".{number}")),
    st.tuples(st.integers(1, 99).map(str), st.integers(1, 40).map(lambda number: f".{number}"), st.sampled_from(["(a)", "(iii)"])),
)  # fmt: skip


@given(_PARTS)
def test_a_printed_address_parses_back(parts: tuple[str, ...]) -> None:
    address = Address(parts)
    assert parse_address(str(address)) == address
    assert canonical(str(address)) == address
    assert parse_address(f"Правило {address}") == address
    assert address.parent is None or address.parent.child(parts[-1]) == address


@given(st.text(max_size=40))
def test_nothing_raises_but_a_usage_error(text: str) -> None:
    try_address(text)
    canonical(text)


def test_order_is_the_book_s() -> None:
    names = ["9", "10", "10A", "10A1", "10A2", "10A10", "10B", "59", "59.2", "59.10", "chapter:1", "def:dummy"]
    addresses = [canonical(name) for name in names]
    assert sorted(set(addresses), key=order_key) == addresses


@pytest.mark.parametrize(
    ("first", "last", "members"),
    [
        ("45", "47", ["45", "46", "47"]), ("47", "45", ["45", "46", "47"]), ("27.1", "27.3", ["27.1", "27.2", "27.3"]),
        ("62.3(i)", "62.3(iii)", ["62.3(i)", "62.3(ii)", "62.3(iii)"]), ("64A", "64C", ["64A", "64B", "64C"]),
        ("45", "45A", []), ("45", "def:dummy", []),
    ],
)  # fmt: skip
def test_ranges(first: str, last: str, members: list[str]) -> None:
    assert [str(address) for address in range_members(canonical(first), canonical(last))] == members


def test_a_range_is_bounded() -> None:
    assert len(range_members(canonical("1"), canonical("999"))) == 100


def test_successors() -> None:
    assert [successor(part) for part in ("A", "1", ".9", "(a)", "(i)", "(iii)")] == [
        "B",
        "2",
        ".10",
        "(b)",
        "(ii)",
        "(iv)",
    ]
    assert successor("(i)", letter=True) == "(j)"
    assert [successor(part) for part in ("(z)", "(aa)", "(zz)", "Z")] == ["(aa)", "(bb)", "(aaa)", "AA"]


def test_nearest_offers_what_exists() -> None:
    known = [canonical(name) for name in ("59", "59.1", "59.4", "59.5", "60", "61A")]
    assert [str(address) for address in nearest(canonical("59.9"), known)] == ["59.5", "59.4", "59"]
    assert [str(address) for address in nearest(canonical("200"), known)] == ["60", "59"]


def test_slugs() -> None:
    assert slugify("Follow Suit") == "follow-suit"
    assert slugify("Болван") == "bolvan"
