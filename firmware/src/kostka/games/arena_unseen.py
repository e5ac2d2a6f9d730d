"""Clubs of Arena of Warriors dealt anew: what a seat does not see may be otherwise."""

from kostka.games.arena_legal import EACH, OVER, TYING

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.arena_legal import ArenaLegal


def resample(state: "ArenaLegal", seat: int, draw: object) -> "ArenaLegal":
    """Return a state whose club tokens of others are dealt out of all that a seat has not seen."""
    other: ArenaLegal = state.clone()  # type: ignore[assignment]
    if state.step in (TYING, OVER):  # AR-27: all lies open
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
