"""Random games of Dragon Dice in which every die has to be somewhere, once."""

from __future__ import annotations

import kostka_engine as engine
from kostka import games
from kostka.games.dragon_dice.codes import FRONTIER, GONE, LAND_DIE
from kostka.rules.rng import XorShift

GAME = games.load("dragon_dice")
FORCES = (18, 24, 30, 36, 48, 60)


class Watched:
    """A random game in which every die has to be somewhere, once, and to stay its owner's."""

    def __init__(self, seats, options, seed):
        self.state = GAME.new_state(seats, options)
        self.rng = XorShift(seed)
        self.owners = []

    def step(self):
        state = self.state
        state.apply(engine.pick(state, self.rng), [])
        assert len(state.kind) == len(state.at) == len(state.face) == len(state.mark)
        owners = [code >> 4 for code in state.at]
        assert owners[: len(self.owners)] == self.owners
        self.owners = owners
        if not state.rounds:
            return
        fields = [*range(state.seats), *range(FRONTIER, GONE + 1)]
        for die, code in enumerate(state.at):
            assert code & 15 in fields
            assert state.face[die] <= state.sides(die)
        for place in [*range(state.seats), FRONTIER]:
            assert 1 <= state.show[place] <= 8
            assert not state.hold[place] or state.show[place] == 8
        assert max([*state.dice, 0]) < LAND_DIE + 5
