"""Dragon Dice on the pages, by mouse: forces, secret splits on the pages of seats, marches."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from kostka_host.boards.virtual import VirtualBoard
from kostka_site import served, wait_for
from playwright.sync_api import Page, expect
from test_page_hidden_games import Party

pytestmark = [pytest.mark.browser, pytest.mark.vm, pytest.mark.slow]
STEPS = 600  # a game that takes more has gone astray


@pytest.fixture(autouse=True)
def environ(vm: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualBoard]:
    with VirtualBoard.spawn(tied=True, clock="virtual", speed="20", seed="3") as board:
        yield board


def answer(party: Party, step: int, asked: set[str]) -> bool:
    """Answer what is asked by the mouse, where a page offers it; say whether the game goes on."""
    view = party.waited()
    if view["game"]["over"]:
        return False
    request = view["request"]
    name = request["text"][0].rpartition(".")[2]
    asked.add(name)
    line = party.line()
    if request["what"] == "throw":
        party.page.locator("#throw").click()
        wait_for(lambda: party.line() > line)
        return True
    seat = request["seat"]
    if request["hidden"]:
        expect(party.page.locator("#choices-card")).to_be_hidden()
        other = party.seats[1 - seat]
        expect(other.locator("#choices-card")).to_be_hidden()
        buttons = party.seats[seat].locator("#choices button")
        choices = party.view(seat)["choices"]
    else:
        buttons = party.page.locator("#choices button")
        choices = view["choices"]
    expect(buttons).to_have_count(len(choices))
    names = [choice["n"] for choice in choices]
    usual = [n for n in names if n == "usual"] or [n for n in names if n[0] == "f" and n != "f"]
    which = names.index(usual[0]) if name in ("force", "split") else step % len(names)
    buttons.nth(which).click()
    wait_for(lambda: party.line() > line)
    return True


@pytest.mark.long
def test_a_whole_game_by_mouse(
    table: VirtualBoard, tmp_path: Path, page: Page, faults: list[str]
) -> None:
    data = tmp_path / "data"
    with served(table, data, "dragon_dice", seats=2, force=18, turns=4) as site:
        party = Party(site, page, faults, 2)
        asked: set[str] = set()
        for step in range(STEPS):
            if not answer(party, step, asked):
                break
            if step in (1, 3, 12, 30):
                party.picture(f"dragon_dice-{step}")
        party.picture("dragon_dice-over")
        assert party.view()["game"]["over"]
        assert {"force", "split", "throw", "march", "retreat"} <= asked
        expect(page.locator(".toast")).to_have_count(0)
        party.close()
    assert not faults
