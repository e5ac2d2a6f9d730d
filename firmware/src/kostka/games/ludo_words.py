"""What a state of Ludo shows and asks; what it says is in ludo_text."""

from kostka.compat import const
from kostka.games.ludo_way import (
    COLORS,
    WAYS,
)
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

# Kinds of actions.
THROW = const(1)  # a: kind of die, b: face
LOT = const(2)  # a: seat
MOVE = const(3)  # a: from spot, b: to spot; a pawn enters from the reserve spot

# What a state waits for.
LOTS = const(0)  # lots choose who begins
ROLLING = const(1)  # the seats throw for who begins
THROWING = const(2)
MOVING = const(3)
OVER = const(4)

_THROW_SOURCES = rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD
_MOVE_SOURCES = rq.CELLS | rq.KEYS | rq.PAGE


class LudoWords(State):
    """What stands on the table in a game of Ludo, and what is asked. Nothing is hidden."""

    # The fields and caches of LudoState.
    step: int
    turn: int
    face: int
    tries: int
    pawns: bytearray
    brought: bytearray
    rolls: bytearray
    at: list[int]
    corners: tuple[int, ...]
    die: int
    six: int
    steps: list[bytes]

    def pawns_of(self, seat: int) -> bytearray:
        """Return the progress of each pawn of a seat, ascending."""
        each = len(self.pawns) // self.seats
        return self.pawns[seat * each : (seat + 1) * each]

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all pawns, sorted."""
        found = []
        for seat in range(self.seats):
            way = WAYS[self.corners[seat]]
            for progress in self.pawns_of(seat):
                found.append((way[progress], token(seat)))
        found.sort()
        return found

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a pawn; a rival sent home leaves and gains one."""
        if kind_of(action) != MOVE:
            return None
        source, target = a_of(action), b_of(action)
        home = self.home_of_rival(target)
        if home < 0:
            return (source,), (target,)
        return (source, target), (target, home)

    def home_of_rival(self, spot: int) -> int:
        """Return the reserve spot of the rival on a spot, -1 where there is none."""
        owner = self.at[spot] - 1
        if owner < 0 or owner == self.turn:
            return -1
        return WAYS[self.corners[owner]][0]

    def returns(self) -> list[int]:
        """Return 1 for the winner, 0 for the others."""
        return [int(self.step == OVER and seat == self.turn) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        """Return the winner: the first with all pawns in the goal (LU-10)."""
        if self.step != OVER:
            return None
        return Outcome("ludo.over.all_home", "LU-10", (self.turn,))

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; a seat other than the one on turn has to wait."""
        step, turn = self.step, self.turn
        if step == LOTS:
            return rq.Request(-1, rq.DRAW, rq.BOARD, "ludo.ask.lot")
        if step == OVER:
            return rq.Request(-1, rq.NOTHING, 0, "ludo.ask.over", (turn + 1,))
        if seat not in (-1, turn):
            return rq.Request(turn, rq.NOTHING, 0, "ludo.ask.wait", (turn + 1,))
        if step == MOVING:
            text = "ludo.ask.move"
            if self.die == rq.COLOR:
                text = "ludo.ask.move.%s" % COLORS[self.face]
            return rq.Request(turn, rq.MOVE, _MOVE_SOURCES, text, (turn + 1, self.face))
        text = "ludo.ask.first" if step == ROLLING else "ludo.ask.throw"
        args = (turn + 1, self.tries)
        sources = rq.allowed(_THROW_SOURCES, self.options)
        return rq.Request(turn, rq.THROW, sources, text, args, (self.die,))

    # Why not ---------------------------------------------------------------------------------

    def why_not(self, source: int, target: int) -> tuple[str, str] | None:
        """Return why no pawn may go there, as refusal() does."""
        if target < 0:
            return None
        why = self.refusal(pack(MOVE, source, target))
        return why.text, why.rule
