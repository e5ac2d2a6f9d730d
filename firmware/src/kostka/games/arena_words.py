"""What of a state of Arena of Warriors is seen by whom, and how it is said."""

from kostka.errors import IllegalAction
from kostka.games.arena_board import (
    CENTER,
    COLORS,
    OFF,
    SPOTS,
    START,
    spot_name,
    spot_number,
)
from kostka.games.arena_legal import (
    FIGHT,
    LOT,
    MOVE,
    MOVING,
    OVER,
    PICKING,
    SCOUT,
    SKIP,
    THROW,
    THROWING,
    USING,
    ArenaLegal,
    worth_index,
)
from kostka.games.shooting import COUNT_SOURCES, FIX_SOURCES, KINDS
from kostka.rules import request as rq
from kostka.rules.action import a_of, b_of, kind_of, pack
from kostka.rules.outcome import Outcome
from kostka.rules.state import State

_LETTERS = "?wygbrn"  # of the faces of the color die
_THROW_SOURCES = rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD
# Names of the actions after those of the range, in notation and in ids of messages; the worth of
# a token or the number of a seat follows where there is a "w" or "s" below.
_NAMES = ("draw", "lot", "throw", "move", "shoot", "club", "scout", "fight", "token", "skip")
_OPERANDS = "ws---w*sw-"
# What is asked, by step.
_ASKS = (
    "arena.ask.gun",
    "arena.ask.lot",
    "arena.ask.fill",
    "arena.ask.meet",
    "arena.ask.tie",
    "arena.ask.throw",
    "",
    "",
    "range.ask.stand",
    "arena.ask.shoot",
    "range.ask.fix",
    "arena.ask.pick",
)
_USES = {1: "range", 2: "club", 4: "scout", 8: "fight"}


