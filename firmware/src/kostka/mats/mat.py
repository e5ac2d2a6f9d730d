"""Mat: the printed sheet of one game, as cells of the grid."""

from array import array

from kostka.compat import const
from kostka.mats.colors import OFF

# Sides of the table, clockwise as seen from above.
WEST = const(0)
NORTH = const(1)
EAST = const(2)
SOUTH = const(3)

NO_SPOT = const(255)
NOT_THERE = b"\xff"  # in a board's tables of cells


def cell_name(cell: int, cols: int) -> str:
    """Return what people call a cell: column from a in the west, row from 1 in the north."""
    return "%s%d" % (chr(97 + cell % cols), cell // cols + 1)


class Mat:
    """Where a game's spots lie. Cells are row * cols + col, row 0 at the north side.

    `spot_of` gives the spot of each cell, NO_SPOT where there is none. A spot may have several
    cells: n tokens on it stand on any n of them. `die_cells` are six cells that show the faces
    1..6 of a die, outside the field; empty where the mat has none.

    `deaf` is a bitmap of cells whose tokens mean nothing; a whole mat has none. `paints` are the
    colors of tokens by shape, OFF where a token has the color of its owner.
    """

    deaf = b""

    def __init__(
        self,
        name: str,
        spots: list[bytes],
        die_cells: bytes,
        colors: list[bytes],
        sides: list[bytes],
        rows: int = 12,
        cols: int = 12,
        paints: bytes = b"",
    ) -> None:
        """Take the cells of each spot, and for each number of seats a color and side per seat.

        Raises:
            ValueError: a spot has no cell, or a cell is used twice or lies off the grid.
        """
        self.name = name
        self.rows = rows
        self.cols = cols
        self.die_cells = die_cells
        self._keep(spots)
        self._colors = colors
        self._sides = sides
        self.paints = paints
        spot_of = bytearray([NO_SPOT] * (rows * cols))
        for spot in range(len(spots)):
            if not spots[spot]:
                raise ValueError("spot %d has no cell" % spot)
            for cell in spots[spot]:
                if cell >= rows * cols or spot_of[cell] != NO_SPOT or cell in die_cells:
                    raise ValueError("cell %d of spot %d is taken" % (cell, spot))
                spot_of[cell] = spot
        self.spot_of = bytes(spot_of)

    def _keep(self, spots: list[bytes]) -> None:
        """Keep the cells of all spots one behind the other: an object each would take 2 kB."""
        self._cells = b"".join(spots)
        self._ends = array("H", [0])
        for cells in spots:
            self._ends.append(self._ends[-1] + len(cells))

    def part(self, cell_bit: bytes) -> "Mat":
        """Return the mat as a board has it whose cell n is missing where cell_bit[n] is 255."""
        if NOT_THERE not in cell_bit:
            return self
        from kostka.mats.part import PartMat  # a whole board has no use for it

        return PartMat(self, cell_bit)

    def turned(self, quarters: int) -> "Mat":
        """Return the mat as it lies turned clockwise by so many quarters, 0..3."""
        if not quarters:
            return self
        from kostka.mats.turned import turned  # most mats lie as printed

        return turned(self, quarters)

    @property
    def spots(self) -> int:
        """Return the number of spots."""
        return len(self._ends) - 1

    def cells(self, spot: int) -> bytes:
        """Return all cells of a spot."""
        return self._cells[self._ends[spot] : self._ends[spot + 1]]

    def seat_color(self, seat: int, seats: int) -> int:
        """Return the color of a seat in a game with so many seats."""
        return self._colors[seats][seat]

    def token_color(self, token: int, seats: int) -> int:
        """Return the color of a token, OFF for one without paint whose owner does not play."""
        shape = token & 63
        if shape < len(self.paints) and self.paints[shape] != OFF:
            return self.paints[shape]
        return self._colors[seats][token >> 6] if token >> 6 < seats else OFF

    def seat_side(self, seat: int, seats: int) -> int:
        """Return the side of the table (WEST, NORTH, EAST, SOUTH) where a seat sits."""
        return self._sides[seats][seat]

    def around(self, seats: int) -> bytes:
        """Return the seats clockwise, beginning in the west: the seat of each panel."""
        sides = self._sides[seats]
        return bytes([seat for _, seat in sorted([(sides[seat], seat) for seat in range(seats)])])
