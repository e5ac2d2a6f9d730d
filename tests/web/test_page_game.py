"""Whole games on the page, on the real firmware: by mouse, and by keyboard alone."""

import time

import pytest
from page_site import Front, way

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
TURNS = 2000  # a game that takes more has gone astray


def center(front: Front, selector: str) -> tuple[float, float]:
    """Return the middle of an element in the window."""
    box = front.page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_whole_game_by_mouse(front: Front) -> None:
    front.begin()
    began = time.monotonic()
    throws = moves = 0
    seen = front.look()
    throw = center(front, "#throw")
    for _ in range(TURNS):
        if seen["over"]:
            break
        if seen["throws"]:
            front.page.mouse.click(*throw)
            throws += 1
        else:
            front.drag(*way(seen))
            moves += 1
        seen = front.look(seen["lines"] + 1)
    print(f"{throws} throws, {moves} drags in {time.monotonic() - began:.1f} s")
    assert seen["over"]
    assert moves > 20
    assert "has won" in front.page.locator("#request").inner_text()
    assert front.page.locator("#throw").is_disabled()
    assert front.page.locator("#mirror").get_attribute("data-state") == "good"


def walk(front: Front, target: int) -> None:
    """Go over the field with the arrow keys."""
    here = int(front.page.evaluate("document.activeElement.dataset.cell"))
    down, right = divmod(target, 12)[0] - here // 12, target % 12 - here % 12
    for key, times in (
        ("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right),
    ):  # fmt: skip
        for _ in range(times):
            front.page.keyboard.press(key)
    assert front.page.evaluate("document.activeElement.dataset.cell") == str(target)


def test_a_whole_game_by_keyboard_alone(front: Front) -> None:
    press = front.page.keyboard.press
    press("n")
    for _ in range(12):  # through the form, to the button that begins
        if front.page.evaluate("document.activeElement.id") == "new-begin":
            break
        press("Tab")
    press("Enter")
    front.page.locator("#new-dialog").wait_for(state="hidden")
    front.in_place()
    began = time.monotonic()
    seen = front.look()
    for turn in range(TURNS):
        if seen["over"]:
            break
        if seen["throws"]:
            # own dice, mostly sixes, so that this game is short; the board's now and then
            press("r" if turn % 11 == 10 else "6" if turn % 3 else "4")
        else:
            source, target = way(seen)
            press("t")
            walk(front, source)
            press("Enter")
            walk(front, target)
            press("Enter")
        seen = front.look(seen["lines"] + 1)
    print(f"{turn} throws and moves in {time.monotonic() - began:.1f} s")
    assert seen["over"]
    assert "has won" in front.page.locator("#request").inner_text()
