"""The page in a browser: search as you type, references in place, the trail, keys, and the same without a script."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser import AccessibilityFaults, OpenPage, at_rest
from tests.timing import PATIENCE
from tests.web.serving import serving

if TYPE_CHECKING:
    from playwright.sync_api import Page

RUSSIAN = {"locale": "ru-RU"}
PAGES = [
    "/", "/search?q=penalty+card", "/search?q=qqqqzzzzqq", "/2017?lang=both", "/2017/64A1?lang=both", "/2017/12?lang=ru",
    "/2017/chapter:6?lang=both", "/2017/def:dummy?lang=en", "/notes-2017/54.1?lang=ru", "/terms?q=dum", "/terms/dummy",
    "/situations", "/situations?law=64", "/situations?q=ren", "/compare?address=50", "/duties?address=50", "/check", "/library", "/library/notes-2017-ru", "/help", "/2017/999",
]  # fmt: skip


@pytest.fixture(scope="module")
def site(home: Path, browser: object) -> Iterator[str]:
    """The address of a running server; skipped where there is no browser."""
    with serving(home) as address:
        yield address


def _until(page: Page, condition: str) -> None:
    """Wait until a condition holds in the page (Playwright's own waiting needs ``eval``, which the page forbids)."""
    deadline = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, condition
        page.wait_for_timeout(20)


def _focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.textContent")).strip()


def test_an_inflected_word_leads_to_the_clause_its_references_and_back(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN)
    page.goto(site)
    page.keyboard.type("штрафной картой", delay=15)
    _until(page, "decodeURIComponent(location.search).endsWith('картой')")  # an answer to less may come before
    assert "/search?q=" in page.url
    assert page.locator(".hit").count() > 5
    page.keyboard.press("ArrowDown")
    first = _focused(page)
    page.keyboard.press("ArrowDown")
    assert _focused(page) != first
    page.keyboard.press("ArrowUp")
    assert _focused(page) == first
    for _ in range(5):
        if "/2017/50?" in page.evaluate("document.activeElement.href"):
            break
        page.keyboard.press("ArrowDown")
    assert _focused(page).startswith("50 ")
    page.keyboard.press("Enter")
    page.wait_for_url("**/2017/50?lang=ru")
    assert "поиск «штрафной картой»" in page.inner_text("#trail")

    link = page.locator("#law a.ref-resolved").first
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".preview .preview-open")
    assert page.url.endswith("/2017/50?lang=ru"), "a reference opens in place"
    assert link.get_attribute("aria-expanded") == "true"
    assert _focused(page) == link.inner_text(), "the focus stays on the link"
    assert page.inner_text(".preview-open").startswith("57 ")
    page.keyboard.press("Escape")
    assert page.locator(".preview").count() == 0
    assert _focused(page) == link.inner_text()

    page.keyboard.press("Enter")
    page.click(".preview [data-do=whole]")
    _until(page, "document.querySelectorAll('.preview a.ref-resolved').length > 2")
    page.locator(".preview a.ref-resolved").first.click()
    page.wait_for_selector(".preview .preview")
    page.locator(".preview .preview-open").first.click()
    page.wait_for_url("**/2017/57*")
    back = page.inner_text("#trail a.back")
    assert "50 Штрафная карта" in back
    page.keyboard.press("b")
    page.wait_for_url("**/2017/50?lang=ru")
    assert "поиск" in page.inner_text("#trail a.back"), "the trail is cut off behind the page that was returned to"
    page.click("#trail a.back")
    _until(page, "document.querySelectorAll('.hit').length > 5")


