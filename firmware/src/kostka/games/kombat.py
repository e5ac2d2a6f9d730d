"""New York Kombat: two to four seats push each other off the board (rules KO-1..KO-14).

Spots 0..31 are the paths, 8 * corner + n, where n counts from the start field inward; then come
the center and for each corner a place beyond the start field for a piece that is out.
"""

from kostka.compat import const
from kostka.games.kombat_words import (
    CENTER,
    CORNERS,
    CROWNING,
    LAST,
    LOT,
    LOTS,
    MOVE,
    MOVING,
    OUT,
    OVER,
    PATHS,
    PUSH,
    SPOTS,
    STAY,
    THROW,
    THROWING,
    KombatWords,
    spot_name,
)
from kostka.rules import events as ev
from kostka.rules.action import CHANCE, TERMINAL, a_of, b_of, kind_of, pack
from kostka.rules.game import Game
from kostka.rules.request import D6
from kostka.rules.token import token

INWARD = const(1)
OUTWARD = const(-1)
_BLANK = pack(THROW, D6)  # plus a face it is a throw
_NOBODY = const(-1)
STAYED = ev.OWN  # event (STAYED, ALL, seat): this winner does not go to the center


class Kombat(Game):
    """The rules of New York Kombat."""

    name = "kombat"
    version = 1
    seats = (2, 4)
    seats_rule = "KO-1"
    spots = SPOTS
    reconstructed = "kombat.reconstructed"
    returns_sum = 1
    length_bound = 6000

    def new_state(self, seats: int, options: dict[str, object]) -> "KombatState":
        """Return the state before the lot."""
        return KombatState(self, seats, self.complete(seats, options))

    def spot_name(self, spot: int) -> str:
        """Return the language-free name of a spot."""
        return spot_name(spot)

    def is_reserve(self, spot: int) -> bool:
        """Say whether a spot is where a piece lies that is out."""
        return spot >= OUT


