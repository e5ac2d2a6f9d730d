"""The drawing of Spider Shoot: four lanes in the seats' colors, and the range between them."""

from __future__ import annotations

import math

from kostka.games import spider_shoot_words as game
from kostka.mats.colors import BLACK, BLUE, GREEN, NAMES, RED, YELLOW
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.arena_icons import flag, target
from kostka_host.sheets.fonts import fitted, wrapped
from kostka_host.sheets.frame import note
from kostka_host.sheets.grid import FIELD, PITCH, center
from kostka_host.sheets.marks import arrow, at, chevron, hatch, led_window, sign
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

LANES = (RED, BLUE, YELLOW, BLACK)
_WAY = Style(stroke=inks.SOFT, width=1.1, round_ends=True)
_LEFT, _RIGHT = 4 * PITCH, 8 * PITCH  # of the range


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: range, lanes, targets and title."""
    shapes: list[Shape] = [Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD))]
    shapes += _range(mat, words)
    for lane in range(len(LANES)):
        shapes += _lane(mat, lane, words)
    for spot in range(mat.spots):
        for cell in mat.cells(spot):
            shapes.append(at(*center(cell), _spot(mat, spot), cell))
    return shapes + _title(words)


def _lane(mat: Mat, lane: int, words: Catalog) -> list[Shape]:
    """Return the ground of a lane, and the name of its color beside it."""
    color = LANES[lane]
    ink = inks.INK[color]
    points = [center(mat.cells(lane * game.LANE + step)[0]) for step in range(game.LANE)]
    x, goal = points[0][0], points[-1][0]
    low, high = min(x, goal), max(x, goal)
    plain = Style(fill=inks.tint(ink, 0.25), stroke=ink, width=1)
    shapes: list[Shape] = [
        Rect(low - 11.6, 0.9, high - low + 23.2, 23.2, Style(fill=ink, stroke=ink, width=1), 8),
        Rect(x - 11.6, 0.9, 23.2, FIELD - 1.8, plain, 8),
        hatch(color, x - 9.5, 27, 19, FIELD - 36, inks.tint(ink, 0.45)),
        Rect(x - 11.6, FIELD - 24.1, 23.2, 23.2, Style(fill=ink), 8),
        polygon(points, Style(stroke=inks.PAPER, width=7, round_ends=True), closed=False),
    ]
    name = words.say(f"sheet.color.{NAMES[color]}").upper()
    size = fitted(name, 9, 60, bold=True)
    label = Text(0, 0.36 * size, name, size, inks.LINE, "middle", True)
    shapes.append(Group([label], turn(3 if goal > x else 1, goal, 150)))
    shapes.append(sign(color, goal, 205, 8, Style(fill=ink, stroke=inks.LINE, width=0.35)))
    shapes += arrow((goal, 105), (goal, 32), inks.tint(ink, 0.8), 3)
    return shapes


def _range(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the ground of the range with rings about its targets, and where to shoot from."""
    green = inks.INK[GREEN]
    width = _RIGHT - _LEFT
    ground = Style(fill=inks.tint(green, 0.22), stroke=inks.LINE, width=0.6)
    shapes: list[Shape] = [Rect(_LEFT + 1, 1, width - 2, FIELD - 2, ground, 8)]
    centers = [center(mat.cells(game.TARGET + n)[0]) for n in range(game.TARGETS)]
    middle = (centers[1][0] + centers[2][0]) / 2
    web = inks.tint(green, 0.5)
    shapes += _web(middle, centers[1][1], web)
    line = Style(stroke=inks.LINE, width=0.6, dash=(2.5, 2))
    front, back = centers[0], centers[3]
    shapes.append(Line(front[0], front[1], back[0], back[1], line))
    shapes.append(Line(centers[1][0], centers[1][1], centers[2][0], centers[2][1], line))
    shapes += arrow((front[0], FIELD - 30), (front[0], front[1] + 14), inks.LINE, 2.4)
    notes = (("back", back), ("middle", centers[1]), ("front", front))
    for name, (x, y) in notes:
        text = words.say(f"spider_shoot.mat.{name}")
        left, top = (x + 16, y) if name != "middle" else (x + 4, y - 22)
        shapes += note(left, top, _RIGHT - left - 3, text, 3.6)
    text = words.say("spider_shoot.mat.shooter")
    shapes += note(_LEFT + 7, FIELD - 18, width - 14, text, 3.6)
    return shapes


def _web(x: float, y: float, ink: str) -> list[Shape]:
    """Return a cobweb about a point, over all of the range."""
    style = Style(stroke=ink, width=0.5)
    angles = [math.pi * (2 * i + 1) / 12 for i in range(12)]
    lines: list[tuple[Point, Point]] = []
    for angle in angles:
        lines.append(((x, y), (x + 47 * math.cos(angle), y + 47 * math.sin(angle))))
    shapes: list[Shape] = [strokes(lines, style)]
    for radius in (15, 26, 37, 47):
        points = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
        shapes.append(polygon(points, style))
    return shapes


def _spot(mat: Mat, spot: int) -> list[Shape]:
    """Return what one cell of a spot shows, the cell's center being the origin."""
    if spot >= game.TARGET:
        return _target(spot - game.TARGET)
    lane, step = spot // game.LANE, spot % game.LANE
    color = LANES[lane]
    ink = inks.INK[color]
    edge = Style(fill=inks.PAPER, stroke=ink, width=1.1)
    mark = Style(fill=ink, stroke=inks.LINE, width=0.25)
    disc: list[Shape] = [Circle(0, 0, 9.9, edge)]
    if step == game.GOAL:
        return [*disc, *flag(0, 1.2, 4.8), *led_window()]
    if step == 0:
        return [*disc, sign(color, 0, 1, 4, mark), *led_window()]
    if step == game.GOAL - 1:
        inward = 1.0 if center(mat.cells(spot + 1)[0])[0] > center(mat.cells(spot)[0])[0] else -1.0
        return [*disc, chevron((inward, 0), 2.8, _WAY), *_step(step), *led_window()]
    return [*disc, chevron((0, -1), 2.8, _WAY), *_step(step), *led_window()]


def _step(step: int) -> list[Shape]:
    return [Text(0, 8.4, str(step), 3.6, inks.LINE, "middle", True)]


def _target(number: int) -> list[Shape]:
    """Return where a target stands; the back one, the shooter's own, has a dark edge."""
    own = number == game.TARGETS - 1
    edge = Style(fill=inks.PAPER, stroke=inks.LINE, width=1.8 if own else 0.6)
    return [
        Circle(0, 0, 10.4, edge),
        *target(0, -0.4, 4.6),
        Text(0, 9.2, str(number + 1), 3.8, inks.LINE, "middle", True),
        *led_window(),
    ]


def _title(words: Catalog) -> list[Shape]:
    """Return the name of the game in the north of the range."""
    title = words.say("spider_shoot.title")
    lines = wrapped(title, 14, _RIGHT - _LEFT - 12, bold=True)
    size = min(fitted(line, 14, _RIGHT - _LEFT - 12, bold=True) for line in lines)
    x = (_LEFT + _RIGHT) / 2
    return [
        Text(x, 18 + 1.05 * size * i, line, size, inks.LINE, "middle", True)
        for i, line in enumerate(lines)
    ]
