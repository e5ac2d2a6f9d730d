"""What a state of Duel shows and asks; what it says is in duel_text."""

from kostka.compat import const
from kostka.games.duel_table import (
    HOME,
)
from kostka.rules import request as rq
from kostka.rules.action import a_of, kind_of
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

# Kinds of actions; each has one operand.
TOKEN = const(1)  # chance: the token that is turned over
PLACE = const(2)  # field 0..11 of the own board
LOT = const(3)  # chance: seat
AIM = const(4)  # spot of the own field that attacks
STRIKE = const(5)  # spot of the rival's field
NAME = const(6)  # spot of an own field that may be attacked next time
LINE = const(7)  # line 0..3

# What a state waits for.
DEALING = const(0)  # a token is turned over
PLACING = const(1)
LOTS = const(2)  # lots choose who attacks or leads first
AIMING = const(3)
STRIKING = const(4)
NAMING = const(5)  # the defender names a field
LINING = const(6)  # the leader names a line
TURNING = const(7)  # a token on top of a pile is turned over
OVER = const(8)

_TABLE = rq.CELLS | rq.KEYS | rq.PAGE
_WORD = rq.KEYS | rq.PAGE


class DuelWords(State):
    """What stands on the table in a game of Duel, and what is asked."""

    # The fields of DuelState.
    step: int
    turn: int
    hand: int
    source: int
    line: int
    pile: int
    pot: int
    board: bytearray
    won: bytearray
    swords: bytearray
    last: bytearray
    trumps: bool
    any_line: bool

    def filled(self, seat: int) -> list[int]:
        """Return the spots of a board on which a token lies."""
        raise NotImplementedError

    def power(self, spot: int) -> int:
        """Return the strength of the token on a field."""
        raise NotImplementedError

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of both swords, sorted; variant 4 needs none (DU-18)."""
        if self.trumps:
            return []
        return sorted([(self.swords[0], token(0)), (self.swords[1], token(1))])

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a sword; who aims sends the other one home."""
        kind = kind_of(action)
        if kind not in (AIM, STRIKE, NAME):
            return None
        seat = self.turn
        losing, gaining = (self.swords[seat],), (a_of(action),)
        home = HOME + 1 - seat
        if kind == AIM and self.swords[1 - seat] != home:
            return losing + (self.swords[1 - seat],), gaining + (home,)
        return losing, gaining

    def outcome(self) -> Outcome | None:
        """Return who has captured more (DU-14, DU-22); equal is a draw."""
        if self.step != OVER:
            return None
        best = max(self.won)
        winners = [seat for seat in range(2) if self.won[seat] == best]
        rule = "DU-22" if self.trumps else "DU-14"
        if len(winners) > 1:
            return Outcome("duel.over.draw", rule, ())
        return Outcome("duel.over.more", rule, tuple(winners))

    # What is asked ---------------------------------------------------------------------------

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; what own tokens can do, only their owner knows."""
        step, turn = self.step, self.turn
        last = self.last
        args = (turn + 1, last[0], last[1], last[2], last[3])
        if step == OVER:
            winner = self.won[1] > self.won[0]
            text = "duel.ask.over" if self.won[0] != self.won[1] else "duel.ask.draw"
            return rq.Request(-1, rq.NOTHING, 0, text, (int(winner) + 1,))
        if step in (DEALING, LOTS, TURNING):
            text = ("duel.ask.deal", "", "duel.ask.lot")[step] if step <= LOTS else "duel.ask.turn"
            return rq.Request(-1, rq.DRAW, rq.BOARD, text, args)
        asked = 1 - turn if step == NAMING else turn
        if seat not in (-1, asked):
            text = "duel.ask.wait.%s" % self._result()
            return rq.Request(asked, rq.NOTHING, 0, text, _of(asked, args))
        if step == PLACING:
            return rq.Request(asked, rq.CHOOSE, _WORD, "duel.ask.place", args, hidden=True)
        if step == LINING:
            return rq.Request(asked, rq.CHOOSE, _WORD, "duel.ask.line.%s" % self._result(), args)
        if step == STRIKING:
            text = "duel.ask.strike.any" if self.any_line else "duel.ask.strike"
            return rq.Request(asked, rq.MOVE, _TABLE, text, args)
        text = "duel.ask.name" if step == NAMING else "duel.ask.aim.%s" % self._result()
        return rq.Request(asked, rq.MOVE, _TABLE, text, _of(asked, args), hidden=True)

    def _result(self) -> str:
        """Return which text tells what the last attack or pair brought: `first` is none."""
        _, mine, other, taken = self.last[:4]
        if self.trumps:
            return "taken" if taken else "first"
        if not other:
            return "first"
        return "won" if mine > other else "lost" if mine < other else "tied"


def _of(asked: int, args: tuple[int, ...]) -> tuple[int, ...]:
    """Return the arguments of a request that somebody else than the seat on turn answers."""
    return (asked + 1,) + args[1:]
