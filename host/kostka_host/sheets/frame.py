"""What stands around a drawing: headings, a ruler, cut and alignment marks, notes."""

from __future__ import annotations

from collections.abc import Iterable

from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import text_width, wrapped
from kostka_host.sheets.grid import PITCH
from kostka_host.sheets.shapes import Point, Shape, Style, Text, polygon, strokes

A4 = (210.0, 297.0)
A3_PLUS = (329.0, 483.0)
Cells = tuple[int, int, int, int]  # first column, first row, columns, rows
EDGE = 8.0  # what a printer may not reach, from the edge of the paper
NOTE = 3.3  # size of small print
LEADING = 1.4
_GRID_NAME = 2.8  # size of the names of columns and rows
_CUT = Style(stroke=inks.LINE, width=0.2)
_GAP, _MARK = 1.5, 5.0  # between a cut mark and what is cut, and its length


def heading(x: float, y: float, text: str, size: float = 7.0) -> Text:
    """Return a heading on a baseline."""
    return Text(x, y, text, size, inks.LINE, bold=True)


def note(x: float, y: float, room: float, text: str, size: float = NOTE) -> list[Shape]:
    """Return a text broken into lines no longer than `room`; y is the first baseline."""
    lines = wrapped(text, size, room)
    return [Text(x, y + i * LEADING * size, line, size, inks.LINE) for i, line in enumerate(lines)]


def note_height(room: float, text: str, size: float = NOTE) -> float:
    """Return how high a note is."""
    return len(wrapped(text, size, room)) * LEADING * size


def notes(
    x: float, y: float, room: float, texts: Iterable[str], size: float = NOTE
) -> tuple[list[Shape], float]:
    """Return numbered notes below each other, and the baseline that would come next."""
    shapes: list[Shape] = []
    for number, text in enumerate(texts, 1):
        shapes.append(Text(x, y, f"{number}.", size, inks.LINE, bold=True))
        shapes += note(x + 2 * size, y, room - 2 * size, text, size)
        y += note_height(room - 2 * size, text, size) + 0.5 * size
    return shapes, y


def ruler(x: float, y: float, words: Catalog) -> list[Shape]:
    """Return a ruler of 100 mm whose line begins at (x, y), and what it is for; 16 mm high."""
    ticks: list[tuple[Point, Point]] = [((x, y), (x + 100, y))]
    for mm in range(0, 101):
        length = 4.0 if mm % 10 == 0 else 2.8 if mm % 5 == 0 else 1.6
        ticks.append(((x + mm, y), (x + mm, y - length)))
    shapes: list[Shape] = [strokes(ticks, _CUT)]
    for mm in range(0, 101, 10):
        shapes.append(Text(x + mm, y + 3.4, str(mm), 2.6, inks.LINE, "middle"))
    shapes.append(Text(x + 103, y + 3.4, "mm", 2.6, inks.LINE))
    shapes += note(x, y + 8.4, 165, words.say("sheet.ruler"))
    return shapes


def cut_marks(x: float, y: float, width: float, height: float) -> Shape:
    """Return marks at the corners of a rectangle, outside it, along which it is cut."""
    lines: list[tuple[Point, Point]] = []
    for corner_x, out_x in ((x, -1), (x + width, 1)):
        for corner_y, out_y in ((y, -1), (y + height, 1)):
            near, far = _GAP, _GAP + _MARK
            lines.append(((corner_x + out_x * near, corner_y), (corner_x + out_x * far, corner_y)))
            lines.append(((corner_x, corner_y + out_y * near), (corner_x, corner_y + out_y * far)))
    return strokes(lines, _CUT)


def grid_names(x: float, y: float, cells: Cells, sides: str = "nesw") -> list[Shape]:
    """Return letters of columns and numbers of rows beside a part of the field at (x, y).

    `cells` are its first column and row and how many it has of both; `sides` are those of the
    part that get names: n, e, s, w.
    """
    first_col, first_row, cols, rows = cells
    shapes: list[Shape] = []
    for col in range(cols):
        name, middle = chr(ord("a") + first_col + col), x + PITCH * (col + 0.5)
        ends = {"n": y - 2.0, "s": y + PITCH * rows + 4.2}
        shapes += [_grid_name(middle, ends[side], name) for side in sides if side in ends]
    for row in range(rows):
        name, middle = str(first_row + row + 1), y + PITCH * (row + 0.5) + 1.0
        ends = {"w": x - 3.4, "e": x + PITCH * cols + 3.4}
        shapes += [_grid_name(ends[side], middle, name) for side in sides if side in ends]
    return shapes


def _grid_name(x: float, y: float, name: str) -> Text:
    return Text(x, y, name, _GRID_NAME, inks.NAME, "middle")


def pointer(x: float, y: float, dx: int, dy: int) -> Shape:
    """Return a small triangle whose tip is at (x, y) and points along (dx, dy)."""
    back_x, back_y = x - 3 * dx, y - 3 * dy
    wings = [(back_x + 1.2 * dy, back_y + 1.2 * dx), (back_x - 1.2 * dy, back_y - 1.2 * dx)]
    return polygon([wings[0], (x, y), wings[1]], Style(fill=inks.LINE))


def seam_pointers(x: float, y: float, width: float, height: float) -> list[Shape]:
    """Return triangles at the middles of a rectangle's sides, where the table's panels meet."""
    middle_x, middle_y = x + width / 2, y + height / 2
    return [
        pointer(middle_x, y - 1, 0, 1),
        pointer(middle_x, y + height + 1, 0, -1),
        pointer(x - 1, middle_y, 1, 0),
        pointer(x + width + 1, middle_y, -1, 0),
    ]


def north(x: float, y: float, words: Catalog) -> list[Shape]:
    """Return the words for the side of the mat that lies in the north, centered on a baseline."""
    text = words.say("sheet.north")
    half = text_width(text, NOTE) / 2
    return [
        Text(x, y, text, NOTE, inks.LINE, "middle"),
        pointer(x - half - 2.5, y - 3, 0, -1),
        pointer(x + half + 2.5, y - 3, 0, -1),
    ]
