"""Clocks: what is granted is lived exactly, and equal benches see equal boards."""

from __future__ import annotations

import hashlib
import time

import pytest
from kostka.errors import HardwareError

pytestmark = pytest.mark.vm

# Five tasks, two kinds of sleep, a timer, tasks made on the way, random numbers, the sensors.
BUSY = """\
import asyncio, os, random, time
import board_layout as L
from machine import Pin, SPI, Timer
from kostka.drivers.hc165 import PHASE, POLARITY, Chain
from kostka.drivers.ws2812 import Strip
Pin(L.PIN_LED_PWR_EN, Pin.OUT, value=1)
spi = SPI(L.SPI_ID, L.SPI_HZ, polarity=POLARITY, phase=PHASE)
chain = Chain(spi, Pin(L.PIN_SR_LD_N, Pin.OUT, value=1), L.STRAP_MASK, L.STRAP_VALUE)
strip = Strip(Pin(L.PIN_LED_A, Pin.OUT), L.LED_A, 0)
start = time.ticks_us()
def say(*words):
    print(time.ticks_diff(time.ticks_us(), start), *words)
async def once(i):
    await asyncio.sleep_ms(i)
    say("once", i)
async def ticker(ms):
    n = 0
    while True:
        await asyncio.sleep_ms(ms)
        n += 1
        say("tick", ms, n)
        if n % 5 == 0:
            for i in (3, 1, 2, 2):
                asyncio.create_task(once(i))
async def scan():
    last = bytes(len(chain.raw))
    while True:
        if not chain.scan():
            say("fault")
        if chain.raw != last:
            last = bytes(chain.raw)
            say("raw", last)
            strip.buf[0] = sum(last) & 255
            strip.show()
        await asyncio.sleep_ms(10)
async def main():
    Timer(-1, period=33, callback=lambda t: say("timer"))
    say(os.urandom(3), random.getrandbits(20), time.localtime())
    for ms in (7, 50, 70):
        asyncio.create_task(ticker(ms))
    await scan()
asyncio.run(main())
"""


def trace(board, pause_s: float = 0.0) -> str:
    board.put(5)
    board.advance(100.5)
    time.sleep(pause_s)
    board.key(1, 2, True)
    for _ in range(5):
        board.advance(7)
    board.lift(5)
    board.advance(1000)
    assert board.time_us() == 1_135_500
    return board.logs()


def test_equal_benches_see_equal_boards(start) -> None:
    logs = [trace(start(BUSY, speed="max", seed=3), pause) for pause in (0.0, 0.05, 0.0)]
    assert len(logs[0].splitlines()) > 200
    assert len({hashlib.sha256(log.encode()).hexdigest() for log in logs}) == 1
    for word in ("raw", "timer", "once", "tick"):
        assert word in logs[0]
    assert "fault" not in logs[0]
    other = trace(start(BUSY, speed="max", seed=4))
    assert other != logs[0]


def test_time_is_lived_to_the_microsecond(start) -> None:
    board = start(
        "import time\n"
        "t = time.ticks_us()\n"
        "while True:\n"
        "    time.sleep_ms(10)\n"
        "    print(time.ticks_us() - t)\n",
        speed="max",
    )
    board.advance(9.999)
    assert board.logs() == ""
    board.advance(0.001)
    assert board.logs() == "10000\r\n"
    board.advance(989.999)
    assert board.logs().split()[-1] == "990000"
    board.advance(0.001)
    assert board.logs().split()[-1] == "1000000"
    assert board.time_us() == 1_000_000


def test_a_poll_wakes_for_input_without_time_passing(start, wait_for) -> None:
    board = start(
        "import select, sys, time\n"
        "p = select.poll()\n"
        "p.register(sys.stdin, select.POLLIN)\n"
        "t = time.ticks_us()\n"
        "while True:\n"
        "    got = p.poll(1000)\n"
        "    print(time.ticks_us() - t, sys.stdin.read(1) if got else None)\n",
        speed="max",
        tcp=0,
    )
    board.advance(300)
    import socket

    with socket.create_connection(("127.0.0.1", board.entry.tcp)) as host:
        host.sendall(b"ab")
        wait_for(lambda: "300000 b" in board.logs())
    board.advance(1000)
    assert board.logs().splitlines() == ["300000 a", "300000 b", "1300000 None"]


def test_a_program_that_waits_in_a_loop_does_not_stop_the_clock(start) -> None:
    board = start(
        "import time\n"
        "t = time.ticks_ms()\n"
        "while time.ticks_diff(time.ticks_ms(), t) < 50:\n    pass\n"
        "print('fifty')\n"
        "import asyncio\n"
        "async def f():\n"
        "    t = time.ticks_ms()\n"
        "    while time.ticks_diff(time.ticks_ms(), t) < 50:\n"
        "        await asyncio.sleep_ms(0)\n"
        "    print('hundred')\n"
        "asyncio.run(f())\n",
        speed="max",
    )
    board.advance(49)
    assert board.logs() == ""
    board.advance(40)
    assert "fifty" in board.logs()
    assert "hundred" not in board.logs()
    board.advance(30)
    assert "hundred" in board.logs()


