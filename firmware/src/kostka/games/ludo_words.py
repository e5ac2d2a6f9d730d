"""How a state of Ludo shows and says itself: tokens, requests, notation, words, refusals."""

from kostka.compat import const
from kostka.errors import IllegalAction
from kostka.games.ludo_way import (
    COLORS,
    OUTSIDE,
    PROGRESS,
    RESERVE,
    SPOTS,
    WAYS,
    spot_name,
    spot_number,
)
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

# Kinds of actions.
THROW = const(1)  # a: kind of die, b: face
LOT = const(2)  # a: seat
MOVE = const(3)  # a: from spot, b: to spot; a pawn enters from the reserve spot

# What a state waits for.
LOTS = const(0)  # lots choose who begins
ROLLING = const(1)  # the seats throw for who begins
THROWING = const(2)
MOVING = const(3)
OVER = const(4)

_LETTERS = "?wygbrn"  # of the faces of the color die
_THROW_SOURCES = rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD
_MOVE_SOURCES = rq.CELLS | rq.KEYS | rq.PAGE


class LudoWords(State):
    """What everybody may see of a game of Ludo, and the words for it. Nothing is hidden."""

    # The fields and caches of LudoState.
    step: int
    turn: int
    face: int
    tries: int
    pawns: bytearray
    brought: bytearray
    rolls: bytearray
    at: list[int]
    corners: tuple[int, ...]
    die: int
    six: int
    steps: list[bytes]

    def pawns_of(self, seat: int) -> bytearray:
        """Return the progress of each pawn of a seat, ascending."""
        each = len(self.pawns) // self.seats
        return self.pawns[seat * each : (seat + 1) * each]

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of all pawns, sorted."""
        found = []
        for seat in range(self.seats):
            way = WAYS[self.corners[seat]]
            for progress in self.pawns_of(seat):
                found.append((way[progress], token(seat)))
        found.sort()
        return found

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a pawn; a rival sent home leaves and gains one."""
        if kind_of(action) != MOVE:
            return None
        source, target = a_of(action), b_of(action)
        home = self._home_of_rival(target)
        if home < 0:
            return (source,), (target,)
        return (source, target), (target, home)

    def _home_of_rival(self, spot: int) -> int:
        """Return the reserve spot of the rival on a spot, -1 where there is none."""
        owner = self.at[spot] - 1
        if owner < 0 or owner == self.turn:
            return -1
        return WAYS[self.corners[owner]][0]

    def observation(self, seat: int) -> dict[str, object]:
        """Return the whole state: pawns by seat as progress values, and what is asked of whom."""
        return {
            "step": self.step,
            "turn": self.turn,
            "face": self.face,
            "tries": self.tries,
            "pawns": [list(self.pawns_of(seat)) for seat in range(self.seats)],
            "brought": list(self.brought),
            "rolls": list(self.rolls),
        }

    def returns(self) -> list[int]:
        """Return 1 for the winner, 0 for the others."""
        return [int(self.step == OVER and seat == self.turn) for seat in range(self.seats)]

    def outcome(self) -> Outcome | None:
        """Return the winner: the first with all pawns in the goal (LU-10)."""
        if self.step != OVER:
            return None
        return Outcome("ludo.over.all_home", "LU-10", (self.turn,))

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; a seat other than the one on turn has to wait."""
        step, turn = self.step, self.turn
        if step == LOTS:
            return rq.Request(-1, rq.DRAW, rq.BOARD, "ludo.ask.lot")
        if step == OVER:
            return rq.Request(-1, rq.NOTHING, 0, "ludo.ask.over", (turn + 1,))
        if seat not in (-1, turn):
            return rq.Request(turn, rq.NOTHING, 0, "ludo.ask.wait", (turn + 1,))
        if step == MOVING:
            text = "ludo.ask.move"
            if self.die == rq.COLOR:
                text = "ludo.ask.move.%s" % COLORS[self.face]
            return rq.Request(turn, rq.MOVE, _MOVE_SOURCES, text, (turn + 1, self.face))
        text = "ludo.ask.first" if step == ROLLING else "ludo.ask.throw"
        args = (turn + 1, self.tries)
        sources = rq.allowed(_THROW_SOURCES, self.options)
        return rq.Request(turn, rq.THROW, sources, text, args, (self.die,))

    # Text ------------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """Return `d4` or `cr` (throw), `lot2` (seat 1), `r0-t0` or `t12-t17` (move).

        Raises:
            ValueError: the int is no action of Ludo.
        """
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind == THROW and a == rq.D6 and 1 <= b <= 6:
            return "d%d" % b
        if kind == THROW and a == rq.COLOR and 1 <= b <= 6:
            return "c" + _LETTERS[b]
        if kind == LOT and a < 4 and not b:
            return "lot%d" % (a + 1)
        if kind == MOVE and a < SPOTS and b < SPOTS:
            return spot_name(a) + "-" + spot_name(b)
        raise ValueError("no action of ludo: %d" % action)

    def parse_action(self, text: str) -> int:
        """Return the action of a text; see action_text().

        Raises:
            NotationError: the text is no action of Ludo.
        """
        try:
            if "-" in text:
                source, target = text.split("-")
                return pack(MOVE, spot_number(source), spot_number(target))
            if text[:3] == "lot" and text[3:] in ("1", "2", "3", "4"):
                return pack(LOT, int(text[3:]) - 1)
            if text[:1] == "d" and text[1:] in ("1", "2", "3", "4", "5", "6"):
                return pack(THROW, rq.D6, int(text[1:]))
            if text[:1] == "c" and len(text) == 2 and text[1] != "?":
                return pack(THROW, rq.COLOR, _LETTERS.index(text[1]))
        except ValueError:
            pass
        raise self.not_an_action(text)

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return what an action does; it is the same for all seats."""
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind == LOT:
            return "ludo.does.lot", (a + 1,)
        if kind == THROW:
            return "ludo.does.throw", (("ludo.color.%s" % COLORS[b],) if a == rq.COLOR else b,)
        source, target = self.game.place(a), self.game.place(b)
        enters = a >= RESERVE
        if self._home_of_rival(b) >= 0:
            if enters:
                return "ludo.does.enter_take", (target, self.at[b])
            return "ludo.does.take", (source, target, self.at[b])
        if enters:
            return "ludo.does.enter", (target,)
        return "ludo.does.move", (source, target)

    def why_not(self, source: int, target: int) -> tuple[str, str] | None:
        """Return why no pawn may go there, as refusal() does."""
        if target < 0:
            return None
        why = self.refusal(pack(MOVE, source, target))
        return why.text, why.rule

    # Why not ---------------------------------------------------------------------------------

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an action that cannot be played now, with the rule it breaks."""
        kind = action >> 18
        step = self.step
        if step == OVER:
            return self.refuse(action, "LU-10", "ludo.no.over")
        if kind == LOT or step == LOTS:
            return self.refuse(action, "LU-2", "ludo.no.lot")
        if kind == THROW and a_of(action) == self.die and 1 <= b_of(action) <= 6:
            return self.refuse(action, "LU-7", "ludo.no.throw")
        if kind != MOVE or a_of(action) >= SPOTS or b_of(action) >= SPOTS:
            return self.refuse(action, "LU-11" if self.die == rq.COLOR else "LU-6")
        if step != MOVING:
            return self.refuse(action, "LU-6", "ludo.no.move")
        return self._move_refusal(action, a_of(action), b_of(action))

    def _move_refusal(self, action: int, source: int, target: int) -> IllegalAction:
        progress = PROGRESS[self.corners[self.turn]]
        old, new = progress[source], progress[target]
        if old == OUTSIDE or old not in list(self.pawns_of(self.turn)):
            rule, why = "LU-6", "pawn"
        elif not old and self.face != self.six:
            rule, why = "LU-5", "six"
        elif not old:
            rule, why = "LU-5", "room" if new == 1 else "start"
        elif 0 < new == self.steps[self.face][old]:
            rule, why = "LU-7", "room"
        elif self.die == rq.COLOR:
            rule, why = "LU-11", "color"
        elif not self.steps[self.face][old]:
            rule, why = "LU-9", "far"
        else:
            rule, why = "LU-6", "count"
        return self.refuse(action, rule, "ludo.no.%s" % why)
