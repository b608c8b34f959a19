"""The offline page in a browser: opened from the disk, the network off."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lawsearch.export import EXPORT_FORMATS, Selection
from lawsearch.library import Library
from lawsearch.locale import activate
from tests.browser import AccessibilityFaults, OpenPage
from tests.test_export import harmful

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"width": 390, "height": 844}
TABLE = {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def file(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("offline") / "laws.html"
    activate("ru")
    try:
        path.write_bytes(b"".join(EXPORT_FORMATS["html"].pieces(Selection.of(library))))
    finally:
        activate("en")
    return path


Opened = Callable[..., "Page"]


@pytest.fixture
def opened(open_page: OpenPage, file: Path) -> Opened:
    """The page in a browser without a network; any request to another place fails the test."""

    def open_file(mark: str = "", path: Path = file, **options: object) -> Page:
        page = open_page(**{"viewport": TABLE, "offline": True, "color_scheme": "light", **options})
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(path.as_uri() + mark)
        assert [url for url in asked if not url.startswith("file:")] == []
        assert len(asked) == 1
        return page

    return open_file


def first_hits(page: Page, query: str, count: int = 3) -> list[str]:
    page.fill("#q", query)
    page.wait_for_timeout(150)
    page.wait_for_selector("#hits li, #status:not(:empty)")
    return [
        href.removeprefix("#")
        for href in page.eval_on_selector_all("#hits a", "all => all.map(a => a.getAttribute('href'))")
    ][:count]


def test_it_opens_within_a_second(opened: Opened) -> None:
    times = []
    for _ in range(3):
        page = opened()
        times.append(page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
    assert sorted(times)[0] <= 1000, times


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("штрафными картами", "50"),
        ("ШТРАФНОЙ КАРТОЙ", "50"),
        ("болвана", "43"),
        ("penalty cards", "50"),
        ("revoking", "62"),
        ("infnhyfz rfhnf", "50"),
        ("штрафнная карта", "50"),
        ("отказ от иска", None),
    ],
)
def test_a_search_finds_any_form(opened: Opened, query: str, wanted: str | None) -> None:
    hits = first_hits(opened(), query, 5)
    assert hits, query
    if wanted is not None:
        assert wanted in hits


def test_every_russian_form_of_a_word_finds_the_same(opened: Opened) -> None:
    page = opened()
    answers = {tuple(first_hits(page, word, 8)) for word in ("вистующий", "вистующего", "вистующими")}
    first = {answer[:1] for answer in answers}
    assert len(first) == 1


def test_yo_and_ye_are_one_letter(opened: Opened) -> None:
    page = opened()
    assert first_hits(page, "расчёт") == first_hits(page, "расчет") != []


def test_words_are_completed_while_one_types(opened: Opened) -> None:
    page = opened()
    page.focus("#q")
    page.keyboard.type("штраф", delay=20)
    page.wait_for_selector("#hits li")
    assert page.locator("#hits mark").first.inner_text().lower().startswith("штраф")


@pytest.mark.parametrize("written", ["64A1", "64а1", "64 a 1", "Правило 64А1", "law 64.A.1"])
def test_a_number_goes_to_its_clause(opened: Opened, written: str) -> None:
    page = opened()
    page.fill("#q", written)
    page.keyboard.press("Enter")
    page.wait_for_selector("[id='64A1'].here")
    assert page.evaluate("location.hash") == "#64A1"
    assert page.evaluate("document.activeElement.id") == "64A1"


def test_phrases_and_exclusions(opened: Opened) -> None:
    page = opened()
    page.fill("#q", '"major penalty card" -declarer')
    page.wait_for_selector("#hits li")
    hits = page.eval_on_selector_all("#hits a", "all => all.map(a => a.getAttribute('href').slice(1))")
    assert hits
    for hit in hits:
        text = page.locator(f"[id='{hit}'] .c[lang=en]").text_content()
        assert text
        assert "major penalty card" in text
        assert "declarer" not in text.lower()
    first_hits(page, '"card penalty major"')
    assert page.locator("#hits li").count() == 0


QUESTIONS = [
    ("штрафная карта", 50), ("вистующий пошёл не в свою очередь", 56), ("сколько взяток отдают за фальшренонс", 64), ("пара опоздала за стол", 90),
    ("карта упала на стол", 49), ("недостаточная заявка", 27), ("спор о заявленных взятках", 70), ("судью не позвали сразу", 9),
    ("penalty card", 50), ("insufficient bid", 27), ("disputed claim", 70), ("how many tricks after a revoke", 64),
    ("what dummy may not do", 43), ("a board with thirteen cards missing one", 14),
]  # fmt: skip


def test_players_questions_lead_to_the_law(opened: Opened) -> None:
    page = opened()
    found = 0
    for question, law in QUESTIONS:
        hits = [hit.rpartition(":")[2] for hit in first_hits(page, question, 5)]
        found += any(re.match(rf"{law}(?!\d)", hit) for hit in hits)
    assert found >= len(QUESTIONS) - 1, found


def test_most_hits_are_those_of_the_library(opened: Opened, library: Library) -> None:
    page = opened()
    same = total = 0
    for question, _ in QUESTIONS:
        ours = {str(hit.address) for hit in library.search(question, limit=10).hits}
        theirs = {hit.rpartition(":")[2] if hit.startswith("notes") else hit for hit in first_hits(page, question, 10)}
        same += len(ours & theirs)
        total += len(ours)
    assert same >= 0.5 * total > 50, (same, total)


def test_following_a_reference_and_going_back(opened: Opened) -> None:
    page = opened("#50D1(a)")
    link = page.locator("[id='50D1(a)'] .c[lang=ru] a.ref").first
    target = str(link.get_attribute("href"))[1:]
    link.click()
    page.wait_for_selector(f"[id='{target}'].here")
    assert page.evaluate("decodeURIComponent(location.hash)") == f"#{target}"
    assert page.locator("#trail li").all_inner_texts() == ["50D1(a)", target]
    page.click("#back")
    page.wait_for_selector("[id='50D1(a)'].here")
    assert page.locator("[id='50D1(a)']").is_visible()
    assert page.evaluate("decodeURIComponent(location.hash)") == "#50D1(a)"


def test_back_from_a_hit_leads_to_the_hits(opened: Opened) -> None:
    page = opened()
    first_hits(page, "штрафной картой")
    page.locator("#hits a").nth(1).click()
    page.wait_for_selector("#results", state="hidden")
    page.go_back()
    page.wait_for_selector("#hits li")
    assert page.input_value("#q") == "штрафной картой"


def test_a_reference_shows_its_text_by_mouse_and_by_keyboard(opened: Opened) -> None:
    page = opened("#50D1(a)")
    link = page.locator("[id='50D1(a)'] .c[lang=ru] a.ref").first
    link.hover()
    page.wait_for_selector("#note:not([hidden])")
    target = str(link.get_attribute("href"))[1:]
    own = page.locator(f"[id='{target}'] .c[lang=ru] p").first.inner_text()
    assert own in page.locator("#note").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("#note").is_hidden()
    page.mouse.move(5, 400)
    page.locator("[id='50D1(a)'] .n").focus()
    page.keyboard.press("Tab")
    page.wait_for_selector("#note:not([hidden])")
    assert link.get_attribute("aria-describedby") == "note-text"
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[id='{target}'].here")


def test_a_touch_shows_the_note_first(opened: Opened) -> None:
    page = opened("#50D1(a)", viewport=PHONE, has_touch=True, is_mobile=True)
    page.locator("[id='50D1(a)'] a.ref:visible").first.tap()
    page.wait_for_selector("#note:not([hidden])")
    box = page.locator("#note").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    page.locator("#note .go").tap()
    page.wait_for_selector("#note", state="hidden")
    assert page.locator(".row.here").count() == 1
    assert page.evaluate("decodeURIComponent(location.hash)") != "#50D1(a)"


def test_back_references(opened: Opened) -> None:
    page = opened("#50D1(b)")
    back = page.locator("[id='50D1(b)'] .back")
    back.locator("summary").click()
    assert "50D1(a)" in back.locator("a").all_inner_texts()
    back.locator("a", has_text="50D1(a)").first.click()
    page.wait_for_selector("[id='50D1(a)'].here")


def test_languages(opened: Opened) -> None:
    page = opened("#50D")
    ru, en = page.locator("[id='50D'] .c[lang=ru]"), page.locator("[id='50D'] .c[lang=en]")
    assert ru.is_visible()
    assert en.is_visible()
    left, right = ru.bounding_box(), en.bounding_box()
    assert left is not None
    assert right is not None
    assert left["y"] == right["y"]
    assert left["x"] < right["x"]
    page.click("[data-view-button=en]")
    assert not ru.is_visible()
    assert en.is_visible()
    assert page.evaluate("document.documentElement.lang") == "en"
    assert page.locator("#contents-button, #q").last.get_attribute("placeholder") == "Words, or a number: 64A1"
    page.click("[data-view-button=ru]")
    assert not en.is_visible()
    assert page.locator("#dark").inner_text() == "Тёмный фон"


def test_dark_and_large(opened: Opened) -> None:
    page = opened()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    size = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
    page.click("#dark")
    page.click("#large")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)") == 24 > size
    assert page.get_attribute("#dark", "aria-pressed") == "true"
    by_system = opened(color_scheme="dark")
    assert by_system.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 26)"


def test_it_prints(opened: Opened) -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    page = opened(java_script_enabled=True)
    page.click("[data-view-button=ru]")
    printed = pypdfium2.PdfDocument(page.pdf(format="A4"))
    assert len(printed) > 50
    text = "".join(printed[number].get_textpage().get_text_range() for number in range(3))
    assert "Введение" in text
    assert "Крупный" not in text
    assert "A+" not in text


def test_without_scripts_the_text_and_its_links_are_there(opened: Opened) -> None:
    page = opened("#50", java_script_enabled=False)
    assert page.locator("[id='50'] .c").first.is_visible()
    assert page.locator("#contents a").first.is_visible()


@pytest.mark.parametrize(("scheme", "viewport"), [("light", TABLE), ("dark", PHONE)], ids=["light-table", "dark-phone"])
def test_it_is_accessible(
    open_page: OpenPage,
    library: Library,
    tmp_path: Path,
    accessibility_faults: AccessibilityFaults,
    viewport: object,
    scheme: str,
) -> None:
    path = tmp_path / "notes.html"  # one language of one work is enough, and quick to examine
    selection = Selection.of(library, ["notes-2017-en"])
    path.write_bytes(b"".join(EXPORT_FORMATS["html"].pieces(selection)))
    page = open_page(viewport=viewport, color_scheme=scheme, offline=True)
    page.goto(path.as_uri() + "#50.1")
    # what is far away is laid out when it comes near; axe takes the places kept for it for overlaps
    page.eval_on_selector_all(".law", "all => all.forEach(one => { one.style.contentVisibility = 'visible'; })")
    assert not accessibility_faults(page)
    assert first_hits(page, "penalty card")
    assert not accessibility_faults(page)


def test_nothing_is_wider_than_a_phone(opened: Opened) -> None:
    for mark in ("", "#77", "#50D1(a)", "#78B"):
        page = opened(mark, viewport=PHONE)
        page.wait_for_timeout(100)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], mark
    page = opened("#77", viewport=PHONE)
    rights = page.eval_on_selector_all(
        "[id='77'] .c[lang=ru] table", "all => all.map(a => a.getBoundingClientRect().right)"
    )
    assert len(rights) == 5
    assert max(rights) <= PHONE["width"]


def test_the_clause_stays_in_sight_when_languages_and_sizes_change(opened: Opened) -> None:
    page = opened("#64C2", viewport=TABLE)
    for button in ("[data-view-button=ru]", "#large", "[data-view-button=both]", "#large", "[data-view-button=en]"):
        page.click(button)
        page.wait_for_timeout(150)
        box = page.locator("[id='64C2']").bounding_box()
        assert box is not None
        assert -60 < box["y"] < 400, button


def test_a_document_that_means_harm_stays_text(opened: Opened, tmp_path: Path) -> None:
    path = tmp_path / "harm.html"
    path.write_bytes(b"".join(EXPORT_FORMATS["html"].pieces(harmful())))
    page = opened(path=path)
    shouted: list[str] = []
    page.on("dialog", lambda dialog: shouted.append(dialog.message))
    assert "<script>alert(1)</script>" in (page.locator("[id='1A1'] .c").first.text_content() or "")
    for query in (
        "script",
        "alert",
        "onerror",
        "</script>",
        '"><img',
        "((((",
        "\\",
        "[",
        "1A1",
        "конструктор",
        "constructor",
        "__proto__",
    ):
        first_hits(page, query)
    assert first_hits(page, "alert")
    assert not shouted
