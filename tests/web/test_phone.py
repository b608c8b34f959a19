"""The page on a telephone: the answer is in the first screen, and one line says which text it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

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
    wide = open_page(viewport={"width": 1280, "height": 860}, locale="en-US", java_script_enabled=scripts)
    wide.goto(f"{site}/search?q=penalty+card")
    assert wide.locator(".filters select[name=kind]").is_visible()
    assert not wide.get_by_text("Filters", exact=True).is_visible()


def test_filters_open_by_key(site: str, open_page: OpenPage) -> None:
    page = open_page(viewport=PHONES[0], locale="en-US")
    page.goto(f"{site}/search?q=penalty+card")
    box = page.get_by_label("Filters", exact=True)
    box.focus()
    page.keyboard.press("Space")
    assert page.locator(".filters select[name=kind]").is_visible()
