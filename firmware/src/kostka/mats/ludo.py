"""The Ludo mat: a cross of 11 x 11 cells in rows and columns 0..10, the die in column 11.

Red sits in the west with its reserve in the north-west corner and starts on the cell where the
west arm's north row begins; the track runs clockwise as seen from above. Blue, yellow and black
are red turned by a quarter each.
"""

from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import EAST, NORTH, SOUTH, WEST, Mat

_COLS = 12
_LAST = 10  # last row and column of the cross

# Red's quarter as (row, col): its track up to the field before blue's start, lane and reserve.
_TRACK = ((4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (3, 4), (2, 4), (1, 4), (0, 4), (0, 5))
_LANE = ((5, 1), (5, 2), (5, 3), (5, 4))
_RESERVE = ((0, 0), (0, 1), (1, 1), (1, 0))


def _cell(place: tuple[int, int], quarters: int) -> int:
    """Return the cell of a place turned clockwise about the middle of the cross."""
    row, col = place
    for _ in range(quarters):
        row, col = col, _LAST - row
    return row * _COLS + col


def _spots() -> list[bytes]:
    """Return the cells of spots 0..39 track, 40..55 lanes, 56..59 reserves."""
    track = [bytes([_cell(place, q)]) for q in range(4) for place in _TRACK]
    lanes = [bytes([_cell(place, q)]) for q in range(4) for place in _LANE]
    reserves = [bytes([_cell(place, q) for place in _RESERVE]) for q in range(4)]
    return track + lanes + reserves


_SEAT_COLORS = bytes([RED, BLUE, YELLOW, BLACK])
_SEAT_SIDES = bytes([WEST, NORTH, EAST, SOUTH])

MAT = Mat(
    "ludo",
    _spots(),
    bytes([row * _COLS + 11 for row in range(1, 7)]),
    [b"", b"", bytes([RED, YELLOW]), _SEAT_COLORS[:3], _SEAT_COLORS],
    [b"", b"", bytes([WEST, EAST]), _SEAT_SIDES[:3], _SEAT_SIDES],
)
