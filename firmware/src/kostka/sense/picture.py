"""The picture of the table: which cells hold a token, and whether it stands still."""

from kostka.compat import const

_TICKS = const(0x3FFFFFFF)  # clocks wrap at 2**30 ms
_NO_CELL = const(255)
_NOT_THERE = const(255)


class Picture:
    """The occupied cells. `cells` has bit (cell & 7) of byte (cell >> 3); 1 is occupied.

    `touched` has a bit for each cell that changed since somebody cleared it.

    `settled` says that no cell changed for `settle_ms`: nobody is in the middle of a movement.
    """

    def __init__(self, cell_bit: bytes, settle_ms: int) -> None:
        """Take the chain bit (byte * 8 + bit) of each cell, 255 for one that is not there."""
        self.cell_bit = cell_bit
        self.cells = bytearray((len(cell_bit) + 7) >> 3)
        self.touched = bytearray(len(self.cells))
        self.settled = False
        self.settle_ms = settle_ms
        size = 0
        for bit in cell_bit:
            if bit != _NOT_THERE:
                size = max(size, (bit >> 3) + 1)
        cell_of = bytearray([_NO_CELL] * (8 * size))
        for cell in range(len(cell_bit)):
            if cell_bit[cell] != _NOT_THERE:
                cell_of[cell_bit[cell]] = cell
        self._cell_of = bytes(cell_of)
        self._seen = bytearray(size)
        self._since = 0
        self._fresh = True

    def feed(self, stable: bytearray, now_ms: int, changed: bool) -> bool:
        """Take a debounced chain; say True once when the picture has settled again.

        `changed` says whether `stable` differs from the last call. The first picture settles
        like any other. Allocates nothing.
        """
        if self._fresh:
            self._fresh = False
            self._since = now_ms
            changed = True
        if changed and self._update(stable):
            self.settled = False
            self._since = now_ms
        if not self.settled and (now_ms - self._since) & _TICKS >= self.settle_ms:
            self.settled = True
            return True
        return False

    def _update(self, stable: bytearray) -> bool:
        """Carry changed bits over to cells; say whether a cell was among them."""
        seen = self._seen
        cells = self.cells
        found = False
        for i in range(len(seen)):
            differs = seen[i] ^ stable[i]
            if differs:
                seen[i] = stable[i]
                at = 8 * i
                while differs:
                    if differs & 1:
                        cell = self._cell_of[at]
                        if cell != _NO_CELL:
                            cells[cell >> 3] ^= 1 << (cell & 7)
                            self.touched[cell >> 3] |= 1 << (cell & 7)
                            found = True
                    differs >>= 1
                    at += 1
        return found
