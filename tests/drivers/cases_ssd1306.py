"""The display's driver over the chip's model."""

from kostka.drivers import ssd1306
from kostka.rules.rng import XorShift
from kostka_host.chips.ssd1306 import Ssd1306

STEP_MS = 10


class Bus:
    def __init__(self, chip):
        self.chip = chip
        self.plugged = True
        self.fault = None
        self.bytes = 0
        self.tries = 0

    def writeto(self, addr, buf):
        assert addr == ssd1306.ADDRESS
        self.tries += 1
        self.bytes += len(buf) + 1
        if not self.plugged or (self.fault is not None and self.fault()):
            raise OSError(5)
        self.chip.write(bytes(buf))


class Board:
    def __init__(self):
        self.now = 0x3FFFFFFF - 2000
        self.chip = Ssd1306()
        self.bus = Bus(self.chip)
        self.display = ssd1306.Display(self.bus)
        self.longest = 0

    def run(self, ms):
        """Step for some time; return what `lost` became whenever that was told."""
        told = []
        for _ in range(ms // STEP_MS):
            before = self.bus.bytes
            if self.display.step(self.now):
                told.append(self.display.lost)
            self.longest = max(self.longest, self.bus.bytes - before)
            self.now = (self.now + STEP_MS) & 0x3FFFFFFF
        return told

    def draw(self, value):
        for i in range(1024):
            self.display.buf[i] = (i * value) & 0xFF
        self.display.show()

    def right(self):
        return self.chip.memory == self.display.buf and self.chip.on and not self.chip.problems


def case_the_picture_gets_there():
    board = Board()
    assert board.run(10) == []
    assert board.chip.on
    assert board.chip.contrast == 0x7F
    board.draw(7)
    assert board.run(300) == []
    assert board.right()
    assert not board.display.busy


def case_a_pixel_is_where_it_should_be():
    board = Board()
    for x, y in ((0, 0), (127, 0), (0, 63), (127, 63), (5, 9), (64, 32)):
        board.display.buf[:] = bytes(1024)
        board.display.buf[(y >> 3) * 128 + x] = 1 << (y & 7)
        board.display.show()
        board.run(400)
        rows = board.chip.rows()
        assert [i for i in range(64) if int(rows[i], 16)] == [y]
        assert int(rows[y], 16) == 1 << (127 - x)


def case_only_what_changed_is_sent():
    board = Board()
    board.draw(7)
    board.run(400)
    before = board.bus.bytes
    board.display.buf[700] ^= 0x10
    board.display.show()
    board.run(200)
    assert board.right()
    assert board.bus.bytes - before < 80
    before = board.bus.bytes
    board.display.show()
    board.run(200)
    assert board.bus.bytes == before


def case_a_step_is_short():
    board = Board()
    for value in range(10):
        board.draw(value)
        board.run(200)
    assert board.longest * 22.5 < 2000  # us at 400 kHz


def case_contrast_and_power():
    board = Board()
    board.draw(7)
    board.run(400)
    before = board.bus.bytes
    board.display.contrast(3)
    board.run(100)
    assert board.chip.contrast == 3
    assert board.right()
    board.display.power(False)
    board.run(100)
    assert not board.chip.on
    board.display.power(True)
    board.run(100)
    assert board.right()
    assert board.bus.bytes - before < 100  # the picture is not sent for that


def case_a_missing_display_is_told_once_and_found_later():
    board = Board()
    board.bus.plugged = False
    board.draw(7)
    assert board.run(30000) == [True]
    assert board.bus.tries <= 12
    board.bus.plugged = True
    assert board.run(4000) == [False]
    assert board.right()


def case_unplugged_for_a_moment():
    board = Board()
    board.draw(7)
    board.run(500)
    board.chip.power_on()  # nothing was sent meanwhile, so nobody noticed
    board.run(3500)
    assert board.right()
    board.bus.plugged = False
    assert board.run(3500) == [True]
    board.draw(9)
    board.bus.plugged = True
    board.chip.power_on()
    assert board.run(3500) == [False]
    assert board.right()


def case_it_always_recovers():
    rng = XorShift(3)
    board = Board()
    for _ in range(40):
        board.bus.fault = lambda: rng.below(4) == 0
        for _ in range(rng.below(20)):
            board.draw(rng.below(256))
            board.run(10 * rng.below(30))
        if rng.below(2):
            board.chip.power_on()
        board.bus.fault = None
        board.run(7000)
        assert not board.display.lost
        assert board.right()
