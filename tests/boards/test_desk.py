"""Tag reader, screen, buzzer and supply of a virtual board, with the firmware's own drivers."""

from __future__ import annotations

import pytest
from kostka.errors import HardwareError
from kostka_host import layout
from kostka_host.chips.desk import CC_MV, Desk
from kostka_host.chips.i2c import I2cBus

UID = "04a1b2c3d4e5f6"
OTHER = "04112233445566"

FIRMWARE = """\
import time
import board_layout as L
from machine import ADC, I2C, PWM, Pin
from kostka.app.power import Supply
from kostka.drivers.buzzer import DICE, TURN, WRONG, Buzzer
from kostka.drivers.pn532 import TIMEOUT_US, TagReader
from kostka.drivers.ssd1306 import Display
from kostka.screen import pages
from kostka.screen.paint import Painter
from kostka.tags import ndef
from kostka.tags.registry import Registry
from kostka.tags.stand import PRESENT, TWO, Stand

class Store:
    def load(self):
        return [("04112233445566", "player", "2")]
    def save(self, entries):
        pass

bus = I2C(1, scl=Pin(L.PIN_I2C1_SCL), sda=Pin(L.PIN_I2C1_SDA), freq=400000, timeout=TIMEOUT_US)
reader = TagReader(bus, Pin(L.PIN_NFC_RST_N, Pin.OUT, value=1),
                Pin(L.PIN_NFC_IRQ, Pin.IN, Pin.PULL_UP))
display = Display(bus)
painter = Painter(display.buf)
buzzer = Buzzer(PWM(Pin(L.PIN_BUZZER), freq=1000, duty_u16=0), 100)
supply = Supply()
cc = ADC(Pin(L.PIN_ADC_CC))
stand = Stand(Registry(Store()))
page = pages.request("Ready.", [])
painter.start(page)
painting = True
n = 0
while True:
    now = time.ticks_ms() & 0x3fffffff
    event = reader.step(now)
    uid = bytes(reader.uid[:reader.uid_size])
    if stand.take(event, uid, ndef.text(reader.memory, reader.memory_size)):
        print("event", event, stand.thing, stand.words())
        buzzer.play(DICE if event == PRESENT else WRONG if event == TWO else TURN, now)
        painting = True
        painter.start(pages.request(repr(stand.thing), ["6"]))
    if display.busy or not painting:
        if display.step(now):
            print("display", display.lost)
    elif painter.step():
        painting = False
        display.show()
    buzzer.step(now)
    n += 1
    if n % 10 == 0 and supply.read(cc.read_u16()):
        print("budget", supply.budget_ma)
    time.sleep_ms(10)
"""


def said(board, word: str) -> list[str]:
    return [line for line in board.logs().splitlines() if line.startswith(word)]


@pytest.mark.vm
def test_tags_screen_sound_and_supply(start) -> None:
    board = start(FIRMWARE, speed="max")
    board.advance(1500)
    assert said(board, "budget") == ["budget 1500"]
    first = board.screen()
    assert first["on"] == 1
    assert first["problems"] == []
    assert any(int(row, 16) for row in first["rows"])

    board.tag(UID, "k:card:7")
    board.advance(1000)
    assert said(board, "event") == ["event 1 ('card', '7') ()"]
    assert [hz for _, hz, _ in board.sounds()] == [1568, 0, 1568, 0, 2093, 0]
    assert board.screen()["rows"] != first["rows"]

    board.tag(OTHER)
    board.advance(1000)
    assert said(board, "event")[1:] == ["event 3 None ('tags.two',)"]
    board.untag(UID)
    board.advance(1000)
    assert board.tags() == [OTHER]
    assert said(board, "event")[2:] == ["event 1 ('player', '2') ()"]

    board.plug_i2c(1, 0x24, False)
    board.plug_i2c(1, 0x3C, False)
    board.advance(6000)
    assert said(board, "event")[3:] == ["event 4 None ('tags.reader_lost',)"]
    assert said(board, "display") == ["display True"]
    board.plug_i2c(1, 0x24, True)
    board.plug_i2c(1, 0x3C, True)
    assert not board.screen()["on"]
    board.advance(6000)
    assert said(board, "event")[4:] == ["event 5 None ()", "event 1 ('player', '2') ()"]
    assert said(board, "display") == ["display True", "display False"]
    assert board.screen()["on"] == 1

    board.supply(400)
    board.advance(1000)
    board.supply(1700)
    board.advance(1000)
    assert said(board, "budget") == ["budget 1500", "budget 500", "budget 3000"]


