"""Mat: the printed sheet of one game, as cells of the grid."""

from kostka.compat import const

# Sides of the table, clockwise as seen from above.
WEST = const(0)
NORTH = const(1)
EAST = const(2)
SOUTH = const(3)

NO_SPOT = const(255)
NOT_THERE = b"\xff"  # in a board's tables of cells


class Mat:
    """Where a game's spots lie. Cells are row * cols + col, row 0 at the north side.

    `spot_of` gives the spot of each cell, NO_SPOT where there is none. A spot may have several
    cells: n tokens on it stand on any n of them. `die_cells` are six cells that show the faces
    1..6 of a die, outside the field; empty where the mat has none.

    `deaf` is a bitmap of cells whose tokens mean nothing; a whole mat has none.
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
    ) -> None:
        """Take the cells of each spot, and for each number of seats a color and side per seat.

        Raises:
            ValueError: a spot has no cell, or a cell is used twice or lies off the grid.
        """
        self.name = name
        self.rows = rows
        self.cols = cols
        self.die_cells = die_cells
        self._spots = spots
        self._colors = colors
        self._sides = sides
        spot_of = bytearray([NO_SPOT] * (rows * cols))
        for spot in range(len(spots)):
            if not spots[spot]:
                raise ValueError("spot %d has no cell" % spot)
            for cell in spots[spot]:
                if cell >= rows * cols or spot_of[cell] != NO_SPOT or cell in die_cells:
                    raise ValueError("cell %d of spot %d is taken" % (cell, spot))
                spot_of[cell] = spot
        self.spot_of = bytes(spot_of)

    def part(self, cell_bit: bytes) -> "Mat":
        """Return the mat as a board has it whose cell n is missing where cell_bit[n] is 255."""
        return PartMat(self, cell_bit) if NOT_THERE in cell_bit else self

    @property
    def spots(self) -> int:
        """Return the number of spots."""
        return len(self._spots)

    def cells(self, spot: int) -> bytes:
        """Return all cells of a spot."""
        return self._spots[spot]

    def seat_color(self, seat: int, seats: int) -> int:
        """Return the color of a seat in a game with so many seats."""
        return self._colors[seats][seat]

    def seat_side(self, seat: int, seats: int) -> int:
        """Return the side of the table (WEST, NORTH, EAST, SOUTH) where a seat sits."""
        return self._sides[seats][seat]


class PartMat(Mat):
    """A mat on a board that has only some of its cells.

    A spot that lacks any cell has none here: n tokens may stand on any n of its cells, so a
    picture of some says neither how many there are nor that one came or went. Its other cells
    are `deaf`: a token may stand there or not. The die is shown by all six cells or by none.
    """

    def __init__(self, whole: Mat, cell_bit: bytes) -> None:
        """Take a whole mat and a table of its cells in which 255 marks the missing ones."""
        self.name = whole.name
        self.rows = whole.rows
        self.cols = whole.cols
        self._colors = whole._colors
        self._sides = whole._sides
        missing = NOT_THERE[0]
        deaf = bytearray((len(cell_bit) + 7) >> 3)
        spot_of = bytearray(whole.spot_of)
        self._spots = []
        for spot in range(whole.spots):
            cells = whole.cells(spot)
            if missing in [cell_bit[cell] for cell in cells]:
                for cell in cells:
                    deaf[cell >> 3] |= 1 << (cell & 7)
                    spot_of[cell] = NO_SPOT
                cells = b""
            self._spots.append(cells)
        self.deaf = bytes(deaf)
        self.spot_of = bytes(spot_of)
        die = whole.die_cells
        self.die_cells = b"" if missing in [cell_bit[cell] for cell in die] else die
