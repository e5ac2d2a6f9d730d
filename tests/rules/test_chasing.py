"""What examples and random games cannot show of Chasing: hunts that end with Venom caught."""

from __future__ import annotations

import random

import kostka_cases
import pytest
from kostka import games
from kostka.games.chasing_words import VENOM
from kostka.rules import request as rq

GAME = games.load("chasing")
GAMES = 6  # hunts of each kind


def escapes(state, action):
    """Return how many ways Venom has once the hunters have done this, and a little chance."""
    after = state.clone()
    after.apply(action)
    after.phase = VENOM
    after._legal = None
    return len(after.legal_actions()) if not after.is_terminal() else 0


def hunt(seats, options, rng, naive):
    """Play a game in which hunters leave Venom as few ways as they can; return who won."""
    state = GAME.new_state(seats, options)
    while not state.is_terminal():
        actions = state.legal_actions()
        assert sorted(map(state.action_text, actions)) == naive.legal()
        assert state.current_player() == naive.player()
        action = rng.choice(actions)
        if state.phase != VENOM:
            action = min(
                rng.sample(actions, min(len(actions), 25)), key=lambda a: escapes(state, a)
            )
        naive.play(state.action_text(action))
        state.apply(action)
    won = [seat for seat, result in enumerate(state.returns()) if result]
    assert naive.winner in (won, won[0])
    return won


@pytest.mark.parametrize("seats", [2, 5])
def test_hunts_agree_and_some_end_with_venom_caught(seats):
    module = kostka_cases.naive_module("chasing")
    rng = random.Random(seats)
    options = GAME.complete(seats, {})
    won = [hunt(seats, options, rng, module.Naive(seats, options)) for _ in range(GAMES)]
    hunters = [seat for seat in range(seats) if seat != 1]
    assert hunters in won


def test_the_speaker_is_one_of_the_team_and_every_hunter_speaks():
    for seats in range(2, 8):
        for steps in ("per_team", "in_all"):
            state = GAME.new_state(seats, {"hunter_steps": steps})
            rng = random.Random(seats)
            spoken = set()
            while not state.is_terminal():
                if state.phase != VENOM:
                    spoken.add(state.current_player())
                    assert state.speaker() in {state.owner(piece) for piece in state.team()}
                state.apply(rng.choice(state.legal_actions()))
            assert spoken == set(range(seats)) - {1}


def test_nobody_else_is_asked():
    state = GAME.new_state(4, {})
    for seat in range(-1, 4):
        request = state.request(seat)
        assert request.seat == 0
        assert (request.what == rq.MOVE) == (seat in (-1, 0))
        assert bool(state.legal_actions(seat)) == (seat == 0)


def test_data_digest_pins_the_board():
    """Another web needs another Game.version; then this number changes too."""
    assert (GAME.version, GAME.data_digest()) == (1, 467226532)
