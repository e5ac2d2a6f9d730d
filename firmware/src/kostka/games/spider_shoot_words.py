"""What a state of Spider Shoot shows and asks; what it says is in spider_shoot_text."""

from kostka.compat import const
from kostka.games.shooting import COUNT_SOURCES, KINDS, SHOT, Shooting, bits
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of
from kostka.rules.outcome import Outcome
from kostka.rules.token import token

GOAL = const(12)  # steps of a lane
LANE = const(13)  # its spots, start and goal among them
TARGET = const(52)  # the first target's spot: front, middle left, middle right, back
TARGETS = const(4)
SPOTS = const(56)
OWN = const(8)  # the bit of the back target
ALL_DOWN = const(15)
BONUS_STEPS = const(4)
LANES = ((), (), (0, 2), (0, 1, 2), (0, 1, 2, 3))  # of each seat, by number of seats

# Kinds of actions, after those of the range.
A_LOT = KINDS  # chance: a = seat that is next in the order
A_BACK = KINDS + 1  # the shooter before is ordered back
A_SHOOT = KINDS + 2  # instead of ordering back
A_MOVE = KINDS + 3  # by steps of a bonus: a = from spot, b = to spot
A_END = KINDS + 4  # the rest of a bonus is not used

# What a state waits for.
LOTS = const(0)
SHOOTING = const(1)
FIXING = const(2)  # a target was counted by mistake
CHOOSING = const(3)  # order back, or shoot
BONUS = const(4)
OVER = const(5)

E_HIT = const(32)  # (E_HIT, ALL, seat, count, bit per target): what the shot has knocked down
E_ALL = const(33)  # (E_ALL, ALL, seat): all targets, a bonus
E_BACK = const(34)  # (E_BACK, ALL, seat, steps, number of the player ordered back)
E_FIX = const(35)  # (E_FIX, ALL, seat): a target was counted by mistake
E_END = const(36)  # (E_END, ALL, seat): the rest of a bonus is not used


class SpiderShootWords(Shooting):
    """What stands on the table in a game of Spider Shoot, and what is asked."""

    first_target = TARGET
    n_targets = TARGETS

    # The fields of SpiderShootState.
    step: int
    at: int
    count: int
    left: int
    order: bytearray
    gone: bytearray
    lanes: tuple[int, ...]

    @property
    def turn(self) -> int:
        """Return the seat whose turn it is; 0 before the order is known."""
        return self.order[self.at] if len(self.order) == self.seats else 0

    @property
    def shooter(self) -> int:
        """Return the seat that shot before the one whose turn it is."""
        return self.order[(self.at - 1) % self.seats]

    def waiting(self) -> list[int]:
        """Return the seats without a place in the order, ascending."""
        return [seat for seat in range(self.seats) if self.order.find(bytes([seat])) < 0]

    def spot(self, seat: int, gone: int) -> int:
        """Return the spot of a seat's lane after so many steps."""
        return self.lanes[seat] * LANE + gone

    def seat_of(self, spot: int) -> int:
        """Return the seat whose lane a spot is on, -1 for none."""
        lane = spot // LANE
        return self.lanes.index(lane) if lane in self.lanes else -1

    def arrival(self) -> int:
        """Return where the shooter's piece goes by the shot as it is counted (SH-4, SH-8)."""
        gone = self.gone[self.turn]
        if self.down & OWN:
            return gone
        to = gone + len(bits(self.down))
        return to if to <= GOAL else gone

    def retreat(self) -> int:
        """Return where the shooter before is ordered back to, not beyond the start (SH-6)."""
        return max(0, self.gone[self.shooter] - self.count)

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all pieces and of the targets that stand, sorted."""
        pieces = [(self.spot(seat, self.gone[seat]), token(seat)) for seat in range(self.seats)]
        pieces.sort()
        return pieces + self.target_tokens()

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a token.

        A shot is confirmed by setting up what fell and moving the piece on, in any order.
        """
        kind = kind_of(action)
        if kind == SHOT:
            source, target = self._way(self.turn, self.arrival())
            return (source, target + self.spots_of(self.down)) if self.down else None
        if kind == A_BACK:
            way = self._way(self.shooter, self.retreat())
            return way if way[0] else None
        if kind == A_MOVE:
            return (a_of(action),), (b_of(action),)
        return self.shot_footprint(action)

    def _way(self, seat: int, to: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if to == self.gone[seat]:
            return (), ()
        return (self.spot(seat, self.gone[seat]),), (self.spot(seat, to),)

    def returns(self) -> list[int]:
        """Return 1 for the winner, 0 for the others."""
        return [int(gone == GOAL) for gone in self.gone]

    def outcome(self) -> Outcome | None:
        """Return the winner: the first on the other side (SH-8)."""
        if self.step != OVER:
            return None
        return Outcome("spider_shoot.over.goal", "SH-8", (self.gone.find(bytes([GOAL])),))

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; a seat other than the one on turn has to wait."""
        step, turn = self.step, self.turn
        if step == LOTS:
            return rq.Request(-1, rq.DRAW, rq.BOARD, "spider_shoot.ask.lot")
        if step == OVER:
            winner = self.gone.find(bytes([GOAL]))
            return rq.Request(-1, rq.NOTHING, 0, "spider_shoot.ask.over", (winner + 1,))
        if seat not in (-1, turn):
            return rq.Request(turn, rq.NOTHING, 0, "spider_shoot.ask.wait", (turn + 1,))
        if step == SHOOTING:
            return rq.Request(turn, rq.MOVE, COUNT_SOURCES, "spider_shoot.ask.shoot", (turn + 1,))
        if step == FIXING:
            return rq.Request(turn, rq.MOVE, COUNT_SOURCES, "range.ask.fix", (turn + 1,))
        if step == CHOOSING:
            args = (turn + 1, self.shooter + 1, self.count)
            return rq.Request(turn, rq.MOVE, COUNT_SOURCES, "spider_shoot.ask.choose", args)
        args2 = (turn + 1, self.left)
        return rq.Request(turn, rq.MOVE, COUNT_SOURCES, "spider_shoot.ask.bonus", args2)
