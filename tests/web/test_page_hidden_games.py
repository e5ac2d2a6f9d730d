"""Duel and Domino on the pages, by mouse: the seats' pages for what is hidden, tokens by drags."""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kostka.rules.action import PUBLIC
from kostka_host.boards.virtual import VirtualBoard
from kostka_site import Served, served, wait_for
from page_site import Front
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
STEPS = 400  # a game that takes more has gone astray
PICTURES = os.environ.get("KOSTKA_PICTURES", "")  # a folder for pictures of the pages


@pytest.fixture(autouse=True)
def environ(vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


class Party:
    """The table's page and the page of each seat; one person plays for all."""

    def __init__(self, site: Served, page: Page, faults: list[str], seats: int) -> None:
        self.site = site
        page.set_viewport_size({"width": 1600, "height": 1000})
        wait_for(lambda: len(site.links) == seats)
        self.page = page
        self.front = Front(page, f"{site.origin}/")
        self.seats = []
        for link in site.links:
            seat = page.context.new_page()
            seat.set_viewport_size({"width": 390, "height": 844})
            seat.on("pageerror", lambda error: faults.append(str(error)))
            seat.goto(link)
            seat.locator("body[data-ready]").wait_for()
            self.seats.append(seat)

    def view(self, viewer: int = PUBLIC) -> dict[str, Any]:
        """Return what the server tells now."""
        return {name: json.loads(text) for name, text in self.site.hub_view(viewer).items()}

    def line(self) -> int:
        """Return the number of the next line."""
        return int(self.view()["mirror"]["lines"])

    def right(self) -> bool:
        """Say whether all tokens stand where they should."""
        return bool(self.view()["wrong"]["outcome"] == "same")

    def waited(self) -> dict[str, Any]:
        """Wait until somebody has to answer, or the game is over; return the public view."""
        wait_for(lambda: self.view()["request"]["what"] != "draw")
        return self.view()

    def click(self, seat: int, which: int) -> None:
        """Click one of the choices of a seat's page, and wait until hands have followed."""
        line = self.line()
        self.seats[seat].locator("#choices button").nth(which).click()
        wait_for(lambda: self.line() > line)
        wait_for(self.right)

    def picture(self, name: str) -> None:
        """Keep pictures of all pages, where somebody wants them."""
        if PICTURES:
            for number, page in enumerate([self.page, *self.seats]):
                page.bring_to_front()
                page.screenshot(path=f"{PICTURES}/{name}-{number}.png", full_page=number > 0)

    def close(self) -> None:
        """Close all pages; none has shown a refusal."""
        for seat in self.seats:
            assert seat.locator(".toast").count() == 0
            expect(seat.locator("#choices-card")).to_be_hidden()
            seat.close()
        self.page.goto("about:blank")  # or it says that it cannot connect


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualBoard]:
    with VirtualBoard.spawn(tied=True, clock="virtual", speed="20", seed="3") as board:
        yield board


def test_a_whole_game_of_domino(
    table: VirtualBoard, tmp_path: Path, page: Page, faults: list[str]
) -> None:
    with served(table, tmp_path / "data", "domino", seats=2) as site:
        party = Party(site, page, faults, 2)
        for step in range(STEPS):
            view = party.waited()
            if view["game"]["over"]:
                break
            seat = view["request"]["seat"]
            assert view["request"]["hidden"]
            expect(page.locator("#choices-card")).to_be_hidden()
            choices = party.seats[seat].locator("#choices button")
            wait_for(lambda: party.view(seat)["choices"] != [])  # noqa: B023
            expect(choices).to_have_count(len(party.view(seat)["choices"]))
            expect(choices.first.locator("img.icon")).to_have_count(2)
            if step == 6:
                party.picture("domino")
            party.click(seat, step % choices.count())
        over = party.view()["game"]
        assert over["over"] in (["domino.over.first"], ["domino.over.blocked"])
        expect(page.locator(".token.pictured").first).to_be_visible()
        party.picture("domino-over")
        party.close()


@pytest.mark.long
@pytest.mark.parametrize("variant", ["1"])  # 2 and 3 differ in what may be attacked
def test_a_whole_game_of_duel(
    table: VirtualBoard, tmp_path: Path, page: Page, faults: list[str], variant: str
) -> None:
    with served(table, tmp_path / "data", "duel", seats=2, variant=variant) as site:
        party = Party(site, page, faults, 2)
        rng = random.Random(5)
        for step in range(STEPS):
            view = party.waited()
            if view["game"]["over"]:
                break
            seat = view["request"]["answering"][0]
            wait_for(lambda: party.view(seat)["choices"] != [])  # noqa: B023
            assert view["choices"] == [] or not view["request"]["hidden"]
            assert len({entry["n"] for entry in view["log"]}) <= 1, "more than the last line"
            text = view["request"]["text"][0]
            if text == "duel.ask.place":
                if step in (6, 20):
                    party.picture(f"duel-place-{step}")
                choices = party.seats[seat].locator("#choices button")
                expect(choices).to_have_count(len(party.view(seat)["choices"]))
                party.click(seat, step % choices.count())
                continue
            wait_for(party.right)
            if step == 40:
                party.picture("duel-fight")
            choice = rng.choice(party.view(seat)["choices"])
            drag(party, choice["to"], 1 - seat if text == "duel.ask.name" else seat)
        over = party.view()["game"]
        assert over["over"] in (["duel.over.more"], ["duel.over.draw"])
        party.picture(f"duel-over-{variant}")
        party.close()


def drag(party: Party, cells: list[int], owner: int) -> None:
    """Drag a player's sword to one of the cells of a field."""
    line = party.line()
    party.page.bring_to_front()
    tokens = party.view()["tokens"]
    sword = next(token for token in tokens if token["seat"] == owner)
    free = [cell for cell in cells if cell not in [token["cell"] for token in tokens]]
    party.front.drag(sword["cell"], free[0])
    wait_for(lambda: party.line() > line)
    wait_for(party.right)
    assert party.page.locator(".toast").count() == 0
