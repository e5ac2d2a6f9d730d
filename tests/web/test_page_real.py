"""The page of boards that it cannot reach into, of boards without a game, and of other rules."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from kostka.games.ludo import GAME as LUDO
from kostka.mats.ludo import MAT
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.places import finder
from kostka_host.table import Table
from kostka_site import served
from page_site import GAME, Front, Site
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
RED, YELLOW = MAT.cells(56), MAT.cells(58)
START = MAT.cells(0)[0]
PLACES = [*RED[:2], *YELLOW[:2]]


@pytest.fixture(autouse=True)
def environ(vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))


def start(folder: Path, flash: str = "flash.img", **options: str) -> VirtualBoard:
    """Start a board that runs fast; its flash is kept."""
    fast = {"clock": "virtual", "speed": "20", "seed": "1"}
    return VirtualBoard.spawn(tied=True, flash=folder / flash, **fast, **options)


def open_page(page: Page, address: str) -> Front:
    page.set_viewport_size({"width": 1600, "height": 1000})
    page.goto(address)
    page.locator("body[data-ready]:not(.lost)").wait_for()
    return Front(page)


def label(front: Front, cell: int) -> str:
    return front.page.locator(f"#cells [data-cell='{cell}']").get_attribute("aria-label") or ""


@pytest.fixture
def by_port(tmp_path: Path) -> Iterator[tuple[Site, VirtualBoard]]:
    """`kostka play --board port:…` of a stranger's board, and the hands of those who sit there."""
    (tmp_path / "home").mkdir()
    site = Site(tmp_path / "home", *GAME)
    with start(tmp_path) as hands:
        site.serve("--board", f"port:{hands.entry.port}")
        yield site, hands
        site.end()


def test_a_board_without_hands_is_mirrored_and_played_by_the_link(
    page: Page, by_port: tuple[Site, VirtualBoard]
) -> None:
    site, hands = by_port
    front = open_page(page, site.address)
    expect(page.locator("#about-board")).to_contain_text("real board")
    # nothing stands there yet: it is told, and nothing can be thrown
    expect(page.locator("#wrong-list li")).to_have_count(1 + len(PLACES))
    expect(page.locator("#throw")).to_be_disabled()
    expect(page.locator("#dice-text")).to_have_text("First put the tokens where they belong.")
    expect(page.locator("#tidy")).to_be_hidden()
    hands.tokens(PLACES)
    front.in_place()
    expect(page.locator("#throw")).to_be_enabled()
    seen = front.own(6)

    before = dict(seen["tokens"])
    front.drag(RED[0], START)  # not from here
    expect(page.locator(".toast")).to_contain_text("move them on the table itself")
    assert front.look()["tokens"] == before

    page.locator("#choices button").first.click()
    front_lines = seen["lines"] + 1
    page.locator(f"body[data-lines='{front_lines}']").wait_for()
    expect(page.locator("#wrong-title")).to_have_text("Now move the tokens")
    expect(page.locator("#wrong-list li")).to_have_text(["Move the red token from a1 to a5."])
    expect(front.token_on(RED[0])).to_have_count(1)  # it still stands there
    expect(page.locator("#throw")).to_be_disabled()
    hands.lift(RED[0])
    expect(page.locator(".token.in-hand")).to_have_count(1)
    expect(page.locator("#wrong")).to_be_visible()
    hands.put(START)
    expect(page.locator("#wrong")).to_be_hidden()
    expect(front.token_on(START)).to_have_count(1)

    hands.put(100)
    expect(page.locator("#wrong-title")).to_have_text("This is not right yet")
    expect(page.locator("#wrong-list li")).to_have_text(["Take the token off e9."])
    assert "does not belong here" in label(front, 100)
    hands.lift(100)
    front.in_place()
    page.keyboard.press("r")  # a throw goes by the link
    front.look(front_lines + 1)
    page.close()


def test_a_board_with_other_rules_is_shown_as_far_as_everybody_may_know(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with start(tmp_path) as board:
        first = Table(board, finder(f"id:{board.id}"))
        first.connect()
        first.sit_down("ludo", 2, {"pawns": 2, "first": "seat1"}, False)
        first.close()
        board.tokens(PLACES)
        monkeypatch.setattr(LUDO, "version", 2)  # here; the board keeps what it has
        with served(VirtualBoard(board.entry), tmp_path / "data", "ludo") as site:
            front = open_page(page, site.origin)
            expect(page.locator("#notice")).to_contain_text("rules of version 1")
            expect(page.locator("#notice")).to_contain_text("this program by version 2")
            expect(page.locator("#request")).to_contain_text("Player 1: throw the die")
            expect(page.locator("#mirror")).to_contain_text("public")
            expect(page.locator("#mat")).to_be_visible()
            assert sorted(map(int, front.look()["tokens"])) == sorted(PLACES)
            expect(page.locator("#throw")).to_be_disabled()
            expect(page.locator("#new")).to_be_disabled()
            expect(page.locator("#about-board")).to_be_hidden()
            board.press(0, 2, 60)  # the keys of the table play on
            expect(page.locator("#request")).not_to_contain_text("Throws left: 3")
            page.close()


def test_a_table_without_a_game_can_have_one(page: Page, tmp_path: Path) -> None:
    with start(tmp_path) as board, served(board, tmp_path / "data") as site:
        front = open_page(page, site.origin)
        expect(page.locator("#request")).to_have_text("No game is on the table.")
        assert page.locator("#tokens .token").count() == 0
        expect(page.locator("#mat")).to_be_hidden()
        expect(page.locator("#throw")).to_be_disabled()
        expect(page.locator("#dice-card")).to_be_hidden()
        front.begin()
        expect(page.locator("#request")).to_have_text(re.compile(r"Player \d: throw"))
        assert front.look()["tokens"]
        page.close()


def test_a_board_that_has_lost_its_game_is_not_shown_with_it(page: Page, tmp_path: Path) -> None:
    board = start(tmp_path)
    with served(board, tmp_path / "data", "ludo", pawns=2, first="seat1") as site:
        front = open_page(page, site.origin)
        front.in_place()
        front.own(6)
        board.close()
        expect(page.locator("#away")).to_be_visible()
        with start(tmp_path, "other.img", id=board.id):
            expect(page.locator("#away")).to_be_hidden(timeout=25_000)
            expect(page.locator("#request")).to_have_text("No game is on the table.")
            assert page.locator("#tokens .token").count() == 0
            front.begin("ludo")
            assert len(front.look()["tokens"]) == 16
            page.close()
