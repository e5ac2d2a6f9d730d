"""Makes the drivers of this board and hands them to the app: the one place that knows both.

A board may lack the chain or an LED string; its layout says so.
"""

import binascii
import gc
import os
import sys
import time

try:
    import finder  # noqa: F401  # before the package: it finds its modules
except ImportError:  # taken away by who tries sources
    pass
import board_layout as layout
import machine
from kostka import games, mats
from kostka.app import numbers
from kostka.app.start import App
from kostka.compat import forget
from kostka.drivers import hc165
from kostka.drivers.keys import Keys
from kostka.drivers.usb_serial import Port
from kostka.drivers.watchdog import Watchdog
from kostka.drivers.ws2812 import Strip
from machine import SPI, Pin

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka import hal
    from machine import Timer

RESET_MS = 3000
# Bytes of heap, of which what stands beside the field takes 70,000; twice for words of 64 bits.
ROOM = 300_000


def _chain() -> "hal.Chain":
    if not layout.CHAIN_BYTES:
        from kostka.hal.absent import NoChain

        return NoChain()
    spi = SPI(
        layout.SPI_ID,
        layout.SPI_HZ,
        polarity=hc165.POLARITY,
        phase=hc165.PHASE,
        sck=Pin(layout.PIN_SR_CLK),
        mosi=Pin(layout.PIN_SR_MOSI),
        miso=Pin(layout.PIN_SR_Q),
    )
    load = Pin(layout.PIN_SR_LD_N, Pin.OUT, value=1)
    return hc165.Chain(spi, load, layout.STRAP_MASK, layout.STRAP_VALUE)


def _strip(name: str, machine_number: int) -> "hal.Strip":
    count = getattr(layout, "LED_" + name)
    if not count:
        from kostka.hal.absent import NoStrip

        return NoStrip()
    return Strip(Pin(getattr(layout, "PIN_LED_" + name), Pin.OUT), count, machine_number)


def _held(button: Pin) -> bool:
    """Say whether the button is held down for RESET_MS from now on."""
    for _ in range(RESET_MS // 10):
        if button.value():
            return False
        time.sleep_ms(10)
    return True


def _part(name: str) -> object:
    """Make the driver of a part beside the field, None where there is none."""
    from kostka.drivers import parts

    made: object = getattr(parts, name)(layout)
    return made


def _has_room() -> bool:
    """Say whether there is room for cups and desk beside a game: an RP2040 has none."""
    heap = gc.mem_alloc() + gc.mem_free()
    return heap >= (ROOM if sys.maxsize >> 32 == 0 else 2 * ROOM)


def _register_games(path: str) -> None:
    """Register the games that a file names, a line each: name, game module, mat module.

    A missing file is no games; lines of another form are passed over.
    """
    try:
        with open(path) as file:
            for line in file:
                words = line.split()
                if len(words) == 3 and not words[0].startswith("#"):
                    games.register(words[0], words[1])
                    mats.register(words[0], words[2])
    except OSError:
        pass


def make(feeder: "Timer | None", trial: bool = False) -> App:
    """Return the app of this board. `feeder` is the timer that feeds the watchdog already.

    A release on `trial` reports when it is healthy.
    """
    _register_games("/games.txt")
    numbers.use()
    keys, beacon, button = Keys(layout.KEY_BIT), None, None
    if hasattr(layout, "PIN_USER_BTN"):
        button = Pin(layout.PIN_USER_BTN, Pin.IN, Pin.PULL_UP)
    if not layout.SEATS:
        from kostka.drivers.onboard import Bootsel, Led

        keys, beacon = Bootsel(), Led(Pin("LED", Pin.OUT))
    if layout.LED_A or layout.LED_B:
        Pin(layout.PIN_LED_PWR_EN, Pin.OUT, value=1)
    app = App(
        layout,
        _chain(),
        keys,
        _strip("A", 0),
        _strip("B", 1),
        Port(sys.stdin.buffer, sys.stdout.buffer),
        "/journal",
        binascii.hexlify(machine.unique_id()).decode(),
        os.urandom,
        machine.soft_reset,
        home="",
        watchdog=Watchdog(feeder),
        reset=button is not None and _held(button),
        beacon=beacon,
    )
    if app.config.get("beside") > (0 if _has_room() else 1):
        from kostka.app import beside

        beside.stand_by(app, layout, _part, "")
    if trial:
        from kostka.app import trial as trial_

        trial_.watch(app)
    forget("board_layout")  # half a kilobyte; whoever needs it has it
    return app
