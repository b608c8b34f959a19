"""What a command line takes for addresses: one, several, lists and ranges."""

from __future__ import annotations

import pytest

from lawsearch.address import canonical, nearest, split_full_name, successor, try_address
from lawsearch.cli.addresses import read_addresses
from lawsearch.model import Address

READ = {
    "64A1": ["64A1"],
    "def:dummy def:call": ["def:dummy", "def:call"],
    "def:dummy 64A1": ["def:dummy", "64A1"],
    "chapter:1 chapter:2": ["chapter:1", "chapter:2"],
    "p1": ["p1"],
    "club-2020-ru:p1": ["club-2020-ru:p1"],
    "64-66": ["64", "65", "66"],
    "laws-undated-ru:64–65": ["laws-undated-ru:64", "laws-undated-ru:65"],
    "Правила 64А1 и 2": ["64A1", "64A2"],
    "64A1, 65": ["64A1", "65"],
    "64A1,64A2": ["64A1", "64A2"],
    "Правило 64 Правило 65": ["64", "65"],
    "27B1(a)-(b)": ["27B1(a)", "27B1(b)"],
    "см. п.11.5": ["11.5"],
    "пп. 11.5, 12": ["11.5", "12"],
    "Laws 45 to 47": ["45", "46", "47"],
    "Law 64A1 and B, 65.": ["64A1", "64B", "65"],
    "Laws XVI and XVII": ["16", "17"],
    "Правила XLV–XLVII": ["45", "46", "47"],
    "§§ 16, 17": ["16", "17"],
    "§ 16 и § 17": ["16", "17"],
    "45~47": ["45", "46", "47"],
    "Laws 45~47": ["45", "46", "47"],
    "Laws 45 thru 47": ["45", "46", "47"],
    "45 thru 47": ["45", "46", "47"],
    "16-го и 17-го правил": ["16", "17"],
    "L16B, L73C": ["16B", "73C"],
    "L5 and L6": ["5", "6"],
    "П5 и П6": ["5", "6"],
    "LL 5, 6": ["5", "6"],
    "L5-L7": ["5", "6", "7"],
}
NOT_READ = [
    "карта 64",
    "64% карт",
    "50 карт",
    "64A1 penalty",
    "10 очков",
    "3NT",
    "1-1000",
    "50(((",
    "64A1;",
    "-",
    "2017",
    "law I think",
    "закон подлости",
    "Правила XXI века",
    "§ 16 регламента",
    "2nd law of motion",
    "16 правил",
    "правило 40 ПДД",
    "Law 11 of football",
    "17-й закон о спорте",
]


@pytest.mark.parametrize("typed", READ)
def test_lists_and_ranges_are_read_as_check_reads_them(typed: str) -> None:
    assert read_addresses(typed.split()) == READ[typed]


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("закон XVI", "16"),
        ("the 16th Law", "16"),
        ("L16B", "16B"),
        ("Law#16", "16"),
        ("§ 16", "16"),
        ("16-е правило", "16"),
    ],
)
def test_forms_that_check_reads_are_one_address(typed: str, name: str) -> None:
    read = read_addresses(typed.split())
    assert read is not None
    assert [str(try_address(address)) for address in read] == [name]


@pytest.mark.parametrize("typed", [typed for typed in READ if " " in typed and ":" not in typed])
def test_quotes_around_a_list_change_nothing(typed: str) -> None:
    assert read_addresses([typed]) == READ[typed]


@pytest.mark.parametrize("typed", NOT_READ)
def test_what_holds_more_than_addresses_is_none(typed: str) -> None:
    assert read_addresses(typed.split()) is None


def test_a_document_stands_in_front_of_an_address() -> None:
    assert split_full_name("club-2020-ru:p1") == ("club-2020-ru", "p1")
    assert split_full_name("def:follow-suit") == (None, "def:follow-suit")
    assert split_full_name("64A1") == (None, "64A1")


def test_only_the_digits_of_an_address_are_digits() -> None:
    assert try_address("\u00b2") is None
    assert canonical("\u00b2").number is None
    assert Address(("\u0661",)).number is None


@pytest.mark.parametrize(
    ("part", "following"),
    [("(z)", "(aa)"), ("(aa)", "(bb)"), ("(a)", "(b)"), ("Z", "AA"), ("p1", "p2"), ("p9", "p10")],
)
def test_lists_go_on_behind_their_last_letter(part: str, following: str) -> None:
    assert successor(part) == following


def test_a_name_is_near_to_those_that_are_spelled_alike() -> None:
    known = [canonical(name) for name in ("def:dummy", "def:trick", "chapter:1", "chapter:11", "64", "64A")]
    assert [str(address) for address in nearest(canonical("def:dumy"), known)] == ["def:dummy"]
    assert str(nearest(canonical("chapter:12"), known)[0]) == "chapter:11"
    assert [str(address) for address in nearest(canonical("64C"), known)] == ["64A", "64"]
