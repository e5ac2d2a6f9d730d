"""What stands in for the PIO programs of a virtual jig: the same two chips, in its process.

A chain target latches bytes on SH/LD, a frame sampler has the bits of WS2812; no program runs.
"""

import machine

_hw = machine._hw  # the start takes it out of sys.modules, and there is one channel


class ChainTarget:
    """Sends an image on Q as a chain of shift registers does."""

    def __init__(self, q, ld_n, clk, size):
        self._q = q

    def show(self, image):
        """Send these bytes from now on."""
        at = _hw.begin_long(_hw.PIO_OUT, 1, len(image))
        _hw.put(at, self._q)
        _hw.send(image)
        _hw.answer()


class FrameSampler:
    """Keeps the last whole frame on the data line of an LED string."""

    def __init__(self, index, pin, leds):
        self._pin = pin

    def frame(self):
        """Return the last whole frame, green, red, blue of each LED; none: empty."""
        _hw.put(_hw.begin(_hw.PIO_IN, 1), self._pin)
        return _hw.answer()

    def forget(self):
        """The tap in the process forgets by itself."""
