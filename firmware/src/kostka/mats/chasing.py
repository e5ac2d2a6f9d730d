"""The mat of Chasing: a web in rows and columns 0..10, the time track around its south-east.

Spoke 0 with the red hunters lies in the west, spoke 5 with the yellow ones in the east. Rings
are snapped to the grid so that they stay round and fields that a thread joins lie close.
"""

from kostka.mats.colors import BLACK, BLUE, BROWN, GREEN, OFF, RED, WHITE, YELLOW
from kostka.mats.mat import EAST, NORTH, SOUTH, WEST, Mat

_COLS = 12
_MIDDLE = 5  # row and column of the center

# Fields as (west, north) of the center. Spokes 0..5 of rings 2 to 4; the others mirror them.
_HALVES = (
    ((2, 0), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, 0)),
    ((4, 0), (3, 2), (1, 4), (-1, 4), (-3, 2), (-4, 0)),
    ((5, 0), (4, 3), (2, 5), (-2, 5), (-4, 3), (-5, 0)),
)
_FIRST_RING = ((1, 0), (0, 1), (-1, 1), (-1, -1), (0, -1))  # spokes 0, 2, 4, 6, 8


def _spots() -> list[bytes]:
    """Return the cells of spots 0..35 web, 36..60 time track."""
    places = [(0, 0)]
    places.extend(_FIRST_RING)
    for half in _HALVES:
        places.extend(half)
        places.extend([(half[i][0], -half[i][1]) for i in (4, 3, 2, 1)])
    cells = [(_MIDDLE - north) * _COLS + _MIDDLE - west for west, north in places]
    cells.append(10)  # the track begins in the north-east corner
    cells.extend([row * _COLS + 11 for row in range(12)])
    cells.extend([11 * _COLS + col for col in range(10, -1, -1)])
    cells.append(10 * _COLS)
    return [bytes([cell]) for cell in cells]


# Seat 1 is Venom; hunters of the red team have dark colors, those of the yellow team light ones.
_COLORS = (
    (),
    (),
    (RED, BLACK),
    (RED, BLACK, YELLOW),
    (RED, BLACK, GREEN, YELLOW),
    (RED, BLACK, BROWN, YELLOW, WHITE),
    (RED, BLACK, BROWN, YELLOW, WHITE, GREEN),
    (RED, BLACK, BROWN, BLUE, YELLOW, WHITE, GREEN),
)
# Hunters beyond the four stations sit where the first one does.
_SIDES = (WEST, NORTH, EAST, SOUTH, WEST, WEST, WEST)

MAT = Mat(
    "chasing",
    _spots(),
    b"",
    [bytes(colors) for colors in _COLORS],
    [b"", b"", bytes([WEST, EAST])] + [bytes(_SIDES[:seats]) for seats in range(3, 8)],
    paints=bytes([OFF, RED, YELLOW, BLUE]),  # Venom, red and yellow hunters, timer
)
