"""Chasing: hunters encircle Venom on a web before time is up (rules CH-1..CH-12).

Pieces 0..2 are the red hunters, 3..5 the yellow ones, 6 is Venom. Seat 1 is Venom, the other
seats share the hunters. A move says where a piece goes, not how: of several numbers of steps
that lead there the lowest counts, and who went a longer way says so in the next action.
"""

import binascii

from kostka.games.chasing_web import FIELD, FIELDS, NEAR, ROUND, SPOTS, TRACK, WALKS, spot_name
from kostka.games.chasing_words import (
    ALL,
    HUNTERS,
    MOVE,
    OVER,
    RED,
    STEPS,
    VENOM,
    VENOM_SEAT,
    WAY,
    YELLOW,
    ChasingWords,
)
from kostka.rules import events as ev
from kostka.rules.action import TERMINAL, a_of, b_of, kind_of, pack
from kostka.rules.game import CHOICE, Game, Option

STEPPED = ev.OWN  # event (STEPPED, ALL, seat, steps left): hunters have used steps

# CH-1: red on three fields of one edge, yellow on three of the other, Venom in the center.
_START = b"\x23\x1a\x1b\x1e\x1f\x20\x00"


class Chasing(Game):
    """The rules of Chasing."""

    name = "chasing"
    version = 1
    seats = (2, 7)  # CH-1: Venom, and up to one seat for each hunter
    seats_rule = "CH-1"
    spots = SPOTS
    reconstructed = "chasing.reconstructed"
    length_bound = 400
    options = (
        # CH-12: 20 is the standard game, 25 Master Spider-Man, 15 Professional hunters.
        Option("goal", CHOICE, "20", ("20", "25", "15"), "chasing.option.goal", rule="CH-12"),
        # CH-4: three steps for each team, or for all hunters together.
        Option(
            "hunter_steps",
            CHOICE,
            "per_team",
            ("per_team", "in_all"),
            "chasing.option.steps",
            rule="CH-4",
        ),
    )

    def data_digest(self) -> int:
        """Return the CRC-32 of the threads and of where the pieces start."""
        return binascii.crc32(b"/".join(NEAR) + _START) & 0xFFFFFFFF

    def new_state(self, seats: int, options: dict[str, object]) -> "ChasingState":
        """Return the state before the first move; the hunters begin (CH-4)."""
        return ChasingState(self, seats, self.complete(seats, options))

    def spot_name(self, spot: int) -> str:
        """Return the language-free name of a spot."""
        return spot_name(spot)


