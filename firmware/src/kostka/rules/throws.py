"""Where throws may come from: an option of every game, loaded where it is chosen.

From anywhere, from dice alone, or from the board alone. A header names it only where it was
chosen.
"""

from kostka.rules import request as rq
from kostka.rules.game import CHOICE, Option

THROWS = Option("throws", CHOICE, "mixed", ("mixed", "physical", "generated"), "option.throws")
_LEAVES = {"physical": rq.CELLS | rq.CUP | rq.KEYS | rq.TAG | rq.PAGE, "generated": rq.BOARD}


def complete(options: dict[str, object], value: object) -> None:
    """Add a chosen value to complete options, unless it is the default.

    Raises:
        OptionError: there is no such value.
    """
    from kostka.rules.options import check  # once for each game

    checked = check(THROWS, value)
    if checked != THROWS.default:
        options[THROWS.name] = checked


def allowed(sources: int, value: object) -> int:
    """Return the sources that a value leaves; where it leaves none, those of the rules."""
    return sources & _LEAVES[str(value)] or sources
