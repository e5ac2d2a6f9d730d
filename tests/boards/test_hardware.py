"""Firmware meets chips: drivers, pins and memory in the VM of a virtual board."""

from __future__ import annotations

import pytest
from kostka.errors import HardwareError
from kostka_host import layout

pytestmark = pytest.mark.vm

DRIVERS = """\
import asyncio, gc, time
import board_layout as L
from machine import Pin, SPI
from kostka.drivers.hc165 import PHASE, POLARITY, Chain
from kostka.drivers.keys import Keys, is_long, key_of, seat_of
from kostka.drivers.ws2812 import Strip
Pin(L.PIN_LED_PWR_EN, Pin.OUT, value=1)
spi = SPI(L.SPI_ID, L.SPI_HZ, polarity=POLARITY, phase=PHASE)
chain = Chain(spi, Pin(L.PIN_SR_LD_N, Pin.OUT, value=1), L.STRAP_MASK, L.STRAP_VALUE)
keys = Keys(L.KEY_BIT)
a = Strip(Pin(L.PIN_LED_A, Pin.OUT), L.LED_A, 0)
b = Strip(Pin(L.PIN_LED_B, Pin.OUT), L.LED_B, 1)
ok = None
async def main():
    global ok
    while True:
        if chain.scan() != ok:
            ok = chain.ok
            print("chain", ok)
        keys.update(chain.raw, time.ticks_ms() & 0x3fffffff)
        event = keys.get()
        if event >= 0:
            print("key", seat_of(event), key_of(event), is_long(event))
        for cell in range(len(L.CELL_BIT)):
            bit = L.CELL_BIT[cell]
            a.buf[3 * L.CELL_LED[cell]] = 50 * (chain.raw[bit >> 3] >> (bit & 7) & 1)
        b.buf[3 * L.SEAT_LED[2] + 1] = 7
        a.show()
        b.show()
        await asyncio.sleep_ms(10)
asyncio.run(main())
"""


def test_the_drivers_sense_and_light(start) -> None:
    board = start(DRIVERS, speed="max")
    board.tokens([0, 77, 143])
    board.advance(25)
    assert [i for i, color in enumerate(board.leds()) if color == (0, 50, 0)] == [0, 77, 143]
    assert board.seats() == [(0, 0, 0), (0, 0, 0), (7, 0, 0), (0, 0, 0)]
    board.lift(77)
    board.advance(20)
    assert [i for i, color in enumerate(board.leds()) if color == (0, 50, 0)] == [0, 143]
    board.press(2, 1, hold_ms=100)
    board.press(3, 0, hold_ms=1000)
    assert [line for line in board.logs().splitlines() if "key" in line] == [
        "key 2 1 False",
        "key 3 0 False",
        "key 3 0 True",
    ]


def test_faults_of_the_chain_are_seen(start) -> None:
    board = start(DRIVERS, speed="max")
    place = layout.load()
    strap = next(8 * i + b for i in range(29) for b in range(8) if place.strap_mask[i] >> b & 1)
    level = place.strap_value[strap >> 3] >> (strap & 7) & 1
    board.advance(20)
    board.stick(strap, 1 - level)
    board.advance(20)
    board.stick(strap, None)
    board.advance(20)
    board.unplug(22)
    board.advance(20)
    board.unplug(None)
    board.advance(20)
    said = [line for line in board.logs().splitlines() if "chain" in line]
    assert said == [f"chain {ok}" for ok in (True, False, True, False, True)]


LEDS = """\
import array, time, machine, rp2
import board_layout as L
from machine import Pin
Pin(L.PIN_LED_PWR_EN, Pin.OUT, value=1)
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW, out_shiftdir=rp2.PIO.SHIFT_LEFT, autopull=True,
             pull_thresh=24)
def program():
    wrap_target()
    label("bitloop")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bitloop").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()
sm = rp2.StateMachine(0, program, freq=8000000, sideset_base=Pin(L.PIN_LED_A))
sm.active(1)
def took(name, t):
    print(name, time.ticks_us() - t)
# words with put(), the usual way of examples
t = time.ticks_us()
sm.put(array.array("I", [0x010203, 0x040506]), 8)
took("array", t)
time.sleep_ms(1)
# word by word, one frame
for word in (0x111111, 0x222222, 0x333333):
    sm.put(word, 8)
time.sleep_ms(1)
# 32-bit words by DMA, to the queue by its address
dma = rp2.DMA()
words = array.array("I", [0x0a0b0c00] * 144)
done = []
dma.irq(lambda d: done.append(d is dma))
dma.config(read=words, write=0x50200010, count=144,
           ctrl=dma.pack_ctrl(inc_write=False, treq_sel=0), trigger=True)
t = time.ticks_us()
print("busy", dma.active(), done)
while dma.active():
    pass
took("dma", t)
time.sleep_ms(1)
print("idle", dma.active(), done)
print(dma.unpack_ctrl(dma.ctrl)["inc_write"], dma.unpack_ctrl(dma.ctrl)["treq_sel"])
"""


