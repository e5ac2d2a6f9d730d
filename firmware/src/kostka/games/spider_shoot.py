"""Spider Shoot: who knocks down the targets of others brings the own piece up its lane.

A seat's piece is kept as the steps it has gone; its lane is that of its color. Targets 1 to 3 are
the others' (front, and two side by side), target 4 is the back one: always the shooter's own.
"""

import binascii

from kostka.games.shooting import FELL, FIX, RISE, SHOT, bits, tell
from kostka.games.spider_shoot_words import (
    A_BACK,
    A_END,
    A_LOT,
    A_MOVE,
    A_SHOOT,
    ALL_DOWN,
    BONUS,
    BONUS_STEPS,
    CHOOSING,
    E_ALL,
    E_BACK,
    E_END,
    E_FIX,
    E_HIT,
    FIXING,
    GOAL,
    LANES,
    LOTS,
    OVER,
    OWN,
    SHOOTING,
    SPOTS,
    SpiderShootWords,
    spot_name,
)
from kostka.rules import events as ev
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, kind_of, pack
from kostka.rules.game import Game
from kostka.rules.token import token

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Events = list[tuple[int, ...]] | None


class SpiderShoot(Game):
    """The rules of Spider Shoot."""

    name = "spider_shoot"
    version = 1
    seats = (2, 4)
    seats_rule = "SH-1"
    spots = SPOTS
    reconstructed = "spider_shoot.reconstructed"
    length_bound = 10000

    def data_digest(self) -> int:
        """Return the CRC-32 of the length of the lanes and of what a bonus is worth."""
        return binascii.crc32(bytes([GOAL, ALL_DOWN, BONUS_STEPS])) & 0xFFFFFFFF

    def new_state(self, seats: int, options: dict[str, object]) -> "SpiderShootState":
        """Return the state before lots decide the order."""
        return SpiderShootState(self, seats, self.complete(seats, options))

    def spot_name(self, spot: int) -> str:
        """Return the language-free name of a spot."""
        return spot_name(spot)

    def tell(self, event: tuple[int, ...]) -> tuple[str, tuple[object, ...]] | None:
        """Return sign and message of what happens in this game alone."""
        return tell(self, event, "spider_shoot.told.%d")


