"""The dice cups: which sensor to read next, what lies still, and what its magnet says.

`due()` names a sensor, `feed()` takes its reading, `step()` does a slice of arithmetic; no call
takes longer than some milliseconds, so a caller with other work calls them in turn. A die is
read when its cup and the cups around it have been quiet for four blocks of readings. Its fit
takes away the fields of the dice around, and is repeated where several dice are new.
"""

from array import array

from kostka.compat import const
from kostka.sense.verdict import EMPTY, FACE, FAULT, FOREIGN, MOVING, Verdict
from kostka.sense.watch import BLOCK, READINGS, Watch

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.sense.die import Die
    from kostka.sense.dipole import Prior
    from kostka.sense.joint import Joint

SENSORS = const(4)
SETTLED_BLOCKS = const(3)
READ_BLOCKS = const(4)

_BUSY_MS = const(20)  # between readings of a cup
_IDLE_MS = const(100)  # of one that has been empty for long
_FAULT_MS = const(100)
_TICKS = const(0x3FFFFFFF)
_HALF = const(0x20000000)
_EMPTY = const(123)  # 150 uT, in units: an empty cup stays below on all sensors
_OCCUPIED = const(246)  # 300 uT, on any sensor
_FIRST = const(500)  # 610 uT: offsets of sensors and the earth's field, before the first tare
_MOVED = const(164)  # 200 uT from the reading it was read by, and a sixteenth of it; a die
# beside that turns over makes 110 uT at 40 mm
_TARE_BLOCKS = const(6)  # empty and quiet, before the tare is taken anew
_TUMBLING = 30.0  # spread of a block, against noise
_MISSES = const(8)
_REACH = 100.0  # mm; the field of a die that far away is below 5 uT

LOADED = ("kostka.sense.dipole", "kostka.sense.judge", "kostka.sense.joint")  # to fit, in order


class Cup:
    """One cup. `verdict` is what it says, `serial` counts verdicts; the rest is for Cups."""

    def __init__(self, x: float, y: float) -> None:
        self.x = x
        self.y = y
        self.near: list[Cup] = []  # cups whose dice are felt in this one
        self.die: Die | None = None
        self.prior: Prior | None = None
        self.verdict = Verdict(EMPTY)
        self.serial = 0
        self.tare = array("h", [0] * READINGS)
        self.tared = False
        self.full = False  # something lay there from the beginning, so there is no tare
        self.gains: list[float] | None = None
        self.watch = Watch()
        self.occupied = False
        self.ready = False  # still, and to be fitted
        self.known = False  # place and moment are those of what lies there
        self.place = [0.0, 0.0, 0.0]
        self.moment = [0.0, 0.0, 0.0]
        self.misfit = 0.0
        self.mean = array("i", [0] * READINGS)  # sums over two blocks that it is read by
        self.empty_blocks = 0
        self.clear = 0  # readings in a row without a die, up to one of each sensor
        self.misses = 0
        self.due_ms = -1  # now


