"""Session: the one writer of the game. Every change of the state is one line of the journal."""

from kostka.compat import const
from kostka.errors import IllegalAction, JournalError, KostkaError, StaleLine
from kostka.play import dice, lines
from kostka.play.lines import hex8
from kostka.play.past import Past
from kostka.play.sources import SOURCES
from kostka.rules import chain
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.rules.game import Game
    from kostka.rules.rng import XorShift
    from kostka.rules.state import State

_UNTIL_HIDDEN = const(1)  # of kostka.play.takeback
_DRAWS = 32  # most draws in one line


class Session:
    """A game that is being played.

    `journal` keeps the lines; it offers `begin(game_id, pairs) -> body`, `append(pairs)`, which
    returns when the line is safe, and what Past asks of it. `generator` is the board's own.

    `lines` is the number of the next line, `events` what the last line did, `closed` says that
    the game is over and its closing line written. `show`, if set, is called with no argument
    when the state is new but not yet safe, `tell` with the number of each line once it is.
    """

    def __init__(self, journal: object, generator: "XorShift") -> None:
        self.journal = journal
        self.generator = generator
        self.rethrow = False  # undone dice are thrown anew
        self.undo_rule = _UNTIL_HIDDEN
        self.bots: tuple[int, ...] = ()  # seats that would only decide the same again
        self.show: object = None
        self.tell: object = None
        self.lines = 0
        self.chain = 0
        self.closed = False
        self.id = ""
        self.events: list[tuple[int, ...]] = []
        self.held: dict[int, tuple[int, str]] = {}  # answers of seats whose time is still to come
        self.undos: list[tuple[int, int]] = []
        self._kept = dice.Kept()
        self._game: Game | None = None
        self._state: State | None = None
        self._past = Past(journal)

    @property
    def playing(self) -> bool:
        """Say whether there is a game."""
        return self._state is not None

    @property
    def state(self) -> "State":
        """Return the state; do not change it.

        Raises:
            KostkaError: there is no game.
        """
        if self._state is None:
            raise KostkaError("play.no_game")
        return self._state

    @property
    def game(self) -> "Game":
        """Return the game; raises like `state`."""
        if self._game is None:
            raise KostkaError("play.no_game")
        return self._game

    # Begin and go on -------------------------------------------------------------------------

    def start(self, name: str, seats: int, options: dict[str, object], game_id: str) -> None:
        """Begin a new game with its header line.

        Raises:
            OptionError: game, seats or options are wrong; nothing has changed.
            JournalError: the header could not be kept; likewise.
        """
        from kostka.play import opening  # once for each game

        opening.start(self, name, seats, options, game_id)

    def resume(self) -> None:
        """Take up the game that the journal holds.

        Raises:
            JournalError: the journal holds no game that can be played on; nothing has changed.
        """
        from kostka.play import takeup

        takeup.resume(self)

    def _forget(self) -> None:
        self.closed = False
        self.events = []
        self.held = {}
        self.undos = []
        self._kept = dice.Kept()

    # Play ------------------------------------------------------------------------------------

    def submit(self, actions: list[int], source: str, expected: int | None = None) -> int:
        """Play actions as one gesture: all or none. Return the number of the new line.

        Args:
            actions: in order; several where one gesture is several, as all dice thrown.
            source: a letter of SOURCES.
            expected: the number that the new line has to get, where somebody saw the game before.

        Raises:
            StaleLine: the new line would have another number.
            IllegalAction: with the rule; the state is untouched, no line is written.
            KostkaError: the line could not be kept; the state is as before.
        """
        self._check_open(expected)
        state = self.state.clone()
        events: list[tuple[int, ...]] = []
        thrown: list[tuple[int, int, int, str]] = []
        if not actions:
            raise IllegalAction("", "action.illegal", "-")
        for action in actions:
            if not isinstance(action, int) or not 0 <= action < 1 << 30:
                raise IllegalAction("", "action.illegal", str(action))
            self._check_source(state, action, source, thrown)
            state.apply(action, events)
        value = chain.play(self.chain, actions, events)
        pairs = [("n", self.lines), ("a", actions), ("s", source), ("c", hex8(value))]
        self._commit(state, value, pairs, events, lines.marks_turn(events))
        self._kept.used(thrown)
        number = self._finish()
        self._snap()
        return number

    def answer(self, seat: int, action: int, source: str) -> int:
        """Play a seat's own action; an early answer is held until it is the seat's turn.

        Return the number of the new line, -1 if the answer is held. raises like submit().
        """
        self._check_open(None)
        state = self.state
        if state.current_player() == seat:
            return self.submit([action], source)
        if action not in state.legal_actions(seat):
            raise state.refuse(action, "")
        self.held[seat] = (action, source)
        return -1

    def throw(self, expected: int | None = None) -> int:
        """Throw all dice that are waited for by the board's generator; undone dice fall again.

        Raises:
            IllegalAction: no dice are waited for, or the board may not throw them.
        """
        self._check_open(expected)
        state = self.state.clone()
        request = state.request(PUBLIC)
        if request.what != rq.THROW:
            raise IllegalAction("", "play.no_throw")
        actions: list[int] = []
        for i in range(len(request.dice)):
            kind = request.dice[i]
            same = [die for die in request.dice[:i] if die == kind]
            action, _ = self._kept.find(request.seat, kind, len(same))
            if action < 0:
                action = self.generator.pick(state.chance_outcomes())
            state.apply(action)
            actions.append(action)
        return self.submit(actions, "b", expected)

    def settle(self) -> bool:
        """Play what needs no hand any more: a held answer, or draws. Say whether it did."""
        if self.closed or not self.playing:
            return False
        state = self.state
        player = state.current_player()
        if player in self.held:
            line, held = self.lines, self.held.pop(player)
            try:
                self.submit([held[0]], held[1])
            except JournalError:
                if self.lines == line:
                    self.held[player] = held  # it can be written later, and is not asked again
                raise
            return True
        actions: list[int] = []
        while state.request(PUBLIC).what == rq.DRAW and len(actions) < _DRAWS:
            if not actions:
                state = state.clone()
            action = self.generator.pick(state.chance_outcomes())
            state.apply(action)
            actions.append(action)
        if actions:
            self.submit(actions, "b")
        return len(actions) > 0

    def _check_open(self, expected: int | None) -> None:
        if expected is not None and expected != self.lines:
            raise StaleLine("link.stale")
        if self.closed or self.state.is_terminal():
            raise KostkaError("play.closed")

    def _check_source(
        self, state: "State", action: int, source: str, thrown: list[tuple[int, int, int, str]]
    ) -> None:
        """Refuse an answer from where none may come, and another face of a die that was thrown."""
        request = state.request(state.current_player() if state.current_player() >= 0 else PUBLIC)
        throw = request.what == rq.THROW
        sources = rq.allowed(request.sources, state.options) if throw else request.sources
        if not sources & SOURCES.get(source, 0):
            raise state.refuse(action, "", "play.source")
        if not throw:
            return
        die = request.dice[0]
        same = [one for one in thrown if one[0] == request.seat and one[1] == die]
        old, old_source = self._kept.find(request.seat, die, len(same))
        if old >= 0 and old != action and old_source in dice.FIRM and not self.rethrow:
            raise IllegalAction("", "play.dice_stand", state.action_text(old))
        thrown.append((request.seat, die, action, source))

    # Undo ------------------------------------------------------------------------------------

    def undo(self, back: int, expected: int | None = None) -> int:
        """Go back to the state after line `back` (0: the start). Return the new line's number.

        Raises:
            StaleLine: see submit().
            KostkaError: no such line, the game was ended without a result, or something hidden was
                learned since.
        """
        from kostka.play import undo

        return undo.undo(self, back, expected)

    def last_gesture(self) -> int:
        """Return the line to go back to so that the last gesture of a hand is undone, else -1.

        Draws and decisions of bots are none: they would only come again at once.
        """
        from kostka.play import undo

        return undo.last_gesture(self)

    # Write -----------------------------------------------------------------------------------

    def _commit(
        self,
        state: "State",
        value: int,
        pairs: list[tuple[str, object]],
        events: list[tuple[int, ...]],
        digest: bool,
    ) -> None:
        """Take over a state, show it, write its line; where that fails, take all back."""
        before = (self._state, self.chain, self.events)
        self._state, self.chain, self.events = state, value, events
        self.lines += 1
        try:
            self._call_show()
            if digest:
                pairs.append(("d", hex8(state.digest())))
            self.journal.append(pairs)  # type: ignore[attr-defined]
        except Exception as problem:
            self._state, self.chain, self.events = before
            self.lines -= 1
            self._call_show()
            if isinstance(problem, OSError):
                raise JournalError("journal.write", self.lines, str(problem))
            raise
        self._past.note(self.lines - 1, self.state)

    def _finish(self) -> int:
        """Tell the line just written, and close the game if it is over; return its number."""
        number = self.lines - 1
        self._call_tell(number)
        if self.state.is_terminal():
            self._close()
        return number

    def abort(self, expected: int | None = None) -> int:
        """End the game without a result; return its closing line's number; raises as submit()."""
        self._check_open(expected)
        self.held = {}
        self.events = []
        self._close(True)
        return self.lines - 1

    def _close(self, aborted: bool = False) -> None:
        from kostka.play.closing import closing  # once in a game

        pairs = closing(self.state, self.lines, self.chain, aborted)
        try:
            self.journal.append(pairs)  # type: ignore[attr-defined]
        except OSError as problem:
            raise JournalError("journal.write", self.lines, str(problem))
        self.closed = True
        self.lines += 1
        self._call_tell(self.lines - 1)

    def _snap(self) -> None:
        """Keep a snapshot where one is due; the last line is one that plays."""
        if not self.closed:
            self._past.snap(self.state, self.lines - 1, self.chain, self.events, self._kept)

    def _call_show(self) -> None:
        if self.show is not None:
            self.show()  # type: ignore[operator]

    def _call_tell(self, number: int) -> None:
        if self.tell is not None:
            self.tell(number)  # type: ignore[operator]
