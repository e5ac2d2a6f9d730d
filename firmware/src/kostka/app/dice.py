"""The dice in the cups: read while the game waits for a throw, and played when all lie still.

A cup counts for a throw only if it was empty since the throw was asked for: what still lies there
from before was not thrown. What reads cups is loaded when it is first needed, a module a round,
and let go when memory is scarce and nobody waits for dice.
"""

from kostka.compat import const
from kostka.errors import KostkaError
from kostka.rules import request as rq
from kostka.rules.action import PUBLIC

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from array import array
    from collections.abc import Generator

    from kostka.app.table import Table
    from kostka.sense.cups import Cups
    from kostka.sense.die import Die

_SENSORS = const(4)  # under a cup
_AGAIN_MS = const(300)  # between attempts to play a throw that the table refused
_TARES_MS = const(5000)  # after power on cups are read to find their tare, at most so long
_TICKS = const(0x3FFFFFFF)
_NEVER = const(-1)
_UNSET = const(-2)
# As kostka.sense.verdict has them.
_EMPTY = const(0)
_FACE = const(2)
_COCKED = const(3)
_FOREIGN = const(4)
_FAULT = const(5)
_WORDS = {_COCKED: "dice.cocked", _FOREIGN: "dice.foreign", _FAULT: "dice.fault"}


