"""Whole games with a shooting range, through sensors and keys, as fast as they go."""

from __future__ import annotations

import json

import pytest
from kostka import games
from kostka_long import shortened
from kostka_program import Program

pytestmark = pytest.mark.vm

# Every seat count and every value of every option comes up; seeds of short games.
TABLES = [
    ("arena", 2, "seat1", 7),
    ("arena", 2, "seat2", 7),
    ("arena", 3, "seat3", 7),
    ("arena", 4, "seat4", 7),
    ("arena", 4, "lot", 7),
    ("spider_shoot", 2, "", 1),
    ("spider_shoot", 3, "", 1),
    ("spider_shoot", 4, "", 7),
]


@pytest.mark.parametrize("name", ["arena", "spider_shoot"])
def test_every_seat_count_and_option_value_comes_up(name: str) -> None:
    game = games.load(name)
    mine = [(seats, first) for game_name, seats, first, _ in TABLES if game_name == name]
    assert {seats for seats, _ in mine} == set(range(game.seats[0], game.seats[1] + 1))
    for option in game.options:
        assert option.name == "first"
        assert {first for _, first in mine} == set(option.choices)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "first", "seed"), shortened(TABLES, 0, 3, 6))
def test_a_whole_game(kostka: Program, name: str, seats: int, first: str, seed: int) -> None:
    words = ("--first", first) if first else ()
    done = kostka.run(
        "play", name, "--board", "virtual", "--seats", str(seats), *words,
        "--auto", "--seed", str(seed), "--speed", "max", "--json",
        timeout_s=240.0,  # every hit waits until all is still
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout.splitlines()[-1])
    assert (report["game"], report["seats"], report["seed"]) == (name, seats, seed)
    assert report["digest_board"] == report["digest_mirror"]
    assert max(report["returns"]) == report["returns"][report["winners"][0]]
