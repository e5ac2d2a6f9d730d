"""The page of an old link, the color die's signs, the table on a small phone, taking back."""

from pathlib import Path
from types import ModuleType

import pytest
from page_site import Front, Site, way
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]

RECT = "node => { const { top, bottom } = node.getBoundingClientRect(); return [top, bottom]; }"


def test_a_seat_page_says_that_its_game_is_over(
    front: Front, site: Site, faults: list[str]
) -> None:
    seat = front.page.context.new_page()
    (old, *_) = site.links()
    seat.goto(old)
    seat.locator("body[data-ready]").wait_for()
    front.begin()
    seat.locator("body.ended").wait_for()
    expect(seat.locator("#request")).to_have_text(
        "A new game has begun; this link belongs to the old one."
    )
    expect(seat.locator("#choices-card")).to_be_hidden()
    expect(seat.locator("#lost")).to_be_hidden()
    seat.goto(old)
    expect(seat.locator("a")).to_have_text("To the table")
    seat.locator("a").click()
    seat.locator("#field").wait_for()
    seat.close()
    faults.clear()


def test_take_back_carries_the_tokens_back(front: Front) -> None:
    front.begin()
    seen = front.own(6)
    before = sorted(seen["tokens"])
    lines = seen["lines"]
    front.drag(*way(seen))
    seen = front.look(lines + 1)
    assert sorted(seen["tokens"]) != before
    front.page.locator("#undo").click()
    seen = front.look(lines + 2)
    front.in_place()
    assert sorted(front.look()["tokens"]) == before
    assert front.page.locator("#log li").first.inner_text().endswith("Taken back.")


def test_on_a_phone_on_its_side_the_table_stays_beside_the_throw(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 667, "height": 375})
    Front(page, site.address).in_place()
    for down in (0, 10_000):
        page.evaluate("down => window.scrollTo(0, down)", down)
        top, bottom = page.locator(".frame").evaluate(RECT)
        assert 0 <= top < bottom <= 375


def test_panels_stand_in_the_order_of_seats(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    Front(page, site.address)
    rims = page.locator(".rim").evaluate_all("all => all.map((one) => one.id)")
    assert rims == ["side-west", "side-north", "side-east", "side-south"]
    top, bottom = page.locator(".bar").evaluate(RECT)
    assert bottom - top < 125  # three rows
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.slow
def test_the_color_die_has_signs(
    vm: ModuleType, tmp_path_factory: pytest.TempPathFactory, page: Page, faults: list[str]
) -> None:
    home: Path = tmp_path_factory.mktemp("color")
    served = Site(home, "ludo", "--seats", "2", "--die", "color", "--first", "seat1")
    served.serve()
    try:
        front = Front(page, served.address)
        front.in_place()
        signs = page.locator("#own-faces .die-sign").evaluate_all(
            "all => all.map((one) => one.getAttribute('d'))"
        )
        assert len(set(signs)) == 6
        assert page.locator("#own-faces button").nth(4).get_attribute("title") is not None
        front.own(5)
        expect(page.locator("#dice .die-sign.on-red")).to_have_count(1)
    finally:
        served.end()
        faults.clear()  # the server is gone, and the page says so
