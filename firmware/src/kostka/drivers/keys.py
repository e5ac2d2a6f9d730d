"""Turns debounced key bits into events: pressed, and still held after a while."""

from kostka.compat import const

LEFT = const(0)
RIGHT = const(1)
OK = const(2)
UNDO = const(3)

_RING = const(16)
_TICKS = const(0x3FFFFFFF)


def event(seat: int, key: int, held: int = 0) -> int:
    """Return the number of an event; `held` is 1 for a long press."""
    return seat << 4 | key << 1 | held


def seat_of(number: int) -> int:
    """Return the seat of an event."""
    return number >> 4


def key_of(number: int) -> int:
    """Return the key of an event."""
    return number >> 1 & 7


def is_long(number: int) -> bool:
    """Say whether an event is a long press."""
    return number & 1 == 1


class Keys:
    """The keys of all seat panels.

    A key gives one event when it goes down, and a second one, marked long, once it was held
    for `long_ms`. Events wait in a ring of 16; a full ring drops the newest, counted in `drops`.
    """

    def __init__(self, key_bit: bytes, long_ms: int = 800) -> None:
        """Take the chain bit (byte * 8 + bit) of each key, four keys per seat in order."""
        self.drops = 0
        self._bit = key_bit
        self._long_ms = long_ms
        self._down = bytearray(len(key_bit))  # 0 up, 1 down, 2 down and reported as long
        self._since = [0] * len(key_bit)
        self._held = 0
        self._bytes = bytes(sorted({bit >> 3 for bit in key_bit}))
        self._last = bytearray(len(self._bytes))
        self._ring = bytearray(_RING)
        self._read = 0
        self._count = 0

    def update(self, stable: bytearray, now_ms: int) -> None:
        """Look at a debounced chain in which 1 means down. Allocates nothing."""
        changed = False
        last = self._last
        for i in range(len(last)):
            byte = stable[self._bytes[i]]
            if byte != last[i]:
                last[i] = byte
                changed = True
        if changed or self._held:
            self._look(stable, now_ms)

    def _look(self, stable: bytearray, now_ms: int) -> None:
        down = self._down
        since = self._since
        held = 0
        for i in range(len(down)):
            bit = self._bit[i]
            if not stable[bit >> 3] >> (bit & 7) & 1:
                down[i] = 0
            elif down[i] == 0:
                down[i] = 1
                since[i] = now_ms
                self._put((i >> 2) << 4 | (i & 3) << 1)
            elif down[i] == 1 and (now_ms - since[i]) & _TICKS >= self._long_ms:
                down[i] = 2
                self._put((i >> 2) << 4 | (i & 3) << 1 | 1)
            if down[i] == 1:
                held = 1
        self._held = held

    def _put(self, number: int) -> None:
        if self._count == _RING:
            self.drops += 1
            return
        self._ring[(self._read + self._count) % _RING] = number
        self._count += 1

    def get(self) -> int:
        """Take the oldest event out of the ring, or return -1. See seat_of() and its kin."""
        if not self._count:
            return -1
        number = self._ring[self._read]
        self._read = (self._read + 1) % _RING
        self._count -= 1
        return number

    def clear(self) -> None:
        """Forget all waiting events, for example when the question they answered is gone."""
        self._count = 0
