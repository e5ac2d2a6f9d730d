"""A chain of 74HC165 shift registers (TI SCLS116), eight inputs each, as an SPI bus reads it."""

from __future__ import annotations

SAFE_MODE = 2  # CPOL 1, CPHA 0: data is taken before the edge that shifts


class ShiftChain:
    """Parallel inputs and the bits under way.

    Input number byte * 8 + bit belongs to the chip of that byte, the one nearest to the
    controller being byte 0; bit 7 (input H) leaves first. Behind the last chip the serial input
    is tied low. A level that was stuck stays, whatever is set.
    """

    def __init__(self, idle: bytes) -> None:
        """Take the levels of all inputs of an untouched board, one byte per chip."""
        self.inputs = bytearray(idle)
        self.reads = 0
        self._stuck: dict[int, int] = {}
        self._cut = len(idle)  # chips from here on are unplugged
        self._held = False  # SH/LD is low
        self._latched = 0
        self._bits = 8 * len(idle)
        self._load()

    def set_input(self, bit: int, level: int) -> None:
        """Set the level of an input."""
        mask = 1 << (bit & 7)
        byte = self.inputs[bit >> 3]
        self.inputs[bit >> 3] = byte | mask if level else byte & ~mask

    def stick(self, bit: int, level: int | None) -> None:
        """Hold an input at a level, or let it go with None."""
        if level is None:
            self._stuck.pop(bit, None)
        else:
            self._stuck[bit] = level

    def unplug(self, first_byte: int | None) -> None:
        """Take the chips from `first_byte` on off the chain, or plug all in with None."""
        self._cut = len(self.inputs) if first_byte is None else first_byte

    def levels(self) -> bytes:
        """Return what the inputs are, faults included."""
        now = bytearray(self.inputs)
        for bit, level in self._stuck.items():
            mask = 1 << (bit & 7)
            now[bit >> 3] = now[bit >> 3] | mask if level else now[bit >> 3] & ~mask
        for i in range(self._cut, len(now)):
            now[i] = 0  # the pull-down of an open connector
        return bytes(now)

    def load_pin(self, level: int) -> None:
        """Set SH/LD; at low level the inputs are taken over all the time."""
        if self._held and level:
            self._load()
        self._held = not level

    def _load(self) -> None:
        self._latched = int.from_bytes(self.levels(), "big")

    def shift(self, count: int, mode: int = SAFE_MODE) -> bytes:
        """Return `count` bytes as an SPI controller in a mode reads them.

        In other modes than the safe one the first bit is shifted away before it is taken.
        """
        self.reads += 1
        if self._held:
            self._load()
            return (b"\xff" if self._latched >> (self._bits - 1) else b"\x00") * count
        value = self._latched
        if mode != SAFE_MODE:
            value <<= 1
        value &= (1 << self._bits) - 1
        out = value << 8 * count >> self._bits
        self._latched = (value << 8 * count) & ((1 << self._bits) - 1)
        return out.to_bytes(count, "big")
