"""A TCA9548A: an I2C switch whose one register has a bit for each of eight further buses."""

from __future__ import annotations

from kostka_host.chips.i2c import I2cBus, Switch

CHANNELS = 8


class Tca9548a(Switch):
    """The switch. After power on no channel is open. `stuck` makes it keep what it has."""

    def __init__(self) -> None:
        self.channels = [I2cBus() for _ in range(CHANNELS)]
        self.control = 0
        self.stuck = False

    def power_on(self) -> None:
        """Close all channels."""
        self.control = 0

    def open_channels(self) -> list[I2cBus]:
        """Return the buses that are connected now."""
        return [bus for n, bus in enumerate(self.channels) if self.control >> n & 1]

    def write(self, data: bytes) -> bool:
        """Take the control register; of several bytes the last one counts."""
        if data and not self.stuck:
            self.control = data[-1]
        return True

    def read(self, count: int) -> bytes:
        """Return the control register, as often as asked for."""
        return bytes([self.control]) * count
