"""Which gestures may be taken back: what somebody has learned stays known.

A table chooses one of three rules, a game may have an option ``undo`` that says otherwise.
"""

from kostka.compat import const
from kostka.errors import KostkaError
from kostka.rules import events as ev

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Events = list[tuple[int, ...]]

OFF = const(0)  # nothing is taken back
UNTIL_HIDDEN = const(1)  # what came before something hidden was learned stays as it is
FREE = const(2)  # everything, back to the start

NAMES = ("off", "until_hidden", "free")  # values of a game's option


def rule_of(options: dict[str, object], chosen: int) -> int:
    """Return the rule of a game with these options at a table that chose one."""
    value = options.get("undo")
    return NAMES.index(value) if value in NAMES else chosen


def check(options: dict[str, object], chosen: int) -> bool:
    """Return whether lines are to be looked through with reveals() before they are undone.

    Raises:
        KostkaError: nothing is taken back in this game.
    """
    rule = rule_of(options, chosen)
    if rule == OFF:
        raise KostkaError("play.undo_off")
    return rule == UNTIL_HIDDEN


def reveals(events: "Events") -> bool:
    """Say whether somebody learned what was hidden and was not that seat's own choice.

    A card that is turned over is a SHOW; one that is drawn tells its seat alone, so any other
    event that not all see counts, too. Dice and lots fall before everybody and hide nothing.
    """
    for event in events:
        if event[0] == ev.SHOW:
            return True
        audience = event[1]
        if audience != ev.ALL and not (event[0] == ev.CHOICE and audience == 1 << event[2]):
            return True
    return False
