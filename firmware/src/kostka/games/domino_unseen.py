"""Hands of Domino dealt anew: what a seat does not see may be otherwise.

What everybody has seen stays true: that the seat on turn could lay, had to draw, or that nobody
had a double.
"""

from kostka.games.domino_words import (
    DRAWING,
    LAYING,
    OPENING,
    STOCK,
    TAKING,
    TILES,
    has,
    is_double,
)

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.domino import DominoState

_ALL = range(len(TILES))


def resample(state: "DominoState", seat: int, draw: object) -> "DominoState":
    """Return a random state that looks the same to a seat; see State.resample()."""
    other: DominoState = state.clone()  # type: ignore[assignment]
    for tile in _ALL:
        if other.where[tile] - 1 in range(state.seats) and other.where[tile] - 1 != seat:
            other.where[tile] = STOCK
    # the seat on turn first, while all tiles are left that it may need
    for n in range(state.seats):
        one = (state.turn + n) % state.seats
        if one != seat:
            _deal(state, other, one, draw)
    return other


def _deal(state: "DominoState", other: "DominoState", seat: int, draw: object) -> None:
    """Deal as many tiles from the stock as a seat has, so that what is known of it holds."""
    wanted, barred = _told(state, seat)
    for n in range(len(state.hand_of(seat))):
        allowed = other.hand_of(-1)
        if n == 0 and wanted:
            allowed = [tile for tile in allowed if tile in wanted]
        elif barred:
            allowed = [tile for tile in allowed if tile not in barred]
        other.where[allowed[draw(len(allowed))]] = seat + 1  # type: ignore[operator]


def _told(state: "DominoState", seat: int) -> tuple[list[int], list[int]]:
    """Return tiles of which a hand holds one at least, and tiles that no other may be."""
    doubles = [tile for tile in _ALL if is_double(tile)]
    if state.step == TAKING:
        return [], doubles
    if seat != state.turn:
        return [], []
    if state.step == OPENING:
        return doubles, []
    ends = state.ends()
    fitting = [tile for tile in _ALL if has(tile, ends[0]) or has(tile, ends[1])]
    if state.step == DRAWING:
        return [], fitting
    if state.step == LAYING:
        return fitting, fitting if state.drawn else []
    return [], []
