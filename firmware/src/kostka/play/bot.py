"""The board's own bot. It knows no game: it takes any of its legal actions.

A bot is a function ``choose(state, seat, draw)`` that returns an iterator: -1 after each slice
of work of at most 5 ms, so that the table stays alive meanwhile, and at last the action.
`draw(n)` gives a random number 0..n-1. The state is the bot's own copy; what the seat may not
know is made up anew in it (`State.resample()`).
"""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kostka.rules.state import State


def choose(state: "State", seat: int, draw: object) -> "Iterator[int]":
    """Choose one of a seat's legal actions, all with the same chance."""
    actions = state.legal_actions(seat)
    yield actions[draw(len(actions))]  # type: ignore[operator]
