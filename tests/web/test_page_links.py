"""The page comes back by itself: after a reload, a host or a board that ended, a power cut."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from kostka_host.boards.registry import Entry
from kostka_host.boards.virtual import VirtualBoard
from page_site import GAME, Front, Site, way
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
SETTLE_MS = 150
LATENCY_MS = 200
AGAIN_MS = 25_000


@pytest.fixture
def own_site(vm: ModuleType, tmp_path: Path) -> Iterator[Site]:
    """A server and a board of this test alone, on the real clock."""
    served = Site(tmp_path, *GAME)
    served.serve()
    yield served
    served.end()


@pytest.fixture
def mid(own_site: Site, page: Page) -> Front:
    """A game in which player 1 has brought a pawn in."""
    page.set_viewport_size({"width": 1600, "height": 1000})
    front = Front(page, own_site.address)
    front.in_place()
    seen = front.own(6)
    front.drag(*way(seen))
    front.look(seen["lines"] + 1)
    return front


def asks(front: Front) -> str:
    return front.page.locator("#request").inner_text()


def test_a_reload_and_a_new_host_show_the_same_table(
    mid: Front, own_site: Site, faults: list[str]
) -> None:
    mid.own(5)
    before, asked = mid.look(), asks(mid)
    mid.page.reload()
    mid.ready()
    expect(mid.page.locator("#request")).to_have_text(asked)
    assert mid.look() == before

    own_site.stop(signal.SIGKILL)
    expect(mid.page.locator("#lost")).to_be_visible()
    expect(mid.page.locator("#lost")).to_have_text(
        "The connection to the table is lost. Trying again …"
    )
    own_site.serve()
    expect(mid.page.locator("#lost")).to_be_hidden(timeout=AGAIN_MS)
    mid.ready()
    after = mid.look(before["lines"])
    assert after["choices"] == before["choices"]
    assert sorted(after["tokens"]) == sorted(before["tokens"])
    mid.drag(*way(after))
    mid.look(before["lines"] + 1)
    faults.clear()  # the browser says that it could not connect


def test_a_board_that_ends_and_comes_back(mid: Front, own_site: Site) -> None:
    before = mid.look()
    entry = own_site.entry()
    os.kill(entry["pid"], signal.SIGKILL)
    expect(mid.page.locator("#away")).to_be_visible(timeout=AGAIN_MS)
    expect(mid.page.locator("#link")).to_have_attribute("data-state", "bad")
    # it is the user's own board: the page starts it again, with its flash
    expect(mid.page.locator("#away")).to_be_hidden(timeout=AGAIN_MS)
    expect(mid.page.locator("#link")).to_have_attribute("data-state", "good")
    mid.ready()
    # its tokens were things of the process that ended: they stand nowhere now
    expect(mid.page.locator("#tidy")).to_be_visible(timeout=AGAIN_MS)
    mid.page.keyboard.press("p")
    expect(mid.page.locator("#wrong")).to_be_hidden(timeout=AGAIN_MS)
    assert mid.look()["lines"] == before["lines"]
    mid.own(3)


def test_a_power_cut(mid: Front, own_site: Site) -> None:
    before = mid.look()
    with VirtualBoard(Entry(**own_site.entry())) as board:
        board.power_cut()
        expect(mid.page.locator("#away")).to_be_visible(timeout=AGAIN_MS)
        board.start()
    expect(mid.page.locator("#away")).to_be_hidden(timeout=AGAIN_MS)
    mid.ready()
    mid.in_place()
    after = mid.look()
    assert after["lines"] == before["lines"]
    assert sorted(after["tokens"]) == sorted(before["tokens"])
    seen = mid.own(3)
    mid.drag(*way(seen))
    mid.look(seen["lines"] + 1)


def test_a_move_is_seen_soon_after_the_picture_has_settled(mid: Front) -> None:
    """Measured from the drop to the new line on the page, less the time to be still."""
    mid.page.evaluate(
        """() => {
          const list = (window.measured = []);
          document.addEventListener("pointerup", () => list.push([performance.now(), 0]));
          new MutationObserver(() => {
            if (list.length && !list.at(-1)[1]) list.at(-1)[1] = performance.now();
          }).observe(document.getElementById("log"), { childList: true });
        }"""
    )
    for _ in range(3):
        seen = mid.own(6)
        mid.drag(*way(seen))
        mid.look(seen["lines"] + 1)
    times = [round(end - start) for start, end in mid.page.evaluate("window.measured")]
    late = [time - SETTLE_MS for time in times]
    print(f"from the settled picture to the page: {json.dumps(late)} ms")
    assert 0 < min(late) < LATENCY_MS


def test_a_seat_page_throws_plays_and_sees_its_own(mid: Front, own_site: Site) -> None:
    seat = mid.page.context.new_page()
    seat.set_viewport_size({"width": 390, "height": 844})
    seat.goto(own_site.seats[0])
    expect(seat.locator("#request")).to_have_text(asks(mid))
    expect(seat.locator("#seat-name")).to_have_text("Player 1, red")
    assert seat.evaluate("document.documentElement.scrollWidth") <= 390
    lines = mid.look()["lines"]
    seat.locator("#throw").click()
    assert mid.look(lines + 1)["choices"]  # a pawn on the track moves by any face
    seat.locator("#choices button").first.click()
    # the next throw waits until somebody has carried the pawn
    expect(mid.page.locator("body")).to_have_attribute("data-lines", str(lines + 2))
    expect(seat.locator("#observation tr").first).to_be_visible()
    other = mid.page.context.new_page()
    other.goto(own_site.seats[1])
    expect(other.locator("#seat-name")).to_have_text("Player 2, yellow")
    expect(other.locator("#choices button")).to_have_count(0)
