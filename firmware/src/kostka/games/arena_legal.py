"""What the fields of a state of Arena of Warriors mean, and what is legal in it."""

from kostka.compat import const
from kostka.games import arena_board as board
from kostka.games.arena_board import (
    CENTER,
    OFF,
    SPECIALS,
    START,
    TARGET,
    TARGETS,
    WHITE,
    WORTHS,
)
from kostka.games.shooting import FIX, KINDS, STAND, Shooting
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, kind_of, pack
from kostka.rules.request import COLOR
from kostka.rules.token import token

# Kinds of actions, after those of the range.
DRAW = KINDS  # chance: a = worth of the token drawn
LOT = KINDS + 1  # chance: a = seat that begins
THROW = KINDS + 2  # chance: a = kind of die, b = face
MOVE = KINDS + 3  # a = from spot, b = to spot
SHOOT = KINDS + 4
CLUB = KINDS + 5  # a = worth
SCOUT = KINDS + 6  # a = seat, b = worth
FIGHT = KINDS + 7  # a = seat
TOKEN = KINDS + 8  # a = worth of the own token in a duel
SKIP = KINDS + 9

# What a state waits for; up to THROWING chance decides.
DRAWING = const(0)  # shooting tokens are drawn
LOTS = const(1)  # lots choose who begins
FILLING = const(2)  # targets are drawn
MEETING = const(3)  # the rival's token in a duel is drawn
TYING = const(4)  # tokens are drawn to break a tie
THROWING = const(5)
MOVING = const(6)
USING = const(7)  # a special field or the bonus
STANDING = const(8)  # targets are to be set up
SHOOTING = const(9)
FIXING = const(10)  # a target was counted by mistake
PICKING = const(11)  # the attacker chooses the own token
OVER = const(12)

# What may be used, as bits: those of the rings from outside, and that it is the bonus.
USE_RANGE = const(1)
USE_CLUB = const(2)
USE_SCOUT = const(4)
USE_ARENA = const(8)
BONUS = const(16)

EACH = len(WORTHS)  # worths a token may have


def worth_index(worth: int) -> int:
    """Return the place of a worth among all there are, -1 where no token has it."""
    return WORTHS.find(bytes([worth & 255]))


