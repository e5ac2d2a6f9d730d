"""The pages of seats: whole games of the probe, and what they say while others still answer."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kostka import games, mats
from kostka.rules.action import PUBLIC, a_of
from kostka_host.boards.virtual import VirtualBoard
from kostka_site import Served, probe_rom, served, wait_for
from page_site import Front
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
STEPS = 200  # a game that takes more has gone astray


@pytest.fixture(autouse=True)
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setattr(games, "_modules", {**games._modules, "probe": "kostka_probe"})
    monkeypatch.setattr(mats, "_modules", {**mats._modules, "probe": "kostka_probe_mat"})


@pytest.fixture
def probe(vm: ModuleType, tmp_path: Path) -> Iterator[Served]:
    """A table with the probe for three."""
    board = VirtualBoard.spawn(tied=True, clock="real", seed=3, rom=probe_rom(tmp_path / "rom"))
    with (
        board,
        served(board, tmp_path / "data", "probe", seats=3, dice=2, rounds=2) as found,
    ):
        yield found


class Party:
    """The table's page and the page of each seat."""

    def __init__(self, site: Served, page: Page, faults: list[str]) -> None:
        self.site = site
        page.set_viewport_size({"width": 1600, "height": 1000})
        wait_for(lambda: len(site.links) == 3)
        self.table = Front(page, f"{site.origin}/")
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

    @property
    def line(self) -> int:
        """Return the number of the next line."""
        return int(self.view()["mirror"]["lines"])

    def right(self) -> None:
        """Put tokens where the game wants them."""
        self.table.page.bring_to_front()
        wait_for(lambda: self.view()["wrong"]["outcome"] not in ("none", "", "several"))
        if self.view()["wrong"]["outcome"] != "same":
            self.table.page.locator("#tidy").click()
        wait_for(lambda: self.view()["wrong"]["outcome"] == "same")

    def stands(self) -> None:
        """Wait until all tokens stand where the game wants them, without a hand of ours."""
        wait_for(lambda: self.view()["wrong"]["outcome"] == "same")

    def answer(self, seat: int, which: int = 0) -> int:
        """Click one of the choices of a seat's page; return the action."""
        button = self.seats[seat].locator("#choices button").nth(which)
        action = int(button.get_attribute("data-action") or -1)
        button.click()
        return action

    def hand(self, seat: int) -> list[int]:
        """Return how many cards of each number a seat holds."""
        return list(self.view(seat)["observation"][f"hand{seat}"])

    def choose(self, order: list[int]) -> None:
        """Let all seats choose in secret; those before their turn change their answers once."""
        hands = [self.hand(seat) for seat in range(3)]
        for seat in order:
            line = self.line
            page = self.seats[seat]
            action = self.answer(seat)
            wait_for(lambda n=line, s=seat: self.line > n or self.view(s)["request"]["held"])  # type: ignore[misc]
            if self.line == line:
                expect(page.locator("#held")).to_be_visible()
                action = self.answer(seat, -1)
                pressed = page.locator("#choices button[aria-pressed='true']")
                expect(pressed).to_have_count(1)
                expect(pressed).to_have_attribute("data-action", str(action))
            else:
                expect(page.locator("#held")).to_be_hidden()
            hands[seat][a_of(action) - 1] -= 1
            assert page.locator(".toast").count() == 0
        # the answers that count are the last ones
        wait_for(lambda: [self.hand(seat) for seat in range(3)] == hands)


def test_a_whole_game_of_the_probe(probe: Served, page: Page, faults: list[str]) -> None:
    party = Party(probe, page, faults)
    party.right()
    rounds = 0
    for _ in range(STEPS):
        view = party.view()
        asked, line = view["request"], view["mirror"]["lines"]
        if view["game"]["over"]:
            break
        if asked["what"] == "draw":  # the board draws by itself
            wait_for(lambda n=line: party.line > n)  # type: ignore[misc]
            continue
        if asked["hidden"]:
            party.choose([0, 1, 2] if rounds else [2, 1, 0])
            rounds += 1
            wait_for(lambda: not party.view()["request"]["hidden"])
            continue
        if asked["what"] == "throw":
            party.stands()  # hands have carried what a seat's page moved
            for seat in party.seats:  # its dice are people's, and told at the table
                expect(seat.locator("#throw")).to_be_hidden()
            for at in range(len(asked["dice"])):
                page.locator("#own-faces button:enabled").nth([5, 2][at % 2]).click()
        else:
            party.answer(asked["seat"])
        wait_for(lambda n=line: party.line > n or party.view()["game"]["over"])  # type: ignore[misc]
    assert rounds == 2
    assert party.view()["game"]["over"]
    for seat in party.seats:
        expect(seat.locator("#choices-card")).to_be_hidden()
        assert seat.locator(".toast").count() == 0
        seat.close()
    page.goto("about:blank")  # or it says that it cannot connect
