"""What Ludo needs to cut out: four pawns of each color, a number die and a color die."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.mats.colors import DIE_FACES, NAMES
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.ludo import CORNERS
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import A4, heading, note, note_height, ruler
from kostka_host.sheets.marks import pips, sign
from kostka_host.sheets.pieces import FOOT, PAWN_LENGTH, TAB, die_net, pawn
from kostka_host.sheets.shapes import Group, Page, Rect, Shape, Style, Text, shift

PAWNS = 4  # of each color
DIE = 16.0  # edge of the dice
_MARGIN = 15.0
_GAP = 8.0  # between pawns: room for scissors
_SECOND = 100.0  # from the first column of pieces to the second


def pages(words: Catalog) -> list[Page]:
    """Return the one sheet of pieces."""
    title = words.say("sheet.pieces", words.say("ludo.title"))
    page = Page(*A4, name=title)
    room = page.width - 2 * _MARGIN
    page.add(heading(_MARGIN, 20, title, fitted(title, 8, room, bold=True)))
    y = 30.0
    for message in ("sheet.pieces.pawns", "sheet.pieces.magnet"):
        text = words.say(message)
        page.add(*note(_MARGIN, y, room, text))
        y += note_height(room, text) + 1
    page.add(*_pawns(_MARGIN, y, words))
    y += 2 * (PAWN_LENGTH + _GAP) + 1
    text = words.say("sheet.pieces.dice")
    page.add(*note(_MARGIN, y, room, text))
    y += note_height(room, text) + TAB
    for x, net in ((0.0, _number_die()), (_SECOND, color_die(words))):
        page.add(Group([net], shift(_MARGIN + x + TAB, y)))
    page.add(*ruler(_MARGIN, y + 3 * DIE + TAB + 8, words))
    return [page]


def _pawns(x: float, y: float, words: Catalog) -> list[Shape]:
    """Return two rows of pawns, two colors in each."""
    shapes: list[Shape] = []
    for corner, color in enumerate(CORNERS):
        name = words.say(f"sheet.color.{NAMES[color]}")
        for i in range(PAWNS):
            left = x + _SECOND * (corner % 2) + i * (FOOT + _GAP)
            top = y + corner // 2 * (PAWN_LENGTH + _GAP)
            shapes.append(Group([pawn(color, name)], shift(left, top)))
    return shapes


def _number_die() -> Group:
    return die_net(DIE, pips)


def color_die(words: Catalog) -> Group:
    """Return a die with a color, its sign and its name on each face."""

    def draw(face: int, x: float, y: float, side: float) -> Sequence[Shape]:
        color = DIE_FACES[face]
        ink = inks.INK[color]
        on = inks.ink_on(ink)
        name = words.say(f"sheet.color.{NAMES[color]}")
        size = fitted(name, 3.0, side - 2, bold=True)
        half = side / 2
        return [
            Rect(x - half, y - half, side, side, Style(fill=ink)),
            sign(color, x, y - 1.2, 0.24 * side, _mark(color, on)),
            Text(x, y + half - 1.6, name, size, on, "middle", True),
        ]

    return die_net(DIE, draw)


def _mark(color: int, on: str) -> Style:
    """Return the look of a sign on its own ink; that of white is an open ring everywhere."""
    return Style(stroke=on, width=0.8) if inks.INK[color] == inks.PAPER else Style(fill=on)