class ArenaLegal(Shooting):
    """The fields of a game of Arena of Warriors and what follows from them."""

    first_target = TARGET
    n_targets = TARGETS

    step: int
    turn: int
    face: int  # of the throw that the piece has to move by, else 0
    tries: int  # throws left in this turn
    shots: int  # shots left, the one that is being counted among them
    use: int  # what may be used now, as bits
    pick: int  # the attacker's token in a duel, its worth as index + 1, else 0
    rival: int  # who was challenged
    at: bytearray  # spot of each seat's piece
    bank: bytearray  # tokens by worth
    free: bytearray  # tokens face up, by seat and worth
    club: bytearray  # tokens face down, likewise
    guns: bytearray  # shooting tokens by seat, worth as index + 1
    targets: bytearray  # tokens in the range, likewise
    tied: bytearray  # by seat: at the end 1 in the tie or winner, 2 + worth index drawn
    _legal: list[int]

    def free_of(self, seat: int) -> bytearray:
        """Return a seat's free warriors by worth: those face up (AR-5)."""
        return self.free[seat * EACH : (seat + 1) * EACH]

    def club_of(self, seat: int) -> bytearray:
        """Return a seat's club warriors by worth: those face down (AR-5)."""
        return self.club[seat * EACH : (seat + 1) * EACH]

    def all_of(self, seat: int) -> bytearray:
        """Return all warriors of a seat by worth."""
        free, club = self.free_of(seat), self.club_of(seat)
        return bytearray([free[k] + club[k] for k in range(EACH)])

    def score(self, seat: int) -> int:
        """Return the sum of the highest numbers of a seat's tokens (AR-4, AR-27)."""
        return sum([n * WORTHS[k] for k, n in enumerate(self.all_of(seat))])

    def seat_at(self, spot: int) -> int:
        """Return the seat whose piece stands on a field of a ring, -1 for none."""
        return self.at.find(bytes([spot])) if spot < CENTER else -1

    def there(self) -> int:
        """Return the targets that belong into the range, as bits."""
        return sum([1 << n for n in range(TARGETS) if self.targets[n]])

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that decides, CHANCE or TERMINAL."""
        if self.step <= THROWING:
            return CHANCE
        return TERMINAL if self.step == OVER else self.turn

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return what the seat on turn may do, ascending."""
        if seat is None or seat == self.turn:
            return self._legal
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the faces of the die, the seats of the lot, or the worths that may be drawn."""
        step = self.step
        if step > THROWING:
            return []
        if step == THROWING:
            return [(pack(THROW, COLOR, face), 1) for face in range(1, 7)]
        if step == LOTS:
            return [(pack(LOT, seat), 1) for seat in range(self.seats)]
        urn = self.bank
        if step == MEETING:  # AR-22: the rival's club tokens, mixed face down
            urn = self.club_of(self.rival)
        elif step == TYING:  # AR-28: all tokens of the next seat in the tie
            urn = self.all_of(self.tied.find(b"\x01"))
        return [(pack(DRAW, WORTHS[k]), n) for k, n in enumerate(urn) if n]

    def find(self) -> list[int]:
        """Return what the seat on turn may do, ascending."""
        step, turn = self.step, self.turn
        if step == MOVING:
            spot = self.at[turn]
            return [pack(MOVE, spot, target) for target in self.ways(spot)]
        if step == USING:
            return self.uses()
        if step == STANDING:
            return [pack(STAND)]
        if step == SHOOTING:
            return self.shot_actions()
        if step == FIXING:
            return self.rise_actions()
        if step == PICKING:
            return [pack(TOKEN, WORTHS[k]) for k, n in enumerate(self.club_of(turn)) if n]
        return []

    def ways(self, spot: int) -> list[int]:
        """Return the fields to which the thrown color leads from a spot, ascending."""
        face = self.face
        if spot == OFF:
            return [START] if face == WHITE else []  # AR-12
        ring = board.neighbor_of(spot, face)
        if ring >= 0:
            # AR-8 a neighbor ring's color leads over a link, AR-26 brown into the center;
            # AR-13 from the start field by way of the first one
            links = board.links(0 if spot == START else spot, ring)
            return [way for way in links if self.seat_at(way) < 0]  # AR-9: free ones only
        # AR-7 the next field of the color, AR-15 brown too, AR-10 the start field is none
        ahead = board.along(spot, face)
        return [ahead] if ahead >= 0 else []

    def uses(self) -> list[int]:
        """Return what may be used of a special field or of the bonus, and to leave it."""
        use, turn = self.use, self.turn
        legal = []
        if use & USE_RANGE and (sum(self.bank) or self.up):  # AR-19: else nothing to hit
            legal.append(pack(SHOOT))
        if use & USE_CLUB:  # AR-20: one of the own free warriors, if there is one
            legal += [pack(CLUB, WORTHS[k]) for k, n in enumerate(self.free_of(turn)) if n]
        rivals = [seat for seat in range(self.seats) if seat != turn]
        if use & USE_SCOUT:  # AR-21: any free warrior of a rival
            for seat in rivals:
                free = self.free_of(seat)
                legal += [pack(SCOUT, seat, WORTHS[k]) for k, n in enumerate(free) if n]
        if use & USE_ARENA and sum(self.club_of(turn)):  # AR-22: both have a club warrior
            legal += [pack(FIGHT, seat) for seat in rivals if sum(self.club_of(seat))]
        if legal:
            legal.append(pack(SKIP))  # AR-16: using it is optional
        return legal

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all pieces and of the targets that stand, sorted."""
        found = [(self.at[seat], token(seat)) for seat in range(self.seats)]
        found.sort()
        return found + self.target_tokens()

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a token; a piece thrown off leaves and gains one."""
        source, target = a_of(action), b_of(action)
        if kind_of(action) == STAND:
            return (), self.spots_of(self.there() & ~self.up)
        if kind_of(action) != MOVE:
            return self.shot_footprint(action)
        if self.seat_at(target) >= 0:  # AR-11
            return (source, target), (target, OFF)
        return (source,), (target,)

    def pointer(self, action: int) -> tuple[int, ...]:
        """Return the range, special fields or pieces that stand for a use, targets for a mistake.

        As many special fields as the token's worth has places among the worths; whose warrior it
        is, or who is challenged, by that piece. The own piece stands for leaving it.
        """
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind == SHOOT:
            return self.spots_of((1 << TARGETS) - 1)
        if kind == FIX:
            return self.spots_of(self.down)
        if kind == CLUB:
            return _some(1, a)
        if kind == SCOUT:
            return (self.at[a],) + _some(2, b)
        if kind == FIGHT:
            return (self.at[a],)
        return (self.at[self.turn],) if kind == SKIP else ()


def _some(ring: int, worth: int) -> tuple[int, ...]:
    """Return special fields, those of a ring first: one for the lowest worth, and so on."""
    fields = [spot for spot in SPECIALS if board.ring_of(spot) == ring]
    fields += [spot for spot in SPECIALS if board.ring_of(spot) != ring]
    return tuple(fields[: worth_index(worth) + 1])
