"""A table that takes hands and keys and plays by the prompts, without any firmware."""

from collections import Counter

from kostka.rules import request as rq
from kostka.rules.action import CHANCE
from kostka_host.follow import Follower
from kostka_recording import Recorder

SETTLE_MS = 150


class FakeMat:
    """Spot n lies on cell n; the four reserves of Ludo have four cells each."""

    rows = cols = 12

    def __init__(self, wide=()):
        self.wide = wide  # a spot with a second cell

    def cells(self, spot):
        if spot in self.wide:
            return bytes([spot, 100 + spot])
        if spot >= 56:
            return bytes(range(80 + 4 * (spot - 56), 84 + 4 * (spot - 56)))
        return bytes([spot])

    def around(self, seats):
        return bytes(range(seats))


class FakeTable:
    """Hands on a table whose board plays what a settled picture or a confirmed key says."""

    def __init__(self, mat, **options):
        self.mat = mat
        self.recorder = Recorder(**options)
        self.follower = Follower()
        self.cells = set()
        self.keys = {}  # seat: value turned to, 0 = none
        self.held = {}  # seat: secret choice
        self.now = self.touched = 0
        self.told = 0
        self.log = []

    # Hands

    def put(self, cell):
        assert cell not in self.cells, "two tokens on one cell"
        self.cells.add(cell)
        self.touched = self.now
        self.log.append(("put", cell))

    def lift(self, cell):
        self.cells.remove(cell)
        self.touched = self.now
        self.log.append(("lift", cell))

    def key(self, seat, key, down):
        self.log.append(("key", (seat, key, down)))

    def press(self, seat, key, hold_ms):
        self.advance(hold_ms)
        if key == 3:
            self.keys[seat] = 0
            return
        state = self.recorder.state
        seats = state.may_answer() if state.current_player() != CHANCE else (state.request().seat,)
        if seat not in seats or not self.right():
            return
        if state.current_player() == CHANCE:
            values = [action for action, _ in state.chance_outcomes()]
        else:
            values = state.legal_actions(seat)
        at = self.keys.get(seat, 0)
        if key == 2:
            assert at, "confirmed nothing"
            self.held[seat] = values[at - 1]
            self.keys[seat] = 0
        else:
            left = at - 1 if at > 1 else len(values)
            self.keys[seat] = left if key == 0 else at % len(values) + 1

    def advance(self, ms):
        self.now += ms
        state = self.recorder.state
        player = (
            state.request().seat if state.current_player() == CHANCE else state.current_player()
        )
        if player in self.held:
            self.recorder.play(self.held.pop(player))
        elif state.request().what == rq.DRAW:
            self.recorder.play()
        elif self.now - self.touched >= SETTLE_MS:
            fitting = [a for a in state.legal_actions() if self.shows(a)]
            if len(fitting) == 1:
                self.recorder.play(fitting[0])

    # Referee

    def expected(self, tokens):
        return Counter(spot for spot, _ in tokens if self.mat.cells(spot))

    def picture(self):
        spots = {cell: spot for spot in range(60) for cell in self.mat.cells(spot)}
        return Counter(spots[cell] for cell in self.cells)

    def right(self):
        return self.picture() == self.expected(self.recorder.state.tokens())

    def shows(self, action):
        state = self.recorder.state.clone()
        if state.footprint(action) is None:
            return False
        state.apply(action)
        return self.picture() == self.expected(state.tokens())

    # Mirror

    def look(self):
        new = self.recorder.bodies[self.follower.next :]
        return [self.follower.take(body) for body in new]

    def state(self):
        return self.follower.state
