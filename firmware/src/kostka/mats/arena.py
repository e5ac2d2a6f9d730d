"""The mat of Arena of Warriors: four square rings around a center of 2 x 2 cells.

The rings have sides of 10, 8, 6 and 4 cells; their fields are spread evenly, clockwise as seen
from above, from near the south-west corner on, and shifted so that no links cross. The start
field lies below, the place in front of it beside that; the die is in the east, the range in the
north.
"""

from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import EAST, NORTH, SOUTH, WEST, Mat

_COLS = 12
# Side in cells, fields, and where the first one begins, in twentieths of a field.
_RINGS = ((10, 20, 14), (8, 15, 13), (6, 12, 12), (4, 9, 15))


def _row(row: int, *cols: int) -> bytes:
    return bytes([row * _COLS + col for col in cols])


def _way(side: int) -> list[int]:
    """Return the cells of a square around the middle, clockwise from the south-west corner."""
    low = (_COLS - side) // 2
    high = low + side - 1
    cells = [row * _COLS + low for row in range(high, low, -1)]
    cells += [low * _COLS + col for col in range(low, high)]
    cells += [row * _COLS + high for row in range(low, high)]
    return cells + [high * _COLS + col for col in range(high, low, -1)]


def _spots() -> list[bytes]:
    """Return the cells of the rings' fields, center, start, the place before it, and range."""
    spots = []
    for side, fields, shift in _RINGS:
        way = _way(side)
        for i in range(fields):
            spots.append(bytes([way[(20 * i + shift) * len(way) // (20 * fields)]]))
    spots.append(_row(5, 5, 6) + _row(6, 5, 6))
    spots.append(_row(11, 1, 2, 3, 4))
    spots.append(_row(11, 5, 6, 7, 8))
    return spots + [_row(0, col) for col in (5, 7, 9)]  # gaps wider than a token


_SEAT_COLORS = bytes([RED, BLUE, YELLOW, BLACK])
_SEAT_SIDES = bytes([WEST, NORTH, EAST, SOUTH])

MAT = Mat(
    "arena",
    _spots(),
    bytes([row * _COLS + 11 for row in range(3, 9)]),
    [b"", b"", bytes([RED, YELLOW]), _SEAT_COLORS[:3], _SEAT_COLORS],
    [b"", b"", bytes([WEST, EAST]), _SEAT_SIDES[:3], _SEAT_SIDES],
)
