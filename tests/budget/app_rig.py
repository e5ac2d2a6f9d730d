"""The whole app on stand-ins for the drivers, for scripts that run in the VM."""

import board_layout as layout
from kostka.app import start
from kostka.drivers.keys import OK, RIGHT, Keys
from kostka.hal.fakes import FakeChain, FakeClock, FakePort, FakeStrip
from kostka.line import FROM_HOST, frame
from kostka.rules import request as rq

SCAN_MS = 10
HELLO = '{"m":"hello","p":[1,0],"c":"b0b0","v":{"ludo":1},"w":1}'


class Rig:
    """The app and everything around it: time, tokens, keys and a host that watches."""

    def __init__(self, journal):
        self.clock = FakeClock(0x3FFFFFFF - 20_000)  # wraps in the middle of the game
        start.Ticks = lambda: self.clock
        self.chain = FakeChain(layout.CHAIN_BYTES, layout.CELL_BIT, layout.KEY_BIT)
        self.a, self.b = FakeStrip(layout.LED_A), FakeStrip(layout.LED_B)
        self.port = FakePort()
        self.seed = 1
        self.app = start.App(
            layout,
            self.chain,
            Keys(layout.KEY_BIT),
            self.a,
            self.b,
            self.port,
            journal,
            "0123456789abcdef",
            self.random_bytes,
            None,
        )
        self.table = self.app.table
        self.heard = 0
        self.silent = False  # the host reports nothing
        self.occupied = set()

    def random_bytes(self, count):
        self.seed += 1
        return bytes([(self.seed * 37 + i * 11) & 255 for i in range(count)])

    def run(self, ms):
        """Do what the app's tasks do for a while."""
        for _ in range(ms // SCAN_MS):
            self.clock.advance(SCAN_MS)
            self.app.scanner.round(self.clock.ms())
            self.app.lights.now(self.clock.ms())
            while self.app.link.poll():
                pass
        if self.port.sent:
            self.heard += len(self.port.sent)
            self.port.sent = bytearray()
            if not self.silent:
                self.port.feed(frame(FROM_HOST, '{"m":"ack","b":%d}' % self.heard))

    def key(self, seat, key, ms=50):
        self.chain.key(seat, key, True)
        self.run(ms)
        self.chain.key(seat, key, False)
        self.run(50)

    def put(self, cell):
        self.occupied.add(cell)
        self.chain.put(cell)

    def lift(self, cell):
        self.occupied.remove(cell)
        self.chain.lift(cell)

    def begin(self):
        """Set up sixteen tokens and begin with a held OK."""
        from kostka import mats

        self.mat = mats.load("ludo")
        for spot in range(56, 60):
            for cell in self.mat.cells(spot):
                self.put(cell)
        self.table.begin()
        self.port.feed(frame(FROM_HOST, HELLO))
        self.run(400)
        self.key(0, OK, 1000)
        assert self.table.session.playing

    def free_cell(self, spot):
        return next(cell for cell in self.mat.cells(spot) if cell not in self.occupied)

    def token_cell(self, spot):
        return next(cell for cell in self.mat.cells(spot) if cell in self.occupied)

    def step(self, number):
        """Play one line by keys or hands."""
        state = self.table.session.state
        request = state.request(-1)
        before = self.table.session.lines
        if request.what == rq.THROW:
            if number % 4 < 2:  # many sixes: a full track
                for _ in range(6):
                    self.key(request.seat, RIGHT)
            self.key(request.seat, OK)
        else:
            losing, gaining = state.footprint(state.legal_actions()[-1])
            hand = self.token_cell(losing[0])
            self.lift(hand)
            self.run(250)
            for i in range(1, len(losing)):
                taken = self.token_cell(losing[i])
                self.lift(taken)
                self.put(self.free_cell(gaining[i]))
            self.put(self.free_cell(gaining[0]))
            self.run(350)
        self.run(300)
        assert self.table.session.lines > before, (number, self.table.look())
