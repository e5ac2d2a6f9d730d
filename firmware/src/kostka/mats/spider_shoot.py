"""The mat of Spider Shoot: two lanes on either side of the range, from the south to the north.

A lane is twelve steps up one column; its last step turns inward, so that two goals meet in the
north. The targets stand in between: the front one nearest to the shooter, who aims from the
south, then two side by side, 25 mm from middle to middle, then the back one.
"""

from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import EAST, NORTH, SOUTH, WEST, Mat

_COLS = 12
_LANES = ((0, 1), (3, 2), (8, 9), (11, 10))  # column of a lane, and of its goal
_TARGETS = ((9, 5), (6, 5), (6, 6), (3, 5))  # row and column


def _spots() -> list[bytes]:
    """Return the cells of the lanes, 13 each from start to goal, then of the targets."""
    spots = []
    for col, goal in _LANES:
        spots += [bytes([row * _COLS + col]) for row in range(11, -1, -1)]
        spots.append(bytes([goal]))
    return spots + [bytes([row * _COLS + col]) for row, col in _TARGETS]


_SEAT_COLORS = bytes([RED, BLUE, YELLOW, BLACK])
_SEAT_SIDES = bytes([WEST, NORTH, EAST, SOUTH])

MAT = Mat(
    "spider_shoot",
    _spots(),
    b"",
    [b"", b"", bytes([RED, YELLOW]), _SEAT_COLORS[:3], _SEAT_COLORS],
    [b"", b"", bytes([WEST, EAST]), _SEAT_SIDES[:3], _SEAT_SIDES],
)
