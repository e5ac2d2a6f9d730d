"""Ludo: two to four players race their pawns round the track into the goal (rules LU-1..LU-11).

A seat's pawns are kept as progress values (see ludo_way), ascending: pawns of one seat look alike
and only differ by where they stand.
"""

import binascii

from kostka.errors import OptionError
from kostka.games.ludo_way import (
    COLOR_STEPS,
    COLORS,
    CORNERS,
    FIELDS,
    NUMBER_STEPS,
    PROGRESS,
    RESERVE,
    SPOTS,
    TRACK,
    WAYS,
    spot_name,
)
from kostka.games.ludo_words import (
    LOT,
    LOTS,
    MOVE,
    MOVING,
    OVER,
    ROLLING,
    THROW,
    THROWING,
    LudoWords,
)
from kostka.rules import events as ev
from kostka.rules.action import CHANCE, OPERAND_MAX, TERMINAL, a_of, b_of, kind_of, pack
from kostka.rules.game import CHOICE, INT, Game, Option
from kostka.rules.request import COLOR, D6
from kostka.rules.token import token

TIED = ev.OWN  # event (TIED, ALL, bit per seat): these seats threw the same and throw again
OUT = 7  # in `rolls`: this seat cannot begin any more


class Ludo(Game):
    """The rules of Ludo; 2 or 3 pawns are the shorter game (LU-1)."""

    name = "ludo"
    version = 1
    seats = (2, 4)
    seats_rule = "LU-1"
    spots = SPOTS
    returns_sum = 1
    reconstructed = "ludo.reconstructed"
    length_bound = 10000
    options = (
        Option("pawns", INT, 4, (2, 4), "ludo.option.pawns", rule="LU-1"),
        Option("die", CHOICE, "number", ("number", "color"), "ludo.option.die", rule="LU-11"),
        Option("six_color", CHOICE, "red", COLORS[1:], "ludo.option.six_color", rule="LU-11"),
        Option(
            "three_throws",
            CHOICE,
            "start",
            ("start", "no_piece_out"),
            "ludo.option.three",
            rule="LU-3",
        ),
        Option(
            "first",
            CHOICE,
            "lot",
            ("lot", "die", "seat1", "seat2", "seat3", "seat4"),
            "ludo.option.first",
            rule="LU-2",
        ),
    )

    def check_options(self, seats: int, options: dict[str, object]) -> None:
        """Refuse a first player who cannot be found (LU-2)."""
        first = str(options["first"])
        if first == "die" and options["die"] == "color":
            raise OptionError("ludo.error.first_die", rule="LU-2")
        if first[:4] == "seat" and int(first[4:]) > seats:
            raise OptionError("ludo.error.first_seat", int(first[4:]), seats, rule="LU-2")

    def data_digest(self) -> int:
        """Return the CRC-32 of the ways and of the colors of their fields."""
        return binascii.crc32(b"".join(WAYS) + FIELDS) & 0xFFFFFFFF

    def new_state(self, seats: int, options: dict[str, object]) -> "LudoState":
        """Return the state before the first lot or throw."""
        return LudoState(self, seats, self.complete(seats, options))

    def spot_name(self, spot: int) -> str:
        """Return the language-free name of a spot."""
        return spot_name(spot)

    def is_reserve(self, spot: int) -> bool:
        """Say whether a spot is where pawns wait to be brought in."""
        return spot >= RESERVE


