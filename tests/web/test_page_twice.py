"""What a person clicks twice is done once, and only for the line that the page shows."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from page_site import Front, Site
from playwright.sync_api import Page, WebSocket, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm]
TWICE = "id => { const node = document.querySelector(id); node.click(); node.click(); }"
OWN = "#own-faces button:nth-child(3)"


@pytest.fixture
def sent(page: Page) -> Iterator[list[dict[str, Any]]]:
    """What the page sends, in order."""
    found: list[dict[str, Any]] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda text: found.append(json.loads(text)))

    page.on("websocket", watch)
    return found


def wishes(sent: list[dict[str, Any]], word: str) -> list[int]:
    """Return the lines for which a wish was sent."""
    return [one.get("n", -1) for one in sent if one["do"] == word]


def test_two_clicks_are_one_wish_for_the_line_that_was_seen(
    sent: list[dict[str, Any]], page: Page, site: Site
) -> None:
    page.set_viewport_size({"width": 1600, "height": 1000})
    front = Front(page, site.address)
    front.in_place()
    front.begin()
    line = front.look()["lines"]
    page.evaluate(TWICE, "#throw")
    assert front.look(line + 1)["lines"] == line + 1
    assert wishes(sent, "roll") == [line]

    front.begin()
    line = front.look()["lines"]
    page.evaluate(TWICE, OWN)
    front.look(line + 1)
    assert wishes(sent, "faces") == [line]
    page.evaluate(TWICE, "#undo")
    front.look(line + 2)
    assert wishes(sent, "undo") == [line + 1]

    seen = front.own(6)
    page.evaluate(TWICE, "#choices button")
    front.look(seen["lines"] + 1)
    front.in_place()
    assert wishes(sent, "play") == [seen["lines"]]
    expect(page.locator(".toast")).to_have_count(0)
