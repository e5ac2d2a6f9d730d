"""Whatever is not legal is refused with a rule and leaves the state as it was."""

from __future__ import annotations

import random

import kostka_cases
import pytest
from kostka.errors import IllegalAction
from kostka.rules.action import CHANCE, a_of, b_of, kind_of, pack

PRODUCT = kostka_cases.product_games()
SMALL = 64  # operands below this are tried all, larger ones at random
DENSE_STATES = 6  # of each game
FEWER_STATES = {"dragon_dice": 1, "arena": 2}  # of those that have many kinds of actions
SPARSE_STATES = 400
LARGE = 3_000  # random ints of the whole range tried in each dense state
FEW = 40  # in each sparse one


def allowed(state):
    if state.current_player() == CHANCE:
        return [action for action, _ in state.chance_outcomes()]
    return [action for seat in state.may_answer() for action in state.legal_actions(seat)]


def walk(game, rng):
    """Yield states of random games, one after each action, again and again."""
    while True:
        state = game.new_state(*kostka_cases.random_setup(game, rng))
        yield state
        while not state.is_terminal():
            state.apply(rng.choice(allowed(state)))
            yield state


def refusal(state, action, events):
    """Try an action that is not legal; return the rule that refuses it."""
    try:
        state.apply(action, events)
    except IllegalAction as problem:
        return problem.rule
    raise AssertionError(f"{action} (kind {kind_of(action)}) was played")


def check_refused(state, actions):
    """Try actions that are not legal; return the rules that refuse them."""
    before = state.encode()
    rules = set()
    for action in actions:
        events = []
        rules.add(refusal(state, action, events))
        assert not events, action
        assert state.encode() == before, action
    assert state.legal_actions() == state.clone().legal_actions()
    return rules


def small(kinds):
    return (pack(kind, a, b) for kind in kinds for a in range(SMALL) for b in range(SMALL))


def near(action, rng):
    """Return actions that differ from a legal one in one operand."""
    kind, a, b = kind_of(action), a_of(action), b_of(action)
    other = rng.randrange(512)
    return [pack(kind, other, b), pack(kind, a, other), pack(rng.randrange(8), a, b)]


@pytest.mark.parametrize("name", PRODUCT)
def test_every_other_small_action_is_refused(name):
    game = kostka_cases.load(name)
    rng = random.Random(name)
    tried = 0
    terminal = False
    rules = set()
    seen = [
        action
        for _, state in zip(range(300), walk(game, rng), strict=False)
        for action in allowed(state)
    ]
    kinds = range(max(map(kind_of, seen)) + 2)
    states = FEWER_STATES.get(name, DENSE_STATES)
    for n, state in enumerate(walk(game, rng)):
        ends = state.is_terminal() and not terminal
        if not ends and (n % 97 or tried >= states):
            continue
        terminal = terminal or state.is_terminal()
        legal = set(allowed(state))
        others = [action for action in small(kinds) if action not in legal]
        others += [rng.randrange(1 << 30) for _ in range(LARGE)]
        others += [-1, -pack(1), 1 << 30, 1 << 40]
        rules |= check_refused(state, set(others) - legal)
        tried += 1
        if tried >= states and terminal:
            break
    assert rules <= set(kostka_cases.numbered_rules(name))
    assert len(rules) > 1


@pytest.mark.parametrize("name", PRODUCT)
def test_actions_near_legal_ones_are_refused(name):
    game = kostka_cases.load(name)
    rng = random.Random(name + " near")
    for _, state in zip(range(SPARSE_STATES), walk(game, rng), strict=False):
        legal = set(allowed(state))
        others = {other for action in legal for other in near(action, rng)}
        others |= {rng.randrange(1 << 30) for _ in range(FEW)}
        check_refused(state, others - legal)
