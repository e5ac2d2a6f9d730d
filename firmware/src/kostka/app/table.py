"""The table: pictures and keys go in, lines of the journal and lights come out."""

from kostka.app.judge import Judge
from kostka.compat import const
from kostka.errors import KostkaError
from kostka.play import prompts as pr
from kostka.play import referee as rf
from kostka.rules.action import CHANCE
from kostka.scene.panels import served

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.app.lights import Lights
    from kostka.config import Config
    from kostka.hal import Clock
    from kostka.rules.rng import XorShift
    from kostka.sense.picture import Picture

_SETTLES = const(64)  # most lines that follow by themselves from one
_HOLD_MS = const(900)  # a key pressed for so long is held


class Table(Judge):
    """One game table. Hands, keys and hosts change its game only through here.

    What hands do is in Judge, which game it is in GameOnTable.
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
        super().__init__(journal, generator, clock, config, picture, lights, new_id, restart)
        self.tasks: object = None  # for status
        self.scanner: object = None
        self.leave: object = None  # leave() ends the app
        self.settings: object = None
        self.dice: object = None  # kostka.app.dice, where there are cups
        journal.dropped = self._dropped  # type: ignore[attr-defined]
        self.session.show = self.show
        self.session.tell = self._tell
        self._chord = -1  # the last event, if it was a key that is held
        self._ok = -1  # a pressed OK that may become a held one, and means something else then
        self._ok_at = 0

    def sense(self, there: bool, chip: int = 0) -> None:
        """Play on without cells and keys, since their chain does not answer, or with them again.

        `chip` is the one that fails, counted from 1. It is named once; hosts that come later
        are told, too.
        """
        self.standing = [one for one in self.standing if one[0] != "app.chain"]
        if not there:
            self.standing.append(("app.chain", (chip,)))
        self.cell_bit = self.picture.cell_bit if there else b"\xff" * len(self.picture.cell_bit)
        self.mat = None  # it is made anew with the cells that there are now
        if self.session.playing:
            self.show()
        self.note(KostkaError("app.chain_back") if there else KostkaError("app.chain", chip))

    # What comes in ---------------------------------------------------------------------------

    def key(self, event: int) -> None:
        """Take a key event (panel << 4 | key << 1 | held)."""
        self.idle = False
        chord, self._chord = self._chord, event if event & 1 else -1
        if self.procedure is not None:
            self._ok = self._chord = -1
            self.procedure.key(event)  # type: ignore[attr-defined]
            return
        if self.menu is not None:
            self._ok = -1
            self.menu.key(event)
            return
        if event & 1 and chord == event ^ 2 and event >> 1 & 7 <= pr.RIGHT:
            self.open_menu()  # LEFT and RIGHT of one panel, both held
            return
        if self.sensors is not None and self.sensors.odd and event >> 1 & 7 == pr.OK:
            if not event & 1:
                self._ok, self._ok_at = event, self.clock.ms()
                return  # it may become a held one
            self._ok = -1
            self._consent()
            return
        self._key(event)

    def _consent(self) -> None:
        """Play without the sensors that are odd: a player has agreed."""
        for cell in sorted(self.sensors.odd):  # type: ignore[union-attr]
            try:
                self.mask(cell, True)
                self.note(KostkaError("play.sensor.masked", self._name(cell)))
            except (KostkaError, OSError) as problem:
                self.note(KostkaError("play.sensor.unkept", self._name(cell), str(problem)))

    def _key(self, event: int) -> None:
        session = self.session
        try:
            if self.referee is None:
                return
            if session.closed:
                if event & 1 and event >> 1 & 7 == pr.OK:
                    self.start_over()
                elif event & 1 and event >> 1 & 7 == pr.UNDO_KEY:
                    self.undo(session.last_gesture())
                return
            if self._confirms(event):
                self._play_hand()
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

    def _confirms(self, event: int) -> bool:
        """Say whether a key event is the mover's OK for the move that stands on the table."""
        referee = self.referee
        if not self._confirming() or event & 15 != pr.OK << 1 or referee is None:
            return False
        if referee.outcome != rf.ONE or self.prompts.turned or not self.picture.settled:
            return False
        state = self.session.state
        seats = pr.asked(state, self.session.held)
        around = self.mat.around(state.seats) if self.mat is not None else b""
        return served(event >> 4, self.lights.panels, seats, around) == state.current_player()

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
        """Begin a procedure, or end the one that runs; raises like kostka.app.learn.begin()."""
        from kostka.app import learn

        learn.begin(self, what, name, kind, cup, cell)

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
        self.follow()
        if self._of_two and self.picture.settled:
            self.settled()  # the second of two moves
        return line

    def follow(self) -> None:
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

    def tick(self, now_ms: int) -> None:
        """Look at the time, as Judge does, and at a pressed OK that was let go."""
        if self._ok >= 0 and self.clock.diff(now_ms, self._ok_at) >= _HOLD_MS:
            event, self._ok = self._ok, -1
            self._key(event)
        Judge.tick(self, now_ms)

    def _tell(self, line: int) -> None:
        if self.link is not None:
            self.link.line_written(line)  # type: ignore[attr-defined]

    def _dropped(self, game: str) -> None:
        """Tell that a finished game made room; hosts that come later are told, too."""
        told = ("journal.dropped", (game,))
        self.standing = [one for one in self.standing if one[0] != told[0]] + [told]
        self.note(KostkaError(told[0], game))
