"""Dice in cups, the small screen and the tag stand on the page, by hands and by eyes."""

import re

import pytest
from page_site import Front
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
READ_MS = 20_000  # a machine with much to do reads slowly


def test_a_die_is_thrown_tilted_held_and_taken_out(front: Front) -> None:
    front.begin()
    front.in_place()
    page = front.page
    cups = page.locator(".cup-box")
    expect(cups).to_have_count(4)
    cup = cups.nth(1)
    expect(cup).to_have_class(re.compile("waits"), timeout=READ_MS)
    cup.locator("[data-way=tilt]").click()
    expect(cup).to_have_attribute("data-says", "cocked", timeout=READ_MS)
    expect(cup.locator(".die-face").nth(1)).to_be_visible()  # a leaning die shows its sides
    cup.locator("[data-way=take]").click()
    expect(cup).to_have_attribute("data-says", "empty", timeout=READ_MS)
    expect(cup.locator(".die-face")).to_have_count(0)
    lines = int(page.locator("body").get_attribute("data-lines") or 0)
    cup.locator("[data-way=hold]").click()
    expect(cup).to_have_attribute("data-says", "moving", timeout=READ_MS)
    expect(page.locator("body")).to_have_attribute("data-lines", str(lines))
    cup.locator("[data-way=throw]").click()
    expect(page.locator("body")).not_to_have_attribute("data-lines", str(lines), timeout=READ_MS)
    expect(cup.locator(".real-pip").first).to_be_visible()
    assert cup.locator(".real-pip").count() in range(1, 7)


def test_tags_are_laid_on_the_stand_and_the_screen_shows_something(front: Front) -> None:
    page = front.page
    tag = page.locator(".tag").first
    tag.click()
    expect(tag).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#stand-says")).to_contain_text("player", timeout=READ_MS)
    tag.click()
    expect(tag).to_have_attribute("aria-pressed", "false")
    lit = page.evaluate(
        "() => document.getElementById('screen').getContext('2d')"
        ".getImageData(0, 0, 128, 64).data.filter((v, i) => i % 4 === 0 && v > 0).length"
    )
    assert lit > 50
