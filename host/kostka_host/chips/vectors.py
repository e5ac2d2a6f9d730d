"""Vectors and turns in space, as plain tuples; a matrix is three rows."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]
IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def dipole(constant: float, way: Vector, m: Vector) -> Vector:
    """Return the field of a unit dipole at a way from it."""
    d2 = dot(way, way)
    k = constant / (d2 * math.sqrt(d2))
    s = 3 * dot(m, way) / d2
    return k * (s * way[0] - m[0]), k * (s * way[1] - m[1]), k * (s * way[2] - m[2])


def dot(a: Vector, b: Vector) -> float:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def apply(matrix: Matrix, v: Vector) -> Vector:
    """Return a matrix times a vector."""
    return dot(matrix[0], v), dot(matrix[1], v), dot(matrix[2], v)


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """Return the product of two matrices."""
    columns = [(b[0][i], b[1][i], b[2][i]) for i in range(3)]
    rows = [(dot(row, columns[0]), dot(row, columns[1]), dot(row, columns[2])) for row in a]
    return rows[0], rows[1], rows[2]


def triple(draw: Callable[[], float]) -> Vector:
    """Return three drawn numbers."""
    return draw(), draw(), draw()


def turn_about(axis: Vector, radians: float) -> Matrix:
    """Return the turn about an axis of any length but 0."""
    length = math.sqrt(dot(axis, axis))
    x, y, z = (value / length for value in axis)
    c, s = math.cos(radians), math.sin(radians)
    t = 1 - c
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
        (t * x * z - s * y, t * y * z + s * x, t * z * z + c),
    )


def spin(radians: float) -> Matrix:
    """Return the turn about the vertical."""
    return turn_about((0.0, 0.0, 1.0), radians)


def small_turn(chance: random.Random, degrees: float) -> Matrix:
    """Return a turn whose angle about each axis is drawn with a standard deviation."""
    if degrees == 0:
        return IDENTITY
    axis = triple(lambda: chance.gauss(0, math.radians(degrees)))
    return turn_about(axis, math.sqrt(dot(axis, axis)))


def to_up(v: Vector) -> Matrix:
    """Return a turn that takes a unit vector to the vertical."""
    axis = (v[1], -v[0], 0.0)
    if dot(axis, axis) < 1e-18:
        return IDENTITY if v[2] > 0 else ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
    return turn_about(axis, math.acos(max(-1.0, min(1.0, v[2]))))


def corners(ups: list[Vector], inradius: float) -> list[Vector]:
    """Return the corners of the body with a face at `inradius` opposite to each direction."""
    normals = [(-x, -y, -z) for x, y, z in ups]
    found: list[Vector] = []
    count = len(normals)
    for i in range(count):
        for j in range(i):
            for k in range(j):
                point = meet(normals[i], normals[j], normals[k], inradius)
                if point and all(dot(n, point) < inradius + 1e-6 for n in normals):
                    found.append(point)
    return found


def meet(a: Vector, b: Vector, c: Vector, distance: float) -> Vector | None:
    """Return the point at a distance along three unit normals, None where there is none."""
    bc, ca, ab = cross(b, c), cross(c, a), cross(a, b)
    det = dot(a, bc)
    if abs(det) < 1e-9:
        return None
    x, y, z = (distance * (bc[i] + ca[i] + ab[i]) / det for i in range(3))
    return x, y, z


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
