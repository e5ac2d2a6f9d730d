"""What stands beside the field: tag reader, screen, buzzer, and the line of the supply."""

from __future__ import annotations

from collections.abc import Callable

from kostka.errors import HardwareError

from kostka_host.chips.buzzer import Buzzer
from kostka_host.chips.i2c import I2cBus
from kostka_host.chips.pn532 import Pn532, Tag
from kostka_host.chips.ssd1306 import Ssd1306
from kostka_host.layout import Layout

READER, SCREEN = 0x24, 0x3C  # addresses on I2C 1
CC_MV = 920  # what a supply of 1.5 A puts on the CC line
V5_MV = 2500  # half of the 5 V rail
FULL_MV = 3300
CORE_U16 = 14000  # the sensor of the controller at room temperature
CORE_PIN = 30  # stands for it
UID_SIZES = (4, 7, 10)


class Desk:
    """The parts that the layout has pins for. `tags` lie on the reader, by UID, in hex."""

    def __init__(self, layout: Layout, bus: I2cBus, now_us: Callable[[], int]) -> None:
        pins = layout.pins
        self.reader = Pn532(now_us)
        self.screen = Ssd1306()
        self.buzzer = Buzzer()
        self.tags: dict[str, Tag] = {}
        self._bus = bus
        self._now_us = now_us
        self._irq = pins.get("nfc_irq")
        self._reset = pins.get("nfc_rst_n")
        self._sounds = pins.get("buzzer")
        self._levels_mv = {pins.get("adc_cc"): CC_MV, pins.get("adc_5v"): V5_MV}
        self._cc = pins.get("adc_cc")
        if "i2c1_sda" in pins:
            bus.attach(READER, self.reader)
            bus.attach(SCREEN, self.screen)

    # Hands -----------------------------------------------------------------------------------

    def lay(self, uid: str, text: str = "", sel_res: int = 0) -> None:
        """Lay a tag on the reader, with a text unless that is empty.

        Raises:
            HardwareError: the UID is not 4, 7 or 10 bytes in hex, or the text is too long.
        """
        try:
            number = bytes.fromhex(uid)
        except ValueError:
            number = b""
        if len(number) not in UID_SIZES or len(text.encode()) > 120:
            raise HardwareError("bench.tag", uid)
        self.take(uid)
        self.tags[number.hex()] = Tag(number, text, sel_res)
        self.reader.tags = list(self.tags.values())

    def take(self, uid: str) -> None:
        """Take a tag away, if it lies there."""
        self.tags.pop(uid.lower(), None)
        self.reader.tags = list(self.tags.values())

    def supply(self, cc_mv: int) -> None:
        """Let the supply put a level on the CC line."""
        self._levels_mv[self._cc] = cc_mv

    # The controller's side -------------------------------------------------------------------

    def release(self) -> None:
        """Let go of all pins, as a reset of the controller does: pull-ups and silence."""
        self.reader.reset_pin(1)
        self.buzzer.pwm(self._now_us(), 0, 0)

    def set_pin(self, pin: int, level: int) -> None:
        """Take the level of an output pin."""
        if pin == self._reset:
            self.reader.reset_pin(level)

    def pin(self, pin: int) -> int | None:
        """Return the level of an input pin, None for one that is wired to nothing here."""
        if pin != self._irq:
            return None
        return self.reader.irq() if self._bus.plugged(READER) else 1

    def pwm(self, pin: int, hz: int, duty: int) -> None:
        """Take what a PWM pin does from now on."""
        if pin == self._sounds:
            self.buzzer.pwm(self._now_us(), hz, duty)

    def adc(self, pin: int) -> int:
        """Return what an analog pin reads, 0..65535; an open one reads 0."""
        if pin == CORE_PIN:
            return CORE_U16
        return min(65535, self._levels_mv.get(pin, 0) * 65535 // FULL_MV)
