"""The cable is pulled in the midst of a game, and the board lives on."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.table import Table
from kostka_relay import Relay
from kostka_site import Served
from page_site import Front, way
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
AGAIN_MS = 25_000


@pytest.fixture
def relay(
    vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Relay, Served]]:
    """A served game of Ludo whose link, and nothing else, goes over a relay."""
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    with VirtualBoard.spawn(tied=True, clock="real", seed=1, tcp=0) as board:
        cable = Relay(board.entry.tcp)
        table = Table(board, lambda: [f"tcp:127.0.0.1:{cable.port}"], watch=True)
        table.connect()
        table.sit_down("ludo", 2, {"pawns": 2, "first": "seat1"}, False)
        site = Served(table, tmp_path / "data", True)
        try:
            yield cable, site
        finally:
            site.stop()
            table.close()
            cable.close()


@pytest.fixture
def watched(relay: tuple[Relay, Served], page: Page) -> Iterator[Page]:
    """A page that is left before its server ends, or it says that it cannot connect."""
    yield page
    page.goto("about:blank")


def test_a_pulled_board_is_told_and_comes_back(relay: tuple[Relay, Served], watched: Page) -> None:
    (cable, site), page = relay, watched
    page.set_viewport_size({"width": 1600, "height": 1000})
    front = Front(page, f"{site.origin}/")
    front.in_place()
    seen = front.own(6)
    cable.pull()
    expect(page.locator("#away")).to_be_visible(timeout=AGAIN_MS)
    expect(page.locator("#link")).to_have_attribute("data-state", "bad")
    source, target = way(seen)
    front.drag(source, target)  # nothing can be moved from here meanwhile
    assert front.look()["lines"] == seen["lines"]
    cable.plug()
    expect(page.locator("#away")).to_be_hidden(timeout=AGAIN_MS)
    expect(page.locator("#link")).to_have_attribute("data-state", "good")
    front.ready()
    front.in_place()  # the board lived on, and its tokens stand where they stood
    assert front.look()["lines"] == seen["lines"]
    front.drag(source, target)
    front.look(seen["lines"] + 1)
    expect(page.locator("#mirror")).to_have_attribute("data-state", "good")
