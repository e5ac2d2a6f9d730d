"""Pieces to cut out: standing pawns for a magnet, and nets of dice. Games put them on pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.marks import sign
from kostka_host.sheets.shapes import (
    Group,
    Line,
    Point,
    Rect,
    Shape,
    Style,
    Text,
    polygon,
    shift,
    strokes,
    turn,
)

# A pawn's foot is 12 x 12 mm: room for a magnet of 8 x 2 mm, and the light stays in sight.
FOOT = 12.0
HEIGHT = 24.0
PAWN_LENGTH = FOOT + 2 * HEIGHT  # of the flat strip
CUT = Style(stroke=inks.LINE, width=0.25)
FOLD = Style(stroke=inks.LINE, width=0.25, dash=(1.2, 1.0))
TAB = 5.0  # of a net


def pawn(color: int, name: str) -> Group:
    """Return the flat strip of a standing pawn: half a foot, back, front, half a foot.

    It is FOOT x PAWN_LENGTH. Folded at the top, front and back stand between the halves of the
    foot.
    """
    half = FOOT / 2
    side = _side(color, name)
    group = Group([Rect(0, 0, FOOT, PAWN_LENGTH, Style(fill=inks.PAPER))])
    group.add(Group(side, turn(2, FOOT, half + HEIGHT)))
    group.add(Group(list(side), shift(0, half + HEIGHT)))
    group.add(Rect(0, 0, FOOT, PAWN_LENGTH, CUT))
    top = half + HEIGHT
    on = Style(stroke=inks.ink_on(inks.INK[color]), width=0.3, dash=FOLD.dash)
    group.add(Line(0, top, FOOT, top, on))
    group.add(strokes([((0, y), (FOOT, y)) for y in (half, top + HEIGHT)], FOLD))
    for y in (half / 2, PAWN_LENGTH - half / 2):
        group.add(Line(FOOT / 2 - 1, y, FOOT / 2 + 1, y, CUT), Line(6, y - 1, 6, y + 1, CUT))
    return group


def _side(color: int, name: str) -> list[Shape]:
    """Return one side of a pawn, upright, FOOT x HEIGHT: a head with the sign, and the name."""
    ink = inks.INK[color]
    on = inks.ink_on(ink)
    mark = Style(fill=ink, stroke=inks.LINE, width=0.25)
    edge = Style(fill=inks.PAPER, stroke=on, width=0.35)
    size = fitted(name, 3.2, FOOT - 1.6, bold=True)
    return [
        Rect(0, 0, FOOT, HEIGHT, Style(fill=ink)),
        Rect(1.2, 2.4, 9.6, 9.6, edge, 4.8),
        sign(color, FOOT / 2, 7.2, 3.3, mark),
        Text(FOOT / 2, HEIGHT - 4.2, name, size, on, "middle", True),
    ]


Face = Callable[[int, float, float, float], Sequence[Shape]]

# Where the faces lie in a net of 4 x 3 squares; opposite faces make seven.
_NET = {1: (0, 1), 2: (1, 1), 6: (2, 1), 5: (3, 1), 3: (1, 0), 4: (1, 2)}


def die_net(edge: float, draw: Face) -> Group:
    """Return the net of a die, 4 edges wide and 3 high, plus TAB for glue at the outer sides.

    `draw` is called with face 1..6, center and side, and returns what is printed on the face.
    The origin is the corner of the box of the squares; tabs reach out of it by TAB.
    """
    group = Group()
    for start, end, out in _tabs(edge):
        group.add(_tab(start, end, out))
    for face, (col, row) in _NET.items():
        x, y = edge * col, edge * row
        group.add(Rect(x, y, edge, edge, Style(fill=inks.PAPER)))
        group.add(*draw(face, x + edge / 2, y + edge / 2, edge))
    outline = [
        (0, 1), (1, 1), (1, 0), (2, 0), (2, 1), (4, 1),
        (4, 2), (2, 2), (2, 3), (1, 3), (1, 2), (0, 2),
    ]  # fmt: skip
    group.add(polygon([(edge * x, edge * y) for x, y in outline], CUT))
    inner = [
        ((1, 1), (1, 2)),
        ((2, 1), (2, 2)),
        ((3, 1), (3, 2)),
        ((1, 1), (2, 1)),
        ((1, 2), (2, 2)),
    ]
    group.add(
        strokes([((edge * a, edge * b), (edge * c, edge * d)) for (a, b), (c, d) in inner], FOLD)
    )
    return group


def _tabs(edge: float) -> list[tuple[Point, Point, Point]]:
    """Return both ends of each edge that has a tab, and the direction outward."""
    squares = [
        ((0, 1), (0, 2), (-1, 0)),  # meets the other end of the strip
        ((1, 0), (2, 0), (0, -1)),
        ((1, 0), (1, 1), (-1, 0)),
        ((2, 0), (2, 1), (1, 0)),
        ((1, 3), (2, 3), (0, 1)),
        ((1, 2), (1, 3), (-1, 0)),
        ((2, 2), (2, 3), (1, 0)),
    ]
    return [((edge * a[0], edge * a[1]), (edge * b[0], edge * b[1]), out) for a, b, out in squares]


def _tab(start: Point, end: Point, out: Point) -> Shape:
    """Return a tab whose corners are cut off, so that tabs do not meet."""
    along = ((end[0] - start[0]), (end[1] - start[1]))
    length = abs(along[0]) + abs(along[1])
    step = (along[0] / length * TAB * 0.8, along[1] / length * TAB * 0.8)
    far = (out[0] * TAB, out[1] * TAB)
    return polygon(
        [
            start,
            (start[0] + step[0] + far[0], start[1] + step[1] + far[1]),
            (end[0] - step[0] + far[0], end[1] - step[1] + far[1]),
            end,
        ],
        Style(fill=inks.BOARD, stroke=inks.LINE, width=0.25),
    )
