"""Whole games on the page, on the real firmware: by mouse, and by keyboard alone."""

import time

import pytest
from page_site import Front, way

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
TURNS = 2000  # a game that takes more has gone astray


def test_a_whole_game_by_mouse(front: Front) -> None:
    front.begin()
    began = time.monotonic()
    throws = moves = 0
    for _ in range(TURNS):
        seen = front.look()
        if seen["over"]:
            break
        if seen["throws"]:
            front.page.locator("#throw").click()
            throws += 1
        else:
            front.drag(*way(seen))
            moves += 1
        front.wait_lines(seen["lines"] + 1)
    print(f"{throws} throws, {moves} drags in {time.monotonic() - began:.1f} s")
    assert front.look()["over"]
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
    for turn in range(TURNS):
        seen = front.look()
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
        front.wait_lines(seen["lines"] + 1)
    print(f"{turn} throws and moves in {time.monotonic() - began:.1f} s")
    assert front.look()["over"]
    assert "has won" in front.page.locator("#request").inner_text()
