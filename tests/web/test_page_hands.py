"""What hands do on the page: drags that are taken back, wrong places, touch, two browsers."""

import re

import pytest
from page_site import Front, Site, way
from playwright.sync_api import Browser, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
EMPTY = 42  # g4, a field of the track where nothing stands at the beginning
START = 48  # a5, where red comes in


@pytest.fixture
def six(front: Front) -> Front:
    """A game in which player 1 has thrown a six and may bring a pawn in."""
    front.begin()
    assert front.own(6)["choices"]
    return front


def lifted(front: Front, cell: int) -> str:
    """Lift the token of a cell with the mouse, without putting it; return its id."""
    token = front.token_on(cell).get_attribute("data-token")
    assert token
    front.page.mouse.move(*front.middle(cell))
    front.page.mouse.down()
    front.page.mouse.move(*front.middle(EMPTY), steps=3)
    expect(front.page.locator(".token.ghost")).to_have_count(1)
    return token


def test_targets_are_lit_while_a_token_is_in_the_hand(six: Front) -> None:
    source, target = way(six.look())
    lifted(six, source)
    six.page.locator(f"#cells [data-cell='{target}'][aria-label*='may be put here']").wait_for()
    six.page.mouse.move(*six.middle(target))
    six.page.mouse.up()
    expect(six.token_on(target)).to_have_count(1)
    label = re.compile("^a5, red token of player 1")
    cell = six.page.locator(f"#cells [data-cell='{target}']")
    expect(cell).to_have_attribute("aria-label", label)


def test_escape_puts_a_dragged_token_back(six: Front) -> None:
    source, _ = way(six.look())
    token = lifted(six, source)
    six.page.keyboard.press("Escape")
    expect(six.token_on(source)).to_have_attribute("data-token", token)
    expect(six.page.locator(".token.ghost")).to_have_count(0)
    six.page.mouse.up()
    six.in_place()
    assert six.look()["choices"]


def test_a_canceled_pointer_puts_the_token_back(six: Front) -> None:
    source, _ = way(six.look())
    token = lifted(six, source)
    six.page.evaluate("document.dispatchEvent(new PointerEvent('pointercancel', {pointerId: 1}))")
    expect(six.token_on(source)).to_have_attribute("data-token", token)
    six.page.mouse.up()
    six.in_place()


def test_a_token_dropped_beside_the_field_lies_in_the_box_and_comes_back(six: Front) -> None:
    source, target = way(six.look())
    token = lifted(six, source)
    six.page.mouse.move(*box_middle(six))
    six.page.mouse.up()
    boxed = six.page.locator(f"#box-tokens [data-token='{token}']")
    boxed.wait_for()
    lines = six.look()["lines"]
    boxed.focus()
    six.page.keyboard.press("Enter")
    six.page.locator(f"#cells [data-cell='{target}']").focus()
    six.page.keyboard.press("Enter")
    assert str(target) in six.look(lines + 1)["tokens"]


def box_middle(front: Front) -> tuple[float, float]:
    box = front.page.locator("#box-empty").bounding_box()
    assert box is not None
    return box["x"] + 60, box["y"] + 10


def test_a_wrong_place_is_told_marked_and_cleared(six: Front) -> None:
    source, _ = way(six.look())
    six.drag(source, EMPTY)
    wrong = six.page.locator("#wrong")
    wrong.wait_for()
    expect(six.page.locator("#wrong-title")).to_have_text("This is not right yet")
    told = six.page.locator("#wrong-list li")
    expect(told.nth(0)).to_have_text("LU-5: a1-g4: a pawn comes in on the own start field.")
    expect(told.nth(1)).to_have_text("Put the red token from g4 back to a1.")
    cell = six.page.locator(f"#cells [data-cell='{EMPTY}'][aria-label*='does not belong here']")
    cell.wait_for()
    expect(six.page.locator("#lights .p-limp")).to_have_count(1)
    six.page.locator("#tidy").click()
    wrong.wait_for(state="hidden")
    six.in_place()
    assert six.look()["choices"]


def test_a_place_that_is_taken_is_refused_and_the_token_stands_as_before(six: Front) -> None:
    source, _ = way(six.look())
    other = next(int(c) for c in six.look()["tokens"] if int(c) != source)
    six.drag(source, other)
    expect(six.page.locator(".toast")).to_contain_text("There is a token at")
    expect(six.token_on(source)).to_have_count(1)
    six.in_place()


def test_tap_and_tap_moves_a_token(six: Front) -> None:
    seen = six.look()
    source, target = way(seen)
    six.page.mouse.click(*six.middle(source))
    six.page.locator(".token.carried").wait_for()
    six.page.mouse.click(*six.middle(target))
    assert str(target) in six.look(seen["lines"] + 1)["tokens"]


def test_undo_and_the_key_panel(six: Front) -> None:
    lines = six.look()["lines"]
    six.page.keyboard.press("u")
    assert six.look(lines + 1)["throws"]
    key = six.page.locator("[data-seat='0'] .key").nth(2)
    key.hover()
    six.page.mouse.down()
    expect(key).to_have_class("key down")
    six.look(lines + 2)  # the key confirms the throw as soon as it is down
    six.page.mouse.up()
    expect(key).to_have_class("key")


def test_a_choice_is_a_button_too(six: Front) -> None:
    seen = six.look()
    six.page.keyboard.press("c")
    six.page.keyboard.press("Enter")
    six.look(seen["lines"] + 1)
    expect(six.token_on(START)).to_have_count(1)  # hands have carried it there
    six.in_place()


def test_a_touch_drag(browser: Browser, site: Site) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    front = Front(context.new_page(), site.address)
    front.in_place()
    front.begin()
    seen = front.own(6)
    source, target = way(seen)
    front.token_on(source).scroll_into_view_if_needed()
    touch = context.new_cdp_session(front.page)
    at, to = front.middle(source), front.middle(target)
    steps = [at, ((at[0] + to[0]) / 2, (at[1] + to[1]) / 2), to]
    for kind, place in zip(("touchStart", "touchMove", "touchMove"), steps, strict=True):
        points = [{"x": place[0], "y": place[1]}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert str(target) in front.look(seen["lines"] + 1)["tokens"]
    context.close()


def test_what_one_browser_does_is_seen_in_another(six: Front, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    other = Front(context.new_page(), six.page.url)
    seen = other.look()
    source, target = way(seen)
    token = lifted(six, source)
    other.page.locator(f".token.in-hand[data-token='{token}']").wait_for()
    six.page.mouse.move(*six.middle(target))
    six.page.mouse.up()
    assert other.look(seen["lines"] + 1)["tokens"][str(target)] == token
    context.close()


def test_a_browser_that_leaves_with_a_token_leaves_it_in_the_box(
    six: Front, browser: Browser
) -> None:
    context = browser.new_context(viewport={"width": 1600, "height": 1000})
    other = Front(context.new_page(), six.page.url)
    source, _ = way(other.look())
    token = lifted(other, source)
    context.close()
    six.page.locator(f"#box-tokens [data-token='{token}']").wait_for()
