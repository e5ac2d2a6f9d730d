"""Every registered game has every property, for every seat count and option value."""

from __future__ import annotations

from pathlib import Path

import kostka_engine as engine
import kostka_outcomes as outcomes
import kostka_properties  # noqa: F401
import kostka_properties_table  # noqa: F401
import pytest
from kostka import games
from kostka_long import shortened
from kostka_walk import PROPERTIES, cases, positions, verify, walk

engine.register()
NAMES = games.names()
OUTCOMES = Path(__file__).parent / "outcomes"
TABLES = [
    (name, seats)
    for name in NAMES
    for seats in range(games.load(name).seats[0], games.load(name).seats[1] + 1)
]


# Chasing is played by as many as seven, which takes long; the least and the most stand for all.
# A game of Dragon Dice is long: two players stand for all.
FEW = {"chasing": (2, 7), "dragon_dice": (2,)}
# These take 15 to 30 seconds each with it.
LONG = {("dragon_dice", "decodes"), ("dragon_dice", "lookalikes"), ("dragon_dice", "whispers")}
ROWS = [(game, seats, name) for game, seats in TABLES for name in PROPERTIES]
SHORT = [
    at
    for at, (game, seats, name) in enumerate(ROWS)
    if seats in FEW.get(game, (seats,)) and (game, name) not in LONG
]


@pytest.mark.parametrize(("game", "seats", "name"), shortened(ROWS, *SHORT))
def test_property(game: str, seats: int, name: str) -> None:
    verify(name, games.load(game), seats)


@pytest.mark.parametrize("game", NAMES)
def test_the_registry_name_is_the_name(game: str) -> None:
    assert games.load(game).name == game


def test_the_probe_is_among_the_games() -> None:
    assert "probe" in NAMES


def test_the_sample_reaches_every_corner_of_the_probe() -> None:
    game = games.load("probe")
    found = positions(game, 3)
    tops = {p.state.agenda[-1] for p in found if p.state.agenda}
    assert tops == {1, 2, 3, 4, 5}, "every kind of waiting frame"
    assert {len(p.state.may_answer()) for p in found} == {0, 1, 2, 3}
    assert max(len(p.state.agenda) // 3 for p in found) >= 5, "a deep agenda"
    kinds = {event[0] for case in cases(game, 3) for step in walk(case) for event in step.events}
    assert {1, 2, 3, 4, 5, 6, 7, 8, 32, 33} <= kinds, "every kind of event"
    doubled = [
        p for p in found if len({spot for spot, _ in p.state.tokens()}) < len(p.state.tokens())
    ]
    assert doubled, "two tokens on one spot"
    pushes = [
        p
        for p in found
        for action in p.state.legal_actions()
        if len((p.state.footprint(action) or ((),))[0]) > 2
    ]
    assert pushes, "a push that pushes on"


def test_every_state_class_declares_its_fields_once() -> None:
    for name in NAMES:
        game = games.load(name)
        state = game.new_state(game.seats[0], {})
        fields = (*state.INTS, *state.LISTS, "agenda")
        assert len(set(fields)) == len(fields)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_as_they_always_did(name: str) -> None:
    game = games.load(name)
    known = outcomes.read(OUTCOMES / f"{name}.txt")
    cases_now = outcomes.all_cases(game)
    assert set(known) == {outcomes.key(case) for case in cases_now}
    for case in cases_now:
        assert known[outcomes.key(case)] == (game.version, outcomes.played(case)), str(case)
