"""The seven pictures of Domino as drawings of our own, told apart by their shapes alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from kostka.games.domino_text import PICTURES
from kostka.mats.colors import BLACK, BLUE, BROWN, GREEN, RED, YELLOW

from kostka_host.sheets import inks
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Point,
    Rect,
    Shape,
    Style,
    polygon,
    scale,
    strokes,
)

NAMES = PICTURES
SEEN = ("hand", "ends", "row")

# Grounds by picture: hero on a thread, fangs, goblin, octopus, hourglass, spider, web.
GROUNDS = (
    inks.tint(inks.INK[RED], 0.16),
    inks.tint(inks.INK[BLACK], 0.3),
    inks.tint(inks.INK[GREEN], 0.3),
    inks.tint(inks.INK[BROWN], 0.22),
    inks.tint(inks.INK[YELLOW], 0.38),
    inks.PAPER,
    inks.tint(inks.INK[BLUE], 0.2),
)


def picture(number: int, r: float) -> Group:
    """Return a picture 0..6 about the origin, inside a disc of radius `r`."""
    return Group(_DRAWN[number](), scale(r))


def icon(number: int) -> list[Shape]:
    """Return a picture on its ground, for the page."""
    ground = Style(fill=GROUNDS[number], stroke=inks.LINE, width=0.8)
    return [
        Rect(0.6, 0.6, 22.8, 22.8, ground, 3),
        Group([picture(number, 10.2)], scale(1, 12, 12)),
    ]


def _pen(ink: str, width: float) -> Style:
    return Style(stroke=ink, width=width, round_ends=True)


def _chain(points: Iterable[Point], ink: str, width: float) -> Shape:
    return polygon(points, _pen(ink, width), closed=False)


def _hero() -> list[Shape]:
    """Somebody who swings on a thread."""
    ink = inks.INK[RED]
    limbs = [
        [(-0.06, -0.18), (0.3, -0.42)],
        [(-0.06, -0.18), (-0.42, -0.02), (-0.62, -0.3)],
        [(-0.06, -0.18), (-0.16, 0.26)],
        [(-0.16, 0.26), (0.24, 0.3), (0.2, 0.74)],
        [(-0.16, 0.26), (-0.44, 0.56), (-0.74, 0.5)],
    ]
    thread = strokes([((0.62, -0.98), (0.3, -0.42)), ((0.3, -0.42), (0.2, 0.05))],
                     _pen(inks.LINE, 0.05))  # fmt: skip
    return [
        thread,
        *[_chain(limb, ink, 0.2) for limb in limbs],
        Circle(-0.12, -0.48, 0.22, Style(fill=ink, stroke=inks.LINE, width=0.04)),
    ]


def _fangs() -> list[Shape]:
    """A dark head with long teeth."""
    white = Style(fill=inks.PAPER)
    head = [(-0.62, -0.5), (-0.3, -0.86), (0.3, -0.86), (0.62, -0.5), (0.7, 0.1), (0.42, 0.74),
            (0, 0.92), (-0.42, 0.74), (-0.7, 0.1)]  # fmt: skip
    eye = [(0.12, -0.2), (0.5, -0.56), (0.56, -0.2), (0.36, -0.06)]
    upper = [(-0.52, 0.12), (-0.36, 0.42), (-0.26, 0.16), (-0.1, 0.46), (0, 0.18),
             (0.1, 0.46), (0.26, 0.16), (0.36, 0.42), (0.52, 0.12)]  # fmt: skip
    lower = [(-0.42, 0.66), (-0.28, 0.44), (-0.16, 0.7), (0, 0.48), (0.16, 0.7), (0.28, 0.44),
             (0.42, 0.66), (0.2, 0.8), (-0.2, 0.8)]  # fmt: skip
    return [
        polygon(head, Style(fill=inks.INK[BLACK])),
        polygon(eye, white),
        polygon([(-x, y) for x, y in eye], white),
        polygon(upper, white),
        polygon(lower, white),
    ]


def _goblin() -> list[Shape]:
    """A green face with long ears and a pointed cap."""
    edge = Style(fill=inks.INK[GREEN], stroke=inks.LINE, width=0.05)
    face = [(-0.46, -0.3), (-1.0, -0.42), (-0.52, 0.12), (-0.36, 0.5), (0, 0.88), (0.36, 0.5),
            (0.52, 0.12), (1.0, -0.42), (0.46, -0.3)]  # fmt: skip
    cap = [(-0.52, -0.26), (-0.3, -0.62), (0.5, -1.0), (0.36, -0.6), (0.52, -0.26)]
    dark = Style(fill=inks.INK[BLACK])
    eye = [(0.08, 0.06), (0.38, -0.12), (0.36, 0.14)]
    return [
        polygon(face, edge),
        polygon(cap, Style(fill=inks.tint(inks.INK[BLACK], 0.72), stroke=inks.LINE, width=0.05)),
        polygon(eye, dark),
        polygon([(-x, y) for x, y in eye], dark),
        polygon([(-0.26, 0.36), (0, 0.46), (0.26, 0.36), (0, 0.66)], Style(fill=inks.PAPER)),
    ]


def _octopus() -> list[Shape]:
    """A round head on curled arms."""
    ink = inks.INK[BROWN]
    arms = [
        [(-0.3, 0.1), (-0.62, 0.3), (-0.86, 0.12), (-0.74, -0.14)],
        [(-0.22, 0.2), (-0.44, 0.56), (-0.8, 0.6), (-0.78, 0.36)],
        [(-0.1, 0.24), (-0.16, 0.62), (-0.36, 0.86), (-0.5, 0.72)],
    ]
    arms += [[(-x, y) for x, y in arm] for arm in arms]
    shapes: list[Shape] = [_chain(arm, ink, 0.15) for arm in arms]
    shapes.append(Circle(0, -0.32, 0.52, Style(fill=ink)))
    for x in (-0.2, 0.2):
        shapes.append(Circle(x, -0.2, 0.16, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.05)))
        shapes.append(Circle(x, -0.17, 0.07, Style(fill=inks.INK[BLACK])))
    return shapes


def _hourglass() -> list[Shape]:
    """Sand that runs through a glass."""
    glass = [(-0.5, -0.72), (0.5, -0.72), (0.08, 0), (0.5, 0.72), (-0.5, 0.72), (-0.08, 0)]
    sand = Style(fill="#c8871c")
    return [
        polygon(glass, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.07)),
        polygon([(-0.32, -0.42), (0.32, -0.42), (0.05, 0.03), (-0.05, 0.03)], sand),
        polygon([(-0.42, 0.66), (0.42, 0.66), (0, 0.28)], sand),
        strokes([((0, 0), (0, 0.4))], _pen("#c8871c", 0.06)),
        strokes([((-0.62, -0.78), (0.62, -0.78)), ((-0.62, 0.78), (0.62, 0.78))],
                _pen(inks.INK[BROWN], 0.17)),
    ]  # fmt: skip


def _spider() -> list[Shape]:
    """A spider, seen from above."""
    ink = inks.INK[BLACK]
    legs = [
        [(0.12, -0.2), (0.5, -0.62), (0.62, -0.96)],
        [(0.16, -0.1), (0.64, -0.26), (0.94, -0.52)],
        [(0.16, 0.02), (0.66, 0.14), (0.94, 0.44)],
        [(0.12, 0.1), (0.5, 0.5), (0.56, 0.94)],
    ]
    legs += [[(-x, y) for x, y in leg] for leg in legs]
    shapes: list[Shape] = [_chain(leg, ink, 0.09) for leg in legs]
    shapes += [
        Circle(0, 0.36, 0.38, Style(fill=ink)),
        Circle(0, -0.16, 0.24, Style(fill=ink)),
        polygon([(0, 0.18), (0.16, 0.38), (0, 0.58), (-0.16, 0.38)], Style(fill=inks.PAPER)),
    ]
    return shapes


def web(rings: Iterable[float], ink: str, width: float, spokes: int = 8) -> list[Shape]:
    """Return a web of radius 1 about the origin; `rings` are the radii where threads cross."""
    turn = 2 * math.pi / spokes
    angles = [turn * (n + 0.5) for n in range(spokes)]
    lines = [((0.0, 0.0), (math.cos(a), math.sin(a))) for a in angles]
    for reach in rings:
        for a in angles:
            # threads hang inward between two spokes
            middle = (0.84 * reach * math.cos(a + turn / 2), 0.84 * reach * math.sin(a + turn / 2))
            start = (reach * math.cos(a), reach * math.sin(a))
            end = (reach * math.cos(a + turn), reach * math.sin(a + turn))
            lines += [(start, middle), (middle, end)]
    return [strokes(lines, _pen(ink, width))]


def _web() -> list[Shape]:
    return web((0.32, 0.62, 0.92), inks.INK[BLUE], 0.07)


_DRAWN: tuple[Callable[[], list[Shape]], ...] = (
    _hero,
    _fangs,
    _goblin,
    _octopus,
    _hourglass,
    _spider,
    _web,
)
