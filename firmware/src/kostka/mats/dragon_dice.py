"""The mat of Dragon Dice: a table for dice, whose places no cell senses; they are lit.

Player 1 sits in the west, the others follow clockwise. Before each lies the home terrain, in the
middle the frontier (DD-77). Seen from its owner the reserves lie to the right, the dead to the
left, the buried left of them, and the summoning pool between them and the middle.
"""

from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import EAST, NORTH, SOUTH, WEST, Mat

_COLS = 12
_LAST = 11  # last row and column

# Places of the player in the south, as (row, col): terrain, reserves, dead, buried, pool.
_HOME = ((8, 5), (8, 6), (9, 5), (9, 6))
_RESERVES = ((10, 8), (10, 9), (11, 8), (11, 9))
_DEAD = ((10, 3), (11, 3))
_BURIED = ((10, 2), (11, 2))
_POOL = ((8, 3), (9, 3))


def _cells(places: tuple[tuple[int, int], ...], quarters: int) -> bytes:
    """Return the cells of places turned clockwise about the middle of the grid."""
    found = []
    for place in places:
        row, col = place
        for _ in range(quarters):
            row, col = col, _LAST - row
        found.append(row * _COLS + col)
    return bytes(found)


def _spots() -> list[bytes]:
    """Return the cells of four home terrains, the frontier, then four areas of each player."""
    turns = (1, 2, 3, 0)  # from the south to the west, north, east, south
    spots = [_cells(_HOME, turn) for turn in turns]
    spots.append(_cells(((5, 5), (5, 6), (6, 5), (6, 6)), 0))
    for area in (_RESERVES, _DEAD, _BURIED, _POOL):
        spots += [_cells(area, turn) for turn in turns]
    return spots


_SEAT_COLORS = bytes([RED, BLUE, YELLOW, BLACK])
_SEAT_SIDES = bytes([WEST, NORTH, EAST, SOUTH])

MAT = Mat(
    "dragon_dice",
    _spots(),
    b"",
    [b"", b"", _SEAT_COLORS[:2], _SEAT_COLORS[:3], _SEAT_COLORS],
    [b"", b"", _SEAT_SIDES[:2], _SEAT_SIDES[:3], _SEAT_SIDES],
)
