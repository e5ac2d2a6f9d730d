"""What Arena of Warriors needs to cut out: pawns, the color die, 48 tokens, stands for targets."""

from __future__ import annotations

from kostka.games.arena_board import COPIES, TARGETS, WORTHS
from kostka.mats.colors import NAMES
from kostka.text import Catalog

from kostka_host.sheets.art.ludo import CORNERS
from kostka_host.sheets.art.ludo_pieces import DIE, color_die
from kostka_host.sheets.art.range_pieces import BASE, STAND_LENGTH, TOKEN, stand, token
from kostka_host.sheets.fonts import fitted
from kostka_host.sheets.frame import A4, heading, note, note_height, ruler
from kostka_host.sheets.pieces import FOOT, PAWN_LENGTH, TAB, pawn
from kostka_host.sheets.shapes import Group, Page, shift

_MARGIN = 15.0
_GAP = 6.0  # between pieces: room for scissors
_COLUMNS = 6  # of tokens on a page
_ROWS = 4


def pages(words: Catalog) -> list[Page]:
    """Return a sheet of pawns, die and stands, and the sheets of tokens."""
    first = _page(words, 1)
    room = first.width - 2 * _MARGIN
    y = 30.0
    for message in ("sheet.pieces.pawns", "sheet.pieces.magnet", "range.sheet.stands"):
        text = words.say(message)
        first.add(*note(_MARGIN, y, room, text))
        y += note_height(room, text) + 1
    y += 2
    for i, color in enumerate(CORNERS):
        piece = pawn(color, words.say(f"sheet.color.{NAMES[color]}"))
        first.add(Group([piece], shift(_MARGIN + i * (FOOT + _GAP), y)))
    for i in range(TARGETS):
        left = _MARGIN + 100 + i * (BASE + _GAP)
        first.add(Group([stand()], shift(left, y)))
    y += max(PAWN_LENGTH, STAND_LENGTH) + 10
    text = words.say("sheet.pieces.dice")
    first.add(*note(_MARGIN, y, room, text))
    y += note_height(room, text) + TAB
    first.add(Group([color_die(words)], shift(_MARGIN + TAB, y)))
    first.add(*ruler(_MARGIN, y + 3 * DIE + TAB + 8, words))
    return [first, *_tokens(words)]


def _page(words: Catalog, number: int) -> Page:
    title = words.say("sheet.pieces", words.say("arena.title"))
    page = Page(*A4, name=f"{title} {number}")
    page.add(heading(_MARGIN, 20, title, fitted(title, 8, page.width - 2 * _MARGIN, bold=True)))
    return page


def _tokens(words: Catalog) -> list[Page]:
    """Return the sheets of tokens: as many of each number as there are."""
    numbers = [worth for worth, n in zip(WORTHS, COPIES, strict=True) for _ in range(n)]
    found = []
    each = _COLUMNS * _ROWS
    for at in range(0, len(numbers), each):
        page = _page(words, 2 + at // each)
        room = page.width - 2 * _MARGIN
        text = words.say("range.sheet.tokens")
        page.add(*note(_MARGIN, 30, room, text))
        top = 30 + note_height(room, text) + 2
        for i, number in enumerate(numbers[at : at + each]):
            left = _MARGIN + i % _COLUMNS * (TOKEN + _GAP)
            y = top + i // _COLUMNS * (2 * TOKEN + 4)
            page.add(Group([token(number)], shift(left, y)))
        page.add(*ruler(_MARGIN, top + _ROWS * (2 * TOKEN + 4) + 6, words))
        found.append(page)
    return found
