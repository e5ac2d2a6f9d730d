"""Switches one I2C bus to one of eight others: a TCA9548A with a single control register.

From general knowledge of the data sheet (TI SCPS207), to be checked before a board is built:
address 0x70 to 0x77; a written byte opens the channels whose bits are set, after the stop; a read
returns that byte; after power on and after a low RESET pin all are closed.
"""

_NONE = -1

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import I2cBus


class Switch:
    """One TCA9548A. `faults` counts what went wrong."""

    def __init__(self, i2c: "I2cBus", addr: int = 0x70) -> None:
        """Take a bus whose timeout is 2 ms or less."""
        self.faults = 0
        self._i2c = i2c
        self._addr = addr
        self._open = _NONE
        self._out = bytearray(1)
        self._back = bytearray(1)

    def select(self, channel: int) -> bool:
        """Open a channel and no other; say whether the chip has done so.

        Takes nothing where it is open already, else two transfers, 0.1 ms at 400 kHz.
        """
        if channel == self._open:
            return True
        self._out[0] = 1 << channel
        self._open = _NONE
        try:
            self._i2c.writeto(self._addr, self._out)
            self._i2c.readfrom_into(self._addr, self._back)
        except OSError:
            self.faults += 1
            return False
        if self._back[0] != self._out[0]:
            self.faults += 1
            return False
        self._open = channel
        return True

    def forget(self) -> None:
        """Select anew next time: what is behind the switch did not answer."""
        self._open = _NONE
