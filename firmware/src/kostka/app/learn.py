"""Learning by doing: dice by their faces, sensors of cups, cells by a walk, lights by a look.

A procedure has the cups or the cells to itself while it runs; the game waits. It goes on by what
hands do, so it needs no computer: the screen says what to do next, a host hears the same.
Loaded for a moment.
"""

from kostka.compat import const
from kostka.errors import KostkaError, OptionError

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Callable

    from kostka.app.dice import Dice
    from kostka.app.table import Table
    from kostka.sense.cups import Cup, Cups
    from kostka.sense.die import Die

    Words = tuple[object, ...]

_PLACINGS = const(6)  # of a die, to learn the gains of a cup
_MISFIT = 270.0  # no single die explains readings beyond that; sensors to be calibrated reach 90
_MOVING = const(1)  # as kostka.sense.verdict has it
_UNDO = const(3)  # a key


class Procedure:
    """What all have: `what`, `state`, `done` of `count`, `at` (face or cell), and what is odd."""

    what = ""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.state = ""
        self.done = 0
        self.count = 0
        self.at = -1
        self.odd: list[object] = []

    def step(self, now_ms: int) -> None:
        """Look whether something was done."""

    def key(self, event: int) -> None:
        """Take a key event; UNDO ends everything."""
        if event >> 1 & 7 == _UNDO:
            self.end("stopped")

    def say(self, state: str) -> None:
        """Tell people and hosts where it stands."""
        self.state = state
        table = self.table
        if table.screen is not None:
            table.screen.tell(self.words())  # type: ignore[attr-defined]
        if table.link is not None:
            table.link.tell("learn", self.fields())  # type: ignore[attr-defined]

    def words(self) -> "Words":
        """Return what to do next, as (text id, arguments)."""
        return ("learn." + self.what + "." + self.state, self.done, self.count, self.at)

    def fields(self) -> list[tuple[str, object]]:
        """Return where it stands, as fields of a message."""
        return [
            ("w", self.what),
            ("st", self.state),
            ("at", self.at),
            ("n", self.done),
            ("of", self.count),
            ("odd", self.odd),
        ]

    def end(self, state: str) -> None:
        """Give the table back to its game."""
        self.say(state)
        end(self.table)

    def finish(self, keep: "Callable[[], None]") -> None:
        """Keep what was learned, and end; where it cannot be written all stays as it was."""
        try:
            keep()
        except OSError as problem:
            self.end("stopped")
            self.table.note(KostkaError("learn.write", str(problem)))
            return
        self.end("kept")


class _InCup(Procedure):
    """One that has a cup."""

    def __init__(self, dice: "Dice", cup: int) -> None:
        Procedure.__init__(self, dice.table)
        self.dice = dice
        self.cup = cup
        self._ready = False
        self._empty = False  # the cup was, since the last die

    def _cup(self) -> "Cup | None":
        """Return the cup once it is read and has its tare."""
        cups = self.dice.cups
        if cups is None or self.cup not in self.dice.numbers:
            return None
        return cups.cups[self.dice.numbers.index(self.cup)]

    def _lies(self, cups: "Cups", cup: "Cup", number: int) -> bool:
        """Say whether a die lies there that was put in since the last one."""
        if cups.seen_empty(number):
            if not self._empty:
                self._empty = True
                self.say("lay")
        return self._empty and cup.known and not cups.busy and cup.verdict.kind != _MOVING

    def step(self, now_ms: int) -> None:
        """Begin when the cup can be read; then take what lies there."""
        cups, cup = self.dice.cups, self._cup()
        if cups is None or cup is None or not cup.tared:
            return
        number = self.dice.numbers.index(self.cup)
        if not self._ready:
            self._ready = True
            self._expect(cups, number)
            self.say("empty")
        elif self._lies(cups, cup, number):
            if cup.misfit > _MISFIT:
                self._expect(cups, number)
                self.say("again")
            else:
                self._take(cups, cup, number)

    def _expect(self, cups: "Cups", number: int) -> None:
        self._empty = False

    def _take(self, cups: "Cups", cup: "Cup", number: int) -> None:
        """Take what lies there."""


class Enroll(_InCup):
    """Learns a die: every face once, in the order that is asked for; a bad face again."""

    what = "enroll"

    def __init__(self, dice: "Dice", name: str, kind: int, cup: int) -> None:
        from kostka.app import kept
        from kostka.sense.enroll import Enrollment, loose

        drawn = kept.die(None, dice.layout, kind)
        if drawn is None:
            raise OptionError("learn.kind", kind)
        _InCup.__init__(self, dice, cup)
        gap: float = dice.layout.DICE_GAP_MM  # type: ignore[attr-defined]
        self._name, self._kind, self._die = name, kind, drawn
        self._prior = loose(drawn, gap)
        self._learning = Enrollment(drawn, gap)
        self.count = len(drawn.values)
        self.at = drawn.values[0]

    def _expect(self, cups: "Cups", number: int) -> None:
        self._empty = False
        cups.expect(number, self._die, self._prior)

    def _take(self, cups: "Cups", cup: "Cup", number: int) -> None:
        learning = self._learning
        learning.lay(learning.next_face(), cup.place, cup.moment)
        self.done += 1
        face = learning.next_face()
        if face < 0:
            face = self._finish()
            if face < 0:
                return
        self.at = self._die.values[face]
        self._expect(cups, number)
        self.say("next")

    def _finish(self) -> int:
        """Keep the die where its faces fit, else return the face that is to be laid again."""
        from kostka.app import kept

        learning = self._learning
        made = learning.result()
        self.odd = [round(learning.residual_deg * 100)]
        if made is None:
            learning.laid[learning.worst] = False
            self.done -= 1
            return learning.worst
        path = self.dice.path

        def keep() -> None:
            if path is not None:
                kept.keep_die(path, self._name, self._kind, made)

        self.finish(keep)
        return -1


