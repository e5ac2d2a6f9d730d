"""What the lines of a journal hold, as fields in the order in which they are written."""

from kostka.errors import JournalError
from kostka.rules import events as ev

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.state import State

    Pairs = list[tuple[str, object]]
    Events = list[tuple[int, ...]]

ABORTED = "play.aborted"  # why a game ended that the rules had not ended


def hex8(value: int) -> str:
    """Return 32 bits as 8 hex digits."""
    return "%08x" % value


def closing(state: "State", number: int, value: int, aborted: bool = False) -> "Pairs":
    """Return the fields of the line that follows the last one of a game.

    A game that was `aborted` has no winner, and nobody has a result.
    """
    outcome = state.outcome()
    if (outcome is None) is not aborted:
        raise JournalError("journal.end", number)
    return [
        ("n", number),
        ("end", ABORTED if outcome is None else outcome.why),
        ("rule", "" if outcome is None else outcome.rule),
        ("win", [] if outcome is None else list(outcome.winners)),
        ("r", [0] * state.seats if outcome is None else state.returns()),
        ("d", hex8(state.digest())),
        ("c", hex8(value)),
    ]


def marks_turn(events: "Events") -> bool:
    """Say whether a line with these events carries the digest of the state."""
    for event in events:
        if event[0] in (ev.TURN, ev.OVER):
            return True
    return False
