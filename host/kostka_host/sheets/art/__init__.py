"""The registry of drawings: how the mat of a game looks.

A drawing's module has ``field(mat, words)``, which returns the shapes of the 300 x 300 mm field.
A game without a module of its own is drawn as plain discs. What a game needs to cut out is in a
module with ``pages(words)``, which returns pages of A4.

Where tokens of a game carry pictures, a module has ``NAMES`` (of pictures; a token's shape counts
them from 1, and ``<game>.picture.<name>`` are their words), ``SEEN`` (entries of observations that
hold numbers of pictures, from 0) and ``icon(number)``, which returns shapes in a square of 24 mm.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from kostka.errors import OptionError

_modules = {
    "arena": "kostka_host.sheets.art.arena",
    "chasing": "kostka_host.sheets.art.chasing",
    "domino": "kostka_host.sheets.art.domino",
    "dragon_dice": "kostka_host.sheets.art.dragon_dice",
    "duel": "kostka_host.sheets.art.duel",
    "kombat": "kostka_host.sheets.art.kombat",
    "ludo": "kostka_host.sheets.art.ludo",
    "spider_shoot": "kostka_host.sheets.art.spider_shoot",
}
_pieces = {
    "arena": "kostka_host.sheets.art.arena_pieces",
    "chasing": "kostka_host.sheets.art.chasing_pieces",
    "domino": "kostka_host.sheets.art.domino_pieces",
    "duel": "kostka_host.sheets.art.duel_pieces",
    "kombat": "kostka_host.sheets.art.kombat_pieces",
    "ludo": "kostka_host.sheets.art.ludo_pieces",
    "spider_shoot": "kostka_host.sheets.art.spider_shoot_pieces",
}
_icons = {"domino": "kostka_host.sheets.art.domino_pictures"}
_PLAIN = "kostka_host.sheets.art.plain"


def register(name: str, module: str, pieces: str = "") -> None:
    """Add the drawing of a game that lives outside this package, and its pieces to cut out."""
    _modules[name] = module
    if pieces:
        _pieces[name] = pieces


def names() -> list[str]:
    """Return the names of the games that have a drawing of their own, sorted."""
    return sorted(_modules)


def load(name: str) -> ModuleType:
    """Return the module that draws a game, the plain one where it has none of its own."""
    return importlib.import_module(_modules.get(name, _PLAIN))


def load_icons(name: str) -> ModuleType | None:
    """Return the module that draws the pictures on a game's tokens, None where there are none."""
    return importlib.import_module(_icons[name]) if name in _icons else None


def load_pieces(name: str) -> ModuleType:
    """Return the module that draws what a game needs to cut out.

    Raises:
        OptionError: the game needs nothing that is printed.
    """
    if name not in _pieces:
        raise OptionError("sheet.no_pieces", name, ", ".join(sorted(_pieces)))
    return importlib.import_module(_pieces[name])
