"""What Spider Shoot needs to cut out: pawns, standing figures as targets, a token to shoot."""

from __future__ import annotations

from kostka.mats.colors import NAMES
from kostka.text import Catalog

from kostka_host.sheets.art.range_pieces import BASE, FIGURE_LENGTH, TOKEN, figure, token
from kostka_host.sheets.art.spider_shoot import LANES
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import A4, heading, note, note_height, ruler
from kostka_host.sheets.pieces import FOOT, PAWN_LENGTH, pawn
from kostka_host.sheets.shapes import Group, Page, shift

_MARGIN = 15.0
_GAP = 8.0  # between pieces: room for scissors


def pages(words: Catalog) -> list[Page]:
    """Return the one sheet of pieces."""
    title = words.say("sheet.pieces", words.say("spider_shoot.title"))
    page = Page(*A4, name=title)
    room = page.width - 2 * _MARGIN
    page.add(heading(_MARGIN, 20, title, fitted(title, 8, room, bold=True)))
    y = 30.0
    for message in ("sheet.pieces.pawns", "sheet.pieces.magnet", "range.sheet.figures"):
        text = words.say(message)
        page.add(*note(_MARGIN, y, room, text))
        y += note_height(room, text) + 1
    y += 2
    for i, color in enumerate(LANES):
        name = words.say(f"sheet.color.{NAMES[color]}")
        page.add(Group([pawn(color, name)], shift(_MARGIN + i * (FOOT + _GAP), y)))
        page.add(Group([figure(color, name)], shift(_MARGIN + 90 + i * (BASE + _GAP), y)))
    y += PAWN_LENGTH
    page.add(Group([token(6)], shift(_MARGIN, y + 10)))
    text = words.say("range.sheet.shooting")
    page.add(*note(_MARGIN + TOKEN + _GAP, y + 16, 50, text))
    page.add(*ruler(_MARGIN, y + max(2 * TOKEN + 10, FIGURE_LENGTH - PAWN_LENGTH) + 14, words))
    return [page]
