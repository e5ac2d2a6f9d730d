"""Finds inputs that cannot rest: a loose magnet, a broken sensor, a bad joint."""

from array import array

from kostka.compat import const

_STAMP = const(0xFFFF)
_TICKS = const(0x3FFFFFFF)
_NOT_THERE = const(255)
HALF_MS = const(2000)  # half of the window in which changes are counted
MANY = const(6)  # changes in the window that no hand makes without a break
CALM_MS = const(1500)  # without a change, after which an input is trusted again


class Unrest:
    """Counts how often each cell's input changes, in a sliding window of two to four seconds.

    `restless` has a bit for each input that changed MANY times in the window and was not calm
    for CALM_MS since. At one change a second nothing is found: such a cell settles in between.
    """

    def __init__(self, n_bytes: int, cell_bit: bytes) -> None:
        """Take the length of a scan and the chain bit of each cell, 255 for one not there.

        Allocates 37 bytes per input byte.
        """
        self.restless = bytearray(n_bytes)
        self._watched = bytearray(n_bytes)
        for bit in cell_bit:
            if bit != _NOT_THERE:
                self._watched[bit >> 3] |= 1 << (bit & 7)
        self._last = bytearray(n_bytes)
        self._now = bytearray(8 * n_bytes)  # changes in this half of the window
        self._before = bytearray(8 * n_bytes)
        self._none = bytes(8 * n_bytes)
        self._since = array("H", [0] * (8 * n_bytes))  # the last change, ms modulo 65536
        self._half = 0
        self._fresh = True
        self._any = False

    def feed(self, raw: bytearray, now_ms: int) -> bool:
        """Take one scan; say whether `restless` changed. Allocates nothing."""
        changed = False
        if self._fresh:
            self._fresh = False
            self._half = now_ms
            self._last[:] = raw
        if (now_ms - self._half) & _TICKS >= HALF_MS:
            self._half = now_ms
            self._before[:] = self._now
            self._now[:] = self._none
        if raw != self._last:
            changed = self._count(raw, now_ms & _STAMP)
        if self._any and self._calm(now_ms & _STAMP):
            changed = True
        return changed

    def _count(self, raw: bytearray, now: int) -> bool:
        changed = False
        last = self._last
        for i in range(len(last)):
            differs = (raw[i] ^ last[i]) & self._watched[i]
            last[i] = raw[i]
            at = 8 * i
            bit = 1
            while differs:
                if differs & 1:
                    self._since[at] = now
                    if self._now[at] < 100:
                        self._now[at] += 1
                    many = self._now[at] + self._before[at] >= MANY
                    if many and not self.restless[i] & bit:
                        self.restless[i] |= bit
                        self._any = changed = True
                differs >>= 1
                bit <<= 1
                at += 1
        return changed

    def _calm(self, now: int) -> bool:
        """Trust again what was calm; say whether there was any."""
        changed = False
        still = False
        restless = self.restless
        for i in range(len(restless)):
            rest = restless[i]
            at = 8 * i
            bit = 1
            while rest:
                if rest & 1:
                    if (now - self._since[at]) & _STAMP >= CALM_MS:
                        restless[i] ^= bit
                        self._now[at] = self._before[at] = 0
                        changed = True
                    else:
                        still = True
                rest >>= 1
                bit <<= 1
                at += 1
        self._any = still
        return changed
