"""The drawing of Chasing: a web of violet spokes and white rings, and the time track around it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from kostka.games.chasing import GAME
from kostka.games.chasing_web import FIELD as OTHER_END
from kostka.games.chasing_web import FIELDS, NEAR, ROUND, TRACK
from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.kombat import spider
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.grid import FIELD, center
from kostka_host.sheets.marks import at, led_window, sign
from kostka_host.sheets.shapes import Circle, Path, Point, Rect, Shape, Style, Text, strokes

GOALS = (15, 20, 25)
VIOLET = "#5a2d8a"
_NIGHT = "#8d95aa"  # behind the web; light enough to save ink, dark enough for white threads
_DUSK = "#a4abbd"
_WEB_SIZE = 275.0  # of the square with the web
_START = GAME.new_state(2, {}).at  # fields of red, yellow and Venom
_THREAD = Style(stroke=inks.PAPER, width=3.2, round_ends=True)
_THREAD_EDGE = Style(stroke=inks.LINE, width=4.6, round_ends=True)


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: sky, threads, fields of the web, time track, title."""
    places = [center(mat.cells(spot)[0]) for spot in range(mat.spots)]
    shapes: list[Shape] = [
        Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD)),
        Rect(1.2, 1.2, _WEB_SIZE - 2.4, _WEB_SIZE - 2.4, Style(fill=_NIGHT), 10),
    ]
    shapes += _fog(places)
    shapes += _threads(places)
    shapes += _track_road(places[TRACK:])
    for spot in range(mat.spots):
        (cell,) = mat.cells(spot)
        drawn = _web_field(spot) if spot < TRACK else _track_field(spot - TRACK + 1)
        shapes.append(at(*places[spot], drawn, cell))
    shapes += _legend(words)
    return shapes


def _fog(places: list[Point]) -> list[Shape]:
    """Return the ground of the web: a lighter net of sails between its outer fields."""
    x, y = places[0]
    reach = max(math.dist((x, y), place) for place in places[:FIELDS])
    return [
        Circle(x, y, reach - 6 - 28 * n, Style(fill=_DUSK if n % 2 == 0 else _NIGHT))
        for n in range(4)
    ]


def _threads(places: list[Point]) -> list[Shape]:
    """Return all threads; a radial one runs to the edge, violet on white, a round one is white."""
    radial: list[tuple[Point, Point]] = []
    rounds: list[tuple[Point, Point]] = []
    for spot, threads in enumerate(NEAR):
        for thread in threads:
            other = thread & OTHER_END
            if spot < other:
                pair = (places[spot], places[other])
                (rounds if thread & ROUND else radial).append(pair)
    anchors = [(places[spot], _beyond(places[0], places[spot])) for spot in range(26, FIELDS)]
    sags = [_sag(places[0], one, two) for one, two in rounds]
    return [
        strokes(anchors, Style(stroke=inks.PAPER, width=1.0)),
        _curves(sags, _THREAD_EDGE),
        _curves(sags, _THREAD),
        strokes(radial, Style(stroke=inks.PAPER, width=5.4, round_ends=True)),
        strokes(radial, Style(stroke=VIOLET, width=3.6, round_ends=True)),
    ]


def _beyond(middle: Point, place: Point) -> Point:
    """Return where a spoke meets the edge of the sky behind its last field."""
    dx, dy = place[0] - middle[0], place[1] - middle[1]
    reach = (_WEB_SIZE / 2 - 1.5) / max(abs(dx), abs(dy))
    return middle[0] + reach * dx, middle[1] + reach * dy


def _sag(middle: Point, one: Point, two: Point) -> tuple[Point, Point, Point]:
    """Return a round thread as (start, control, end) of a curve that hangs toward the center."""
    x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
    return one, (x + 0.16 * (middle[0] - x), y + 0.16 * (middle[1] - y)), two


def _curves(sags: Iterable[tuple[Point, Point, Point]], style: Style) -> Path:
    segments: list[tuple[str, tuple[float, ...]]] = []
    for (x1, y1), (x, y), (x2, y2) in sags:
        one = ((x1 + 2 * x) / 3, (y1 + 2 * y) / 3)
        two = ((x2 + 2 * x) / 3, (y2 + 2 * y) / 3)
        segments += [("M", (x1, y1)), ("C", (*one, *two, x2, y2))]
    return Path(tuple(segments), style)


