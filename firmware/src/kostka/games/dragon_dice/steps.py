"""The modules of the phases, read when they are needed first, and their steps."""

import sys

PACKAGE = "kostka.games.dragon_dice."
MODULES = (
    "", "setup", "turn", "march", "combat", "magic", "spells", "dragons", "sais", "deaths",
    "rolls", "forces", "effects", "counting", "casting", "powers", "fights", "reserves", "minors",
    "dispel",
)  # fmt: skip


def module(name: str) -> object:
    """Return a module of the game, read when it is needed first."""
    found = sys.modules.get(PACKAGE + name)
    return found or __import__(PACKAGE + name, None, None, ("STEPS",))


def step_of(kind: int) -> object:
    """Return a step or a question."""
    name = MODULES[kind >> 5]
    found = sys.modules.get(PACKAGE + name) or module(name)
    return found.STEPS[kind & 31]  # type: ignore[attr-defined]
