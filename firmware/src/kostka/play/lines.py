"""What the lines of a journal hold, as fields in the order in which they are written."""

from kostka.rules import events as ev

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Pairs = list[tuple[str, object]]
    Events = list[tuple[int, ...]]

ABORTED = "play.aborted"  # why a game ended that the rules had not ended


def hex8(value: int) -> str:
    """Return 32 bits as 8 hex digits."""
    return "%08x" % value


def marks_turn(events: "Events") -> bool:
    """Say whether a line with these events carries the digest of the state."""
    for event in events:
        if event[0] in (ev.TURN, ev.OVER):
            return True
    return False
