"""The table: pictures and keys go in, lines of the journal and lights come out."""

from kostka import games, mats
from kostka.compat import const
from kostka.errors import JournalError, KostkaError
from kostka.play import prompts as pr
from kostka.play import referee as rf
from kostka.play.prompts import Prompts
from kostka.play.referee import Referee
from kostka.play.session import Session
from kostka.rules.action import CHANCE, PUBLIC
from kostka.rules.events import visible
from kostka.scene.scene import Scene

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.lights import Lights
    from kostka.config import Config
    from kostka.hal import Clock
    from kostka.mats.mat import Mat
    from kostka.rules.rng import XorShift
    from kostka.sense.picture import Picture

DEFAULT = ("ludo", 4)  # what a held OK starts on a table that never played
_SETTLES = const(64)  # most lines that follow by themselves from one


class Table:
    """One game table. Hands, keys and hosts change its game only through here.

    `link`, once set, is told of lines and looks. `error` is the last message for people, as
    (text id, arguments), or None.
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
        self.journal = journal
        self.clock = clock
        self.config = config
        self.picture = picture
        self.lights = lights
        self.link: object = None
        self.tasks: object = None  # for status
        self.scanner: object = None
        self.leave: object = None  # leave() ends the app
        self.dice: object = None  # kostka.app.dice, where there are cups
        self.procedure: object = None  # one of kostka.app.learn: the game waits
        self.screen: object = None  # kostka.app.desk, where there are parts beside the field
        self.session = Session(journal, generator)
        self.session.show = self._show
        self.session.tell = self._tell
        self.mat: Mat | None = None
        self.referee: Referee | None = None
        self.prompts = Prompts(4)
        self.hint = False  # a token has been in the hand for long
        self.idle = False  # nothing happened since housekeeping
        self._new_id = new_id
        self._restart = restart
        self._since = 0  # when the referee's judgement became what it is
        self._outcome = -1
        self._told: tuple[object, ...] = ()
        self._undone = False  # the journal ends with an undo; its tokens may still stand there

    # Begin -----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Take up what was going on when the power went: a chosen game, or the last one."""
        choice = self.journal.choice()  # type: ignore[attr-defined]
        if choice is not None:
            self.journal.forget_choice()  # type: ignore[attr-defined]
            try:
                self.start(choice["game"], choice["seats"], choice["opt"])
                return
            except KostkaError as problem:  # the game before is still there
                self.note(problem)
        game_id = self.journal.current()  # type: ignore[attr-defined]
        if not game_id:
            self.lights.idle()
            return
        try:
            self.journal.open(game_id)  # type: ignore[attr-defined]
            self.session.resume()
            undos = self.session.undos
            self._undone = len(undos) > 0 and undos[-1][0] == self.session.lines - 1
            self._follow()
        except (KostkaError, OSError) as problem:  # it is left alone; a new one can be begun
            self.lights.idle()
            if not isinstance(problem, KostkaError):
                problem = JournalError("journal.open", game_id, str(problem))
            self.note(problem)

    def start(self, name: str, seats: int, options: dict[str, object]) -> None:
        """Begin a new game; one of another name begins after a restart, with a clean heap.

        Raises:
            OptionError: game, seats or options are wrong; the game before goes on.
        """
        if self.session.playing and self.session.game.name != name:
            game = games.load(name)
            pairs = game.option_pairs(game.complete(seats, options))
            self.journal.choose(name, seats, pairs)  # type: ignore[attr-defined]
            self._restart()  # type: ignore[operator]
            return
        self.session.start(name, seats, options, self._new_id())  # type: ignore[operator]
        self._follow()

    def _set_up(self) -> None:
        """Make what belongs to the game that the session now plays."""
        game = self.session.game
        seats = self.session.state.seats
        if self.mat is None or self.mat.name != game.name:
            self.mat = mats.load(game.name).part(self.picture.cell_bit)
            self.referee = Referee(self.mat)
        scene = self.lights.scene
        if scene is None or scene.mat is not self.mat or scene.seats != seats:
            self.lights.use(Scene(self.mat, seats, self.lights.panels))
        self.prompts = Prompts(max(seats, self.lights.panels), self.lights.panels)

    # What comes in ---------------------------------------------------------------------------

    def settled(self) -> None:
        """Judge the picture, which has come to rest, and play the action that explains it."""
        if self.referee is None or self.procedure is not None:
            return
        self.idle = False  # a picture leaves garbage too
        if self._undone:
            self._undone = False
            self.referee.distrust(self.picture.cells)
        outcome = self.referee.look(self.picture.cells)
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
        if self.procedure is not None:
            self.procedure.key(event)  # type: ignore[attr-defined]
            return
        session = self.session
        try:
            if not session.playing or self.referee is None:
                if event >> 1 & 7 == pr.OK and event & 1:
                    self.start(DEFAULT[0], DEFAULT[1], {})
                return
            wish = self.prompts.press(event, session.state, self.referee, session.held)
            if wish == pr.TURNED:
                self._compose()
            elif wish == pr.WAIT:
                self.note(KostkaError("play.table_first"))
            elif wish == pr.AGAIN:
                state = session.state
                self.start(session.game.name, state.seats, state.options)
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

    def learn(self, what: str, name: str, kind: int, cup: int, cell: int) -> None:
        """Begin a procedure, or end the one that runs; see kostka.app.learn."""
        from kostka.app import learn

        learn.begin(self, what, name, kind, cup, cell)

    def undo(self, line: int, expected: int | None = None) -> int:
        """Go back to the state after a line; raises like Session.undo()."""
        number = self.session.undo(line, expected)
        if self.referee is not None:
            self.referee.distrust(self.picture.cells)
        return self._after(number)

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
        if referee is None or self.procedure is not None:
            return
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
        if self.referee is None or self.mat is None or self.mat.name != self.session.game.name:
            self._set_up()
        elif self.lights.scene is None or self.lights.scene.seats != self.session.state.seats:
            self._set_up()
        self.referee.expect(self.session.state)  # type: ignore[union-attr]
        self._compose()

    def _compose(self) -> None:
        referee = self.referee
        if referee is None or not self.session.playing:
            return
        outcome = referee.look(self.picture.cells)
        if outcome != self._outcome:
            self._outcome, self._since, self.hint = outcome, self.clock.ms(), False
        state = self.session.state
        over = state.outcome()
        wrong = outcome not in (rf.SAME, rf.WAY) and not referee.targets
        self.lights.scene.compose(  # type: ignore[union-attr]
            referee.tokens,
            state.request(PUBLIC),
            [event for event in self.session.events if visible(event, PUBLIC)],
            pr.asked(state, self.session.held),
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

    def note(self, problem: KostkaError) -> None:
        """Tell people something, by text id."""
        if self.screen is not None:
            self.screen.hear(problem)  # type: ignore[attr-defined]
        if self.link is not None:
            self.link.note(problem.text, list(problem.params))  # type: ignore[attr-defined]
