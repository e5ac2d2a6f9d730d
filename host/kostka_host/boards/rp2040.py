"""An emulated RP2040 (rp2040py) with MicroPython in its flash, on the chip models of a board.

Simulated time moves only inside run(). Parts that the emulator leaves out are made good here:
what a PIO does while the processor sleeps, a USB host that has nothing to send, the id of the
flash chip, and the clock of the SPI.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rp2040py.boards import BoardSpec, FlashLayout
from rp2040py.device import MicroPythonDevice
from rp2040py.external.ws2812 import Ws2812
from rp2040py.memory_map import FLASH_START_ADDRESS

from kostka_host.chips.flash import SECTOR, Flash
from kostka_host.chips.world import World
from kostka_host.chips.ws2812 import LedString

FS_START = 0xA0000  # in the flash of a Raspberry Pi Pico with MicroPython
PERI_HZ = 48_000_000  # of clk_peri, as MicroPython sets it up; the emulator takes 125 MHz
PIO_BEAT_NS = 40
PIO_HOLD_NS = 4000  # longer than a bit of a WS2812
USB_FRAME_NS = 100_000  # how long bytes wait that the USB queue has no room for
ERASE, PROGRAM, UNIQUE_ID = 0x20, 0x02, 0x4B  # commands of the flash chip (W25Q16JV)
ID_AT = 5  # the id follows the command and four dummy bytes


class Chip:
    """One controller from power on to power off.

    `said` takes what it sends over USB, `on_connected` is called when its port is there, which
    is again after each reset. Bytes that a host does not take are held back with hold().
    """

    def __init__(
        self,
        uf2: Path,
        flash: Flash,
        world: World,
        board_id: str,
        said: Callable[[bytes], None],
        on_connected: Callable[[], None],
    ) -> None:
        self.connected = False
        self._flash = flash
        self._world = world
        self._id = bytes.fromhex(board_id)
        self._typed = bytearray()
        self._unasked: tuple[int, int] | None = None  # an OUT buffer that waits for bytes
        self._holding = False
        self._held: list[tuple[int, bool]] = []  # IN buffers that wait for the host
        self._on_connected = on_connected
        self._device = self._make(uf2)
        self._mcu = self._device.mcu
        self._clock = self._mcu.clock
        self._stop = self._clock.create_alarm(self._halt)
        self._feeder = self._clock.create_alarm(self._feed)
        self._cdc = self._device.cdc
        self._cdc.on_serial_data = lambda data: said(bytes(data))
        self._cdc.on_device_connected = self._enumerated
        self._mcu.clk_peri = PERI_HZ
        self._wire_usb()
        self._wire_flash()
        self._mcu.core.pc = FLASH_START_ADDRESS

    def _make(self, uf2: Path) -> Any:
        world, layout = self._world, self._world.layout
        parts: list[Any] = []
        for name, string in world.strings.items():
            pin = layout.pins["led_" + name]
            take = functools.partial(_receive, string)
            parts += [Ws2812(gpio=pin, on_pixels=take), _SteadyPio(pin)]
        for role in ("sr_ld_n", "led_pwr_en"):
            if role in layout.pins:
                parts.append(_Output(layout.pins[role], world))
        if layout.chain_bytes:
            parts.append(_SpiChain(world))
        spec = BoardSpec(
            extras=tuple((lambda part=part: part) for part in parts),
            layout=FlashLayout(FS_START, self._flash.sectors, SECTOR),
            image=str(uf2),
        )
        return MicroPythonDevice(board=spec, filesystem=str(self._flash.path))

    # Time ------------------------------------------------------------------------------------

    @property
    def age_us(self) -> int:
        """Return the simulated time since power came."""
        return int(self._clock.nanos // 1000)

    def _halt(self) -> None:
        self._device.simulator.stopped = True

    def run(self, us: int) -> None:
        """Live for some simulated time.

        Raises:
            PowerCut: the power went in the middle of a flash operation.
        """
        simulator = self._device.simulator
        end = self._clock.nanos + us * 1000
        self._stop.schedule(us * 1000)
        while self._clock.nanos < end - 1:
            simulator.stopped = False
            while not simulator.stopped:
                simulator._execute_batch()

    def reset(self) -> None:
        """Press the reset button."""
        self.connected = False
        self._device.hard_reset()

    # USB -------------------------------------------------------------------------------------

    def _enumerated(self) -> None:
        self.connected = True
        self._on_connected()
        self._feed()

    def _wire_usb(self) -> None:
        """Offer no empty packets, which would cost interrupts, and let a host be slow."""
        usb, cdc = self._mcu.usb_ctrl, self._cdc
        answer, ready, forget = usb.on_endpoint_read, usb._indicate_buffer_ready, usb.on_reset

        def read(endpoint: int, size: int) -> None:
            if endpoint == cdc._out_endpoint and cdc.tx_fifo.empty:
                self._unasked = (endpoint, size)
            else:
                answer(endpoint, size)

        def done(endpoint: int, out: bool) -> None:
            if self._holding and not out and endpoint == cdc._in_endpoint:
                self._held.append((endpoint, out))
            else:
                ready(endpoint, out)

        def gone() -> None:
            self.connected = False
            self._unasked = None
            self._held.clear()
            self._typed.clear()
            if forget:
                forget()

        self._answer, self._ready = answer, ready
        usb.on_endpoint_read = read
        usb._indicate_buffer_ready = done
        usb.on_reset = gone

    def send(self, data: bytes) -> None:
        """Let a host send bytes; they wait until the port is there."""
        self._typed += data
        if self.connected:
            self._feed()

    @property
    def waiting(self) -> int:
        """Return how many bytes of a host the board has not taken yet."""
        return len(self._typed)

    def _feed(self) -> None:
        fifo = self._cdc.tx_fifo
        room = min(len(self._typed), fifo.size - fifo.item_count)
        for byte in self._typed[:room]:
            fifo.push(byte)
        del self._typed[:room]
        if self._unasked is not None and not fifo.empty:
            unasked, self._unasked = self._unasked, None
            self._answer(*unasked)
        if self._typed:
            self._feeder.schedule(USB_FRAME_NS)

    def hold(self, on: bool) -> None:
        """Take nothing more from the board, or go on taking."""
        self._holding = on
        if not on:
            held, self._held = self._held, []
            for buffer in held:
                self._ready(*buffer)

    # Flash -----------------------------------------------------------------------------------

    def _wire_flash(self) -> None:
        """Keep in the image what is erased and programmed, and tell this board's own id."""
        ssi = self._mcu.ssi
        apply, shift = ssi._apply_command, ssi._shift_byte

        def applied() -> None:
            command = bytes(ssi._tx_buffer)
            if len(command) >= 4 and ssi._write_enabled:
                at = int.from_bytes(command[1:4], "big") - FS_START
                if command[0] == ERASE and at >= 0:
                    self._flash.erase(at // SECTOR)
                elif command[0] == PROGRAM and at >= 0:
                    self._flash.write(at, command[4:])
            apply()

        def shifted(byte: int) -> int:
            answer: int = shift(byte)
            at = len(ssi._tx_buffer) - 1 - ID_AT
            if ssi._tx_buffer[0] == UNIQUE_ID and 0 <= at < len(self._id):
                return self._id[at]
            return answer

        ssi._apply_command = applied
        ssi._shift_byte = shifted


def _receive(string: LedString, pixels: Sequence[tuple[int, int, int]]) -> None:
    string.receive(bytes(value for red, green, blue in pixels for value in (green, red, blue)))


class _Output:
    """An output pin that the world knows."""

    def __init__(self, pin: int, world: World) -> None:
        self._pin = pin
        self._world = world

    def attach(self, mcu: Any) -> None:
        """Follow the pin."""
        mcu.gpio[self._pin].add_listener(self._edge)

    def _edge(self, new: Any, old: Any) -> None:
        if new.name in ("LOW", "HIGH"):
            self._world.set_pin(self._pin, int(new.name == "HIGH"))


class _SpiChain:
    """The world's shift registers at the SPI, byte by byte, each as long as its eight clocks."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._bytes = b""

    def attach(self, mcu: Any) -> None:
        """Answer for the bus."""
        layout = self._world.layout
        self._mcu = mcu
        self._bus = mcu.spi[layout.spi]
        self._alarm = mcu.clock.create_alarm(self._done)
        self._bus.on_transmit = self._begin
        mcu.gpio[layout.pins["sr_ld_n"]].add_listener(self._loaded)

    def _loaded(self, new: Any, old: Any) -> None:
        self._bytes = b""

    def _begin(self, _: int) -> None:
        self._alarm.schedule(8e9 * self._mcu.clk_peri / (self._bus.clock_frequency * PERI_HZ))

    def _done(self) -> None:
        if not self._bytes:  # the first since the inputs were taken over: all at once
            control = self._bus._control0
            mode = (control >> 6 & 1) << 1 | control >> 7 & 1  # SPO, SPH (PL022, SSPCR0)
            world = self._world
            self._bytes = world.spi(world.layout.spi, world.layout.chain_bytes, mode)
        value, self._bytes = self._bytes[0], self._bytes[1:]
        self._bus.complete_transmit(value)


class _SteadyPio:
    """Keeps the PIO stepping while the processor sleeps, where the emulator would let it starve.

    Short alarms follow every edge of a pin for a while.
    """

    def __init__(self, pin: int) -> None:
        self._pin = pin
        self._until = 0.0
        self._armed = False

    def attach(self, mcu: Any) -> None:
        """Follow the pin."""
        self._clock = mcu.clock
        self._alarm = mcu.clock.create_alarm(self._beat)
        mcu.gpio[self._pin].add_listener(self._edge)

    def _edge(self, new: Any, old: Any) -> None:
        self._until = self._clock.nanos + PIO_HOLD_NS
        if not self._armed:
            self._armed = True
            self._alarm.schedule(PIO_BEAT_NS)

    def _beat(self) -> None:
        self._armed = self._clock.nanos < self._until
        if self._armed:
            self._alarm.schedule(PIO_BEAT_NS)