class Cups:
    """All cups of a board. `fits` counts fits, `busy` says that one is under way."""

    def __init__(
        self,
        places: "list[tuple[float, float]]",
        sensors_xy: "tuple[tuple[float, float], ...]",
        gap: float,
        moment_am2: float,
    ) -> None:
        """Take the cups' places, the places of sensors in a cup, mm, and the usual moment."""
        self.cups = [Cup(x, y) for x, y in places]
        for cup in self.cups:
            cup.near = [one for one in self.cups if one is not cup and is_near(cup, one)]
        self.gap = gap
        self.fits = 0
        self.busy = False
        self.xy = sensors_xy
        self.moment_am2 = moment_am2
        self._now = 0  # cup being read, and the sensor that comes next
        self._next = 0
        self._closed = -1  # the cup whose block is complete and not looked at yet
        self._loaded = 0  # of LOADED
        self._joint: Joint | None = None

    # Reading ---------------------------------------------------------------------------------

    def due(self, now_ms: int) -> int:
        """Return cup * 4 + sensor to be read now, or -1."""
        if self._next == 0:
            count = len(self.cups)
            for turn in range(1, count + 1):
                n = (self._now + turn) % count
                due_ms = self.cups[n].due_ms
                if due_ms < 0 or (now_ms - due_ms) & _TICKS < _HALF:
                    self._now = n
                    self.cups[n].due_ms = (now_ms + self._pause(self.cups[n])) & _TICKS
                    return n * SENSORS
            return -1
        return self._now * SENSORS + self._next

    def _pause(self, cup: Cup) -> int:
        if cup.misses >= _MISSES:
            return _FAULT_MS
        return _IDLE_MS if cup.empty_blocks > _TARE_BLOCKS else _BUSY_MS

    def feed(self, sensor: int, x: int, y: int, z: int) -> None:
        """Take the reading of the sensor that was due."""
        if self._closed >= 0:
            self._look_closed()
        self._next = (sensor + 1) % SENSORS
        cup = self.cups[sensor // SENSORS]
        if self._next == 0:
            cup.misses = 0
        if not cup.occupied and cup.tared and self._hit(cup, sensor % SENSORS, x, y, z):
            return
        if cup.watch.feed(sensor % SENSORS, x, y, z):
            self._closed = sensor // SENSORS

    def _hit(self, cup: Cup, place: int, x: int, y: int, z: int) -> bool:
        """Look at a reading of an empty cup; say whether something hit it after a long rest."""
        tare = cup.tare
        at = 3 * place
        side = max(abs(x - tare[at]), abs(y - tare[at + 1]))
        if max(side, abs(z - tare[at + 2])) <= _OCCUPIED:
            if cup.clear < SENSORS:
                cup.clear += 1
            return False
        cup.clear = 0
        if cup.empty_blocks <= _TARE_BLOCKS:
            return False
        cup.empty_blocks = 0
        cup.due_ms = -1
        cup.watch.restart()
        self._next = 0  # a block begins with the first sensor
        return True

    def missed(self, sensor: int) -> None:
        """Note that the sensor that was due did not answer; the cup begins a new block."""
        self._next = 0
        cup = self.cups[sensor // SENSORS]
        cup.watch.restart()
        cup.misses = min(cup.misses + 1, _MISSES)
        if cup.misses == _MISSES and cup.verdict.kind != FAULT:
            self._unsettle(cup)
            cup.occupied = False
            self.say(cup, Verdict(FAULT))

    def expect(self, number: int, die: "Die | None", prior: "Prior | None" = None) -> None:
        """Say which die is thrown into a cup; what lies there is read as that die.

        A `prior` of its own is for dice that are still to be learned.
        """
        cup = self.cups[number]
        cup.die = die
        cup.prior = prior
        cup.ready = cup.known = False
        cup.due_ms = -1
        cup.clear = 0
        if cup.occupied:
            cup.watch.restart()
            self.say(cup, Verdict(MOVING))

    def calibrate(self, number: int, tare: "list[int]", gains: "list[float] | None") -> None:
        """Take a cup's tare and the gains of its sensors, as they were stored."""
        cup = self.cups[number]
        for i in range(READINGS):
            cup.tare[i] = tare[i]
        cup.tared = True
        cup.gains = gains

    def seen_empty(self, number: int) -> bool:
        """Say whether a cup was empty once since expect(): all its sensors said so."""
        return self.cups[number].clear >= SENSORS

    def settled(self, number: int) -> bool:
        """Say whether what lies in a cup lies still."""
        cup = self.cups[number]
        return cup.occupied and cup.watch.quiet >= SETTLED_BLOCKS

    # What a block says -----------------------------------------------------------------------

    def _look_closed(self) -> None:
        """Look at the cup whose block of readings is complete."""
        cup = self.cups[self._closed]
        self._closed = -1
        self._look(cup)

    def _look(self, cup: Cup) -> None:
        high = self._highest(cup)
        if not cup.tared:
            if cup.watch.quiet >= READ_BLOCKS:
                cup.tared = high < _FIRST
                cup.full = not cup.tared
                if cup.tared:
                    self._tare(cup, BLOCK)
            return
        tumbles = cup.watch.spread > _TUMBLING  # the mean field of a die that does is small
        if high < (_OCCUPIED if not cup.occupied else _EMPTY) and not tumbles:
            self._look_empty(cup, high)
            return
        cup.occupied = True
        cup.empty_blocks = 0
        if (cup.known or cup.ready) and not self._moved(cup):
            return
        if cup.known or cup.ready or cup.verdict.kind in (EMPTY, FAULT):
            self._unsettle(cup)
            self.say(cup, Verdict(MOVING))
        if cup.watch.quiet >= READ_BLOCKS and not self.busy:
            for i in range(READINGS):
                cup.mean[i] = cup.watch.sums[i] + cup.watch.before[i]
            cup.ready = True

    def _look_empty(self, cup: Cup, high: int) -> None:
        if cup.verdict.kind != EMPTY:
            self._unsettle(cup)
            self.say(cup, Verdict(EMPTY))
        cup.occupied = False
        quiet = cup.watch.quiet and high < _EMPTY
        cup.empty_blocks = cup.empty_blocks + 1 if quiet else 0
        if cup.empty_blocks >= _TARE_BLOCKS and not self._has_neighbor(cup):
            self._tare(cup, 1)
            cup.watch.learn()

    def _highest(self, cup: Cup) -> int:
        """Return the largest reading of the last block without its tare."""
        high = 0
        for i in range(READINGS):
            d = (cup.watch.sums[i] >> 3) - cup.tare[i]
            high = max(high, d, -d)
        return high

    def _tare(self, cup: Cup, eighths: int) -> None:
        """Move the tare towards the last block by so many eighths."""
        for i in range(READINGS):
            d = cup.watch.sums[i] - BLOCK * cup.tare[i]
            cup.tare[i] += (d * eighths + 32) >> 6

    def _moved(self, cup: Cup) -> bool:
        for i in range(READINGS):
            d = cup.watch.sums[i] - (cup.mean[i] >> 1)
            if abs(d) > BLOCK * _MOVED + (abs(cup.mean[i]) >> 5):
                return True
        return False

    def _unsettle(self, cup: Cup) -> None:
        cup.ready = cup.known = False

    def say(self, cup: Cup, verdict: Verdict) -> None:
        """Let a cup have a new verdict."""
        cup.verdict = verdict
        cup.serial = (cup.serial + 1) & _TICKS

    def _has_neighbor(self, cup: Cup) -> bool:
        for other in cup.near:
            if other.occupied:
                return True
        return False

    # Fitting ---------------------------------------------------------------------------------

    def step(self) -> bool:
        """Do one slice of arithmetic, if there is some to do; say whether there was.

        Allocates nothing where there is none.
        """
        if self._closed >= 0:
            self._look_closed()
            return True
        if self.busy:
            return self._joint.step()  # type: ignore[union-attr]
        if not self._any_waits():
            return False
        if self._joint is None:
            self._load()
        else:
            self._joint.begin()
        return True

    def _any_waits(self) -> bool:
        """Say whether a die can be fitted; what nobody expects in a cup is foreign."""
        for cup in self.cups:
            if cup.ready and not cup.known and self._calm_around(cup):
                if cup.die is not None:
                    return True
                cup.known = True
                self.say(cup, Verdict(FOREIGN))
        return False

    def waiting(self) -> "list[int]":
        """Return the cups whose dice can be fitted: nothing moves around them."""
        found = []
        for n in range(len(self.cups)):
            cup = self.cups[n]
            if cup.ready and not cup.known and cup.die is not None and self._calm_around(cup):
                found.append(n)
        return found

    def _load(self) -> None:
        if self._loaded < len(LOADED):
            __import__(LOADED[self._loaded])
            self._loaded += 1
            return
        from kostka.sense.joint import Joint

        self._joint = Joint(self)

    def release(self) -> None:
        """Let go of what is only needed to fit, unless it is at work."""
        if not self.busy:
            self._joint = None
            self._loaded = 0

    def _calm_around(self, cup: Cup) -> bool:
        for other in cup.near:
            if other.occupied and not other.ready:
                return False
        return True

    def value(self, number: int) -> int:
        """Return the value that lies in a cup, -1 where it says none."""
        verdict = self.cups[number].verdict
        return verdict.value if verdict.kind == FACE else -1


def is_near(a: Cup, b: Cup) -> bool:
    """Say whether the field of a die in one cup is felt in another."""
    dx = a.x - b.x
    dy = a.y - b.y
    return dx * dx + dy * dy < _REACH * _REACH
