"""Fits the dice that are new in their cups, together, each without the fields of the others."""

from kostka.sense.cups import SENSORS, Cup, Cups
from kostka.sense.dipole import DipoleFit, coefficient, field
from kostka.sense.judge import judge, prior_of
from kostka.sense.watch import READINGS

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.sense.die import Die

UNIT_MT = 40.0 / 32768  # of a reading
_WARM = 3  # iterations of a repeated fit
_ROUNDS = 2  # repeated fits, where dice are new together


class Joint:
    """The fit of some cups, in slices."""

    def __init__(self, cups: Cups) -> None:
        self._cups = cups
        self._moment = cups.moment_am2
        self._xy = cups.xy
        self._fit = DipoleFit(coefficient(cups.moment_am2), cups.xy)
        self._readings = [0.0] * READINGS
        self._new: list[int] = []  # cups of this joint fit
        self._at = 0  # which of them
        self._round = 0
        self._other = -1  # whose field is taken away next; -1: the fit runs

    def begin(self) -> None:
        """Begin with all cups that wait for it."""
        self._new = self._cups.waiting()
        self._cups.busy = True
        self._at = self._round = 0
        self._start()

    def step(self) -> bool:
        """Do one slice; say that there was one."""
        if self._round > _ROUNDS:
            self._judge()
            return True
        cup = self._cups.cups[self._new[self._at]]
        if not cup.ready:  # it moved meanwhile
            del self._new[self._at]
            self._turn()
        elif self._other >= 0:
            self._subtract(cup)
        elif self._fit.step():
            self._keep(cup)
            self._at += 1
            self._turn()
        return True

    def _turn(self) -> None:
        """Go to the next cup or the next round, or end."""
        if self._at < len(self._new):
            self._start()
            return
        self._at = 0
        self._round += 1
        if len(self._new) > 1 and self._round <= _ROUNDS:
            self._start()
            return
        self._round = _ROUNDS + 1

    def _judge(self) -> None:
        """Give the next of the cups its verdict, or end."""
        if self._at == len(self._new):
            self._cups.busy = False
            return
        cup = self._cups.cups[self._new[self._at]]
        self._at += 1
        if cup.ready and cup.die is not None:
            self._cups.say(cup, judge(cup.die, self._cups.gap, cup.place, cup.moment, cup.misfit))

    def _start(self) -> None:
        """Take the reading of the cup whose turn it is."""
        cup = self._cups.cups[self._new[self._at]]
        self._other = 0
        for i in range(READINGS):
            value = (cup.mean[i] * 0.0625 - cup.tare[i]) * UNIT_MT
            self._readings[i] = value if cup.gains is None else value * cup.gains[i]

    def _subtract(self, cup: Cup) -> None:
        """Take away the field of the next die around, or begin the fit where there is none."""
        while self._other < len(self._cups.cups):
            other = self._cups.cups[self._other]
            self._other += 1
            if other.known and other.die is not None and other in cup.near:
                self._take_away(cup, other, other.die)
                return
        self._other = -1
        die = cup.die
        if die is None:
            return
        fit = self._fit
        fit.c = coefficient(self._moment * die.moment)
        prior = prior_of(die, self._cups.gap) if cup.prior is None else cup.prior
        if self._round:
            fit.begin(self._readings, prior, cup.place, cup.moment, _WARM)
        else:
            fit.begin(self._readings, prior)

    def _take_away(self, cup: Cup, other: Cup, die: "Die") -> None:
        c = coefficient(self._moment * die.moment)
        for k in range(SENSORS):
            x, y = self._xy[k]
            rx = cup.x + x - other.x - other.place[0]
            ry = cup.y + y - other.y - other.place[1]
            parts = field(c, rx, ry, -other.place[2], other.moment)
            for axis in range(3):
                self._readings[3 * k + axis] -= parts[axis]

    def _keep(self, cup: Cup) -> None:
        for axis in range(3):
            cup.place[axis] = self._fit.place[axis]
            cup.moment[axis] = self._fit.moment[axis]
        cup.misfit = self._fit.misfit
        cup.known = True
        self._cups.fits += 1


def measured(cups: Cups, number: int) -> "list[float]":
    """Return the readings by which a cup was read, without tare and gains, mT."""
    cup = cups.cups[number]
    return [(cup.mean[i] * 0.0625 - cup.tare[i]) * UNIT_MT for i in range(READINGS)]


def modeled(cups: Cups, number: int) -> "list[float]":
    """Return what the magnet that was found in a cup gives at its sensors, mT."""
    cup = cups.cups[number]
    c = coefficient(cups.moment_am2 * (1.0 if cup.die is None else cup.die.moment))
    found: list[float] = []
    for x, y in cups.xy:
        found += field(c, x - cup.place[0], y - cup.place[1], -cup.place[2], cup.moment)
    return found
