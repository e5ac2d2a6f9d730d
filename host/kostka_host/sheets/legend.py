"""The legend of the lights: each pattern as a bar over one period, with its meaning."""

from __future__ import annotations

from kostka.mats.colors import OFF
from kostka.scene import palette, patterns
from kostka.scene.legend import legend
from kostka.scene.levels import level_table
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import wrapped
from kostka_host.sheets.frame import LEADING, NOTE, heading, note, note_height
from kostka_host.sheets.marks import sign
from kostka_host.sheets.shapes import Line, Path, Point, Shape, Style, polygon

BAR_WIDTH, BAR_HEIGHT = 32.0, 5.0
_SIGN_ROOM = 8.0
_LEVELS = level_table()


def light(color: int) -> str:
    """Return the light of a color code as an ink: what an LED shows is linear, paper is not."""
    channels = []
    for value in palette.rgb(color):
        share = value / 255
        gamma = 12.92 * share if share <= 0.0031308 else 1.055 * share ** (1 / 2.4) - 0.055
        channels.append(round(255 * gamma))
    return "#{:02x}{:02x}{:02x}".format(*channels)


def bar(x: float, y: float, color: int, pattern: int) -> list[Shape]:
    """Return a pattern over time: its height is the brightness; (x, y) is the lower left corner.

    OFF as color stands for that of whoever is meant and is drawn gray.
    """
    step = BAR_WIDTH / patterns.STEPS
    points: list[Point] = [(x, y)]
    for i in range(patterns.STEPS):
        level = _LEVELS[pattern << patterns.STEP_BITS | i]
        top = y - BAR_HEIGHT * level / 255
        points += [(x + i * step, top), (x + (i + 1) * step, top)]
    points.append((x + BAR_WIDTH, y))
    ink = inks.SOFT if color == OFF else light(color)
    shape: Path = polygon(_thinned(points), Style(fill=ink, stroke=inks.LINE, width=0.15))
    return [shape, Line(x, y, x + BAR_WIDTH, y, Style(stroke=inks.LINE, width=0.3))]


def _thinned(points: list[Point]) -> list[Point]:
    """Return points without those on a level stretch between their neighbors."""
    kept = points[:1]
    for before, point, after in zip(points, points[1:], points[2:], strict=False):
        if not (before[1] == point[1] == after[1]) and point != kept[-1]:
            kept.append(point)
    return [*kept, points[-1]]


def _entry(x: float, y: float, room: float, entry: tuple[str, int, int], text: str) -> list[Shape]:
    """Return one line of the legend; y is its upper edge."""
    message, color, pattern = entry
    shapes = bar(x + _SIGN_ROOM, y + BAR_HEIGHT, color, pattern)
    if message.startswith("scene.color."):
        style = Style(fill=inks.INK[color], stroke=inks.LINE, width=0.25)
        shapes.append(sign(color, x + 3, y + BAR_HEIGHT / 2, 2.4, style))
    left = x + _SIGN_ROOM + BAR_WIDTH + 3
    shapes += note(left, y + 3.8, x + room - left, text)
    return shapes


def _row_height(room: float, text: str) -> float:
    lines = len(wrapped(text, NOTE, room - _SIGN_ROOM - BAR_WIDTH - 3))
    return max(BAR_HEIGHT + 2.6, lines * LEADING * NOTE + 2.6)


def draw(
    x: float, y: float, room: float, columns: int, words: Catalog
) -> tuple[list[Shape], float]:
    """Return the legend in columns below a heading, and its lower edge."""
    shapes: list[Shape] = [heading(x, y + 5, words.say("sheet.legend"), 5.5)]
    how = words.say("sheet.legend.how")
    shapes += note(x, y + 11, room, how)
    y += 11 + note_height(room, how)
    column_room = (room - 8.0 * (columns - 1)) / columns
    entries = [(entry, words.say(entry[0])) for entry in legend()]
    share = -(-len(entries) // columns)
    bottom = y
    for column in range(columns):
        left, top = x + column * (column_room + 8.0), y
        for entry, text in entries[column * share : (column + 1) * share]:
            shapes += _entry(left, top, column_room, entry, text)
            top += _row_height(column_room, text)
        bottom = max(bottom, top)
    return shapes, bottom