def test_a_program_that_never_waits_is_told(start) -> None:
    board = start("while True:\n    pass\n", speed="max")
    with pytest.raises(HardwareError) as caught:
        board.bench.ask("advance", timeout_s=0.5, ms=10)
    assert caught.value.text == "bench.stuck"
    with pytest.raises(HardwareError) as caught:
        board.advance(10)
    assert caught.value.text == "bench.advancing"


def test_time_passes_over_a_board_without_power_or_at_its_prompt(start, mpremote) -> None:
    board = start(speed="max")
    board.power_cut()
    board.advance(5000)
    board.start()
    board.advance(1000)
    assert board.time_us() == 6_000_000
    assert mpremote(board.entry.port, "resume", "exec", "print(n)") == "100\n"
    board.advance(1000)
    assert board.time_us() == 7_000_000
    # life goes on where it was: one second lived, none of the others
    out = mpremote(
        board.entry.port, "resume", "exec", "import time; print(time.ticks_ms() % (1 << 40))"
    )
    assert 1000 <= int(out) < 1100


def test_the_age_survives_a_soft_reset_but_not_a_hard_one(start, wait_for) -> None:
    board = start(
        "import time, machine\n"
        "print('age', time.ticks_ms() % (1 << 40), machine.reset_cause())\n"
        "time.sleep(2)\n"
        "machine.soft_reset()\n",
        speed="max",
    )
    board.advance(5000)
    assert [w for w in board.logs().splitlines() if "age" in w] == [
        "age 0 1",
        "age 2000 1",
        "age 4000 1",
    ]
    board.reset()
    board.advance(100)
    assert board.logs().splitlines()[-1] == "age 0 3"


def test_speed(start) -> None:
    board = start(speed="20", main="import time\ntime.sleep(4)\nprint('four seconds')\n")
    began = time.monotonic()
    board.advance(4000)
    assert 0.15 < time.monotonic() - began < 1.5
    assert "four seconds" in board.logs()


def test_the_real_clock(start) -> None:
    board = start(
        "import time\nt=time.time()\ntime.sleep_ms(300)\nprint('later', time.time()-t)\n"
    )
    began = time.monotonic()
    board.advance(400)
    assert 0.4 <= time.monotonic() - began < 1.5
    assert "later" in board.logs()


WATCHED = """\
import time, machine
print("start", machine.reset_cause())
dog = machine.WDT(timeout=500)
for i in range(4):
    time.sleep_ms(200)
    dog.feed()
print("hungry")
time.sleep(10)
"""


@pytest.mark.parametrize("speed", [None, "max"])
def test_the_watchdog_bites_the_one_who_does_not_feed_it(start, speed) -> None:
    board = start(WATCHED, speed=speed)
    board.advance(1250)
    assert "hungry" in board.logs()
    assert board.info()["resets"]["watchdog"] == 0
    board.advance(150)
    assert board.info()["resets"]["watchdog"] == 1
    board.advance(100)
    assert board.logs().splitlines()[-1] == "start 3"


@pytest.mark.parametrize("speed", [None, "max"])
def test_the_watchdog_outlives_a_soft_reset(start, speed) -> None:
    board = start(
        "import machine, os, time\n"
        "print('start', machine.reset_cause())\n"
        "if 'again' not in os.listdir():\n"
        "    open('again', 'w').close()\n"
        "    machine.WDT(timeout=400)\n"
        "    machine.soft_reset()\n"
        "time.sleep(100)\n",
        speed=speed,
    )
    board.advance(300)
    assert board.info()["resets"] == {"soft": 1, "hard": 0, "watchdog": 0, "cut": 0}
    board.advance(300)
    assert board.info()["resets"] == {"soft": 1, "hard": 0, "watchdog": 1, "cut": 0}
    assert board.logs().split("start")[1:] == [" 1\r\nMPY: soft reboot\r\n", " 1\r\n", " 3\r\n"]


def test_timers_go_on_at_a_prompt_as_far_as_the_watchdog_is_concerned(start) -> None:
    board = start(
        "import machine\n"
        "dog = machine.WDT(timeout=300)\n"
        "machine.Timer(-1, period=100, callback=lambda t: dog.feed())\n"
    )
    board.advance(1000)
    assert board.info()["resets"]["watchdog"] == 0
    assert board.info()["stage"] == "prompt"


@pytest.mark.slow
def test_fast_enough_for_whole_games(start) -> None:
    board = start(BUSY.replace("(7, 50, 70)", "()"), speed="max")
    board.advance(100)
    began = time.monotonic()
    board.advance(20_000)
    # over 100 on a quiet machine; 30 is what a whole game in a test needs
    assert 20 / (time.monotonic() - began) > 20
