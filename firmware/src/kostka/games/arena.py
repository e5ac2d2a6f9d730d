"""Arena of Warriors: rings are walked to collect warriors; the most worth at the end wins.

Warriors are tokens of Duel of which only the highest number counts (AR-4), so they are kept as
how many of each worth there are: in the bank, and face up (free) and face down (club) before each
seat. What lies face down is known to its owner only.
"""

import binascii

from kostka.compat import const
from kostka.errors import OptionError
from kostka.games import arena_board as board
from kostka.games.arena_board import (
    CENTER,
    COPIES,
    FIELDS,
    LENGTHS,
    OFF,
    SPECIALS,
    SPOTS,
    START,
    TARGETS,
    WHITE,
    WORTHS,
)
from kostka.games.arena_legal import (
    BONUS,
    CLUB,
    DRAWING,
    EACH,
    FIGHT,
    FILLING,
    FIXING,
    LOTS,
    MEETING,
    MOVING,
    PICKING,
    SCOUT,
    SHOOT,
    SHOOTING,
    STANDING,
    THROWING,
    TYING,
    USE_ARENA,
    USE_CLUB,
    USE_RANGE,
    USING,
    worth_index,
)
from kostka.games.arena_words import ArenaWords
from kostka.games.shooting import FELL, FIX, RISE, SHOT, STAND, bits
from kostka.rules import events as ev
from kostka.rules.action import a_of, b_of, kind_of
from kostka.rules.game import CHOICE, Game, Option
from kostka.rules.request import COLOR
from kostka.rules.token import token

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    Events = list[tuple[int, ...]] | None

_SHOTS = const(2)  # of one visit to the range (AR-18)
_TRIES = const(3)  # throws to enter (AR-12)

# What a SHOW event shows, and the game's own events; two more are those of arena_end.
_GUN = const(1)  # a shooting token
_TARGET = const(2)
_FIGHTER = const(3)
_TIE_TOKEN = const(4)
_E_FREE = const(32)  # (_E_FREE, ALL, seat, worth): a target has become a free warrior
_E_CLUB = const(33)  # (_E_CLUB, ALL, seat, worth): a free warrior joins the club
_E_BANK = const(34)  # (_E_BANK, ALL, seat, worth): both fighters go back to the bank
_E_MISS = const(37)  # (_E_MISS, ALL, seat): a shot hit nothing
_E_FIX = const(38)  # (_E_FIX, ALL, seat): a target was counted by mistake
_E_FIGHT = const(39)  # (_E_FIGHT, ALL, seat, number of the player challenged)
_E_WON = const(40)  # (_E_WON, ALL, winner, worth, number of the loser): a duel
_E_SCOUT = const(41)  # (_E_SCOUT, ALL, seat, worth, number of the player it was)
_E_SKIP = const(42)  # (_E_SKIP, ALL, seat): a special field or bonus is not used


class Arena(Game):
    """The rules of Arena of Warriors."""

    name = "arena"
    text_module = "kostka.games.arena_text"
    version = 1
    seats = (2, 4)
    seats_rule = "AR-2"
    spots = SPOTS
    own_numbers = board.OWN
    opens = True  # AR-27: all tokens face up
    reconstructed = "arena.reconstructed" + (".own" if board.OWN else "")
    length_bound = 10000
    options = (
        Option(
            "first",
            CHOICE,
            "lot",
            ("lot", "seat1", "seat2", "seat3", "seat4"),
            "arena.option.first",
            rule="AR-2",
        ),
    )

    def check_options(self, seats: int, options: dict[str, object]) -> None:
        """Refuse a first player who is not there (AR-2)."""
        first = str(options["first"])
        if first != "lot" and int(first[4:]) > seats:
            raise OptionError("arena.error.first_seat", int(first[4:]), seats, rule="AR-2")

    def data_digest(self) -> int:
        """Return the CRC-32 of the rings, their colors and special fields, and the tokens."""
        data = LENGTHS + FIELDS + SPECIALS + WORTHS + COPIES
        return binascii.crc32(data) & 0xFFFFFFFF

    def new_state(self, seats: int, options: dict[str, object]) -> "ArenaState":
        """Return the state before the first shooting token is drawn."""
        return ArenaState(self, seats, self.complete(seats, options))

    def is_reserve(self, spot: int) -> bool:
        """Say whether a spot is in front of the start field."""
        return spot == OFF