class ArenaWords(ArenaLegal):
    """What of a game of Arena of Warriors is seen by whom, and the words for it."""

    def winners(self) -> list[int]:
        """Return the seats that have won or, before a tie is broken, are tied."""
        return [seat for seat in range(self.seats) if self.tied[seat]]

    def observation(self, seat: int) -> dict[str, object]:
        """Return what lies open, and the own club; see arena_unseen."""
        from kostka.games.arena_unseen import observation  # not needed to play

        return observation(self, seat)

    def resample(self, seat: int, draw: object) -> State:
        """Return a state that looks the same to a seat; see arena_unseen."""
        from kostka.games.arena_unseen import resample

        return resample(self, seat, draw)

    def returns(self) -> list[int]:
        """Return how many seats each seat is ahead of: by sum (AR-27), then by the tie (AR-28)."""
        if self.step != OVER:
            return [0] * self.seats
        keys = [2 * self.score(seat) + (self.tied[seat] > 0) for seat in range(self.seats)]
        return [len([key for key in keys if key < mine]) for mine in keys]

    def outcome(self) -> Outcome | None:
        """Return the seats with the highest sum (AR-1), one of them where the tie was broken."""
        if self.step != OVER:
            return None
        scores = [self.score(seat) for seat in range(self.seats)]
        best = max(scores)
        winners = tuple(self.winners())
        if len([score for score in scores if score == best]) == 1:
            return Outcome("arena.over.sum", "AR-1", winners)
        return Outcome("arena.over.tie", "AR-28", winners)

    def request(self, seat: int = -1) -> rq.Request:
        """Return what the game waits for; a seat other than the one on turn has to wait."""
        step, turn = self.step, self.turn
        if step == OVER:
            winners = self.winners()
            text = "arena.ask.over" if len(winners) == 1 else "arena.ask.shared"
            args = (winners[0] + 1,)
            return rq.Request(-1, rq.NOTHING, 0, text, args)
        text = _ASKS[step] if step < OVER else ""
        if step < THROWING:
            return rq.Request(-1, rq.DRAW, rq.BOARD, text, (turn + 1, self.rival + 1))
        if seat not in (-1, turn):
            return rq.Request(turn, rq.NOTHING, 0, "arena.ask.wait", (turn + 1,))
        what, sources, left = rq.MOVE, COUNT_SOURCES, self.shots
        dice: tuple[int, ...] = ()
        if step == THROWING:
            what, left, dice = rq.THROW, self.tries, (rq.COLOR,)
            sources = rq.allowed(_THROW_SOURCES, self.options)
            if self.at[turn] == OFF:
                text = "arena.ask.enter"
        elif step == MOVING:
            text = "arena.ask.move.%s" % COLORS[self.face]
        elif step in (USING, PICKING):
            what, sources, left = rq.CHOOSE, FIX_SOURCES, self.rival + 1
            if step == USING:  # shown by lights like a move, see pointer()
                what = rq.MOVE
                text = "arena.ask.use.%s" % _USES.get(self.use, "bonus")
        return rq.Request(turn, what, sources, text, (turn + 1, left), dice, step == PICKING)

    # Text ------------------------------------------------------------------------------------

    def action_text(self, action: int) -> str:
        """Return an action in notation.

        `draw5` (a token worth 5), `lot2`, `cr` (throw), `y3-y7`, `shoot`, `club5`, `scout2.5`
        (from seat 1), `fight2`, `token5` (the own one), `skip`, and those of the range.

        Raises:
            ValueError: the int is no action of this game.
        """
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        text = self.shot_text(action)
        if text:
            return text
        if KINDS <= kind <= SKIP:
            name, operand = _NAMES[kind - KINDS], _OPERANDS[kind - KINDS]
            if kind == THROW and a == rq.COLOR and 1 <= b <= 6:
                return "c" + _LETTERS[b]
            if kind == MOVE and a < SPOTS and b < SPOTS:
                return spot_name(a) + "-" + spot_name(b)
            if kind == SCOUT and a < 4 and worth_index(b) >= 0:
                return "scout%d.%d" % (a + 1, b)
            if operand == "w" and worth_index(a) >= 0 and not b:
                return name + str(a)
            if operand == "s" and a < 4 and not b:
                return name + str(a + 1)
            if operand == "-" and kind not in (THROW, MOVE) and not a and not b:
                return name
        raise ValueError("no action of arena: %d" % action)

    def parse_action(self, text: str) -> int:
        """Return the action of a text; see action_text().

        Raises:
            NotationError: the text is no action of this game.
        """
        action = self.shot_number(text)
        if action >= 0:
            return action
        try:
            action = _parse(text)
            if self.action_text(action) == text:
                return action
        except ValueError:
            pass
        raise self.not_an_action(text)

    def describe(self, action: int, seat: int) -> tuple[str, tuple[object, ...]]:
        """Return what an action does; it is the same for all seats."""
        kind, a, b = kind_of(action), a_of(action), b_of(action)
        if kind < KINDS:
            return self.describe_shot(action)
        name = _NAMES[kind - KINDS]
        args: tuple[object, ...] = (a,)
        if kind == THROW:
            args = (("story.color.%s" % COLORS[b],),)
        elif kind == SCOUT:
            args = (a + 1, b)
        elif kind in (LOT, FIGHT):
            args = (a + 1,)
        elif kind == MOVE:
            args = (self.game.place(a), self.game.place(b))
            if b == START:
                name, args = "enter", args[1:]
            elif b == CENTER:
                name = "center"
            elif self.seat_at(b) >= 0:
                name, args = "take", args + (self.seat_at(b) + 1,)
        return "arena.does.%s" % name, args

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an action that cannot be played now, with the rule it breaks."""
        from kostka.games.arena_why import why  # rarely needed

        rule, text = why(self, action)
        return self.refuse(action, rule, "arena.no.%s" % text)


def _parse(text: str) -> int:
    """Return the action that a text may stand for.

    Raises:
        ValueError: the text is of no known form.
    """
    if "-" in text:
        source, target = text.split("-")
        return pack(MOVE, spot_number(source), spot_number(target))
    if len(text) == 2 and text[0] == "c":
        return pack(THROW, rq.COLOR, _LETTERS.index(text[1]))
    word = text.rstrip("0123456789.")
    kind = KINDS + _NAMES.index(word)
    numbers = [int(number) for number in text[len(word) :].split(".") if number] + [0, 0]
    if kind in (LOT, SCOUT, FIGHT):
        numbers[0] -= 1
    return pack(kind, numbers[0], numbers[1])
