"""The drawing of Ludo: a cross of rings in the colors of the die, homes and lanes of the seats."""

from __future__ import annotations

from kostka.games.ludo_way import FIELDS, PROGRESS, TRACK
from kostka.mats.colors import BLACK, BLUE, DIE_FACES, NAMES, RED, YELLOW
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.grid import FIELD, PITCH, center
from kostka_host.sheets.marks import (
    arrow,
    at,
    chevron,
    color_face,
    die_face,
    hatch,
    led_window,
    ring,
    sign,
)
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Point,
    Rect,
    Shape,
    Style,
    Text,
    polygon,
    strokes,
    turn,
    turn_about,
)

CORNERS = (RED, BLUE, YELLOW, BLACK)  # seats by corner, clockwise from the north-west
MIDDLE = 137.5  # of the cross, in both directions
_HOMES = 56  # the spot of the first reserve
_WAY = Style(stroke=inks.SOFT, width=1.1, round_ends=True)


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: ground, road, quarters of the seats, spots, die and title."""
    shapes: list[Shape] = [Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD)), _corner_ticks()]
    road = [center(mat.cells(spot)[0]) for spot in range(TRACK)]
    shapes.append(polygon(road, Style(stroke=inks.PALE, width=15, round_ends=True)))
    for corner, color in enumerate(CORNERS):
        quarter = _quarter(color, words.say(f"sheet.color.{NAMES[color]}"))
        shapes.append(Group(quarter, turn_about(corner, MIDDLE, MIDDLE)))
    for spot in range(mat.spots):
        for cell in mat.cells(spot):
            shapes.append(at(*center(cell), _spot(mat, spot, road), cell))
    shapes += _die(mat, words)
    shapes += _title(words)
    return shapes


def _corner_ticks() -> Shape:
    """Return small crosses where four cells meet, to align the mat with the table."""
    ticks = []
    for row in range(1, 12):
        for col in range(1, 12):
            x, y = PITCH * col, PITCH * row
            ticks += [((x - 1, y), (x + 1, y)), ((x, y - 1), (x, y + 1))]
    return strokes(ticks, Style(stroke=inks.PALE, width=0.25))


def _quarter(color: int, name: str) -> list[Shape]:
    """Return what belongs to red, to be turned for the others: home, start, lane, finish."""
    ink = inks.INK[color]
    pale = inks.tint(ink, 0.2)
    solid = Style(fill=ink, stroke=inks.LINE, width=0.35)
    shapes: list[Shape] = [
        Rect(1, 1, 97.5, 97.5, Style(fill=pale, stroke=ink, width=0.8), 7),
        hatch(color, 4.5, 4.5, 90.5, 90.5, inks.tint(ink, 0.34)),
        Rect(1, 1, 48.5, 48.5, solid, 7),  # the reserve
        *arrow((12.5, 51.5), (12.5, 98), ink, 3),
        Rect(0.7, 100.7, 23.6, 23.6, solid, 5),  # the start
        Rect(25.7, 126, 98.6, 23, solid, 8),  # the lane
        Group([sign(color, 0, 0, 15, solid)], turn(1, 75, 75)),
    ]
    # Sign and name are read from the seat's own side.
    size = fitted(name.upper(), 9, 42, bold=True)
    plate = Style(fill=pale)
    label = Text(0, 0.36 * size, name.upper(), size, inks.LINE, "middle", True)
    shapes.append(Group([Rect(-22.5, -6.5, 45, 13, plate, 3), label], turn(1, 34, 75)))
    # A wedge of the finish in the middle, whose tip meets the others.
    m = MIDDLE
    shapes.append(polygon([(m - 11, m - 11), (m, m), (m - 11, m + 11)], solid))
    return shapes


def _spot(mat: Mat, spot: int, road: list[Point]) -> list[Shape]:
    """Return what one cell of a spot shows, the cell's center being the origin."""
    if spot >= _HOMES:
        color = CORNERS[spot - _HOMES]
        return [*_plain_disc(), _seat_sign(color, 3.6), *led_window()]
    if spot >= TRACK:
        corner = (spot - TRACK) // 4
        shapes = ring(_field_color(spot, corner), outer=10.4, edge=inks.PAPER)
        return [*shapes, _seat_sign(CORNERS[corner], 3.4)]
    shapes = ring(_field_color(spot, 0))
    if spot % 10 == 0:
        return [*shapes, _seat_sign(CORNERS[spot // 10], 3.4)]
    ahead = _step(road, spot)
    if spot % 10 == 9:
        return [*shapes, *_parting(ahead, CORNERS[(spot + 1) // 10 % 4])]
    return [*shapes, chevron(ahead, 2.6, _WAY)]


def _parting(ahead: Point, color: int) -> list[Shape]:
    """Return two arrow heads: a seat turns right into its lane, the others go on ahead."""
    lane = (-ahead[1], ahead[0])
    mark = Style(fill=inks.INK[color], stroke=inks.LINE, width=0.25)
    head = [(4.8, 0.0), (1.2, 2.3), (1.2, -2.3)]
    points = [(x * lane[0] - y * lane[1], x * lane[1] + y * lane[0]) for x, y in head]
    # Both a little off the middle, so that they do not touch.
    dx, dy = 2.4 * ahead[0] - 1.6 * lane[0], 2.4 * ahead[1] - 1.6 * lane[1]
    turning = at(-1.4 * ahead[0], -1.4 * ahead[1], [polygon(points, mark)])
    return [at(dx, dy, [chevron(ahead, 2.2, _WAY)]), turning]


def _step(road: list[Point], spot: int) -> Point:
    """Return the direction from a field of the track to the next one, as a unit vector."""
    (x1, y1), (x2, y2) = road[spot], road[(spot + 1) % TRACK]
    return (x2 - x1) / PITCH, (y2 - y1) / PITCH


def _field_color(spot: int, corner: int) -> int:
    """Return the color of a field of the track or of a lane as a code of kostka.mats.colors."""
    return DIE_FACES[FIELDS[PROGRESS[corner][spot]]]


def _plain_disc() -> list[Shape]:
    return [Circle(0, 0, 9.9, Style(fill=inks.PAPER, stroke=inks.LINE, width=0.35))]


def _seat_sign(color: int, r: float) -> Shape:
    return sign(color, 0, 0, r, Style(fill=inks.INK[color], stroke=inks.LINE, width=0.25))


def _die(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the bar of the die: pips and colors of each face, and the color's name."""
    first = center(mat.die_cells[0])
    edge = Style(fill=inks.PAPER, stroke=inks.SOFT, width=0.4)
    x, y = first[0] - 11.6, first[1] - 11.6
    shapes: list[Shape] = [Rect(x, y, 23.2, 148.2, edge, 4)]
    for face, cell in enumerate(mat.die_cells, 1):
        color = DIE_FACES[face]
        name = words.say(f"sheet.color.{NAMES[color]}")
        size = fitted(name, 3.4, 21)
        parts = [
            *led_window(),
            *die_face(face, -5.3, 0.6, 9.4),
            *color_face(color, 5.3, 0.6, 9.4),
            Text(0, 9.4, name, size, inks.LINE, "middle"),
        ]
        if face > 1:
            parts.append(
                strokes([((-9.5, -12.5), (9.5, -12.5))], Style(inks.PALE, inks.PALE, 0.3))
            )
        shapes.append(at(*center(cell), parts, cell))
    return shapes


def _title(words: Catalog) -> list[Shape]:
    """Return the name of the game in the free row in the south, with a die beside it."""
    title = words.say("ludo.title")
    return [
        *die_face(6, 12.5, 287.5, 12),
        *die_face(1, 21.5, 290.5, 6),
        Text(30, 292.6, title, fitted(title, 15, 115, bold=True), inks.LINE, bold=True),
    ]
