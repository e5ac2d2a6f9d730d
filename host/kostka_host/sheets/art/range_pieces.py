"""Pieces of the shooting range to cut out: tokens to fold, stands for them, figures, pawns."""

from __future__ import annotations

import math

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.marks import sign
from kostka_host.sheets.pieces import CUT, FOLD
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Line,
    Point,
    Rect,
    Shape,
    Style,
    Text,
    polygon,
    strokes,
    turn,
)

TOKEN = 24.0  # edge of a token; the flat strip is twice as high
BASE = 15.0  # edge of the foot of what stands in the range: 10 mm are left between two cells
STAND_HEIGHT = 12.0
STAND_LENGTH = BASE + 2 * STAND_HEIGHT
FIGURE_HEIGHT = 34.0
FIGURE_LENGTH = BASE + 2 * FIGURE_HEIGHT


def token(number: int) -> Group:
    """Return the flat strip of a token: its number above, a web on the back below."""
    half = TOKEN / 2
    front: list[Shape] = [
        Rect(0, 0, TOKEN, 2 * TOKEN, Style(fill=inks.PAPER)),
        Rect(1.4, 1.4, TOKEN - 2.8, TOKEN - 2.8, Style(stroke=inks.LINE, width=0.6), 3),
        Text(half, half + 4.6, str(number), 13, inks.LINE, "middle", True),
    ]
    # As many dots as the number: it is told from the underside of a 6 by more than a line.
    for i in range(number):
        x = half + 2.6 * (i - (number - 1) / 2)
        front.append(Circle(x, TOKEN - 4.2, 0.8, Style(fill=inks.LINE)))
    back: list[Shape] = [
        Rect(0.4, TOKEN + 0.4, TOKEN - 0.8, TOKEN - 0.8, Style(fill=inks.tint(inks.SOFT, 0.35))),
        *web(half, TOKEN + half, 0.46 * TOKEN, inks.LINE),
    ]
    edges: list[Shape] = [
        Rect(0, 0, TOKEN, 2 * TOKEN, CUT),
        Line(0, TOKEN, TOKEN, TOKEN, FOLD),
    ]
    return Group([*front, *back, *edges])


def web(x: float, y: float, r: float, ink: str) -> list[Shape]:
    """Return a cobweb about a point."""
    angles = [math.pi * i / 4 for i in range(8)]
    rays: list[tuple[Point, Point]] = []
    for angle in angles:
        rays.append(((x, y), (x + r * math.cos(angle), y + r * math.sin(angle))))
    shapes: list[Shape] = [strokes(rays, Style(stroke=ink, width=0.3))]
    for share in (0.35, 0.65, 0.95):
        points = [(x + share * r * math.cos(a), y + share * r * math.sin(a)) for a in angles]
        shapes.append(polygon(points, Style(stroke=ink, width=0.3)))
    return shapes


def stand() -> Group:
    """Return the flat strip of a stand: half a foot, two walls, half a foot.

    The walls are glued only at their ends, so that a token is held between them.
    """
    return _strip(STAND_HEIGHT, [Rect(0, 0, BASE, STAND_LENGTH, Style(fill=inks.BOARD))])


def figure(color: int, name: str) -> Group:
    """Return the flat strip of a standing figure in a color: half a foot, back, front, half."""
    group = Group([Rect(0, 0, BASE, FIGURE_LENGTH, Style(fill=inks.PAPER))])
    group.add(Group(_body(color, name), turn(2, BASE, BASE / 2 + FIGURE_HEIGHT)))
    group.add(Group(_body(color, name), (1.0, 0.0, 0.0, 1.0, 0.0, BASE / 2 + FIGURE_HEIGHT)))
    group.add(_strip(FIGURE_HEIGHT, []))
    return group


def _strip(height: float, shapes: list[Shape]) -> Group:
    """Return the edges of a strip that stands on its ends, `height` high; crosses for magnets."""
    length = BASE + 2 * height
    top = BASE / 2 + height
    group = Group([*shapes, Rect(0, 0, BASE, length, CUT)])
    folds = [((0.0, y), (BASE, y)) for y in (BASE / 2, top, length - BASE / 2)]
    group.add(strokes(folds, FOLD))
    for y in (BASE / 4, length - BASE / 4):
        group.add(Line(BASE / 2 - 1, y, BASE / 2 + 1, y, CUT))
        group.add(Line(BASE / 2, y - 1, BASE / 2, y + 1, CUT))
    return group


def _body(color: int, name: str) -> list[Shape]:
    """Return one side of a figure, upright: a head, a body with the sign, and the name."""
    ink = inks.INK[color]
    on = inks.ink_on(ink)
    middle = BASE / 2
    shoulders = [
        (1.0, FIGURE_HEIGHT), (2.2, 14.5), (4.6, 12.2), (BASE - 4.6, 12.2), (BASE - 2.2, 14.5),
        (BASE - 1.0, FIGURE_HEIGHT),
    ]  # fmt: skip
    edge = Style(fill=ink, stroke=inks.LINE, width=0.3)
    size = fitted(name, 3.2, BASE - 4.5, bold=True)
    return [
        polygon(shoulders, edge),
        Circle(middle, 7.6, 4.6, edge),
        Circle(middle, 21, 4.6, Style(fill=inks.PAPER, stroke=on, width=0.3)),
        sign(color, middle, 21, 3, Style(fill=ink, stroke=inks.LINE, width=0.25)),
        Text(middle, FIGURE_HEIGHT - 3.2, name, size, on, "middle", True),
    ]
