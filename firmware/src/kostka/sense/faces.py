"""Shapes of dice, what their faces mean, and where the magnet of a die points on each face.

A shape has, for each face, the unit vector (in the die's own frame) that points to the ceiling
when that result is shown; for a d4 that is away from the face it rests on. Face i and the one
opposite, n - 1 - i, have values that add up to n + 1 on a die with plain numbers.
"""

from math import acos, atan2, cos, pi, sin, sqrt

from kostka.rules.request import COLOR, D6
from kostka.sense.die import Die

D4, D8, D10, D12 = 4, 8, 10, 12

_ZIGZAG = 0.105  # of a d10's ring of vertices, as sold in shops; ring radius 1


def _turned(x: float, y: float, z: float) -> "tuple[float, float, float]":
    length = sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def _d8() -> "list[tuple[float, float, float]]":
    half = [_turned(1, y, z) for y in (1, -1) for z in (1, -1)]
    return half + [(-x, -y, -z) for x, y, z in reversed(half)]


def _d10() -> "list[tuple[float, float, float]]":
    a = _ZIGZAG * (1 + cos(pi / 5)) / (1 - cos(pi / 5))
    up = atan2(1.0, a + _ZIGZAG)
    r, z = cos(up), sin(up)
    half = [(r * cos(2 * pi * k / 5), r * sin(2 * pi * k / 5), z) for k in range(5)]
    return half + [(-x, -y, -z) for x, y, z in reversed(half)]


def _d12() -> "list[tuple[float, float, float]]":
    g = (1 + sqrt(5)) / 2
    half = [
        _turned(*v) for v in ((0, 1, g), (1, g, 0), (g, 0, 1), (0, 1, -g), (1, -g, 0), (g, 0, -1))
    ]
    return half + [(-x, -y, -z) for x, y, z in reversed(half)]


def shape(faces: int) -> "list[tuple[float, float, float]]":
    """Return the upward directions of a die with so many faces, by face.

    Raises:
        ValueError: no such die can be read.
    """
    if faces == D4:
        s = 1 / sqrt(3.0)
        return [(-s, -s, -s), (-s, s, s), (s, -s, s), (s, s, -s)]
    if faces == D6:
        half = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
        return half + [(-x, -y, -z) for x, y, z in reversed(half)]
    if faces == D8:
        return _d8()
    if faces == D10:
        return _d10()
    if faces == D12:
        return _d12()
    raise ValueError("no d%d" % faces)


# By shape: distance from the middle to a face, mm, and the direction of a central magnet that
# tells the faces apart best (largest smallest gap of polar angles).
USUAL = {
    D4: (4.5, (0.4145, 0.9101, 0.0)),
    D6: (8.0, (-0.1903, 0.5433, -0.8177)),
    D8: (7.0, (0.2236, -0.4228, 0.8782)),
    D10: (7.3, (-0.5857, -0.1355, 0.7991)),
    D12: (9.0, (0.3906, -0.5003, -0.7727)),
}

# Kinds of dice, as requests name them -> shape and the value of each face.
TABLES = {
    D4: (D4, (1, 2, 3, 4)),
    D6: (D6, (1, 2, 3, 4, 5, 6)),
    D8: (D8, (1, 2, 3, 4, 5, 6, 7, 8)),
    D10: (D10, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
    D12: (D12, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
    COLOR: (D6, (1, 2, 3, 4, 5, 6)),  # white, yellow, green, blue, red, brown
}


def make(
    faces: int,
    values: "tuple[int, ...]",
    inradius: float,
    direction: "tuple[float, ...]",
    offset: "tuple[float, ...]" = (0.0, 0.0, 0.0),
    moment: float = 1.0,
    enrolled: bool = False,
    mirrored: bool = False,
) -> Die:
    """Return a die of a shape, values by face, mm, the magnet's unit direction and place, moment.

    Raises:
        ValueError: the values are not one per face.
    """
    ups = shape(faces)
    if len(values) != len(ups):
        raise ValueError("%d values for %d faces" % (len(values), len(ups)))
    die = Die(faces, values, inradius, direction, offset, moment, enrolled)
    die.angles = [polar(dot(up, direction)) for up in ups]
    die.heights = [inradius + dot(up, offset) for up in ups]
    for up in ups:
        along, across = aside(up, direction, offset)
        die.sides.append((along, -across if mirrored else across))
    die.mirrored = mirrored
    die.away = sqrt(dot(offset, offset))
    return die


def usual(kind: int, values: "tuple[int, ...] | None" = None) -> Die:
    """Return a die of a kind as it is drawn; icon dice bring the values of their faces.

    Raises:
        KeyError: the kind has no shape.
    """
    faces, plain = TABLES[kind]
    inradius, direction = USUAL[faces]
    return make(faces, plain if values is None else values, inradius, direction)


def dot(a: "tuple[float, ...]", b: "tuple[float, ...]") -> float:
    """Return the scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def aside(
    up: "tuple[float, ...]", direction: "tuple[float, ...]", offset: "tuple[float, ...]"
) -> "tuple[float, float]":
    """Return the level part of an offset along the level part of a direction, and across it."""
    a = dot(up, direction)
    x, y, z = [direction[i] - a * up[i] for i in range(3)]
    length = sqrt(x * x + y * y + z * z) + 1e-9
    x, y, z = x / length, y / length, z / length
    across = (up[1] * z - up[2] * y, up[2] * x - up[0] * z, up[0] * y - up[1] * x)
    return dot((x, y, z), offset), dot(across, offset)


def polar(cosine: float) -> float:
    """Return the angle of a cosine that rounding may have put a little outside of -1..1."""
    return acos(max(-1.0, min(1.0, cosine)))