def _web_field(spot: int) -> list[Shape]:
    """Return a field of the web, the cell's center being the origin; starts have a sign."""
    color = 0
    if spot in _START:
        color = (RED, YELLOW, BLACK)[_START.index(spot) // 3]
    if color == BLACK:
        edge = Style(fill=inks.PAPER, stroke=VIOLET, width=2.2)
        return [Circle(0, 0, 10.2, edge), *spider(0, 1.2, 6.4, inks.INK[BLACK]), *led_window()]
    if color:
        ink = inks.INK[color]
        mark = Style(fill=ink, stroke=inks.LINE, width=0.25)
        return [
            Circle(0, 0, 10.6, Style(fill=ink, stroke=inks.PAPER, width=0.6)),
            Circle(0, 0, 7.6, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.25)),
            sign(color, 0, 0.4, 4.0, mark),
            *led_window(),
        ]
    return [
        Circle(0, 0, 9.3, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.7)),
        Circle(0, 0, 6.6, Style(stroke=inks.PALE, width=0.5)),
        *led_window(),
    ]


# The time track ------------------------------------------------------------------------------


def _track_road(track: list[Point]) -> list[Shape]:
    """Return the band below the time track, with an arrow head from field to field."""
    ink = inks.INK[BLUE]
    pairs = list(pairwise(track))
    heads: list[tuple[Point, Point]] = []
    for (x1, y1), (x2, y2) in pairs:
        length = math.dist((x1, y1), (x2, y2))
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        tip = ((x1 + x2) / 2 + 1.2 * dx, (y1 + y2) / 2 + 1.2 * dy)
        for side in (-1, 1):
            back = (tip[0] - 2.0 * dx + 2.0 * side * dy, tip[1] - 2.0 * dy - 2.0 * side * dx)
            heads.append((back, tip))
    return [
        strokes(pairs, Style(stroke=ink, width=23.6, round_ends=True)),
        strokes(pairs, Style(stroke=inks.tint(ink, 0.22), width=22.2, round_ends=True)),
        strokes(heads, Style(stroke=ink, width=1.0, round_ends=True)),
    ]


def _track_field(number: int) -> list[Shape]:
    """Return a field of the time track; the goals are filled, with a flag."""
    ink = inks.INK[BLUE]
    label = str(number)
    if number in GOALS:
        return [
            Circle(0, 0, 10.2, Style(fill=ink, stroke=inks.LINE, width=0.5)),
            Text(0.4, 3.6, label, 9.0, inks.PAPER, "middle", True),
            *_flag(6.6, 8.2),
            *led_window(),
        ]
    edge = Style(fill=inks.PAPER, stroke=ink, width=1.5 if number == 1 else 0.5)
    return [
        Circle(0, 0, 9.4, edge),
        Text(0, 4.0, label, 8.0, inks.LINE, "middle", number == 1),
        *led_window(),
    ]


def _flag(x: float, y: float) -> list[Shape]:
    """Return a small chequered flag whose pole stands on (x, y)."""
    side = 1.5
    squares: list[Shape] = [
        Rect(x, y - 7.5, 4 * side, 3 * side, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.25))
    ]
    for row in range(3):
        for col in range(4):
            if (row + col) % 2 == 0:
                black = Style(fill=inks.INK[BLACK])
                squares.append(Rect(x + side * col, y - 7.5 + side * row, side, side, black))
    return [strokes([((x, y), (x, y - 7.8))], Style(stroke=inks.LINE, width=0.6)), *squares]


def _legend(words: Catalog) -> list[Shape]:
    """Return the title in the north-west corner of the sky, and the two kinds of threads."""
    title = words.say("chasing.title").upper()
    size = fitted(title, 12, 64, bold=True)
    shapes: list[Shape] = [Text(7, 10 + 0.4 * size, title, size, inks.INK[BLACK], bold=True)]
    for n, text in enumerate(("radial", "round")):
        y = 22.0 + 8.5 * n
        line = [((8.0, y), (22.0, y))]
        if text == "radial":
            shapes.append(strokes(line, Style(stroke=inks.PAPER, width=5.4, round_ends=True)))
            shapes.append(strokes(line, Style(stroke=VIOLET, width=3.6, round_ends=True)))
        else:
            shapes.append(strokes(line, _THREAD_EDGE))
            shapes.append(strokes(line, _THREAD))
        label = words.say(f"chasing.mat.{text}")
        shapes.append(Text(27, y + 1.5, label, fitted(label, 4.2, 42), inks.INK[BLACK]))
    return shapes
