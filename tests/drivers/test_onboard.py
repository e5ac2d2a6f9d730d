"""The LED and the button of a bare module, on stand-ins for both."""

import importlib
import sys
from types import SimpleNamespace

import pytest
from kostka.drivers.keys import OK, event


@pytest.fixture
def onboard(monkeypatch):
    board = SimpleNamespace(down=0, reads=0, level=None)

    def bootsel_button():
        board.reads += 1
        return board.down

    monkeypatch.setitem(sys.modules, "rp2", SimpleNamespace(bootsel_button=bootsel_button))
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(Pin=object))
    sys.modules.pop("kostka.drivers.onboard", None)
    onboard = importlib.import_module("kostka.drivers.onboard")
    board.keys = onboard.Bootsel()
    board.led = onboard.Led(SimpleNamespace(value=lambda level: setattr(board, "level", level)))
    yield board
    sys.modules.pop("kostka.drivers.onboard", None)


def scan(board, ms, since=0):
    for now in range(since, since + ms, 10):
        board.keys.update(bytearray(), now)
    found = []
    while (one := board.keys.get()) >= 0:
        found.append(one)
    return found


def test_the_button_is_ok_of_panel_0(onboard):
    assert scan(onboard, 200) == []
    onboard.down = 1
    assert scan(onboard, 200, 200) == [event(0, OK)]
    assert scan(onboard, 900, 400) == [event(0, OK, 1)]
    onboard.down = 0
    assert scan(onboard, 200, 1300) == []
    onboard.down = 1
    assert scan(onboard, 100, 1500) == [event(0, OK)]


def test_the_button_is_read_twenty_times_a_second(onboard):
    scan(onboard, 1000)
    assert onboard.reads == 20


@pytest.mark.parametrize("seat", range(4))
def test_the_led_blinks_as_often_as_the_seat_says(onboard, seat):
    period = (2 * (seat + 1) + 5) * 200
    levels = []
    for now in range(10 * period, 11 * period, 20):
        onboard.led.show(seat, now)
        levels.append(onboard.level)
    assert sum(b and not a for a, b in zip([0, *levels], levels, strict=False)) == seat + 1
    assert levels[-40:] == [0] * 40


def test_the_led_is_dark_where_nobody_is_on_turn(onboard):
    for now in range(0, 5000, 20):
        onboard.led.show(-1, now)
        assert onboard.level == 0
