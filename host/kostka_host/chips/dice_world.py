"""Dice with magnets in cups, the hands that throw, hold and tilt them, and the field they make.

Lengths are mm, fields uT. A cup's sensors are at height 0, its floor `gap` above. Where the
magnet is in a die, how strong it is, and how true the sensors are is drawn at random within a
scenario; the reader of the board knows only the nominal values.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from kostka.sense.faces import shape

from kostka_host.chips.vectors import (
    Matrix,
    Vector,
    apply,
    corners,
    dipole,
    dot,
    multiply,
    small_turn,
    spin,
    to_up,
    triple,
    turn_about,
)
from kostka_host.layout import DiceStation

EARTH_UT: Vector = (20.0, 0.0, -44.0)


@dataclass(frozen=True)
class Scenario:
    """How far from nominal things are: standard deviations, but `play`, a radius.

    `play` and `height` mm, `tilt` degrees an axis: how a die lies. `direction` degrees an axis,
    `moment` relative, `seat` mm an axis: its magnet. `gain` relative, `turn` degrees, `place` mm:
    the sensors. `background` uT: uniform field since the tare was taken.
    """

    play: float
    height: float
    tilt: float
    direction: float
    moment: float
    gain: float
    turn: float
    place: float
    background: float
    seat: float = 0.0


SCENARIOS = {
    "good": Scenario(1.0, 0.15, 0.5, 0.5, 0.01, 0.005, 0.3, 0.05, 5.0),
    "typical": Scenario(1.5, 0.25, 0.8, 1.0, 0.02, 0.010, 0.7, 0.10, 10.0),
    "poor": Scenario(2.0, 0.50, 1.5, 3.0, 0.05, 0.020, 1.5, 0.20, 40.0),
    "exact": Scenario(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
}


@dataclass
class ModelDie:
    """One die as it really is: shape, inradius, and its magnet in the die's own frame."""

    faces: int
    inradius: float
    direction: Vector
    offset: Vector = (0.0, 0.0, 0.0)
    moment: float = 1.0

    def __post_init__(self) -> None:
        self.ups = shape(self.faces)
        self.corners = corners(self.ups, self.inradius)

    def drawn(self, scenario: Scenario, chance: random.Random) -> ModelDie:
        """Return a die whose magnet differs from this one as the scenario says."""
        turn = small_turn(chance, scenario.direction)
        off = tuple(chance.gauss(value, scenario.seat) for value in self.offset)
        return ModelDie(
            self.faces,
            self.inradius,
            apply(turn, self.direction),
            (off[0], off[1], off[2]),
            self.moment * (1 + chance.gauss(0, scenario.moment)),
        )

    def lowest(self, attitude: Matrix) -> float:
        """Return how high the middle of the die is when it touches the floor."""
        return -min(dot(attitude[2], corner) for corner in self.corners)


@dataclass
class Pose:
    """Where a die is in its cup: the way from its own frame to the board's, and its middle."""

    attitude: Matrix
    middle: Vector


@dataclass
class CupModel:
    """What is in a cup, and how its sensors are. `moving` gives a pose for a time, if any."""

    x: float
    y: float
    die: ModelDie | None = None
    pose: Pose | None = None
    moving: Callable[[int], Pose] | None = None
    places: list[Vector] = field(default_factory=list)
    gains: list[Vector] = field(default_factory=list)
    turns: list[Matrix] = field(default_factory=list)
    offsets: list[Vector] = field(default_factory=list)


