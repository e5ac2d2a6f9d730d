"""The drawing of Dragon Dice: a table with terrains, and the areas of each player.

Areas have frames as wide as dice need; their signs are our own: a hill, a flag, a bone, a mound,
an eye.
"""

from __future__ import annotations

from kostka.games.dragon_dice.codes import BUA, DUA, FRONTIER, POOL, RESERVES
from kostka.mats.colors import BLACK, BLUE, RED, YELLOW
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.grid import FIELD, center
from kostka_host.sheets.marks import at, led_window
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Rect,
    Shape,
    Style,
    Text,
    scale,
    strokes,
    turn_about,
)

SEATS = (RED, BLUE, YELLOW, BLACK)  # west, north, east, south
_TURNS = (1, 2, 3, 0)  # quarters from the south
_AREAS = (RESERVES, DUA, BUA, POOL)
_DISC = Style(fill=inks.PAPER, stroke=inks.SOFT, width=0.4)
# Frames of the player in the south, by (left, top, width, height) in mm, as the mat has the cells.
_FRAMES = {
    RESERVES: (201.0, 251.0, 48.0, 48.0),
    DUA: (76.0, 251.0, 23.0, 48.0),
    BUA: (51.0, 251.0, 23.0, 48.0),
    POOL: (76.0, 201.0, 23.0, 48.0),
}


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: ground, the frontier, the places of each player, title."""
    shapes: list[Shape] = [Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD))]
    for seat, color in enumerate(SEATS):
        places = _places(color, words)
        shapes.append(Group(places, turn_about(_TURNS[seat], FIELD / 2, FIELD / 2)))
    frontier = words.say(f"dragon_dice.place.{FRONTIER}")
    shapes += _terrain(112, 112, 76, 76, inks.SOFT, frontier)
    for spot in range(mat.spots):
        for cell in mat.cells(spot):
            shapes.append(at(*center(cell), [Circle(0, 0, 9.6, _DISC), *led_window()], cell))
    title = words.say("dragon_dice.title")
    size = fitted(title, 13, 44, bold=True)
    shapes.append(Text(4, 22, title, size, inks.LINE, bold=True))
    return shapes


def _places(color: int, words: Catalog) -> list[Shape]:
    """Return what lies before the player in the south."""
    ink = inks.INK[color]
    home = words.say("dragon_dice.mat.home")
    shapes = _terrain(112, 192, 76, 58, ink, home)
    for area in _AREAS:
        left, top, width, height = _FRAMES[area]
        ground = Style(fill=inks.tint(ink, 0.16), stroke=ink, width=0.7)
        shapes.append(Rect(left, top, width, height, ground, 3))
        # between the cells: beside them lie their lights, whichever way the mat is turned
        middle = top + height / 2
        text = words.say(f"dragon_dice.place.{area}")
        size = fitted(text, 4.2, width - 9.5)
        shapes.append(Text(left + 8.5, middle + size / 3, text, size, inks.LINE))
        shapes.append(Group(_sign(area, ink), scale(0.62, left + 4.4, middle)))
    return shapes


def _terrain(
    left: float, top: float, width: float, height: float, ink: str, text: str
) -> list[Shape]:
    """Return the frame of a terrain with a range of hills and its name."""
    ground = Style(fill=inks.tint(ink, 0.24), stroke=ink, width=1.2)
    shapes: list[Shape] = [Rect(left, top, width, height, ground, 5)]
    base = top + height - 3
    hills = []
    for n in range(3):
        x = left + width * (n + 0.5) / 3
        tall = 9 if n == 1 else 6
        hills += [((x - 8, base), (x, base - tall)), ((x, base - tall), (x + 8, base))]
    shapes.append(strokes(hills, Style(stroke=ink, width=1, round_ends=True)))
    size = fitted(text, 5, width - 6, bold=True)
    shapes.append(Text(left + width / 2, top + 6.4, text, size, inks.LINE, "middle", True))
    return shapes


def _sign(area: int, ink: str) -> list[Shape]:
    """Return the sign of an area, 10 mm wide around the origin."""
    line = Style(stroke=ink, width=1.2, round_ends=True)
    if area == RESERVES:  # a flag
        pole = [
            ((-3.0, 4.0), (-3.0, -4.0)),
            ((-3.0, -4.0), (4.0, -2.0)),
            ((4.0, -2.0), (-3.0, 0.0)),
        ]
        return [strokes(pole, line)]
    if area == DUA:  # a bone
        ends = [(-4.0, 1.4), (-4.0, -1.4), (4.0, 1.4), (4.0, -1.4)]
        dots: list[Shape] = [Circle(*end, 1.4, Style(fill=ink)) for end in ends]
        return [strokes([((-4.0, 0.0), (4.0, 0.0))], Style(stroke=ink, width=1.8)), *dots]
    if area == BUA:  # a mound with a cross
        mound = [((-5.0, 4.0), (0.0, 1.0)), ((0.0, 1.0), (5.0, 4.0)), ((0.0, 1.0), (0.0, -5.0))]
        return [strokes([*mound, ((-2.4, -2.6), (2.4, -2.6))], line)]
    # an eye
    return [Circle(0, 0, 4, Style(stroke=ink, width=1.2)), Circle(0, 0, 1.5, Style(fill=ink))]
