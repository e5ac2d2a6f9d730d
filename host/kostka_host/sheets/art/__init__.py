"""The registry of drawings: how the mat of a game looks.

A drawing's module has ``field(mat, words)``, which returns the shapes of the 300 x 300 mm field.
A game without a module of its own is drawn as plain discs. A module may also have
``pieces(words)``, the pages of what is to be cut out.
"""

from __future__ import annotations

import importlib
from types import ModuleType

_modules = {"ludo": "kostka_host.sheets.art.ludo"}
_PLAIN = "kostka_host.sheets.art.plain"


def register(name: str, module: str) -> None:
    """Add the drawing of a game that lives outside this package."""
    _modules[name] = module


def names() -> list[str]:
    """Return the names of the games that have a drawing of their own, sorted."""
    return sorted(_modules)


def load(name: str) -> ModuleType:
    """Return the module that draws a game, the plain one where it has none of its own."""
    return importlib.import_module(_modules.get(name, _PLAIN))
