"""Debounces many inputs at once, each for itself, by time and not by number of scans."""

from array import array

from kostka.compat import const

_STAMP = const(0xFFFF)


class Debounce:
    """A bit of `stable` follows its input once that differed in every scan for `debounce_ms`.

    An input that flickers never gets there and delays no other one. Late scans (a garbage
    collection, a flash erase) make a change late, never early.

    Bits in `eager` are contacts of keys: they bounce, but do not close by themselves. They are
    taken as down in the first scan that sees them, so a late scan costs no key press; only their
    release is timed.

    Bits in `ignored` keep the level they have, until they are listened to again.

    `timing` says that a change is being timed, so `stable` is not the last word.
    """

    def __init__(self, n_bytes: int, debounce_ms: int, eager: bytes = b"") -> None:
        """Allocate 20 bytes per input byte.

        Args:
            n_bytes: length of a scan.
            debounce_ms: 0..30000.
            eager: numbers (byte * 8 + bit) of the eager bits.
        """
        self.stable = bytearray(n_bytes)
        self.debounce_ms = debounce_ms
        self._pending = bytearray(n_bytes)  # bits that differ and are being timed
        self._since = array("H", [0] * (8 * n_bytes))  # when they began to, ms modulo 65536
        self.timing = False
        self.ignored = bytearray(n_bytes)
        self._eager = bytearray(n_bytes)
        for bit in eager:
            self._eager[bit >> 3] |= 1 << (bit & 7)

    def feed(self, raw: bytearray, now_ms: int) -> bool:
        """Take one scan; say whether `stable` changed. Allocates nothing.

        Nothing differs most of the time; that is found by one comparison of all bytes.
        """
        if raw == self.stable and not self.timing:
            return False
        stable = self.stable
        pending = self._pending
        eager = self._eager
        ignored = self.ignored
        changed = False
        timing = False
        for i in range(len(stable)):
            differs = (raw[i] ^ stable[i]) & ~ignored[i]
            down = differs & raw[i] & eager[i]
            if down:
                stable[i] |= down
                differs ^= down
                changed = True
            if differs:
                if self._time(i, differs, now_ms):
                    changed = True
                if pending[i]:
                    timing = True
            elif pending[i]:
                pending[i] = 0
        self.timing = timing
        return changed

    def _time(self, i: int, differs: int, now_ms: int) -> bool:
        """Time the differing bits of one byte; say whether one of them was taken."""
        since = self._since
        known = self._pending[i] & differs
        now = now_ms & _STAMP
        taken = 0
        at = 8 * i
        bit = 1
        rest = differs
        while rest:
            if rest & 1:
                if not known & bit:
                    since[at] = now
                if (now - since[at]) & _STAMP >= self.debounce_ms:
                    taken |= bit
            rest >>= 1
            bit <<= 1
            at += 1
        self.stable[i] ^= taken
        self._pending[i] = differs ^ taken
        return taken != 0
