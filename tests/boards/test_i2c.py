"""An I2C bus with a switch, without a VM."""

from __future__ import annotations

import pytest
from kostka.errors import HardwareError
from kostka_host.chips.i2c import EIO, ETIMEDOUT, NO_CHANNEL, I2cBus
from kostka_host.chips.tca9548a import Tca9548a

MUX, CHIP = 0x70, 0x35


class Memory:
    """Bytes behind a pointer, as an EEPROM has them; refuses to write past the end."""

    def __init__(self) -> None:
        self.data = bytearray(range(16))
        self.at = 0

    def write(self, data: bytes) -> bool:
        if data:
            self.at = data[0]
            for byte in data[1:]:
                if self.at >= len(self.data):
                    return False
                self.data[self.at] = byte
                self.at += 1
        return True

    def power_on(self) -> None:
        self.at = 0

    def read(self, count: int) -> bytes:
        return bytes(self.data[self.at : self.at + count])


def make() -> tuple[I2cBus, Tca9548a, list[Memory]]:
    bus, mux, memories = I2cBus(), Tca9548a(), [Memory(), Memory()]
    bus.attach(MUX, mux)
    for channel, memory in enumerate(memories):
        mux.channels[channel].attach(CHIP, memory)
    return bus, mux, memories


def test_a_device_takes_a_register_and_answers_in_one_transfer() -> None:
    bus = I2cBus()
    bus.attach(CHIP, Memory())
    assert bus.transfer(CHIP, b"\x03", 2) == b"\x03\x04"
    assert bus.transfer(CHIP, b"\x03xy", 0) == b""
    assert bus.transfer(CHIP, b"\x03", 2) == b"xy"
    assert bus.transfer(CHIP, b"\x0fxy", 0) == EIO
    assert bus.transfer(CHIP, b"", 0) == b""
    assert bus.transfer(CHIP + 1, b"", 0) == EIO


def test_the_switch_leads_to_what_is_behind_its_open_channels() -> None:
    bus, _, memories = make()
    memories[1].data[0] = 99
    assert bus.transfer(CHIP, b"\x00", 1) == EIO
    bus.transfer(MUX, b"\x02", 0)
    assert bus.transfer(MUX, b"", 1) == b"\x02"
    assert bus.transfer(CHIP, b"\x00", 1) == b"\x63"
    bus.transfer(MUX, b"\x01", 0)
    assert bus.transfer(CHIP, b"\x00", 1) == b"\x00"


def test_unplugged_devices_and_held_lines() -> None:
    bus, mux, _ = make()
    bus.transfer(MUX, b"\x01", 0)
    bus.at(0).plug(CHIP, False)
    assert bus.transfer(CHIP, b"\x00", 1) == EIO
    assert bus.listing() == [(NO_CHANNEL, MUX, True), (0, CHIP, False), (1, CHIP, True)]
    bus.at(0).plug(CHIP, True)
    assert bus.transfer(CHIP, b"\x00", 1) == b"\x00"
    bus.plug(MUX, False)
    assert bus.transfer(CHIP, b"\x00", 1) == EIO
    bus.plug(MUX, True)
    assert bus.transfer(CHIP, b"\x00", 1) == EIO  # it forgot which channels were open
    bus.transfer(MUX, b"\x01", 0)
    bus.at(0).held = True
    assert bus.transfer(MUX, b"", 1) == ETIMEDOUT
    mux.control = 2
    assert bus.transfer(CHIP, b"\x00", 1) == b"\x00"
    bus.at(NO_CHANNEL).held = True
    assert bus.transfer(CHIP, b"\x00", 1) == ETIMEDOUT
    for bad in (lambda: bus.plug(9, True), lambda: bus.at(8), lambda: I2cBus().at(0)):
        with pytest.raises(HardwareError):
            bad()
