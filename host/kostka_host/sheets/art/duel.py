"""The drawing of Duel: two boards of four lines face to face, swords between them."""

from __future__ import annotations

from itertools import pairwise

from kostka.games.duel_table import HOME
from kostka.games.duel_text import LINES
from kostka.mats.colors import BLACK, YELLOW
from kostka.mats.mat import Mat
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.duel_marks import INKS, line_sign, sword, upside
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.grid import FIELD, center
from kostka_host.sheets.marks import arrow, at, led_window, sign
from kostka_host.sheets.shapes import (
    Circle,
    Group,
    Rect,
    Shape,
    Style,
    Text,
    scale,
    turn_about,
)

SEATS = (YELLOW, BLACK)  # south, north
_DISC = Style(fill=inks.PAPER, stroke=inks.SOFT, width=0.4)


def field(mat: Mat, words: Catalog) -> list[Shape]:
    """Return the field: ground, a board for each player, homes of the swords, title."""
    shapes: list[Shape] = [Rect(0, 0, FIELD, FIELD, Style(fill=inks.BOARD))]
    for seat in range(2):
        board = [*_board(SEATS[seat], words), *_home(SEATS[seat]), *_title(words)]
        shapes.append(Group(board, turn_about(2 * seat, FIELD / 2, FIELD / 2)))
    for spot in range(mat.spots):
        for cell in mat.cells(spot):
            parts: list[Shape] = [Circle(0, 0, 9.6, _DISC), *led_window()]
            shapes.append(at(*center(cell), parts, cell))
    for seat in range(2):
        for number in range(3):
            for line in range(4):
                shapes.append(_link(mat, 12 * seat + 3 * line + number, line))
        shapes.append(_link(mat, HOME + seat, -1))
    return shapes


def _board(color: int, words: Catalog) -> list[Shape]:
    """Return the southern board: a band for each line, a frame for each field."""
    ink = inks.INK[color]
    edge = Style(fill=inks.tint(ink, 0.2), stroke=ink, width=1.2)
    shapes: list[Shape] = [Rect(1.2, 196.6, 297.6, 102.6, edge, 6)]
    for line, name in enumerate(LINES):
        y = 200.0 + 25 * line
        ground = Style(fill=inks.tint(INKS[line], 0.32), stroke=INKS[line], width=0.6)
        solid = Style(fill=INKS[line], stroke=inks.LINE, width=0.3)
        shapes.append(Rect(4, y + 1.1, 292, 22.4, ground, 4))
        text = words.say(f"duel.sheet.{name}").upper()
        size = fitted(text, 4.2, 20, bold=True)
        for x in (13.5, 286.5):
            shapes.append(line_sign(line, x, y + 10, 5.2, solid))
            shapes.append(Text(x, y + 20.6, text, size, inks.LINE, "middle", True))
        for number in range(3):
            shapes += _frame(25.0 + 100 * number, y, number, INKS[line])
    return shapes


def _frame(x: float, y: float, number: int, ink: str) -> list[Shape]:
    """Return the frame of a field over two cells, with its number and the +1 of the first."""
    shapes: list[Shape] = [
        Rect(x + 0.6, y + 2.0, 48.8, 20.8, Style(fill=inks.PAPER, stroke=ink, width=0.9), 4),
    ]
    if number == 0:
        star = Style(fill=inks.INK[YELLOW], stroke=inks.LINE, width=0.3)
        shapes.append(sign(YELLOW, x + 60.5, y + 12.5, 8.2, star))
        shapes.append(Text(x + 60.4, y + 14.9, "+1", 5.6, inks.LINE, "middle", True))
    return shapes


def _link(mat: Mat, spot: int, line: int) -> Shape:
    """Return the number of a field between its two cells, read by its owner."""
    cells = mat.cells(spot)
    (x1, y), (x2, _) = center(cells[0]), center(cells[1])
    x = (x1 + x2) / 2
    if line < 0:
        return Group()
    ground = Style(fill=INKS[line], stroke=inks.PAPER, width=0.6)
    text = Text(0, 2.0, str(spot % 3 + 1), 5.6, inks.ink_on(INKS[line]), "middle", True)
    shapes: list[Shape] = [Circle(0, 0, 4.0, ground), text]
    return at(x, y, shapes) if spot < HOME / 2 else upside(shapes, x, y)


def _home(color: int) -> list[Shape]:
    """Return where the sword of the south waits."""
    ink = inks.INK[color]
    edge = Style(fill=inks.tint(ink, 0.35), stroke=ink, width=1.0)
    swords: list[Shape] = [
        Group(sword(ink), scale(0.8, 113, 162.5)),
        Group(sword(ink), scale(0.8, 187, 162.5)),
    ]
    return [Rect(125.5, 151.2, 49, 22.6, edge, 5), *swords]


def _title(words: Catalog) -> list[Shape]:
    """Return the name of the game, and in which order swords are put, for the south."""
    title = words.say("duel.title")
    size = fitted(title, 17, 70, bold=True)
    shapes: list[Shape] = [Text(12, 185, title, size, inks.LINE, bold=True)]
    # the sword goes from its home to an own field, then to one of the other board
    places = ((204.0, 167.0), (236.0, 184.0), (268.0, 160.0))
    for start, end in pairwise(places):
        ahead = ((end[0] - start[0]) / 32, (end[1] - start[1]) / 32)
        shapes += arrow(
            (start[0] + 9 * ahead[0], start[1] + 9 * ahead[1]),
            (end[0] - 10 * ahead[0], end[1] - 10 * ahead[1]),
            inks.SOFT,
            1.6,
        )
    for n, (x, y) in enumerate(places):
        ground = inks.PAPER if n else inks.tint(inks.SOFT, 0.3)
        edge = Style(fill=ground, stroke=inks.SOFT, width=0.7)
        shapes.append(Rect(x - 8, y - 8, 16, 16, edge, 3))
        if n:
            shapes.append(Text(x - 4.6, y + 2.4, str(n), 6.5, inks.LINE, "middle", True))
        shapes.append(Group(sword(inks.SOFT), scale(0.62, x + (2.6 if n else 0), y)))
    return shapes
