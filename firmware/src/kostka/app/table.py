"""The table: pictures and keys go in, lines of the journal and lights come out."""

from kostka.app.game import GameOnTable
from kostka.compat import const
from kostka.errors import KostkaError
from kostka.play import prompts as pr
from kostka.play import referee as rf
from kostka.rules.action import CHANCE, PUBLIC
from kostka.rules.events import visible

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.lights import Lights
    from kostka.config import Config
    from kostka.hal import Clock
    from kostka.rules.rng import XorShift
    from kostka.sense.picture import Picture

_EXPLAINED = (rf.SAME, rf.ONE, rf.SEVERAL, rf.WAY)
_SETTLES = const(64)  # most lines that follow by themselves from one


class Table(GameOnTable):
    """One game table. Hands, keys and hosts change its game only through here.

    `link`, once set, is told of lines and looks.
    """

    def __init__(
        self,
        journal: object,
        generator: "XorShift",
        clock: "Clock",
        config: "Config",
        picture: "Picture",
        lights: "Lights",
        new_id: object,
        restart: object,
    ) -> None:
        """Take the parts; `new_id()` names a game, `restart()` starts with a clean heap."""
        super().__init__(journal, generator, config, picture, lights, new_id, restart)
        self.clock = clock
        self.tasks: object = None  # for status
        self.scanner: object = None
        self.leave: object = None  # leave() ends the app
        self.session.show = self._show
        self.session.tell = self._tell
        self.hint = False  # a token has been in the hand for long
        self.idle = False  # nothing happened since housekeeping
        self._since = 0  # when the referee's judgement became what it is
        self._outcome = -1
        self._told: tuple[object, ...] = ()
        self._chord = -1  # the last event, if it was a key that is held

    # What comes in ---------------------------------------------------------------------------

    def settled(self) -> None:
        """Judge the picture, which has come to rest, and play the action that explains it."""
        self.idle = False  # a picture leaves garbage too
        if self.referee is None or self.menu is not None:
            return
        if self._undone:
            self._undone = False
            self.referee.distrust(self.picture.cells)
        outcome = self.referee.look(self.picture.cells)
        if self.laying and outcome not in _EXPLAINED and self.find_turn():
            return
        if outcome == rf.SAME:
            self.laying = False
        if outcome == rf.ONE and not (self.referee.removes and not self._waited()):
            self._play_hand()
        else:
            self._compose()

    def _waited(self) -> bool:
        """Say whether a picture that may be a token in the hand has lasted long enough."""
        now = self.clock.ms()
        if self._outcome != rf.ONE:
            self._outcome, self._since = rf.ONE, now
            return False
        return self.clock.diff(now, self._since) >= self.config.get("remove_after")

    def _play_hand(self) -> None:
        referee = self.referee
        if referee is None:
            return
        action, replaces = referee.action, referee.replaces
        try:
            if replaces:
                self.session.undo(self.session.last_gesture())
            referee.played(action)
            self.session.submit([action], "c")
        except KostkaError as problem:
            referee.forget()
            self.note(problem)
            self._compose()
            return
        self.prompts.clear()
        self._follow()

    def key(self, event: int) -> None:
        """Take a key event (panel << 4 | key << 1 | held)."""
        self.idle = False
        session = self.session
        chord, self._chord = self._chord, event if event & 1 else -1
        if self.menu is not None:
            self.menu.key(event)
            return
        if event & 1 and chord == event ^ 2 and event >> 1 & 7 <= pr.RIGHT:
            self.open_menu()  # LEFT and RIGHT of one panel, both held
            return
        try:
            if self.referee is None:
                return
            if session.closed:
                if event >> 1 & 7 == pr.OK and event & 1:
                    self.start_over()
                return
            wish = self.prompts.press(event, session.state, self.referee, session.held)
            if wish == pr.TURNED:
                self._compose()
            elif wish == pr.WAIT:
                self.note(KostkaError("play.table_first"))
            elif wish == pr.AGAIN:
                self.start_over()
            elif wish != pr.NOTHING:
                self._play_key(wish)
        except KostkaError as problem:
            self.prompts.clear()
            self.note(problem)
            self._compose()

    def _play_key(self, wish: int) -> None:
        if wish == pr.THROW:
            self.throw()
        elif wish == pr.UNDO:
            self.undo(self.session.last_gesture())
        elif wish == pr.PLAY:
            actions, seat = self.prompts.actions, self.prompts.seat
            if len(actions) == 1 and seat in self.session.state.may_answer():
                self.answer(seat, actions[0], "k")
            else:
                self.play(actions, "k")

    # What a key or a host asks for -----------------------------------------------------------

    def play(self, actions: list[int], source: str, expected: int | None = None) -> int:
        """Play actions as one line and return its number; raises like Session.submit().

        Raises:
            KostkaError: dice are thrown, or a move is chosen, while tokens stand wrong.
        """
        self._need_right_table()
        return self._after(self.session.submit(actions, source, expected))

    def answer(self, seat: int, action: int, source: str) -> int:
        """Take a seat's own answer; return the line's number, -1 while the answer is held."""
        return self._after(self.session.answer(seat, action, source))

    def throw(self, expected: int | None = None) -> int:
        """Let the board throw the dice; raises like Session.throw() and play()."""
        self._need_right_table()
        return self._after(self.session.throw(expected))

    def _need_right_table(self) -> None:
        referee = self.referee
        if referee is None or self.session.closed:
            return  # the session refuses with a better reason
        outcome = referee.look(self.picture.cells)
        throw = self.session.state.current_player() == CHANCE
        if outcome == rf.NONE or (throw and outcome != rf.SAME):
            raise KostkaError("play.table_first")

    def undo(self, line: int, expected: int | None = None) -> int:
        """Go back to the state after a line; raises like Session.undo()."""
        self.session.undo_rule = self.config.get("undo")
        number = self.session.undo(line, expected)
        if self.referee is not None:
            self.referee.distrust(self.picture.cells)
        return self._after(number)

    def abort(self, expected: int | None = None) -> int:
        """End the game without a result; raises like Session.abort()."""
        return self._after(self.session.abort(expected))

    def _after(self, line: int) -> int:
        if self.referee is not None:
            self.referee.forget()
        self.prompts.clear()
        self._follow()
        return line

    def _follow(self) -> None:
        """Play what follows by itself, then judge the picture anew."""
        for _ in range(_SETTLES):
            try:
                if not self.session.settle():
                    break
            except KostkaError as problem:
                self.note(problem)
                break
        self.idle = False
        self._compose()

    # Time ------------------------------------------------------------------------------------

    def tick(self, now_ms: int) -> None:
        """Look at the time: a token long in the hand gets a hint. Allocates nothing at rest."""
        referee = self.referee
        if referee is None or self.menu is not None:
            return
        if self.bots is not None:
            self.bots.tick(now_ms)
        if referee.outcome == rf.ONE and referee.removes and self.picture.settled:
            if self._waited():
                self.settled()
        elif (
            referee.outcome == rf.WAY
            and not self.hint
            and self.clock.diff(now_ms, self._since) >= self.config.get("hint_after")
        ):
            self.hint = True
            self.note(KostkaError("play.hint"))
            self._look()

    # What goes out ---------------------------------------------------------------------------

    def _show(self) -> None:
        """Light the new state; the session calls this before the line is safe."""
        self.drop_menu()  # it may offer what is no longer so
        self.fit_game()
        state = self.session.state
        hands = not self.session.closed and self.about.here(state.current_player())
        self.referee.expect(state, hands)  # type: ignore[union-attr]
        self._compose()

    def _compose(self) -> None:
        referee = self.referee
        if referee is None or not self.session.playing or self.menu is not None:
            return
        outcome = referee.look(self.picture.cells)
        if outcome != self._outcome:
            self._outcome, self._since, self.hint = outcome, self.clock.ms(), False
        state = self.session.state
        over = state.outcome()
        ended = over is None and self.session.closed  # nobody is asked any more
        wrong = outcome not in (rf.SAME, rf.WAY) and not referee.targets
        self.lights.scene.compose(  # type: ignore[union-attr]
            referee.tokens,
            state.request(PUBLIC) if not ended else None,
            [event for event in self.session.events if visible(event, PUBLIC)],
            pr.asked(state, self.session.held) if not ended else (),
            over.winners if over is not None else (),
            referee.movable,
            referee.targets,
            self.prompts.cursor(state, referee),
            self.prompts.face(state),
            referee.missing if wrong else (),
            referee.extra if wrong else (),
            self.picture.cells,
        )
        self.lights.answer(self.clock.ms())
        self._look()

    def look(self) -> list[tuple[str, object]]:
        """Return what the referee says of the picture, as fields of a message."""
        referee = self.referee
        if referee is None:
            return [("o", "none"), ("missing", []), ("extra", [])]
        return [
            ("o", rf.NAMES[referee.outcome]),
            ("missing", list(referee.missing)),
            ("extra", list(referee.extra)),
        ]

    def _look(self) -> None:
        if self.link is None or self.referee is None:
            return
        referee = self.referee
        told = (referee.outcome, tuple(referee.missing), tuple(referee.extra), self.hint)
        if told != self._told:
            self._told = told
            self.link.look(self.look())  # type: ignore[attr-defined]

    def _tell(self, line: int) -> None:
        if self.link is not None:
            self.link.line_written(line)  # type: ignore[attr-defined]
