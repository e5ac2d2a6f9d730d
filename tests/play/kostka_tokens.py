"""Tokens on a grid as a bitmap, and every way in which hands may carry out an action."""

import kostka_engine as engine
from kostka import games, mats

engine.register()
mats.register("probe", "kostka_probe_mat")
GAMES = ["ludo", "probe"]


class Cells:
    """Which cells hold a token."""

    def __init__(self, mat, tokens=()):
        self.mat = mat
        self.bits = bytearray((mat.rows * mat.cols + 7) >> 3)
        for spot, _ in tokens:
            if mat.cells(spot):
                self.put(self.free(spot)[0])

    def has(self, cell):
        return self.bits[cell >> 3] >> (cell & 7) & 1 == 1

    def put(self, cell):
        assert not self.has(cell)
        self.bits[cell >> 3] |= 1 << (cell & 7)

    def lift(self, cell):
        assert self.has(cell)
        self.bits[cell >> 3] &= ~(1 << (cell & 7))

    def flip(self, cell):
        self.bits[cell >> 3] ^= 1 << (cell & 7)

    def free(self, spot):
        return [cell for cell in self.mat.cells(spot) if not self.has(cell)]

    def taken(self, spot):
        return [cell for cell in self.mat.cells(spot) if self.has(cell)]

    def count(self, spot):
        return len(self.taken(spot))

    def copy(self):
        other = Cells(self.mat)
        other.bits[:] = self.bits
        return other


def right(cells, state):
    """Say whether all tokens stand where a state wants them and nowhere else."""
    want = {}
    for spot, _ in state.tokens():
        want[spot] = want.get(spot, 0) + 1
    on_spots = all(cells.count(spot) == want.get(spot, 0) for spot in range(state.game.spots))
    return on_spots and sum(bin(byte).count("1") for byte in cells.bits) == len(state.tokens())


def pictures(cells, losing, gaining):
    """Yield (picture, done) for every stage of every order of lifting and putting."""
    todo = [(cells, tuple(losing), tuple(gaining))]
    seen = set()
    while todo:
        now, lifts, puts = todo.pop()
        if (bytes(now.bits), lifts, puts) in seen:
            continue
        seen.add((bytes(now.bits), lifts, puts))
        yield now, not lifts and not puts
        for at in range(len(lifts)):
            then = now.copy()
            then.lift(then.taken(lifts[at])[-1])
            todo.append((then, lifts[:at] + lifts[at + 1 :], puts))
        in_hand = (len(losing) - len(lifts)) - (len(gaining) - len(puts))
        for at in range(len(puts) if in_hand > 0 else 0):
            if now.free(puts[at]):
                then = now.copy()
                then.put(then.free(puts[at])[0])
                todo.append((then, lifts, puts[:at] + puts[at + 1 :]))


def positions(name, seats, seed, count, options=None):
    """Yield states of a random game in which somebody may move a token."""
    from kostka.rules.rng import XorShift

    game = games.load(name)
    rng = XorShift(seed)
    state = game.new_state(seats, options or {})
    while count > 0:
        if state.is_terminal():
            state = game.new_state(seats, options or {})
        if any(state.footprint(action) for action in state.legal_actions()):
            count -= 1
            yield state.clone()
        state.apply(engine.pick(state, rng))
