"""The grid of the table in mm: where cells and their LEDs lie. The tests hold it to board.toml."""

from __future__ import annotations

PITCH = 25.0
COLS = 12
FIELD = 300.0
LED_X, LED_Y = 0.0, -8.0  # of an LED from the center of its cell


def center(cell: int, cols: int = COLS) -> tuple[float, float]:
    """Return the center of a cell."""
    return PITCH * (cell % cols) + PITCH / 2, PITCH * (cell // cols) + PITCH / 2
