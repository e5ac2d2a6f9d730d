"""How a state of New York Kombat shows and says itself: requests, notation, words, refusals."""

from kostka.compat import const
from kostka.errors import IllegalAction
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

# Kinds of actions.
THROW = const(1)  # a: kind of die, b: face
LOT = const(2)  # a: seat
MOVE = const(3)  # a: from spot, b: to spot
PUSH = const(4)  # a: from spot; to the center, whose piece goes to spot b
STAY = const(5)  # the winner does not go to the center

# What a state waits for.
LOTS = const(0)  # lots choose who begins
THROWING = const(1)
MOVING = const(2)
CROWNING = const(3)  # the winner of an encounter may go to the center
OVER = const(4)

# Spots.
PATHS = const(4)
LAST = const(8)  # fields of a path
CENTER = const(32)
OUT = const(33)  # the first place of a piece that is out
SPOTS = const(37)
CORNERS = ((), (), (0, 2), (0, 1, 2), (0, 1, 2, 3))  # of each seat, by number of seats

_THROW_SOURCES = rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD
_MOVE_SOURCES = rq.CELLS | rq.KEYS | rq.PAGE


def spot_name(spot: int) -> str:
    """Return p00..p37 (path and field, counted from the start field), c, x0..x3 (out)."""
    if spot < CENTER:
        return "p%d%d" % (spot // LAST, spot % LAST)
    return "c" if spot == CENTER else "x%d" % (spot - OUT)


_NUMBERS = {spot_name(spot): spot for spot in range(SPOTS)}


class KombatWords(State):
    """What everybody may see of a game, and the words for it. Nothing is hidden."""

    # The fields and caches of KombatState.
    step: int
    turn: int
    face: int
    winner: int
    at: bytearray
    taken: bytearray
    legal: list[int]

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all pieces, sorted; one that is out lies in its corner."""
        found = [(self.at[seat], token(seat)) for seat in range(self.seats)]
        found.sort()
        return found

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a piece; a push moves two."""
        kind, source, target = kind_of(action), a_of(action), b_of(action)
        if kind == MOVE and source != target:
            return (source,), (target,)
        if kind == PUSH:
            return (source, CENTER), (CENTER, target)
        return None

    def observation(self, seat: int) -> dict[str, object]:
        """Return the whole state: where each seat's piece stands, and what is asked of whom.

        The path is 0..3 by corner, 4 for the center, 5 for a piece that is out.
        """
        paths = []
        for spot in self.at:
            paths.append(PATHS + 1 if spot >= OUT else spot // LAST)
        return {
            "step": self.step,
            "turn": self.turn,
            "face": self.face,
            "winner": self.winner,
            "path": paths,
            "field": [spot % LAST if spot < CENTER else 0 for spot in self.at],
        }

    def returns(self) -> list[int]:
        """Return 1 for the winner, 0 for the others."""
        return [int(self.step == OVER and seat == self.turn) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        """Return the winner: the owner of the last piece on the board (KO-13)."""
        if self.step != OVER:
            return None
        return Outcome("kombat.over.last", "KO-13", (self.turn,))

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; who is not asked has to wait."""
        step = self.step
        if step == LOTS:
            return rq.Request(-1, rq.DRAW, rq.BOARD, "kombat.ask.lot")
        if step == OVER:
            return rq.Request(-1, rq.NOTHING, 0, "kombat.ask.over", (self.turn + 1,))
        asked = self.winner if step == CROWNING else self.turn
        if seat not in (-1, asked):
            return rq.Request(asked, rq.NOTHING, 0, "kombat.ask.wait", (asked + 1,))
        if step == THROWING:
            sources = rq.allowed(_THROW_SOURCES, self.options)
            return rq.Request(asked, rq.THROW, sources, "kombat.ask.throw", (asked + 1,), (rq.D6,))
        if step == CROWNING:
            text = "kombat.ask.push" if self.taken[CENTER] else "kombat.ask.crown"
        elif not self.face:
            text = "kombat.ask.shut"
        elif len(self.legal) == 1 and b_of(self.legal[0]) >= OUT:
            text = "kombat.ask.out"
        else:
            text = "kombat.ask.move"
        return rq.Request(asked, rq.MOVE, _MOVE_SOURCES, text, (asked + 1, self.face))

    # Text ------------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """Return `d4`, `lot2` (seat 1), `p05-p07`, `p22-c-p17` (a push) or `stay`.

        Raises:
            ValueError: the int is no action of New York Kombat.
        """
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind == THROW and a == rq.D6 and 1 <= b <= 6:
            return "d%d" % b
        if kind == LOT and a < 4 and not b:
            return "lot%d" % (a + 1)
        if kind == MOVE and a < SPOTS and b < SPOTS:
            return spot_name(a) + "-" + spot_name(b)
        if kind == PUSH and a < SPOTS and b < SPOTS:
            return spot_name(a) + "-c-" + spot_name(b)
        if action == STAY << 18:
            return "stay"
        raise ValueError("no action of kombat: %d" % action)

    def parse_action(self, text: str) -> int:
        """Return the action of a text; see action_text().

        Raises:
            NotationError: the text is no action of New York Kombat.
        """
        names = text.split("-")
        if text == "stay":
            return pack(STAY)
        if len(names) == 2 and names[0] in _NUMBERS and names[1] in _NUMBERS:
            return pack(MOVE, _NUMBERS[names[0]], _NUMBERS[names[1]])
        if len(names) == 3 and names[0] in _NUMBERS and names[2] in _NUMBERS and names[1] == "c":
            return pack(PUSH, _NUMBERS[names[0]], _NUMBERS[names[2]])
        if text[:3] == "lot" and text[3:] in ("1", "2", "3", "4"):
            return pack(LOT, int(text[3:]) - 1)
        if text[:1] == "d" and text[1:] in ("1", "2", "3", "4", "5", "6"):
            return pack(THROW, rq.D6, int(text[1:]))
        raise self.not_an_action(text)

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return what an action does; it is the same for all seats."""
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind == LOT:
            return "kombat.does.lot", (a + 1,)
        if kind == THROW:
            return "kombat.does.throw", (b,)
        if kind == STAY:
            return "kombat.does.stay", ()
        place = self.game.place
        if kind == PUSH:
            return "kombat.does.push", (place(a), place(b), self.taken[CENTER])
        if b >= OUT:
            return "kombat.does.out", (place(a),)
        if a == b:
            return "kombat.does.return", (place(a),)
        if b == CENTER:
            return "kombat.does.center", (place(a),)
        return "kombat.does.move", (place(a), place(b))

    # Why not ---------------------------------------------------------------------------------

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an action that cannot be played now, with the rule it breaks."""
        kind, a, b = action >> 18, a_of(action), b_of(action)
        step = self.step
        rule, why = "KO-2", "kombat.no.throw"
        if step == OVER:
            rule, why = "KO-13", "kombat.no.over"
        elif step == LOTS or kind == LOT:
            rule, why = "KO-1", "kombat.no.lot"
        elif step == CROWNING or kind in (PUSH, STAY):
            rule, why = "KO-11", "kombat.no.center"
        elif kind == THROW and step != THROWING and a == rq.D6 and 1 <= b <= 6:
            pass
        elif kind != MOVE or a >= SPOTS or b >= SPOTS:
            why = "action.illegal"
        elif step != MOVING:
            why = "kombat.no.move"
        elif a != self.at[self.turn]:
            why = "kombat.no.piece"
        elif not self.face:
            rule, why = "KO-9", "kombat.no.shut"
        elif self.taken[b] and a != b:
            rule, why = "KO-3", "kombat.no.room"
        elif b >= OUT:
            rule, why = "KO-9", "kombat.no.out"
        elif b < CENTER and b % LAST == 0:
            rule, why = "KO-10", "kombat.no.start"
        else:
            rule, why = "KO-4", "kombat.no.count"
        return self.refuse(action, rule, why)
