"""Boards whose hands and eyes are a jig: every token and light goes over its wires."""

from __future__ import annotations

import time
from collections.abc import Iterable

from kostka.errors import HardwareError

from kostka_host.boards.base import Board, Color, LinkBoard
from kostka_host.boards.registry import Entry
from kostka_host.boards.virtual import VirtualBoard
from kostka_host.hil.jig.link import JigLink
from kostka_host.layout import Layout

LED_BYTES = 3
DARK: Color = (0, 0, 0)
RUN_LOW_S = 0.01


class ThroughJig(Board):
    """Hands, eyes, power and faults of a board that a jig has; the rest is the board's own."""

    jig: JigLink
    place: Layout
    _cells: set[int]

    def wire(self, jig: JigLink, place: Layout) -> None:
        """Take a jig and the layout of the board; nothing stands on it."""
        self.jig = jig
        self.place = place
        self._cells = set()
        self._bit = {cell.index: cell.bit for cell in place.cells}
        jig.ask("rest")

    def put(self, cell: int) -> None:
        """Put a token on a cell."""
        self._sense(cell, True)

    def lift(self, cell: int) -> None:
        """Take the token off a cell."""
        self._sense(cell, False)

    def rest(self) -> None:
        """Leave the table: power on, all keys up, no token, no fault."""
        self.start()
        self.jig.ask("rest")
        self._cells.clear()

    def _sense(self, cell: int, there: bool) -> None:
        if cell not in self._bit:
            raise HardwareError("bench.cell", cell)
        self.jig.ask("input", bit=self._bit[cell], level=0 if there else 1)
        (self._cells.add if there else self._cells.discard)(cell)

    def tokens(self, cells: Iterable[int] | None = None) -> list[int]:
        """Make these cells the only ones with a token; return the cells that have one."""
        if cells is not None:
            wanted = set(cells)
            for cell in sorted(self._cells - wanted):
                self.lift(cell)
            for cell in sorted(wanted - self._cells):
                self.put(cell)
        return sorted(self._cells)

    def key(self, seat: int, key: int, down: bool) -> None:
        """Press a key of a seat panel down, or let it go."""
        bit = self.place.stations[seat].key_bits[key]
        self.jig.ask("input", bit=bit, level=0 if down else 1)

    def stick(self, bit: int, level: int | None) -> None:
        """Hold a bit of the sensor chain at a level, or let it go."""
        self.jig.ask("stick", bit=bit, level=level)

    def unplug(self, byte: int | None) -> None:
        """Take the sensor chain apart before a byte, or plug it together again."""
        self.jig.ask("unplug", byte=byte)

    def _frames(self) -> dict[str, bytes]:
        return {n: bytes.fromhex(self.jig.ask("frame", s=n)["grb"]) for n in self.place.strings}

    def leds(self) -> list[Color]:
        """Return the color of every cell, row by row, as the line to the LEDs has it."""
        frames = self._frames()
        found = [DARK] * (self.place.rows * self.place.cols)
        for cell in self.place.cells:
            found[cell.index] = _color(frames[cell.string], cell.led)
        return found

    def seats(self) -> list[Color]:
        """Return the color of every seat's light."""
        frames = self._frames()
        return [_color(frames[one.string], one.led) for one in self.place.stations]

    def start(self) -> None:
        """Switch the power on."""
        self.jig.ask("power", on=1)

    def power_cut(self) -> None:
        """Switch the power off."""
        self.jig.ask("power", on=0)

    def reset(self) -> None:
        """Pull the reset line of the controller for a moment."""
        self.jig.ask("hold", down=1)
        time.sleep(RUN_LOW_S)
        self.jig.ask("hold", down=0)


class WiredVirtual(ThroughJig, VirtualBoard):
    """A virtual board that a jig has; its bench is the clock, and dice and screen of no use."""

    def __init__(self, entry: Entry, process: object = None) -> None:
        VirtualBoard.__init__(self, entry, process)  # type: ignore[arg-type]

    def close(self) -> None:
        """End the jig, then the board."""
        if hasattr(self, "jig"):
            self.jig.close()
        VirtualBoard.close(self)


class WiredPort(ThroughJig, LinkBoard):
    """A real board that a jig has."""

    def advance(self, ms: float) -> None:
        """Wait."""
        time.sleep(ms / 1000)

    def close(self) -> None:
        """Let jig and board go; the board stays on."""
        if hasattr(self, "jig"):
            self.jig.ask("rest")
            self.jig.close()


def _color(frame: bytes, led: int) -> Color:
    at = LED_BYTES * led
    return (frame[at + 1], frame[at], frame[at + 2]) if at + LED_BYTES <= len(frame) else DARK
