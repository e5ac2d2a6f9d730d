"""The mat of the probe: its track lies along row 5; spot 4 has a second cell below."""

from kostka_probe import SPOTS, WIDE

ROWS = 12
COLS = 12
NONE = 255  # in spot_of: the cell belongs to no spot


class ProbeMat:
    """Spots on cells. A cell is ``row * 12 + column``, row 0 at the top.

    `spot_of` gives the spot of each cell, NONE where there is none. `die_cells` are the cells of
    faces 1 to 6 for players who enter a throw by cell.
    """

    rows = ROWS
    cols = COLS

    def __init__(self) -> None:
        self.spot_of = bytearray([NONE] * (ROWS * COLS))
        self.die_cells = bytes([row * COLS + COLS - 1 for row in range(6)])
        for spot in range(SPOTS):
            for cell in self.cells(spot):
                self.spot_of[cell] = spot

    def cells(self, spot: int) -> bytes:
        """Return all cells of a spot: n tokens on it are any n of them."""
        cell = 5 * COLS + 1 + spot
        return bytes([cell, cell + COLS]) if spot == WIDE else bytes([cell])

    def seat_color(self, seat: int, seats: int) -> int:
        """Return the color code of a seat."""
        return seat


MAT = ProbeMat()
