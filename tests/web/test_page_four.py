"""The game as it is begun by default, for four: dragged, with a capture, and by keyboard."""

from collections.abc import Iterator
from types import ModuleType

import pytest
from kostka.mats.ludo import MAT
from page_site import Front, Site, way
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
GESTURES = 40
TURNS = 12


@pytest.fixture(scope="module")
def site(vm: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp("four"), "ludo", "--first", "seat1", "--speed", "20")
    served.serve()
    yield served
    served.end()


def cell(spot: int) -> int:
    return MAT.cells(spot)[0]


def test_forty_gestures_of_a_game_for_four(front: Front) -> None:
    front.begin()
    seen = front.look()
    assert len(seen["tokens"]) == 16
    for turn in range(GESTURES):
        if seen["throws"]:
            if turn % 5 == 4:
                front.page.locator("#throw").click()
            else:  # sixes mostly, so that there is something to move
                front.page.keyboard.press("6" if turn % 3 else "3")
        else:
            source, target = way(seen)
            front.drag(source, target)
        seen = front.look(seen["lines"] + 1)
        if not seen["throws"] or turn % 8 == 7:
            front.in_place()
    assert front.page.locator("#mirror").get_attribute("data-state") == "good"
    expect(front.page.locator(".toast")).to_have_count(0)


def moved(front: Front, face: int) -> tuple[int, int]:
    """Tell a throw and drag the first move that it allows."""
    seen = front.own(face)
    source, target = way(seen)
    front.drag(source, target)
    front.look(seen["lines"] + 1)
    front.in_place()
    return source, target


def test_a_rival_is_taken_by_dragging(front: Front) -> None:
    """Player 1 takes the pawn that player 2 has just brought in."""
    front.begin()
    moved(front, 6)
    moved(front, 4)  # on its 5th field
    moved(front, 6)
    _, place = moved(front, 1)  # player 2 on its 2nd field: 7 fields before player 1
    for _ in range(2):  # the others have nothing to move: three throws each
        for _ in range(3):
            seen = front.own(1)
    assert seen["throws"]
    rival = front.look()["tokens"][str(place)]
    seen = front.own(6)
    mine = next(c for c in seen["choices"] if str(cell(4)) in map(str, c["from"]))
    front.drag(cell(4), mine["to"][0])
    front.look(seen["lines"] + 1)
    front.in_place()
    seen = front.own(1)
    front.drag(cell(10), place)
    after = front.look(seen["lines"] + 1)
    front.in_place()
    after = front.look()
    assert after["tokens"][str(place)] != rival
    assert len(after["tokens"]) == 16, "the one that was taken stands at home again"
    expect(front.page.locator("#log")).to_contain_text("is sent home from")


def walk(page: Page, target: int) -> None:
    """Go over the field with the arrow keys."""
    here = int(page.evaluate("document.activeElement.dataset.cell"))
    for key, times in (
        ("ArrowDown", target // 12 - here // 12), ("ArrowUp", here // 12 - target // 12),
        ("ArrowRight", target % 12 - here % 12), ("ArrowLeft", here % 12 - target % 12),
    ):  # fmt: skip
        for _ in range(times):
            page.keyboard.press(key)


def test_turns_by_keyboard_alone_on_a_phone(front: Front) -> None:
    page = front.page
    front.begin()
    page.set_viewport_size({"width": 390, "height": 844})
    seen = front.look()
    for turn in range(TURNS):
        if seen["throws"]:
            page.keyboard.press("r" if turn % 4 == 3 else "6")
        else:
            source, target = way(seen)
            page.keyboard.press("t")
            walk(page, source)
            page.keyboard.press("Enter")
            walk(page, target)
            in_view = page.locator(f"#cells [data-cell='{target}']").bounding_box()
            assert in_view is not None
            assert -1 <= in_view["x"] <= 390
            page.keyboard.press("Enter")
        seen = front.look(seen["lines"] + 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(page.locator(".toast")).to_have_count(0)