def test_the_ways_to_an_led(start) -> None:
    board = start(LEDS, speed="max")
    strip_a = {cell.led: cell.index for cell in layout.load().cells}

    def led(n: int) -> tuple[int, int, int]:
        return board.leds()[strip_a[n]]

    board.advance(1)
    assert [led(0), led(1), led(2)] == [(2, 1, 3), (5, 4, 6), (0, 0, 0)]
    board.advance(1.1)
    assert [led(0), led(1), led(2)] == [(17,) * 3, (34,) * 3, (51,) * 3]
    assert board.bench.ask("leds")["frames"] == 2
    board.advance(20)
    assert led(143) == (11, 10, 12)
    said = board.logs().split("\r\n")
    assert said[0] == "array 60"
    assert said[1] == "busy True []"
    assert said[2].startswith("dma ")
    assert 4320 <= int(said[2].split()[1]) < 4600
    assert said[3:5] == ["idle False [True]", "0 0"]


NEOPIXEL = """\
import machine, neopixel, time
import board_layout as L
machine.Pin("GP%d" % L.PIN_LED_PWR_EN, machine.Pin.OUT).on()
np = neopixel.NeoPixel(machine.Pin(L.PIN_LED_B), L.LED_B)
np.fill((1, 2, 3))
t = time.ticks_us()
np.write()
print(np[3], time.ticks_us() - t)
"""


def test_neopixel(start) -> None:
    board = start(NEOPIXEL, speed="max")
    board.advance(10)
    assert set(board.seats()) == {(1, 2, 3)}
    words = board.logs().split()
    assert words[:3] == ["(1,", "2,", "3)"]
    assert 350 <= int(words[3]) <= 380  # 12 LEDs of 30 us


MEMORY = """\
import gc
print("free", gc.mem_free())
import select, sys, time
import board_layout as L
from machine import Pin, SPI, WDT
from kostka.drivers.hc165 import PHASE, POLARITY, Chain
from kostka.drivers.usb_serial import Port
from kostka.drivers.ws2812 import Strip
spi = SPI(L.SPI_ID, L.SPI_HZ, polarity=POLARITY, phase=PHASE)
chain = Chain(spi, Pin(L.PIN_SR_LD_N, Pin.OUT, value=1), L.STRAP_MASK, L.STRAP_VALUE)
a = Strip(Pin(L.PIN_LED_A, Pin.OUT), L.LED_A, 0)
port = Port(sys.stdin.buffer, sys.stdout.buffer)
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
dog = WDT(timeout=5000)
buf = bytearray(48)
before = 0  # a new name would take memory itself
def rounds(n):
    for i in range(n):
        chain.scan()
        a.show()
        a.busy()
        port.read(buf)
        port.write(b"", 0)
        for _ in poll.ipoll(0):
            pass
        time.sleep_ms(10)
        time.ticks_us()
        dog.feed()
rounds(20)
gc.collect()
before = gc.mem_alloc()
rounds(500)
print("allocated", gc.mem_alloc() - before)
"""


@pytest.mark.parametrize("speed", ["20", "max"])
def test_the_stand_ins_take_no_memory_while_scanning_and_showing(start, wait_for, speed) -> None:
    board = start(MEMORY, speed=speed)
    board.advance(5300)
    wait_for(lambda: "allocated" in board.logs())
    assert "allocated 0\r\n" in board.logs()


@pytest.mark.parametrize("heap", ["192k", "480k"])
def test_the_firmware_gets_the_heap_that_was_asked_for(start, heap) -> None:
    board = start(MEMORY, speed="max", heap=heap)
    board.advance(1)
    said = dict(line.split()[:2] for line in board.logs().splitlines())
    assert int(said["free"]) == pytest.approx(int(heap[:-1]) * 1024, rel=0.02)


