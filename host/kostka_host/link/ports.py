"""The serial ports of this machine, and which of them may be a board."""

from __future__ import annotations

from dataclasses import dataclass

from serial.tools import list_ports

RASPBERRY_PI = 0x2E8A  # USB vendor of boards with an RP2


@dataclass(frozen=True)
class UsbPort:
    """A serial port on USB. `serial` is the device's own number: for an RP2 the board's id."""

    device: str
    serial: str
    words: str
    likely: bool  # made like a board


def usb_ports() -> list[UsbPort]:
    """Return the serial ports on USB, likely boards first."""
    found = [
        UsbPort(
            device=port.device,
            serial=(port.serial_number or "").lower(),
            words=port.description or "",
            likely=port.vid == RASPBERRY_PI,
        )
        for port in list_ports.comports()
        if port.vid is not None
    ]
    return sorted(found, key=lambda port: (not port.likely, port.device))
