"""What goes wrong at real tables: cables, sensors, flash and power. Nothing of it loses a game."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from kostka.errors import KostkaError
from kostka.line import Raw
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.hil import needs
from kostka_host.hil.dut import Dut
from kostka_host.hil.faults import Faults
from kostka_host.hil.hands import Clock, Hands
from kostka_host.hil.sitting import GAME_S, Sitting

Sit = Callable[[], Sitting]
PLAYED = 6


@needs("faults.link", "hands.tokens", "hands.keys")
@pytest.mark.parametrize(
    "weather",
    [{"drop": 0.05}, {"dup": 0.1}, {"corrupt": 0.05}, {"delay_ms": 5}],
    ids=["drop", "dup", "corrupt", "delay"],
)
def test_a_bad_cable_loses_no_line(faults: Faults, sit: Sit, weather: dict[str, float]) -> None:
    cable = faults.link()
    at_table = sit()
    family = at_table.begin("ludo", 2)
    faults.link(**weather)
    at_table.play(family, PLAYED)
    faults.link()
    position = at_table.position()
    assert cable.count["carried"] > PLAYED
    behind = sit()
    behind.table.catch_up()
    assert behind.position() == position


@pytest.mark.smoke
@needs("faults.link", "hands.tokens", "hands.keys")
def test_a_cable_that_was_pulled(faults: Faults, sit: Sit) -> None:
    faults.link()
    at_table = sit()
    family = at_table.begin("ludo", 2)
    at_table.play(family, 2)
    position = at_table.position()
    faults.cut_link()
    at_table.wait(lambda: not at_table.table.client.up, GAME_S)
    faults.mend_link()
    at_table.wait(lambda: at_table.table.client.up, GAME_S)
    assert at_table.position() == position
    at_table.play(family, 2)


@needs("faults.link", "reset", "hands.tokens", "hands.keys")
def test_a_reset_at_a_line(faults: Faults, sit: Sit, board: Dut) -> None:
    faults.link()
    at_table = sit()
    family = at_table.begin("ludo", 2)
    assert isinstance(board.board, VirtualBoard)
    starts = board.board.info()["starts"]
    faults.reset_at_line(faults.cable.lines + 3)
    with contextlib.suppress(KostkaError):  # a gesture may meet the moment
        at_table.play(family, PLAYED)
    assert board.board.info()["starts"] == starts + 1
    again = sit()
    again.play(again.go_on(), 2)


@needs("faults.sensor", "hands.tokens")
def test_a_sensor_that_sticks_is_shown(at_table: Sitting, faults: Faults) -> None:
    at_table.begin("ludo", 2)
    taken = set(at_table.table.board.tokens())
    cell = next(c for c in range(144) if c not in taken)
    faults.stick(cell, True)
    at_table.wait(lambda: cell in at_table.table.verdict.extra)
    faults.undo()
    at_table.wait_for("same")


@needs("faults.sensor", "hands.tokens", "hands.keys")
def test_sensors_without_a_plug(at_table: Sitting, faults: Faults, clock: Clock) -> None:
    family = at_table.begin("ludo", 2)
    faults.unplug_sensors(3)
    told = at_table.table.notes
    at_table.wait(lambda: any(text == "app.chain" for text, _ in told))
    faults.plug_sensors()
    at_table.wait(lambda: any(text == "app.chain_back" for text, _ in told))
    at_table.wait_for("same")
    at_table.play(family, 2)


@pytest.mark.smoke
@needs("power_cut", "hands.tokens", "hands.keys")
def test_a_game_outlives_a_power_cut(sit: Sit, hands: Hands) -> None:
    at_table = sit()
    at_table.play(at_table.begin("ludo", 2), 4)
    position = at_table.position()
    hands.power(False)
    at_table.leave()
    hands.power(True)
    again = sit()
    family = again.go_on()
    assert again.position() == position
    again.play(family, 2)


@needs("faults.brown_out", "hands.tokens", "hands.keys")
def test_a_sag_of_the_power(sit: Sit, faults: Faults) -> None:
    at_table = sit()
    at_table.play(at_table.begin("ludo", 2), 3)
    position = at_table.position()
    faults.brown_out()
    again = sit()
    again.go_on()
    assert again.position() == position


@pytest.mark.destructive
@needs("faults.flash", "hands.tokens", "hands.keys")
def test_a_full_flash(sit: Sit, faults: Faults) -> None:
    at_table = sit()
    at_table.play(at_table.begin("ludo", 2), 3)
    position = at_table.position()
    at_table.leave()
    assert faults.fill_flash() <= 1
    full = sit()
    full.table.catch_up()
    assert full.position() == position
    full.leave()
    faults.empty_flash()
    again = sit()
    again.play(again.go_on(), 2)


@pytest.mark.destructive
@needs("faults.cut", "kostka")
@pytest.mark.parametrize("operations", [0, 2, 5])
def test_settings_outlive_a_cut_in_the_flash(
    sit: Sit, faults: Faults, hands: Hands, operations: int
) -> None:
    at_table = sit()
    at_table.ask("config", set=Raw('{"settle":160}'))
    faults.cut_power_after(operations)
    with contextlib.suppress(KostkaError):
        at_table.ask("config", 0.5, set=Raw('{"settle":170}'))
    at_table.leave()
    faults.undo()
    hands.power(True)
    assert sit().setting("settle") in (160, 170)
