"""A real browser, found on this machine, for tests of the page."""

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from page_site import GAME, Front, Site

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# No sandbox: root in a container may not have one. The rest keeps the browser off the network.
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def find_browser() -> str:
    """Return the path of a Chromium, "" where there is none; KOSTKA_BROWSER may name it."""
    named = os.environ.get("KOSTKA_BROWSER", "")
    if named:
        return named
    return next((path for path in map(shutil.which, NAMES) if path), "")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless browser; without one the test is skipped by name, in CI it fails."""
    path = find_browser()
    if not path or not Path(path).exists():
        reason = "no Chromium or Chrome on this machine (KOSTKA_BROWSER may name one)"
        if os.environ.get("KOSTKA_REQUIRE_BROWSER"):
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as play:
        opened = play.chromium.launch(executable_path=path, args=list(ARGS))
        yield opened
        opened.close()


@pytest.fixture
def faults() -> list[str]:
    """What the pages of this test said went wrong; a test that breaks things clears it."""
    return []


@pytest.fixture
def page(browser: Browser, faults: list[str]) -> Iterator[Page]:
    """A page of its own; an error in its scripts or on its console fails the test."""
    context = browser.new_context()
    opened = context.new_page()
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on(
        "console", lambda entry: faults.append(entry.text) if entry.type == "error" else None
    )
    yield opened
    context.close()
    assert not faults


@pytest.fixture(scope="module")
def site(vm: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """`kostka play` with a short game of Ludo for two, on a virtual board that runs fast."""
    served = Site(tmp_path_factory.mktemp("site"), *GAME, "--speed", "20")
    served.serve()
    yield served
    served.end()


@pytest.fixture
def front(page: Page, site: Site) -> Front:
    """The table's page, large enough to show all of it, with all tokens in place."""
    page.set_viewport_size({"width": 1600, "height": 1000})
    opened = Front(page, site.address)
    opened.in_place()
    return opened
