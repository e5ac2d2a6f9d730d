"""Drivers at rest allocate nothing."""

import gc

from kostka.app import power
from kostka.drivers import buzzer, pn532, ssd1306
from kostka.tags.stand import NONE, PRESENT


def used_by(step, rounds=5000):
    """Return what so many calls allocate; `step` takes the number of the call."""
    for i in range(200):
        step(i)
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for i in range(200, 200 + rounds):
        step(i)
    used = gc.mem_alloc() - before
    gc.enable()
    return used


def answer(code, data):
    size = len(data) + 2
    total = 0xD5 + code + sum(data)
    return (
        b"\x01\x00\x00\xff"
        + bytes([size, -size & 0xFF, 0xD5, code])
        + data
        + bytes([-total & 0xFF, 0])
    )


class Chip:
    """Answers like a PN532 from what was made before; `tag` lies there or not."""

    def __init__(self):
        uid = b"\x01\x01\x00\x44\x00\x07\x04\x01\x02\x03\x04\x05\x06"
        self.answers = {
            0x02: answer(0x03, b"\x32\x01\x06\x07"),
            0x12: answer(0x13, b""),
            0x14: answer(0x15, b""),
            0x32: answer(0x33, b""),
            0x4A: answer(0x4B, b"\x00"),
            0x40: answer(0x41, b"\x00\xe1\x10\x12\x00\xfe" + bytes(11)),
        }
        self.listed = answer(0x4B, uid)
        self.tag = False
        self.code = 0
        self.ack = b"\x01\x00\x00\xff\x00\xff\x00"

    def writeto(self, addr, buf):
        if len(buf) > 6:
            self.code = buf[6]

    def readfrom_into(self, addr, buf):
        if len(buf) == 1:
            buf[0] = 1
            return
        found = self.ack if len(buf) == 7 else self.answers[self.code]
        if self.tag and self.code == 0x4A and len(buf) > 7:
            found = self.listed
        for i in range(min(len(buf), len(found))):
            buf[i] = found[i]


def case_the_tag_reader():
    chip = Chip()
    reader = pn532.TagReader(chip)
    rounds = 0

    def step(i):
        nonlocal rounds
        assert reader.step(i * 10 & 0x3FFFFFFF) == NONE
        rounds += chip.code == 0x4A

    assert used_by(step) == 0
    assert reader.present
    assert rounds > 500
    chip.tag = True
    event = NONE
    now = 60000
    while event == NONE and now < 70000:
        event = reader.step(now)
        now += 10
    assert event == PRESENT
    assert used_by(lambda i: reader.step(now + i * 10)) == 0  # a tag that lies there
    assert reader.uid_size == 7
    assert reader.faults == 0


class Wire:
    def __init__(self):
        self.sent = 0

    def writeto(self, addr, buf):
        self.sent += 1


def case_the_display():
    wire = Wire()
    display = ssd1306.Display(wire)

    def step(i):
        if i % 50 == 0:
            display.buf[i & 1023] ^= 0x55
            display.show()
        display.step(i * 10 & 0x3FFFFFFF)

    assert used_by(step) == 0
    assert wire.sent > 200


class Pwm:
    def freq(self, hz):
        pass

    def duty_u16(self, duty):
        pass


def case_the_buzzer():
    sounds = buzzer.Buzzer(Pwm())

    def step(i):
        if i % 100 == 0:
            sounds.play(i // 100 % 5, i * 10 & 0x3FFFFFFF)
        sounds.step(i * 10 & 0x3FFFFFFF)

    assert used_by(step) == 0


def case_the_supply():
    supply = power.Supply()
    assert used_by(lambda i: supply.read(i * 37 & 0xFFFF)) == 0
