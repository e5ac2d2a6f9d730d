"""The drawing of Domino: a way of places for tiles that winds down the mat, its pictures below."""

from __future__ import annotations

from kostka.games.domino_text import PICTURES
from kostka.games.domino_words import FIRST
from kostka.mats.colors import YELLOW
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.domino_pictures import GROUNDS, picture, web
from kostka_host.sheets.fonts import fitted, wrapped
from kostka_host.sheets.grid import FIELD, PITCH, center
from kostka_host.sheets.marks import at, led_window
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Point,
    Rect,
    Shape,
    Style,
    Text,
    polygon,
    scale,
    strokes,
)

_PLACE = (47.0, 21.6)  # of a tile: width and height
_EDGE = Style(fill=inks.PAPER, stroke=inks.SOFT, width=0.4)
_HALF = Style(stroke=inks.PALE, width=0.5)
_WAY = Style(stroke=inks.SOFT, width=0.9, round_ends=True)


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: ground with a web, the way, places of tiles, stock, pictures, title."""
    shapes: list[Shape] = [Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD))]
    thread = inks.tint(inks.SOFT, 0.45, inks.BOARD)
    shapes.append(Group(web((0.2, 0.4, 0.6, 0.8, 1.0), thread, 0.012, 16), scale(58, FIELD, 0)))
    way = [center(mat.cells(spot)[0]) for spot in range(mat.spots)]
    shapes.append(polygon(way, Style(stroke=inks.PALE, width=23.5, round_ends=True), closed=False))
    for spot in range(0, mat.spots, 2):
        shapes += _place(way, spot)
    for spot in range(mat.spots):
        (cell,) = mat.cells(spot)
        parts: list[Shape] = [Circle(0, 0, 9.8, _HALF), *led_window()]
        shapes.append(at(*way[spot], parts, cell))
    shapes.append(_steps(way))
    shapes += _stock(words)
    shapes += _names(words)
    shapes += _title(words)
    return shapes


def _place(way: list[Point], spot: int) -> list[Shape]:
    """Return the outline of a tile over two cells; that of the opening tile is marked."""
    (x1, y), (x2, _) = way[spot], way[spot + 1]
    middle = (x1 + x2) / 2
    width, height = _PLACE
    left, top = middle - width / 2, y - height / 2
    if spot != FIRST:
        return [Rect(left, top, width, height, _EDGE, 4)]
    mark = Style(fill=inks.tint(inks.INK[YELLOW], 0.55), stroke=inks.LINE, width=0.9)
    star = Style(fill=inks.INK[YELLOW], stroke=inks.LINE, width=0.3)
    points = [
        (middle + dx, y + dy)
        for dx, dy in (
            (0, -3.4),
            (1, -1),
            (3.4, 0),
            (1, 1),
            (0, 3.4),
            (-1, 1),
            (-3.4, 0),
            (-1, -1),
        )
    ]
    return [Rect(left, top, width, height, mark, 4), polygon(points, star)]


def _steps(way: list[Point]) -> Shape:
    """Return arrow heads between the places, away from the opening tile, as one path."""
    lines: list[tuple[Point, Point]] = []
    for spot in range(1, len(way) - 1, 2):
        (x1, y1), (x2, y2) = way[spot], way[spot + 1]
        dx, dy = (x2 - x1) / PITCH, (y2 - y1) / PITCH
        if spot < FIRST:
            dx, dy = -dx, -dy
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        for side in (-1, 1):
            wing = (x - dx + 1.9 * side * dy, y - dy - 1.9 * side * dx)
            lines.append((wing, (x + 0.9 * dx, y + 0.9 * dy)))
    return strokes(lines, _WAY)


def _stock(words: Catalog) -> list[Shape]:
    """Return the place beside the end of the way where the stock lies face down."""
    left, top = 3.0, 253.5
    shapes: list[Shape] = [
        Rect(left, top, 241, 20.5, Style(stroke=inks.SOFT, width=0.5, dash=(2.0, 1.6)), 4),
    ]
    text = words.say("domino.sheet.stock")
    size = fitted(text, 7, 44, bold=True)
    shapes.append(Text(left + 8, top + 12.6, text, size, inks.LINE, bold=True))
    for n in range(7):
        x = left + 60 + 25.5 * n
        shapes.append(Rect(x, top + 4.2, 22, 12, _EDGE, 2))
        shapes.append(Group(web((0.4, 0.8), inks.SOFT, 0.1), scale(5.0, x + 11, top + 10.2)))
    return shapes


def _names(words: Catalog) -> list[Shape]:
    """Return the seven pictures with their names along the southern side."""
    shapes: list[Shape] = []
    room = FIELD / len(PICTURES)
    for number, name in enumerate(PICTURES):
        x = room * number + 2
        lines = wrapped(words.say(f"domino.picture.{name}"), 3.9, room - 23, bold=True)
        first = 288.4 - 2.4 * (len(lines) - 1)
        edge = Style(fill=GROUNDS[number], stroke=inks.LINE, width=0.35)
        shapes += [
            Circle(x + 9.5, 287, 8.6, edge),
            Group([picture(number, 7.4)], scale(1, x + 9.5, 287)),
            *[
                Text(x + 20, first + 4.8 * n, line, _fit(line, room - 23.5), inks.LINE, bold=True)
                for n, line in enumerate(lines)
            ],
        ]
    return shapes


def _fit(line: str, room: float) -> float:
    return fitted(line, 3.9, room, bold=True)


def _title(words: Catalog) -> list[Shape]:
    """Return the name of the game in the north, between two halves of a tile."""
    title = words.say("domino.title")
    shapes: list[Shape] = []
    for x, number in ((8.0, 5), (23.0, 6)):
        edge = Style(fill=GROUNDS[number], stroke=inks.LINE, width=0.4)
        shapes += [
            Rect(x, 5, 15, 15, edge, 2),
            Group([picture(number, 6.2)], scale(1, x + 7.5, 12.5)),
        ]
    return [*shapes, Text(44, 18, title, fitted(title, 15, 150, bold=True), inks.LINE, bold=True)]
