"""Runs the whole app on stand-ins for the drivers, in the VM: what it keeps and what it allocates.

usage: app_in_play.py JOURNAL_FOLDER LINES

Prints one figure a line, `name value`.
"""

import gc
import sys

import board_layout as layout
from kostka.app import start
from kostka.drivers.keys import OK, RIGHT, Keys
from kostka.hal.fakes import FakeChain, FakeClock, FakePort, FakeStrip
from kostka.line import FROM_HOST, frame
from kostka.rules import request as rq

ROUNDS = 10_000
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
            while self.app.link.poll(self.clock.ms()):
                pass
        if self.port.sent:
            self.heard += len(self.port.sent)
            self.port.sent = bytearray()
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


def allocated(call, rounds=ROUNDS):
    """Return the bytes that `rounds` calls allocate, after a hundred to warm up."""
    for i in range(100):
        call(i)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for i in range(rounds):
        call(i)
    after = gc.mem_alloc()
    gc.enable()
    return after - before


def measure_allocation(rig, name):
    """Scan, show and link with nobody touching the table."""
    scan = rig.app.scanner.round
    show = rig.app.lights.now
    link = rig.app.link.poll
    clock = rig.clock
    frames = rig.a.frames

    def scanning(i):
        clock.now = (clock.now + SCAN_MS) & 0x3FFFFFFF
        scan(clock.now)

    def showing(i):
        clock.now = (clock.now + 32) & 0x3FFFFFFF
        show(clock.now)

    def linking(i):
        link(clock.now)

    print("alloc_scan_" + name, allocated(scanning))
    print("alloc_show_" + name, allocated(showing))
    print("frames_" + name, rig.a.frames - frames)
    print("alloc_link_" + name, allocated(linking))
    rig.run(100)


def main():
    gc.collect()
    print("heap", gc.mem_free() + gc.mem_alloc())
    print("free_imported", gc.mem_free())
    rig = Rig(sys.argv[1])
    rig.begin()
    gc.collect()
    print("free_begun", gc.mem_free())
    lowest = lowest_seen = gc.mem_free()
    most = 0
    count = 0
    while rig.table.session.lines < int(sys.argv[2]):
        gc.collect()
        free = gc.mem_free()
        lowest = min(lowest, free)
        gc.disable()
        rig.step(count)
        gc.enable()
        lowest_seen = min(lowest_seen, gc.mem_free())
        most = max(most, free - gc.mem_free())
        count += 1
    gc.collect()
    print("lines", rig.table.session.lines)
    print("free_in_play", gc.mem_free())
    print("free_lowest", lowest)
    print("garbage_of_a_line", most)
    print("free_before_collection", lowest_seen)
    print("host_bytes", rig.heard)
    rig.run(2000)
    print("outcome", rig.table.referee.outcome)
    measure_allocation(rig, "at_rest")
    while rig.table.session.state.request(-1).what != rq.MOVE:
        rig.step(0)
    losing, _ = rig.table.session.state.footprint(rig.table.session.state.legal_actions()[-1])
    rig.lift(rig.token_cell(losing[0]))
    rig.run(12_000)  # the hint is out, too
    print("outcome_in_hand", rig.table.referee.outcome)
    measure_allocation(rig, "in_hand")
    print("alloc_planted", allocated(bytearray, 100))


main()
