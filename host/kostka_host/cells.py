"""Names of cells and spots as people type and read them: a5, t12, r0."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kostka.errors import NotationError
from kostka.mats.mat import Mat, cell_name
from kostka.rules.game import Game
from kostka.rules.state import State

_LETTER_FIRST = re.compile(r"([a-z])([1-9][0-9]?)")
_NUMBER_FIRST = re.compile(r"([1-9][0-9]?)([a-z])")


def in_cells(message: Sequence[object], mat: Mat, state: State | None = None) -> list[object]:
    """Return a message whose spots are named by their cells, as the rulers beside the mat do.

    Where `state` is given, actions that its rules refuse are named by their cells too.
    """
    text, *args = message
    if text == "spot.name" and isinstance(args[1], int):
        return [text, _spot_cell(mat, args[1])]
    found: list[object] = [text]
    refusal = state is not None and str(text).startswith((f"{state.game.name}.no.", "action."))
    for arg in args:
        if isinstance(arg, (list, tuple)) and arg and isinstance(arg[0], str):
            found.append(in_cells(arg, mat, state))
        elif refusal and state is not None and isinstance(arg, str):
            found.append(_action_cells(arg, mat, state))
        else:
            found.append(arg)
    return found


def _spot_cell(mat: Mat, spot: int) -> str:
    """Return the cell of a spot; all of them where it has several."""
    return "/".join(cell_name(cell, mat.cols) for cell in mat.cells(spot))


def _action_cells(notation: str, mat: Mat, state: State) -> str:
    """Return from where to where an action goes, its notation where it moves no token."""
    try:
        marks = state.footprint(state.parse_action(notation))
    except NotationError:
        return notation
    if not marks or not marks[0] or not marks[1]:
        return notation
    source, target = marks[0][0], _spot_cell(mat, marks[1][0])
    return target if state.game.is_reserve(source) else f"{_spot_cell(mat, source)} → {target}"


def find_cells(text: str, game: Game | None, mat: Mat) -> list[int]:
    """Return the cells of a name: one for a cell, all of its cells for a spot of the game.

    A cell may be typed number first too, which is never the name of a spot.

    Raises:
        NotationError: there is no such cell or spot, or there are both.
    """
    low = text.strip().lower()
    cell = _find_cell(low, mat)
    spot = _find_spot(low, game, mat)
    if cell is not None and spot not in (None, [cell]):
        names = ", ".join(cell_name(one, mat.cols) for one in spot or ())
        raise NotationError("terminal.two_names", low, low[1:] + low[0], names)
    if cell is not None:
        return [cell]
    if spot is not None:
        return spot
    raise NotationError("terminal.no_cell", text, cell_name(mat.rows * mat.cols - 1, mat.cols))


def _find_cell(low: str, mat: Mat) -> int | None:
    found = _LETTER_FIRST.fullmatch(low)
    letter, digits = found.groups() if found else ("", "")
    if found is None and (found := _NUMBER_FIRST.fullmatch(low)):
        digits, letter = found.groups()
    if found is None:
        return None
    row, column = int(digits) - 1, ord(letter) - ord("a")
    there = 0 <= row < mat.rows and column < mat.cols
    return row * mat.cols + column if there else None


def _find_spot(low: str, game: Game | None, mat: Mat) -> list[int] | None:
    if game is None:
        return None
    for spot in range(game.spots):
        if game.spot_name(spot).lower() == low:
            return list(mat.cells(spot))
    return None
