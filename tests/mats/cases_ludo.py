"""The Ludo mat."""

from kostka import mats
from kostka.errors import OptionError
from kostka.mats import colors
from kostka.mats.mat import EAST, NO_SPOT, NORTH, SOUTH, WEST, Mat, cell_name

PICTURE = """\
rr..ttt..bb.
rr..tbt..bb#
....tbt....#
....tbt....#
tttttbttttt#
trrrr.yyyyt#
tttttkttttt#
....tkt.....
....tkt.....
kk..tkt..yy.
kk..ttt..yy.
............
"""


def at(cell):
    return cell // 12, cell % 12


def place(spot):
    return at(mats.load("ludo").cells(spot)[0])


def turned(cell):
    row, col = at(cell)
    return col * 12 + 10 - row


def case_the_whole_mat():
    mat = mats.load("ludo")
    lines = []
    for row in range(12):
        line = ""
        for col in range(12):
            spot = mat.spot_of[row * 12 + col]
            if spot == NO_SPOT:
                line += "#" if row * 12 + col in mat.die_cells else "."
            elif spot < 40:
                line += "t"
            elif spot < 56:
                line += "rbyk"[(spot - 40) // 4]
            else:
                line += "rbyk"[spot - 56]
        lines.append(line)
    assert lines == PICTURE.split(), "\n".join(lines)


def case_every_spot_has_its_own_cells():
    mat = mats.load("ludo")
    assert mat.spots == 60
    seen = []
    for spot in range(60):
        cells = mat.cells(spot)
        assert len(cells) == (4 if spot >= 56 else 1)
        for cell in cells:
            assert mat.spot_of[cell] == spot
            seen.append(cell)
    assert len(set(seen)) == len(seen) == 40 + 16 + 16
    for cell in mat.die_cells:
        assert cell not in seen
    assert len(set(mat.die_cells)) == 6


def case_the_track_is_a_ring_of_neighbors():
    for spot in range(40):
        row, col = place(spot)
        next_row, next_col = place((spot + 1) % 40)
        assert abs(row - next_row) + abs(col - next_col) == 1, spot


def case_the_track_runs_clockwise():
    area = 0  # twice the enclosed area; positive is clockwise where rows grow downward
    for spot in range(40):
        row, col = place(spot)
        next_row, next_col = place((spot + 1) % 40)
        area += col * next_row - next_col * row
    assert area > 0


def case_lanes_lead_inward_from_the_field_before_the_start():
    for corner in range(4):
        spots = [(10 * corner + 39) % 40] + [40 + 4 * corner + i for i in range(4)]
        for one, two in zip(spots, spots[1:]):  # noqa: RUF007
            row, col = place(one)
            next_row, next_col = place(two)
            assert abs(row - next_row) + abs(col - next_col) == 1
        row, col = place(spots[4])
        assert abs(row - 5) + abs(col - 5) == 1


def case_corners_are_quarter_turns_of_each_other():
    mat = mats.load("ludo")
    for corner in range(4):
        after = (corner + 1) % 4
        for i in range(10):
            assert turned(mat.cells(10 * corner + i)[0]) == mat.cells(10 * after + i)[0]
        for i in range(4):
            lane = 40 + 4 * corner + i
            assert turned(mat.cells(lane)[0]) == mat.cells(40 + 4 * after + i)[0]
        reserve = [turned(cell) for cell in mat.cells(56 + corner)]
        assert reserve == list(mat.cells(56 + after))


def case_seats_sit_clockwise_in_their_colors():
    mat = mats.load("ludo")
    four = [mat.seat_color(seat, 4) for seat in range(4)]
    assert four == [colors.RED, colors.BLUE, colors.YELLOW, colors.BLACK]
    assert [mat.seat_side(seat, 4) for seat in range(4)] == [WEST, NORTH, EAST, SOUTH]
    assert [mat.seat_color(seat, 3) for seat in range(3)] == four[:3]
    assert [mat.seat_color(seat, 2) for seat in range(2)] == [colors.RED, colors.YELLOW]
    assert [mat.seat_side(seat, 2) for seat in range(2)] == [WEST, EAST]  # face to face


def case_a_game_without_mat():
    assert "ludo" in mats.names()
    caught = None
    try:
        mats.load("chess")
    except OptionError as error:
        caught = error
    assert caught is not None
    assert caught.text == "mat.none"
    assert caught.params[0] == "chess"


def case_mats_refuse_cells_used_twice():
    refused = 0
    for spots in ([b"\x00", b"\x00"], [b"\x00", b""], [b"\x90"], [b"\x05"]):
        try:
            Mat("bad", spots, b"\x05", [], [])
        except ValueError:
            refused += 1
    assert refused == 4
    assert Mat("good", [b"\x00", b"\x8f"], b"\x05", [], []).spots == 2


def case_tokens_have_the_color_of_their_owner_or_of_their_shape():
    sides = [b"", bytes([WEST])]
    taken = [b"", bytes([colors.RED])]
    plain = Mat("plain", [b"\x00"], b"", taken, sides)
    paints = bytes([colors.OFF, colors.BLUE])
    painted = Mat("painted", [b"\x00"], b"", taken, sides, paints=paints)
    for mat in (painted, painted.part(bytes([255] + [0] * 143))):
        assert [mat.token_color(shape, 1) for shape in (0, 1, 2)] == [2, 5, 2]
        assert mat.token_color(15 << 6 | 1, 1) == colors.BLUE
        assert mat.token_color(15 << 6, 1) == colors.OFF
    assert [plain.token_color(shape, 1) for shape in (0, 1)] == [colors.RED, colors.RED]


def case_color_die_faces():
    names = [colors.NAMES[code] for code in colors.DIE_FACES[1:]]
    assert names == ["white", "yellow", "green", "blue", "red", "brown"]


def case_cells_are_named_by_column_and_row():
    assert cell_name(0, 12) == "a1"
    assert cell_name(143, 12) == "l12"