class DiceWorld:
    """All cups of a board with the dice in them. `now_us` is the time movements go by."""

    def __init__(self, station: DiceStation, scenario: Scenario, chance: random.Random) -> None:
        """Take where the cups are, how true things are, and chance; all cups are empty."""
        self.station = station
        self.scenario = scenario
        self.chance = chance
        self.now_us: Callable[[], int] = lambda: 0
        self.background: Vector = (0.0, 0.0, 0.0)
        self.warmth = 0.0  # of the sensors' gain, relative: what a change of temperature leaves
        self.cups = [CupModel(cup.x_mm, cup.y_mm) for cup in station.cups]
        self._constant = station.moment_am2 * 1e8  # uT mm3
        self._cache: dict[tuple[int, int], Vector] = {}
        self.draw_sensors()

    def stand(self, scenario: Scenario, pitch_mm: float) -> None:
        """Take another scenario, and put the cups into a block of rows of three."""
        self.scenario = scenario
        for n, cup in enumerate(self.cups):
            cup.x, cup.y = n % 3 * pitch_mm, n // 3 * pitch_mm
        self.draw_sensors()

    # Chance ----------------------------------------------------------------------------------

    def draw_sensors(self) -> None:
        """Draw all sensors anew."""
        s, chance = self.scenario, self.chance
        for cup in self.cups:
            cup.places, cup.gains, cup.turns, cup.offsets = [], [], [], []
            for x, y in self.station.sensors_mm:
                at = (chance.gauss(cup.x + x, s.place), chance.gauss(cup.y + y, s.place))
                cup.places.append((*at, chance.gauss(0, s.place)))
                cup.gains.append(triple(lambda: 1 + chance.gauss(0, s.gain)))
                cup.turns.append(small_turn(chance, s.turn))
                cup.offsets.append(triple(lambda: chance.gauss(0, 100)))
        self._cache.clear()

    def draw_background(self) -> None:
        """Let the uniform field be another one than when the tare was taken."""
        self.background = triple(lambda: self.chance.gauss(0, self.scenario.background))
        self._cache.clear()

    # Hands -----------------------------------------------------------------------------------

    def lift(self, number: int) -> None:
        """Take the die out of a cup."""
        cup = self.cups[number]
        cup.die = cup.pose = cup.moving = None
        self._cache.clear()

    def place(self, number: int, die: ModelDie, pose: Pose) -> None:
        """Put a die into a cup as it is to stay."""
        cup = self.cups[number]
        cup.die, cup.pose, cup.moving = die, pose, None
        self._cache.clear()

    def move(self, number: int, die: ModelDie, moving: Callable[[int], Pose]) -> None:
        """Let a die in a cup move: `moving` gives its pose for a time in us."""
        cup = self.cups[number]
        cup.die, cup.moving = die, moving
        self._cache.clear()

    def lying(self, die: ModelDie, face: int) -> Pose:
        """Return how a die may come to lie on a face, anywhere and anyhow turned."""
        s, chance = self.scenario, self.chance
        up = to_up(die.ups[face])
        attitude = multiply(spin(chance.uniform(0, 2 * math.pi)), up)
        attitude = multiply(small_turn(chance, s.tilt), attitude)
        side, way = s.play * math.sqrt(chance.random()), chance.uniform(0, 2 * math.pi)
        height = die.inradius + chance.gauss(0, s.height)
        return Pose(attitude, (side * math.cos(way), side * math.sin(way), height))

    def leaning(self, die: ModelDie, face: int, degrees: float) -> Pose:
        """Return a die that leans on something: lying, then tilted about some level axis."""
        lying = self.lying(die, face)
        way = self.chance.uniform(0, 2 * math.pi)
        tilt = turn_about((math.cos(way), math.sin(way), 0.0), math.radians(degrees))
        attitude = multiply(tilt, lying.attitude)
        height = die.lowest(attitude) + abs(self.chance.gauss(0, self.scenario.height))
        return Pose(attitude, (lying.middle[0], lying.middle[1], height))

    def throw(self, number: int, die: ModelDie, face: int, ms: int = 800) -> None:
        """Throw a die: it tumbles for some time, then lies on a face."""
        begun, end = self.now_us(), self.lying(die, face)
        chance = random.Random(self.chance.getrandbits(32))

        def moving(now_us: int) -> Pose:
            left = 1 - (now_us - begun) / (ms * 1000)
            if left <= 0:
                self.place(number, die, end)
                return end
            axis = triple(lambda: chance.gauss(0, 1))
            attitude = multiply(turn_about(axis, chance.gauss(0, 3 * left)), end.attitude)
            x, y, _ = end.middle
            bounce = die.lowest(attitude) + abs(chance.gauss(0, 6 * left))
            return Pose(attitude, (x + chance.gauss(0, left), y + chance.gauss(0, left), bounce))

        self.move(number, die, moving)

    def hold(
        self, number: int, die: ModelDie, pose: Pose, mm: float = 0.1, deg: float = 0.5
    ) -> None:
        """Hold a die in a hand.

        It trembles some nine times a second by `mm` and `deg`, and sways three times as far
        about once a second: amplitudes about each axis, with phases by chance.
        """
        chance = random.Random(self.chance.getrandbits(32))
        waves = [
            (chance.uniform(7, 11), chance.uniform(0.4, 1.4), chance.random(), chance.random())
            for _ in range(6)
        ]

        def moving(now_us: int) -> Pose:
            by = []
            for fast, slow, a, b in waves:
                s = now_us / 1e6
                tremble = math.sin(2 * math.pi * (fast * s + a))
                by.append(tremble + 3 * math.sin(2 * math.pi * (slow * s + b)))
            axis = (by[0], by[1], by[2])
            turn = turn_about(axis, math.radians(deg) * math.sqrt(dot(axis, axis)) + 1e-9)
            x, y, z = (pose.middle[i] + mm * by[i + 3] for i in range(3))
            return Pose(multiply(turn, pose.attitude), (x, y, max(z, pose.middle[2] - mm)))

        self.move(number, die, moving)

    # Field -----------------------------------------------------------------------------------

    def at_sensor(self, number: int, sensor: int) -> Vector:
        """Return the field as a sensor of a cup feels it, in its own axes, without noise."""
        if any(cup.moving is not None for cup in self.cups):
            return self._felt(number, sensor)
        key = (number, sensor)
        if key not in self._cache:
            self._cache[key] = self._felt(number, sensor)
        return self._cache[key]

    def _felt(self, number: int, sensor: int) -> Vector:
        own = self.cups[number]
        sx, sy, sz = own.places[sensor]
        b = [EARTH_UT[i] + self.background[i] for i in range(3)]
        for cup in self.cups:
            if cup.die is None:
                continue
            if cup.moving is not None:
                cup.pose = cup.moving(self.now_us())
            if cup.pose is None:
                continue
            off = apply(cup.pose.attitude, cup.die.offset)
            x, y, z = (cup.pose.middle[i] + off[i] for i in range(3))
            way = (sx - cup.x - x, sy - cup.y - y, sz - self.station.gap_mm - z)
            m = apply(cup.pose.attitude, cup.die.direction)
            for i, value in enumerate(dipole(self._constant * cup.die.moment, way, m)):
                b[i] += value
        gain, offset = own.gains[sensor], own.offsets[sensor]
        turned = apply(own.turns[sensor], (b[0] * gain[0], b[1] * gain[1], b[2] * gain[2]))
        warm = 1 + self.warmth
        x, y, z = (warm * turned[i] + offset[i] for i in range(3))
        return x, y, z
