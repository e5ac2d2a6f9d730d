"""What Domino needs to cut out: 28 tiles with two pictures, for two flat magnets each."""

from __future__ import annotations

from kostka.games.domino_words import TILES
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.domino_pictures import GROUNDS, picture, web
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import A4, heading, note, note_height, ruler
from kostka_host.sheets.pieces import CUT, FOLD
from kostka_host.sheets.shapes import Group, Line, Page, Rect, Shape, Style, Text, scale, shift

WIDE, HIGH = 48.0, 12.0  # of a tile; a half lies on one cell and leaves its light to be seen
_MARGIN = 15.0
_COLUMNS, _GAP = 3, 8.0
_ROW = 2 * HIGH + 1.6


def pages(words: Catalog) -> list[Page]:
    """Return the one sheet of tiles."""
    title = words.say("domino.sheet.pieces")
    page = Page(*A4, name=title)
    room = page.width - 2 * _MARGIN
    page.add(heading(_MARGIN, 16, title, fitted(title, 7, room, bold=True)))
    text = words.say("domino.sheet.cut")
    page.add(*note(_MARGIN, 22, room, text))
    top = 22 + note_height(room, text)
    for number, tile in enumerate(TILES):
        x = _MARGIN + number % _COLUMNS * (WIDE + _GAP + 4)
        y = top + number // _COLUMNS * _ROW
        page.add(Group(_tile(number, tile >> 4, tile & 15), shift(x, y)))
    x = _MARGIN + 1 * (WIDE + _GAP + 4)
    page.add(*ruler(x, top + 9 * _ROW + 10, words))
    return [page]


def _tile(number: int, one: int, other: int) -> list[Shape]:
    """Return a strip to be folded along its middle: the pictures, and a back like all others."""
    half = WIDE / 2
    shapes: list[Shape] = []
    for x, n in ((0.0, one), (half, other)):
        shapes.append(Rect(x, 0, half, HIGH, Style(fill=GROUNDS[n])))
        shapes.append(Group([picture(n, 5.1)], scale(1, x + half / 2, HIGH / 2)))
    shapes.append(Line(half, 1, half, HIGH - 1, Style(stroke=inks.LINE, width=0.5)))
    name = f"t{number + 1:02}"
    shapes.append(Text(WIDE - 1.2, HIGH - 1.2, name, 2.2, inks.LINE, "end"))
    back = Style(fill=inks.tint(inks.INK[6], 0.12))
    shapes.append(Rect(0, HIGH, WIDE, HIGH, back))
    for x in (half / 2, half, 3 * half / 2):
        shapes.append(Group(web((0.35, 0.7), inks.SOFT, 0.05), scale(5.0, x, 1.5 * HIGH)))
    shapes.append(Rect(0, 0, WIDE, 2 * HIGH, CUT))
    shapes.append(Line(0, HIGH, WIDE, HIGH, FOLD))
    for x in (half / 2, 3 * half / 2):  # where the magnets go, seen from inside the fold
        shapes += [
            Line(x - 1, HIGH, x + 1, HIGH, CUT),
            Line(x, HIGH - 0.8, x, HIGH + 0.8, CUT),
        ]
    return shapes
