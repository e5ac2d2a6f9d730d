"""Plays Dragon Dice at random, dropping phases now and then; prints what is held and the digest.

Runs on both Pythons, with the numbers of a seed and of actions: `held` is the most modules of
phases in memory at a time, `left` how many are after all were dropped.
"""

import sys

from kostka import games
from kostka.games.dragon_dice import steps
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift


def held(names):
    return len([name for name in names if steps.PACKAGE + name in sys.modules])


def main(seed, actions):
    rng = XorShift(seed)
    state = games.load("dragon_dice").new_state(2, {"force": 36})
    phases = [name for name in steps.MODULES[1:] if name not in ("rolls", "effects")]
    most = left = 0
    for number in range(actions):
        if state.current_player() == CHANCE:
            state.apply(rng.pick(state.chance_outcomes()), [])
        else:
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))], [])
        state.request()
        most = max(most, held(phases))
        if number % 7 == 0:
            steps.drop(1 << 30)
            left = max(left, held(steps.MODULES[1:]))
        elif number % 11 == 0:
            steps.drop(0)
    print("held", most)
    print("left", left)
    print("digest", state.digest())


main(int(sys.argv[1]), int(sys.argv[2]))