class ArenaState(ArenaWords):
    """One point of a game of Arena of Warriors: what actions do. Fields: see ArenaLegal."""

    INTS = ("step", "turn", "face", "tries", "shots", "use", "up", "down", "pick", "rival")
    LISTS = ("at", "bank", "free", "club", "guns", "targets", "tied")

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        for name in self.INTS:
            setattr(self, name, 0)
        self.at = bytearray([OFF] * seats)  # AR-2: one piece each, off the board
        self.bank = bytearray(COPIES)  # AR-3: all tokens face down
        self.free = bytearray(seats * EACH)
        self.club = bytearray(seats * EACH)
        self.guns = bytearray(seats)
        self.targets = bytearray(TARGETS)
        self.tied = bytearray(seats)
        self.step = DRAWING
        self.restored()

    def restored(self) -> None:
        """Find anew what is legal."""
        self._legal = self.find()

    def apply(self, action: int, events: "Events" = None) -> None:
        """Play one action and what follows from it; a throw that leads nowhere is passed."""
        step = self.step
        legal = self._legal
        if step <= THROWING:
            legal = [outcome for outcome, _ in self.chance_outcomes()]
        if action not in legal:
            raise self.refusal(action)
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if step == THROWING:
            self._throw(b, events)
        elif step == LOTS:
            _tell(events, ev.LOT, a)
            self._begin(a, events)
        elif step < THROWING:
            self._draw(worth_index(a), events)
        elif step == MOVING:
            self._move(b, events)
        elif step == USING:
            self._use(kind, a, b, events)
        elif step == PICKING:
            self._pick(worth_index(a), events)
        else:
            self._shoot(kind, a, events)
        self._legal = self.find()

    def _begin(self, seat: int, events: "Events") -> None:
        """Begin a turn: one throw, up to three off the board (AR-12)."""
        self.turn = seat
        self.step = THROWING
        self.tries = _TRIES if self.at[seat] == OFF else 1
        self.face = self.use = self.shots = self.pick = self.rival = 0
        _tell(events, ev.TURN, seat)

    def _next(self, events: "Events") -> None:
        """Pass the turn on, clockwise (AR-2); after a special field too (AR-24, AR-25)."""
        self._begin((self.turn + 1) % self.seats, events)

    def _draw(self, worth: int, events: "Events") -> None:
        """Take a token that chance has drawn: for shooting, the range, a duel or a tie."""
        step = self.step
        what, seat = _TARGET, self.turn
        if step == MEETING:
            what, seat = _FIGHTER, self.rival
        elif step == TYING:
            what, seat = _TIE_TOKEN, self.tied.find(b"\x01")
        elif step == DRAWING:
            what, seat = _GUN, self.guns.find(b"\0")
        _tell(events, ev.SHOW, seat, what, WORTHS[worth])
        if step == MEETING:
            self._meet(worth, events)
        elif step == TYING:
            from kostka.games import arena_end  # once in a game

            self.tied[seat] = worth + 2
            arena_end.compare(self, events)
        else:
            self.bank[worth] -= 1
            if step == DRAWING:  # AR-3: one shooting token each, never a warrior
                self.guns[seat] = worth + 1
                if self.guns.find(b"\0") < 0:
                    self._find_first(events)
            else:
                self.targets[self.targets.find(b"\0")] = worth + 1
                self._fill()

    def _find_first(self, events: "Events") -> None:
        """Let lots decide who begins, unless it was agreed (AR-2)."""
        first = str(self.options["first"])
        self.step = LOTS
        if first != "lot":
            self._begin(int(first[4:]) - 1, events)

    # Moving ----------------------------------------------------------------------------------

    def _throw(self, face: int, events: "Events") -> None:
        turn = self.turn
        spot = self.at[turn]
        self.tries -= 1
        _tell(events, ev.THROW, turn, COLOR, face)
        if face == WHITE and spot != OFF:  # AR-14: the start field is on the board
            self._offer(BONUS | USE_RANGE | USE_CLUB | USE_ARENA, events)  # AR-24: no scout
            return
        self.face = face
        if self.ways(spot):
            self.step = MOVING
            return
        self.face = 0
        if not self.tries:
            _tell(events, ev.PASS, turn)
            self._next(events)

    def _move(self, target: int, events: "Events") -> None:
        turn = self.turn
        source = self.at[turn]
        self.face = 0
        rival = self.seat_at(target)
        self.at[turn] = target
        _tell(events, ev.MOVE, turn, token(turn), source, target)
        if rival >= 0:  # AR-11: thrown off, back in front of the start field
            self.at[rival] = OFF
            _tell(events, ev.TAKE, rival, token(rival), target, OFF)
        if target == CENTER:  # AR-1, AR-26: over at once
            from kostka.games import arena_end  # once in a game

            arena_end.count(self, events)
        elif target == START:  # AR-12: one more throw at once
            self.tries = 1
            self.step = THROWING
        elif SPECIALS.find(bytes([target])) >= 0:  # AR-16: also after changing rings
            self._offer(1 << board.ring_of(target), events)
        else:
            self._next(events)

    # Special fields and the bonus ------------------------------------------------------------

    def _offer(self, use: int, events: "Events") -> None:
        """Offer a special field or the bonus; the turn ends where nothing can be used."""
        self.use = use
        self.step = USING
        if not self.uses():
            self._next(events)

    def _use(self, kind: int, a: int, b: int, events: "Events") -> None:
        turn = self.turn
        if kind == SHOOT:
            self.shots = _SHOTS
            self._fill()
            _tell(events, ev.CHOICE, turn, a)
            return
        if kind == FIGHT:
            self.rival = a
            self.step = PICKING
            _tell(events, _E_FIGHT, turn, a + 1)
            return
        if kind == CLUB:  # AR-20
            k = worth_index(a)
            self.free[turn * EACH + k] -= 1
            self.club[turn * EACH + k] += 1
            _tell(events, _E_CLUB, turn, a)
        elif kind == SCOUT:  # AR-21: it stays face up
            k = worth_index(b)
            self.free[a * EACH + k] -= 1
            self.free[turn * EACH + k] += 1
            _tell(events, _E_SCOUT, turn, b, a + 1)
        else:
            _tell(events, _E_SKIP, turn)
        self._next(events)

    def _fill(self) -> None:
        """Fill the range up to three from the bank, as far as it goes (AR-17), then shoot."""
        if self.targets.find(b"\0") >= 0 and sum(self.bank) > 0:
            self.step = FILLING
        else:
            self.step = SHOOTING if self.there() == self.up else STANDING

    def _shoot(self, kind: int, a: int, events: "Events") -> None:
        """Set targets up (AR-17), count a shot, mend the count, or confirm it (AR-18)."""
        turn = self.turn
        self.step = SHOOTING
        if kind == STAND:
            self.set_up(self.there(), turn, events)
        elif kind == FELL:
            self.fall(a, turn, events)
        elif kind == RISE:
            self.rise(a, turn, events)
        elif kind == FIX:
            self.step = FIXING
            _tell(events, _E_FIX, turn)
        elif kind == SHOT:
            for target in bits(self.down):
                worth = self.targets[target] - 1
                self.targets[target] = 0
                self.free[turn * EACH + worth] += 1
                _tell(events, _E_FREE, turn, WORTHS[worth])
            if not self.down:
                _tell(events, _E_MISS, turn)
            self.up &= ~self.down
            self.down = 0
            self.shots -= 1
            if not self.shots or not self.up:  # the rest stay for the next shooter
                self._next(events)

    def _pick(self, worth: int, events: "Events") -> None:
        """Send the attacker's own token into the arena (AR-22)."""
        turn = self.turn
        self.club[turn * EACH + worth] -= 1
        self.pick = worth + 1
        self.step = MEETING
        _tell(events, ev.SHOW, turn, _FIGHTER, WORTHS[worth])

    def _meet(self, worth: int, events: "Events") -> None:
        """Compare the attacker's token with the one drawn from the rival's club (AR-23)."""
        turn, rival = self.turn, self.rival
        mine = self.pick - 1
        self.club[rival * EACH + worth] -= 1
        if mine == worth:
            self.bank[mine] += 2
            _tell(events, _E_BANK, turn, WORTHS[worth])
        else:
            winner, loser = (turn, rival) if mine > worth else (rival, turn)
            self.club[winner * EACH + max(mine, worth)] += 1
            self.free[winner * EACH + min(mine, worth)] += 1
            _tell(events, _E_WON, winner, WORTHS[min(mine, worth)], loser + 1)
        self._next(events)


def _tell(events: "Events", kind: int, *values: int) -> None:
    if events is not None:
        events.append((kind, ev.ALL) + values)


GAME = Arena()
