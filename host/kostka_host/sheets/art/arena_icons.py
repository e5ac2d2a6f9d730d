"""Icons of Arena of Warriors and Spider Shoot: target, shield, lens, swords, piece, flag.

Each is drawn about a center and is about as large as a disc of radius `r`.
"""

from __future__ import annotations

import math

from kostka_host.sheets import inks
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Style,
    circle_segments,
    polygon,
    strokes,
)

DARK = Style(fill=inks.LINE)


def target(x: float, y: float, r: float, ink: str = inks.LINE) -> list[Shape]:
    """Return a target: rings and a middle, with marks that reach out of it."""
    width = 0.2 * r
    outer, inner = 0.82 * r, 0.42 * r
    marks = [
        ((x + dx * 0.62 * r, y + dy * 0.62 * r), (x + dx * 1.08 * r, y + dy * 1.08 * r))
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    return [
        Circle(x, y, outer, Style(stroke=ink, width=width)),
        Circle(x, y, inner, Style(stroke=ink, width=width)),
        Circle(x, y, 0.14 * r, Style(fill=ink)),
        strokes(marks, Style(stroke=ink, width=width)),
    ]


def shield(x: float, y: float, r: float, ink: str = inks.LINE) -> list[Shape]:
    """Return a shield with a bar: the warriors of a club are safe."""
    top, side = y - r, 0.82 * r
    outline = Path(
        (
            ("M", (x - side, top + 0.15 * r)),
            ("C", (x - 0.4 * r, top + 0.2 * r, x - 0.2 * r, top, x, top)),
            ("C", (x + 0.2 * r, top, x + 0.4 * r, top + 0.2 * r, x + side, top + 0.15 * r)),
            ("C", (x + side, y + 0.4 * r, x + 0.5 * r, y + 0.85 * r, x, y + r)),
            ("C", (x - 0.5 * r, y + 0.85 * r, x - side, y + 0.4 * r, x - side, top + 0.15 * r)),
            ("Z", ()),
        ),
        Style(fill=ink),
    )
    cross = [
        ((x, top + 0.3 * r), (x, y + 0.65 * r)),
        ((x - 0.5 * r, y - 0.2 * r), (x + 0.5 * r, y - 0.2 * r)),
    ]
    return [outline, strokes(cross, Style(stroke=inks.PAPER, width=0.22 * r))]


def lens(x: float, y: float, r: float, ink: str = inks.LINE) -> list[Shape]:
    """Return a magnifying glass: the scout looks for talents."""
    cx, cy, radius = x - 0.2 * r, y - 0.2 * r, 0.58 * r
    slope = math.sqrt(0.5)
    start = (cx + slope * radius, cy + slope * radius)
    return [
        Circle(cx, cy, radius, Style(fill=inks.PAPER, stroke=ink, width=0.22 * r)),
        strokes(
            [(start, (x + 0.8 * r, y + 0.8 * r))],
            Style(stroke=ink, width=0.34 * r, round_ends=True),
        ),
        *_star(cx, cy, 0.36 * r, ink),
    ]


def _star(x: float, y: float, r: float, ink: str) -> list[Shape]:
    points = []
    for i in range(10):
        reach = r if i % 2 == 0 else 0.42 * r
        angle = math.pi * i / 5
        points.append((x + reach * math.sin(angle), y - reach * math.cos(angle)))
    return [polygon(points, Style(fill=ink))]


def swords(x: float, y: float, r: float, ink: str = inks.LINE) -> list[Shape]:
    """Return two crossed swords."""
    blades: list[tuple[Point, Point]] = []
    hilts: list[tuple[Point, Point]] = []
    for side in (-1, 1):
        tip, end = (x + side * 0.9 * r, y - 0.9 * r), (x - side * 0.85 * r, y + 0.85 * r)
        blades.append((tip, end))
        mx, my = x - side * 0.45 * r, y + 0.45 * r
        hilts.append(
            ((mx - 0.36 * r, my - side * 0.36 * r), (mx + 0.36 * r, my + side * 0.36 * r))
        )
    return [
        strokes(blades, Style(stroke=ink, width=0.24 * r, round_ends=True)),
        strokes(hilts, Style(stroke=ink, width=0.22 * r, round_ends=True)),
    ]


def flag(x: float, y: float, r: float, ink: str = inks.LINE) -> list[Shape]:
    """Return a checkered flag: the goal."""
    left, top, cell = x - 0.55 * r, y - 0.9 * r, 0.4 * r
    checks = [
        Rect(left + cell * col, top + cell * row, cell, cell, Style(fill=ink))
        for row in range(3)
        for col in range(3)
        if (row + col) % 2 == 0
    ]
    frame = Rect(left, top, 3 * cell, 3 * cell, Style(fill=inks.PAPER, stroke=ink, width=0.1 * r))
    pole = strokes([((left, top), (left, y + r))], Style(stroke=ink, width=0.18 * r))
    return [Group([frame, *checks, pole])]


def disc_ring(r: float, inner: float, style: Style) -> Path:
    """Return a flat ring about the origin."""
    return Path((*circle_segments(0, 0, r), *circle_segments(0, 0, inner)), style)
