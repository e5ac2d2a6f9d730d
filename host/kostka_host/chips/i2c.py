"""An I2C bus: devices by address, switches that lead to further ones, and faults of the bench.

A device is any object with the methods of `Device`. Errors are errno values, those that the
RP2 port of MicroPython raises: EIO when nobody acknowledges, ETIMEDOUT when a line stays low.
"""

from __future__ import annotations

from typing import Protocol

from kostka.errors import HardwareError

EIO, ETIMEDOUT = 5, 110
NO_CHANNEL = -1


class Device(Protocol):
    """A chip on an I2C bus."""

    def write(self, data: bytes) -> bool:
        """Take bytes after the address; say whether all were acknowledged. May be none."""

    def read(self, count: int) -> bytes | None:
        """Return so many bytes, None where the address is not acknowledged now."""

    def power_on(self) -> None:
        """Begin as after power comes."""


class Switch:
    """A device with further buses behind it."""

    channels: list[I2cBus]

    def open_channels(self) -> list[I2cBus]:
        """Return the buses that are connected now."""
        raise NotImplementedError

    def write(self, data: bytes) -> bool:
        """Take bytes."""
        raise NotImplementedError

    def read(self, count: int) -> bytes:
        """Return so many bytes."""
        raise NotImplementedError


class I2cBus:
    """Devices by their 7-bit address. `held` says that a line is held low by a fault."""

    def __init__(self) -> None:
        self.held = False
        self.transfers = 0
        self._devices: dict[int, Device] = {}
        self._switches: dict[int, Switch] = {}
        self._unplugged: set[int] = set()

    def attach(self, addr: int, device: Device) -> None:
        """Put a device on the bus."""
        self._devices[addr] = device
        if isinstance(device, Switch):
            self._switches[addr] = device

    def plug(self, addr: int, there: bool) -> None:
        """Unplug a device that was attached, or plug it in again.

        Raises:
            HardwareError: there is none with this address.
        """
        if addr not in self._devices:
            raise HardwareError("bench.i2c", addr)
        if there and addr in self._unplugged:
            self._devices[addr].power_on()
        (self._unplugged.discard if there else self._unplugged.add)(addr)

    def plugged(self, addr: int) -> bool:
        """Say whether a device was attached and not unplugged."""
        return addr in self._devices and addr not in self._unplugged

    def power_on(self) -> None:
        """Let all devices begin as after power comes, those behind a switch as well."""
        for device in self._devices.values():
            device.power_on()
            if isinstance(device, Switch):
                for bus in device.channels:
                    bus.power_on()

    def listing(self) -> list[tuple[int, int, bool]]:
        """Return channel (of a switch, or NO_CHANNEL), address, plugged in; of all devices."""
        found = []
        for addr, device in sorted(self._devices.items()):
            found.append((NO_CHANNEL, addr, addr not in self._unplugged))
            if isinstance(device, Switch):
                for number, behind in enumerate(device.channels):
                    found += [(number, at, there) for _, at, there in behind.listing()]
        return found

    def at(self, channel: int) -> I2cBus:
        """Return this bus, or the one behind a channel of its switch.

        Raises:
            HardwareError: there is none.
        """
        if channel == NO_CHANNEL:
            return self
        for switch in self._switches.values():
            if 0 <= channel < len(switch.channels):
                return switch.channels[channel]
        raise HardwareError("bench.i2c", channel)

    def transfer(self, addr: int, data: bytes, count: int) -> bytes | int:
        """Send bytes to an address, then read `count`; return these, or an errno value."""
        self.transfers += 1
        if self._is_held():
            return ETIMEDOUT
        found = self._find(addr)
        if found is None:
            return EIO
        if (data or not count) and not found.write(data):
            return EIO
        if not count:
            return b""
        answer = found.read(count)
        return EIO if answer is None else answer

    def _is_held(self) -> bool:
        if self.held:
            return True
        return any(bus._is_held() for bus in self._behind()) if self._switches else False

    def _behind(self) -> list[I2cBus]:
        found = []
        for addr, switch in self._switches.items():
            if addr not in self._unplugged:
                found += switch.open_channels()
        return found

    def _find(self, addr: int) -> Device | None:
        if addr in self._devices and addr not in self._unplugged:
            return self._devices[addr]
        for bus in self._behind():
            device = bus._find(addr)
            if device is not None:
                return device
        return None
