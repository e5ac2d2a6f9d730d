"""The Domino mat: a way of ten rows, one cell for each half of a tile, that winds downward.

Every tile lies along a row: rows are twelve cells wide. The opening tile has its place near the
middle of the mat; from there the row grows up and down.
"""

from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import EAST, NORTH, SOUTH, WEST, Mat

_COLS = 12
_TOP = 1  # the row where the way begins
_SPOTS = 110


def _cell(spot: int) -> int:
    """Return the cell of a spot: every other row runs from right to left."""
    row, col = spot // _COLS, spot % _COLS
    return _COLS * (_TOP + row) + (_COLS - 1 - col if row & 1 else col)


_COLORS = bytes([RED, BLUE, YELLOW, BLACK])
_SIDES = bytes([WEST, NORTH, EAST, SOUTH])

MAT = Mat(
    "domino",
    [bytes([_cell(spot)]) for spot in range(_SPOTS)],
    b"",
    [b"", _COLORS[:1], bytes([RED, YELLOW]), _COLORS[:3], _COLORS],
    [b"", bytes([SOUTH]), bytes([WEST, EAST]), _SIDES[:3], _SIDES],
)