class Gains(_InCup):
    """Learns the gains of a cup's sensors from a die that is laid in six times, anyhow."""

    what = "gains"

    def __init__(self, dice: "Dice", kind: int, cup: int) -> None:
        from kostka.app import kept
        from kostka.sense.enroll import SensorGains, loose

        drawn: Die | None = kept.die(dice.path, dice.layout, kind)
        if drawn is None:
            raise OptionError("learn.kind", kind)
        _InCup.__init__(self, dice, cup)
        self._die = drawn
        self._prior = loose(drawn, dice.layout.DICE_GAP_MM)  # type: ignore[attr-defined]
        self._learned = SensorGains()
        self.count = _PLACINGS

    def _expect(self, cups: "Cups", number: int) -> None:
        self._empty = False
        cups.expect(number, self._die, self._prior)

    def _take(self, cups: "Cups", cup: "Cup", number: int) -> None:
        from kostka.app import kept
        from kostka.sense import joint

        self._learned.take(joint.measured(cups, number), joint.modeled(cups, number))
        self.done += 1
        if self.done < _PLACINGS:
            self._expect(cups, number)
            self.say("next")
            return
        gains, path = self._learned.gains(), self.dice.path

        def keep() -> None:
            if path is not None:
                kept.keep(path, "gains", self.cup, [round(gain * kept.SCALE) for gain in gains])
            cup.gains = gains

        self.finish(keep)


class Tare(Procedure):
    """Keeps the tares of all open cups, which have to be empty."""

    what = "tare"

    def __init__(self, dice: "Dice") -> None:
        Procedure.__init__(self, dice.table)
        self._dice = dice
        self._begun = False

    def step(self, now_ms: int) -> None:
        """Wait until all cups are empty and quiet, then keep what they read."""
        cups = self._dice.cups
        if cups is None:
            return
        self.count = len(cups.cups)
        if not self._begun:
            self._begun = True
            for cup in cups.cups:
                cup.empty_blocks = 0
            self.say("empty")
        quiet = [cup for cup in cups.cups if cup.tared and cup.empty_blocks > 2]
        if len(quiet) == self.count:
            self._keep(cups)

    def _keep(self, cups: "Cups") -> None:
        from kostka.app import kept

        path = self._dice.path

        def keep() -> None:
            for i in range(self.count if path is not None else 0):
                kept.keep(str(path), "tare", self._dice.numbers[i], list(cups.cups[i].tare))
            self.done = self.count

        self.finish(keep)


def begin(
    table: "Table", what: str, name: str = "", kind: int = 6, cup: int = 0, cell: int = -1
) -> None:
    """Begin a procedure: "enroll", "gains", "tare", "cells" or "leds"; "stop" ends the one begun.

    `kind` is that of a die, `cup` and `cell` the ones to learn anew, -1 for all cells.

    Raises:
        OptionError: there is no such thing on this board, or another one runs.
    """
    if what == "stop":
        if table.procedure is not None:
            table.procedure.end("stopped")  # type: ignore[attr-defined]
        return
    if table.procedure is not None:
        raise OptionError("learn.busy")
    bits = table.picture.cell_bit
    there = [i for i in range(len(bits)) if bits[i] != 255]
    if what in ("cells", "leds"):
        if cell >= 0:
            there = [i for i in there if i == cell]
        if not there:
            raise OptionError("learn.nothing")
        _close_menu(table)
        from kostka.app import walk

        table.procedure = walk.Cells(table, there) if what == "cells" else walk.Leds(table, there)
        return
    dice: Dice | None = table.dice  # type: ignore[assignment]
    if dice is None or what not in ("enroll", "gains", "tare"):
        raise OptionError("learn.nothing")
    if not 0 <= cup < dice.count:
        raise OptionError("learn.nothing")
    made: Procedure = Tare(dice)
    if what == "enroll":
        made = Enroll(dice, name or "d%d" % kind, kind, cup)
    elif what == "gains":
        made = Gains(dice, kind, cup)
    _close_menu(table)
    table.procedure = made
    dice.lend(made, cup if what != "tare" else -1)


def _close_menu(table: "Table") -> None:
    if table.menu is not None:
        table.close_menu()


def end(table: "Table") -> None:
    """Let the game go on; without one the menu is open again."""
    table.procedure = None
    if table.dice is not None:
        table.dice.take_back()  # type: ignore[attr-defined]
    table.lights.idle()
    if table.session.playing and table.referee is not None:
        table.show()
        table.settled()
    else:
        table.open_menu()
