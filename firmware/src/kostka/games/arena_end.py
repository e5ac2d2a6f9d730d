"""The end of a game of Arena of Warriors. Loaded for a moment, see kostka.app.brief."""

from kostka.compat import const
from kostka.games.arena_legal import EACH, OVER, TYING
from kostka.rules import events as ev
from kostka.rules.outcome import Outcome

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.games.arena import ArenaState
    from kostka.games.arena_words import ArenaWords

    Events = list[tuple[int, ...]] | None

_E_SCORE = const(35)  # (_E_SCORE, ALL, seat, sum)
_E_TIE = const(36)  # (_E_TIE, ALL, first of them): several seats are tied


def count(state: "ArenaState", events: "Events") -> None:
    """Add up all tokens, face up now (AR-27); the range and shooting tokens are nobody's."""
    scores = [state.score(seat) for seat in range(state.seats)]
    for seat in range(state.seats):
        state.tied[seat] = int(scores[seat] == max(scores))
        if events is not None:
            events.append((_E_SCORE, ev.ALL, seat, scores[seat]))
    _settle(state, events)


def compare(state: "ArenaState", events: "Events") -> None:
    """Keep those in the tie whose drawn token is the highest, once all are drawn (AR-28)."""
    tied = state.tied
    if tied.find(b"\x01") >= 0:
        return
    best = max(tied)
    for seat in range(state.seats):
        tied[seat] = int(tied[seat] == best)
    _settle(state, events)


def _settle(state: "ArenaState", events: "Events") -> None:
    """End the game, unless a tie can be broken: draws may differ as long as worths do."""
    tied = state.winners()
    worths = bytearray(EACH)
    for seat in tied:
        for k, n in enumerate(state.all_of(seat)):
            worths[k] |= n
    if len(tied) > 1 and len([n for n in worths if n]) > 1:
        state.step = TYING
        told = (_E_TIE, ev.ALL, tied[0])
    else:
        state.step = OVER
        told = (ev.OVER, ev.ALL, tied[0] if len(tied) == 1 else -1)
    if events is not None:
        events.append(told)


def returns(state: "ArenaWords") -> list[int]:
    """Return how many seats each seat is ahead of; see ArenaState.returns()."""
    keys = [2 * state.score(seat) + (state.tied[seat] > 0) for seat in range(state.seats)]
    return [len([key for key in keys if key < mine]) for mine in keys]


def outcome(state: "ArenaWords") -> Outcome:
    """Return the seats with the highest sum (AR-1), one of them where the tie was broken."""
    scores = [state.score(seat) for seat in range(state.seats)]
    best = max(scores)
    winners = tuple(state.winners())
    if len([score for score in scores if score == best]) == 1:
        return Outcome("arena.over.sum", "AR-1", winners)
    return Outcome("arena.over.tie", "AR-28", winners)
