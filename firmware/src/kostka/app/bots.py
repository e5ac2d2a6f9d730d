"""Lets bots play their seats, in slices between scans."""

from kostka.app.about import BOT
from kostka.errors import KostkaError
from kostka.play import bot
from kostka.play import referee as rf
from kostka.play.prompts import asked
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kostka.app.table import Table


class Bots:
    """Answers for the seats of a table that bots play.

    An answer comes `bot_delay` after the table was right, so that people see what happened; a
    new line, such as an undo, ends the thinking. `choose` may be another bot, see
    kostka.play.bot.
    """

    def __init__(self, table: "Table") -> None:
        self.choose = bot.choose
        self._table = table
        self._line = -1  # the line that was thought about
        self._seat = -1  # who is asked, -1: no bot
        self._since = 0
        self._answer = -1
        self._thoughts: Iterator[int] | None = None

    def forget(self) -> None:
        """Begin anew: somebody else may sit at a seat by now."""
        self._line = -1

    def tick(self, now_ms: int) -> None:
        """Think a little or answer. Allocates nothing while no bot is asked or the time runs."""
        table = self._table
        if table.session.lines != self._line:
            self._look(now_ms)
        if self._seat < 0:
            return
        if table.referee.outcome != rf.SAME or not table.picture.settled:  # type: ignore[union-attr]
            self._since = now_ms
            return
        if self._thoughts is not None:
            self._think()
        elif table.clock.diff(now_ms, self._since) >= table.config.get("bot_delay"):
            self._play()

    def _look(self, now_ms: int) -> None:
        """See whether a bot is asked, and let it begin to think."""
        session = self._table.session
        self._line = session.lines
        self._seat = self._answer = -1
        self._thoughts = None
        self._since = now_ms
        if session.closed or not session.playing or session.state.is_terminal():
            return
        state = session.state
        for seat in asked(state, session.held):
            if self._table.about.plays(seat, BOT):
                self._seat = seat
                break
        request = state.request(PUBLIC)
        if request.what == rq.THROW:
            if not request.sources & rq.BOARD:
                self._seat = -1  # somebody has to throw for it
        elif self._seat >= 0:
            draw = session.generator.below
            self._thoughts = iter(self.choose(state.resample(self._seat, draw), self._seat, draw))

    def _think(self) -> None:
        for action in self._thoughts:  # type: ignore[union-attr]
            if action >= 0:
                break
            return
        else:
            action = -1
        self._answer = action
        self._thoughts = None

    def _play(self) -> None:
        table, seat, answer = self._table, self._seat, self._answer
        self._seat = -1  # whatever happens, this is not tried again before the next line
        table.idle = False
        try:
            if answer < 0:
                table.throw()
            elif table.answer(seat, answer, "h") < 0:
                self._line = -1  # held; another bot may be asked, too
        except KostkaError as problem:
            table.note(problem)
