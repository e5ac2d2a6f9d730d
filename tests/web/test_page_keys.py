"""The page of a board that no hands reach from here: keys, throws and choices over the link."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from kostka.mats.ludo import MAT
from kostka_host.boards.virtual import VirtualBoard
from page_site import GAME, Site
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
PAWNS = [cell for spot in (56, 58) for cell in MAT.cells(spot)[:2]]
HELD_MS = 1300  # more than a long press
THROW = re.compile("throw the die")


@pytest.fixture
def board(
    vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[VirtualBoard]:
    """A board that the server does not know as a virtual one: to it, it is a real one."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "elsewhere"))
    profile = getattr(request, "param", None)
    with VirtualBoard.spawn(tied=True, clock="real", seed=1, profile=profile) as spawned:
        yield spawned


@pytest.fixture
def real(board: VirtualBoard, tmp_path: Path, page: Page) -> Iterator[Page]:
    """The page of such a board, with a game that has begun."""
    (tmp_path / "home").mkdir()
    site = Site(tmp_path / "home", *GAME, "--board", f"port:{board.entry.port}")
    site.serve()
    page.set_viewport_size({"width": 1600, "height": 1000})
    page.goto(site.address)
    expect(page.locator("#link")).to_have_attribute("data-state", "good")
    expect(page.locator("#mirror")).to_have_attribute("data-state", "good")
    expect(page.locator("#about-board")).to_contain_text("real board")
    yield page
    page.goto("about:blank")  # or it says that it cannot connect
    site.end()


def lines(page: Page, count: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-lines", str(count))


def test_keys_go_over_the_link(real: Page, board: VirtualBoard) -> None:
    for cell in PAWNS:
        board.put(cell)
    expect(real.locator("#wrong")).to_be_hidden()
    lines(real, 1)
    keys = real.locator(".seat-panel[data-seat='0'] .key")
    assert keys.count() == 4
    keys.nth(2).click()  # OK throws
    lines(real, 2)
    keys.nth(3).click()  # a short undo takes back nothing
    keys.nth(3).click(delay=HELD_MS)
    expect(real.locator("#log")).to_contain_text("Taken back")
    lines(real, 3)
    keys.nth(2).focus()
    real.keyboard.press("Enter")
    lines(real, 4)
    assert real.locator(".toast").count() == 0


def test_a_key_that_a_closed_page_held_is_let_go(real: Page, board: VirtualBoard) -> None:
    for cell in PAWNS:
        board.put(cell)
    expect(real.locator("#wrong")).to_be_hidden()
    real.locator("#throw").click()
    lines(real, 2)
    address = real.url
    other = real.context.new_page()
    other.goto(address)
    expect(other.locator("body")).to_have_attribute("data-lines", "2")
    other.locator(".seat-panel[data-seat='0'] .key").nth(3).dispatch_event(
        "pointerdown", {"button": 0, "pointerId": 1}
    )
    other.close()
    real.locator(".seat-panel[data-seat='0'] .key").nth(1).click(delay=HELD_MS)
    lines(real, 2)


@pytest.mark.parametrize("board", ["bare"], indirect=True)
def test_a_board_without_panels_offers_no_keys(real: Page, board: VirtualBoard) -> None:
    assert real.locator(".seat-panel").count() == 2
    assert real.locator(".key").count() == 0
    real.locator("#throw").click()
    lines(real, 2)
