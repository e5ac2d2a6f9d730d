"""The dialog about the table, the table's menu, and turned mats, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from page_site import GAME, Front, Site
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.vm

HOLD = 1100


@pytest.fixture
def site(vm: ModuleType, tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path, *GAME)
    site.serve()
    yield site
    site.stop()
    site.end()


def test_games_are_saved_left_and_played_on(site: Site, page: Page) -> None:
    Front(page, site.address)
    page.click("#shelf")
    dialog = page.locator("#shelf-dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".save")).to_have_count(1)
    expect(dialog.locator(".save[data-state=in_play] button")).to_have_count(0)
    dialog.locator("#shelf-called").fill("Sunday")
    dialog.locator("#shelf-called").press("Enter")
    expect(dialog.locator(".save strong")).to_have_text("Sunday")
    dialog.locator("#shelf-another").click()
    page.click("#new-begin")
    expect(page.locator("#new-dialog")).to_be_hidden()
    page.click("#shelf")
    expect(dialog.locator(".save")).to_have_count(2)
    row = dialog.locator(".save", has_text="Sunday")
    expect(row).to_have_attribute("data-state", "left")
    row.locator("button").first.click()
    expect(dialog).to_be_hidden()
    page.click("#shelf")
    expect(row).to_have_attribute("data-state", "in_play")
    other = dialog.locator(".save[data-state=left]")
    other.locator("button").nth(1).click()
    expect(other.locator("button").nth(1)).to_have_class("sure")
    other.locator("button").nth(1).click()
    expect(dialog.locator(".save")).to_have_count(1)
    dialog.locator("#shelf-called").fill("x")
    dialog.locator("#shelf-called").press("Enter")
    expect(dialog.locator(".save strong")).to_have_text("x")


def test_seats_mat_and_end_of_a_game(site: Site, page: Page) -> None:
    Front(page, site.address)
    page.click("#shelf")
    dialog = page.locator("#shelf-dialog")
    dialog.locator("#shelf-seats select").nth(1).select_option("r")
    expect(page.locator('.seat-panel[data-seat="1"]')).to_have_attribute("data-kind", "r")
    dialog.locator("#shelf-turn").select_option("2")
    expect(page.locator("#mat")).to_have_attribute("data-turn", "2")
    expect(page.locator("#side-east .seat-panel")).to_have_attribute("data-seat", "0")
    expect(page.locator("#wrong")).to_be_visible()  # its tokens stand as they stood
    dialog.locator("#shelf-abort").click()
    dialog.locator("#shelf-abort").click()
    expect(page.locator("#request")).to_contain_text("broken off")
    expect(dialog.locator("#shelf-abort")).to_be_disabled()
    dialog.locator("#shelf-over").click()
    dialog.locator("#shelf-over").click()
    expect(page.locator("#request")).not_to_contain_text("broken off")
    expect(page.locator('.seat-panel[data-seat="1"]')).to_have_attribute("data-kind", "r")


def test_the_menu_on_the_table_is_shown_and_used(site: Site, page: Page) -> None:
    Front(page, site.address)
    menu = page.locator("#menu")
    expect(menu).to_be_hidden()
    for key in (0, 1):
        page.evaluate(
            """([key]) => {
              const one = document.querySelectorAll(".seat-panel .key")[key];
              one.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true}));
            }""",
            [key],
        )
    expect(menu).to_be_visible()
    for key in (0, 1):
        page.evaluate(
            """([key]) => {
              const one = document.querySelectorAll(".seat-panel .key")[key];
              one.dispatchEvent(new KeyboardEvent("keyup", {key: "Enter", bubbles: true}));
            }""",
            [key],
        )
    expect(menu.locator("li[aria-current=true]")).to_have_text("Go on playing")
    menu.locator("button").nth(1).click()
    expect(menu.locator("li[aria-current=true]")).to_have_text("Begin another game")
    menu.locator("button").nth(3).click()
    expect(menu).to_be_hidden()
