"""Each mat fits the rules of its game."""

import pytest
from kostka import games, mats
from kostka.games import ludo_way
from kostka.mats import colors


@pytest.mark.parametrize("name", [name for name in mats.names() if name in games.names()])
def test_mat_has_the_spots_of_its_game(name):
    game = games.load(name)
    mat = mats.load(name)
    assert mat.spots == game.spots
    low, high = game.seats
    for seats in range(low, high + 1):
        taken = {mat.seat_color(seat, seats) for seat in range(seats)}
        assert len(taken) == seats
        sides = {mat.seat_side(seat, seats) for seat in range(seats)}
        assert len(sides) == min(seats, 4), "a side for each station"


def test_ludo_seats_have_the_colors_of_their_corners():
    order = (colors.RED, colors.BLUE, colors.YELLOW, colors.BLACK)
    mat = mats.load("ludo")
    for seats in (2, 3, 4):
        for seat in range(seats):
            assert mat.seat_color(seat, seats) == order[ludo_way.CORNERS[seats][seat]]
