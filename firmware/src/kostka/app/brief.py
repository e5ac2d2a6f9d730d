"""Modules that are needed for a moment: dropped from memory when it is scarce.

Such a module holds functions and nothing that changes, and is imported inside the functions that
use it; an object of a class that it defines lives on when the module is dropped.
"""

from kostka.compat import forget

MODULES: tuple[str, ...] = (
    "kostka.app.kept",
    "kostka.app.page",
    "kostka.app.tagfile",
    "kostka.drivers.parts",
    "kostka.drivers.tca9548a",
    "kostka.drivers.tmag5273",
    "kostka.screen.font",
    "kostka.screen.font_data",
    "kostka.screen.pages",
    "kostka.screen.paint",
    "kostka.sense.cups",
    "kostka.sense.dipole",
    "kostka.sense.faces",
    "kostka.sense.joint",
    "kostka.sense.judge",
    "kostka.sense.verdict",
    "kostka.sense.watch",
    "kostka.tags.ndef",
    "kostka.text.seek",
)


def drop() -> None:
    """Drop them; whoever needs one again reads it from flash, about 10 ms per kilobyte."""
    forget(*MODULES)
