"""The Duel mat: two boards of four lines with three wide fields, face to face.

The player in the south sees the lines from red (in the middle of the mat) to violet (at the rim)
and the fields 1, 2, 3 from left to right; the board in the north is the same, turned by half. A
field has two cells side by side. The swords wait between the boards.
"""

from kostka.mats.colors import BLACK, YELLOW
from kostka.mats.mat import NORTH, SOUTH, Mat

_COLS = 12
_LAST = 143  # the last cell
_FIRST_ROW = 8  # of the southern board
_COLUMNS = (1, 5, 9)  # the left cell of each field


def _spots() -> list[bytes]:
    """Return the cells of the fields of both boards and of the homes of both swords."""
    south = [
        bytes([_COLS * (_FIRST_ROW + line) + col, _COLS * (_FIRST_ROW + line) + col + 1])
        for line in range(4)
        for col in _COLUMNS
    ]
    north = [bytes([_LAST - cell for cell in cells]) for cells in south]
    home = bytes([_COLS * 6 + 5, _COLS * 6 + 6])
    return south + north + [home, bytes([_LAST - cell for cell in home])]


_SEAT_COLORS = bytes([YELLOW, BLACK])

MAT = Mat("duel", _spots(), b"", [b"", b"", _SEAT_COLORS], [b"", b"", bytes([SOUTH, NORTH])])
