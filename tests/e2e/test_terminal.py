"""A person at a terminal plays on the real firmware, and sees what happens."""

from __future__ import annotations

import json
import os
import re
import signal
import time

import pytest
from kostka_program import Program, Terminal

pytestmark = pytest.mark.vm


@pytest.fixture
def seat(kostka: Program) -> Terminal:
    """A game of two with two pawns each, in which the first player may throw."""
    terminal = kostka.terminal(
        "play", "ludo", "--terminal", "--seats", "2", "--pawns", "2", "--first", "seat 1"
    )
    terminal.wait_for("Player 1: throw the die. Throws left: 3.")
    until = time.monotonic() + 10
    while "R r." not in terminal.screen() or "missing" in terminal.screen():
        assert time.monotonic() < until, terminal.screen()
        terminal.pump(0.1)
    return terminal


def typed(seat: Terminal, text: str, shown: str) -> str:
    """Type a line, wait for something on the screen drawn after it, and return that screen."""
    seat.say(text)
    until = time.monotonic() + 10
    while not re.search(shown, seat.screen()):
        assert time.monotonic() < until, seat.screen()
        assert seat.pump(0.1), seat.screen()
    return seat.screen()


def row(screen: str, number: int) -> str:
    return next(line for line in screen.splitlines() if line.startswith(f"{number:2}  "))


def test_a_person_plays(kostka: Program, seat: Terminal) -> None:
    assert "slide t0 t4: both in one go" in typed(seat, "help", "quit: leave")
    assert "last: d6" in typed(seat, "roll 6", "a 6 was thrown; move a pawn")
    screen = typed(seat, "slide r0 t0", "last: d6 r0-t0")
    assert row(screen, 5).startswith(" 5  R")
    assert "Player 1: throw the die. Throws left: 1." in screen

    # each undo takes back one more, and the table says what has to follow by hand
    screen = typed(seat, "undo", "Put the red token from a5 back to a1.")
    assert "last: d6\r\n" in screen
    screen = typed(seat, "undo", "Throws left: 3")
    assert "last:" not in screen
    typed(seat, "undo", "There is nothing to take back")
    typed(seat, "roll", "First put the tokens where they belong.")
    screen = typed(seat, "setup", r"1  R")
    assert "Put the" not in screen

    assert "a 6 was thrown" in typed(seat, "roll 6", "a 6 was thrown")
    assert "last: d6 r0-t0" in typed(seat, "r0-t0", "last: d6 r0-t0")
    typed(seat, "lift t0", "Put the red token on a5")
    typed(seat, "put t0", r" 5  R")
    typed(seat, "roll 4", "a 4 was thrown")
    typed(seat, "t0-t4", "Player 2: throw the die")

    for wrong, sentence in (
        ("dance", '"dance" is no command and no move; type help.'),
        ("roll 9", '"9" is no face; the die has 1 to 6.'),
        ("key 9 ok", "There is no seat 9; the game has 1 to 2."),
        ("put z1", '"z1" is no cell'),
        ("lift f6", "There is no token at f6."),
        ("t0-t4", "LU-6: t0-t4 is not possible before a throw."),
    ):
        assert sentence in typed(seat, wrong, re.escape(sentence))

    seat.say("quit")
    assert seat.wait() == 0
    path = plain_path(seat)
    verdict = json.loads(kostka.run("journal", "verify", path, "--json").stdout)
    assert ["t4", 0] in verdict["tokens"]
    # the board goes on by itself, and the game with it
    (board,) = kostka.boards()
    assert (board["name"], board["state"], board["game"]) == ("virtual", "running", "ludo")
    again = kostka.terminal("play", "ludo", "--terminal")
    again.wait_for("Player 2: throw the die")
    again.say("quit")
    assert again.wait() == 0
    assert plain_path(again) == path
    assert json.loads(kostka.run("journal", "verify", path, "--json").stdout) == verdict


def plain_path(terminal: Terminal) -> str:
    return terminal.shown.split("Journal: ")[1].split("\r\n")[0]


def test_ctrl_c_leaves_the_terminal_and_the_game_as_they_are(
    kostka: Program, seat: Terminal
) -> None:
    line = kostka.boards()[0]
    os.kill(seat.pid, signal.SIGINT)
    assert seat.wait() == 130
    assert "Traceback" not in seat.shown
    assert line["state"] == "busy"
    assert kostka.boards()[0]["state"] == "running"