class KombatState(KombatWords):
    """One point of a game: its rules. What it shows and says is in KombatWords."""

    INTS = ("step", "turn", "face", "winner")
    LISTS = ("at",)

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.step = LOTS
        self.turn = 0
        self.face = 0  # of the throw that the piece has to walk by, else 0
        self.winner = _NOBODY  # who may go to the center now (KO-11)
        # KO-1: each piece starts on the field of its color in a corner.
        self.at = bytearray([LAST * corner for corner in CORNERS[seats]])  # spot of each seat
        self.restored()

    def restored(self) -> None:
        """Rebuild who stands where and what is legal."""
        self.taken = taken = bytearray(SPOTS)  # seat + 1
        self._last = _NOBODY  # owner of the piece touched last by a walk off the board
        for seat in range(self.seats):
            if taken[self.at[seat]]:
                raise ValueError("two pieces on one field")
            taken[self.at[seat]] = seat + 1
        self.legal: list[int] = []
        if self.step == MOVING:
            self._find()
        elif self.step == CROWNING:
            self.legal = self._crowns()

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that moves or may go to the center, CHANCE or TERMINAL."""
        if self.step == MOVING:
            return self.turn
        if self.step == CROWNING:
            return self.winner
        return TERMINAL if self.step == OVER else CHANCE

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the moves of who decides, ascending; none before a throw."""
        if seat is None or seat == self.current_player():
            return self.legal
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the faces of the die, or the seats that lots may choose (KO-1)."""
        if self.step == THROWING:
            return [(_BLANK + face, 1) for face in range(1, 7)]
        if self.step == LOTS:
            return [(pack(LOT, seat), 1) for seat in range(self.seats)]
        return []

    # Walking ---------------------------------------------------------------------------------

    def _find(self) -> list[int]:
        """Find the legal moves, ascending; to and fro may lead back to where the piece stands."""
        spot = self.at[self.turn]
        self._last = _NOBODY
        ends = bytearray(SPOTS)
        if not self.face:  # KO-9, KO-12: shut in, there is only one way
            ends[self._out(self.turn)] = 1
        elif spot == CENTER:
            self._walk(spot, INWARD, self.face, ends)
        else:
            # KO-7: forward is inward; also outward where a rival stands further out.
            self._walk(spot, INWARD, self.face, ends)
            for other in range(spot - spot % LAST, spot):
                if self.taken[other]:
                    self._walk(spot, OUTWARD, self.face, ends)
                    break
        self.legal = [pack(MOVE, spot, end) for end in range(SPOTS) if ends[end]]
        return self.legal

    def _walk(self, spot: int, way: int, left: int, ends: bytearray) -> None:
        """Mark where a walk of `left` fields may end (KO-2).

        A walk that leaves the board has not been on the center, from which a start field is
        eight fields away: it had no choice, so there is no other walk, and `_last` is its own.
        """
        own = self.turn + 1
        barred = _NOBODY  # the path of the rival touched last
        while left:
            if spot == CENTER:
                self._part(barred, left, ends)
                return
            path, n = spot // LAST, spot % LAST
            if way == INWARD:
                ahead = CENTER if n == LAST - 1 else spot + 1
            else:
                # Nobody walks out of a start field: it is left in the first round, in which no
                # rival comes near (KO-14).
                ahead = spot - 1
            rival = self.taken[ahead]
            if rival and rival != own:
                # KO-3 no jumping; KO-4, KO-5, KO-8: the rest of the throw leads away from it,
                # to and fro where another one stands behind.
                self._last = rival - 1
                barred = path if ahead != CENTER else _NOBODY
                way = -way
                continue
            spot = ahead
            left -= 1
            if spot % LAST == 0 and spot < CENTER:
                # KO-9: ends on a start field, or (KO-10) walks on and leaves the board.
                ends[self._out(self.turn)] = 1
                return
        ends[spot] = 1

    def _part(self, barred: int, left: int, ends: bytearray) -> None:
        """Go on from the center onto any path, the one that led here too (KO-6).

        After a touch the path of that rival is barred (KO-7). Whoever picks a path whose first
        field is taken touches that rival (KO-8), which bars its path in place of the other one.
        """
        own = self.turn + 1
        free = []
        for path in range(PATHS):
            rival = self.taken[LAST * path + LAST - 1]
            if not rival or rival == own:
                free.append(path)
            elif path != barred:
                barred = PATHS  # a touch: the first path is open again
        for path in free:
            if path != barred:
                self._walk(LAST * path + LAST - 1, OUTWARD, left - 1, ends)

    def _out(self, seat: int) -> int:
        """Return the place of a seat's piece that is out."""
        return OUT + CORNERS[self.seats][seat]

    def _shut_in(self, spot: int) -> bool:
        """Say whether a piece stands between two others (KO-9)."""
        if spot == CENTER or spot % LAST == 0:
            return False  # the center has more paths than there are rivals, KO-14: a start field
        inner = CENTER if spot % LAST == LAST - 1 else spot + 1
        return self.taken[inner] > 0 and self.taken[spot - 1] > 0

    def _crowns(self) -> list[int]:
        """Return how the winner may go to the center, if at all, ascending (KO-11)."""
        source = self.at[self.winner]
        if source == CENTER:
            return []
        if not self.taken[CENTER]:
            return [pack(MOVE, source, CENTER), pack(STAY)]
        found = []
        for path in range(PATHS):  # a piece there moves one field onto any free path
            field = LAST * path + LAST - 1
            if not self.taken[field]:
                found.append(pack(PUSH, source, field))
        if found:
            found.append(pack(STAY))
        return found

    # Playing ---------------------------------------------------------------------------------

    def apply(self, action: int, events: list[tuple[int, ...]] | None = None) -> None:
        """Play a lot, throw, walk or the winner's choice."""
        step = self.step
        if step == THROWING:
            self._throw(action, events)
        elif step == MOVING and action in self.legal:
            self._move(action, events)
        elif step == CROWNING and action in self.legal:
            self._crown(action, events)
        elif step == LOTS and kind_of(action) == LOT and not b_of(action):
            if a_of(action) >= self.seats:
                raise self.refusal(action)
            if events is not None:
                events.append((ev.LOT, ev.ALL, a_of(action)))
            self._begin(a_of(action), events)
        else:
            raise self.refusal(action)

    def _throw(self, action: int, events: list[tuple[int, ...]] | None) -> None:
        face = action - _BLANK
        if not 1 <= face <= 6:
            raise self.refusal(action)
        self.face = face
        if events is not None:
            events.append((ev.THROW, ev.ALL, self.turn, D6, face))
        spot = self.at[self.turn]
        if self._find() == [pack(MOVE, spot, spot)]:  # to and fro and back: nothing to be moved
            if events is not None:
                events.append((ev.PASS, ev.ALL, self.turn))
            self._next(events)
            return
        self.step = MOVING

    def _move(self, action: int, events: list[tuple[int, ...]] | None) -> None:
        turn = self.turn
        source, target = a_of(action), b_of(action)
        self._put(turn, target, events)
        if target < OUT:
            self._next(events)
            return
        # KO-11: the winner is the owner of the piece touched last.
        winner = self._last if self.face else self._freed(source)
        playing = [seat for seat in range(self.seats) if self.at[seat] < OUT]
        if len(playing) == 1:  # KO-13: the last piece on the board wins
            self.step = OVER
            self.face = 0
            self.turn = playing[0]
            self.legal = []
            if events is not None:
                events.append((ev.OVER, ev.ALL, playing[0]))
            return
        self.winner = winner
        self.legal = self._crowns() if winner != _NOBODY else []
        if self.legal:
            self.step = CROWNING
            self.face = 0
        else:
            self._next(events)

    def _freed(self, spot: int) -> int:
        """Return who of the two neighbors of a piece shut in is next in turn (KO-12)."""
        inner = CENTER if spot % LAST == LAST - 1 else spot + 1
        owners = (self.taken[inner] - 1, self.taken[spot - 1] - 1)
        seat = self.turn
        while seat not in owners:
            seat = (seat + 1) % self.seats
        return seat

    def _crown(self, action: int, events: list[tuple[int, ...]] | None) -> None:
        kind = kind_of(action)
        if kind == PUSH:
            self._put(self.taken[CENTER] - 1, b_of(action), events)
        if kind != STAY:
            self._put(self.winner, CENTER, events)
        elif events is not None:
            events.append((STAYED, ev.ALL, self.winner))
        self._next(events)

    def _put(self, seat: int, target: int, events: list[tuple[int, ...]] | None) -> None:
        source = self.at[seat]
        self.taken[source] = 0
        self.taken[target] = seat + 1
        self.at[seat] = target
        if events is not None:
            kind = ev.MOVE if seat == self.current_player() else ev.TAKE
            events.append((kind, ev.ALL, seat, token(seat), source, target))

    def _next(self, events: list[tuple[int, ...]] | None) -> None:
        """Let the next seat begin that has a piece on the board, clockwise (KO-1)."""
        seat = (self.turn + 1) % self.seats
        while self.at[seat] >= OUT:
            seat = (seat + 1) % self.seats
        self._begin(seat, events)

    def _begin(self, seat: int, events: list[tuple[int, ...]] | None) -> None:
        self.turn = seat
        self.face = 0
        self.winner = _NOBODY
        self.legal = []
        self.step = THROWING
        if events is not None:
            events.append((ev.TURN, ev.ALL, seat))
        if self._shut_in(self.at[seat]):  # KO-9: no field is free for its move
            self.step = MOVING
            self._find()


GAME = Kombat()