class ChasingState(ChasingWords):
    """One point of a game of Chasing: its rules. What it shows and says is in ChasingWords."""

    INTS = ("phase", "left", "moved", "longer", "timer")
    LISTS = ("at",)

    def __init__(self, game: Game, seats: int, options: dict[str, object]) -> None:
        super().__init__(game, seats, options)
        self.goal = int(str(options["goal"]))
        self.in_all = options["hunter_steps"] == "in_all"
        self.phase = ALL if self.in_all else RED
        self.left = STEPS  # of the hunters on turn, else 0
        self.moved = 0  # a bit for each hunter that has moved in this turn
        self.longer = 0  # bit n: the last move may have taken n steps more
        self.timer = 1  # field of the time track
        self.at = bytearray(_START)  # field of each piece
        self.restored()

    def restored(self) -> None:
        """Rebuild who stands where; what is legal is found when it is asked for."""
        self.taken = taken = bytearray(FIELDS)
        for spot in self.at:
            if taken[spot]:
                raise ValueError("two pieces on one field")
            taken[spot] = 1
        self._legal: list[int] | None = None

    def clone(self) -> "ChasingState":
        """Return an independent copy with its caches."""
        other = object.__new__(self.__class__)
        other.game, other.seats, other.options = self.game, self.seats, self.options
        other.agenda = list(self.agenda)
        other.goal, other.in_all, other.phase = self.goal, self.in_all, self.phase
        other.left, other.moved, other.longer = self.left, self.moved, self.longer
        other.timer = self.timer
        other.at = bytearray(self.at)
        other.taken = bytearray(self.taken)
        other._legal = self._legal  # replaced, never changed
        return other

    # What the game waits for -----------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat of Venom, the hunter who speaks for the team on turn, or TERMINAL."""
        if self.phase == VENOM:
            return VENOM_SEAT
        return TERMINAL if self.phase == OVER else self.speaker()

    def legal_actions(self, seat: int | None = None) -> list[int]:
        """Return the moves of who is on turn, ascending; a team's are all told by its speaker."""
        if self.phase == OVER or (seat is not None and seat != self.current_player()):
            return []
        if self._legal is None:
            self._legal = self._find()
        return self._legal

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Return an empty list: nothing is left to chance."""
        return []

    def _find(self) -> list[int]:
        if self.phase == VENOM:
            source = self.at[HUNTERS]
            ends = self._venom_ends(False)
            return [pack(MOVE, source, end) for end in range(FIELDS) if ends[end]]
        most = self._most(self.left, self.moved)
        legal = []
        for piece in self.team():
            if not self.moved >> piece & 1:
                source = self.at[piece]
                for target in range(FIELDS):
                    if self._ways(piece, target, most):
                        legal.append(pack(MOVE, source, target))
        for more in range(1, STEPS):
            if self.longer >> more & 1:
                legal.append(pack(WAY, more))
        legal.sort()
        return legal

    # Hunters ---------------------------------------------------------------------------------

    def _ways(self, piece: int, target: int, most: int) -> int:
        """Return in how many steps a hunter may go to a field: bit n - 1 for n, 0 not at all.

        `most` is how many steps the team can make.
        """
        source = self.at[piece]
        # CH-2: along threads; CH-6: not back along the own way; CH-5: all steps of a piece in one
        # go, as many as it likes of those left.
        found = WALKS[source][target] & ((1 << self.left) - 1)
        if not found or (self.taken[target] and target != source):
            return 0  # CH-7: no two pieces on a field; who is only passed does not matter
        self._shift(piece, target)
        for steps in range(1, self.left):
            # CH-8: the team makes as many steps as it can, three if it can.
            if found >> (steps - 1) & 1:
                rest = self._most(self.left - steps, self.moved | 1 << piece)
                if steps + rest != most:
                    found &= ~(1 << (steps - 1))
        self._shift(piece, source)
        return found

    def _most(self, left: int, moved: int) -> int:
        """Return how many of `left` steps the hunters of the team can make that have not moved."""
        if not left:
            return 0
        taken = self.taken
        at_once = 1 << (left - 1)
        for piece in self.team():
            if not moved >> piece & 1:
                source = self.at[piece]
                walks = WALKS[source]
                for target in range(FIELDS):
                    if walks[target] & at_once and (not taken[target] or target == source):
                        return left
        return self._most_split(left, moved)

    def _most_split(self, left: int, moved: int) -> int:
        """Return the same where no piece can make all steps in one go."""
        best = 0
        for piece in self.team():
            source = self.at[piece]
            for target in range(FIELDS):
                walks = WALKS[source][target] & ((1 << (left - 1)) - 1)
                if not walks or moved >> piece & 1 or self.taken[target]:
                    continue
                self._shift(piece, target)
                for steps in range(1, left):
                    if walks >> (steps - 1) & 1:
                        best = max(best, steps + self._most(left - steps, moved | 1 << piece))
                self._shift(piece, source)
        return best

    def _shift(self, piece: int, target: int) -> None:
        """Put a piece on another field."""
        self.taken[self.at[piece]] = 0
        self.taken[target] = 1
        self.at[piece] = target

    # Venom -----------------------------------------------------------------------------------

    def _venom_ends(self, any_one: bool) -> bytearray:
        """Return a mark for each field where Venom may go (CH-9), with `any_one` only for one.

        Exactly three steps, not back along the way, not over or onto hunters, with at most one
        change between radial and round trails (CH-3).
        """
        taken = self.taken
        source = self.at[HUNTERS]
        ends = bytearray(FIELDS)
        for one in NEAR[source]:
            first = one & FIELD
            if taken[first]:
                continue
            for two in NEAR[first]:
                second = two & FIELD
                if taken[second]:  # Venom's own field too: back along the way
                    continue
                changed = (one ^ two) & ROUND
                for three in NEAR[second]:
                    third = three & FIELD
                    if third == first or (changed and (two ^ three) & ROUND):
                        continue
                    if not taken[third] or third == source:
                        ends[third] = 1
                        if any_one:
                            return ends
        return ends

    # Playing ---------------------------------------------------------------------------------

    def apply(self, action: int, events: list[tuple[int, ...]] | None = None) -> None:
        """Play a move of a hunter or Venom, or say that the last move took a longer way."""
        kind, source, target = kind_of(action), a_of(action), b_of(action)
        if self.phase == OVER or action < 0:
            raise self.refusal(action)
        if self.phase == VENOM:
            known = source == self.at[HUNTERS] and target < FIELDS
            if kind != MOVE or not known or not self._venom_ends(False)[target]:
                raise self.refusal(action)
            self._flee(target, events)
        elif kind == WAY and not target and source < STEPS and self.longer >> source & 1:
            self.longer = 0
            self._used(source, events)
        else:
            piece = self.piece_at(source) if kind == MOVE and target < FIELDS else -1
            if piece < 0 or self.moved >> piece & 1:
                raise self.refusal(action)
            ways = self._ways(piece, target, self._most(self.left, self.moved))
            if not ways:
                raise self.refusal(action)
            self._hunt(piece, target, ways, events)

    def _hunt(
        self, piece: int, target: int, ways: int, events: list[tuple[int, ...]] | None
    ) -> None:
        source = self.at[piece]
        if target != source:
            if events is not None:
                seat = self.current_player()
                events.append((ev.MOVE, ev.ALL, seat, self.token(piece), source, target))
            self._shift(piece, target)
        self.moved |= 1 << piece
        steps = 1
        while not ways & 1:
            ways >>= 1
            steps += 1
        self.longer = ways & ~1
        self._used(steps, events)

    def _used(self, steps: int, events: list[tuple[int, ...]] | None) -> None:
        """Count steps of the hunters; who cannot make any more lets the next ones go on."""
        self.left -= steps
        self._legal = None
        if events is not None:
            events.append((STEPPED, ev.ALL, self.current_player(), self.left))
        if not self._most(self.left, self.moved):
            self._next(events)

    def _next(self, events: list[tuple[int, ...]] | None) -> None:
        """Begin the next turn: red, yellow, Venom (CH-4).

        Hunters can always begin: from each field ten others or more are three steps away, and
        only six pieces may stand there.
        """
        self._legal = None
        self.moved = self.longer = self.left = 0
        if self.phase == RED:
            self.phase, self.left = YELLOW, STEPS
        elif self.phase == VENOM:
            self.phase, self.left = (ALL if self.in_all else RED), STEPS
        else:
            self.phase = VENOM
        if events is not None:
            events.append((ev.TURN, ev.ALL, self.current_player()))
        if self.phase == VENOM and self._venom_ends(True).find(b"\x01") < 0:
            self._end(events)  # CH-11: Venom is caught

    def _flee(self, target: int, events: list[tuple[int, ...]] | None) -> None:
        source = self.at[HUNTERS]
        spot = TRACK - 1 + self.timer
        if events is not None:
            if target != source:
                events.append((ev.MOVE, ev.ALL, VENOM_SEAT, self.token(HUNTERS), source, target))
            events.append((ev.MOVE, ev.ALL, VENOM_SEAT, self.token(-1), spot, spot + 1))
        self._shift(HUNTERS, target)
        self.timer += 1  # CH-10: after each move of Venom
        if self.timer == self.goal:  # CH-11, CH-12: Venom has escaped
            self._legal = None
            self._end(events)
        else:
            self._next(events)

    def _end(self, events: list[tuple[int, ...]] | None) -> None:
        self.phase = OVER
        if events is not None:
            winners = self.winners()
            events.append((ev.OVER, ev.ALL, winners[0] if len(winners) == 1 else -1))


GAME = Chasing()
