"""The mat of New York Kombat: four paths wind from the corners to a center of 2 x 2 cells.

Red starts in the north-west; blue, yellow and black are red turned by a quarter each. A piece
that is out lies in the corner cell beyond its start field. The die is in column 11.
"""

from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import EAST, NORTH, SOUTH, WEST, Mat

_COLS = 12
_LAST = 11  # last row and column

# Red's path as (row, col) from the start field inward, and where its piece lies that is out.
_PATH = ((1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (4, 3), (5, 3), (5, 4))
_OUT = (0, 0)


def _cell(place: tuple[int, int], quarters: int) -> int:
    """Return the cell of a place turned clockwise about the middle of the grid."""
    row, col = place
    for _ in range(quarters):
        row, col = col, _LAST - row
    return row * _COLS + col


def _spots() -> list[bytes]:
    """Return the cells of spots 0..31 paths, 32 center, 33..36 pieces that are out."""
    paths = [bytes([_cell(place, q)]) for q in range(4) for place in _PATH]
    center = bytes([row * _COLS + col for row in (5, 6) for col in (5, 6)])
    return paths + [center] + [bytes([_cell(_OUT, q)]) for q in range(4)]


_SEAT_COLORS = bytes([RED, BLUE, YELLOW, BLACK])
_SEAT_SIDES = bytes([WEST, NORTH, EAST, SOUTH])

MAT = Mat(
    "kombat",
    _spots(),
    bytes([row * _COLS + _LAST for row in range(3, 9)]),
    [b"", b"", bytes([RED, YELLOW]), _SEAT_COLORS[:3], _SEAT_COLORS],
    [b"", b"", bytes([WEST, EAST]), _SEAT_SIDES[:3], _SEAT_SIDES],
)
