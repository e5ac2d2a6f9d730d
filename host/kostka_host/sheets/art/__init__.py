"""The registry of drawings: how the mat of a game looks.

A drawing's module has ``field(mat, words)``, which returns the shapes of the 300 x 300 mm field.
A game without a module of its own is drawn as plain discs. What a game needs to cut out is in a
module with ``pages(words)``, which returns pages of A4.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from kostka.errors import OptionError

_modules = {
    "chasing": "kostka_host.sheets.art.chasing",
    "kombat": "kostka_host.sheets.art.kombat",
    "ludo": "kostka_host.sheets.art.ludo",
}
_pieces = {
    "chasing": "kostka_host.sheets.art.chasing_pieces",
    "kombat": "kostka_host.sheets.art.kombat_pieces",
    "ludo": "kostka_host.sheets.art.ludo_pieces",
}
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


def load_pieces(name: str) -> ModuleType:
    """Return the module that draws what a game needs to cut out.

    Raises:
        OptionError: the game needs nothing that is printed.
    """
    if name not in _pieces:
        raise OptionError("sheet.no_pieces", name, ", ".join(sorted(_pieces)))
    return importlib.import_module(_pieces[name])
