"""Hands that do anything: only legal lines come of it, and a right table always plays on."""

import kostka_engine
import pytest
from kostka import games
from kostka.rules.rng import XorShift
from kostka_fumble import QUICK, all_legal, sensed_games, steps

kostka_engine.register()
GAMES = [*sensed_games(), "choice"]  # whatever is registered, and one of these tests


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_random_hands(bench, name, seed):
    seats = games.load(name).seats
    options = QUICK.get(name, {})
    table = bench().new(name, seats[seed % 2], **options)
    steps(table, XorShift(seed * 7919 + 13), 250)
    all_legal(table)
    assert table.session.lines > 1
