"""Whole games without secrets, through sensors and keys, as fast as they go."""

from __future__ import annotations

import json

import pytest
from kostka import games
from kostka_long import shortened
from kostka_program import Program

pytestmark = pytest.mark.vm

# Every seat count and every value of every option comes up; seeds of short games.
TABLES = [
    ("arena", 2, {"first": "seat1"}, 7),
    ("arena", 2, {"first": "seat2"}, 7),
    ("arena", 3, {"first": "seat3"}, 7),
    ("arena", 4, {"first": "seat4"}, 7),
    ("arena", 4, {"first": "lot"}, 7),
    ("spider_shoot", 2, {}, 1),
    ("spider_shoot", 3, {}, 1),
    ("spider_shoot", 4, {}, 7),
    ("kombat", 2, {}, 7),
    ("kombat", 3, {}, 7),
    ("kombat", 4, {}, 7),
    ("chasing", 2, {"goal": "15"}, 7),
    ("chasing", 3, {"goal": "20"}, 7),
    ("chasing", 4, {"goal": "25"}, 7),
    ("chasing", 5, {"hunter_steps": "in_all"}, 7),
    ("chasing", 6, {"hunter_steps": "per_team"}, 7),
    ("chasing", 7, {"goal": "15", "hunter_steps": "in_all"}, 7),
]


@pytest.mark.parametrize("name", sorted({name for name, *_ in TABLES}))
def test_every_seat_count_and_option_value_comes_up(name: str) -> None:
    game = games.load(name)
    mine = [(seats, options) for other, seats, options, _ in TABLES if other == name]
    assert {seats for seats, _ in mine} == set(range(game.seats[0], game.seats[1] + 1))
    for option in game.options:
        values = {options[option.name] for _, options in mine if option.name in options}
        assert values == set(option.choices)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options", "seed"), shortened(TABLES, 0, 3, 6, 8, 11))
def test_a_whole_game(
    kostka: Program, name: str, seats: int, options: dict[str, str], seed: int
) -> None:
    words = [
        word
        for option, value in options.items()
        for word in ("--" + option.replace("_", "-"), value)
    ]
    done = kostka.run(
        "play", name, "--board", "virtual", "--seats", str(seats), *words,
        "--auto", "--seed", str(seed), "--speed", "max", "--json",
        timeout_s=240.0,  # every hit waits until all is still
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout.splitlines()[-1])
    assert (report["game"], report["seats"], report["seed"]) == (name, seats, seed)
    assert dict(report["options"]).items() >= options.items()
    assert report["digest_board"] == report["digest_mirror"]
    assert max(report["returns"]) == report["returns"][report["winners"][0]]
