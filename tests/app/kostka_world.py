"""A table with cups, tag stand, screen and buzzer: the app and its drivers on models of chips.

Its own time: cups are served every 2 ms, the parts beside the field every 10 ms. A step of the
cups takes no time here.
"""

import json
import sys
from pathlib import Path

import cup_layout
from kostka import line
from kostka_bench import Bench

sys.path.insert(0, str(Path(__file__).parents[1] / "sense"))

from kostka_dice import Bus
from kostka_host import layout as layouts
from kostka_host.chips.world import World

DICE_MS = 2


class OutPin:
    def __init__(self, world, pin):
        self.world, self.pin = world, pin

    def value(self, level):
        self.world.set_pin(self.pin, level)


class InPin:
    def __init__(self, world, pin):
        self.world, self.pin = world, pin

    def value(self):
        return self.world.pin(self.pin)


class Pwm:
    def __init__(self, desk, pin):
        self.desk, self.pin, self.hz, self.duty = desk, pin, 1000, 0

    def freq(self, hz):
        self.hz = hz
        self.desk.pwm(self.pin, self.hz, self.duty)

    def duty_u16(self, duty):
        self.duty = duty
        self.desk.pwm(self.pin, self.hz, self.duty)


class Adc:
    def __init__(self, desk, pin):
        self.desk, self.pin = desk, pin

    def read_u16(self):
        return self.desk.adc(self.pin)


class WorldBench(Bench):
    """A table that is switched on, with everything that may stand beside the field."""

    def __init__(self, folder, **options):
        self.world = World(layouts.load())
        self.world.now_us = lambda: self.clock.ms() * 1000
        self.pins = self.world.layout.pins
        self.notes = []
        self.news = {}
        super().__init__(folder, part=self.part, home=str(folder), **options)
        self.say("hello", p=[1, 0], c="b0b0", v={"ludo": 1}, w=0)
        self._bytes_heard = 0

    def part(self, name):
        from kostka.drivers.buzzer import Buzzer
        from kostka.drivers.pn532 import TagReader
        from kostka.drivers.ssd1306 import Display
        from kostka.drivers.tca9548a import Switch
        from kostka.drivers.tmag5273 import Sensors

        if name == "cups":
            return cup_layout
        desk, station = self.world.desk, self.world.layout.dice
        if name == "sensors":
            bus = Bus(self.world.i2c[station.i2c])
            channels = bytes(cup.channel for cup in station.cups)
            return Sensors(bus, Switch(bus, station.mux), channels, station.addresses)
        if name == "display":
            return Display(Bus(self.world.i2c[1]))
        if name == "reader":
            reset, irq = (
                OutPin(self.world, self.pins["nfc_rst_n"]),
                InPin(self.world, self.pins["nfc_irq"]),
            )
            return TagReader(Bus(self.world.i2c[1]), reset, irq)
        if name == "buzzer":
            return Buzzer(Pwm(desk, self.pins["buzzer"]))
        return Adc(desk, self.pins["adc_cc"])

    def run(self, ms):
        for _ in range(0, ms, 10):
            for _ in range(5):
                self.clock.advance(DICE_MS)
                self.app.tasks.dice.round(self.clock.ms())
            self.app.tasks.desk.round(self.clock.ms())
            self.app.scanner.round(self.clock.ms())
            if self.table.procedure is not None:
                self.table.procedure.step(self.clock.ms())
            self.app.lights.now(self.clock.ms())
            for _ in range(4):
                self.app.link.poll()
            self._listen()

    def _listen(self):
        data = bytes(self.port.sent)
        self.port.sent.clear()
        if not data:
            return
        for body in self._decoder.feed(data):
            message = json.loads(body)
            if message["m"] == "hello":
                self._bytes_heard = 0
            elif message["m"] == "note":
                self.notes.append([message["t"], *message["x"]])
            self.news[message["m"]] = message
        self._bytes_heard += len(data)
        self.port.feed(line.frame(line.FROM_HOST, '{"m":"ack","b":%d}' % self._bytes_heard))

    # Dice

    @property
    def hands(self):
        return self.world.dice.hands

    @property
    def dice(self):
        return self.app.tasks.dice

    def until(self, condition, ms=8000):
        """Let time pass until something is so; say whether it is."""
        for _ in range(0, ms, 20):
            if condition():
                return True
            self.run(20)
        return condition()

    def roll(self, cup, kind, face=-1):
        """Take a die out of a cup and throw it in again; say whether a line was played."""
        before = self.session.lines
        self.hands.do(cup, "take")
        self.until(lambda: self.dice.cups and self.dice.cups.seen_empty(cup))
        self.hands.do(cup, "throw", kind, face)
        return self.until(lambda: self.session.lines > before)

    # Screen

    def picture(self):
        return tuple(self.world.desk.screen.rows())
