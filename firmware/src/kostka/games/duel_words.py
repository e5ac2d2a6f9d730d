"""How a state of Duel shows and says itself: swords, requests, notation, words, refusals."""

from kostka.compat import const
from kostka.errors import IllegalAction
from kostka.games.duel_table import (
    FIELDS,
    HOME,
    LETTERS,
    LINES,
    TOKENS,
    field_name,
    field_number,
    spot_name,
    spot_number,
    strength,
)
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.outcome import Outcome
from kostka.rules.state import State
from kostka.rules.token import token

# Kinds of actions; each has one operand.
TOKEN = const(1)  # chance: the token that is turned over
PLACE = const(2)  # field 0..11 of the own board
LOT = const(3)  # chance: seat
AIM = const(4)  # spot of the own field that attacks
STRIKE = const(5)  # spot of the rival's field
NAME = const(6)  # spot of an own field that may be attacked next time
LINE = const(7)  # line 0..3

# What a state waits for.
DEALING = const(0)  # a token is turned over
PLACING = const(1)
LOTS = const(2)  # lots choose who attacks or leads first
AIMING = const(3)
STRIKING = const(4)
NAMING = const(5)  # the defender names a field
LINING = const(6)  # the leader names a line
TURNING = const(7)  # a token on top of a pile is turned over
OVER = const(8)

_NAMES = ("", "d", "put-", "lot", "aim-", "hit-", "name-", "line-")  # before the operand, by kind
_ENDS = (0, TOKENS, FIELDS, 2, HOME, HOME, HOME, 4)  # operands of each kind lie below
_TABLE = rq.CELLS | rq.KEYS | rq.PAGE
_WORD = rq.KEYS | rq.PAGE


