"""Reads the chain of 74HC165 shift registers: cells, keys and straps, in one SPI transfer.

A low pulse on SH/LD takes all inputs into the registers; from then on the first chip drives its
input H on QH, and each rising edge of CLK shifts (TI SCLS116, function table). So the first bit
is there before any edge and is gone after the first rising one. SPI mode 2 (clock idles high,
data taken at the falling edge, which comes first) reads each bit half a clock after the chip
put it out. Mode 0 would take data at the very edge that shifts it away, a race that only the
chip's propagation delay decides; modes 1 and 3 lose or race the first bit.
"""

from array import array

from kostka.compat import const

POLARITY = const(1)
PHASE = const(0)

_COUNT_MAX = const(0x3FFFFFFF)
_ERRORS_MAX = const(0xFFFF)

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import Bus, OutPin


class Chain:
    """The whole chain, first chip first, input H of a chip in bit 7.

    `raw` holds the last chain that passed the check, turned so that 1 means token present or
    key down; strap bits and terminator read 0 in it. Never replaced, so it can be shared.

    Some inputs are wired to a level (straps), and one byte more than the chain has is read,
    which the tied DS input of the last chip decides. A stuck line, a missing panel or a lost
    or extra clock shows in them. A chain that fails is counted in `faults` and does not get
    into `raw`. `ok` is the result of the last scan. `wrong` is the chip that was the first one
    wrong in the last scan that failed, `errors` counts that for each chip; the last place is the
    terminator's.
    """

    def __init__(self, spi: "Bus", load: "OutPin", strap_mask: bytes, strap_value: bytes) -> None:
        """Take an SPI bus in mode POLARITY, PHASE and the SH/LD pin, an output at high level.

        `strap_mask` marks the wired bits, `strap_value` their level; one byte per chip and the
        terminator. Allocates three buffers of that size.
        """
        self.raw = bytearray(len(strap_mask))
        self.ok = False
        self.faults = 0
        self.wrong = 0
        self.errors = array("H", [0] * len(strap_mask))
        self._spi = spi
        self._load = load
        self._mask = strap_mask
        self._value = strap_value
        self._keep = bytes([~byte & 0xFF for byte in strap_mask])
        self._wire = bytearray(len(strap_mask))
        self._seen = bytearray(len(strap_mask))  # the wire that `raw` stands for

    def scan(self) -> bool:
        """Read the chain once; say whether straps and terminator are right.

        Takes 8 us per byte at 1 MHz on the wire. Allocates nothing.
        """
        load = self._load
        load.value(0)  # a pulse of 20 ns is enough, two calls take microseconds
        load.value(1)
        self._spi.readinto(self._wire)
        if self._wire != self._seen or not self.ok:
            self.ok = self._check()
            if self.ok:
                self._take()
            elif self.faults < _COUNT_MAX:
                self.faults += 1
        return self.ok

    def _check(self) -> bool:
        wire = self._wire
        mask = self._mask
        value = self._value
        for i in range(len(wire)):
            if wire[i] & mask[i] != value[i]:
                self.wrong = i
                if self.errors[i] < _ERRORS_MAX:
                    self.errors[i] += 1
                return False
        return True

    def _take(self) -> None:
        wire = self._wire
        seen = self._seen
        keep = self._keep
        raw = self.raw
        for i in range(len(wire)):
            byte = wire[i]
            if byte != seen[i]:
                seen[i] = byte
                raw[i] = ~byte & keep[i]

    def deinit(self) -> None:
        """Let go of bus and pin; the chain reads as it was last."""
        self._spi.deinit()
