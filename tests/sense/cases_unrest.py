"""Inputs that cannot rest are found, hands are not, on both Pythons."""

from kostka.sense.debounce import Debounce
from kostka.sense.unrest import CALM_MS, MANY, Unrest

CELLS = bytes([0, 1, 2, 3, 12, 255])
START = 0x3FFFFFFF - 3000  # the clock wraps


class Wire:
    def __init__(self):
        self.unrest = Unrest(2, CELLS)
        self.raw = bytearray(2)
        self.now = START
        self.changes = 0

    def run(self, ms, bits=(), half_ms=0):
        """Let time pass; each of `bits` toggles every half_ms."""
        for at in range(0, ms, 10):
            for bit in bits:
                if at // half_ms != (at - 10) // half_ms:
                    self.raw[bit >> 3] ^= 1 << (bit & 7)
            if self.unrest.feed(self.raw, self.now):
                self.changes += 1
            self.now = (self.now + 10) & 0x3FFFFFFF

    def restless(self, bit):
        return self.unrest.restless[bit >> 3] >> (bit & 7) & 1


def case_every_rate_from_one_to_twenty_hertz_is_found():
    for half_ms in (25, 30, 50, 100, 200, 250, 330, 500):
        wire = Wire()
        wire.run(100)
        wire.run(4500, (12,), half_ms)
        assert wire.restless(12), half_ms
        assert wire.changes == 1, "found once, not again and again"
        wire.run(4000, (12,), half_ms)
        assert (wire.restless(12), wire.changes) == (1, 1)
        assert not wire.restless(0)
        wire.run(CALM_MS + 100)
        assert not wire.restless(12)
        assert wire.changes == 2


def case_a_fast_one_is_found_at_once():
    wire = Wire()
    wire.run(300, (1,), 25)
    assert wire.restless(1)


def case_hands_are_no_unrest():
    wire = Wire()
    for _ in range(20):
        wire.run(900)
        wire.raw[0] ^= 3  # a token lifted here and put there
    assert wire.changes == 0
    wire.run(3000)
    for _ in range(MANY - 1):  # an undecided hand
        wire.raw[0] ^= 4
        wire.run(200)
    assert wire.changes == 0


def case_keys_are_not_watched():
    wire = Wire()
    wire.run(3000, (15,), 30)
    assert wire.changes == 0


def case_an_ignored_input_delays_nothing():
    debounce = Debounce(2, 30)
    raw = bytearray(2)
    debounce.ignored[1] = 16
    now = START
    for _turn in range(40):
        raw[1] ^= 16
        assert not debounce.feed(raw, now)
        assert not debounce.timing
        now = (now + 10) & 0x3FFFFFFF
    raw[1] = 16
    debounce.ignored[1] = 0
    changed = False
    for _turn in range(5):
        changed = debounce.feed(raw, now) or changed
        now = (now + 10) & 0x3FFFFFFF
    assert changed
    assert debounce.stable[1] == 16