class DuelWords(State):
    """What each seat may see of a game of Duel, and the words for it."""

    # The fields of DuelState.
    step: int
    turn: int
    hand: int
    source: int
    line: int
    pile: int
    pot: int
    board: bytearray
    won: bytearray
    swords: bytearray
    last: bytearray
    trumps: bool
    any_line: bool

    def filled(self, seat: int) -> list[int]:
        """Return the spots of a board on which a token lies."""
        raise NotImplementedError

    def power(self, spot: int) -> int:
        """Return the strength of the token on a field."""
        raise NotImplementedError

    # What stands where -----------------------------------------------------------------------

    def tokens(self) -> list[tuple[int, int]]:
        """Return (spot, token) of both swords, sorted; variant 4 needs none (DU-18)."""
        if self.trumps:
            return []
        return sorted([(self.swords[0], token(0)), (self.swords[1], token(1))])

    def footprint(self, action: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return the spots that lose and gain a sword; who aims sends the other one home."""
        kind = kind_of(action)
        if kind not in (AIM, STRIKE, NAME):
            return None
        seat = self.turn
        losing, gaining = (self.swords[seat],), (a_of(action),)
        home = HOME + 1 - seat
        if kind == AIM and self.swords[1 - seat] != home:
            return losing + (self.swords[1 - seat],), gaining + (home,)
        return losing, gaining

    def observation(self, seat: int) -> dict[str, object]:
        """Return what lies open, what was seen last, and the own tokens of a seat.

        Of the other board nothing is told, not even what was spoken before the last attack.
        """
        seen: dict[str, object] = {"step": self.step, "turn": self.turn}
        if seat >= 0 and not self.trumps:
            held = self.hand - 1 if self.turn == seat else -1
            hand: dict[str, object] = {}
            own: dict[str, object] = {}
            for line in range(4):
                first = FIELDS * seat + 3 * line
                hand[LINES[line]] = strength(held, line)
                own[LINES[line]] = [self.power(first + number) or None for number in range(3)]
            seen["hand"] = hand if held >= 0 else None
            seen["own"] = own
        if self.trumps:
            seen["left"] = [self.pile, self.pile]
            seen["line"] = self.line
            seen["pot"] = self.pot
            seen["shown"] = [numbers_of(held - 1) for held in self.last[4:6] if held]
        else:
            seen["left"] = [len(self.filled(0)), len(self.filled(1))]
            seen["swords"] = [spot_name(spot) for spot in self.swords]
        seen["won"] = list(self.won)
        seen["last"] = list(self.last[:4]) if self.last[0] else []
        return seen

    def outcome(self) -> Outcome | None:
        """Return who has captured more (DU-14, DU-22); equal is a draw."""
        if self.step != OVER:
            return None
        best = max(self.won)
        winners = [seat for seat in range(2) if self.won[seat] == best]
        rule = "DU-22" if self.trumps else "DU-14"
        if len(winners) > 1:
            return Outcome("duel.over.draw", rule, ())
        return Outcome("duel.over.more", rule, tuple(winners))

    # What is asked ---------------------------------------------------------------------------

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; what own tokens can do, only their owner knows."""
        step, turn = self.step, self.turn
        last = self.last
        args = (turn + 1, last[0], last[1], last[2], last[3])
        if step == OVER:
            winner = self.won[1] > self.won[0]
            text = "duel.ask.over" if self.won[0] != self.won[1] else "duel.ask.draw"
            return rq.Request(-1, rq.NOTHING, 0, text, (int(winner) + 1,))
        if step in (DEALING, LOTS, TURNING):
            text = ("duel.ask.deal", "", "duel.ask.lot")[step] if step <= LOTS else "duel.ask.turn"
            return rq.Request(-1, rq.DRAW, rq.BOARD, text, args)
        asked = 1 - turn if step == NAMING else turn
        if seat not in (-1, asked):
            text = "duel.ask.wait.%s" % self._result()
            return rq.Request(asked, rq.NOTHING, 0, text, _of(asked, args))
        if step == PLACING:
            return rq.Request(asked, rq.CHOOSE, _WORD, "duel.ask.place", args, hidden=True)
        if step == LINING:
            return rq.Request(asked, rq.CHOOSE, _WORD, "duel.ask.line.%s" % self._result(), args)
        if step == STRIKING:
            text = "duel.ask.strike.any" if self.any_line else "duel.ask.strike"
            return rq.Request(asked, rq.MOVE, _TABLE, text, args)
        text = "duel.ask.name" if step == NAMING else "duel.ask.aim.%s" % self._result()
        return rq.Request(asked, rq.MOVE, _TABLE, text, _of(asked, args), hidden=True)

    def _result(self) -> str:
        """Return which text tells what the last attack or pair brought: `first` is none."""
        _, mine, other, taken = self.last[:4]
        if self.trumps:
            return "taken" if taken else "first"
        if not other:
            return "first"
        return "won" if mine > other else "lost" if mine < other else "tied"

    # Text ------------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """Return `d01` (token), `put-r1`, `lot1`, `aim-1r1`, `hit-2b3`, `name-1v2` or `line-g`.

        Raises:
            ValueError: the int is no action of Duel.
        """
        kind, a = kind_of(action), a_of(action)
        if not 1 <= kind <= LINE or a >= _ENDS[kind] or b_of(action):
            raise ValueError("no action of duel: %d" % action)
        if kind == TOKEN:
            return "d%02d" % (a + 1)
        if kind == LOT:
            return "lot%d" % (a + 1)
        if kind == LINE:
            return _NAMES[kind] + LETTERS[a]
        return _NAMES[kind] + (field_name(a) if kind == PLACE else spot_name(a))

    def parse_action(self, text: str) -> int:
        """Return the action of a text; see action_text().

        Raises:
            NotationError: the text is no action of Duel.
        """
        try:
            for kind in range(LINE, 0, -1):
                name = _NAMES[kind]
                if text[: len(name)] == name:
                    action = pack(kind, _operand(kind, text[len(name) :]))
                    if self.action_text(action) == text:
                        return action
        except ValueError:
            pass
        raise self.not_an_action(text)

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return what an action does; strengths only to the seat that has the tokens."""
        kind, a = kind_of(action), a_of(action)
        if kind == TOKEN:
            return "duel.does.token", (numbers_of(a),)
        if kind == LOT:
            return "duel.does.lot", (a + 1,)
        if kind == LINE:
            return "duel.does.line", (("duel.line.%s" % LINES[a],),)
        field = a % FIELDS
        where = (("duel.line.%s" % LINES[field // 3],), field % 3 + 1)
        if kind == STRIKE:
            return "duel.does.strike", where + (a // FIELDS + 1,)
        name = ("place", "", "aim", "", "name")[kind - PLACE]
        if seat != self.current_player():
            return "duel.does.%s" % name, where
        power = self.power(a)
        if kind == PLACE:  # DU-5
            power = strength(self.hand - 1, field // 3) + (field % 3 == 0)
        return "duel.does.%s.own" % name, where + (power,)

    # Why not ---------------------------------------------------------------------------------

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an action that cannot be played now, with the rule it breaks."""
        kind, a = action >> 18, a_of(action)
        step = self.step
        known = 0 < kind <= LINE and a < _ENDS[kind] and not b_of(action)
        if step == OVER:
            return self.refuse(action, "DU-22" if self.trumps else "DU-13", "duel.no.over")
        if step == LOTS:
            return self.refuse(action, "DU-18" if self.trumps else "DU-15", "duel.no.lot")
        if step in (DEALING, TURNING):
            if kind == TOKEN and known:
                return self.refuse(action, "DU-1", "duel.no.token")
            rule = "DU-2" if step == DEALING else "DU-19"
            return self.refuse(action, rule, "duel.no.turn")
        if step == LINING:
            return self.refuse(action, "DU-19", "duel.no.lead")
        if step == PLACING:
            if kind != PLACE or not known:
                return self.refuse(action, "DU-2", "duel.no.place")
            if self.board[FIELDS * self.turn + a]:
                return self.refuse(action, "DU-4", "duel.no.taken")
            return self.refuse(action, "DU-2", "duel.no.best")
        if kind == PLACE:
            return self.refuse(action, "DU-12", "duel.no.add")
        return self._attack_refusal(action, kind if known else 0, a)

    def _attack_refusal(self, action: int, kind: int, spot: int) -> IllegalAction:
        rule = "DU-11" if self.step == NAMING else "DU-16" if self.any_line else "DU-7"
        wanted = (AIM, STRIKE, NAME)[self.step - AIMING]
        if kind != wanted:
            return self.refuse(
                action, rule, "duel.no.%s" % ("aim", "strike", "name")[wanted - AIM]
            )
        asked = 1 - self.turn if self.step == NAMING else self.turn
        own = spot // FIELDS == asked
        if own != (kind != STRIKE):
            return self.refuse(action, rule, "duel.no.own" if own else "duel.no.rival")
        return self.refuse(action, rule, "duel.no.line" if kind == STRIKE else "duel.no.empty")


def _of(asked: int, args: tuple[int, ...]) -> tuple[int, ...]:
    """Return the arguments of a request that somebody else than the seat on turn answers."""
    return (asked + 1,) + args[1:]


def _operand(kind: int, text: str) -> int:
    """Return the operand of an action in notation.

    Raises:
        ValueError: it is none.
    """
    if kind in (TOKEN, LOT):
        return int(text) - 1
    if kind == LINE:
        return LETTERS.index(text)
    return field_number(text) if kind == PLACE else spot_number(text)


def numbers_of(held: int) -> str:
    """Return the four numbers of a token as people read them: red, blue, green, violet."""
    return "/".join([str(strength(held, line)) for line in range(4)])
