"""The table as hands and eyes meet it: tokens on cells, keys, lights, and the chips behind."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from kostka.errors import HardwareError

from kostka_host.chips.desk import Desk
from kostka_host.chips.dice_cups import DiceCups
from kostka_host.chips.hc165 import ShiftChain
from kostka_host.chips.i2c import I2cBus
from kostka_host.chips.ws2812 import Color, LedString, shifted_bytes
from kostka_host.layout import Layout

OUT = 1  # mode of a pin
KEYS = 4
I2C_BUSES = (0, 1)
DICE_SEED = 1  # of what the sensors of a board are like
DARK: Color = (0, 0, 0)


class World:
    """Everything outside the controller of one board, wired as its layout says."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.now_us: Callable[[], int] = lambda: 0  # set by whoever has the board's clock
        self.wired = False  # a jig has the panel port, and hands cannot reach the chain
        self.tokens: set[int] = set()
        self.keys: set[tuple[int, int]] = set()
        # the layout counts the byte behind the last chip as part of the chain
        self.chain = ShiftChain(layout.wire_idle[:-1])
        self.i2c = {number: I2cBus() for number in I2C_BUSES}
        self.dice: DiceCups | None = None
        if layout.dice is not None:
            self.dice = DiceCups(self.i2c[layout.dice.i2c], layout.dice, random.Random(DICE_SEED))
            self.dice.world.now_us = self.time_us
        self.desk = Desk(layout, self.i2c[1], self.time_us)
        self.strings = {name: LedString(n) for name, n in layout.strings.items()}
        self._by_pin = {
            layout.pins["led_" + name]: string for name, string in self.strings.items()
        }
        self._load_pin = layout.pins.get("sr_ld_n")
        self._power_pin = layout.pins.get("led_pwr_en")
        self._cells = {cell.index: cell for cell in layout.cells}
        self._levels: dict[int, int] = {}
        self.reset_pins()

    def time_us(self) -> int:
        """Return the time of the board."""
        return self.now_us()

    # Hands -----------------------------------------------------------------------------------

    def put(self, cell: int) -> None:
        """Put a token on a cell."""
        self._sense(cell, True)

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""
        self._sense(cell, False)

    def set_tokens(self, cells: Iterable[int]) -> None:
        """Make these cells the only ones with a token."""
        wanted = set(cells)
        for cell in wanted - set(self._cells):
            raise HardwareError("bench.cell", cell)
        for cell in self.tokens - wanted:
            self._sense(cell, False)
        for cell in wanted - self.tokens:
            self._sense(cell, True)

    def _sense(self, cell: int, there: bool) -> None:
        if cell not in self._cells:
            raise HardwareError("bench.cell", cell)
        (self.tokens.add if there else self.tokens.discard)(cell)
        self.chain.set_input(self._cells[cell].bit, 0 if there else 1)

    def press(self, seat: int, key: int, down: bool) -> None:
        """Press or release a key of a seat panel."""
        if not 0 <= seat < len(self.layout.stations) or not 0 <= key < KEYS:
            raise HardwareError("bench.key", seat, key)
        bit = self.layout.stations[seat].key_bits[key]
        (self.keys.add if down else self.keys.discard)((seat, key))
        self.chain.set_input(bit, 0 if down else 1)

    def wire(self, levels: bytes) -> None:
        """Take the levels of all inputs from a jig, which has the panel port from now on.

        Raises:
            HardwareError: these are not as many as the chain has.
        """
        if len(levels) != len(self.chain.inputs):
            raise HardwareError("bench.argument", "levels", len(levels))
        self.wired = True
        self.chain.inputs[:] = levels

    def taps(self) -> dict[str, bytes]:
        """Return the last whole frame on the line of each string, empty where none came."""
        return {name: string.tap for name, string in self.strings.items()}

    def lit(self) -> bool:
        """Say whether the LED strings have their supply."""
        return all(string.powered for string in self.strings.values())

    # Eyes ------------------------------------------------------------------------------------

    def cell_colors(self) -> list[Color]:
        """Return the color of every cell, row by row."""
        cells = [self._cells.get(i) for i in range(self.layout.rows * self.layout.cols)]
        return [self.strings[c.string].color(c.led) if c else DARK for c in cells]

    def seat_colors(self) -> list[Color]:
        """Return the color of every seat's light."""
        return [self.strings[s.string].color(s.led) for s in self.layout.stations]

    def current_ma(self) -> float:
        """Return what the LED strings draw."""
        layout = self.layout
        leds = sum(string.n for string in self.strings.values() if string.powered)
        light = sum(string.total() for string in self.strings.values())
        return (leds * layout.led_idle_ua + light * layout.led_channel_ua / 255) / 1000

    def frames(self) -> int:
        """Return how many frames all strings have received."""
        return sum(string.frames for string in self.strings.values())

    # The controller's side -------------------------------------------------------------------

    def set_pin(self, pin: int, level: int) -> None:
        """Take the level of an output pin."""
        self._levels[pin] = level
        if pin == self._load_pin:
            self.chain.load_pin(level)
        elif pin == self._power_pin:
            self._power(bool(level))
        else:
            self.desk.set_pin(pin, level)

    def pin_mode(self, pin: int, mode: int, level: int) -> None:
        """Take the mode of a pin."""
        if mode == OUT:
            self.set_pin(pin, level)
        else:
            self._levels.pop(pin, None)

    def pin(self, pin: int) -> int:
        """Return the level of an input pin; all have pull-ups on the board."""
        level = self.desk.pin(pin)
        return self._levels.get(pin, 1) if level is None else level

    def reset_pins(self) -> None:
        """Make all pins inputs, as a reset of the controller does."""
        self._levels.clear()
        self.chain.load_pin(1)
        self.desk.release()
        if self._power_pin is not None:
            self._power(False)  # pulled low by a resistor

    def cut_power(self) -> None:
        """Let all chips forget what they know, as without power."""
        for bus in self.i2c.values():
            bus.power_on()

    def _power(self, on: bool) -> None:
        for string in self.strings.values():
            string.power(on)

    def spi(self, bus: int, count: int, mode: int) -> bytes:
        """Return what the devices of a bus send while the controller shifts `count` bytes."""
        return self.chain.shift(count, mode) if bus == self.layout.spi else b"\xff" * count

    def leds(self, pin: int, unit: int, threshold: int, flags: int, data: bytes) -> None:
        """Take words that a state machine shifts out on a pin; flags as in channel.py."""
        string = self._by_pin.get(pin)
        if string is not None:
            wire = shifted_bytes(data, 1 << unit, threshold, bool(flags & 1), bool(flags & 2))
            string.receive(wire, bool(flags & 4))
