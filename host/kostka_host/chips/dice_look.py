"""What a die in a cup looks like from above: its visible faces as flat figures, nearest last."""

from __future__ import annotations

import math
from typing import Any

from kostka.rules.request import D6
from kostka.sense import faces

from kostka_host.chips.dice_world import ModelDie
from kostka_host.chips.vectors import Matrix, Vector, apply, cross, dot

Figure = dict[str, Any]

SEEN = 0.08  # cosine against the vertical from which on a face can be seen
PIP_MM = 0.52  # of the inradius: from the middle of a face to the pips at its corners
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def figures(body: ModelDie, kind: int, attitude: Matrix) -> list[Figure]:
    """Return the faces that can be seen from above.

    Each has `p`, its corners (x, y in mm from the die's middle, y down), `s`, how much it looks
    up (0..100), `v`, its value, 0 on a d4 whose values stand at the corners, `at`, where the
    value stands, `turn`, degrees by which it is turned, `pips`, places of pips of a plain d6.
    """
    values = faces.TABLES[kind][1]
    pyramid = body.faces == faces.D4
    found = []
    for number, up in enumerate(body.ups):
        normal = (-up[0], -up[1], -up[2]) if pyramid else up
        seen = dot(attitude[2], normal)
        if seen < SEEN:
            continue
        corners = _around(normal, [c for c in body.corners if _lies_on(c, normal, body.inradius)])
        middle = _scaled(normal, body.inradius)
        figure: Figure = {
            "p": [_flat(attitude, corner) for corner in corners],
            "s": round(100 * seen),
            "v": 0 if pyramid else values[number],
            "at": _flat(attitude, middle),
            "turn": _turn(attitude, normal, corners),
            "pips": [],
        }
        if body.faces == D6 and kind == D6:
            figure["pips"] = _pips(attitude, normal, corners, middle, values[number])
        if pyramid:
            figure["at"] = _flat(attitude, max(corners, key=lambda c: dot(attitude[2], c)))
        found.append(figure)
    return sorted(found, key=lambda figure: int(figure["s"]))


def _lies_on(corner: Vector, normal: Vector, inradius: float) -> bool:
    return abs(dot(corner, normal) - inradius) < 1e-3 * inradius


def _scaled(v: Vector, by: float) -> Vector:
    return v[0] * by, v[1] * by, v[2] * by


def _flat(attitude: Matrix, point: Vector) -> list[float]:
    x, y, _ = apply(attitude, point)
    return [round(x, 2), round(y, 2)]


def _axes(normal: Vector, corners: list[Vector]) -> tuple[Vector, Vector]:
    """Return two axes in a face: towards its first corner, and square to that."""
    first = corners[0]
    off = dot(first, normal)
    a = (first[0] - off * normal[0], first[1] - off * normal[1], first[2] - off * normal[2])
    length = math.sqrt(dot(a, a)) or 1.0
    a = _scaled(a, 1 / length)
    return a, cross(normal, a)


def _around(normal: Vector, corners: list[Vector]) -> list[Vector]:
    """Return corners in order round the face."""
    a, b = _axes(normal, corners)
    return sorted(corners, key=lambda c: math.atan2(dot(c, b), dot(c, a)))


def _turn(attitude: Matrix, normal: Vector, corners: list[Vector]) -> int:
    a, _ = _axes(normal, corners)
    x, y, _ = apply(attitude, a)
    return round(math.degrees(math.atan2(y, x)) + 90)


def _pips(
    attitude: Matrix, normal: Vector, corners: list[Vector], middle: Vector, value: int
) -> list[list[float]]:
    """Return the places of pips; the axes of a square face go along its sides."""
    a, b = _axes(normal, corners)
    r = math.sqrt(0.5)
    u = (r * (a[0] + b[0]), r * (a[1] + b[1]), r * (a[2] + b[2]))
    v = (r * (a[0] - b[0]), r * (a[1] - b[1]), r * (a[2] - b[2]))
    far = PIP_MM * math.sqrt(dot(middle, middle))
    found = []
    for x, y in PIPS[value]:
        point = tuple(middle[i] + far * (x * u[i] + y * v[i]) for i in range(3))
        found.append(_flat(attitude, (point[0], point[1], point[2])))
    return found
