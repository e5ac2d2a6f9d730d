"""Cuts a field into tiles that fit on A4, with flaps on which the neighbors are glued."""

from __future__ import annotations

from dataclasses import dataclass

from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import (
    A4,
    NOTE,
    cut_marks,
    grid_names,
    heading,
    north,
    note,
    notes,
    pointer,
    ruler,
)
from kostka_host.sheets.grid import PITCH
from kostka_host.sheets.shapes import (
    Group,
    Page,
    Rect,
    Shape,
    Style,
    Text,
    scale,
    shift,
    strokes,
    turn,
)

TILE = 150.0  # side of a tile: that of a panel of the table, so seams lie between cells
FLAP = 10.0  # overlap of two tiles
LEFT, TOP = 25.0, 58.0  # where a tile's own part begins on its page
_MARGIN = 15.0


@dataclass(frozen=True)
class Tile:
    """A part of the field in mm; with its flaps it is `width` x `height`."""

    name: str  # column letter and row number, as in a spreadsheet
    x: float
    y: float
    width: float
    height: float
    right: str  # the tile that is glued on the flap there, "" for no flap
    below: str


def tiles(width: float, height: float) -> list[Tile]:
    """Return the tiles of a field, row by row."""
    cols, rows = -(-int(width) // int(TILE)), -(-int(height) // int(TILE))
    found = []
    for row in range(rows):
        for col in range(cols):
            x, y = TILE * col, TILE * row
            right = _name(col + 1, row) if col + 1 < cols else ""
            below = _name(col, row + 1) if row + 1 < rows else ""
            reach_x = min(x + TILE + (FLAP if right else 0), width)
            reach_y = min(y + TILE + (FLAP if below else 0), height)
            found.append(Tile(_name(col, row), x, y, reach_x - x, reach_y - y, right, below))
    return found


def _name(col: int, row: int) -> str:
    return f"{chr(ord('A') + col)}{row + 1}"


def pages(
    field: list[Shape], width: float, height: float, title: str, words: Catalog
) -> list[Page]:
    """Return the overview and a page per tile, A4 upright."""
    parts = tiles(width, height)
    return [
        _overview(field, width, height, parts, title, words),
        *[_tile_page(field, tile, parts, title, words) for tile in parts],
    ]


def _overview(
    field: list[Shape],
    width: float,
    height: float,
    parts: list[Tile],
    title: str,
    words: Catalog,
) -> Page:
    page = Page(*A4, name=title)
    room = page.width - 2 * _MARGIN
    page.add(heading(_MARGIN, 22, title, fitted(title, 9, room, bold=True)))
    factor = 120.0 / max(width, height)
    left, top = (page.width - factor * width) / 2, 38.0
    small = Group(list(field), scale(factor, left, top), clip=(0, 0, width, height))
    page.add(small, *north(page.width / 2, top - 3, words))
    edge = Style(stroke=inks.LINE, width=0.4, dash=(2.0, 1.2))
    for tile in parts:
        x, y = left + factor * tile.x, top + factor * tile.y
        side = factor * TILE
        page.add(Rect(x, y, side, side, edge))
        beside = x - 9 if tile.right else x + side + 9  # on the tile it would cover words
        page.add(Text(beside, y + side / 2 + 2.3, tile.name, 6, inks.LINE, "middle", True))
    how = [words.say("sheet.how.print"), words.say("sheet.how.cut", parts[0].name)]
    how += [words.say("sheet.how.glue"), words.say("sheet.how.lay"), words.say("sheet.how.lights")]
    steps, y = notes(_MARGIN, top + 132, room, how, 3.8)
    page.add(*steps, *ruler(_MARGIN, y + 8, words))
    return page


def _tile_page(
    field: list[Shape], tile: Tile, parts: list[Tile], title: str, words: Catalog
) -> Page:
    page = Page(*A4, name=tile.name)
    text = words.say("sheet.tile", title, tile.name)
    page.add(heading(LEFT, 22, text, fitted(text, 8, 115, bold=True)))
    page.add(*note(LEFT, 30, 115, words.say("sheet.tile.how")))
    page.add(*_little_map(tile, parts, page.width - LEFT - 28, 14))
    page.add(
        Group(
            [Group(list(field), shift(-tile.x, -tile.y))],
            shift(LEFT, TOP),
            clip=(0, 0, tile.width, tile.height),
        )
    )
    page.add(cut_marks(LEFT, TOP, tile.width, tile.height))
    page.add(*_seams(tile, words), *_grid_names(tile))
    page.add(*ruler(LEFT, TOP + TILE + FLAP + 26, words))
    return page


def _grid_names(tile: Tile) -> list[Shape]:
    """Return the names of columns and rows on the sides of a tile where the field ends."""
    sides = "" if tile.y else "n"
    sides += "" if tile.x else "w"
    sides += "" if tile.right else "e"
    sides += "" if tile.below else "s"
    cols, rows = (int(min(side, TILE) / PITCH) for side in (tile.width, tile.height))
    first_col, first_row = int(tile.x / PITCH), int(tile.y / PITCH)
    return grid_names(LEFT, TOP, (first_col, first_row, cols, rows), sides)


def _little_map(tile: Tile, parts: list[Tile], x: float, y: float) -> list[Shape]:
    """Return which part of the mat a page is."""
    side = 14.0
    shapes: list[Shape] = []
    for part in parts:
        here = part is tile
        box = Style(fill=inks.LINE if here else inks.PAPER, stroke=inks.LINE, width=0.3)
        left, top = x + side * part.x / TILE, y + side * part.y / TILE
        shapes.append(Rect(left, top, side, side, box))
        ink = inks.PAPER if here else inks.LINE
        middle = (left + side / 2, top + side / 2 + 1.6)
        shapes.append(Text(*middle, part.name, 4.2, ink, "middle", here))
    return shapes


def _seams(tile: Tile, words: Catalog) -> list[Shape]:
    """Return marks at both ends of each seam, and what is glued on the flap behind it."""
    shapes: list[Shape] = []
    seam = Style(stroke=inks.LINE, width=0.2, dash=(1.0, 0.8))
    right, bottom = LEFT + tile.width, TOP + tile.height
    if tile.right:
        x = LEFT + TILE
        shapes += [pointer(x, TOP - 1, 0, 1), pointer(x, bottom + 1, 0, -1)]
        shapes.append(
            strokes([((x, TOP - 9), (x, TOP - 4)), ((x, bottom + 4), (x, bottom + 9))], seam)
        )
        text = words.say("sheet.tile.flap", tile.right)
        shapes.append(
            Group(
                [Text(0, 0, text, NOTE, inks.LINE, "middle")],
                turn(1, right + 3, TOP + TILE / 2),
            )
        )
    if tile.below:
        y = TOP + TILE
        shapes += [pointer(LEFT - 1, y, 1, 0), pointer(right + 1, y, -1, 0)]
        shapes.append(
            strokes([((LEFT - 9, y), (LEFT - 4, y)), ((right + 4, y), (right + 9, y))], seam)
        )
        text = words.say("sheet.tile.flap", tile.below)
        shapes.append(Text(LEFT + TILE / 2, bottom + 5, text, NOTE, inks.LINE, "middle"))
    return shapes


assert TILE % PITCH == 0
