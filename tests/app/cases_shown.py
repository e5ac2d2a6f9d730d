"""Pages reach the display whole, whatever comes in between."""

from kostka.app.shown import Shown
from kostka.drivers.ssd1306 import Display
from kostka.rules.rng import XorShift
from kostka.screen import pages
from kostka.screen.paint import Painter
from kostka_host.chips.ssd1306 import Ssd1306


class Board:
    def __init__(self):
        self.chip = Ssd1306()
        self.plugged = True
        self.display = Display(self)
        self.shown = Shown(self.display)
        self.now = 0x3FFFFFFF - 400
        self.seen = set()

    def writeto(self, addr, buf):
        if not self.plugged:
            raise OSError(5)
        self.chip.write(bytes(buf))

    def run(self, steps):
        told = 0
        for _ in range(steps):
            told += self.shown.step(self.now)
            self.now = (self.now + 10) & 0x3FFFFFFF
            if not self.display.busy:
                self.seen.add(bytes(self.chip.memory))
        return told


def pixels(page):
    painter = Painter(bytearray(1024))
    painter.start(page)
    while not painter.step():
        pass
    return bytes(painter.buffer)


def case_the_last_page_is_shown():
    rng = XorShift(8)
    board = Board()
    board.run(100)
    made = [pages.message("Title %d" % i, "word " * (3 * i)) for i in range(8)]
    whole = {pixels(page) for page in made} | {bytes(1024)}
    for _ in range(60):
        page = made[rng.below(8)]
        board.shown.show(page)
        board.run(rng.below(12))
    board.run(80)
    assert bytes(board.chip.memory) == pixels(page)
    assert board.seen <= whole  # nothing half painted was ever left standing
    assert len(board.seen) > 3


def case_a_page_that_came_while_the_display_was_away():
    board = Board()
    board.run(100)
    board.plugged = False
    board.shown.show(pages.message("A", "b"))
    assert board.run(400) == 1
    last = pages.message("C", "d")
    board.shown.show(last)
    board.run(50)
    board.plugged = True
    board.chip.power_on()
    assert board.run(700) == 1
    assert bytes(board.chip.memory) == pixels(last)
