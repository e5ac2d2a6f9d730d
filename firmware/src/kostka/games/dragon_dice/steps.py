"""The modules of the phases, read when they are needed first, and their steps."""

import sys

from kostka.compat import MICROPYTHON, forget, settle

PACKAGE = "kostka.games.dragon_dice."
MODULES = (
    "", "setup", "turn", "march", "combat", "magic", "spells", "dragons", "sais", "deaths",
    "rolls", "forces", "effects", "counting", "casting", "powers", "fights", "reserves", "minors",
    "dispel",
)  # fmt: skip

# Not needed all the time: dropped between the steps of a turn.
PHASES = (
    "setup", "forces", "march", "combat", "magic", "spells", "dragons", "sais", "deaths",
    "counting", "mods", "casting", "powers", "fights", "reserves", "minors", "dispel",
)  # fmt: skip


def module(name: str) -> object:
    """Return a module of the game, read when it is needed first."""
    found = sys.modules.get(PACKAGE + name)
    if not found:
        settle()
        found = __import__(PACKAGE + name, None, None, ("STEPS",))
    return found


def step_of(kind: int) -> object:
    """Return a step or a question."""
    name = MODULES[kind >> 5]
    found = sys.modules.get(PACKAGE + name) or module(name)
    return found.STEPS[kind & 31]  # type: ignore[attr-defined]


def drop_phases() -> None:
    """Drop the modules of phases from a board's memory; none of their steps may be in hand."""
    if MICROPYTHON:
        for name in PHASES:
            forget(PACKAGE + name)
