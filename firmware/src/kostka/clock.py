"""Milliseconds that wrap at 2**30, so that they never leave a small int of the board."""

import time

from kostka.compat import const

_MASK = const(0x3FFFFFFF)
_HALF = const(0x20000000)


class Ticks:
    """The clock of the board: time since some moment, wrapping at 2**30 ms (twelve days)."""

    def ms(self) -> int:
        """Return the time. Allocates nothing."""
        return time.ticks_ms() & _MASK  # type: ignore[attr-defined,no-any-return]

    def diff(self, later: int, earlier: int) -> int:
        """Return later - earlier across a wrap, -2**29..2**29-1."""
        return ((later - earlier + _HALF) & _MASK) - _HALF
