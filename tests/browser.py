"""A browser for tests: Chromium of the system (Debian: ``apt-get install chromium``), driven by Playwright.

Use the fixtures ``open_page`` (a page in a context of its own; options are those of Playwright's ``new_context``:
``viewport``, ``locale``, ``color_scheme``, ``java_script_enabled`` …) and ``accessibility_faults``. A test that uses
them is skipped, with a reason, where there is no Chromium. Playwright's own browser is never downloaded.

While the browser is open, the main thread has a running event loop: ``asyncio.run`` does not work in the same test
process; run a server in a thread or a process of its own.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.timing import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--no-sandbox",  # CI runs as root
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

# Frames in which nothing moves are taken for the end of what moves: half a second, longer on a busy machine.
REST = 30

OpenPage = Callable[..., "Page"]
AccessibilityFaults = Callable[["Page"], list[str]]


def find_chromium() -> str | None:
    """The browser's executable: where ``CHROMIUM`` says, else by its usual names."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def at_rest(page: Page, measure: str) -> Any:
    """What an expression of JavaScript gives when it has given the same for ``REST`` frames."""
    return page.evaluate(
        f"""async () => {{
        const measure = () => ({measure});
        const latest = performance.now() + {PATIENCE * 1000};
        let before = measure(), quiet = 0;
        while (quiet < {REST} && performance.now() < latest) {{
          await new Promise(requestAnimationFrame);
          const now = measure();
          quiet = now === before ? quiet + 1 : 0;
          before = now;
        }}
        return before;
      }}"""
    )


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for the run of a test process."""
    path = find_chromium()
    if path is None:
        pytest.skip("no Chromium is installed (apt-get install chromium, or set CHROMIUM)")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        opened.close()


def new_page(context: BrowserContext, mistakes: list[str] | None = None) -> tuple[Page, list[str]]:
    """A page, and the list of what goes wrong on it: mistakes in its script, what the security policy stops."""
    found: list[str] = [] if mistakes is None else mistakes

    def note(message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            found.append(message.text)

    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", note)
    return page, found


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens a new page in a context of its own; all contexts of a test are closed after it.

    A mistake in a page's script, and whatever the content security policy stops, fails the test.
    """
    contexts = []
    mistakes: list[str] = []

    def open_page(**options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page, _ = new_page(context, mistakes)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not mistakes, mistakes


@pytest.fixture(scope="session")
def accessibility_faults() -> AccessibilityFaults:
    """Runs axe-core in a page: ``rule: target`` for each violation of WCAG 2.2 A and AA and of good practice."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    rules = {
        "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        "resultTypes": ["violations"],  # of what is right, one example: to list all takes longer than to examine it
    }

    def faults(page: Page) -> list[str]:
        found = axe.run(page, options=rules).response
        assert len(found["passes"]) > 5, "axe has examined nothing"
        return [
            f"{fault['id']}: {node['target']} {node.get('failureSummary', '')}"
            for fault in found["violations"]
            for node in fault["nodes"]
        ]

    return faults
