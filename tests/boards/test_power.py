"""Power: what a cut leaves behind, and what comes back with it."""

from __future__ import annotations

import os

import pytest

pytestmark = pytest.mark.vm

# Saves two lines by way of a new file that takes the place of the old one.
SAVER = """\
import os
OLD = b"old " * 300
NEW = b"new " * 400
def load():
    try:
        with open("save") as f:
            return f.read()
    except OSError:
        return ""
state = load()
whole = state == OLD.decode() or state == NEW.decode()
print("found", state[:3], "whole" if whole else "broken", len(os.listdir()))
def save(data):
    with open("save.new", "wb") as f:
        for i in range(0, len(data), 100):
            f.write(data[i : i + 100])
    os.rename("save.new", "save")
import machine
if not state:
    save(OLD)
    print("laid")
else:
    save(NEW)
    print("saved")
import time
time.sleep(1000)
"""


def test_a_save_survives_a_cut_at_each_of_its_flash_operations(start, tmp_path) -> None:
    image = tmp_path / "flash.img"
    board = start(SAVER, flash=image, speed="max")
    board.advance(1)
    assert "laid" in board.logs()
    kept = image.read_bytes()
    before = board.flash()
    board.reset()
    board.advance(1)
    assert "found old whole" in board.logs()
    after = board.flash()
    operations = sum(after[k] - before[k] for k in ("erases", "writes"))
    assert operations >= 5
    found = []
    for k in range(operations):
        board.power_cut()
        image.write_bytes(kept)
        board.cut_after(k)
        board.start()
        board.advance(1)
        assert board.info()["powered"] is False, f"no cut at operation {k}"
        board.cut_after(None)
        board.start()
        board.advance(1)
        found.append(board.logs().splitlines()[-2])
        assert " whole " in found[-1], f"operation {k}: {found[-1]}"
    assert any("found old" in line for line in found)
    assert board.flash()["cuts"] == operations


def test_a_cut_ends_the_board_in_mid_word(start, wait_for) -> None:
    board = start("import time\nwhile True:\n    print('x')\n    time.sleep_ms(1)\n")
    pid = board.info()["vm_pid"]
    board.power_cut()
    board.power_cut()
    state = board.info()
    assert (state["powered"], state["stage"], state["vm_pid"]) == (False, "off", 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    length = len(board.logs())
    board.advance(50)
    assert len(board.logs()) == length
    board.start()
    wait_for(lambda: len(board.logs()) > length)


LIT = """\
import board_layout as L, machine, time
from machine import Pin
from kostka.drivers.ws2812 import Strip
print("cause", machine.reset_cause(), machine.unique_id())
power = Pin(L.PIN_LED_PWR_EN, Pin.OUT, value=1)
a = Strip(Pin(L.PIN_LED_A, Pin.OUT), L.LED_A, 0)
a.buf[0] = 99
a.show()
time.sleep(1000)
"""


def test_lights_go_out_with_the_power_and_at_a_hard_reset(start) -> None:
    board = start(LIT, speed="max", id="0123456789abcdef")
    board.advance(10)
    assert board.leds()[0] == (0, 99, 0)
    board.power_cut()
    assert board.leds()[0] == (0, 0, 0)
    assert board.bench.ask("leds")["ma"] == 0
    board.start()
    board.advance(10)
    assert board.leds()[0] == (0, 99, 0)
    assert board.bench.ask("leds")["ma"] > 100
    board.reset()
    board.advance(10)
    causes = [line for line in board.logs().splitlines() if "cause" in line]
    name = r"b'\x01#Eg\x89\xab\xcd\xef'"
    assert causes == [f"cause {n} {name}" for n in (1, 1, 3)]


def test_a_flash_file_outlives_its_board_and_keeps_its_id(start, tmp_path) -> None:
    image = tmp_path / "flash.img"
    first = start("f = open('note', 'w')\nf.write('kept')\nf.close()\n", flash=image)
    first.wait_for_prompt()
    first.close()
    second = start("print(open('note').read())\n", flash=image)
    second.wait_for_prompt()
    assert "kept" in second.logs()
    assert second.id == first.id
    assert start().id != first.id
