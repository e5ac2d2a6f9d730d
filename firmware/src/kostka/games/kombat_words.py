"""What a state of New York Kombat shows and asks; what it says is in kombat_text."""

from kostka.compat import const
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

# Kinds of actions.
THROW = const(1)  # a: kind of die, b: face
LOT = const(2)  # a: seat
MOVE = const(3)  # a: from spot, b: to spot
PUSH = const(4)  # a: from spot; to the center, whose piece goes to spot b
STAY = const(5)  # the winner does not go to the center

# What a state waits for.
LOTS = const(0)  # lots choose who begins
THROWING = const(1)
MOVING = const(2)
CROWNING = const(3)  # the winner of an encounter may go to the center
OVER = const(4)

# Spots.
PATHS = const(4)
LAST = const(8)  # fields of a path
CENTER = const(32)
OUT = const(33)  # the first place of a piece that is out
SPOTS = const(37)
CORNERS = ((), (), (0, 2), (0, 1, 2), (0, 1, 2, 3))  # of each seat, by number of seats

_THROW_SOURCES = rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD
_MOVE_SOURCES = rq.CELLS | rq.KEYS | rq.PAGE


class KombatWords(State):
    """What stands on the table in a game, and what is asked. Nothing is hidden."""

    # The fields and caches of KombatState.
    step: int
    turn: int
    face: int
    winner: int
    at: bytearray
    taken: bytearray
    legal: list[int]

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all pieces, sorted; one that is out lies in its corner."""
        found = [(self.at[seat], token(seat)) for seat in range(self.seats)]
        found.sort()
        return found

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a piece; a push moves two."""
        kind, source, target = kind_of(action), a_of(action), b_of(action)
        if kind == MOVE and source != target:
            return (source,), (target,)
        if kind == PUSH:
            return (source, CENTER), (CENTER, target)
        return None

    def returns(self) -> list[int]:
        """Return 1 for the winner, 0 for the others."""
        return [int(self.step == OVER and seat == self.turn) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        """Return the winner: the owner of the last piece on the board (KO-13)."""
        if self.step != OVER:
            return None
        return Outcome("kombat.over.last", "KO-13", (self.turn,))

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; who is not asked has to wait."""
        step = self.step
        if step == LOTS:
            return rq.Request(-1, rq.DRAW, rq.BOARD, "kombat.ask.lot")
        if step == OVER:
            return rq.Request(-1, rq.NOTHING, 0, "kombat.ask.over", (self.turn + 1,))
        asked = self.winner if step == CROWNING else self.turn
        if seat not in (-1, asked):
            return rq.Request(asked, rq.NOTHING, 0, "kombat.ask.wait", (asked + 1,))
        if step == THROWING:
            sources = rq.allowed(_THROW_SOURCES, self.options)
            return rq.Request(asked, rq.THROW, sources, "kombat.ask.throw", (asked + 1,), (rq.D6,))
        if step == CROWNING:
            text = "kombat.ask.push" if self.taken[CENTER] else "kombat.ask.crown"
        elif not self.face:
            text = "kombat.ask.shut"
        elif len(self.legal) == 1 and b_of(self.legal[0]) >= OUT:
            text = "kombat.ask.out"
        else:
            text = "kombat.ask.move"
        return rq.Request(asked, rq.MOVE, _MOVE_SOURCES, text, (asked + 1, self.face))
