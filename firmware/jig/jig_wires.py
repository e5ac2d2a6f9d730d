"""The pins of a jig: the chain and the LED lines by PIO, the rest by hand."""

import time

import jig_pins as pins
from jig_pio import ChainTarget, FrameSampler
from machine import Pin, bitstream

WS2812_NS = (400, 850, 800, 450)
GAP_MS = 1  # longer than the gap that ends a frame


class Wires:
    """What the jig is wired to; it listens on clock, SH/LD and LED lines."""

    def __init__(self):
        """Leave the board under test off, its RUN pin free."""
        self._switch = Pin(pins.DUT_POWER, Pin.OUT, value=0)
        self._run = Pin(pins.DUT_RUN_N, Pin.OPEN_DRAIN, value=1)
        self._lit = Pin(pins.LED_PWR_EN, Pin.IN, Pin.PULL_DOWN)
        self._lit.irq(self._went_dark, Pin.IRQ_FALLING)
        self._chain = ChainTarget(pins.SR_Q, pins.SR_LD_N, pins.SR_CLK, len(pins.IDLE))
        numbers = sorted(pins.LEDS)
        self._samplers = {
            name: FrameSampler(numbers.index(name), pins.LED_PINS[name], pins.LEDS[name])
            for name in numbers
        }

    def _went_dark(self, _):
        for name in sorted(self._samplers):
            self._samplers[name].forget()

    def show(self, levels):
        """Let the chain send these levels."""
        self._chain.show(levels)

    def frame(self, name):
        """Return the last whole frame of a string."""
        return self._samplers[name].frame()

    def lit(self):
        """Say whether the board feeds its LEDs."""
        return self._lit.value()

    def power(self, on):
        """Switch the supply of the board under test; its LEDs forget what they showed."""
        self._switch.value(on)
        if not on:
            self._went_dark(None)

    def hold(self, down):
        """Hold the board under test in reset, or let it run."""
        self._run.value(0 if down else 1)

    def loop_chain(self, image):
        """Shift an image out, clocked by the jig itself, and return what was on Q."""
        self._chain.show(image)
        load = Pin(pins.SR_LD_N, Pin.OUT, value=1)
        clock = Pin(pins.SR_CLK, Pin.OUT, value=1)
        q = Pin(pins.SR_Q)
        read = bytearray(len(image))
        for _ in range(2):  # the first is what the queue held
            load.value(0)
            load.value(1)
            for i in range(8 * len(image)):
                read[i >> 3] = (read[i >> 3] << 1 | q.value()) & 0xFF
                clock.value(0)
                clock.value(1)
        clock.init(Pin.IN)
        load.init(Pin.IN)
        return bytes(read)

    def loop_leds(self, name, data):
        """Send a frame on a line itself and return what the sampler makes of it."""
        line = Pin(pins.LED_PINS[name], Pin.OUT, value=0)
        for _ in range(2):  # a frame counts between two gaps
            bitstream(line, 0, WS2812_NS, data)
            time.sleep_ms(GAP_MS)
        line.init(Pin.IN)
        return self._samplers[name].frame()
