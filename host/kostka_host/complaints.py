"""What people are told of a picture that is wrong, and of sensors, as messages.

A message is a list of an id and its arguments; an argument may be a message itself.
"""

from __future__ import annotations

from kostka.mats.colors import NAMES, OFF
from kostka.mats.mat import Mat, cell_name
from kostka.rules.token import token_seat

from kostka_host.verdict import Verdict

Words = list[object]

SENSORS = ("play.sensor.flickers", "play.sensor.full", "play.sensor.empty")  # by why it is odd
RIGHT = ("same", "way", "one")  # outcomes that are no complaint


def told(verdict: Verdict, mat: Mat | None, seats: int) -> list[Words]:
    """Return all sentences for a verdict: why it is wrong, what to do, which sensors are odd."""
    return wrong(verdict, mat, seats) + sensors(verdict, _cols(mat))


def wrong(verdict: Verdict, mat: Mat | None, seats: int) -> list[Words]:
    """Return why a picture is wrong, then what to put where."""
    found: list[Words] = []
    if verdict.outcome == "several":
        return [["terminal.several"]]
    if verdict.text:
        reason: Words = [verdict.text, *verdict.args]
        found.append(["play.wrong.rule", verdict.rule, reason] if verdict.rule else reason)
    if verdict.outcome in RIGHT:
        return found
    if verdict.moves:
        return found + [_move(move, mat, seats) for move in verdict.moves]
    for text, cells in (("terminal.missing", verdict.missing), ("terminal.extra", verdict.extra)):
        if cells:
            found.append([text, len(cells), _names(cells, _cols(mat))])
    return found


def sensors(verdict: Verdict, cols: int) -> list[Words]:
    """Return which sensors are odd, and which are not used."""
    found: list[Words] = [
        [SENSORS[why], cell_name(cell, cols)]
        for cell, why in verdict.odd
        if 0 <= why < len(SENSORS)
    ]
    if verdict.off:
        found.append(["play.sensor.off", len(verdict.off), _names(verdict.off, cols)])
    return found


def _move(move: tuple[int, int, int], mat: Mat | None, seats: int) -> Words:
    source, target, token = move
    cols = _cols(mat)
    if target < 0:
        return ["play.fix.away", cell_name(source, cols)]
    if source < 0:
        return ["play.fix.put", _token(token, mat, seats), cell_name(target, cols)]
    names = cell_name(source, cols), cell_name(target, cols)
    return ["play.fix.back", _token(token, mat, seats), *names]


def _token(token: int, mat: Mat | None, seats: int) -> Words:
    seat = token_seat(token)
    color = mat.seat_color(seat, seats) if mat is not None and seat < seats else OFF
    return [_color(color) if color else "play.token.any"]


def _color(color: int) -> str:
    return f"play.token.{NAMES[color]}"


def _names(cells: list[int], cols: int) -> str:
    return ", ".join(cell_name(cell, cols) for cell in cells)


def _cols(mat: Mat | None) -> int:
    return mat.cols if mat is not None else 12