class Dice:
    """Reads the cups of a board and throws for its game.

    `layout` is the module of constants of the cups. `part("sensors")` makes the driver, or returns
    None where they cannot be read; `path` is the file of kostka.app.kept. `cups` is None while
    nothing is read; its numbers are places in `numbers`, which holds those of the layout's cups.
    """

    def __init__(self, layout: object, part: object, table: "Table", path: str | None) -> None:
        self.cups: Cups | None = None
        self.numbers: list[int] = []
        self.waits: list[int] = []  # the kind of die that each of these cups waits for, 0: none
        self.procedure: object = None  # a kostka.app.learn one; it has the cups to itself
        self.wanted = False
        self.path = path
        self.layout = layout
        self.table = table
        self._places: tuple[tuple[float, ...], ...] = layout.CUPS  # type: ignore[attr-defined]
        self._part = part
        self._sensors: object = None
        self._opening: Generator[None, None, None] | None = None
        self._tares: dict[int, array[int]] = {}  # of cups that are not read now
        self._line = _NEVER
        self._game = ""
        self._kinds: tuple[int, ...] = ()  # dice that are still to be thrown
        self._got: list[int] = []  # values of those that were
        self._fresh = bytearray(8)
        self._serials = [0] * 8
        self._told_full = False  # people know that a cup has to be emptied
        self._until_ms = _UNSET  # when the time to find tares ends
        self._again_ms = _NEVER
        self._refused = ""
        self._faulty = 0  # cups that were told to be faulty, a bit each
        self._news = False  # the host has not been told
        self._greeted = _NEVER

    @property
    def busy(self) -> bool:
        """Say whether rounds have something to do."""
        return self.wanted or self._until_ms != _NEVER

    # One round -------------------------------------------------------------------------------

    def round(self, now_ms: int) -> None:
        """Read one sensor, do one slice of arithmetic. Call it every 2 ms.

        Allocates nothing while nothing happens.
        """
        session = self.table.session
        if session.lines != self._line or session.id != self._game:
            self._line, self._game = session.lines, session.id
            if self.procedure is None:
                self._follow(now_ms)
        if not self.wanted and not self._begins(now_ms):
            return
        if self._opening is not None:
            self._open_on(now_ms)
            return
        cups = self.cups
        if cups is None:
            return
        self._read(cups, now_ms)
        cups.step()
        for n in range(len(cups.cups)):
            cup = cups.cups[n]
            if cups.seen_empty(n):
                self._fresh[n] = 1
            if cup.serial != self._serials[n]:
                self._serials[n] = cup.serial
                self._changed(cups, n, now_ms)
        if self._again_ms >= 0 and _passed(self._again_ms, now_ms):
            self._try(cups, now_ms)
        if self.wanted and not self._told_full:
            self._look_for_full(cups)
        self._tell(cups)

    def _begins(self, now_ms: int) -> bool:
        """Say whether this is the time after power on, when cups are read to find their tare."""
        if self._until_ms == _NEVER or not self._places:
            return False
        if self._until_ms == _UNSET:
            self._until_ms = (now_ms + _TARES_MS) & _TICKS
            self.numbers = [n for n in range(len(self._places)) if self._places[n][4] == PUBLIC]
            self._opening = self._open()
        cups = self.cups
        tared = cups is not None and all([cup.tared for cup in cups.cups])
        if tared or _passed(self._until_ms, now_ms):
            self._until_ms = _NEVER
        return True

    def _read(self, cups: "Cups", now_ms: int) -> None:
        sensor = cups.due(now_ms)
        if sensor < 0:
            return
        number = self.numbers[sensor // _SENSORS] * _SENSORS + sensor % _SENSORS
        sensors = self._sensors
        if sensors.read(number):  # type: ignore[attr-defined]
            cups.feed(sensor, sensors.x, sensors.y, sensors.z)  # type: ignore[attr-defined]
        else:
            cups.missed(sensor)

    @property
    def count(self) -> int:
        """Return how many cups the board has."""
        return len(self._places)

    def lend(self, procedure: object, cup: int) -> None:
        """Let a procedure of kostka.app.learn have a cup to itself, -1 for all open ones."""
        seat = self._places[cup][4] if cup >= 0 else PUBLIC
        self.procedure = procedure
        self.begin((), int(seat), self.table.clock.ms())

    def take_back(self) -> None:
        """Read for the game again."""
        self.procedure = None
        self._line = _NEVER
        self.wanted = False

    # What the game asks for ------------------------------------------------------------------

    def _follow(self, now_ms: int) -> None:
        """Look what the game waits for now."""
        session = self.table.session
        self._kinds = ()
        self._got = []
        self._again_ms = _NEVER
        self._refused = ""
        self.wanted = False
        if self._places and session.playing and not session.closed:
            asked = session.state.request(PUBLIC)
            if asked.what == rq.THROW and asked.sources & rq.CUP and asked.dice:
                self.begin(asked.dice, asked.seat if asked.hidden else PUBLIC, now_ms)
        self._news = True

    def begin(self, kinds: tuple[int, ...], seat: int, now_ms: int) -> None:
        """Wait for dice: in the open cups, or in those under the hood of a seat.

        Without any `kinds` the cups are only read.
        """
        numbers = [n for n in range(len(self._places)) if self._places[n][4] == seat]
        if not numbers:
            return
        self.wanted = True
        self._kinds = kinds
        self._got = []
        self._told_full = False
        if numbers != self.numbers or (self.cups is None and self._opening is None):
            self.close()
            self.numbers = numbers
            self._opening = self._open()
        elif self.cups is not None and kinds:
            self._expect()

    def _open_on(self, now_ms: int) -> None:
        try:
            next(self._opening)  # type: ignore[arg-type]
        except StopIteration:
            self._opening = None
            if self.cups is None:
                self._places = ()  # there are none after all
                self.wanted = False
            elif self.procedure is None and self._kinds:
                self._expect()

    def _open(self) -> "Generator[None, None, None]":
        """Load what reads cups, and make it, a little at a time."""
        from kostka.sense import watch  # noqa: F401 (loaded alone, which takes less time)

        yield
        from kostka.sense.cups import Cups

        yield
        if self._sensors is None:
            self._sensors = self._part("sensors")  # type: ignore[operator]
            yield
        if self._sensors is None:
            return
        layout, places = self.layout, self._places
        made = Cups(
            [(places[n][1], places[n][2]) for n in self.numbers],
            layout.DICE_SENSOR_XY,  # type: ignore[attr-defined]
            layout.DICE_GAP_MM,  # type: ignore[attr-defined]
            layout.DICE_MOMENT_UAM2 / 1e6,  # type: ignore[attr-defined]
        )
        yield
        for i in range(len(self.numbers)):
            tare = self._tares.get(self.numbers[i])
            if tare is not None:
                made.calibrate(i, list(tare), None)
        if self.path is not None:
            from kostka.app import kept

            yield
            kept.calibrate(self.path, made, self.numbers)
        self.cups = made

    def close(self) -> None:
        """Let go of everything; cups are remembered as they are when they are empty."""
        cups = self.cups
        if cups is not None:
            for i in range(len(self.numbers)):
                if cups.cups[i].tared:
                    self._tares[self.numbers[i]] = cups.cups[i].tare
        self.cups = self._opening = None

    def release(self) -> None:
        """Let go of what nobody needs now, as memory is scarce."""
        if not self.wanted:
            self.close()
            self._sensors = None
        elif self.cups is not None:
            self.cups.release()

    def _expect(self) -> None:
        """Let every cup wait for its die of the next batch: all alike in any, else in order."""
        cups = self.cups
        if cups is None:
            return
        batch = self._kinds[: len(cups.cups)]
        alike = all([kind == batch[0] for kind in batch])
        self.waits = []
        made: dict[int, Die | None] = {}
        for n in range(len(cups.cups)):
            kind = batch[0] if alike else batch[n] if n < len(batch) else 0
            self.waits.append(kind)
            if kind not in made:
                made[kind] = self._die(kind)
            cups.expect(n, made[kind])
            self._serials[n] = cups.cups[n].serial
            self._fresh[n] = 0
        self._news = True

    def _die(self, kind: int) -> "Die | None":
        """Return the die of a kind as it was learned, else as it is drawn."""
        if not kind:
            return None
        from kostka.app import kept

        return kept.die(self.path, self.layout, kind)

    # What the cups say -----------------------------------------------------------------------

    def _changed(self, cups: "Cups", n: int, now_ms: int) -> None:
        verdict = cups.cups[n].verdict
        self._news = True
        if self.procedure is not None:
            return
        bit = 1 << n
        if verdict.kind != _FAULT:
            if self._faulty & bit:
                self._faulty &= ~bit
                self.table.note(KostkaError("dice.back", self.numbers[n] + 1))
        elif self._faulty & bit:
            return
        else:
            self._faulty |= bit
        if verdict.kind in _WORDS and (self._fresh[n] or verdict.kind == _FAULT):
            pair = verdict.candidates if self._places[self.numbers[n]][4] == PUBLIC else ()
            args = [self._label(value, n) for value in pair]
            text = _WORDS[verdict.kind] if args or not verdict.candidates else "dice.leans"
            self.table.note(KostkaError(text, self.numbers[n] + 1, *args))
        elif verdict.kind == _FACE and not self._fresh[n]:
            self.table.note(KostkaError("dice.stale", self.numbers[n] + 1))
        if verdict.kind in (_FACE, _EMPTY):
            self._again_ms = now_ms & _TICKS

    def _label(self, value: int, n: int) -> object:
        return value if self.waits[n] != rq.COLOR else ["dice.color.%d" % value]

    def _look_for_full(self, cups: "Cups") -> None:
        for cup in cups.cups:
            if cup.full and not cup.tared:
                self._told_full = True
                self.table.note(KostkaError("dice.take_out"))
                return

    # Playing ---------------------------------------------------------------------------------

    def _try(self, cups: "Cups", now_ms: int) -> None:
        """Play the throw if all of its dice lie there."""
        self._again_ms = _NEVER
        values = self._values(cups)
        if not values:
            return
        left = self._kinds[len(values) :]
        if left:
            self._got += values
            self._kinds = left
            self._expect()
            self.table.note(KostkaError("dice.more", len(left)))
            return
        try:
            self._play(self._got + values)
        except KostkaError as problem:
            if problem.text != self._refused:
                self._refused = problem.text
                self.table.note(problem)
            self._again_ms = (now_ms + _AGAIN_MS) & _TICKS

    def _values(self, cups: "Cups") -> list[int]:
        """Return the values of a whole batch in the order of the cups, [] while it is not."""
        found: list[int] = []
        count = min(len(self._kinds), len(cups.cups))
        alike = len(set(self.waits)) == 1
        for n in range(len(cups.cups) if alike else count):
            if self._fresh[n] and cups.cups[n].verdict.kind != _EMPTY:
                value = cups.value(n)
                if value < 0:
                    if cups.cups[n].verdict.kind == _FAULT:
                        continue
                    return []
                found.append(value)
        if len(found) > count:
            self.table.note(KostkaError("dice.too_many", count))
        return found if len(found) == count else []

    def _play(self, values: list[int]) -> None:
        """Play a throw; raises like Table.play()."""
        state = self.table.session.state
        many = len(values) > 1
        if many:
            state = state.clone()
        actions: list[int] = []
        for value in values:
            outcomes = state.chance_outcomes()
            if not 0 < value <= len(outcomes):
                raise KostkaError("dice.no_such", value)
            action = outcomes[value - 1][0]
            actions.append(action)
            if many:
                state.apply(action)
        self.table.play(actions, "u", self._line)

    # What hosts hear -------------------------------------------------------------------------

    def _tell(self, cups: "Cups") -> None:
        link = self.table.link
        if link is None:
            return
        if link.greetings != self._greeted:  # type: ignore[attr-defined]
            self._greeted = link.greetings  # type: ignore[attr-defined]
            self._news = True
        if self._news:
            self._news = not link.tell("cups", self.fields())  # type: ignore[attr-defined]

    def fields(self) -> list[tuple[str, object]]:
        """Return what the cups say, as fields of a message; no value that is under a hood."""
        kinds = [0] * len(self._places)
        values, waits = list(kinds), list(kinds)
        pairs: list[object] = []
        if self.cups is not None and self.wanted:
            for i in range(len(self.numbers)):
                n = self.numbers[i]
                verdict = self.cups.cups[i].verdict
                kinds[n] = verdict.kind
                waits[n] = self.waits[i] if i < len(self.waits) else 0
                if self._places[n][4] == PUBLIC:
                    values[n] = max(verdict.value, 0)
                    pairs += [[n] + list(verdict.candidates)] if verdict.candidates else []
        return [("k", kinds), ("v", values), ("w", waits), ("c", pairs)]


def _passed(due_ms: int, now_ms: int) -> bool:
    return (now_ms - due_ms) & _TICKS < _TICKS >> 1
