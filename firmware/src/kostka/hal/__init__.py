"""What the app expects of drivers. Anything of the same shape will do; fakes.py holds some.

The shapes are written down for type checkers only; on the board this module is empty.
"""

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class OutPin(Protocol):
        """machine.Pin, as an output."""

        def value(self, __level: int) -> object:
            """Set the level."""

    class InPin(Protocol):
        """machine.Pin, as an input."""

        def value(self) -> int:
            """Return the level."""

    class Tone(Protocol):
        """machine.PWM."""

        def freq(self, __hz: int) -> object:
            """Set the frequency."""

        def duty_u16(self, __duty: int) -> object:
            """Set how much of the time the level is high, 0..65535; 0 is off."""

    class Bus(Protocol):
        """machine.SPI."""

        def readinto(self, __buf: bytearray, __write: int = 0) -> object:
            """Fill a buffer."""

        def deinit(self) -> object:
            """Turn the bus off."""

    class I2cBus(Protocol):
        """machine.I2C. Every call raises OSError where nobody acknowledges or the bus hangs."""

        def writeto(self, __addr: int, __buf: bytes | bytearray) -> object:
            """Send bytes to an address."""

        def readfrom_into(self, __addr: int, __buf: bytearray) -> object:
            """Fill a buffer from an address."""

        def writeto_mem(self, __addr: int, __memaddr: int, __buf: bytearray) -> object:
            """Send a register's number and bytes for it."""

        def readfrom_mem_into(self, __addr: int, __memaddr: int, __buf: bytearray) -> object:
            """Fill a buffer from a register on."""

    class Stream(Protocol):
        """A MicroPython byte stream."""

        def readinto(self, __buf: bytearray) -> int | None:
            """Read up to len(buf) bytes; on an RP2 exactly that many."""

        def write(self, __data: bytes, __offset: int, __count: int) -> int | None:
            """Write a part of `data`."""

    class Chain(Protocol):
        """Cells and keys. `raw` has a bit per input, 1 means token present or key down."""

        raw: bytearray
        ok: bool
        faults: int
        wrong: int  # the chip that failed last

        @property
        def errors(self) -> Sequence[int]:
            """Return how often each chip was the one that failed."""

        def scan(self) -> bool:
            """Read all inputs into `raw`; False, and `raw` as before, if the check failed."""

        def deinit(self) -> None:
            """Free the hardware."""

    class Strip(Protocol):
        """A string of LEDs; `buf` holds green, red, blue of each."""

        n: int
        buf: bytearray

        def show(self) -> bool:
            """Begin to send `buf`; False if the last frame is still under way."""

        def busy(self) -> bool:
            """Say whether a frame is under way; `buf` should then be left alone."""

        def deinit(self) -> None:
            """Free the hardware."""

    class Keys(Protocol):
        """Key events, from debounced inputs."""

        drops: int

        def update(self, stable: bytearray, now_ms: int) -> None:
            """Look at the inputs."""

        def get(self) -> int:
            """Take the oldest event, seat << 4 | key << 1 | long, or -1."""

    class Port(Protocol):
        """Bytes to and from a host; no call waits."""

        def any(self) -> bool:
            """Say whether a byte can be read."""

        def read(self, buf: bytearray) -> int:
            """Read at most len(buf) bytes; return how many."""

        def write(self, data: bytes, count: int) -> int:
            """Write at most the first `count` bytes; return how many went."""

        def deinit(self) -> None:
            """Let go of the port."""

    class Beacon(Protocol):
        """The one light of a board that has no others."""

        def show(self, __seat: int, __now_ms: int) -> None:
            """Show whose turn it is, -1 for nobody's."""

    class Watchdog(Protocol):
        """Resets the board unless it is fed."""

        def start(self) -> None:
            """Begin to watch."""

        def feed(self) -> None:
            """Put the reset off."""

        def leave(self) -> None:
            """Feed it by itself from now on."""

    class Screen(Protocol):
        """A display; `buf` holds columns of eight pixels, to be changed while not `busy`."""

        buf: bytearray
        busy: bool
        lost: bool

        def show(self) -> None:
            """Begin to send `buf`."""

        def step(self, now_ms: int) -> bool:
            """Send a little; say whether `lost` changed."""

    class Clock(Protocol):
        """Milliseconds that wrap at 2**30."""

        def ms(self) -> int:
            """Return the time."""

        def diff(self, later: int, earlier: int) -> int:
            """Return later - earlier, across a wrap."""