@pytest.mark.vm
def test_the_chips_outlive_a_reset_but_not_the_power(start) -> None:
    board = start(FIRMWARE, speed="max")
    board.tag(UID, "k:card:7")
    board.advance(1500)
    board.reset()
    assert board.screen()["on"] == 1
    board.advance(1500)
    assert said(board, "event")[-1] == "event 1 ('card', '7') ()"
    board.power_cut()
    assert board.screen()["on"] == 0
    assert board.sounds()[-1][1:] == (0, 0)
    board.start()
    board.advance(1500)
    assert said(board, "event")[-1] == "event 1 ('card', '7') ()"
    assert board.screen()["on"] == 1


ANALOG = """\
import gc, time
from machine import ADC, PWM, Pin
pwm = PWM(Pin(11), freq=440, duty_u16=1000)
print(pwm.freq(), pwm.duty_u16(), pwm.duty_ns())
pwm.duty_ns(1136363)
print(pwm.duty_u16())
pwm.init(freq=880, duty_u16=99)
print(pwm.freq(), pwm.duty_u16())
for make in (lambda: ADC(25), lambda: ADC(Pin(3)), lambda: pwm.freq(1)):
    try:
        make()
    except ValueError as error:
        print(error)
adc = ADC(27)
print(ADC(Pin(27)).read_u16() == ADC(1).read_u16() == adc.read_u16(), ADC(28).read_u16(),
      10000 < ADC(ADC.CORE_TEMP).read_u16() < 20000)
def rounds(n):
    for i in range(n):
        adc.read_u16()
        pwm.freq(1000 + i)
        pwm.duty_u16(i)
        time.sleep_ms(1)
rounds(20)
gc.collect()
before = gc.mem_alloc()
rounds(200)
print("allocated", gc.mem_alloc() - before)
pwm.deinit()
time.sleep_ms(1)
"""


@pytest.mark.vm
def test_pwm_and_adc(start) -> None:
    board = start(ANALOG, speed="max")
    board.advance(1000)
    assert board.logs().splitlines()[:8] == [
        "440 1000 34679",
        "32767",
        "880 99",
        "Pin doesn't have ADC capabilities",
        "Pin doesn't have ADC capabilities",
        "freq too small",
        "True 0 True",
        "allocated 0",
    ]
    sounds = board.sounds()
    assert [tone[1:] for tone in sounds[:3]] == [(440, 1000), (440, 32767), (880, 99)]
    assert sounds[-1][1:] == (0, 0)


def desk() -> Desk:
    return Desk(layout.load(), I2cBus(), lambda: 0)


def test_tags_are_checked() -> None:
    stand = desk()
    for uid in ("", "04", "xx", UID + "00", "04a1b2c3d4e5fg"):
        with pytest.raises(HardwareError) as refused:
            stand.lay(uid)
        assert refused.value.text == "bench.tag"
    with pytest.raises(HardwareError):
        stand.lay(UID, "x" * 121)
    stand.lay(UID.upper(), "k:card:7")
    stand.lay(UID, "k:card:8")
    assert list(stand.tags) == [UID]
    assert b"k:card:8" in bytes(stand.tags[UID].memory)
    stand.take(UID.upper())
    stand.take(UID)
    assert stand.reader.tags == []


def test_only_the_buzzer_is_heard() -> None:
    stand = desk()
    pin = layout.load().pins["buzzer"]
    stand.pwm(pin + 1, 440, 1000)
    assert list(stand.buzzer.heard) == []
    for hz, duty in ((440, 1000), (440, 1000), (440, 0), (0, 500), (440, 65535), (880, 7)):
        stand.pwm(pin, hz, duty)
    assert [tone[1:] for tone in stand.buzzer.heard] == [(440, 1000), (0, 0), (880, 7)]


def test_the_supply_line() -> None:
    stand = desk()
    pin = layout.load().pins["adc_cc"]
    assert stand.adc(pin) == CC_MV * 65535 // 3300
    stand.supply(5000)
    assert stand.adc(pin) == 65535
    assert stand.adc(99) == 0
