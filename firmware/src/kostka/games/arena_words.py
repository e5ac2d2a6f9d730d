"""What a state of Arena of Warriors asks and how it ends; what it says is in arena_text."""

from kostka.games.arena_board import (
    COLORS,
    OFF,
)
from kostka.games.arena_legal import (
    MOVING,
    OVER,
    PICKING,
    THROWING,
    USING,
    ArenaLegal,
)
from kostka.games.shooting import COUNT_SOURCES, FIX_SOURCES
from kostka.rules import request as rq
from kostka.rules.state import State

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.outcome import Outcome

_THROW_SOURCES = rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD
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
    """What is asked in a game of Arena of Warriors, and who has won."""

    def winners(self) -> list[int]:
        """Return the seats that have won or, before a tie is broken, are tied."""
        return [seat for seat in range(self.seats) if self.tied[seat]]

    def resample(self, seat: int, draw: object) -> State:
        """Return a state that looks the same to a seat; see arena_unseen."""
        from kostka.games.arena_unseen import resample

        return resample(self, seat, draw)

    def returns(self) -> list[int]:
        """Return how many seats each seat is ahead of: by sum (AR-27), then by the tie (AR-28)."""
        if self.step != OVER:
            return [0] * self.seats
        from kostka.games import arena_end  # once in a game

        return arena_end.returns(self)

    def outcome(self) -> "Outcome | None":
        """Return the seats with the highest sum (AR-1), one of them where the tie was broken."""
        if self.step != OVER:
            return None
        from kostka.games import arena_end  # once in a game

        return arena_end.outcome(self)

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