def test_languages_copying_and_steps_by_key(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN, permissions=["clipboard-read", "clipboard-write"])
    page.goto(site + "/2017/64A1?lang=ru")
    assert page.locator("#law .row >> nth=0").locator(".cell").count() == 1
    page.keyboard.press("l")
    page.wait_for_url("**/2017/64A1?lang=en")
    page.keyboard.press("l")
    page.wait_for_url("**/2017/64A1?lang=both")
    assert page.eval_on_selector_all("#law > .marked-self > .cell", "cells => cells.map(cell => cell.lang)") == [
        "ru",
        "en",
    ]
    assert page.locator("#trail").is_hidden(), "another language is the same place"
    page.keyboard.press("y")
    _until(page, "document.getElementById('status').textContent")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("64A1 Если взятку")
    assert "64A1 If the" in copied
    assert "— Правило 64A1, редакция 2017: Правила спортивного бриджа 2017 года" in copied
    assert "(digest-2017-ru). Неофициальное" in copied
    assert "64A2" not in copied
    page.click("[data-do=copy-link]")
    _until(page, "document.getElementById('status').textContent.startsWith('Ссылка')")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**/2017/65?lang=both")
    page.keyboard.press("?")
    page.wait_for_url("**/help")


def test_a_term_is_defined_on_hover_and_on_focus(site: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(site + "/2017/64A?lang=both")
    term = page.locator('.cell[lang="ru"] a.ref-term').first
    term.hover()
    page.wait_for_selector(".card")
    assert page.get_attribute(".card-text", "lang") == "ru"
    page.hover(".card")
    page.wait_for_timeout(350)
    assert page.locator(".card").count() == 1, "the card stays while the pointer is over it"
    page.keyboard.press("Escape")
    assert page.locator(".card").count() == 0
    page.mouse.move(5, 5)
    page.locator('.cell[lang="en"] a.ref-term').first.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    page.wait_for_selector(".card")
    assert page.evaluate("document.activeElement.getAttribute('aria-describedby')") == "card"


def test_an_old_answer_never_overtakes_a_new_one(site: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(site)

    page.evaluate(
        """() => { window.drawn = []; window.late = 0;
        const original = window.fetch;
        window.fetch = async (address, options) => {  // the first answer is late, and cannot be called off
          if (!address.includes('q=revoke&')) return original(address, options);
          const answer = await original(address);
          await new Promise((resolve) => { window.release = resolve; });
          window.late += 1;
          return answer;
        };
        new MutationObserver(() => window.drawn.push(document.querySelector('#count')?.dataset.said))
          .observe(document.getElementById('answer'), { childList: true }); }"""
    )
    page.fill("#q", "revoke")
    _until(page, "window.release !== undefined")
    page.fill("#q", "qqqqzzzzqq")
    _until(page, "document.querySelector('#answer').textContent.includes('qqqqzzzzqq')")
    page.evaluate("window.release()")
    assert at_rest(page, "window.late") == 1
    assert "qqqqzzzzqq" in page.inner_text("#answer")
    assert [said for said in page.evaluate("window.drawn") if said] == ["Nothing found for “qqqqzzzzqq”."]


def test_an_answer_is_drawn_within_a_frame(site: str, open_page: OpenPage) -> None:
    """From the response to the drawn answer there is no more than one frame: nothing waits, nothing is animated."""
    page = open_page()
    page.goto(site)
    frames = page.evaluate(
        """async () => {
        const box = document.getElementById('q');
        const original = window.fetch;
        let answered = 0, drawn = 0, frames = 0, counting = false;
        const count = () => { if (counting) { frames += 1; requestAnimationFrame(count); } };
        window.fetch = async (...given) => {
          const answer = await original(...given);
          const text = await answer.text();
          counting = true; requestAnimationFrame(count);
          return { text: async () => text };
        };
        const done = new Promise((resolve) => new MutationObserver(() => { counting = false; resolve(); })
          .observe(document.getElementById('answer'), { childList: true }));
        box.value = 'penalty card';
        box.dispatchEvent(new Event('input', { bubbles: true }));
        await done;
        return frames;
      }"""
    )
    assert frames <= 1


def test_search_over_a_law_opens_a_panel_and_closes_it(site: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(site + "/2017/12?lang=en")
    page.keyboard.press("/")
    page.keyboard.type("revoke")
    page.wait_for_selector("#panel .hit")
    assert "/2017/12" in page.url
    page.keyboard.press("Escape")
    assert page.locator("#panel").count() == 0
    page.keyboard.type("s")
    page.wait_for_selector("#panel .hit")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/2017/6\d"))
    assert page.inner_text("#trail a.back").startswith("← Back: 12")


def test_recent_searches_stay_in_the_browser(site: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(site)
    page.fill("#q", "revoke")
    page.wait_for_selector(".hit")
    page.locator(".hit-link").first.click()
    page.wait_for_url("**/2017/**")
    page.goto(site)
    page.wait_for_selector("#recent a")
    assert page.inner_text("#recent a") == "revoke"
    assert page.context.cookies() == []
    page.click("#recent button")
    assert page.locator("#recent").is_hidden()


def test_a_ruling_is_checked(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN)
    page.goto(site + "/check")
    page.fill("#ruling", "По Правилу 64С2 и п. 59.9 результат изменён.")
    page.click("button.strong")
    page.wait_for_selector(".verdict")
    assert page.inner_text("#verdict") == "2 ссылки: 1 ведёт к пункту, 1 никуда не ведёт (редакция 2017)."
    assert page.locator("mark.is-missing").inner_text().startswith("п. 59.9")
    page.locator(".is-missing .near a").first.click()
    page.wait_for_url("**/notes-2017/59.5?lang=ru")


def test_everything_works_without_a_script(site: str, open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False, **RUSSIAN)
    page.goto(site)
    page.fill("#q", "фальшренонсом")
    page.click(".find button")
    assert page.locator(".hit").count() > 5
    page.select_option("select[name=in]", "laws")
    page.fill("input[name=law]", "64")
    page.click(".apply")
    assert all(re.match("64|Пра", text) for text in page.locator(".hit .address").all_inner_texts())
    page.locator(".hit-link").first.click()
    assert "/2017/64" in page.url
    page.locator(".tabs a").last.click()
    assert "lang=both" in page.url
    page.locator("#law a.ref-resolved").first.click()
    assert page.locator("#law h1").count() == 2
    page.go_back()
    page.click(".menu summary")
    page.click('.choice button[value="en"]')
    assert page.get_attribute("html", "lang") == "en"
    assert "/2017/64" in page.url, "a choice leaves the page where it is"
    page.goto(site + "/check")
    page.fill("#ruling", "Law 64C2 and Law 200")
    page.click("button.strong")
    assert page.locator("table.checked tbody tr").count() == 2
    assert not page.locator("[data-do]:visible").count(), "no button that does nothing"


@pytest.mark.parametrize(("width", "size"), [(360, "normal"), (360, "large"), (800, "large"), (1280, "normal")])
def test_no_page_is_wider_than_the_screen(site: str, open_page: OpenPage, width: int, size: str) -> None:
    page = open_page(viewport={"width": width, "height": 800}, **RUSSIAN)
    page.context.add_cookies([{"name": "size", "value": size, "url": site}])
    for path in (*PAGES, "/terms", "/situations", "/2017/2?lang=both", "/2017/78?lang=both"):
        page.goto(site + path)
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0, path
        if path.startswith("/2017/") and "999" not in path:
            page.evaluate("scrollTo(0, 3000)")
            top = "document.querySelector('.badge').getBoundingClientRect().top"
            assert at_rest(page, top) >= 0, "edition and standing are in sight wherever one reads"
            assert "неофициальн" in page.inner_text(".badge")


IN_COLOUR = [
    "/", "/search?q=penalty+card", "/2017/64A1?lang=both", "/2017?lang=both", "/terms?q=dum", "/library", "/2017/999",
]  # fmt: skip
LOOKS: list[tuple[dict[str, Any], list[str]]] = [
    ({"color_scheme": "light", "locale": "ru-RU"}, PAGES),
    ({"color_scheme": "dark", "locale": "en-GB", "viewport": {"width": 390, "height": 844}}, IN_COLOUR),
]


@pytest.mark.parametrize(("look", "paths"), LOOKS, ids=["light", "dark-narrow"])
def test_axe_finds_nothing(
    site: str, open_page: OpenPage, accessibility_faults: AccessibilityFaults, look: dict[str, Any], paths: list[str]
) -> None:
    page = open_page(**look)
    for path in paths:
        page.goto(site + path)
        assert accessibility_faults(page) == [], path


def test_axe_finds_nothing_in_what_opens(
    site: str, open_page: OpenPage, accessibility_faults: AccessibilityFaults
) -> None:
    page = open_page()
    page.goto(site + "/2017/50?lang=both")
    page.keyboard.press("o")
    _until(page, "document.querySelectorAll('.preview').length > 3")
    page.locator("#law a.ref-term").first.hover()
    page.wait_for_selector(".card")
    assert accessibility_faults(page) == []
    page.keyboard.press("Escape")
    page.click(".menu summary")
    assert accessibility_faults(page) == []
    page.keyboard.press("Escape")
    page.goto(site + "/2017/51?lang=en")
    page.fill("#q", "revoke")
    page.wait_for_selector("#panel .hit")
    assert accessibility_faults(page) == []
    page.goto(site + "/check")
    page.fill("#ruling", "Law 64C2 and Law 200, Laws 45-47")
    page.click("button.strong")
    page.wait_for_selector(".verdict")
    assert accessibility_faults(page) == []


def test_colours_and_large_letters_are_chosen(site: str, open_page: OpenPage) -> None:
    page = open_page(color_scheme="light")
    page.goto(site + "/2017/64A1?lang=en")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.click(".menu summary")
    page.click('.choice button[value="dark"]')
    page.wait_for_selector('html[data-theme="dark"]')
    assert page.url.endswith("/2017/64A1?lang=en")
    assert page.evaluate(paper) != light
    page.click(".menu summary")
    page.click('.choice button[value="large"]')
    page.wait_for_selector('html[data-size="large"]')
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"
    page.click(".menu summary")
    page.click('.choice button[value="auto"]')
    page.wait_for_selector('html[data-theme="auto"]')
    assert page.evaluate(paper) == light


def test_it_prints(site: str, open_page: OpenPage, tmp_path: Path) -> None:
    import pypdfium2

    page = open_page(**RUSSIAN)
    page.goto(site + "/2017/64?lang=both")
    page.emulate_media(media="print")
    assert page.locator(".find").is_hidden()
    assert page.locator(".badge").is_visible()
    file = tmp_path / "law.pdf"
    page.pdf(path=str(file), format="A4")
    with pypdfium2.PdfDocument(file) as document:
        texts = []
        for number in range(len(document)):
            printed = document[number]
            layer = printed.get_textpage()
            texts.append(layer.get_text_range())
            layer.close()
            printed.close()
    whole = " ".join(" ".join(texts).split())
    assert "неофициальное изложение" in whole
    assert "64C" in whole
    assert "What follows an established revoke" in whole
    assert 1 <= len(texts) <= 5


def _top(page: Page, address: str) -> float:
    return float(at_rest(page, f"document.getElementById('{address}').getBoundingClientRect().top"))


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_first_clause_in_sight_keeps_its_place(site: str, open_page: OpenPage, width: int) -> None:
    """In another language by key and by finger, in another size of letters and another width."""
    page = open_page(**RUSSIAN, viewport={"width": width, "height": 800})
    page.goto(site + "/2017/12?lang=ru")
    page.evaluate("document.getElementById('12C1(e)').scrollIntoView()")
    before = _top(page, "12C1(e)")
    assert 50 < before < 200, "not under the head"
    for language in ("en", "both", "ru"):
        page.keyboard.press("l")
        page.wait_for_url(f"**/2017/12?lang={language}")
        assert abs(_top(page, "12C1(e)") - before) < 20, language
    tab = page.locator('.strip .tabs a[data-language="both"]')
    assert tab.is_visible(), "the languages stay in sight"
    tab.dispatch_event("click")
    page.wait_for_url("**/2017/12?lang=both")
    assert abs(_top(page, "12C1(e)") - before) < 20
    page.evaluate("document.querySelector('.choice button[name=size][value=large]').click()")
    page.wait_for_selector("html[data-size=large]")
    assert -10 < _top(page, "12C1(e)") - _head(page) < 60
    page.set_viewport_size({"width": width - 60, "height": 800})
    # the last lines of the clause before it may be in sight, and there are more of them in a narrower page
    assert -10 < _top(page, "12C1(e)") - _head(page) < 80


def _head(page: Page) -> float:
    return float(at_rest(page, "document.querySelector('.strip').getBoundingClientRect().bottom"))


def test_search_languages_and_contents_stay_in_sight_on_a_phone(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN, viewport={"width": 360, "height": 740})
    page.goto(site + "/2017/64?lang=ru")
    page.evaluate("scrollTo(0, 2000)")
    for selector in ("#q", ".menu summary", ".strip .tabs a", ".strip .badge", "[data-laws]"):
        box = page.locator(selector).first.bounding_box()
        assert box is not None, selector
        assert 0 <= box["y"] < 120, selector
    page.locator("[data-laws]").dispatch_event("click")
    page.wait_for_selector(".laws-panel a[aria-current]")
    assert page.evaluate("document.activeElement.textContent.trim()").startswith("64")
    page.keyboard.press("Escape")
    assert page.locator(".laws-panel").count() == 0
    assert page.evaluate("document.activeElement.hasAttribute('data-laws')")


def test_the_trail_is_one_line_of_clauses(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN, viewport={"width": 360, "height": 740})
    for path in ("/search?q=penalty+card", "/2017/61A?lang=ru", "/2017/44?lang=ru", "/contents", "/terms", "/help",
                 "/2017/54?lang=ru", "/2017/50?lang=ru", "/2017/def:dummy?lang=ru"):  # fmt: skip
        page.goto(site + path)
    box = page.locator("#trail").bounding_box()
    assert box is not None
    assert box["height"] < 50
    words = page.inner_text("#trail")
    assert "Назад: 50" in words
    for name in ("Оглавление", "Термины", "Справка"):
        assert name not in words
    assert page.locator("#trail span[lang=en]", has_text="penalty card").count() == 1


def test_copied_tables_have_cells_and_a_citation_can_be_copied_alone(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN, permissions=["clipboard-read", "clipboard-write"])
    page.goto(site + "/2017/77?lang=ru")
    page.keyboard.press("y")
    _until(page, "document.getElementById('status').textContent")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Трефы или бубны, каждая\t20\t40\t80\nЧервы или пики, каждая\t30\t60\t120" in copied
    page.goto(site + "/2017/54B2?lang=both")
    page.click("[data-do=copy-citation]")
    _until(page, "document.getElementById('status').textContent")
    assert page.evaluate("navigator.clipboard.readText()") == "Правило 54B2 (ред. 2017)\nLaw 54B2 (2017 edition)"


@pytest.mark.parametrize("width", [360, 1280])
def test_every_column_of_a_table_can_be_reached(
    site: str, open_page: OpenPage, accessibility_faults: AccessibilityFaults, width: int
) -> None:
    page = open_page(**RUSSIAN, viewport={"width": width, "height": 800})
    page.goto(site + "/2017/77?lang=both")
    sheets = page.eval_on_selector_all(
        "#law .sheet", "all => all.map(one => [one.scrollWidth > one.clientWidth + 1, one.tabIndex === 0])"
    )
    assert len(sheets) == 10
    assert all(wide == stop for wide, stop in sheets)
    assert not accessibility_faults(page)


def test_previews_open_once_and_are_open_again_after_coming_back(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN)
    page.goto(site + "/2017/54?lang=both")
    page.click("[data-do=open-references]")
    _until(page, "document.querySelector('[data-do=open-references]').getAttribute('aria-pressed') === 'true'")
    targets = page.eval_on_selector_all(
        "#law a.ref[aria-expanded=true]", "all => all.filter(a => !a.closest('.preview')).map(a => a.dataset.targets)"
    )
    assert len(targets) == len(set(targets)) > 3
    opened = page.locator("#law > .row > .cell > .preview").count()
    page.locator(".preview-open").first.click()
    page.wait_for_url(lambda url: "/2017/54?" not in url)
    page.go_back()
    _until(page, f"document.querySelectorAll('#law > .row > .cell > .preview').length === {opened}")


def test_a_bare_number_is_answered_in_the_language_of_the_page(site: str, open_page: OpenPage) -> None:
    for locale, language in (("ru-RU", "ru"), ("en-US", "en")):
        page = open_page(locale=locale)
        page.goto(site + "/2017/1?lang=both")
        for number in ("64A1", "27B1", "12C1(e)(ii)"):
            page.fill("#q", number)
            _until(page, f"document.querySelector('.hit .address')?.textContent === '{number}'")
            assert page.get_attribute(".hit .hit-title", "lang") == language


def test_a_ruling_on_a_phone_shows_where_each_citation_leads(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN, viewport={"width": 360, "height": 740})
    page.goto(site + "/check")
    page.fill("#ruling", "Судья применил Правило 64С, п. 59.9 и правило 200.")
    page.click(".ask .strong")
    page.wait_for_selector(".checked")
    rights = page.eval_on_selector_all(".checked td", "all => all.map(cell => cell.getBoundingClientRect().right)")
    assert max(rights) <= 360
    assert "такого пункта нет" in page.inner_text(".checked")


def test_a_note_beside_the_law_has_a_straight_margin(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN, viewport={"width": 1440, "height": 900})
    page.goto(site + "/2017/54?lang=ru")
    # the left edges of the lines of each note: the first stands behind its number, all others at the margin
    edges = page.eval_on_selector_all(
        ".beside .row .cell p:first-child",
        """all => all.map(one => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const lines = new Map();
          for (const box of range.getClientRects()) {
            const line = Math.round(box.bottom / 8);
            lines.set(line, Math.min(lines.get(line) ?? 1e9, box.left));
          }
          return [...lines.values()].slice(1).map(left => Math.round(left - one.getBoundingClientRect().left));
        })""",
    )
    assert sum(map(len, edges)) > 5
    assert all(edge <= 1 for lines in edges for edge in lines), edges


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_a_field_stands_with_its_name(site: str, open_page: OpenPage, width: int) -> None:
    page = open_page(**RUSSIAN, viewport={"width": width, "height": 900})
    page.goto(site + "/compare?address=50&left=digest-2017-ru&right=notes-2017-ru")
    for label in page.locator(".sieve label").all():
        name, field = label.bounding_box(), page.locator("#" + (label.get_attribute("for") or "")).bounding_box()
        assert name
        assert field
        beside = abs(name["y"] + name["height"] / 2 - field["y"] - field["height"] / 2) < 6 and field["x"] > name["x"]
        below = 0 <= field["y"] - name["y"] - name["height"] < 20 and abs(field["x"] - name["x"]) < 4
        assert beside or below, label.inner_text()


def test_only_the_text_is_printed(site: str, open_page: OpenPage) -> None:
    page = open_page(**RUSSIAN)
    page.goto(site + "/2017/77?lang=both")
    page.emulate_media(media="print")
    assert not page.locator(".beside").is_visible()
    assert not page.locator(".strip .tabs").is_visible()
    assert page.eval_on_selector_all(".sheet", "all => all.every(one => getComputedStyle(one).overflowX === 'visible')")
    lines = page.eval_on_selector_all("#law a", "all => all.map(a => getComputedStyle(a).textDecorationLine)")
    assert set(lines) == {"none"}
