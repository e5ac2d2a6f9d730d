"""What Duel needs to cut out: 48 tokens, a hidden board for each player, two swords."""

from __future__ import annotations

from kostka.games.duel_table import TOKENS
from kostka.games.duel_text import LINES
from kostka.mats.colors import NAMES, YELLOW
from kostka.text import Catalog

from kostka_host.sheets import inks
from kostka_host.sheets.art.duel import SEATS
from kostka_host.sheets.art.duel_marks import INKS, line_sign, sword, token
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import A4, cut_marks, heading, note, note_height, ruler
from kostka_host.sheets.marks import sign
from kostka_host.sheets.pieces import CUT, FOLD, FOOT, HEIGHT, PAWN_LENGTH
from kostka_host.sheets.shapes import (
    Group,
    Line,
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

SIDE = 27.0  # of a token
_MARGIN = 15.0
_COLUMNS = 6
_BOARD = (180.0, 92.0)


def pages(words: Catalog) -> list[Page]:
    """Return the sheet of tokens, and that of boards and swords."""
    return [_tokens(words), _boards(words)]


def _begin(words: Catalog, title: str, how: str) -> tuple[Page, float]:
    """Return a page with its title and a note, and where the rest may begin."""
    text = words.say(title)
    page = Page(*A4, name=text)
    room = page.width - 2 * _MARGIN
    page.add(heading(_MARGIN, 16, text, fitted(text, 7, room, bold=True)))
    said = words.say(how)
    page.add(*note(_MARGIN, 22, room, said))
    return page, 29 + note_height(room, said)


def _tokens(words: Catalog) -> Page:
    page, top = _begin(words, "duel.sheet.tokens", "duel.sheet.tokens.how")
    left = (page.width - _COLUMNS * SIDE) / 2
    rows = TOKENS // _COLUMNS
    for held in range(TOKENS):
        x, y = left + SIDE * (held % _COLUMNS), top + SIDE * (held // _COLUMNS)
        page.add(Group(token(held, SIDE), shift(x, y)))
    lines = [((left + SIDE * n, top), (left + SIDE * n, top + SIDE * rows)) for n in range(7)]
    lines += [((left, top + SIDE * n), (left + SIDE * 6, top + SIDE * n)) for n in range(rows + 1)]
    page.add(strokes(lines, CUT), cut_marks(left, top, SIDE * _COLUMNS, SIDE * rows))
    page.add(*ruler(left, top + SIDE * rows + 16, words))
    return page


def _boards(words: Catalog) -> Page:
    page, top = _begin(words, "duel.sheet.boards", "duel.sheet.boards.how")
    for seat, color in enumerate(SEATS):
        y = top + seat * (_BOARD[1] + 4)
        page.add(Group(_board(color, words), shift(_MARGIN, y)))
    y = top + 2 * (_BOARD[1] + 4)
    for seat, color in enumerate(SEATS):
        strip = _sword(color, words.say(f"sheet.color.{NAMES[color]}"))
        page.add(Group(strip, turn(1, _MARGIN + PAWN_LENGTH + seat * (PAWN_LENGTH + 10), y + 2)))
    page.add(*ruler(_MARGIN, y + 28, words))
    return page


def _board(color: int, words: Catalog) -> list[Shape]:
    """Return the hidden board of a player: places for twelve tokens."""
    width, height = _BOARD
    ink = inks.INK[color]
    shapes: list[Shape] = [
        Rect(0, 0, width, height, Style(fill=inks.tint(ink, 0.2), stroke=inks.LINE, width=0.3)),
        sign(color, 6.5, 6.5, 4, Style(fill=ink, stroke=inks.LINE, width=0.3)),
        Text(13, 9, words.say("duel.title"), 7, inks.LINE, bold=True),
    ]
    column = (width - 2) / 2
    for line, name in enumerate(LINES):
        # two lines side by side, so that tokens fit and both boards go on one sheet
        x, y = 1 + column * (line % 2), 13 + (height - 14) / 2 * (line // 2)
        ground = Style(fill=inks.tint(INKS[line], 0.32), stroke=INKS[line], width=0.6)
        shapes.append(Rect(x + 0.6, y, column - 1.2, (height - 14) / 2 - 1, ground, 3))
        solid = Style(fill=INKS[line], stroke=inks.LINE, width=0.3)
        shapes.append(line_sign(line, x + 5, y + 4.8, 3, solid))
        text = words.say(f"duel.line.{name}")
        shapes.append(Text(x + 10, y + 6.4, text, 4.2, inks.LINE, bold=True))
        for number in range(3):
            place = Style(fill=inks.PAPER, stroke=INKS[line], width=0.5)
            left = x + 1.8 + 28.6 * number
            shapes.append(Rect(left, y + 9, 28, 28, place, 2))
            shapes.append(Text(left + 14, y + 27, str(number + 1), 13, inks.PALE, "middle", True))
            if number == 0:
                star = Style(fill=inks.INK[YELLOW], stroke=inks.LINE, width=0.25)
                shapes.append(sign(YELLOW, left + 23, y + 14, 4, star))
                shapes.append(Text(left + 23, y + 15.1, "+1", 2.8, inks.LINE, "middle", True))
    return shapes


def _sword(color: int, name: str) -> list[Shape]:
    """Return the flat strip of a standing sword, folded like a pawn."""
    ink = inks.INK[color]
    side: list[Shape] = [
        Rect(0, 0, FOOT, HEIGHT, Style(fill=inks.tint(ink, 0.35))),
        Group(sword(ink), scale(0.86, FOOT / 2, 10.2)),
        Text(FOOT / 2, HEIGHT - 2, name, fitted(name, 3, FOOT - 2), inks.LINE, "middle", True),
    ]
    half = FOOT / 2
    top = half + HEIGHT
    folds = [((0.0, y), (FOOT, y)) for y in (half, top, top + HEIGHT)]
    shapes: list[Shape] = [
        Rect(0, 0, FOOT, PAWN_LENGTH, Style(fill=inks.PAPER)),
        Group(side, turn(2, FOOT, top)),
        Group(list(side), shift(0, top)),
        Rect(0, 0, FOOT, PAWN_LENGTH, CUT),
        strokes(folds, FOLD),
    ]
    for y in (half / 2, PAWN_LENGTH - half / 2):
        shapes += [Line(half - 1, y, half + 1, y, CUT), Line(half, y - 1, half, y + 1, CUT)]
    return shapes
