"""The properties can fail: each broken game is caught by the property named for it."""

from __future__ import annotations

import kostka_mutants_table  # noqa: F401
import kostka_properties  # noqa: F401
import kostka_properties_table  # noqa: F401
import pytest
from kostka.rules.game import Game
from kostka_mutants import MUTANTS, Small
from kostka_walk import PROPERTIES, Broken, verify


@pytest.mark.parametrize(
    ("prop", "game"), [pytest.param(m[0], m[2], id=f"{m[0]}-{m[1]}") for m in MUTANTS]
)
def test_a_broken_game_is_caught(prop: str, game: Game) -> None:
    caught = []
    for seats in range(game.seats[0], game.seats[1] + 1):
        try:
            verify(prop, game, seats)
        except Broken as problem:
            caught.append(problem)
    assert caught


@pytest.mark.parametrize("prop", PROPERTIES)
def test_the_game_they_vary_has_every_property(prop: str) -> None:
    for seats in (2, 3):
        verify(prop, Small(), seats)


def test_every_property_catches_some_mutant() -> None:
    assert {prop for prop, _, _ in MUTANTS} == set(PROPERTIES)
