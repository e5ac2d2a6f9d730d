"""PartMat: what of a mat a board has that lacks some of its cells."""

from kostka.mats.mat import NO_SPOT, NOT_THERE, Mat


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
        self.paints = whole.paints
        missing = NOT_THERE[0]
        deaf = bytearray((len(cell_bit) + 7) >> 3)
        spot_of = bytearray(whole.spot_of)
        spots = []
        for spot in range(whole.spots):
            cells = whole.cells(spot)
            if missing in [cell_bit[cell] for cell in cells]:
                for cell in cells:
                    deaf[cell >> 3] |= 1 << (cell & 7)
                    spot_of[cell] = NO_SPOT
                cells = b""
            spots.append(cells)
        self._keep(spots)
        self.deaf = bytes(deaf)
        self.spot_of = bytes(spot_of)
        die = whole.die_cells
        self.die_cells = b"" if missing in [cell_bit[cell] for cell in die] else die
