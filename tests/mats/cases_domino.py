"""The Domino mat."""

from kostka import mats
from kostka.games.domino_words import FIRST, SPOTS
from kostka.mats.mat import NO_SPOT


def place(spot):
    (cell,) = mats.load("domino").cells(spot)
    return cell // 12, cell % 12


def case_the_way_goes_from_neighbor_to_neighbor():
    assert mats.load("domino").spots == SPOTS
    for spot in range(SPOTS - 1):
        row, col = place(spot)
        next_row, next_col = place(spot + 1)
        assert abs(row - next_row) + abs(col - next_col) == 1, spot


def case_a_tile_lies_along_a_row():
    for spot in range(0, SPOTS, 2):
        assert place(spot)[0] == place(spot + 1)[0], spot


def case_there_is_room_for_all_tiles_on_either_side():
    assert FIRST % 2 == 0
    assert FIRST // 2 == 27
    assert (SPOTS - FIRST) // 2 == 28


def case_the_opening_tile_lies_in_the_middle():
    rows = [place(spot)[0] for spot in (FIRST, FIRST + 1)]
    cols = [place(spot)[1] for spot in (FIRST, FIRST + 1)]
    assert rows == [5, 5]
    assert cols == [6, 7]


def case_the_northern_and_the_southern_row_are_free():
    spot_of = mats.load("domino").spot_of
    assert all([spot_of[cell] == NO_SPOT for cell in range(12)])
    assert all([spot_of[cell] == NO_SPOT for cell in range(132, 144)])


def case_one_player_sits_in_the_south():
    mat = mats.load("domino")
    assert [mat.seat_side(0, 1), mat.seat_color(0, 1)] == [3, 2]
    assert len({mat.seat_color(seat, 4) for seat in range(4)}) == 4
