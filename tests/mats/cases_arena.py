"""The mats of Arena of Warriors and Spider Shoot."""

from kostka import mats
from kostka.games import arena_board, arena_text, spider_shoot_text, spider_shoot_words
from kostka.mats.mat import NO_SPOT

PICTURE = """\
.....x.x.x..
..y.yy.y.y..
.y.g.g.g.gy.
..g.bb.b...#
.y.br.rrbgy#
..g.rccrb.y#
.ygbrcc..g.#
.y.b.rrrbgy#
..g.b.bb...#
.y.g.g.g.gy.
..y.y.yy.y..
.ssssoooo...
"""

SHOOT = """\
rrbb....yykk
r..b....y..k
r..b....y..k
r..b.x..y..k
r..b....y..k
r..b....y..k
r..b.xx.y..k
r..b....y..k
r..b....y..k
r..b.x..y..k
r..b....y..k
r..b....y..k
"""


def drawn(mat, letters):
    """Return the mat as text: a letter for each cell of a spot, # for the die."""
    lines = []
    for row in range(12):
        line = ""
        for cell in range(12 * row, 12 * row + 12):
            spot = mat.spot_of[cell]
            if spot == NO_SPOT:
                line += "#" if mat.die_cells.find(bytes([cell])) >= 0 else "."
            else:
                line += letters(spot)
        lines.append(line)
    return lines


def arena_letter(spot):
    return arena_text.spot_name(spot)[0]


def shoot_letter(spot):
    if spot >= spider_shoot_words.TARGET:
        return "x"
    return spider_shoot_text.spot_name(spot)[0]


def place(mat, spot):
    cell = mat.cells(spot)[0]
    return cell // 12, cell % 12


def case_the_whole_mat_of_arena():
    lines = drawn(mats.load("arena"), arena_letter)
    assert lines == PICTURE.split(), "\n".join(lines)


def case_the_whole_mat_of_spider_shoot():
    lines = drawn(mats.load("spider_shoot"), shoot_letter)
    assert lines == SHOOT.split(), "\n".join(lines)


def case_fields_of_a_ring_follow_each_other_closely():
    mat = mats.load("arena")
    for ring in range(arena_board.RINGS):
        first, length = arena_board.FIRST[ring], arena_board.LENGTHS[ring]
        for i in range(length):
            row, col = place(mat, first + i)
            next_row, next_col = place(mat, first + (i + 1) % length)
            assert abs(row - next_row) <= 2, (ring, i)
            assert abs(col - next_col) <= 2, (ring, i)


def case_rings_run_clockwise():
    mat = mats.load("arena")
    for ring in range(arena_board.RINGS):
        first, length = arena_board.FIRST[ring], arena_board.LENGTHS[ring]
        area = 0  # positive is clockwise where rows grow downward
        for i in range(length):
            row, col = place(mat, first + i)
            next_row, next_col = place(mat, first + (i + 1) % length)
            area += col * next_row - next_col * row
        assert area > 0, ring


def case_links_never_cross():
    mat = mats.load("arena")
    lines = []
    for spot in range(arena_board.CENTER):
        ring = arena_board.ring_of(spot)
        if ring + 1 < arena_board.RINGS:
            for other in arena_board.links(spot, ring + 1):
                lines.append((place(mat, spot), place(mat, other)))
    assert len(lines) == 30 + 24 + 18
    for i in range(len(lines)):
        for j in range(i):
            assert not crosses(lines[i], lines[j]), (lines[i], lines[j])


def crosses(one, other):
    (a, b), (c, d) = one, other
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def side(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def case_there_is_room_for_every_piece():
    mat = mats.load("arena")
    assert len(mat.cells(arena_board.START)) == 4
    assert len(mat.cells(arena_board.OFF)) == 4
    for spot in range(arena_board.TARGET, arena_board.TARGET + 2):  # wider gaps than a token
        assert mat.cells(spot + 1)[0] - mat.cells(spot)[0] == 2


def case_lanes_are_walked_cell_by_cell():
    mat = mats.load("spider_shoot")
    for lane in range(4):
        for step in range(spider_shoot_words.GOAL):
            row, col = place(mat, 13 * lane + step)
            next_row, next_col = place(mat, 13 * lane + step + 1)
            assert abs(row - next_row) + abs(col - next_col) == 1


def case_the_middle_targets_stand_side_by_side():
    mat = mats.load("spider_shoot")
    front, left, right, back = [place(mat, spider_shoot_words.TARGET + n) for n in range(4)]
    assert left[0] == right[0]
    assert right[1] - left[1] == 1
    assert front[1] == back[1]
    assert front[0] - left[0] == left[0] - back[0]
