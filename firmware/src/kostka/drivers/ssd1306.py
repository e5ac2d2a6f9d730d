"""Drives a display of 128x64 pixels with an SSD1306 on I2C, a short step at a time.

A whole page of 128 bytes takes 2.9 ms on the wire at 400 kHz, so half a page goes at a time: one
step is at most 2.5 ms of work and bus. Only halves that changed are sent. What the chip forgot,
because it was unplugged for a moment, is told again every few seconds.
"""

from kostka.compat import const

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka.hal import I2cBus

ADDRESS = const(0x3C)
WIDTH = const(128)
HEIGHT = const(64)

_HALF = const(64)  # bytes at a time
_HALVES = const(16)
_COMMANDS = const(0x00)  # control bytes
_DATA = const(0x40)
_SET_UP = (
    b"\x00"
    b"\xd5\x80"  # clock
    b"\xa8\x3f"  # 64 rows
    b"\xd3\x00\x40"  # row 0 on top
    b"\x8d\x14"  # charge pump on, for modules without a supply of their own
    b"\x20\x02"  # page addressing
    b"\xa1\xc8"  # the ribbon is at the top: turn both ways
    b"\xda\x12"  # COM pins of 64 rows
    b"\xd9\xf1\xdb\x40"  # levels for the charge pump
    b"\xa4\xa6"  # what is in memory, not inverted
    b"\x81\x7f"  # contrast
    b"\xaf"  # on
)
_CONTRAST = const(23)  # places in the above
_SWITCH = const(24)
_AGAIN_MS = const(3000)  # between attempts to find a display, and between refreshes
_TICKS = const(0x3FFFFFFF)
_WRAP = const(0x20000000)
_COUNT_MAX = const(0x3FFFFFFF)


class Display:
    """A display. `buf` holds columns of eight pixels, page by page, as framebuf's MONO_VLSB.

    Change `buf` while not `busy`, then call show(). `lost` says that the display does not answer;
    it goes on being looked for. `faults` counts what went wrong.
    """

    def __init__(self, i2c: "I2cBus") -> None:
        """Take a bus. Allocates 3 kB."""
        self.buf = bytearray(WIDTH * HEIGHT // 8)
        self.lost = False
        self.busy = False
        self.faults = 0
        self._i2c = i2c
        self._set_up = bytearray(_SET_UP)
        self._go_to = bytearray(4)
        self._sent = [bytearray(_HALF + 1) for _ in range(_HALVES)]
        whole = memoryview(self.buf)
        self._new = [whole[_HALF * i : _HALF * (i + 1)] for i in range(_HALVES)]
        self._old = [memoryview(half)[1:] for half in self._sent]
        for half in self._sent:
            half[0] = _DATA
        self._stale = bytearray([1] * _HALVES)  # halves that the chip may not have
        self._at = 0
        self._due = -1  # when to set the chip up again; -1: now

    def show(self) -> None:
        """Let the steps to come send what is in `buf`."""
        self.busy = True

    def contrast(self, level: int) -> None:
        """Set the brightness, 0..255."""
        self._set_up[_CONTRAST] = level
        self._due = -1

    def power(self, on: bool) -> None:
        """Light up or go dark; the picture is kept."""
        self._set_up[_SWITCH] = 0xAF if on else 0xAE
        self._due = -1

    def step(self, now_ms: int) -> bool:
        """Do the next piece of work; say whether `lost` changed. Takes at most 3 ms.

        Allocates nothing while the bus makes no error.
        """
        begin = self._due < 0 or ((self._due - now_ms + _WRAP) & _TICKS) <= _WRAP
        if not begin and (self.lost or not self.busy):
            return False
        try:
            if begin:
                self._begin(now_ms)
            else:
                self._send()
        except OSError:
            return self._fail(now_ms)
        was = self.lost
        self.lost = False
        return was

    def _begin(self, now_ms: int) -> None:
        """Set the chip up, and take it that it knows nothing any more."""
        due = self._due
        self._i2c.writeto(ADDRESS, self._set_up)
        if due >= 0 or self.lost:
            for i in range(_HALVES):
                self._stale[i] = 1
        self.busy = True
        self._due = (now_ms + _AGAIN_MS) & _TICKS

    def _send(self) -> None:
        """Send the next half of a page that is not as it was."""
        for _ in range(_HALVES):
            i = self._at
            if self._stale[i] or self._new[i] != self._old[i]:
                self._send_half(i)
                return
            self._at = (i + 1) % _HALVES
        self.busy = False

    def _send_half(self, number: int) -> None:
        new = self._new[number]
        out = self._sent[number]
        self._stale[number] = 1  # until it is out
        for i in range(_HALF):
            out[i + 1] = new[i]
        go_to = self._go_to
        go_to[1] = 0xB0 | number >> 1
        go_to[2] = 0x00
        go_to[3] = 0x10 | (number & 1) << 2
        self._i2c.writeto(ADDRESS, go_to)
        self._i2c.writeto(ADDRESS, out)
        self._stale[number] = 0

    def _fail(self, now_ms: int) -> bool:
        if self.faults < _COUNT_MAX:
            self.faults += 1
        for i in range(_HALVES):
            self._stale[i] = 1
        self._due = (now_ms + _AGAIN_MS) & _TICKS
        was = self.lost
        self.lost = True
        return not was
