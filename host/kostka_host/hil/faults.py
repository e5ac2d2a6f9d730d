"""What can be made to go wrong at a board. All of it is undone when the test ends."""

from __future__ import annotations

import contextlib

from kostka.errors import KostkaError

from kostka_host.boards.virtual import VirtualBoard
from kostka_host.hil.dut import Dut
from kostka_host.hil.hands import Instrument, layout_of
from kostka_host.hil.jig.board import ThroughJig
from kostka_host.hil.manual import Person
from kostka_host.hil.record import Record
from kostka_host.hil.wire import Cable, Weather
from kostka_host.link.transport import Transport

FILLER = "/hil.fill"
_FILL = """
import os
def _f():
    s = os.statvfs('/')
    n = s[3] - LEAVE
    with open(NAME, 'wb') as f:
        b = bytes(s[0])
        try:
            for i in range(n):
                f.write(b)
        except OSError:
            pass
    s = os.statvfs('/')
    return s[3] if s[3] < s[2] else 0  # littlefs may count below none
print(_f())
"""


class Faults(Instrument):
    """Faults of the cable, the sensors, the flash and the power."""

    def __init__(self, dut: Dut, record: Record, person: Person | None, seed: int) -> None:
        super().__init__(dut, record, person)
        self._seed = seed
        self._cable: Cable | None = None
        self._stuck: set[int] = set()
        self._filled = False
        self._armed = False

    # The cable -------------------------------------------------------------------------------

    @property
    def cable(self) -> Cable:
        """The cable between host and board; a `table` that comes later goes through it."""
        if self._cable is None:
            self._cable = Cable(self._open_port, self._seed)
        return self._cable

    @property
    def place(self) -> str:
        """Where a host finds the board: behind the cable, where there is one by now."""
        return self._cable.place if self._cable is not None else self.dut.link()

    def _open_port(self) -> Transport:
        from kostka_host.link.transport import open_transport

        return open_transport(self.dut.link())

    def link(
        self, drop: float = 0.0, dup: float = 0.0, corrupt: float = 0.0, delay_ms: float = 0.0
    ) -> Cable:
        """Lose, double or spoil these shares of the lines from now on, and delay all of them."""
        self._record.note("link", drop=drop, dup=dup, corrupt=corrupt, delay_ms=delay_ms)
        self.cable.weather = Weather(drop, dup, corrupt, delay_ms)
        return self.cable

    def cut_link(self) -> None:
        """Pull the cable."""
        self._record.note("pull")
        self.cable.pull()

    def mend_link(self) -> None:
        """Plug the cable in again."""
        self._record.note("plug")
        self.cable.plug()

    def reset_at_line(self, number: int) -> None:
        """Reset the board once so many journal lines have come over the cable."""
        self._record.note("reset_at", line=number)

        def look(count: int) -> None:
            if count >= number:
                self.cable.on_line = lambda count: None
                self.dut.reset()

        self.cable.on_line = look

    # Sensors ---------------------------------------------------------------------------------

    def stick(self, cell: int, occupied: bool) -> None:
        """Let the sensor of a cell say the same whatever stands there."""
        bit = layout_of(self.dut).cell_bits[cell]
        self._record.note("stick", cell=cell, occupied=occupied)
        self._table.stick(bit, 0 if occupied else 1)
        self._stuck.add(bit)

    def unplug_sensors(self, byte: int = 0) -> None:
        """Take the chain of sensors apart before a byte."""
        self._record.note("unplug", byte=byte)
        self._table.unplug(byte)

    def plug_sensors(self) -> None:
        """Plug the chain together again."""
        self._table.unplug(None)

    # Flash and power -------------------------------------------------------------------------

    def fill_flash(self, leave: int = 0) -> int:
        """Fill the flash but for some blocks; return how many are free then."""
        self._record.note("fill", leave=leave)
        with self.dut.prompt() as prompt:
            said = prompt.run(f"LEAVE={leave}\nNAME={FILLER!r}\n{_FILL}", 120.0)
            self._filled = True
            prompt.reset()
        self.dut.calm()
        return int(said)

    def empty_flash(self) -> None:
        """Take back what fill_flash() wrote."""
        if self._filled:
            with self.dut.prompt() as prompt:
                prompt.run(f"import os\nos.remove({FILLER!r})")
                prompt.reset()
            self.dut.calm()
            self._filled = False

    def cut_power_after(self, operations: int) -> None:
        """Let the power go in the middle of the flash operation after so many."""
        self._record.note("cut_after", operations=operations)
        self._board.cut_after(operations)
        self._armed = True

    def brown_out(self, ms: float = 20) -> None:
        """Let the power sag for a moment."""
        self._record.note("brown_out", ms=ms)
        self.dut.power_off()
        if isinstance(self.dut.board, VirtualBoard):
            self.dut.board.advance(ms)
        self.dut.power_on()

    def undo(self) -> None:
        """Take all faults back."""
        board = self.dut.board
        if isinstance(board, (VirtualBoard, ThroughJig)):
            if self._armed and isinstance(board, VirtualBoard):
                board.cut_after(None)
            for bit in self._stuck:
                board.stick(bit, None)
            board.unplug(None)
            board.start()
        if self._cable is not None:
            for name, count in self._cable.count.items():
                key = f"cable_{name}"
                self.dut.statistics[key] = self.dut.statistics.get(key, 0) + count
            self._cable.close()
            self._cable = None
        with contextlib.suppress(KostkaError):
            self.empty_flash()
        self._stuck.clear()
        self._armed = False
