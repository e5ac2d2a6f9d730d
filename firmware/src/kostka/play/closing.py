"""The line that closes a game. Loaded for a moment, see kostka.app.brief."""

from kostka.errors import JournalError
from kostka.play.lines import ABORTED, hex8

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.state import State

    Pairs = list[tuple[str, object]]


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
