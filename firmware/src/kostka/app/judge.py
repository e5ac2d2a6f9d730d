"""Judge: what the pictures of the table come to, over time: moves, lights, words, doubts."""

from kostka.app.game import GameOnTable
from kostka.compat import const
from kostka.errors import KostkaError
from kostka.mats.mat import cell_name
from kostka.play import prompts as pr
from kostka.play import referee as rf
from kostka.rules.action import PUBLIC
from kostka.rules.events import visible

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

    from kostka.app.lights import Lights
    from kostka.app.sensors import Sensors
    from kostka.config import Config
    from kostka.hal import Clock
    from kostka.play.referee import Referee
    from kostka.rules.rng import XorShift
    from kostka.rules.state import State
    from kostka.sense.picture import Picture

# What the lights tell in a seat's turn, by the setting hints_N.
_WRONG = const(1)  # cells that are wrong
_TARGETS = const(2)  # and what may be moved where
_ALL = const(3)  # and the last move, and a hint where a token stays in the hand

_STUCK_MS = const(10000)  # how long a cell alone is wrong before its sensor is doubted
_STUCK_MOST = const(2)  # cells that may be stuck at the same time
_SEATS = const(4)  # seats with settings of their own


class Judge(GameOnTable):
    """The part of a table that looks: it plays what hands do, and shows what it thinks of it.

    `find_sensors()` makes what `sensors` is from then on: few tables need it.
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
        """Take the parts, see Table."""
        super().__init__(journal, generator, config, picture, lights, new_id, restart)
        self.clock = clock
        self.find_sensors: Callable[[], Sensors] | None = None
        self.hint = False  # a token has been in the hand for long
        self.idle = False  # nothing happened since housekeeping
        self._since = 0  # when the referee's judgement became what it is
        self._outcome = -1
        self._told_at = 0
        self._of_two = False  # people are asked which of several pairs of moves they made
        self._told: tuple[object, ...] = ()

    # What a picture means --------------------------------------------------------------------

    def settled(self) -> None:
        """Judge the picture, which has come to rest, and play the action that explains it."""
        self.idle = False  # a picture leaves garbage too
        if self.referee is None or self.trouble is None or self.busy:
            return
        self._of_two = False
        if self.undone:
            self.undone = False
            self.referee.distrust(self.picture.cells)
        outcome = self.referee.look(self.picture.cells)
        if outcome == rf.NONE and self.session.playing:
            if not (self.trouble.placed or self.laid) and self.find_turn():
                return
            if self.trouble.search(self.session.state, self.clock.ms()):
                return  # no alarm before two moves at once are ruled out
        else:
            self.trouble.stop()  # what it would find explains a picture that is gone
        self._judged()

    def _judged(self) -> None:
        """Play the action that explains the picture, or show what the picture means."""
        referee, trouble = self.referee, self.trouble
        if referee is None or trouble is None:
            return
        hand = referee.outcome == rf.ONE and not trouble.fresh and not self._confirming()
        if hand and not (referee.removes and not self._waited()):
            self._play_hand()
        else:
            self._compose()

    def _confirming(self) -> bool:
        """Say whether moves wait for the mover's OK, and somebody can give it."""
        return self.config.get("confirm") == 1 and self.lights.panels > 0

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
        paired = referee.paired
        try:
            if replaces:
                self.session.undo(self.session.last_gesture())
            if self._confirming() or self.session.state.request(PUBLIC).hidden:
                referee.forget()  # what was confirmed stands; lights tell nothing hidden
            else:
                referee.played(action)
            self.session.submit([action], "c")
        except KostkaError as problem:
            referee.forget()
            self.note(problem)
            self._compose()
            return
        self.prompts.clear()
        self.follow()
        if paired:
            self.settled()  # the second of two moves

    # Sensors that are not to be trusted ------------------------------------------------------

    def restless(self, now_ms: int) -> None:
        """Take over which sensors cannot rest, and judge the picture without them."""
        sensors = self._found_sensors()
        if sensors is not None:
            sensors.changed(now_ms)
            self._hide()

    def mask(self, cell: int, on: bool) -> None:
        """Play without a cell's sensor, or with it again; raises like Sensors.mask()."""
        sensors = self._found_sensors()
        if sensors is not None:
            try:
                sensors.mask(cell, on)
            finally:
                self._hide()
                self._look()

    def _found_sensors(self) -> "Sensors | None":
        if self.sensors is None and self.find_sensors is not None:
            self.sensors = self.find_sensors()
        return self.sensors

    def _hide(self) -> None:
        if self.referee is not None:
            self.referee.hide(self.hidden_cells())
            if self.picture.settled:
                self.settled()

    def _name(self, cell: int) -> str:
        cols = self.mat.cols if self.mat is not None else 12
        return cell_name(cell, cols)

    # Time ------------------------------------------------------------------------------------

    def tick(self, now_ms: int) -> None:
        """Look at the time: a token long in the hand gets a hint. Allocates nothing at rest."""
        referee, trouble = self.referee, self.trouble
        if referee is None or trouble is None or self.busy:
            return
        self._watch(now_ms)
        if self.bots is not None:
            self.bots.tick(now_ms)
        if trouble.searching:
            if trouble.step(self.clock.diff(now_ms, trouble.since)):
                self._of_two = referee.outcome == rf.SEVERAL
                self._judged()
        elif referee.outcome == rf.ONE and referee.removes and self.picture.settled:
            if not self._confirming() and self._waited():
                self.settled()
        elif (
            referee.outcome == rf.WAY
            and not self.hint
            and self.clock.diff(now_ms, self._since) >= self.config.get("hint_after")
        ):
            self.hint = True
            if self._level() == _ALL:
                self.note(KostkaError("play.hint"))
            self._look()

    def _watch(self, now_ms: int) -> None:
        """Tell people of a sensor that is odd. Allocates nothing where none is."""
        sensors, referee = self.sensors, self.referee
        if sensors is not None and sensors.restless:
            cell = sensors.flickers(now_ms)
            if cell >= 0:
                self.note(KostkaError("play.sensor.flickers", self._name(cell)))
                self._look()
        if referee is None or self.session.closed or not self.picture.settled:
            return
        if referee.outcome == rf.NONE:
            count = len(referee.missing) + len(referee.extra)
            late = self.clock.diff(now_ms, self._told_at) >= _STUCK_MS
            if late and 0 < count <= _STUCK_MOST:
                self._doubt(referee)
        elif sensors is not None and sensors.odd and referee.outcome == rf.SAME:
            if sensors.trust():
                self._look()

    def _doubt(self, referee: "Referee") -> None:
        """Tell people of cells that alone have been wrong for long."""
        sensors = self._found_sensors()
        if sensors is None:
            return
        new = sensors.doubt(referee.missing, referee.extra)
        for cell, text in new:
            self.note(KostkaError(text, self._name(cell)))
        if new:
            self._look()

    # What goes out ---------------------------------------------------------------------------

    def show(self) -> None:
        """Light the new state; the session calls this before the line is safe."""
        self.drop_menu()  # it may offer what is no longer so
        self.fit_game()
        if self.trouble is not None:
            self.trouble.stop()
        state = self.session.state
        hands = not self.session.closed and self.about.here(state.current_player())
        self.referee.expect(state, hands)  # type: ignore[union-attr]
        self._compose()

    def _compose(self) -> None:
        referee, trouble = self.referee, self.trouble
        if referee is None or trouble is None or self.busy:
            return
        if not self.session.playing:
            return
        outcome = referee.look(self.picture.cells)
        if outcome != self._outcome:
            self._outcome, self._since, self.hint = outcome, self.clock.ms(), False
        state = self.session.state
        request = state.request(PUBLIC)
        over = state.outcome()
        ended = over is None and self.session.closed  # nobody is asked any more
        level = self._level()
        asked = pr.asked(state, self.session.held) if not ended else ()
        self.lights.turn = asked[0] if asked else -1
        wrong = trouble.explain(state) or (
            outcome not in (rf.SAME, rf.WAY) and not referee.targets
        )
        wrong = wrong and level >= _WRONG
        aim = level >= _TARGETS and not trouble.fresh
        events = self.session.events if level == _ALL else ()
        self.lights.scene.compose(  # type: ignore[union-attr]
            referee.tokens,
            request if not ended else None,
            [event for event in events if visible(event, PUBLIC)],
            asked,
            over.winners if over is not None else (),
            referee.movable if aim else (),
            self._targets(state, request.hidden) if aim else (),
            self.prompts.cursor(state, referee),
            self.prompts.face(state),
            trouble.missing() if wrong else (),
            trouble.extra() if wrong else (),
            self.picture.cells,
            trouble.alarm(),
            trouble.call(),
        )
        self.lights.answer(self.clock.ms())
        self._look()

    def _targets(self, state: "State", hidden: bool) -> "list[int] | tuple[int, ...]":
        """Return where tokens may go; what only one seat knows is not told unless it was done."""
        referee = self.referee
        if not hidden:
            return referee.targets  # type: ignore[union-attr]
        if referee.outcome == rf.SAME and not self.session.closed:  # type: ignore[union-attr]
            return state.open_spots()
        return referee.placed  # type: ignore[union-attr]

    def _level(self) -> int:
        """Return how much the lights tell in this turn."""
        seat = self.session.state.request(PUBLIC).seat
        return self.config.get("hints_%d" % (seat + 1)) if 0 <= seat < _SEATS else _ALL

    def look(self) -> list[tuple[str, object]]:
        """Return what the referee says of the picture, as fields of a message."""
        referee, trouble = self.referee, self.trouble
        if referee is None or trouble is None:
            return [("o", "none"), ("missing", []), ("extra", [])]
        fields: list[tuple[str, object]] = [
            ("o", "wrong" if trouble.guide is not None else rf.NAMES[referee.outcome]),
            ("missing", list(referee.missing)),
            ("extra", list(referee.extra)),
        ]
        fields.extend(trouble.fields())
        if referee.outcome == rf.ONE and self._confirming() and not trouble.fresh:
            fields.append(("t", "play.confirm"))
        sensors = self.sensors
        if sensors is not None and (sensors.odd or sensors.masked):
            fields.append(("odd", [[cell, sensors.odd[cell]] for cell in sorted(sensors.odd)]))
            fields.append(("off", list(sensors.masked)))
        return fields

    def _look(self) -> None:
        if self.referee is None:
            return
        told = (self.look(), self.hint)
        if told != self._told:
            self._told = told
            self._told_at = self.clock.ms()
            if self.link is not None:
                self.link.look(told[0])  # type: ignore[attr-defined]
