"""The registry of games: names to modules, loaded only when asked for.

A game's module holds its one instance as ``GAME``.
"""

import sys

from kostka.compat import forget
from kostka.errors import OptionError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game

_modules = {
    "arena": "kostka.games.arena",
    "chasing": "kostka.games.chasing",
    "domino": "kostka.games.domino",
    "dragon_dice": "kostka.games.dragon_dice",
    "duel": "kostka.games.duel",
    "kombat": "kostka.games.kombat",
    "ludo": "kostka.games.ludo",
    "spider_shoot": "kostka.games.spider_shoot",
}


def register(name: str, module: str) -> None:
    """Add a game that lives outside this package."""
    _modules[name] = module


def names() -> list[str]:
    """Return the names of all games, sorted."""
    return sorted(_modules)


def find(name: str) -> None:
    """Do nothing where there is such a game.

    Raises:
        OptionError: there is none.
    """
    if name not in _modules:
        raise OptionError("option.game", name, ", ".join(names()))


def load(name: str) -> "Game":
    """Return a game; raises like find()."""
    find(name)
    module = __import__(_modules[name], None, None, ("GAME",))
    game: Game = module.GAME
    return game


def forget_others(name: str) -> None:
    """Drop the modules of other games from memory; none of these may be in play."""
    for game, module in sorted(_modules.items()):
        if game != name:
            forget(*[one for one in sorted(sys.modules) if (one + "_").startswith(module + "_")])
