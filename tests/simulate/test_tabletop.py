"""Tokens on a table: what has to be moved, in which order, and free ways."""

import pytest
from kostka.errors import HardwareError
from kostka_fake_table import FakeMat
from kostka_host.simulate.tabletop import Tabletop, Trip, in_order


class Hands:
    def __init__(self):
        self.cells = set()
        self.log = []

    def put(self, cell):
        assert cell not in self.cells
        self.cells.add(cell)

    def lift(self, cell):
        self.cells.remove(cell)

    def advance(self, ms):
        self.log.append(ms)


@pytest.fixture
def table():
    return Tabletop(FakeMat(), Hands(), lambda n: 0)


def carry(table, tokens):
    trips = table.trips(tokens)
    for trip in trips:
        table.hop(trip, 10)
    return trips


def test_a_captured_token_leaves_before_the_other_comes(table):
    carry(table, [(3, 0), (7, 64), (57, 64)])
    trips = carry(table, [(7, 0), (57, 64), (57, 64)])
    assert trips == [Trip(64, 7, 85, 57), Trip(0, 3, 7, 7)]
    assert table.standing == {7: (7, 0), 84: (57, 64), 85: (57, 64)}


def test_a_chain_of_pushes_begins_at_its_end(table):
    carry(table, [(1, 0), (2, 64), (3, 128)])
    trips = carry(table, [(2, 0), (3, 64), (4, 128)])
    assert [trip.source for trip in trips] == [3, 2, 1]


def test_a_circle_is_opened(table):
    carry(table, [(1, 0), (2, 64)])
    trips = carry(table, [(2, 0), (1, 64)])
    assert len(trips) == 3
    assert table.standing == {1: (1, 64), 2: (2, 0)}


def test_tokens_that_are_not_wanted_go_into_the_box(table):
    carry(table, [(1, 0), (2, 64)])
    assert carry(table, [(2, 64)]) == [Trip(0, 1, None)]


def test_a_table_that_is_set_already_is_taken_over(table):
    extra = table.assume([(1, 0), (57, 64), (57, 64)], {1, 85, 86, 99})
    assert extra == {99}
    assert table.standing == {1: (1, 0), 85: (57, 64), 86: (57, 64)}
    assert table.trips([(1, 0), (57, 64), (57, 64)]) == []


def test_no_room_is_said(table):
    with pytest.raises(HardwareError, match="no_room"):
        table.trips([(1, 0), (1, 0)])


def test_a_way_goes_round_what_stands(table):
    carry(table, [(0, 0), (1, 0)])
    assert table.free_way(0, 2, 9) == [12, 13, 14]
    assert table.free_way(0, 2, 2) is None
    assert table.free_way(0, 12, 9) == []
    carry(table, [(0, 0), (1, 0), (12, 0)])
    assert table.free_way(0, 2, 99) is None


def test_a_slide_touches_each_cell_and_ends_at_the_target(table):
    carry(table, [(0, 0)])
    table.slide(Trip(0, 0, 3, 3), [1, 2], 40)
    assert table.standing == {3: (3, 0)}
    assert table._hands.cells == {3}
    assert table._hands.log[-6:] == [20, 20, 20, 20, 20] or sum(table._hands.log[-5:]) == 100


def test_order_of_independent_trips_is_kept():
    trips = [Trip(0, 1, 2), Trip(0, 3, 4)]
    assert in_order(trips) == trips
