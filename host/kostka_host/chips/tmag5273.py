"""A TMAG5273: a 3-axis Hall sensor on I2C, with registers, both ways of reading, and the CRC.

What is not known of the real chip is said in kostka.drivers.tmag5273; the model is as that one
expects it. A conversion is always ready when it is read.
"""

from __future__ import annotations

import random
from collections.abc import Callable

DEVICE_CONFIG_1, DEVICE_CONFIG_2, SENSOR_CONFIG_1 = 0x00, 0x01, 0x02
DEVICE_ID, MANUFACTURER_LSB, X_MSB, CONV_STATUS = 0x0D, 0x0E, 0x12, 0x18
COUNT = 0x1D
POR, DIAGNOSIS, READY = 0x10, 0x02, 0x01
CONTINUOUS, XYZ = 2, 7
UNIT_UT = 40_000 / 32768
NOISE_UT = (24.0, 24.0, 11.0)  # of one reading that averages 32 conversions
Field = Callable[[], tuple[float, float, float]]


def crc8(data: bytes, crc: int = 0xFF) -> int:
    """Return the CRC with polynomial x8 + x2 + x + 1."""
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


class Tmag5273:
    """One sensor of variant 1, asleep after power on.

    Faults: `flip` bits are turned over in the next answers (a list of (byte, mask), one each);
    `stuck` repeats the last result; `diagnosis` sets the flag for an internal fault. `command`
    is the byte the CRC begins with, where a chip takes another one than its address.
    """

    def __init__(self, addr: int, field: Field, chance: random.Random) -> None:
        """Take the I2C address, the field at the sensor in uT, and chance for the noise."""
        self.command = addr << 1 | 1
        self.noise_ut = NOISE_UT
        self.flip: list[tuple[int, int]] = []
        self.stuck = False
        self.diagnosis = False
        self._field = field
        self._gauss = chance.gauss
        self._at = 0
        self.registers = bytearray(COUNT)
        self.power_on()

    def power_on(self) -> None:
        """Forget what was written."""
        self.registers[:] = bytes(COUNT)
        self.registers[DEVICE_ID] = 1
        self.registers[MANUFACTURER_LSB : MANUFACTURER_LSB + 2] = b"\x49\x54"
        self.registers[CONV_STATUS] = POR
        self._at = 0

    def write(self, data: bytes) -> bool:
        """Take a register number and what to write from there on."""
        if not data:
            return True
        self._at = data[0] & 0x7F
        for value in data[1:]:
            if self._at == CONV_STATUS:
                self.registers[self._at] &= ~(value & POR) & 0xFF
            elif self._at < DEVICE_ID:
                self.registers[self._at] = value
            self._at += 1
        return True

    def read(self, count: int) -> bytes:
        """Answer as the way of reading says that is set."""
        self._convert()
        first = self.registers[DEVICE_CONFIG_1]
        if first & 3 == 1:
            answer = self._results(bool(first & 0x80), count)
        else:
            found = self.registers[self._at : self._at + count]
            answer = found + bytes(count - len(found))
        if self.flip:
            byte, mask = self.flip.pop(0)
            answer[byte] ^= mask
        return bytes(answer)

    def _results(self, with_crc: bool, count: int) -> bytearray:
        answer = bytearray(self.registers[X_MSB : CONV_STATUS + 1])
        if with_crc:
            answer.append(crc8(bytes([self.command]) + answer))
        return (answer + b"\xff" * count)[:count]

    def _convert(self) -> None:
        running = self.registers[DEVICE_CONFIG_2] & 3 == CONTINUOUS
        if not running or self.registers[SENSOR_CONFIG_1] >> 4 != XYZ:
            return
        status = self.registers[CONV_STATUS] & POR | READY
        self.registers[CONV_STATUS] = status | (DIAGNOSIS if self.diagnosis else 0)
        if self.stuck:
            return
        at = X_MSB
        for value, noise in zip(self._field(), self.noise_ut, strict=True):
            units = round(self._gauss(value, noise) / UNIT_UT)
            units = max(-32768, min(32767, units)) & 0xFFFF
            self.registers[at] = units >> 8
            self.registers[at + 1] = units & 0xFF
            at += 2
