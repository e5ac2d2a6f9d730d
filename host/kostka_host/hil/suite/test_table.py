"""A game by hands: tokens, keys, dice, tags, and what eyes and ears make of it."""

from __future__ import annotations

import pytest
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka_host.hil import needs
from kostka_host.hil.dut import Dut
from kostka_host.hil.hands import Clock, Eyes, Hands
from kostka_host.hil.sitting import GAME_S, Sitting

TAG = "04a1b2c3d4e5f6"


@pytest.mark.smoke
@needs("link", "hands.tokens", "hands.keys", "eyes.leds")
def test_ludo_begins(at_table: Sitting, eyes: Eyes) -> None:
    family = at_table.begin("ludo", 2)
    at_table.play(family, 3)
    at_table.wait_for("same")
    mat = at_table.table.mat("ludo")
    for spot, _ in at_table.table.state.tokens():
        assert set(mat.cells(spot)) & set(eyes.lit()), f"no light under spot {spot}"


@pytest.mark.smoke
@needs("link", "hands.tokens", "eyes.shows")
def test_a_wrong_cell_is_red(at_table: Sitting, hands: Hands, eyes: Eyes, clock: Clock) -> None:
    at_table.begin("ludo", 2)
    mat = at_table.table.mat("ludo")
    taken = set(hands.tokens())
    cell = next(c for c in range(mat.rows * mat.cols) if c not in taken and mat.spot_of[c] == 255)
    hands.put(cell)
    at_table.wait_for("wrong")
    assert at_table.table.verdict.extra == [cell]
    clock.wait_for(lambda: eyes.shows(cell, "red"), 2000)
    hands.lift(cell)
    at_table.wait_for("same")


@needs("link", "hands.tokens", "hands.keys")
def test_a_whole_game_of_ludo(at_table: Sitting) -> None:
    family = at_table.begin("ludo", 2, pawns=2)
    while not at_table.table.state.is_terminal():
        at_table.play(family, 1)
    at_table.wait(lambda: at_table.table.over, GAME_S)
    mirror = at_table.table.mirror
    assert mirror.digest_board == f"{at_table.table.state.digest():08x}"


@needs("link", "hands.tokens", "hands.keys")
def test_undo_by_key(at_table: Sitting, hands: Hands) -> None:
    family = at_table.begin("ludo", 2)
    at_table.play(family, 4)
    lines = at_table.table.mirror.next_line
    hands.press(0, "undo", 1200)
    at_table.wait(lambda: at_table.table.mirror.next_line > lines)
    family.set_up()
    at_table.wait_for("same")


@needs("link", "hands.tokens", "hands.dice")
def test_a_die_in_a_cup_throws(at_table: Sitting, board: Dut, hands: Hands, clock: Clock) -> None:
    at_table.begin("ludo", 2, throws="physical")
    at_table.wait(lambda: at_table.table.state.request(-1).dice == (rq.D6,))  # after the lot
    hands.take_die(0)
    clock.advance(1000)
    lines = at_table.table.mirror.next_line
    hands.throw(0, rq.D6)
    thrown: list[int] = []

    def told() -> bool:
        for step in at_table.table.look():
            thrown.extend(event[4] for event in step.events if event[0] == ev.THROW)
        return bool(thrown)

    clock.wait_for(told, 8000)
    assert thrown == [hands.top(0)]
    assert at_table.table.mirror.next_line > lines


@needs("link", "hands.tags")
def test_a_tag_is_read(at_table: Sitting, hands: Hands) -> None:
    table = at_table.table
    hands.lay_tag(TAG, "k:player:2")
    at_table.wait(lambda: table.stand.get("t") == ["player", "2"])
    hands.take_tag(TAG)
    at_table.wait(lambda: not table.stand.get("u"))


@needs("link", "eyes.screen", "hands.keys")
def test_the_screen_shows_something_else_in_a_game(at_table: Sitting, eyes: Eyes) -> None:
    before = eyes.screen()
    at_table.begin("ludo", 2)
    at_table.wait(lambda: eyes.screen() != before)
    assert any(row.strip("0") for row in eyes.screen())
