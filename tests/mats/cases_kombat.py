"""The mat of New York Kombat: paths of neighbors, four alike, and a center of four cells."""

from kostka import mats
from kostka.games.kombat_words import CENTER, LAST, OUT
from kostka.mats import colors
from kostka.mats.mat import EAST, NO_SPOT, WEST

PICTURE = """\
x..........x
.r......bbb.
.r......b...
.rrr..bbb..#
...r..b....#
...rrcc....#
.....ccyy..#
.....k..y..#
...kkk..yyy#
...k......y.
.kkk......y.
x..........x
"""


def place(spot):
    return divmod(mats.load("kombat").cells(spot)[0], 12)


def case_the_whole_mat():
    mat = mats.load("kombat")
    lines = []
    for row in range(12):
        line = ""
        for col in range(12):
            spot = mat.spot_of[row * 12 + col]
            if spot == NO_SPOT:
                line += "#" if row * 12 + col in mat.die_cells else "."
            elif spot < CENTER:
                line += "rbyk"[spot // LAST]
            else:
                line += "c" if spot == CENTER else "x"
        lines.append(line)
    assert lines == PICTURE.split(), "\n".join(lines)


def case_fields_of_a_path_are_neighbors_up_to_the_center():
    center = [divmod(cell, 12) for cell in mats.load("kombat").cells(CENTER)]
    assert len(center) == 4
    for path in range(4):
        for spot in range(LAST * path, LAST * path + LAST - 1):
            row, col = place(spot)
            next_row, next_col = place(spot + 1)
            assert abs(row - next_row) + abs(col - next_col) == 1, spot
        row, col = place(LAST * path + LAST - 1)
        assert 1 in [abs(row - r) + abs(col - c) for r, c in center]


def case_fields_of_different_paths_are_none():
    for one in range(CENTER):
        for other in range(one):
            row, col = place(one)
            other_row, other_col = place(other)
            if one - other > 1 or one // LAST != other // LAST:
                assert abs(row - other_row) + abs(col - other_col) > 1, (one, other)


def case_a_piece_that_is_out_lies_beyond_its_start_field():
    for corner in range(4):
        row, col = place(OUT + corner)
        start_row, start_col = place(LAST * corner)
        assert (abs(row - start_row), abs(col - start_col)) == (1, 1)


def case_two_players_sit_face_to_face():
    mat = mats.load("kombat")
    assert [mat.seat_color(seat, 2) for seat in range(2)] == [colors.RED, colors.YELLOW]
    assert [mat.seat_side(seat, 2) for seat in range(2)] == [WEST, EAST]
