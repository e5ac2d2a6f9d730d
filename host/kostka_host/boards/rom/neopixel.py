"""LED strips by bitstream, with the interface of the module that comes with MicroPython."""

from machine import bitstream


class NeoPixel:
    """A strip of `n` LEDs of `bpp` colors on a pin."""

    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        self.pin.init(pin.OUT)
        self.timing = (400, 850, 800, 450) if timing == 1 else (800, 1700, 1600, 900)

    def __len__(self):
        return self.n

    def __setitem__(self, i, v):
        at = i * self.bpp
        for k in range(self.bpp):
            self.buf[at + self.ORDER[k]] = v[k]

    def __getitem__(self, i):
        at = i * self.bpp
        return tuple([self.buf[at + self.ORDER[k]] for k in range(self.bpp)])

    def fill(self, v):
        """Give all LEDs one color."""
        for i in range(self.n):
            self[i] = v

    def write(self):
        """Send the colors to the strip."""
        bitstream(self.pin, 0, self.timing, self.buf)
