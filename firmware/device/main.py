"""Starts the table: the one place where drivers are made and handed to the app.

A board may lack the chain or an LED string; its layout says so.

Ctrl-C leaves to the prompt, Ctrl-D there starts the table again. The user button, held for three
seconds from power on, takes the settings back to what the factory chose. Games from outside the
package are named in /games.txt, one a line: `name game_module mat_module`; the numbers of an
owner's copy of a game lie in /data.
"""

import gc

# Loading modules leaves garbage between what stays. It is collected often until the tasks run, so
# that what stays lies close together and large pieces of memory remain.
gc.threshold(16_384)  # bytes

import binascii  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402

import board_layout as layout  # noqa: E402
import machine  # noqa: E402
from kostka.app import numbers  # noqa: E402
from kostka.app.start import App, register_games  # noqa: E402
from kostka.drivers import hc165  # noqa: E402
from kostka.drivers.keys import Keys  # noqa: E402
from kostka.drivers.usb_serial import Port  # noqa: E402
from kostka.drivers.watchdog import Watchdog  # noqa: E402
from kostka.drivers.ws2812 import Strip  # noqa: E402
from machine import SPI, Pin  # noqa: E402

TYPE_CHECKING = False  # checkers read it as true
if TYPE_CHECKING:
    from kostka import hal

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


def main() -> None:
    """Run until Ctrl-C, a host's wish, or an error that does not go away."""
    register_games("/games.txt")
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
        watchdog=Watchdog(globals().get("feeder")),
        reset=button is not None and _held(button),
        beacon=beacon,
    )
    if app.config.get("beside") > (0 if _has_room() else 1):
        from kostka.app import beside

        beside.stand_by(app, layout, _part, "")
    gc.collect()
    app.run()


main()