def test_pins(start) -> None:
    board = start(
        "import machine, time\n"
        "from machine import Pin\n"
        "p = Pin(20, Pin.OUT, value=1)\n"
        "print(p is Pin(20), p(), p.value(), p.mode())\n"
        "p.off(); p.toggle(); p.toggle(); print(p.value())\n"
        "print(Pin(19, Pin.IN, Pin.PULL_UP).value(), Pin('LED'))\n"
        "try:\n    Pin(30)\nexcept ValueError as e:\n    print(e)\n"
        "machine.mem32[0x40014000] = 5\n"
        "print(machine.mem32[0x40014000], machine.freq(), machine.disable_irq())\n"
        "machine.RTC().datetime((2024, 2, 3, 5, 6, 7, 8, 0))\n"
        "time.sleep(2)\n"
        "print(machine.RTC().datetime())\n",
        speed="max",
    )
    board.advance(3000)
    assert board.logs().split("\r\n")[:6] == [
        "True 1 1 1",
        "0",
        "1 Pin(GPIO25)",
        "invalid pin",
        "5 125000000 0",
        "(2024, 2, 3, 5, 6, 7, 10, 0)",
    ]


I2C = """\
import gc, time
import board_layout as L
import cup_layout as C
from machine import I2C, Pin
bus = I2C(C.I2C_DICE, scl=Pin(L.PIN_I2C0_SCL), sda=Pin(L.PIN_I2C0_SDA), freq=400000)
def told(what, *args):
    try:
        return what(*args)
    except OSError as error:
        return "error %d" % error.errno
def allocated(n):
    before = gc.mem_alloc()
    for _ in range(n):
        bus.writeto(0x70, one)
        bus.readfrom_into(0x70, one)
        bus.readfrom_mem_into(0x70, 7, buf)
        bus.writeto_mem(0x70, 1, one)
    return gc.mem_alloc() - before
buf = bytearray(4)
one = bytearray(b"\\x05")
while True:
    told(bus.writeto, 0x70, b"\\x00")
    print(bus.scan())
    print(told(bus.writeto, 0x70, b"ab"), told(bus.readfrom, 0x70, 2))
    print(told(bus.writeto_mem, 0x70, 1, b"z"), told(bus.readfrom_mem, 0x70, 6, 1))
    print(told(bus.writevto, 0x70, [b"\\x01", b"\\x09"], False),
          told(bus.readfrom_into, 0x70, buf), bytes(buf))
    if 0x70 in bus.scan():
        gc.collect()
        allocated(3)
        print(allocated(100))
    print("round")
    time.sleep_ms(10)
"""


def test_i2c(start) -> None:
    board = start(I2C, speed="max")
    mux = layout.load().dice.mux
    assert mux == 0x70

    def round_of() -> list[str]:
        board.advance(10)
        return board.logs().split("round\r\n")[-2].splitlines()

    good = [
        "[112]",
        "2 b'bb'",
        "None b'\\x06'",
        "2 None b'\\t\\t\\t\\t'",
        "0",
    ]
    assert round_of() == good
    board.plug_i2c(0, mux, False)
    assert board.i2c(0)[0] == (-1, mux, False)
    board.advance(10)
    assert round_of()[:3] == ["[]", "error 5 error 5", "error 5 error 5"]
    board.plug_i2c(0, mux, True)
    board.hold_i2c(0, True)
    board.advance(10)
    assert round_of()[:3] == ["[]", "error 110 error 110", "error 110 error 110"]
    board.hold_i2c(0, False)
    board.advance(10)
    assert round_of() == good
    with pytest.raises(HardwareError):
        board.plug_i2c(1, mux, False)
    with pytest.raises(HardwareError):
        board.i2c(2)


DICE = """\
import time
import board_layout as L
import cup_layout as C
from machine import I2C, Pin
from kostka.drivers.tca9548a import Switch
from kostka.drivers.tmag5273 import Sensors
bus = I2C(C.I2C_DICE, scl=Pin(L.PIN_I2C0_SCL), sda=Pin(L.PIN_I2C0_SDA), freq=400000, timeout=2000)
sensors = Sensors(bus, Switch(bus, C.DICE_MUX), bytes([c[0] for c in C.CUPS]), C.DICE_SENSORS)
count = 4 * len(C.CUPS)
while True:
    good = sum([sensors.read(n) for n in range(count)])
    print("good", good, abs(sensors.z) < 1000)
    time.sleep_ms(10)
"""


def test_the_sensors_of_all_cups_answer(start) -> None:
    board = start(DICE, speed="max")
    board.advance(25)
    board.plug_i2c(0, 0x22, False, channel=3)
    board.advance(10)
    said = [line for line in board.logs().splitlines() if "good" in line]
    assert said[:2] == ["good 0 True", "good 32 True"]  # set up, then read
    assert said[-1] == "good 31 True"
    assert len(board.i2c(0)) == 33
