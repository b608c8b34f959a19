"""The page on a telephone: the answer is in the first screen, and one line says which text it is."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lawsearch.library import Library
from tests.browser import OpenPage
from tests.web.serving import serving

PHONES = [{"width": 360, "height": 740}, {"width": 390, "height": 844}]


@pytest.fixture(scope="module")
def site(small_home: Path) -> Iterator[str]:
    with serving(small_home) as address:
        yield address


@pytest.mark.parametrize("locale", ["ru-RU", "en-US"])
@pytest.mark.parametrize("viewport", PHONES, ids=lambda size: str(size["width"]))
def test_the_first_hit_is_in_sight(site: str, open_page: OpenPage, viewport: dict[str, int], locale: str) -> None:
    page = open_page(viewport=viewport, locale=locale)
    page.goto(f"{site}/search?q=penalty+card")
    hit = page.locator("#hit-1 h2").bounding_box()
    assert hit is not None
    assert hit["y"] < 180
    page.goto(f"{site}/2017/50A")
    lines = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.badge')).lineHeight)")
    badge = page.locator(".badge").bounding_box()
    assert badge is not None
    assert badge["height"] < 1.5 * lines
    assert badge["x"] + badge["width"] <= viewport["width"]


@pytest.mark.parametrize("scripts", [True, False])
def test_filters_are_one_touch_away(site: str, open_page: OpenPage, scripts: bool) -> None:
    page = open_page(viewport=PHONES[0], locale="en-US", java_script_enabled=scripts)
    page.goto(f"{site}/search?q=penalty+card")
    choice = page.locator(".filters select[name=kind]")
    assert not choice.is_visible()
    page.get_by_text("Filters", exact=True).click()
    assert choice.is_visible()
    page.goto(f"{site}/search?q=penalty+card&kind=law")
    assert choice.is_visible()  # what narrows the answer is in sight
    page.emulate_media(media="print")
    assert not choice.is_visible()
    assert not page.get_by_text("Filters", exact=True).is_visible()
    wide = open_page(viewport={"width": 1280, "height": 860}, locale="en-US", java_script_enabled=scripts)
    wide.goto(f"{site}/search?q=penalty+card")
    assert wide.locator(".filters select[name=kind]").is_visible()
    assert not wide.get_by_text("Filters", exact=True).is_visible()


LONG = "a-very-long-name-of-a-file-without-any-space"


@pytest.fixture(scope="module")
def own_site(small_home: Path, small_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A library with a text whose title is its file's name, and which has problems."""
    folder = tmp_path_factory.mktemp("own")
    home = Path(shutil.copytree(small_home, folder / "library"))
    (folder / f"{LONG}.txt").write_text(
        "LAW 7 - CARDS\nA. Boards\nThe board stays.\nD. Pens\nBring one.\n", encoding="utf-8"
    )
    with Library.open(home, corpus=small_corpus) as library:
        library.add([folder / f"{LONG}.txt"], as_document="laws-1987-en")
    with serving(home) as address:
        yield address


def test_a_long_title_fits_and_the_edition_comes_first(own_site: str, open_page: OpenPage) -> None:
    page = open_page(viewport=PHONES[0], locale="ru-RU")
    for path in ("/1987", "/laws-1987-en/7A", "/library", "/library/laws-1987-en", f"/search?q={LONG}"):
        page.goto(own_site + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
    page.goto(f"{own_site}/1987/7A")
    assert page.inner_text(".badge").startswith("редакция 1987 · ваш текст · a-very")


def test_the_numbers_of_a_problem_are_named(own_site: str, open_page: OpenPage) -> None:
    page = open_page(viewport=PHONES[0], locale="ru-RU")
    page.goto(f"{own_site}/library/laws-1987-en")
    assert "Строка 4" in page.inner_text("table.checked")


# the words of the table of terms that a line must break, but for very long ones
TOO_WIDE = """() => {
  const drawing = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll(".terms td")].flatMap((cell) => {
    drawing.font = getComputedStyle(cell).font;
    return cell.innerText.split(/[\\s-]+/).filter((word) => word.length < 17 && drawing.measureText(word).width > cell.clientWidth);
  });
}"""


def test_terms_that_are_not_there_lead_to_the_search(home: Path, open_page: OpenPage) -> None:
    page = open_page(viewport=PHONES[0], locale="en-US")
    with serving(home) as whole:
        page.goto(f"{whole}/terms")
        assert page.evaluate(TOO_WIDE) == []
        none = page.locator("main").get_by_text("No term contains these letters.")
        assert not none.is_visible()
        page.fill("#sieve", "qwzx")
        assert none.is_visible()
        page.get_by_role("link", name="Search the texts for them.").click()
        page.wait_for_url("**/search?q=qwzx")
        page.goto(f"{whole}/terms?q=qwzx")
        assert none.is_visible()
        page.fill("#sieve", "penalty")
        page.press("#sieve", "Enter")
        page.wait_for_selector(".term-row")


def test_filters_open_by_key(site: str, open_page: OpenPage) -> None:
    page = open_page(viewport=PHONES[0], locale="en-US")
    page.goto(f"{site}/search?q=penalty+card")
    box = page.get_by_label("Filters", exact=True)
    box.focus()
    page.keyboard.press("Space")
    assert page.locator(".filters select[name=kind]").is_visible()
