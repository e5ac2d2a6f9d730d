"""The page of boards that have some of the cells and panels, or none: everything can be played."""

import re
import time
from collections.abc import Iterator
from types import ModuleType

import pytest
from kostka.mats.ludo import MAT
from kostka_host import layout
from kostka_long import shortened_games
from page_site import GAME, Front, Site, way
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
TURNS = 1000  # a game that takes more has gone astray
PROFILES = ("one_panel", "breadboard", "bare")
RESERVES = [set(MAT.cells(56)), set(MAT.cells(58))]
WRONG = 100  # e9, where no token of the first moves may go


@pytest.fixture(scope="module", params=shortened_games(PROFILES, "one_panel", "bare"))
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def site(vm: ModuleType, profile: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp(profile), *GAME, "--profile", profile, "--speed", "20")
    served.serve()
    yield served
    served.end()


@pytest.fixture
def front(page: Page, site: Site) -> Front:
    """The table's page with a game that has just begun."""
    page.set_viewport_size({"width": 1600, "height": 1000})
    opened = Front(page, site.address)
    opened.in_place()
    opened.begin()
    return opened


def cell_of(spot: int) -> int:
    return MAT.cells(spot)[0]


def owner(front: Front, cell: int) -> str:
    """Return the seat of the token on a cell, by its id."""
    return (front.token_on(cell).get_attribute("data-token") or "").split(".")[0]


def places(tokens: dict[str, str]) -> list[tuple[int, str]]:
    """Return spots and seats of tokens by cell."""
    return sorted((MAT.spot_of[int(cell)], token[0]) for cell, token in tokens.items())


def moved(front: Front, face: int) -> tuple[int, int]:
    """Tell a throw and drag what it moves; return from where to where."""
    seen = front.own(face)
    source, target = way(seen)
    front.drag(source, target)
    front.look(seen["lines"] + 1)
    expect(front.token_on(target)).to_have_count(1)
    front.in_place()
    return source, target


def test_the_whole_mat_and_every_seat_are_shown(front: Front, profile: str) -> None:
    board = layout.profile(profile)
    assert front.page.locator("#cells .cell").count() == 144
    assert front.page.locator("#cells .cell.absent").count() == 144 - len(board.cells)
    assert front.page.locator("#lights .no-cell").count() == 144 - len(board.cells)
    names = front.page.locator(".seat-panel h2")
    expect(names).to_have_text([re.compile("Player 1.*red"), re.compile("Player 2.*yellow")])
    for seat in range(2):
        keys = front.page.locator(f".seat-panel[data-seat='{seat}'] .key")
        assert keys.count() == (4 if seat < len(board.stations) else 0)
    expect(front.page.locator(".seat-panel[data-seat='0']")).to_have_class(re.compile("asked"))
    expect(front.page.locator("#about-board")).to_contain_text("no sensors and no lights")


def test_a_whole_game_by_mouse(front: Front, profile: str) -> None:
    began = time.monotonic()
    throws = moves = 0
    seen = front.look()
    box = front.page.locator("#throw").bounding_box()
    assert box is not None
    for turn in range(TURNS):
        if seen["over"]:
            break
        if seen["throws"]:
            if turn % 7:  # sixes mostly, so that the game is short
                front.page.keyboard.press("6" if turn % 3 else "5")
            else:
                front.page.mouse.click(box["x"] + 20, box["y"] + 10)
            throws += 1
        else:
            front.drag(*way(seen))
            moves += 1
        seen = front.look(seen["lines"] + 1)
    print(f"{profile}: {throws} throws, {moves} drags in {time.monotonic() - began:.1f} s")
    assert seen["over"]
    assert moves > 10
    assert front.page.locator("#mirror").get_attribute("data-state") == "good"
    front.in_place()


def test_a_taken_rival_goes_home_by_itself(front: Front) -> None:
    moved(front, 6)
    moved(front, 2)
    moved(front, 6)  # player 2 comes in, and walks all round to where player 1 stands
    for face in (6, 6, 6):
        moved(front, face)
    assert owner(front, cell_of(2)) == "0"
    source, target = moved(front, 4)
    assert (source, target) == (cell_of(38), cell_of(2))
    assert owner(front, target) == "1"
    standing = front.look()["tokens"]
    assert len(standing) == 4
    for seat, home in enumerate(RESERVES):
        mine = {int(cell) for cell, token in standing.items() if token[0] == str(seat)}
        assert len(mine & home) == (2 if seat == 0 else 1)


def test_a_wrong_place_is_never_kept(front: Front, profile: str) -> None:
    seen = front.own(6)
    source, target = way(seen)
    token = seen["tokens"][str(source)]
    front.drag(source, WRONG)
    expect(front.page.locator(".toast")).to_contain_text("no move of the game fits")
    expect(front.token_on(source)).to_have_attribute("data-token", token)
    front.in_place()
    assert front.look()["choices"] == seen["choices"]
    front.page.locator(f"#cells [data-cell='{source}']").focus()
    front.page.keyboard.press("Enter")
    front.page.locator(f"#cells [data-cell='{target}']").focus()
    front.page.keyboard.press("Enter")  # by keyboard, where it may go
    assert front.look(seen["lines"] + 1)["tokens"][str(target)] == token


def test_undo_reload_and_a_new_host(front: Front, site: Site, faults: list[str]) -> None:
    _, target = moved(front, 6)
    moved(front, 3)
    lines = front.look()["lines"]
    front.page.keyboard.press("u")
    seen = front.look(lines + 1)
    front.in_place()  # hands carry the token back
    expect(front.token_on(target)).to_have_count(1)
    before = front.look()
    assert before["choices"] == seen["choices"]
    front.page.reload()
    front.ready()
    front.in_place()
    assert front.look() == before
    site.stop()
    expect(front.page.locator("#lost")).to_be_visible()
    site.serve()
    expect(front.page.locator("#lost")).to_be_hidden(timeout=25_000)
    front.ready()
    after = front.look(before["lines"])
    # which free cell of a reserve a token stands on, nobody can know where no sensor is
    assert places(after["tokens"]) == places(before["tokens"])
    front.drag(*way(after))
    assert str(cell_of(3)) in front.look(before["lines"] + 1)["tokens"]
    faults.clear()  # the browser says that it could not connect


def test_a_choice_is_carried_out(front: Front) -> None:
    seen = front.own(6)
    front.page.locator("#choices button").first.click()
    after = front.look(seen["lines"] + 1)
    front.in_place()
    assert str(cell_of(0)) in front.look()["tokens"]
    assert after["throws"]
    front.page.keyboard.press("r")
    front.look(after["lines"] + 1)
