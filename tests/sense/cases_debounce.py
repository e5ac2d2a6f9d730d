"""Debouncing."""

from kostka.sense.debounce import Debounce


class Lines:
    """Inputs scanned every 10 ms from just before the clock wraps."""

    def __init__(self, n_bytes=3, debounce_ms=30, eager=b""):
        self.raw = bytearray(n_bytes)
        self.debounce = Debounce(n_bytes, debounce_ms, eager)
        self.now = 0x3FFFFFFF - 25

    def scan(self, ms=10):
        changed = self.debounce.feed(self.raw, self.now)
        self.now = (self.now + ms) & 0x3FFFFFFF
        return changed


def case_quiet_lines_change_nothing():
    lines = Lines()
    for _ in range(20):
        assert lines.scan() is False
    assert bytes(lines.debounce.stable) == bytes(3)


def case_a_change_comes_after_the_time_and_once():
    lines = Lines()
    lines.scan()
    lines.raw[1] = 0x20
    assert [lines.scan() for _ in range(6)] == [False, False, False, True, False, False]
    assert bytes(lines.debounce.stable) == b"\x00\x20\x00"
    lines.raw[1] = 0
    assert [lines.scan() for _ in range(5)] == [False, False, False, True, False]
    assert bytes(lines.debounce.stable) == bytes(3)


def case_a_short_flicker_is_forgotten():
    lines = Lines()
    lines.raw[0] = 1
    lines.scan()
    lines.scan()
    lines.scan()
    lines.raw[0] = 0
    lines.scan()
    lines.raw[0] = 1
    assert [lines.scan() for _ in range(4)] == [False, False, False, True]


def case_a_flickering_bit_never_gets_through_and_blocks_no_other():
    lines = Lines()
    changes = []
    for k in range(40):
        lines.raw[0] ^= 0x04  # flickers with every scan
        if k == 10:
            lines.raw[0] |= 0x08  # its neighbor in the same byte
            lines.raw[2] |= 0x80
        changes.append(lines.scan())
    assert changes.index(True) == 13
    assert changes.count(True) == 1
    assert bytes(lines.debounce.stable) == b"\x08\x00\x80"


def case_bits_are_timed_each_for_itself():
    lines = Lines()
    lines.raw[0] = 1
    lines.scan()
    lines.raw[0] = 3
    lines.scan()
    lines.scan()
    assert lines.scan() is True
    assert lines.debounce.stable[0] == 1
    assert lines.scan() is True
    assert lines.debounce.stable[0] == 3


def case_time_counts_not_scans():
    lines = Lines()
    lines.raw[0] = 1
    for _ in range(29):
        assert lines.scan(1) is False
    lines.scan(1)
    assert lines.scan(1) is True
    slow = Lines()
    slow.raw[0] = 1
    assert slow.scan(100) is False  # one scan is no proof
    assert slow.scan(100) is True


def case_zero_time_follows_at_once():
    lines = Lines(debounce_ms=0)
    lines.raw[2] = 0xFF
    assert lines.scan() is True
    assert lines.debounce.stable[2] == 0xFF


def case_a_key_is_down_in_the_first_scan_that_sees_it():
    lines = Lines(eager=bytes([0, 9]))
    lines.scan()
    lines.raw[0], lines.raw[1] = 0x03, 0x02  # bit 1 is no key
    assert lines.scan() is True
    assert bytes(lines.debounce.stable) == b"\x01\x02\x00"
    assert [lines.scan() for _ in range(3)] == [False, False, True]
    assert bytes(lines.debounce.stable) == b"\x03\x02\x00"


def case_a_bouncing_key_is_one_press():
    lines = Lines(eager=bytes([0]))
    lines.scan()
    changes = 0
    for level in (1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0):
        lines.raw[0] = level
        changes += lines.scan()
    assert changes == 2
    assert bytes(lines.debounce.stable) == bytes(3)


def case_a_late_scan_costs_no_key_press():
    lines = Lines(eager=bytes([0]))
    lines.scan(50)  # a flash erase
    lines.raw[0] = 1
    assert lines.scan(60) is True
    lines.raw[0] = 0
    assert [lines.scan() for _ in range(4)] == [False, False, False, True]


def case_random_lines_agree_with_a_slow_model():
    seed = 12345
    lines = Lines(n_bytes=2, debounce_ms=25)
    stable = [0] * 16
    since = [None] * 16
    for _ in range(3000):
        seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
        if seed >> 8 & 3 == 0:
            bit = seed >> 12 & 15
            lines.raw[bit >> 3] ^= 1 << (bit & 7)
        ms = 1 + (seed >> 16 & 15)
        for bit in range(16):
            level = lines.raw[bit >> 3] >> (bit & 7) & 1
            if level == stable[bit]:
                since[bit] = None
            else:
                if since[bit] is None:
                    since[bit] = lines.now
                if (lines.now - since[bit]) & 0x3FFFFFFF >= 25:
                    stable[bit] = level
                    since[bit] = None
        before = bytes(lines.debounce.stable)
        changed = lines.scan(ms)
        assert changed == (bytes(lines.debounce.stable) != before)
        got = [lines.debounce.stable[b >> 3] >> (b & 7) & 1 for b in range(16)]
        assert got == stable
