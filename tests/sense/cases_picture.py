"""The settled picture."""

import board_layout as layout
from kostka.hal.fakes import FakeChain, FakeClock
from kostka.sense.debounce import Debounce
from kostka.sense.picture import Picture


class Table:
    def __init__(self, settle_ms=150):
        self.clock = FakeClock()
        self.chain = FakeChain(layout.CHAIN_BYTES, layout.CELL_BIT, layout.KEY_BIT)
        self.debounce = Debounce(layout.CHAIN_BYTES, 30)
        self.picture = Picture(layout.CELL_BIT, settle_ms)

    def run(self, ms):
        """Scan for a while; return after how many ms pictures settled."""
        settled = []
        for at in range(0, ms, 10):
            self.chain.scan()
            now = self.clock.ms()
            changed = self.debounce.feed(self.chain.raw, now)
            if self.picture.feed(self.debounce.stable, now, changed):
                settled.append(at)
            self.clock.advance(10)
        return settled

    def cells(self):
        found = self.picture.cells
        return [cell for cell in range(144) if found[cell >> 3] >> (cell & 7) & 1]


def case_the_first_picture_settles():
    table = Table()
    assert not table.picture.settled
    assert table.run(400) == [150]
    assert table.picture.settled
    assert table.cells() == []


def case_tokens_that_stand_there_at_power_on():
    table = Table()
    table.chain.tokens([0, 5, 77, 143])
    assert table.run(400) == [30 + 150]
    assert table.cells() == [0, 5, 77, 143]


def case_every_cell_is_its_own():
    table = Table()
    for cell in range(144):
        table.chain.tokens([cell])
        table.run(60)
        assert table.cells() == [cell]


def case_a_move_settles_once():
    table = Table()
    table.chain.tokens([10, 20])
    table.run(400)
    table.chain.lift(10)
    assert table.run(100) == []
    assert table.cells() == [20]
    assert not table.picture.settled
    table.chain.put(11)
    assert table.run(400) == [180]
    assert table.cells() == [11, 20]


def case_a_hand_that_hovers_settles_twice():
    table = Table()
    table.chain.tokens([10])
    table.run(400)
    table.chain.lift(10)
    assert table.run(400) == [180]
    table.chain.put(10)
    assert table.run(400) == [180]  # back again: a picture of its own
    assert table.cells() == [10]


def case_keys_do_not_unsettle():
    table = Table()
    table.run(400)
    table.chain.key(2, 1, True)
    assert table.run(400) == []
    assert table.picture.settled


def case_bounces_below_the_time_do_not_unsettle():
    table = Table()
    table.run(400)
    table.chain.put(3)
    table.run(20)
    table.chain.lift(3)
    assert table.run(400) == []
    assert table.picture.settled
