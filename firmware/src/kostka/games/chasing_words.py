"""What a state of Chasing shows and asks; what it says is in chasing_text."""

from kostka.compat import const
from kostka.games.chasing_web import (
    SPOTS,
    TRACK,
)
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

# Kinds of actions.
MOVE = const(1)  # a: from field, b: to field
WAY = const(2)  # a: how many steps more the last move of a hunter took

# Whose turn it is.
RED = const(0)
YELLOW = const(1)
ALL = const(2)  # all hunters together
VENOM = const(3)
OVER = const(4)

STEPS = const(3)  # of Venom and of the hunters
HUNTERS = const(6)  # pieces; the next one is Venom
VENOM_SEAT = const(1)  # so that hunters without a station of their own share that of seat 0

# Shapes of tokens: Venom's is 0.
RED_HUNTER = const(1)
YELLOW_HUNTER = const(2)
TIMER = const(3)

_SOURCES = rq.CELLS | rq.KEYS | rq.PAGE
_PIECES = (range(3), range(3, 6), range(6))  # of the teams RED, YELLOW and ALL
_NAMES = ("red", "yellow", "all")
_ONE = [(spot,) for spot in range(SPOTS)]  # for footprints: many share few tuples


class ChasingWords(State):
    """What stands on the table in a game of Chasing, and what is asked. Nothing is hidden."""

    # The fields and caches of ChasingState.
    phase: int
    left: int
    moved: int
    longer: int
    timer: int
    at: bytearray
    taken: bytearray
    goal: int

    def team(self) -> range:
        """Return the pieces of the hunters on turn."""
        return _PIECES[self.phase]

    def owner(self, piece: int) -> int:
        """Return the seat of a hunter: the seats but Venom's share them evenly (CH-1)."""
        number = piece * (self.seats - 1) // HUNTERS
        return number + 1 if number else 0

    def speaker(self) -> int:
        """Return who answers for the team: they agree, and take turns by rounds."""
        owners = sorted({self.owner(piece) for piece in self.team()})
        return owners[(self.timer - 1) % len(owners)]

    def piece_at(self, field: int) -> int:
        """Return which hunter of the team on turn stands on a field, -1 for none."""
        for piece in self.team():
            if self.at[piece] == field:
                return piece
        return -1

    # What stands where -----------------------------------------------------------------------

    def token(self, piece: int) -> int:
        """Return the token of a piece, -1 the timer."""
        if piece < 0:
            return token(VENOM_SEAT, TIMER)
        if piece == HUNTERS:
            return token(VENOM_SEAT)
        return token(self.owner(piece), RED_HUNTER if piece < 3 else YELLOW_HUNTER)

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all pieces and of the timer, sorted."""
        found = [(self.at[piece], self.token(piece)) for piece in range(HUNTERS + 1)]
        found.append((TRACK - 1 + self.timer, self.token(-1)))
        found.sort()
        return found

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a token; with Venom the timer moves (CH-10)."""
        if kind_of(action) != MOVE:
            return None
        source, target = a_of(action), b_of(action)
        if self.phase == VENOM:
            spot = TRACK - 1 + self.timer
            if source == target:
                return _ONE[spot], _ONE[spot + 1]
            return (source, spot), (target, spot + 1)
        if source == target:
            return None
        return _ONE[source], _ONE[target]

    def winners(self) -> tuple[int, ...]:
        """Return the seat of Venom if the timer is on the goal, else the hunters' (CH-11)."""
        if self.timer == self.goal:
            return (VENOM_SEAT,)
        return tuple([seat for seat in range(self.seats) if seat != VENOM_SEAT])

    def returns(self) -> list[int]:
        """Return 1 for the winners, 0 for the others."""
        won = self.winners() if self.phase == OVER else ()
        return [int(seat in won) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        """Return who has won: Venom by time, or the hunters (CH-11)."""
        if self.phase != OVER:
            return None
        why = "escaped" if self.timer == self.goal else "caught"
        return Outcome("chasing.over.%s" % why, "CH-11", self.winners())

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; a seat other than the one asked has to wait."""
        phase = self.phase
        if phase == OVER:
            why = "escaped" if self.timer == self.goal else "caught"
            return rq.Request(-1, rq.NOTHING, 0, "chasing.ask.over.%s" % why)
        asked = self.current_player()
        if seat not in (-1, asked):
            return rq.Request(asked, rq.NOTHING, 0, "chasing.ask.wait", (asked + 1,))
        if phase == VENOM:
            args = (asked + 1, self.goal - self.timer)
            return rq.Request(asked, rq.MOVE, _SOURCES, "chasing.ask.venom", args)
        text = "chasing.ask.%s.way" if self.longer else "chasing.ask.%s"
        args = (asked + 1, self.left)
        return rq.Request(asked, rq.MOVE, _SOURCES, text % _NAMES[phase], args)
