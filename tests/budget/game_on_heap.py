"""What one game takes of the heap: its modules and mat, and the most while it is played.

Run on MicroPython with the name of a game, a number of seats and of actions.
"""

import gc
import sys

from kostka import games, mats
from kostka.app import brief
from kostka.mats import mat  # noqa: F401
from kostka.play.referee import Referee
from kostka.rules import action, events, outcome, request, state, token  # noqa: F401
from kostka.rules.action import CHANCE
from kostka.rules.game import Game  # noqa: F401
from kostka.rules.rng import XorShift


def taken():
    gc.collect()
    return gc.mem_alloc()


def main(name, seats, actions):
    before = taken()
    game = games.load(name)
    board = mats.load(name)
    print("modules", taken() - before)
    rng = XorShift(7)
    most = 0
    now = game.new_state(seats, {})
    referee = Referee(board)
    for _ in range(actions):
        if now.is_terminal():
            now = game.new_state(seats, {})
        if now.current_player() == CHANCE:
            now.apply(rng.pick(now.chance_outcomes()), [])
        else:
            legal = now.legal_actions()
            now.apply(legal[rng.below(len(legal))], [])
        now.encode()
        referee.expect(now)
        most = max(most, taken() - before)
    print("in_play", most)
    brief.drop()
    print("dropped", taken() - before)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
