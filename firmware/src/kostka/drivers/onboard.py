"""What a module itself has: an LED and the button BOOTSEL, all of a table that a bare Pico is."""

import rp2
from machine import Pin

from kostka.compat import const
from kostka.drivers.keys import Keys

_BLINK_MS = const(200)
_PAUSE = const(5)  # blinks
_EVERY = const(5)  # scans; reading the button stops the flash, and so everything, for 30 us


class Bootsel(Keys):
    """BOOTSEL as the OK key of panel 0, which speaks for all seats."""

    def __init__(self) -> None:
        super().__init__(b"\x07\x07\x00\x07")  # bit 7 of `_own` is never set
        self._own = bytearray(1)
        self._wait = 0

    def update(self, stable: bytearray, now_ms: int) -> None:
        """Look at the button; `stable` has no keys. Allocates nothing."""
        self._wait += 1
        if self._wait >= _EVERY:  # which also debounces it
            self._wait = 0
            self._own[0] = 1 if rp2.bootsel_button() else 0
        super().update(self._own, now_ms)


class Led:
    """The LED of the module: seat n on turn blinks n times, then pauses."""

    def __init__(self, pin: Pin) -> None:
        """Take the pin, an output."""
        self._pin = pin

    def show(self, seat: int, now_ms: int) -> None:
        """Show whose turn it is, -1 for nobody's. Allocates nothing."""
        blinks = 2 * (seat + 1)
        step = now_ms // _BLINK_MS % (blinks + _PAUSE)
        self._pin.value(1 if step < blinks and not step & 1 else 0)
