"""The drawing of New York Kombat: four streets between skylines, and a web where they meet."""

from __future__ import annotations

import math
from itertools import pairwise

from kostka.games.kombat_words import CENTER, LAST, OUT
from kostka.mats.colors import BLACK, BLUE, NAMES, RED, YELLOW
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.grid import FIELD, PITCH, center
from kostka_host.sheets.marks import arrow, at, chevron, die_face, led_window, sign
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Style,
    Text,
    polygon,
    strokes,
    turn_about,
)

CORNERS = (RED, BLUE, YELLOW, BLACK)  # seats by corner, clockwise from the north-west
MIDDLE = FIELD / 2
_WEB = 41.0  # radius
_THREAD = Style(stroke=inks.SOFT, width=0.5)
_WALL = "#e6dfd0"
_DARK_WALL = "#d3cabb"

# The skyline between red and blue, seen from the north: left, width and height of each house,
# which of two walls it has, and how it ends: flat, with a mast, in steps, or as a tank on legs.
_HOUSES = (
    (52.5, 13.5, 40, 0, "tank"),
    (66, 12, 58, 1, "mast"),
    (78, 15, 34, 0, "flat"),
    (93, 11.5, 64, 1, "steps"),
    (104.5, 41, 92, 0, "steps"),
    (145.5, 13, 66, 1, "flat"),
    (158.5, 15, 47, 0, "tank"),
    (173.5, 12, 60, 1, "steps"),
    (185.5, 12, 36, 0, "mast"),
)


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: ground, skylines, streets, web, spots, die and title."""
    shapes: list[Shape] = [Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD))]
    skyline = _skyline()
    shapes += [Group(list(skyline), turn_about(n, MIDDLE, MIDDLE)) for n in range(4)]
    shapes += _title(words)
    streets = [[center(mat.cells(LAST * n + i)[0]) for i in range(LAST)] for n in range(4)]
    for street, color in zip(streets, CORNERS, strict=True):
        shapes += _street(street, color)
    shapes += _web()
    for corner, color in enumerate(CORNERS):
        name = words.say(f"sheet.color.{NAMES[color]}")
        shapes.append(Group(_corner(color, name), turn_about(corner, MIDDLE, MIDDLE)))
    for spot in range(mat.spots):
        for cell in mat.cells(spot):
            shapes.append(at(*center(cell), _spot(spot, streets, words), cell))
    shapes += _die(mat)
    return shapes


def _skyline() -> list[Shape]:
    """Return houses that stand on the north edge, in the eyes of who sits there upside down."""
    shapes: list[Shape] = []
    windows: list[tuple[Point, Point]] = []
    for left, width, height, wall, top in _HOUSES:
        fill = _DARK_WALL if wall else _WALL
        style = Style(fill=fill, stroke=inks.SOFT, width=0.3)
        points = [(left, 0.0), (left, float(height)), (left + width, float(height))]
        points.append((left + width, 0.0))
        shapes.append(polygon(points, style))
        shapes += _roof(left, width, height, top, style)
        count = int((width - 3) / 4)
        first = left + (width - 4 * (count - 1)) / 2
        for floor in range(int((height - 5) / 6)):
            y = 4.0 + 6 * floor
            windows += [
                ((first + 4 * i, y), (first + 4 * i, y + 3))
                for i in range(count)
                if (7 * i + 5 * floor + wall) % 11
            ]
    shapes.append(strokes(windows, Style(stroke=inks.PAPER, width=1.7)))
    return shapes


def _roof(left: float, width: float, height: float, top: str, style: Style) -> list[Shape]:
    middle = left + width / 2
    mast = Style(stroke=inks.SOFT, width=0.6)
    if top == "mast":
        return [strokes([((middle, height), (middle, height + 9))], mast)]
    if top == "steps":
        found: list[Shape] = []
        for step in (1, 2):
            half = width * (0.34 - 0.13 * (step - 1))
            found.append(Rect(middle - half, height + 4.5 * (step - 1), 2 * half, 4.5, style))
        return [*found, strokes([((middle, height + 9), (middle, height + 15))], mast)]
    if top == "tank":
        legs = [((middle + x, height), (middle + x, height + 4.0)) for x in (-2.4, 0.0, 2.4)]
        tank = Rect(middle - 3, height + 4, 6, 5, style)
        hat = [(middle - 3.4, height + 9.0), (middle, height + 12.0), (middle + 3.4, height + 9.0)]
        return [strokes(legs, mast), tank, polygon(hat, style)]
    return []


def _street(street: list[Point], color: int) -> list[Shape]:
    """Return a street in the color of its corner, from the start field to the center."""
    ink = inks.INK[color]
    line = [*street, (MIDDLE, MIDDLE)]
    return [
        polygon(line, Style(stroke=inks.LINE, width=23.8, round_ends=True), closed=False),
        polygon(line, Style(stroke=ink, width=23.2, round_ends=True), closed=False),
        polygon(
            line, Style(stroke=inks.tint(ink, 0.34), width=21.4, round_ends=True), closed=False
        ),
        polygon(line, Style(stroke=inks.PAPER, width=0.9, dash=(3.2, 2.4)), closed=False),
    ]


def _web() -> list[Shape]:
    """Return the web in the middle, and a small spider between its four cells."""
    ground = Style(fill=inks.PAPER, stroke=inks.LINE, width=1.0)
    spokes = [_polar(_WEB, n / 16) for n in range(16)]
    shapes: list[Shape] = [
        Circle(MIDDLE, MIDDLE, _WEB, ground),
        strokes([((MIDDLE, MIDDLE), spoke) for spoke in spokes], _THREAD),
    ]
    for r in (8.5, 15.0, 22.0, 29.0, 35.5):
        shapes.append(_hanging(r))
    shapes += [
        Circle(MIDDLE, MIDDLE, 7.2, Style(fill=inks.PAPER)),
        *spider(MIDDLE, MIDDLE, 6.0, inks.INK[BLACK]),
    ]
    return shapes


def _polar(r: float, turns: float) -> Point:
    angle = 2 * math.pi * turns
    return MIDDLE + r * math.cos(angle), MIDDLE + r * math.sin(angle)


def _hanging(r: float) -> Path:
    """Return a ring of threads that hang inward between the spokes."""
    segments: list[tuple[str, tuple[float, ...]]] = [("M", _polar(r, 0.0))]
    for n in range(16):
        one, two = _polar(0.86 * r, (n + 0.33) / 16), _polar(0.86 * r, (n + 0.67) / 16)
        segments.append(("C", (*one, *two, *_polar(r, (n + 1) / 16))))
    return Path(tuple(segments), _THREAD)


def spider(x: float, y: float, r: float, ink: str) -> list[Shape]:
    """Return a spider seen from above, `r` from its middle to the tips of its legs."""
    legs: list[tuple[Point, Point]] = []
    for side in (-1, 1):
        for lift, reach in ((-0.95, 0.75), (-0.35, 1.0), (0.3, 1.0), (0.95, 0.8)):
            knee = (x + side * 0.55 * r, y + (0.75 * lift - 0.12) * r)
            legs += [((x, y), knee), (knee, (x + side * reach * r, y + lift * r))]
    return [
        strokes(legs, Style(stroke=ink, width=0.11 * r, round_ends=True)),
        Circle(x, y + 0.22 * r, 0.36 * r, Style(fill=ink)),
        Circle(x, y - 0.28 * r, 0.24 * r, Style(fill=ink)),
    ]


def _corner(color: int, name: str) -> list[Shape]:
    """Return what belongs to red, to be turned for the others: start and the way out."""
    ink = inks.INK[color]
    solid = Style(fill=ink, stroke=inks.LINE, width=0.35)
    out = Style(stroke=ink, width=1.2, dash=(2.2, 1.6))
    size = fitted(name.upper(), 5.2, 22, bold=True)
    return [
        Rect(25.9, 25.9, 23.2, 23.2, solid, 5),
        strokes([((31, 31), (19.5, 19.5))], out),
        Text(49, 14.5, name.upper(), size, inks.LINE, "end", True),
        *arrow((19.5, 34), (19.5, 62), ink, 2.8),
    ]


def _spot(spot: int, streets: list[list[Point]], words: Catalog) -> list[Shape]:
    """Return what one cell of a spot shows, the cell's center being the origin."""
    if spot == CENTER:
        disc = Style(fill=inks.PAPER, stroke=inks.LINE, width=0.6)
        return [Circle(0, 0, 9.9, disc), *led_window()]
    if spot >= OUT:
        return _out(CORNERS[spot - OUT], words)
    path, n = spot // LAST, spot % LAST
    ink = inks.INK[CORNERS[path]]
    edge = inks.PAPER if n == 0 else inks.LINE
    shapes: list[Shape] = [
        Circle(0, 0, 10, Style(fill=inks.PAPER, stroke=edge, width=0.45)),
        *led_window(),
    ]
    ahead = _ahead(streets[path], n)
    if n == 0:
        style = Style(fill=ink, stroke=inks.LINE, width=0.25)
        return [*shapes, sign(CORNERS[path], 0, 0.6, 4.2, style)]
    edge_of = Style(stroke=inks.LINE, width=2.2, round_ends=True)
    inside = Style(stroke=ink, width=1.4, round_ends=True)
    return [*shapes, chevron(ahead, 3.0, edge_of), chevron(ahead, 3.0, inside)]


