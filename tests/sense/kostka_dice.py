"""Dice cups for tests: the firmware's drivers and senses on models of the chips.

`Table` has cups, a world of dice, and a clock of its own. `readings()` throws dice again and
again within a scenario and yields what the firmware says of each.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kostka.drivers.tca9548a import Switch
from kostka.drivers.tmag5273 import Sensors
from kostka.sense import faces, verdict
from kostka.sense.cups import Cups
from kostka.sense.die import Die
from kostka_host import layout
from kostka_host.chips.dice_cups import DiceCups
from kostka_host.chips.dice_world import SCENARIOS, ModelDie, Scenario
from kostka_host.chips.i2c import I2cBus

MUX = 0x70
TURN_MS = 2
# A trace: what the sensors said, record by record. A sensor's number and x, y, z; or a new round
# with the kind of dice, or the tare of a sensor, FIRST_TARE - number.
Record = tuple[int, int, int, int]
NEW_ROUND = -1
FIRST_TARE = -2
GAP = 4.0
# Magnet of a d12 three mm off the middle: direction and place.
D12_OFF = ((-0.317, 0.6768, -0.6644), (-2.249, -1.793, -0.854))


class Bus:
    """machine.I2C on a model of a bus."""

    def __init__(self, bus: I2cBus) -> None:
        self.bus = bus

    def _do(self, addr: int, data: bytes, into: bytearray | None) -> None:
        answer = self.bus.transfer(addr, bytes(data), 0 if into is None else len(into))
        if isinstance(answer, int):
            raise OSError(answer)
        if into is not None:
            into[:] = answer

    def writeto(self, addr, buf):
        self._do(addr, buf, None)

    def readfrom_into(self, addr, buf):
        self._do(addr, b"", buf)

    def writeto_mem(self, addr, memaddr, buf):
        self._do(addr, bytes([memaddr]) + bytes(buf), None)

    def readfrom_mem_into(self, addr, memaddr, buf):
        self._do(addr, bytes([memaddr]), buf)


def nominal(kind: int, off: bool = False) -> tuple[Die, ModelDie]:
    """Return a die as the firmware knows it, and the same as a body."""
    die = faces.usual(kind)
    if off:
        inradius, direction, offset = die.inradius, *D12_OFF
        die = faces.make(die.faces, die.values, inradius, direction, offset)
    return die, ModelDie(die.faces, die.inradius, die.direction, die.offset)


class Table:
    """Some cups of the board's station, in a block 40 mm apart where `pitch` says so."""

    def __init__(self, seed: int, scenario: Scenario, count: int = 6, pitch: float = 40.0) -> None:
        whole = layout.load().dice
        assert whole is not None
        station = replace(whole, cups=whole.cups[:count])
        self.chance = random.Random(seed)
        self.now_ms = 0
        self.bus = I2cBus()
        chips = DiceCups(self.bus, station, self.chance)
        self.mux, self.chips, self.world = chips.switch, chips.sensors, chips.world
        self.world.now_us = lambda: self.now_ms * 1000
        self.world.stand(scenario, pitch)
        i2c = Bus(self.bus)
        channels = bytes(cup.channel for cup in station.cups)
        self.sensors = Sensors(i2c, Switch(i2c, MUX), channels, station.addresses)
        places = [(cup.x, cup.y) for cup in self.world.cups]
        self.cups = Cups(places, station.sensors_mm, station.gap_mm, station.moment_am2)
        self.trace: list[Record] | None = None

    def turn(self) -> None:
        """Do one turn of the scheduler."""
        number = self.cups.due(self.now_ms)
        if number >= 0:
            if self.sensors.read(number):
                values = (self.sensors.x, self.sensors.y, self.sensors.z)
                self.cups.feed(number, *values)
                if self.trace is not None:
                    self.trace.append((number, *values))
            else:
                self.cups.missed(number)
        self.cups.step()

    def run(self, ms: int) -> None:
        """Let time pass."""
        end = self.now_ms + ms
        while self.now_ms < end:
            self.turn()
            self.now_ms += TURN_MS

    def kinds(self) -> list[int]:
        """Return what the cups say."""
        return [cup.verdict.kind for cup in self.cups.cups]

    def until_read(self, limit_ms: int = 15_000) -> None:
        """Let time pass until every full cup has a verdict."""
        end = self.now_ms + limit_ms
        while self.now_ms < end:
            self.turn()
            self.now_ms += TURN_MS
            if not self.cups.busy and verdict.MOVING not in self.kinds():
                full = [cup.die is not None for cup in self.world.cups]
                says = [kind != verdict.EMPTY for kind in self.kinds()]
                if full == says:
                    return

    def take_tare(self) -> None:
        """Let empty cups find their tare."""
        self.run(2500)
        assert all(cup.tared for cup in self.cups.cups)


@dataclass
class Count:
    """What came of readings; `wrong` ones are faces that were accepted and are not there."""

    readings: int = 0
    wrong: int = 0
    rejected: int = 0
    kinds: dict[int, int] = field(default_factory=dict)
    worst: dict[int, list[int]] = field(default_factory=dict)

    def add(self, face: int, said: verdict.Verdict) -> None:
        """Count one reading."""
        self.readings += 1
        self.kinds[said.kind] = self.kinds.get(said.kind, 0) + 1
        if said.kind != verdict.FACE:
            self.rejected += 1
        elif said.face != face:
            self.wrong += 1


def readings(
    kind: int,
    scenario: str,
    seed: int,
    off: bool = False,
    pitch: float = 40.0,
    count: int = 6,
    trace: list[Record] | None = None,
) -> Iterator[tuple[int, verdict.Verdict]]:
    """Yield face and verdict of dice that lie in cups, all cups full.

    Everything random is drawn anew for each round of `count` dice, as the study did: the dice's
    magnets, how they lie, the sensors, and what has changed since the tare.
    """
    known, body = nominal(kind, off)
    s = SCENARIOS[scenario]
    if off:
        s = replace(s, seat=0.15)
    table = Table(seed, s, count, pitch)
    table.trace = trace
    world = table.world
    while True:
        if trace is not None:
            trace.append((NEW_ROUND, kind, int(off), 0))
        for n in range(count):
            world.lift(n)
            table.cups.expect(n, known)  # read anew, without waiting for an empty cup
        world.background = (0.0, 0.0, 0.0)
        world.draw_sensors()
        set_tare(table)
        world.draw_background()
        thrown = []
        for n in range(count):
            face = table.chance.randrange(len(body.ups))
            die = body.drawn(s, table.chance)
            world.place(n, die, world.lying(die, face))
            thrown.append(face)
        table.until_read()
        for n in range(count):
            yield thrown[n], table.cups.cups[n].verdict


def set_tare(table: Table) -> None:
    """Give all cups, which are empty, the tare that long waiting would."""
    for n in range(len(table.cups.cups)):
        tare = [value for k in range(4) for value in table.world.at_sensor(n, k)]
        units = [round(value * 32768 / 40000) for value in tare]
        table.cups.calibrate(n, units, None)
        if table.trace is not None:
            for k in range(4):
                x, y, z = units[3 * k : 3 * k + 3]
                table.trace.append((FIRST_TARE - 4 * n - k, x, y, z))


def counted(kind: int, scenario: str, seed: int, n: int, off: bool = False) -> Count:
    """Return the count of `n` readings."""
    count = Count()
    for face, said in readings(kind, scenario, seed, off):
        count.add(face, said)
        if count.readings >= n:
            break
    return count
