"""Modules that are needed for a moment: dropped from memory when it is scarce.

Such a module holds functions and nothing that changes, and is imported inside the functions that
use it; an object of a class that it defines lives on when the module is dropped. So are modules of
games by their names: `_text` says something, `_unseen` deals secrets anew, `_end` ends a game. A
game that is a package may have a module `steps`, whose drop() drops what a turn needs in parts.
"""

import sys

from kostka.compat import forget

# One string takes a kilobyte less than so many.
_MODULES = (
    "app.begin app.crashes app.learn app.menu app.parts app.saves app.walk config.migrate "
    "config.schema config.store journal.finding journal.opening journal.shelf "
    "link.ask_beside link.ask_board link.ask_play link.ask_shelf link.hello link.questions "
    "mats.part mats.turned play.closing play.guide play.opening play.pairs play.path "
    "play.replay play.snapshot play.takeback play.takeup play.turning play.undo "
    "rules.options scene.levels scene.menu"
)
_OF_GAMES = ("_text", "_unseen", "_end")


def modules() -> list[str]:
    """Return the names of all but those of games."""
    return ["kostka." + name for name in _MODULES.split()]


def drop(wanted: int = 1 << 30) -> bool:
    """Drop them; whoever needs one again reads it from flash, about 10 ms per kilobyte.

    Of what a game reads in parts, only as much that `wanted` bytes are free. Return whether there
    were any.
    """
    of_games = [name for name in sys.modules if name[name.rfind("_") :] in _OF_GAMES]
    found = forget(*modules(), *of_games)
    for name in list(sys.modules):
        if name.startswith("kostka.games.") and name.endswith(".steps"):
            found = sys.modules[name].drop(wanted) or found
    return found
