"""The in-memory drivers behave as the real ones promise."""

import board_layout as layout
from kostka.hal.fakes import FakeChain, FakeClock, FakePort, FakeStrip


def case_chain():
    chain = FakeChain(layout.CHAIN_BYTES, layout.CELL_BIT, layout.KEY_BIT)
    chain.put(0)
    assert chain.raw == bytes(29)  # nothing shows before a scan
    assert chain.scan()
    assert chain.raw[layout.CELL_BIT[0] >> 3] == 1 << (layout.CELL_BIT[0] & 7)
    chain.fail = True
    chain.lift(0)
    assert not chain.scan()
    assert chain.faults == 1
    assert chain.raw != bytes(29)


def case_strip():
    strip = FakeStrip(3)
    strip.buf[3:6] = b"\x01\x02\x03"
    assert strip.rgb(1) == (0, 0, 0)
    assert strip.show()
    assert strip.rgb(1) == (2, 1, 3)
    strip.stuck = True
    assert not strip.show()
    assert strip.frames == 1


def case_port():
    port = FakePort()
    buf = bytearray(4)
    assert port.read(buf) == 0
    port.feed(b"abcdef")
    assert port.any()
    assert port.read(buf) == 4
    assert bytes(buf) == b"abcd"
    assert port.read(buf) == 2
    assert bytes(buf[:2]) == b"ef"
    port.room = 3
    assert port.write(b"12345", 5) == 3
    assert port.write(b"45", 2) == 0
    assert bytes(port.sent) == b"123"


def case_clock_wraps():
    clock = FakeClock()
    before = clock.ms()
    clock.advance(1000)
    assert clock.ms() < before
    assert clock.diff(clock.ms(), before) == 1000
    assert clock.diff(before, clock.ms()) == -1000
