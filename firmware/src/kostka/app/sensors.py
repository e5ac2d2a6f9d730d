"""Sensors: cells that flicker or are stuck, and those that people want to play without."""

import json

from kostka.compat import const
from kostka.errors import HardwareError
from kostka.journal import files
from kostka.line import dumps, seal, unseal

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.sense.debounce import Debounce
    from kostka.sense.picture import Picture
    from kostka.sense.unrest import Unrest

_TICKS = const(0x3FFFFFFF)
_NAME_MS = const(3000)  # how long a cell flickers before people are told

FLICKERS = const(0)
OCCUPIED = const(1)  # stuck: says that a token stands there
EMPTY = const(2)  # stuck: does not see the token


class Sensors:
    """What is known of the sensors. Cells in `hidden` tell nothing, neither right nor wrong.

    A cell that cannot rest is hidden while that lasts, so that it stops nobody. `odd` are the
    cells that people were told of, with what is odd; `masked` those that people agreed to play
    without. The latter are kept in a small file.
    """

    def __init__(
        self, path: str, picture: "Picture", debounce: "Debounce", unrest: "Unrest"
    ) -> None:
        """Take the parts and the path of the file, which may not exist."""
        self.hidden = bytearray(len(picture.cells))
        self.odd: dict[int, int] = {}
        self.masked: list[int] = []
        self.restless: dict[int, int] = {}  # cell: when it was found
        self._path = path
        self._bits = picture.cell_bit
        self._debounce = debounce
        self._unrest = unrest
        self._read()
        self._hide()

    # What the inputs do ----------------------------------------------------------------------

    def changed(self, now_ms: int) -> None:
        """Take over which inputs cannot rest; `hidden` is new then."""
        restless = self._unrest.restless
        found = {}
        for cell in range(len(self._bits)):
            bit = self._bits[cell]
            if bit >> 3 < len(restless) and restless[bit >> 3] >> (bit & 7) & 1:
                found[cell] = self.restless.get(cell, now_ms)
            elif self.odd.get(cell) == FLICKERS:
                self.odd.pop(cell)
        self.restless = found
        self._hide()

    def flickers(self, now_ms: int) -> int:
        """Return a cell that has just flickered for long enough to be told, -1 for none."""
        for cell in self.restless:  # subset: order the other one comes next
            if cell not in self.odd and cell not in self.masked:
                if (now_ms - self.restless[cell]) & _TICKS >= _NAME_MS:
                    self.odd[cell] = FLICKERS
                    return cell
        return -1

    def doubt(self, missing: list[int], extra: list[int]) -> list[tuple[int, str]]:
        """Doubt cells that alone were wrong for long; return (cell, text id) of new ones."""
        new = []
        for cells, why, text in (
            (missing, EMPTY, "play.sensor.empty"),
            (extra, OCCUPIED, "play.sensor.full"),
        ):
            for cell in cells:
                if cell not in self.odd:
                    self.odd[cell] = why
                    new.append((cell, text))
        return new

    def trust(self) -> bool:
        """Doubt stuck cells no longer, they were seen to be right; say whether there were any."""
        stuck = [cell for cell in sorted(self.odd) if self.odd[cell] != FLICKERS]
        for cell in stuck:
            self.odd.pop(cell)
        return len(stuck) > 0

    # What people want ------------------------------------------------------------------------

    def mask(self, cell: int, on: bool) -> None:
        """Play without a cell's sensor, or with it again.

        Raises:
            HardwareError: the board has no such cell.
            OSError: it could not be kept; it holds until the next start.
        """
        if not 0 <= cell < len(self._bits) or self._bits[cell] == 255:
            raise HardwareError("play.sensor.none", cell)
        self.odd.pop(cell, None)
        if on == (cell in self.masked):
            return
        if on:
            self.masked.append(cell)
            self.masked.sort()
        else:
            self.masked.remove(cell)
        self._hide()
        self._write()

    def _hide(self) -> None:
        for i in range(len(self.hidden)):
            self.hidden[i] = 0
        ignored = self._debounce.ignored
        ignored[:] = self._unrest.restless
        for cell in self.masked:
            bit = self._bits[cell]
            ignored[bit >> 3] |= 1 << (bit & 7)
            self.hidden[cell >> 3] |= 1 << (cell & 7)
        for cell in self.restless:  # subset: order a set of bits
            self.hidden[cell >> 3] |= 1 << (cell & 7)

    def _read(self) -> None:
        try:
            with open(self._path, "rb") as file:
                body = unseal(file.readline().decode().rstrip("\n"))
        except (OSError, ValueError):
            return
        found = json.loads(body)["v"] if body is not None else []
        for cell in found:
            if isinstance(cell, int) and 0 <= cell < len(self._bits) and self._bits[cell] != 255:
                self.masked.append(cell)

    def _write(self) -> None:
        with open(self._path + ".new", "wb") as file:
            file.write((seal(dumps([("v", self.masked)])) + "\n").encode())
        files.replace(self._path + ".new", self._path)
