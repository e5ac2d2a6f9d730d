"""What of a state of Arena of Warriors is seen by whom, and how it is said."""

from kostka.errors import IllegalAction
from kostka.games import arena_board as board
from kostka.games.arena_board import (
    BROWN,
    CENTER,
    COLORS,
    OFF,
    RINGS,
    SPOTS,
    START,
    WORTHS,
    spot_name,
    spot_number,
)
from kostka.games.arena_legal import (
    BONUS,
    DRAW,
    EACH,
    FIGHT,
    LOT,
    LOTS,
    MEETING,
    MOVE,
    MOVING,
    OVER,
    PICKING,
    SCOUT,
    SHOOT,
    SHOOTING,
    SKIP,
    STANDING,
    THROW,
    THROWING,
    TOKEN,
    TYING,
    USING,
    ArenaLegal,
    worth_index,
)
from kostka.games.shooting import COUNT_SOURCES, FIX_SOURCES, KINDS, STAND
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
_NOT_USED = (  # by use bit: rule and message where nothing of the kind can be done
    ("AR-19", "targets"),
    ("AR-20", "free"),
    ("AR-21", "scout"),
    ("AR-22", "fight"),
)


class ArenaWords(ArenaLegal):
    """What of a game of Arena of Warriors is seen by whom, and the words for it."""

    def winners(self) -> list[int]:
        """Return the seats that have won or, before a tie is broken, are tied."""
        return [seat for seat in range(self.seats) if self.tied[seat]]

    # What may be seen ------------------------------------------------------------------------

    def observation(self, seat: int) -> dict[str, object]:
        """Return what lies open, and the own club; other clubs are 0 for each token.

        At the end all tokens are turned face up (AR-27).
        """
        seats = range(self.seats)
        shown = self._all_shown()
        clubs = [_list(self.club_of(q)) for q in seats]
        return {
            "step": self.step,
            "turn": self.turn,
            "face": self.face,
            "tries": self.tries,
            "shots": self.shots,
            "use": self.use,
            "at": [spot_name(spot) for spot in self.at],
            "free": [_list(self.free_of(q)) for q in seats],
            "club": [clubs[q] if shown or q == seat else [0] * len(clubs[q]) for q in seats],
            "bank": sum(self.bank),
            "targets": _worths(self.targets),
            "standing": self.up,
            "down": self.down,
            "guns": _worths(self.guns),
            "fighter": WORTHS[self.pick - 1] if self.pick else 0,
            "rival": self.rival if self.step in (PICKING, MEETING) else -1,
            "tied": list(self.tied),
        }

    def _all_shown(self) -> bool:
        return self.step in (TYING, OVER)

    def resample(self, seat: int, draw: object) -> State:
        """Deal the club tokens of others out of all that the seat has not seen."""
        other = self.clone()
        if self._all_shown():
            return other
        pool, clubs = bytearray(self.bank), bytearray(self.club)
        rivals = [q for q in range(self.seats) if q != seat]
        for q in rivals:
            for k, n in enumerate(self.club_of(q)):
                pool[k] += n
                clubs[q * EACH + k] = 0
        for q in rivals:
            for _ in range(sum(self.club_of(q))):
                at, k = draw(sum(pool)), 0  # type: ignore[operator]
                while at >= pool[k]:
                    at -= pool[k]
                    k += 1
                pool[k] -= 1
                clubs[q * EACH + k] += 1
        other.bank, other.club = pool, clubs  # type: ignore[attr-defined]
        other.restored()
        return other

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
            what, sources, left, dice = rq.THROW, _THROW_SOURCES, self.tries, (rq.COLOR,)
            if self.at[turn] == OFF:
                text = "arena.ask.enter"
        elif step == MOVING:
            text = "arena.ask.move.%s" % COLORS[self.face]
        elif step not in (STANDING, SHOOTING):
            what, sources, left = rq.CHOOSE, FIX_SOURCES, self.rival + 1
            if step == USING:
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

    # Why not ---------------------------------------------------------------------------------

    def refusal(self, action: int) -> IllegalAction:
        """Return the error for an action that cannot be played now, with the rule it breaks."""
        rule, why = self._why(action, action >> 18)
        return self.refuse(action, rule, "arena.no.%s" % why)

    def _why(self, action: int, kind: int) -> tuple[str, str]:
        step = self.step
        if step == OVER:
            return "AR-1", "over"
        if kind == LOT or step == LOTS:
            return "AR-2", "lot"
        if kind == DRAW or step < THROWING:
            return "AR-3", "draw"
        if kind == STAND or step == STANDING:
            return "AR-17", "stand"
        if 0 < kind < KINDS:
            return "AR-18", "shot"
        if kind == TOKEN or step == PICKING:
            return "AR-22", "token"
        if STANDING < step:
            return "AR-18", "count"
        if kind == THROW:
            return "AR-7", "throw"
        if kind == MOVE and a_of(action) < SPOTS and b_of(action) < SPOTS:
            return self._why_not_there(a_of(action), b_of(action))
        use = kind - SHOOT
        if step != USING or not 0 <= use < 4 or not self.use >> use & 1:
            if step == USING and self.use & BONUS:
                return "AR-24", "bonus"
            return "AR-16", "use"
        return _NOT_USED[use]

    def _why_not_there(self, source: int, target: int) -> tuple[str, str]:
        face = self.face
        spot = self.at[self.turn]
        if self.step != MOVING:
            return "AR-7", "move"
        if source != spot:
            return "AR-2", "piece"
        if source == OFF:
            return "AR-12", "enter"
        if target in (START, OFF):
            return "AR-10", "start"
        ring = board.neighbor_of(spot, face)
        if ring == RINGS:
            return "AR-26", "brown"
        if ring >= 0:
            if target in board.links(0 if spot == START else spot, ring):
                return "AR-9", "taken"
            return "AR-13" if spot == START else "AR-8", "link"
        if target == CENTER:
            return "AR-15" if face == BROWN else "AR-26", "center"
        return "AR-7", "color"


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


def _list(counts: bytearray) -> list[int]:
    """Return the worth of each token, ascending."""
    return [WORTHS[k] for k, n in enumerate(counts) for _ in range(n)]


def _worths(tokens: bytearray) -> list[int]:
    """Return the worths of tokens that are kept as index + 1; 0 for none."""
    return [WORTHS[one - 1] if one else 0 for one in tokens]
