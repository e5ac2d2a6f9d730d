"""Arena, Spider Shoot, Kombat and Chasing on the page, by mouse: buttons, the die, and targets."""

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kostka import mats
from kostka.rules.action import PUBLIC
from kostka_host.boards.virtual import VirtualBoard
from kostka_site import Served, served, wait_for
from page_site import Front
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
STEPS = 1500  # a game that takes more has gone astray
PICTURES = os.environ.get("KOSTKA_PICTURES", "")  # a folder for pictures of the pages


@pytest.fixture(autouse=True)
def environ(vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture
def board(tmp_path: Path) -> Iterator[VirtualBoard]:
    with VirtualBoard.spawn(tied=True, clock="virtual", speed="20", seed="3") as board:
        yield board


class Table:
    """One person at the page of the table, who plays for all."""

    def __init__(self, site: Served, page: Page, faults: list[str]) -> None:
        self.site, self.page, self.faults = site, page, faults
        page.set_viewport_size({"width": 1600, "height": 1000})
        self.front = Front(page, f"{site.origin}/")
        self.asked: set[str] = set()

    def view(self, viewer: int = PUBLIC) -> dict[str, Any]:
        """Return what the server tells now."""
        return {name: json.loads(text) for name, text in self.site.hub_view(viewer).items()}

    def line(self) -> int:
        return int(self.view()["mirror"]["lines"])

    def right(self) -> bool:
        return bool(self.view()["wrong"]["outcome"] == "same")

    def answer(self, step: int) -> bool:
        """Answer what is asked, by the mouse; say whether the game goes on."""
        wait_for(lambda: self.view()["request"]["what"] != "draw")
        wait_for(self.right)
        view = self.view()
        if view["game"]["over"]:
            return False
        line, request = self.line(), view["request"]
        self.asked.add(request["text"][0])
        if request["what"] == "throw":
            self.page.locator("#throw").click()
        elif request["hidden"]:
            expect(self.page.locator("#choices-card")).to_be_hidden()
            self.on_seat_page(request["seat"])
        else:
            buttons = self.page.locator("#choices button")
            expect(buttons).to_have_count(len(view["choices"]))
            buttons.nth(self.which(view["choices"], step)).click()
        wait_for(lambda: self.line() > line)
        return True

    @staticmethod
    def which(choices: list[dict[str, Any]], step: int) -> int:
        """Return a choice that brings the game on: what is counted gets confirmed."""
        names = [choice["n"] for choice in choices]
        if "ok" in names and (step % 3 or "fix" in names):
            return names.index("ok")
        return step % len(choices)

    def on_seat_page(self, seat: int) -> None:
        page = self.page.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.set_viewport_size({"width": 390, "height": 844})
        page.goto(self.site.links[seat])
        page.locator("#choices button").first.click()
        page.wait_for_timeout(200)
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/seat.png", full_page=True)
        page.close()

    def picture(self, name: str) -> None:
        """Keep a picture of the page, where somebody wants it."""
        if PICTURES:
            self.page.screenshot(path=f"{PICTURES}/{name}.png")


def played(table: Table, name: str) -> None:
    for step in range(STEPS):
        if not table.answer(step):
            break
        if step in (20, 60):
            table.picture(f"{name}-{step}")
    table.picture(f"{name}-over")
    assert table.view()["game"]["over"]
    expect(table.page.locator("#request")).to_contain_text(re.compile(r"\bwon\b"))
    assert table.page.locator(".toast").all_inner_texts() == []
    table.page.goto("about:blank")  # or it says that it cannot connect


@pytest.mark.long
def test_a_whole_game_of_arena(
    board: VirtualBoard, tmp_path: Path, page: Page, faults: list[str]
) -> None:
    with served(board, tmp_path / "data", "arena", seats=2) as site:
        table = Table(site, page, faults)
        played(table, "arena")
        assert {"arena.ask.enter", "arena.ask.throw", "arena.ask.shoot"} <= table.asked


@pytest.mark.long
def test_a_whole_game_of_spider_shoot(
    board: VirtualBoard, tmp_path: Path, page: Page, faults: list[str]
) -> None:
    with served(board, tmp_path / "data", "spider_shoot", seats=2) as site:
        table = Table(site, page, faults)
        played(table, "spider_shoot")
        assert {"spider_shoot.ask.shoot", "spider_shoot.ask.choose"} <= table.asked


@pytest.mark.long
@pytest.mark.parametrize("name", ["kombat", "chasing"])
def test_a_whole_game_without_a_range(
    board: VirtualBoard, tmp_path: Path, page: Page, faults: list[str], name: str
) -> None:
    with served(board, tmp_path / "data", name, seats=2) as site:
        table = Table(site, page, faults)
        played(table, name)
        assert len(table.asked) >= 2


def test_a_target_that_is_carried_away_counts_itself(
    board: VirtualBoard, tmp_path: Path, page: Page, faults: list[str]
) -> None:
    with served(board, tmp_path / "data", "spider_shoot", seats=2) as site:
        table = Table(site, page, faults)
        wait_for(lambda: table.view()["request"]["what"] == "move")
        wait_for(table.right)
        line = table.line()
        (cell,) = mats.load("spider_shoot").cells(53)
        box = page.locator("#turn-card").bounding_box()  # beside the field
        assert box
        mouse = page.mouse
        mouse.move(*table.front.middle(cell))
        mouse.down()
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        mouse.up()
        wait_for(lambda: table.line() > line)
        assert [choice["n"] for choice in table.view()["choices"]][:2] == ["ok", "fix"]
        page.goto("about:blank")
