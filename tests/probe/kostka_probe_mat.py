"""The mat of the probe: its track lies along row 5; spot 4 has a second cell below."""

from kostka.mats.colors import BLUE, RED, YELLOW
from kostka.mats.mat import EAST, NORTH, WEST, Mat
from kostka_probe import SPOTS, WIDE

_COLS = 12


def _cells(spot: int) -> bytes:
    cell = 5 * _COLS + 1 + spot
    return bytes([cell, cell + _COLS]) if spot == WIDE else bytes([cell])


MAT = Mat(
    "probe",
    [_cells(spot) for spot in range(SPOTS)],
    bytes([row * _COLS + _COLS - 1 for row in range(6)]),
    [b"", b"", bytes([RED, BLUE]), bytes([RED, BLUE, YELLOW])],
    [b"", b"", bytes([WEST, EAST]), bytes([WEST, NORTH, EAST])],
)
