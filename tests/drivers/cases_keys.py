"""Key events."""

import board_layout as layout
from kostka.drivers import keys
from kostka.hal.fakes import FakeChain, FakeClock


class Hands:
    def __init__(self, long_ms=800):
        self.clock = FakeClock()
        self.chain = FakeChain(layout.CHAIN_BYTES, layout.CELL_BIT, layout.KEY_BIT)
        self.keys = keys.Keys(layout.KEY_BIT, long_ms)

    def key(self, seat, key, down):
        self.chain.key(seat, key, down)
        self.run(10)

    def run(self, ms):
        for _ in range(ms // 10):
            self.chain.scan()
            self.keys.update(self.chain.raw, self.clock.ms())
            self.clock.advance(10)

    def events(self):
        found = []
        while True:
            event = self.keys.get()
            if event < 0:
                return found
            found.append((keys.seat_of(event), keys.key_of(event), keys.is_long(event)))


def case_a_press_is_one_event():
    for seat in range(4):
        for key in (keys.LEFT, keys.RIGHT, keys.OK, keys.UNDO):
            hands = Hands()
            hands.key(seat, key, True)
            assert hands.events() == [(seat, key, False)]
            hands.run(100)
            hands.key(seat, key, False)
            hands.run(1000)
            assert hands.events() == []


def case_event_numbers_are_as_promised():
    assert keys.event(2, keys.UNDO, 1) == 2 << 4 | 3 << 1 | 1
    hands = Hands()
    hands.key(2, keys.UNDO, True)
    assert hands.keys.get() == 2 << 4 | 3 << 1
    assert hands.keys.get() == -1


def case_held_long_gives_one_more_event():
    hands = Hands(long_ms=800)
    hands.key(1, keys.UNDO, True)
    hands.run(790)
    assert hands.events() == [(1, keys.UNDO, False)]
    hands.run(20)
    assert hands.events() == [(1, keys.UNDO, True)]
    hands.run(3000)
    assert hands.events() == []
    hands.key(1, keys.UNDO, False)
    hands.key(1, keys.UNDO, True)
    assert hands.events() == [(1, keys.UNDO, False)]


def case_two_keys_do_not_disturb_each_other():
    hands = Hands()
    hands.key(0, keys.OK, True)
    hands.run(400)
    hands.key(3, keys.LEFT, True)
    hands.run(500)
    assert hands.events() == [(0, 2, False), (3, 0, False), (0, 2, True)]
    hands.run(500)
    assert hands.events() == [(3, 0, True)]


def case_tokens_are_no_keys():
    hands = Hands()
    hands.chain.tokens(list(range(144)))
    hands.run(1000)
    assert hands.events() == []


def case_a_full_ring_drops_the_newest_and_counts():
    hands = Hands()
    for _ in range(18):
        hands.key(0, keys.LEFT, True)
        hands.key(0, keys.LEFT, False)
    hands.key(2, keys.OK, True)
    assert hands.keys.drops == 3
    assert hands.events() == [(0, 0, False)] * 16
    hands.key(2, keys.OK, False)
    hands.key(2, keys.OK, True)
    assert hands.events() == [(2, 2, False)]


def case_clear_forgets():
    hands = Hands()
    hands.key(0, keys.LEFT, True)
    hands.keys.clear()
    assert hands.events() == []
