"""Parts that drawings of games share: signs of colors, rings, LED windows, arrows, dice."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kostka.mats.colors import BLACK, BLUE, BROWN, GREEN, RED, WHITE, YELLOW

from kostka_host.sheets import inks
from kostka_host.sheets.grid import LED_X, LED_Y
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Style,
    dots,
    polygon,
    strokes,
)

LED_R = 1.9
FREE_R = 6.2  # nothing that a token of 12 mm covers needs to be seen during play
OUTLINE = Style(stroke=inks.LINE, width=0.3)


def _star(r: float) -> list[Point]:
    spikes = []
    for i in range(10):
        reach = r if i % 2 == 0 else 0.45 * r
        angle = math.pi * i / 5
        spikes.append((reach * math.sin(angle), -reach * math.cos(angle)))
    return spikes


def _corners(color: int, r: float) -> list[Point]:
    """Return the corners of a color's sign about the origin."""
    if color == RED:  # a diamond
        return [(0, -1.1 * r), (0.85 * r, 0), (0, 1.1 * r), (-0.85 * r, 0)]
    if color == YELLOW:
        return _star(1.15 * r)
    if color == GREEN:  # a triangle
        return [(0, -r), (r, 0.75 * r), (-r, 0.75 * r)]
    if color == BLUE:  # a square
        half = 0.82 * r
        return [(-half, -half), (half, -half), (half, half), (-half, half)]
    if color == BROWN:  # an hourglass
        half = 0.85 * r
        return [(-half, -r), (half, -r), (0.12 * r, 0), (half, r), (-half, r), (-0.12 * r, 0)]
    if color == BLACK:  # a cross
        a, b = 0.36 * r, r
        return [
            (-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a),
            (a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a),
        ]  # fmt: skip
    raise ValueError(f"color {color} has no sign with corners")


def sign(color: int, x: float, y: float, r: float, style: Style) -> Shape:
    """Return the sign of a color, about as large as a disc of radius `r`."""
    if color == WHITE:
        return Circle(x, y, 0.85 * r, style)
    return polygon([(x + dx, y + dy) for dx, dy in _corners(color, r)], style)


def led_window() -> list[Shape]:
    """Return the light spot over a cell's LED; the cell's center is the origin."""
    edge = Style(fill=inks.PAPER, stroke=inks.LINE, width=0.25)
    return [Circle(LED_X, LED_Y, LED_R, edge)]


def ring(color: int, outer: float = 10.8, edge: str = inks.LINE) -> list[Shape]:
    """Return a ring of a color around white, its sign in the south, an LED window in the north.

    A token on the middle leaves the ring, the sign and the light to be seen.
    """
    ink = inks.INK[color]
    inner = FREE_R
    middle = (outer + inner) / 2
    return [
        Circle(0, 0, outer, Style(fill=ink, stroke=edge, width=0.45)),
        Circle(0, 0, inner, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.25)),
        sign(color, 0, middle, 0.38 * (outer - inner), Style(fill=inks.ink_on(ink)))
        if color != WHITE
        else sign(color, 0, middle, 0.36 * (outer - inner), Style(stroke=inks.LINE, width=0.4)),
        *led_window(),
    ]


def at(x: float, y: float, shapes: list[Shape], cell: int | None = None) -> Group:
    """Return shapes drawn about the origin, moved to a place; `cell` if they draw a cell."""
    return Group(shapes, (1.0, 0.0, 0.0, 1.0, x, y), cell=cell)


def chevron(direction: Point, size: float, style: Style) -> Path:
    """Return an open arrow head about the origin; `direction` is a unit vector."""
    dx, dy = direction
    tip = (0.5 * size * dx, 0.5 * size * dy)
    wings = [
        (tip[0] - size * dx + side * size * dy, tip[1] - size * dy - side * size * dx)
        for side in (-1, 1)
    ]
    return polygon([wings[0], tip, wings[1]], style, closed=False)


def arrow(start: Point, end: Point, ink: str, width: float = 2.4) -> list[Shape]:
    """Return a straight arrow with a filled head."""
    length = math.dist(start, end)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = 2.4 * width
    neck = (end[0] - head * dx, end[1] - head * dy)
    half = 0.9 * head
    wings = [(neck[0] + side * half * dy, neck[1] - side * half * dx) for side in (-1, 1)]
    shaft = strokes([(start, neck)], Style(stroke=ink, width=width))
    return [shaft, polygon([wings[0], end, wings[1]], Style(fill=ink))]


def _diagonals(width: float, height: float, step: float) -> Iterator[tuple[Point, Point]]:
    offset = step / 2
    while offset < width + height:
        start = (min(offset, width), max(0.0, offset - width))
        end = (max(0.0, offset - height), min(offset, height))
        yield start, end
        offset += step


def hatch(color: int, x: float, y: float, width: float, height: float, ink: str) -> Shape:
    """Return a light texture inside a rectangle, another one for each color of seats."""
    style = Style(stroke=ink, width=0.5)
    if color == RED:
        lines = list(_diagonals(width, height, 5.0))
    elif color == BLUE:
        lines = [
            ((width - x1, y1), (width - x2, y2))
            for (x1, y1), (x2, y2) in _diagonals(width, height, 5.0)
        ]
    elif color == YELLOW:  # dots: dashes of no length
        style = Style(stroke=ink, width=1.3, dash=(0.01, 5.0), round_ends=True)
        rows = range(int((height - 3) / 5) + 1)
        lines = [((3 + 2.5 * (i % 2), 3 + 5.0 * i), (width - 2, 3 + 5.0 * i)) for i in rows]
    else:
        lines = [((0.0, 2.5 + 4 * i), (width, 2.5 + 4 * i)) for i in range(int(height / 4))]
    return strokes([((x + a, y + b), (x + c, y + d)) for (a, b), (c, d) in lines], style)


# Places of pips on a face, in thirds of its half side.
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def pips(face: int, x: float, y: float, side: float) -> list[Shape]:
    """Return the pips 1..6 of a die face about a center."""
    reach = 0.27 * side
    centers = [(x + reach * col, y + reach * row) for col, row in _PIPS[face]]
    return [dots(centers, 0.095 * side, Style(fill=inks.INK[BLACK]))]


def die_face(face: int, x: float, y: float, side: float) -> list[Shape]:
    """Return a face of the number die as a rounded square about a center."""
    half = side / 2
    edge = Style(fill=inks.PAPER, stroke=inks.LINE, width=0.3)
    return [Rect(x - half, y - half, side, side, edge, 0.16 * side), *pips(face, x, y, side)]


def color_face(color: int, x: float, y: float, side: float) -> list[Shape]:
    """Return a face of the color die as a rounded square with its sign."""
    half = side / 2
    ink = inks.INK[color]
    edge = Style(fill=ink, stroke=inks.LINE, width=0.3)
    mark = Style(fill=inks.ink_on(ink))
    if color == WHITE:
        mark = Style(stroke=inks.LINE, width=0.06 * side)
    return [
        Rect(x - half, y - half, side, side, edge, 0.16 * side),
        sign(color, x, y, 0.26 * side, mark),
    ]
