"""What each seat sees of a game of Arena of Warriors; apart, because a board plays without it."""

from kostka.games.arena_board import WORTHS, spot_name
from kostka.games.arena_legal import EACH, MEETING, OVER, PICKING, TYING

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.arena_legal import ArenaLegal


def observation(state: "ArenaLegal", seat: int) -> dict[str, object]:
    """Return what lies open, and the own club; other clubs are 0 for each token.

    At the end all tokens are turned face up (AR-27).
    """
    seats = range(state.seats)
    shown = _all_shown(state)
    clubs = [_list(state.club_of(q)) for q in seats]
    return {
        "step": state.step,
        "turn": state.turn,
        "face": state.face,
        "tries": state.tries,
        "shots": state.shots,
        "use": state.use,
        "at": [spot_name(spot) for spot in state.at],
        "free": [_list(state.free_of(q)) for q in seats],
        "club": [clubs[q] if shown or q == seat else [0] * len(clubs[q]) for q in seats],
        "bank": sum(state.bank),
        "targets": _worths(state.targets),
        "standing": state.up,
        "down": state.down,
        "guns": _worths(state.guns),
        "fighter": WORTHS[state.pick - 1] if state.pick else 0,
        "rival": state.rival if state.step in (PICKING, MEETING) else -1,
        "tied": list(state.tied),
    }


def resample(state: "ArenaLegal", seat: int, draw: object) -> "ArenaLegal":
    """Return a state whose club tokens of others are dealt out of all that a seat has not seen."""
    other: ArenaLegal = state.clone()  # type: ignore[assignment]
    if _all_shown(state):
        return other
    pool, clubs = bytearray(state.bank), bytearray(state.club)
    rivals = [q for q in range(state.seats) if q != seat]
    for q in rivals:
        for k, n in enumerate(state.club_of(q)):
            pool[k] += n
            clubs[q * EACH + k] = 0
    for q in rivals:
        for _ in range(sum(state.club_of(q))):
            at, k = draw(sum(pool)), 0  # type: ignore[operator]
            while at >= pool[k]:
                at -= pool[k]
                k += 1
            pool[k] -= 1
            clubs[q * EACH + k] += 1
    other.bank, other.club = pool, clubs
    other.restored()
    return other


def _all_shown(state: "ArenaLegal") -> bool:
    return state.step in (TYING, OVER)


def _list(counts: bytearray) -> list[int]:
    """Return the worth of each token, ascending."""
    return [WORTHS[k] for k, n in enumerate(counts) for _ in range(n)]


def _worths(tokens: bytearray) -> list[int]:
    """Return the worths of tokens that are kept as index + 1; 0 for none."""
    return [WORTHS[one - 1] if one else 0 for one in tokens]
