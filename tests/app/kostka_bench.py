"""The whole app on drivers in memory, with hands, keys, eyes, a host's port and its own time."""

import itertools
import json
import struct

import board_layout as layout
import kostka_tokens
from kostka import line
from kostka.app.start import App
from kostka.drivers.keys import Keys
from kostka.hal.fakes import FakeChain, FakeClock, FakePort, FakeStrip
from kostka.rules.action import CHANCE
from kostka.scene.panels import served

LEFT, RIGHT, OK, UNDO = range(4)
IDS = itertools.count(1)


class Bench:
    """A table that is switched on. `run(ms)` lets time pass, 10 ms at a time."""

    def __init__(self, folder, seed=1, layout=layout, part=None, **options):
        self.layout = layout
        folder.mkdir(exist_ok=True)
        self.chain = FakeChain(layout.CHAIN_BYTES, layout.CELL_BIT, layout.KEY_BIT)
        self.a, self.b = FakeStrip(layout.LED_A), FakeStrip(layout.LED_B)
        self.port = FakePort()
        self.clock = FakeClock()
        self.restarts = 0
        self._bytes = struct.pack("<I", seed)
        self._decoder = line.Decoder(line.FROM_BOARD, line.BOARD_LINE_MAX)
        self.app = App(
            layout,
            self.chain,
            Keys(layout.KEY_BIT),
            self.a,
            self.b,
            self.port,
            str(folder / "journal"),
            "0123456789abcdef",
            self._random,
            self._restart,
            self.clock,
            **options,
        )
        self.table = self.app.table
        if part is not None:
            from kostka.app import beside

            beside.stand_by(self.app, layout, part, options.get("home"))
        self.table.begin()

    def _random(self, count):
        if count == 4:
            return self._bytes
        return struct.pack("<Q", next(IDS))[:count]  # no game id comes twice

    def _restart(self):
        self.restarts += 1

    def off(self):
        """Switch off, as a pulled plug does; only the files are let go of."""
        self.table.journal.close()
        self.app.link.close()

    # Time, hands, keys

    def run(self, ms):
        for at in range(0, ms, 10):
            self.clock.advance(10)
            self.app.scanner.round(self.clock.ms())
            if at % 30 == 0:
                self.app.lights.now(self.clock.ms())
            for _ in range(4):
                self.app.link.poll()

    def settle(self):
        self.run(250)

    def put(self, cell, ms=0):
        self.chain.put(cell)
        self.run(ms)

    def lift(self, cell, ms=0):
        self.chain.lift(cell)
        self.run(ms)

    def press(self, panel, *keys, hold_ms=60):
        for key in keys:
            self.chain.key(panel, key, True)
            self.run(hold_ms)
            self.chain.key(panel, key, False)
            self.run(60)

    def panel(self, seat):
        """Return the panel that speaks for a seat while it alone is asked."""
        around = self.table.mat.around(self.state.seats)
        panels = self.table.lights.panels
        speaks = (one for one in range(panels) if served(one, panels, [seat], around) == seat)
        return next(speaks, 0)

    def cell(self, spot):
        return self.table.mat.cells(spot)[0]

    def tidy(self):
        """Put every token where it belongs."""
        cells = kostka_tokens.Cells(self.table.mat, self.state.tokens())
        self.chain.tokens([cell for cell in range(144) if cells.has(cell)])
        self.settle()

    # The game

    def new(self, name="ludo", seats=2, **options):
        if name == "ludo":
            options = {"first": "seat1", **options}
        self.table.start(name, seats, options)
        self.tidy()
        return self

    @property
    def session(self):
        return self.table.session

    @property
    def state(self):
        return self.session.state

    @property
    def referee(self):
        return self.table.referee

    def action(self, text):
        return self.state.parse_action(text)

    def play_on(self, rng, count):
        """Play some lines by keys and hands."""
        for _ in range(count):
            if self.session.closed:
                return
            state = self.state
            seat = state.request().seat
            before = self.session.lines
            if state.current_player() == CHANCE:
                self.press(self.panel(seat), OK)
            else:
                actions = state.legal_actions()
                losing, gaining = state.footprint(actions[rng.below(len(actions))])
                self.carry(losing, gaining)
            assert self.session.lines > before

    def carry(self, losing, gaining):
        mat = self.table.mat
        for spot in losing:
            for cell in mat.cells(spot):
                if self.has(cell):
                    self.lift(cell, 70)
                    break
        for spot in gaining:
            for cell in mat.cells(spot):
                if not self.has(cell):
                    self.put(cell, 70)
                    break
        self.settle()

    def has(self, cell):
        bit = self.layout.CELL_BIT[cell]
        return self.chain._next[bit >> 3] >> (bit & 7) & 1 == 1

    # Eyes

    def pattern(self, cell):
        return self.app.lights.scene.pattern(cell)

    def color(self, cell):
        return self.app.lights.scene.color(cell)

    def light(self, cell):
        return self.a.rgb(self.layout.CELL_LED[cell])

    def seat_light(self, seat):
        return self.b.rgb(self.layout.SEAT_LED[seat])

    # The port

    def say(self, kind, **fields):
        body = json.dumps({"m": kind, **fields}, separators=(",", ":"))
        self.port.feed(line.frame(line.FROM_HOST, body))

    def heard(self):
        data = bytes(self.port.sent)
        self.port.sent.clear()
        return [json.loads(body) for body in self._decoder.feed(data)]
