"""The registry of games: names to modules, loaded only when asked for.

A game's module holds its one instance as ``GAME``.
"""

import sys

from kostka.compat import forget
from kostka.errors import OptionError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game

_NAMES = (
    "arena",
    "chasing",
    "domino",
    "dragon_dice",
    "duel",
    "kombat",
    "ludo",
    "spider_shoot",
)
_modules = dict.fromkeys(_NAMES, "")  # by name; "": the one of that name in this package


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


def _module(name: str) -> str:
    return _modules[name] or "kostka.games." + name


def _is_part(name: str, module: str) -> bool:
    """Say whether a module is one of a game: its own, one beside it, or one in its package."""
    return name == module or name.startswith(module + "_") or name.startswith(module + ".")


def load(name: str) -> "Game":
    """Return a game; raises like find()."""
    find(name)
    module = __import__(_module(name), None, None, ("GAME",))
    game: Game = module.GAME
    return game


def forget_others(name: str) -> None:
    """Drop the modules of other games from memory; none of these may be in play."""
    for game in names():
        if game != name:
            module = _module(game)
            forget(*[one for one in sorted(sys.modules) if _is_part(one, module)])
