"""The scan and show paths on an emulated RP2040: how long they take, and that none allocates."""

import pytest

pytestmark = pytest.mark.uf2

SETUP = """
import gc, time
from machine import SPI, Pin
import board_layout as layout
from kostka import mats
from kostka.drivers import hc165
from kostka.drivers.keys import Keys
from kostka.drivers.ws2812 import Strip
from kostka.sense.debounce import Debounce
from kostka.sense.picture import Picture
from kostka.scene.scene import Scene
from kostka.scene.render import Renderer
from kostka.rules.request import Request
from kostka.rules.token import token
gc.collect()
spi = SPI(layout.SPI_ID, layout.SPI_HZ, polarity=hc165.POLARITY, phase=hc165.PHASE,
          sck=Pin(layout.PIN_SR_CLK), mosi=Pin(layout.PIN_SR_MOSI), miso=Pin(layout.PIN_SR_Q))
chain = hc165.Chain(spi, Pin(layout.PIN_SR_LD_N, Pin.OUT, value=1), layout.STRAP_MASK,
                    layout.STRAP_VALUE)
debounce = Debounce(layout.CHAIN_BYTES, layout.DEBOUNCE_MS, layout.KEY_BIT)
picture = Picture(layout.CELL_BIT, 150)
keys = Keys(layout.KEY_BIT)
a = Strip(Pin(layout.PIN_LED_A, Pin.OUT), layout.LED_A, 0)
b = Strip(Pin(layout.PIN_LED_B, Pin.OUT), layout.LED_B, 1)
scene = Scene(mats.load("ludo"), 4)
renderer = Renderer(scene, layout.CELL_LED, layout.SEAT_LED, layout.LED_A + layout.LED_B,
                    layout.LED_IDLE_UA, layout.LED_CHANNEL_UA, layout.RESERVE_MA, 1500)
tokens = [(56 + seat, token(seat)) for seat in range(4) for _ in range(4)]
clock = 0x3FFFFFFF - 5000

def tick():
    global clock
    clock = clock + 10 if clock < 0x3FFFFF00 else 0  # the sum itself must not pass 2**30
    chain.scan()
    changed = debounce.feed(chain.raw, clock)
    keys.update(debounce.stable, clock)
    return picture.feed(debounce.stable, clock, changed)

def draw():
    changed = renderer.render(clock, a.buf, b.buf)
    if changed & 1:
        a.show()
    if changed & 2:
        b.show()

def took(f, n=1):
    worst = 0
    for _ in range(n):
        t = time.ticks_us()
        f()
        worst = max(worst, time.ticks_diff(time.ticks_us(), t))
    return worst

def used(f, n):
    f()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(n):
        f()
    after = gc.mem_alloc()
    gc.enable()
    return after - before

def compose():
    scene.compose(tokens, Request(0, 2), movable=[56, 3], targets=[0, 9], cells=picture.cells)
"""


@pytest.fixture(scope="module")
def table(rp2040):
    set_cells(rp2040, [])
    rp2040.run(SETUP)
    return rp2040


def set_cells(board, cells, keys=()):
    wire = bytearray(board.layout.wire_idle[:-1])
    bits = [board.layout.cells[cell].bit for cell in cells]
    bits += [board.layout.stations[seat].key_bits[key] for seat, key in keys]
    for bit in bits:
        wire[bit >> 3] &= ~(1 << (bit & 7)) & 0xFF
    board.chain.wire[:] = wire


def number(board, code):
    return int(board.run(f"print({code})"))


def test_scan_path(table, record_property):
    number(table, "used(tick, 30)")
    quiet = number(table, "took(tick, 20)")
    set_cells(table, [0, 77])
    one_move = number(table, "took(tick, 8)")
    set_cells(table, [4 * row + col for row in range(4) for col in range(4)], [(0, 1), (3, 2)])
    many = number(table, "took(tick, 8)")
    for name, value in (("quiet", quiet), ("one_move", one_move), ("sixteen_tokens", many)):
        record_property(f"scan_path_{name}_us", value)
        print(f"scan path, {name}: {value} us")
    assert quiet < 2000
    assert one_move < 6000
    assert many < 12000
    assert number(table, "used(tick, 200)") == 0


def test_pictures_settle(table):
    set_cells(table, [10])
    table.run("for _ in range(60): tick()")
    set_cells(table, [10, 20])
    out = table.run("print([i for i in range(60) if tick()], keys.drops)")
    assert out == "[18] 0\n"  # 30 ms of debouncing, then 150 ms of rest


def test_show_path(table, record_property):
    table.run("scene.clear(); draw(); compose(); draw()")
    compose = number(table, "took(compose, 3)")
    table.run("scene.clear()")
    first = number(table, "took(draw)")
    table.run("compose()")
    full = number(table, "took(draw)")
    table.run("clock += 64")
    step = number(table, "took(draw)")
    idle = number(table, "took(draw)")
    for name, value in (
        ("compose", compose),
        ("clear", first),
        ("new_scene", full),
        ("pattern_step", step),
        ("nothing_new", idle),
    ):
        record_property(f"show_{name}_us", value)
        print(f"show path, {name}: {value} us")
    assert compose + full < 20_000
    assert step < 6000
    assert idle < 500


def test_show_path_allocates_nothing(table):
    assert number(table, "used(lambda: (tick(), None)[1], 1)") >= 0
    table.run("def both():\n    tick()\n    draw()\n")
    assert number(table, "used(both, 200)") == 0


def test_the_composed_game_reaches_the_leds(table):
    table.run("clock = 0; scene.clear(); compose(); draw()\nwhile a.busy() or b.busy(): pass")
    lit = [index for index, pixel in enumerate(table.strips[0].pixels) if any(pixel)]
    cells = [cell.index for cell in table.layout.cells if cell.led in lit]
    assert {0, 1, 12, 13} <= set(cells)
    assert sum(any(pixel) for pixel in table.strips[1].pixels) == 4
