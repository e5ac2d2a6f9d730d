"""How a state of Chasing shows and says itself: tokens, requests, notation, words, refusals."""

from kostka.compat import const
from kostka.errors import IllegalAction
from kostka.games.chasing_web import (
    FIELD,
    FIELDS,
    NEAR,
    ROUND,
    SPOTS,
    TRACK,
    WALKS,
    spot_name,
    spot_number,
)
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
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
    """What everybody may see of a game of Chasing, and the words for it. Nothing is hidden."""

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

    def observation(self, seat: int) -> dict[str, object]:
        """Return the whole state: fields by name, and what is asked of whom."""
        names = [spot_name(field) for field in self.at]
        return {
            "phase": self.phase,
            "left": self.left,
            "timer": self.timer,
            "venom": names[HUNTERS],
            "red": names[:3],
            "yellow": names[3:HUNTERS],
            "moved": [spot_name(self.at[i]) for i in range(HUNTERS) if self.moved >> i & 1],
            "longer": [more for more in range(1, STEPS) if self.longer >> more & 1],
        }

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

    # Text ------------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """Return `r4s9-r4s8` or `way1` (the last move took one step more).

        Raises:
            ValueError: the int is no action of Chasing.
        """
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind == MOVE and a < FIELDS and b < FIELDS:
            return spot_name(a) + "-" + spot_name(b)
        if kind == WAY and 0 < a < STEPS and not b:
            return "way%d" % a
        raise ValueError("no action of chasing: %d" % action)

    def parse_action(self, text: str) -> int:
        """Return the action of a text; see action_text().

        Raises:
            NotationError: the text is no action of Chasing.
        """
        if text in ("way1", "way2"):
            return pack(WAY, int(text[3]))
        names = text.split("-")
        if len(names) == 2:
            try:
                source, target = spot_number(names[0]), spot_number(names[1])
            except ValueError:
                source = target = SPOTS
            if source < FIELDS and target < FIELDS:
                return pack(MOVE, source, target)
        raise self.not_an_action(text)

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return what an action does; it is the same for all seats."""
        a, b = a_of(action), b_of(action)
        if kind_of(action) == WAY:
            return "chasing.does.way", (a,)
        place = self.game.place
        if a == b:
            return "chasing.does.circle", (place(a),)
        return "chasing.does.move", (place(a), place(b))

    # Why not ---------------------------------------------------------------------------------

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an action that cannot be played now, with the rule it breaks."""
        kind, a, b = action >> 18, a_of(action), b_of(action)
        if self.phase == OVER:
            rule, why = "CH-11", "over"
        elif kind == WAY and not b and 0 < a < STEPS:
            rule, why = "CH-5", "way"
        elif kind != MOVE or a >= FIELDS or b >= FIELDS:
            return self.refuse(action, "CH-2")
        elif self.phase == VENOM:
            rule, why = self._venom_refusal(a, b)
        else:
            rule, why = self._hunter_refusal(a, b)
        return self.refuse(action, rule, "chasing.no.%s" % why)

    def _hunter_refusal(self, source: int, target: int) -> tuple[str, str]:
        piece = self.piece_at(source)
        walks = WALKS[source][target]
        if piece < 0:
            return "CH-4", "team"
        if self.moved >> piece & 1:
            return "CH-5", "again"
        if source == target and not walks:
            return "CH-6", "back"
        if self.taken[target] and source != target:
            return "CH-7", "room"
        if not walks:
            return "CH-2", "far"
        if not walks & ((1 << self.left) - 1):
            return "CH-5", "left"
        return "CH-8", "most"

    def _venom_refusal(self, source: int, target: int) -> tuple[str, str]:
        if source != self.at[HUNTERS]:
            return "CH-9", "venom"
        if self.taken[target] and source != target:
            return "CH-9", "hunter"
        if not WALKS[source][target] & 4:
            return "CH-9", "three"
        return ("CH-9", "over_hunter") if _straight(source, target) else ("CH-3", "changes")


def _straight(source: int, target: int) -> bool:
    """Say whether three steps lead to a field with one change of direction, hunters or not."""
    for one in NEAR[source]:
        for two in NEAR[one & FIELD]:
            if two & FIELD == source:
                continue
            for three in NEAR[two & FIELD]:
                changes = ((one ^ two) & ROUND) + ((two ^ three) & ROUND)
                if three & FIELD == target != one & FIELD and changes <= ROUND:
                    return True
    return False
