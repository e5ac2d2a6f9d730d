"""Whole games with hidden hands and boards: every variant, placement and number of seats."""

from __future__ import annotations

import json

import pytest
from kostka import games
from kostka_long import shortened
from kostka_program import Program

pytestmark = pytest.mark.vm

TABLES = [
    ("duel", 2, {"variant": variant, "placement": placement})
    for variant in "1234"
    for placement in ("forced", "free")
]
TABLES += [("domino", seats, {}) for seats in (1, 2, 3, 4)]
TABLES += [("domino", 2, {"one_player": "off"})]


def test_every_option_value_and_seat_count_comes_up() -> None:
    for name in ("duel", "domino"):
        game = games.load(name)
        played = [(seats, options) for one, seats, options in TABLES if one == name]
        assert {seats for seats, _ in played} == set(range(game.seats[0], game.seats[1] + 1))
        for option in game.options:
            full = [game.complete(seats, dict(options)) for seats, options in played]
            wanted = option.choices or (False, True)
            assert {one[option.name] for one in full} == set(wanted), option.name


@pytest.mark.parametrize(("name", "seats", "options"), shortened(TABLES, 0, 3, 5, 7, 8, 11))
def test_a_whole_game(kostka: Program, name: str, seats: int, options: dict[str, str]) -> None:
    words = [word for pair in options.items() for word in ("-o", "=".join(pair))]
    report = kostka.auto(
        name, "--board", "virtual", "--seats", str(seats), *words,
        "--seed", "7", "--speed", "max",
    )  # fmt: skip
    assert (report["game"], report["seats"]) == (name, seats)
    assert report["digest_board"] == report["digest_mirror"]
    verdict = json.loads(kostka.run("journal", "verify", report["journal"], "--json").stdout)
    assert verdict["digest"] == report["digest_board"]
    assert verdict["outcome"] == report["outcome"]
    assert kostka.boards() == []
