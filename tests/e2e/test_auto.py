"""Whole games of a simulated family, through sensors and keys, as fast as they go."""

from __future__ import annotations

import json
import signal
import time

import pytest
from kostka import games
from kostka.rules.game import INT
from kostka_long import shortened
from kostka_program import Program, end

pytestmark = pytest.mark.vm

KEYS = {
    "game", "seats", "seed", "actions", "outcome", "returns", "digest_board", "digest_mirror",
    "journal", "virtual_s", "wall_s",
}  # fmt: skip
# Every seat count and every value of every option comes up; the pawns are few where they may be.
TABLES = [
    (2, {"pawns": "2", "die": "color", "six_color": "white", "first": "seat1"}),
    (2, {"pawns": "2", "die": "color", "six_color": "yellow", "first": "seat2"}),
    (2, {"pawns": "2", "die": "color", "six_color": "green", "first": "lot"}),
    (2, {"pawns": "2", "die": "color", "six_color": "blue", "first": "lot"}),
    (2, {"pawns": "2", "die": "color", "six_color": "red", "first": "lot"}),
    (2, {"pawns": "2", "die": "color", "six_color": "brown", "three_throws": "no_piece_out"}),
    (2, {"pawns": "4", "die": "number", "three_throws": "start"}),
    (3, {"pawns": "2", "first": "seat3"}),
    (3, {"pawns": "3", "three_throws": "no_piece_out", "first": "die"}),
    (4, {"pawns": "2", "first": "seat4"}),
]


def test_every_option_value_comes_up() -> None:
    game = games.load("ludo")
    for option in game.options:
        used = {options[option.name] for _, options in TABLES if option.name in options}
        values = option.choices
        if option.kind == INT:
            values = range(values[0], values[1] + 1)
        assert used == {str(value).replace(" ", "") for value in values}, option.name
    assert {seats for seats, _ in TABLES} == set(range(game.seats[0], game.seats[1] + 1))


@pytest.mark.parametrize(("seats", "options"), shortened(TABLES, 0, 5, 8))
def test_a_whole_game(kostka: Program, seats: int, options: dict[str, str]) -> None:
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    done = kostka.run(
        "play", "ludo", "--board", "virtual", "--seats", str(seats), *words,
        "--auto", "--seed", "7", "--speed", "max", "--json",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout.splitlines()[-1])
    assert report.keys() >= KEYS
    assert (report["game"], report["seats"], report["seed"]) == ("ludo", seats, 7)
    assert report["digest_board"] == report["digest_mirror"]
    assert (sum(report["returns"]), len(report["returns"])) == (1, seats)
    assert report["virtual_s"] > report["wall_s"] > 0
    for name, value in options.items():
        assert str(report["options"][name]) == value
    verdict = json.loads(kostka.run("journal", "verify", report["journal"], "--json").stdout)
    assert verdict["digest"] == report["digest_board"]
    assert verdict["outcome"] == report["outcome"]
    assert verdict["lines"] == report["lines"]
    assert verdict["seats"] == seats
    assert kostka.boards() == []


def test_the_same_seed_plays_the_same_game(kostka: Program) -> None:
    def play(seed: str) -> list[str]:
        report = kostka.auto(
            "ludo", "--seats", "2", "--pawns", "2", "--seed", seed, "--speed", "max"
        )
        with open(report["journal"]) as file:
            return file.read().splitlines()

    first = play("11")
    assert play("11") == first
    assert play("12") != first


def test_without_json_people_are_told(kostka: Program) -> None:
    done = kostka.run(
        "play", "ludo", "--seats", "2", "--pawns", "2", "--auto", "--seed", "3", "--speed", "max"
    )
    assert (done.returncode, done.stderr) == (0, "")
    end_, won, kept = done.stdout.splitlines()
    assert end_ == "All pawns of one player are in the goal."
    assert won.startswith("Won by player ")
    assert kept.startswith("Journal: /")


def test_in_real_time_lines_come_as_hands_move(kostka: Program) -> None:
    """The beginning of a game at the speed of people; tools/soak plays one to its end."""
    path = kostka.home / "slow.jsonl"
    process = kostka.start(
        "play", "ludo", "--seats", "2", "--pawns", "2", "--auto", "--seed", "5", "--speed", "1",
        "--journal", str(path),
    )  # fmt: skip
    until = time.monotonic() + 30
    while not path.exists() or path.read_bytes().count(b"\n") < 12:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)
    assert end(process, signal.SIGINT) == 130
    verdict = json.loads(kostka.run("journal", "verify", str(path), "--json").stdout)
    assert verdict["outcome"] is None
    assert verdict["lines"] >= 12
    assert kostka.boards() == []


def test_who_looks_on_in_a_terminal_sees_how_far_the_game_is(kostka: Program) -> None:
    words = ("play", "ludo", "--auto", "--seats", "2", "--pawns", "2", "--seed", "7")
    terminal = kostka.terminal(*words, "--speed", "max")
    terminal.wait_for(r"Playing: line \d+, \d+ s", 60.0)
    done = kostka.run(*words, "--speed", "max")
    assert (done.returncode, done.stderr) == (0, "")
