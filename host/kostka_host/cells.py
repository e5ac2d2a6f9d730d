"""Names of cells and spots as people type them: 5a, t12, r0."""

from __future__ import annotations

from kostka.errors import NotationError
from kostka.mats.mat import Mat
from kostka.rules.game import Game


def cell_name(cell: int, cols: int) -> str:
    """Return the name of a cell: row from 1, column from a."""
    return f"{cell // cols + 1}{chr(ord('a') + cell % cols)}"


def find_cells(text: str, game: Game | None, mat: Mat) -> list[int]:
    """Return the cells of a name: one for a cell, all of its cells for a spot of the game.

    Raises:
        NotationError: there is no such cell or spot.
    """
    low = text.strip().lower()
    column = ord(low[-1:] or " ") - ord("a")
    if low[:-1].isdecimal() and 0 <= column < mat.cols and 1 <= int(low[:-1]) <= mat.rows:
        return [(int(low[:-1]) - 1) * mat.cols + column]
    if game is not None:
        for spot in range(game.spots):
            if game.spot_name(spot).lower() == low:
                return list(mat.cells(spot))
    raise NotationError("terminal.no_cell", text, cell_name(mat.rows * mat.cols - 1, mat.cols))
