"""What examples cannot show of New York Kombat: what holds in every state of random games."""

from __future__ import annotations

import random

import pytest
from kostka import games
from kostka.games.kombat_words import CROWNING, MOVING, OUT
from kostka.rules.action import CHANCE, b_of

GAME = games.load("kombat")


def states(seats, seed):
    """Yield the states of a random game, and the action that comes next."""
    rng = random.Random(seed)
    state = GAME.new_state(seats, {})
    while not state.is_terminal():
        chance = state.current_player() == CHANCE
        actions = [a for a, _ in state.chance_outcomes()] if chance else state.legal_actions()
        action = rng.choice(actions)
        yield state, action
        state.apply(action)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_has_to_leave_the_board_has_no_other_move(seats):
    """So the winner of the encounter is never in doubt."""
    left = 0
    for seed in range(40):
        for state, _ in states(seats, seed):
            if state.step == MOVING and any(b_of(a) >= OUT for a in state.legal_actions()):
                left += 1
                assert len(state.legal_actions()) == 1
                assert state._last >= 0 or not state.face
    assert left >= 40 * (seats - 1)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_winner_is_still_on_the_board_and_is_not_the_one_who_left(seats):
    crowned = 0
    for seed in range(60):
        for state, _ in states(seats, seed):
            if state.step == CROWNING:
                crowned += 1
                assert state.at[state.winner] < OUT
                assert state.at[state.turn] >= OUT
    assert crowned > 20


def test_pieces_stand_on_start_fields_before_their_first_move_only():
    for seed in range(40):
        moved = set()
        for state, _ in states(4, seed):
            for seat in range(4):
                if state.at[seat] != 8 * seat:
                    moved.add(seat)
                if seat in moved:
                    assert state.at[seat] not in (0, 8, 16, 24)
