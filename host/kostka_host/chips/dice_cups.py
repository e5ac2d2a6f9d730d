"""Puts the sensors of all dice cups on an I2C bus, behind their switch, in a world of dice."""

from __future__ import annotations

import random

from kostka_host.chips.dice_hands import DiceHands
from kostka_host.chips.dice_world import SCENARIOS, DiceWorld
from kostka_host.chips.i2c import I2cBus
from kostka_host.chips.tca9548a import Tca9548a
from kostka_host.chips.tmag5273 import Field, Tmag5273
from kostka_host.layout import DiceStation


class DiceCups:
    """The switch, the sensors (cup * 4 + place), and the dice that lie over them."""

    def __init__(self, bus: I2cBus, station: DiceStation, chance: random.Random) -> None:
        """Attach all chips to a bus; the cups are empty."""
        self.world = DiceWorld(station, SCENARIOS["typical"], chance)
        self.hands = DiceHands(self.world, station)
        self.switch = Tca9548a()
        self.sensors: list[Tmag5273] = []
        bus.attach(station.mux, self.switch)
        for number, cup in enumerate(station.cups):
            for place, addr in enumerate(station.addresses):
                sensor = Tmag5273(addr, self._field(number, place), chance)
                self.switch.channels[cup.channel].attach(addr, sensor)
                self.sensors.append(sensor)

    def _field(self, number: int, place: int) -> Field:
        return lambda: self.world.at_sensor(number, place)

    def power_on(self) -> None:
        """Let all chips begin as after power on."""
        self.switch.power_on()
        for sensor in self.sensors:
            sensor.power_on()
