"""A sheet of pawns in rows, and a number die where a game throws one: what small games need."""

from __future__ import annotations

from collections.abc import Sequence

from kostka.mats.colors import NAMES
from kostka.text import Catalog

from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import A4, heading, note, note_height, ruler
from kostka_host.sheets.marks import pips
from kostka_host.sheets.pieces import FOOT, PAWN_LENGTH, TAB, die_net, pawn
from kostka_host.sheets.shapes import Group, Page, shift

DIE = 16.0  # edge
_MARGIN = 15.0
_GAP = 8.0  # between pawns: room for scissors

Pawn = tuple[int, str]  # color, and the message id of its name; "": that of the color


def page(game: str, words: Catalog, rows: Sequence[tuple[str, Sequence[Pawn]]], die: bool) -> Page:
    """Return one sheet: each row is a note (a message id, or "") and the pawns below it."""
    title = words.say("sheet.pieces", words.say(f"{game}.title"))
    sheet = Page(*A4, name=title)
    room = sheet.width - 2 * _MARGIN
    sheet.add(heading(_MARGIN, 20, title, fitted(title, 8, room, bold=True)))
    y = 30.0

    def say(message: str) -> None:
        nonlocal y
        text = words.say(message)
        sheet.add(*note(_MARGIN, y, room, text))
        y += note_height(room, text) + 1

    say("sheet.pieces.pawns")
    say("sheet.pieces.magnet")
    for message, pawns in rows:
        if message:
            y += 2
            say(message)
        for n, (color, name) in enumerate(pawns):
            label = words.say(name or f"sheet.color.{NAMES[color]}")
            place = shift(_MARGIN + n * (FOOT + _GAP), y)
            sheet.add(Group([pawn(color, label)], place))
        y += PAWN_LENGTH + _GAP
    if die:
        say("sheet.pieces.dice")
        y += TAB
        sheet.add(Group([die_net(DIE, pips)], shift(_MARGIN + TAB, y)))
        y += 3 * DIE + TAB
    sheet.add(*ruler(_MARGIN, y + 8, words))
    return sheet
