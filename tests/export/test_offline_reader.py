"""The offline page speaks the language of who reads it, not of who made it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lawsearch.export import EXPORT_FORMATS, Selection
from lawsearch.library import Library
from lawsearch.locale import activate
from tests.browser import OpenPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"width": 360, "height": 740}
WIDE = {"width": 1280, "height": 860}


@pytest.fixture(scope="module")
def file(small_home: Path, small_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page made by who speaks Russian."""
    path = tmp_path_factory.mktemp("offline") / "laws.html"
    activate("ru")
    try:
        with Library.open(small_home, corpus=small_corpus) as library:
            path.write_bytes(b"".join(EXPORT_FORMATS["html"].pieces(Selection.of(library))))
    finally:
        activate("en")
    return path


@pytest.fixture
def read(open_page: OpenPage, file: Path) -> Callable[..., Page]:
    def open_file(**options: object) -> Page:
        page = open_page(**{"viewport": PHONE, "offline": True, **options})
        page.goto(file.as_uri())
        return page

    return open_file


@pytest.mark.parametrize(
    ("locale", "viewport", "language", "view", "title"),
    [
        ("en-GB", PHONE, "en", "en", "Laws of Duplicate Bridge 2017: a restatement"),
        ("ru-RU", PHONE, "ru", "ru", "Правила спортивного бриджа 2017 года: изложение своими словами"),
        ("en-US", WIDE, "en", "both", "Laws of Duplicate Bridge 2017: a restatement"),
        ("de-DE", PHONE, "ru", "ru", "Правила спортивного бриджа 2017 года: изложение своими словами"),
    ],
)
def test_it_opens_in_the_readers_language(
    read: Callable[..., Page], locale: str, viewport: dict[str, int], language: str, view: str, title: str
) -> None:
    page = read(locale=locale, viewport=viewport)
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.view]") == [language, view]
    assert page.title() == title
    assert page.inner_text("#dark") == {"en": "Night", "ru": "Ночь"}[language]


def test_what_the_reader_has_chosen_stays(read: Callable[..., Page]) -> None:
    page = read(locale="en-US")
    page.click("[data-view-button=ru]")
    page.click("[data-view-button=both]")
    page.reload()
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.view]") == ["ru", "both"]


def test_a_letter_that_no_law_has_shows_what_is_near(read: Callable[..., Page]) -> None:
    page = read(locale="en-US")
    page.fill("#q", "50Z")
    page.wait_for_selector("#hits a")
    assert "There is no clause 50Z. The nearest:" in page.inner_text("#status")
    found = page.eval_on_selector_all("#hits a", "all => all.map(a => a.getAttribute('href'))")
    assert found[:3] == ["#50E", "#50D", "#50"]