class LudoState(LudoWords):
    """One point of a game of Ludo: its rules. What it shows and says is in LudoWords."""

    INTS = ("step", "turn", "face", "tries")
    LISTS = ("pawns", "brought", "rolls")

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.step = LOTS
        self.turn = 0
        self.face = 0  # of the throw that a pawn has to move by, else 0
        self.tries = 0  # throws left in this turn
        self._n: int = options["pawns"]  # type: ignore[assignment]
        self.pawns = bytearray(self._n * seats)  # progress; ascending for each seat (LU-1)
        self.brought = bytearray(seats)  # 1: this seat has brought a pawn in
        self.rolls = bytearray(seats)  # who begins: the face thrown, 0 not yet, OUT
        # What the options mean.
        self.corners = CORNERS[seats]
        self.die = D6
        self.six = 6
        self.steps = NUMBER_STEPS
        if options["die"] == "color":  # LU-11: one color stands for the six
            self.die = COLOR
            self.six = COLORS.index(str(options["six_color"]))
            self.steps = COLOR_STEPS
        self._blank = pack(THROW, self.die)  # plus a face it is a throw
        self._throws = [(self._blank + face, 1) for face in range(1, 7)]
        # LU-2: the first player is found by lot, by die, or agreed before.
        first = str(options["first"])
        if first == "die":
            self.step = ROLLING
        elif first != "lot":
            self._begin(int(first[4:]) - 1, None)
        self.restored()

    def restored(self) -> None:
        """Rebuild who stands where and what is legal."""
        self.at = at = [0] * SPOTS  # seat + 1 on track and goal; reserves stay 0
        for seat in range(self.seats):
            way = WAYS[self.corners[seat]]
            for progress in self.pawns_of(seat):
                if progress:
                    if at[way[progress]]:
                        raise ValueError("two pawns on one field")
                    at[way[progress]] = seat + 1
        self._legal = self._find() if self.step == MOVING else []

    def clone(self) -> "LudoState":
        """Return an independent copy; caches are copied too, four times as fast as made anew."""
        other = object.__new__(self.__class__)
        other.game, other.seats, other.options = self.game, self.seats, self.options
        other.agenda = list(self.agenda)
        other.step, other.turn, other.face, other.tries = (
            self.step, self.turn, self.face, self.tries
        )  # fmt: skip
        other._n = self._n
        other.pawns = bytearray(self.pawns)
        other.brought = bytearray(self.brought)
        other.rolls = bytearray(self.rolls)
        other.corners, other.die, other.six = self.corners, self.die, self.six
        other.steps, other._blank, other._throws = self.steps, self._blank, self._throws
        other.at = list(self.at)
        other._legal = self._legal  # replaced, never changed
        return other

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat that moves, CHANCE or TERMINAL."""
        step = self.step
        if step == MOVING:
            return self.turn
        return TERMINAL if step == OVER else CHANCE

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the moves of the seat on turn, ascending; none before a throw."""
        if self.step == MOVING and (seat is None or seat == self.turn):
            return self._legal
        return []

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return the faces of the die, or the seats that lots may choose."""
        step = self.step
        if step == THROWING or step == ROLLING:  # noqa: PLR1714 (twice as fast as `in`)
            return self._throws
        if step == LOTS:
            return [(pack(LOT, seat), 1) for seat in range(self.seats)]
        return []

    def _find(self) -> list[int]:
        """Return the moves that the thrown face allows, ascending."""
        turn = self.turn
        way = WAYS[self.corners[turn]]
        leads = self.steps[self.face]
        at = self.at
        own = turn + 1
        start = turn * self._n
        move = MOVE << 18
        legal = []
        for progress in self.pawns[start : start + self._n]:
            # LU-6 exactly the number, LU-11 next of the color, LU-9 never beyond the goal
            ahead = leads[progress]
            if ahead:
                spot = way[ahead]
                if at[spot] != own:  # LU-7: jumping is free, but no second own pawn on a field
                    legal.append(move | way[progress] << 9 | spot)
        # LU-5: a six may bring one pawn in, unless an own pawn stands on the start field.
        if self.face == self.six and not self.pawns[start] and at[way[1]] != own:
            legal.append(move | way[0] << 9 | way[1])
        if len(legal) > 1:
            legal.sort()
        return legal

    # Playing ---------------------------------------------------------------------------------

    def apply(self, action: int, events: list[tuple[int, ...]] | None = None) -> None:
        """Play a throw, lot or move; a throw that allows no move is passed at once (LU-7)."""
        step = self.step
        if step == THROWING:
            self._throw(action, events)
        elif step == MOVING:
            self._move(action, events)
        elif step == ROLLING:
            self._roll(action, events)
        elif step == LOTS:
            if kind_of(action) != LOT or b_of(action) or a_of(action) >= self.seats:
                raise self.refusal(action)
            self._choose(a_of(action), events)
        else:
            raise self.refusal(action)

    def _throw(self, action: int, events: list[tuple[int, ...]] | None) -> None:
        face = action - self._blank
        if not 1 <= face <= 6:
            raise self.refusal(action)
        self.tries -= 1
        self.face = face
        if events is not None:
            events.append((ev.THROW, ev.ALL, self.turn, self.die, face))
        legal = self._find()
        if legal:
            self.step = MOVING
            self._legal = legal
            return
        if events is not None:
            events.append((ev.PASS, ev.ALL, self.turn))
        self._go_on(events)

    def _move(self, action: int, events: list[tuple[int, ...]] | None) -> None:
        if action not in self._legal:
            raise self.refusal(action)
        turn = self.turn
        pawns = self.pawns
        source = action >> 9 & OPERAND_MAX
        target = action & OPERAND_MAX
        progress = PROGRESS[self.corners[turn]]
        old = progress[source]
        new = progress[target]
        # Take the pawn out of the ascending row and slide the ones it passes down.
        first = i = turn * self._n
        last = first + self._n - 1
        while pawns[i] != old:
            i += 1
        while i < last and pawns[i + 1] < new:
            pawns[i] = pawns[i + 1]
            i += 1
        pawns[i] = new
        at = self.at
        rival = at[target] - 1
        at[source] = 0
        at[target] = turn + 1
        if not old:
            self.brought[turn] = 1
        if events is not None:
            events.append((ev.MOVE, ev.ALL, turn, token(turn), source, target))
        if rival >= 0:
            self._send_home(rival, target, events)
        if pawns[first] > TRACK:  # LU-10: the hindmost one is in the goal, on whatever field
            self.step = OVER
            self.face = self.tries = 0
            if events is not None:
                events.append((ev.OVER, ev.ALL, turn))
            return
        self.step = THROWING
        if self.face != self.six:
            self.tries = 0  # LU-3: more tries are for those who cannot move
        self._go_on(events)

    def _send_home(self, seat: int, spot: int, events: list[tuple[int, ...]] | None) -> None:
        """Put a pawn from a field of the track back into its reserve (LU-8)."""
        pawns = self.pawns
        corner = self.corners[seat]
        progress = PROGRESS[corner][spot]
        first = i = seat * self._n
        while pawns[i] != progress:
            i += 1
        while i > first:
            pawns[i] = pawns[i - 1]
            i -= 1
        pawns[first] = 0
        if events is not None:
            events.append((ev.TAKE, ev.ALL, seat, token(seat), spot, WAYS[corner][0]))

    def _go_on(self, events: list[tuple[int, ...]] | None) -> None:
        """Let the same seat throw again or the next one begin, clockwise (LU-2)."""
        if self.face == self.six:
            self.tries = 1  # LU-4; a first six also ends the three tries of LU-3
        self.face = 0
        if not self.tries:
            self._begin((self.turn + 1) % self.seats, events)

    def _begin(self, seat: int, events: list[tuple[int, ...]] | None) -> None:
        """Begin a turn: three throws or one (LU-3)."""
        self.turn = seat
        self.step = THROWING
        self.tries = 3
        if self.brought[seat]:
            self.tries = 1
            if self.options["three_throws"] == "no_piece_out":
                self.tries = 3
                for progress in self.pawns_of(seat):
                    if 0 < progress <= TRACK:
                        self.tries = 1
        if events is not None:
            events.append((ev.TURN, ev.ALL, seat))

    # Who begins (LU-2) -----------------------------------------------------------------------

    def _choose(self, seat: int, events: list[tuple[int, ...]] | None) -> None:
        if events is not None:
            events.append((ev.LOT, ev.ALL, seat))
        self._begin(seat, events)

    def _roll(self, action: int, events: list[tuple[int, ...]] | None) -> None:
        """Take one throw for who begins: the highest does, those with the same throw again."""
        face = action - self._blank
        if not 1 <= face <= 6:
            raise self.refusal(action)
        rolls = self.rolls
        rolls[self.turn] = face
        if events is not None:
            events.append((ev.THROW, ev.ALL, self.turn, self.die, face))
        waiting = [seat for seat in range(self.seats) if not rolls[seat]]
        if not waiting:
            best = max([roll for roll in rolls if roll != OUT])
            tied = [seat for seat in range(self.seats) if rolls[seat] == best]
            for seat in range(self.seats):
                rolls[seat] = 0 if len(tied) == 1 or seat in tied else OUT
            if len(tied) == 1:
                self._choose(tied[0], events)
                return
            if events is not None:
                events.append((TIED, ev.ALL, sum([1 << seat for seat in tied])))
            waiting = tied
        self.turn = waiting[0]


GAME = Ludo()
