"""Secret splits of forces and secret targets of dragons dealt anew, as a seat may imagine them."""

from kostka.games.dragon_dice import tables as tb
from kostka.games.dragon_dice.codes import HOME, TURNED_ON, UNSPLIT
from kostka.games.dragon_dice.dragons import rivals
from kostka.games.dragon_dice.seen_text import hidden_aims, hidden_split
from kostka.games.dragon_dice.setup import armies, unsplit

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.dragon_dice.state import DragonState


def resample(state: "DragonState", seat: int, draw: object) -> "DragonState":
    """Return a random state that looks the same to a seat; see State.resample()."""
    other: DragonState = state.clone()  # type: ignore[assignment]
    if hidden_split(state):
        for one in range(state.seats):
            if one != seat:
                _split(other, one, draw)
        other.restored()
    if hidden_aims(state):
        aims = other.aims
        for n in range(0, len(aims), 2):
            if state.at[aims[n]] >> 4 != seat and 2 < aims[n + 1] < TURNED_ON:
                found = rivals(other, aims[n])
                aims[n + 1] = 3 + found[draw(len(found))]  # type: ignore[operator]
    return other


def _split(state: "DragonState", seat: int, draw: object) -> None:
    """Put as many dice of a seat as were split into armies that they may join."""
    split = 0
    for army in range(3):
        for die in state.slots(seat << 4 | HOME + army):
            state.at[die] = seat << 4 | UNSPLIT
            split += 1
    for _ in range(split):
        dice = unsplit(state, seat)
        units = len([die for die in dice if state.kind[die] < tb.ITEMS])
        found = armies(state, seat, dice[0], units)
        army = found[draw(len(found))]  # type: ignore[operator]
        state.at[dice[0]] = seat << 4 | HOME + army