class SpiderShootState(SpiderShootWords):
    """One point of a game of Spider Shoot: its rules. What it shows is in SpiderShootWords."""

    INTS = ("step", "at", "up", "down", "count", "left")
    LISTS = ("order", "gone")

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.step = LOTS
        self.at = 0  # whose turn it is, as a place in the order
        self.up = ALL_DOWN  # SH-2: four targets stand, however many play
        self.down = 0
        self.count = 0  # targets that the shooter before knocked down with the own one
        self.left = 0  # steps left of a bonus
        self.order = bytearray()  # seats in the order of the lots so far
        self.gone = bytearray(seats)  # SH-1: steps from the start field of each seat's lane
        self.lanes = LANES[seats]
        self.restored()

    def restored(self) -> None:
        """Find anew what is legal."""
        self._legal = self._find()

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that decides, CHANCE or TERMINAL."""
        if self.step == LOTS:
            return CHANCE
        return TERMINAL if self.step == OVER else self.turn

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return what the seat on turn may do, ascending."""
        if seat is None or seat == self.turn:
            return self._legal
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the seats that a lot may choose next (SH-1)."""
        if self.step != LOTS:
            return []
        return [(pack(A_LOT, seat), 1) for seat in self.waiting()]

    def _find(self) -> list[int]:
        """Return what the seat on turn may do, ascending."""
        step = self.step
        if step == SHOOTING:
            return self.shot_actions()
        if step == FIXING:
            return self.rise_actions()
        if step == CHOOSING:  # SH-5
            return [pack(A_BACK), pack(A_SHOOT)]
        if step == BONUS:
            return self._spread()
        return []

    def _spread(self) -> list[int]:
        """Return the moves of a bonus: any piece forward or backward, or no more (SH-7)."""
        legal = []
        for seat in range(self.seats):
            gone = self.gone[seat]
            for to in range(max(0, gone - self.left), min(GOAL, gone + self.left) + 1):
                if to != gone:  # SH-8: never beyond the goal
                    legal.append(pack(A_MOVE, self.spot(seat, gone), self.spot(seat, to)))
        legal.sort()
        legal.append(pack(A_END))
        return legal

    # Playing ---------------------------------------------------------------------------------

    def apply(self, action: int, events: "Events" = None) -> None:
        """Play one action and what follows from it."""
        step = self.step
        if step == LOTS:
            if action not in [outcome for outcome, _ in self.chance_outcomes()]:
                raise self.refusal(action)
            self._draw_lot(a_of(action), events)
        else:
            if action not in self._legal:
                raise self.refusal(action)
            if step == CHOOSING:
                self._answer(kind_of(action) == A_BACK, events)
            elif step == BONUS:
                self._use_bonus(action, events)
            else:
                self._shoot(kind_of(action), a_of(action), events)
        self._legal = self._find()

    def _draw_lot(self, seat: int, events: "Events") -> None:
        """Let lots decide the order (SH-1); the last place needs none."""
        self.order.append(seat)
        if events is not None:
            events.append((ev.LOT, ev.ALL, seat))
        if len(self.order) == self.seats - 1:
            self.order.append(self.waiting()[0])
            self._begin(0, events)

    def _begin(self, at: int, events: "Events") -> None:
        """Begin the turn of a place in the order."""
        self.at = at % self.seats
        self.step = SHOOTING
        self.count = self.left = 0
        if events is not None:
            events.append((ev.TURN, ev.ALL, self.turn))

    def _shoot(self, kind: int, a: int, events: "Events") -> None:
        """Count the one shot of a turn (SH-3), mend the count, or confirm it."""
        turn = self.turn
        self.step = SHOOTING
        if kind == FELL:
            self.fall(a, turn, events)
        elif kind == RISE:
            self.rise(a, turn, events)
        elif kind == FIX:
            self.step = FIXING
            if events is not None:
                events.append((E_FIX, ev.ALL, turn))
        elif kind == SHOT:
            self._judge(events)

    def _judge(self, events: "Events") -> None:
        """Do what the shot is worth; all targets are set up again (SH-2)."""
        turn, down = self.turn, self.down
        to = self.arrival()
        self.set_up(ALL_DOWN, turn, events)
        if events is not None:
            events.append((E_HIT, ev.ALL, turn, len(bits(down)), down))
        if down == ALL_DOWN:  # SH-7 in place of SH-4 and SH-5
            self.left = BONUS_STEPS
            self.step = BONUS
            if events is not None:
                events.append((E_ALL, ev.ALL, turn))
        elif down & OWN:  # SH-5: no advance, the next player decides
            self.at = (self.at + 1) % self.seats
            self.count = len(bits(down))
            self.step = CHOOSING
        else:  # SH-4, with exact count only (SH-8)
            if to != self.gone[turn]:
                self._go(turn, to, events)
            elif down and events is not None:
                events.append((ev.PASS, ev.ALL, turn))
            if self.step != OVER:
                self._begin(self.at + 1, events)

    def _answer(self, back: bool, events: "Events") -> None:
        """Order the shooter before back, or shoot while that piece stays (SH-5)."""
        if not back:
            self._begin(self.at, events)
            return
        shooter = self.shooter
        if events is not None:
            events.append((E_BACK, ev.ALL, self.turn, self.count, shooter + 1))
        to = self.retreat()
        if to != self.gone[shooter]:
            self._go(shooter, to, events)
        self._begin(self.at + 1, events)  # whoever ordered does not shoot

    def _use_bonus(self, action: int, events: "Events") -> None:
        """Move a piece by steps of the bonus; steps that are not used are lost (SH-7)."""
        if kind_of(action) == A_END:
            self.left = 0
            if events is not None:
                events.append((E_END, ev.ALL, self.turn))
        else:
            seat = self.seat_of(a_of(action))
            to = b_of(action) - self.spot(seat, 0)
            self.left -= abs(to - self.gone[seat])
            self._go(seat, to, events)
        if not self.left and self.step != OVER:
            self._begin(self.at + 1, events)

    def _go(self, seat: int, to: int, events: "Events") -> None:
        """Move a piece; the first one in the goal wins (SH-8), a rival moved there too (SH-9)."""
        source, target = self.spot(seat, self.gone[seat]), self.spot(seat, to)
        self.gone[seat] = to
        if events is not None:
            kind = ev.MOVE if seat == self.turn else ev.TAKE
            events.append((kind, ev.ALL, seat, token(seat), source, target))
        if to == GOAL:
            self.step = OVER
            self.left = 0
            if events is not None:
                events.append((ev.OVER, ev.ALL, seat))


GAME = SpiderShoot()
