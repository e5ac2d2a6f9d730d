"""The mat of Chasing: fields that a thread joins lie close, the track is a row of neighbors."""

from kostka import mats
from kostka.games.chasing_web import FIELD, FIELDS, NEAR, SPOTS, TRACK, field
from kostka.mats import colors
from kostka.rules.token import token

CENTER = (5, 5)


def place(spot):
    return divmod(mats.load("chasing").cells(spot)[0], 12)


def apart(one, other):
    """Return the square of the distance of two spots in cells."""
    (row, col), (other_row, other_col) = place(one), place(other)
    return (row - other_row) ** 2 + (col - other_col) ** 2


def case_every_spot_has_one_cell_of_its_own():
    mat = mats.load("chasing")
    cells = [mat.cells(spot) for spot in range(SPOTS)]
    assert [len(one) for one in cells] == [1] * SPOTS
    assert len(set(cells)) == SPOTS
    assert mat.die_cells == b""


def case_threads_are_short_and_pass_over_no_field():
    fields = [place(spot) for spot in range(FIELDS)]
    for spot in range(FIELDS):
        row, col = place(spot)
        for thread in NEAR[spot]:
            other = thread & FIELD
            assert apart(spot, other) <= 16, (spot, other)
            other_row, other_col = place(other)
            for at_row, at_col in fields:
                if (at_row, at_col) in ((row, col), (other_row, other_col)):
                    continue
                cross = (at_row - row) * (other_col - col) - (at_col - col) * (other_row - row)
                ahead = (at_row - row) * (other_row - row) + (at_col - col) * (other_col - col)
                assert cross or not 0 < ahead < apart(spot, other), (spot, other)


def case_rings_lie_around_each_other():
    assert place(0) == CENTER
    last = 0
    for ring in range(1, 5):
        spokes = range(0, 10, 2) if ring == 1 else range(10)
        found = [apart(0, field(ring, spoke)) for spoke in spokes]
        assert min(found) > last
        last = max(found)


def case_spokes_mirror_each_other():
    for ring in range(2, 5):
        for spoke in range(10):
            row, col = place(field(ring, spoke))
            assert place(field(ring, -spoke % 10)) == (10 - row, col)
            assert place(field(ring, (5 - spoke) % 10)) == (row, 10 - col)


def case_the_track_is_a_row_of_neighbors():
    for spot in range(TRACK, SPOTS - 1):
        assert apart(spot, spot + 1) == 1


def case_hunters_have_the_color_of_their_team_whoever_moves_them():
    mat = mats.load("chasing")
    for seats in range(2, 8):
        for seat in range(seats):
            assert mat.token_color(token(seat, 1), seats) == colors.RED
            assert mat.token_color(token(seat, 2), seats) == colors.YELLOW
        assert mat.token_color(token(1), seats) == colors.BLACK
        assert mat.token_color(token(1, 3), seats) == colors.BLUE
