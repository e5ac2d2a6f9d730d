"""Scanning allocates nothing, whether the table is quiet or busy."""

import gc

import board_layout as layout
from kostka.drivers.hc165 import Chain
from kostka.drivers.keys import Keys
from kostka.sense.debounce import Debounce
from kostka.sense.picture import Picture
from kostka.sense.unrest import Unrest

ROUNDS = 10_000


class Spi:
    """Gives a chain in which some bits change now and then."""

    def __init__(self, busy):
        self.busy = busy
        self.count = 0
        self.wire = bytearray(layout.STRAP_VALUE)
        for i in range(len(self.wire) - 1):
            self.wire[i] |= ~layout.STRAP_MASK[i] & 0xFF

    def readinto(self, buf):
        self.count += 1
        if self.busy and self.count % 7 == 0:
            i = self.count % 28
            self.wire[i] ^= 1 << (self.count % 4)
        if self.busy and self.count % 50 == 0:
            self.wire[28] ^= 1  # a fault
        wire = self.wire
        for i in range(len(buf)):
            buf[i] = wire[i]


class Pin:
    def value(self, level):
        pass


def used_by(busy):
    chain = Chain(Spi(busy), Pin(), layout.STRAP_MASK, layout.STRAP_VALUE)
    debounce = Debounce(layout.CHAIN_BYTES, 30, layout.KEY_BIT)
    picture = Picture(layout.CELL_BIT, 150)
    unrest = Unrest(layout.CHAIN_BYTES, layout.CELL_BIT)
    keys = Keys(layout.KEY_BIT)
    now = 0x3FFFFFFF - 5000
    settled = 0
    before = 0
    for i in range(ROUNDS + 100):
        if i == 100:
            gc.collect()
            gc.disable()
            before = gc.mem_alloc()
        chain.scan()
        unrest.feed(chain.raw, now)
        changed = debounce.feed(chain.raw, now)
        keys.update(debounce.stable, now)
        keys.get()
        if picture.feed(debounce.stable, now, changed):
            settled += 1
        now = (now + 10) & 0x3FFFFFFF
    after = gc.mem_alloc()
    gc.enable()
    return after - before, settled, chain.faults


def case_quiet_table():
    used, settled, faults = used_by(False)
    assert (used, settled, faults) == (0, 1, 0)


def case_busy_table():
    used, _, faults = used_by(True)
    assert used == 0, used
    assert faults > 1000


def case_this_measurement_can_fail():
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for i in range(100):
        bytearray(i)
    used = gc.mem_alloc() - before
    gc.enable()
    assert used > 0
