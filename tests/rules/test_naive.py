"""The rules agree with a second, plain implementation, step by step over random games."""

from __future__ import annotations

import random

import kostka_cases
import pytest
from kostka.rules.action import CHANCE, TERMINAL
from kostka.rules.token import token_seat

GAMES = sorted(path.stem for path in kostka_cases.NAIVE.glob("*.py"))
PRODUCT = kostka_cases.product_games()
PLAYER = {CHANCE: "chance", TERMINAL: "over"}
RUNS = 12  # batches of games; each draws its options and moves from its own seed
BATCH = 8


def pairs(state):
    return [(spot, token_seat(token)) for spot, token in state.tokens()]


def same(state, naive):
    player = state.current_player()
    assert PLAYER.get(player, player) == naive.player()
    assert sorted(map(state.action_text, state.legal_actions())) == naive.legal()
    outcomes = [state.action_text(action) for action, _ in state.chance_outcomes()]
    assert sorted(outcomes) == sorted(naive.chance())
    assert pairs(state) == naive.tokens()
    if state.is_terminal() and hasattr(naive, "places"):  # all results, where there are places
        assert state.returns() == naive.places


def play(game, seats, options, rng, naive):
    """Play one game to its end and return how many actions it took."""
    state = game.new_state(seats, options)
    same(state, naive)
    for n in range(game.length_bound):
        if state.is_terminal():
            winners = [seat for seat, result in enumerate(state.returns()) if result]
            # `winner` is a seat, several that share it, or none at a draw
            wanted = naive.winner if isinstance(naive.winner, list) else [naive.winner]
            assert winners == wanted
            return n
        texts = naive.legal() or naive.chance()
        text = rng.choice(texts)
        state.apply(state.parse_action(text))
        naive.play(text)
        same(state, naive)
    raise AssertionError("the game does not end")


# Games without one, and what stands for it.
OTHERWISE = {"dragon_dice": "parts of it, counted by brute force in test_dragon_dice.py"}


def test_every_game_has_a_second_implementation():
    assert sorted(set(PRODUCT) - set(GAMES)) == sorted(OTHERWISE)


def setups(name, run):
    """Return the seats and options of the games of one batch."""
    rng = random.Random(f"{name} {run}")
    return [kostka_cases.random_setup(kostka_cases.load(name), rng) for _ in range(BATCH)]


@pytest.mark.parametrize("run", range(RUNS))
@pytest.mark.parametrize("name", GAMES)
def test_random_games_agree(name, run):
    game = kostka_cases.load(name)
    module = kostka_cases.naive_module(name)
    rng = random.Random(run)
    for seats, options in setups(name, run):
        assert play(game, seats, options, rng, module.Naive(seats, options)) > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_batches_hold_every_option_value(name):
    game = kostka_cases.load(name)
    seen = set()
    for run in range(RUNS):
        for seats, options in setups(name, run):
            seen.add(("seats", str(seats)))
            seen.update((key, str(value)) for key, value in options.items())
    wanted = {("seats", str(n)) for n in range(game.seats[0], game.seats[1] + 1)}
    for option in game.options:
        wanted |= {(option.name, str(value)) for value in kostka_cases.values(option)}
    assert sorted(wanted - seen) == []


@pytest.mark.parametrize("name", GAMES)
def test_the_comparison_can_fail(name):
    """A legal action that the state forgets must be noticed."""
    game = kostka_cases.load(name)
    module = kostka_cases.naive_module(name)
    rng = random.Random(3)
    seats, options = kostka_cases.random_setup(game, rng)
    plain = game.new_state

    def forgetful(*args):
        state = plain(*args)
        known = state.legal_actions
        state.legal_actions = lambda seat=None: known(seat)[1:]
        return state

    game.new_state = forgetful
    try:
        with pytest.raises(AssertionError):
            play(game, seats, options, rng, module.Naive(seats, options))
    finally:
        del game.new_state
