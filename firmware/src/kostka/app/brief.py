"""Modules that are needed for a moment: dropped from memory when it is scarce.

Such a module holds functions and nothing that changes, and is imported inside the functions that
use it; an object of a class that it defines lives on when the module is dropped. So are modules of
games by their names: `_text` says something, `_unseen` deals secrets anew.
"""

import sys

from kostka.compat import forget

MODULES = (
    "kostka.app.begin",
    "kostka.app.crashes",
    "kostka.app.learn",
    "kostka.app.menu",
    "kostka.app.parts",
    "kostka.app.saves",
    "kostka.app.walk",
    "kostka.config.migrate",
    "kostka.config.store",
    "kostka.journal.finding",
    "kostka.journal.opening",
    "kostka.journal.shelf",
    "kostka.link.beside",
    "kostka.link.hello",
    "kostka.link.questions",
    "kostka.play.guide",
    "kostka.play.pairs",
    "kostka.play.path",
    "kostka.play.replay",
    "kostka.play.snapshot",
    "kostka.play.takeback",
    "kostka.play.takeup",
    "kostka.play.turning",
    "kostka.play.undo",
    "kostka.scene.levels",
    "kostka.scene.menu",
)


def drop() -> bool:
    """Drop them; whoever needs one again reads it from flash, about 10 ms per kilobyte.

    Return whether there were any.
    """
    of_games = [name for name in sys.modules if name.endswith("_text") or name.endswith("_unseen")]
    return forget(*MODULES, *of_games)
