"""The Duel mat."""

from kostka import mats
from kostka.games.duel_table import FIELDS, HOME, SPOTS


def cells(spot):
    return mats.load("duel").cells(spot)


def case_a_field_has_two_cells_side_by_side():
    assert mats.load("duel").spots == SPOTS
    for spot in range(SPOTS):
        one, other = sorted(cells(spot))
        assert other == one + 1
        assert one % 12 != 11


def case_the_northern_board_is_the_southern_one_turned_by_half():
    for field in range(FIELDS):
        assert sorted(cells(FIELDS + field)) == sorted([143 - cell for cell in cells(field)])
    assert sorted(cells(HOME + 1)) == sorted([143 - cell for cell in cells(HOME)])


def case_lines_are_rows_and_numbers_go_from_left_to_right():
    for line in range(4):
        places = [min(cells(3 * line + number)) for number in range(3)]
        assert [place // 12 for place in places] == [8 + line] * 3
        assert places == sorted(places)


def case_no_two_fields_touch_in_a_row():
    for line in range(4):
        for number in range(2):
            left, right = cells(3 * line + number), cells(3 * line + number + 1)
            assert min(right) - max(left) > 1


def case_players_face_each_other():
    mat = mats.load("duel")
    assert [mat.seat_side(seat, 2) for seat in range(2)] == [3, 1]
    assert mat.seat_color(0, 2) != mat.seat_color(1, 2)