def _ahead(street: list[Point], n: int) -> Point:
    """Return the direction from a field to the next one inward, as a unit vector."""
    ends = [*street, (MIDDLE + (PITCH / 2 if street[-1][0] > MIDDLE else -PITCH / 2), MIDDLE)]
    (x1, y1), (x2, y2) = list(pairwise(ends))[n]
    if n == LAST - 1:  # straight on into the web
        (x1, y1), (x2, y2) = street[n - 1], street[n]
    length = math.dist((x1, y1), (x2, y2))
    return (x2 - x1) / length, (y2 - y1) / length


def _out(color: int, words: Catalog) -> list[Shape]:
    """Return the place of a piece that is out: its sign, crossed out, and what it is."""
    ink = inks.INK[color]
    text = words.say("kombat.mat.out")
    edge = Style(fill=inks.PAPER, stroke=ink, width=1.1, dash=(2.2, 1.6))
    return [
        Circle(0, 0, 9.6, edge),
        sign(color, 0, -0.4, 3.4, Style(fill=inks.tint(ink, 0.5), stroke=inks.SOFT, width=0.2)),
        strokes([((-3.6, 3.2), (3.6, -4.0))], Style(stroke=inks.LINE, width=0.8)),
        Text(0, 7.6, text, fitted(text, 3.2, 11), inks.LINE, "middle"),
        *led_window(),
    ]


def _die(mat: Mat) -> list[Shape]:
    """Return the bar of the die."""
    first = center(mat.die_cells[0])
    edge = Style(fill=inks.PAPER, stroke=inks.SOFT, width=0.4)
    shapes: list[Shape] = [Rect(first[0] - 11.4, first[1] - 11.6, 22.8, 148.2, edge, 4)]
    for face, cell in enumerate(mat.die_cells, 1):
        parts = [*led_window(), *die_face(face, 0, 3.0, 11.5)]
        if face > 1:
            rule = [((-9.5, -12.5), (9.5, -12.5))]
            parts.append(strokes(rule, Style(stroke=inks.PALE, width=0.3)))
        shapes.append(at(*center(cell), parts, cell))
    return shapes


def _title(words: Catalog) -> list[Shape]:
    """Return the name of the game on a plate in the south."""
    title = words.say("kombat.title")
    size = fitted(title, 13, 132, bold=True)
    plate = Style(fill=inks.PAPER, stroke=inks.LINE, width=0.5)
    return [
        Rect(105, 275.5, 140, 20, plate, 4),
        Text(175, 285.5 + 0.36 * size, title, size, inks.LINE, "middle", True),
    ]
