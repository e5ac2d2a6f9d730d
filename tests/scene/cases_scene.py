"""Scenes as text: a letter for the color, a sign for the pattern of each light."""

from kostka import mats
from kostka.mats.colors import BLACK, BLUE, BROWN, OFF, RED, WHITE
from kostka.mats.mat import EAST, WEST, Mat
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.token import token
from kostka.scene import patterns as pt
from kostka.scene.picture import scene_text
from kostka.scene.scene import Scene

R, B, Y, K = 0, 1, 2, 3  # seats of a game of four
START = [(56 + seat, token(seat)) for seat in range(4) for _ in range(4)]
MIDDLE = [(2, token(R)), (7, token(R)), (11, token(B)), (43, token(R)), (30, token(K))]
MIDDLE += [(56, token(R)), (57, token(B)), (57, token(B)), (59, token(K))]


def ludo(seats=4):
    return Scene(mats.load("ludo"), seats)


def check(scene, expected):
    got = scene_text(scene)
    assert got == expected.strip("\n"), "\n" + got


def bitmap(cells):
    picture = bytearray(18)
    for cell in cells:
        picture[cell >> 3] |= 1 << (cell & 7)
    return picture


def move(seat, source, target):
    return (ev.MOVE, ev.ALL, seat, token(seat), source, target)


def throw(seat, kind, face):
    return (ev.THROW, ev.ALL, seat, kind, face)


def case_dark_until_composed():
    scene = ludo()
    assert bytes(scene.code) == bytes(148)
    assert scene.version == 0


def case_the_start_of_a_game_of_four():
    scene = ludo()
    assert scene.compose(START, rq.Request(R, rq.THROW, dice=(rq.D6,)))
    check(
        scene,
        """
r. r.  .  .  .  .  .  .  . b. b.  .
r. r.  .  .  .  .  .  .  . b. b. w-
 .  .  .  .  .  .  .  .  .  .  . w-
 .  .  .  .  .  .  .  .  .  .  . w-
 .  .  .  .  .  .  .  .  .  .  . w-
 .  .  .  .  .  .  .  .  .  .  . w-
 .  .  .  .  .  .  .  .  .  .  . w-
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
k, k,  .  .  .  .  .  .  . y. y.  .
k, k,  .  .  .  .  .  .  . y. y.  .
 .  .  .  .  .  .  .  .  .  .  .  .
seats: r^ b. y. k,""",
    )


def case_a_move_with_targets_cursor_and_the_last_move():
    scene = ludo()
    scene.compose(
        MIDDLE,
        rq.Request(R, rq.MOVE),
        events=[move(K, 59, 30), (ev.TURN, ev.ALL, R), throw(R, rq.D6, 4)],
        movable=[2, 7, 56],
        targets=[6, 11, 0],
        cursor=[2, 6],
    )
    check(
        scene,
        """
r~  .  .  .  .  .  .  .  .  . b.  .
 .  .  .  . r~  . ro  .  .  . b.  .
 .  .  .  . r*  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
ro  . r*  .  .  .  .  .  .  .  . w=
 .  .  .  . r.  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
w'  .  .  .  .  .  .  .  .  .  .  .
k,  .  .  . k/  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
seats: r^ b. y. k,""",
    )


def case_a_wrong_table_shows_every_wrong_cell():
    # Blue's pawn stands one cell too far, one of red's in the reserve is gone, one is nobody's.
    scene = ludo()
    scene.compose(
        MIDDLE,
        rq.Request(R, rq.MOVE),
        missing=[1 * 12 + 6, 0],
        extra=[2 * 12 + 6, 143],
        cells=bitmap([26, 16, 30, 10, 22, 64, 109, 124, 143]),
    )
    check(
        scene,
        """
r?  .  .  .  .  .  .  .  .  . b.  .
 .  .  .  . r.  . b?  .  .  . b.  .
 .  .  .  .  .  . r!  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  . r.  .  .  .  .  .  .  .  .  .
 .  .  .  . r.  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 . k,  .  .  .  .  .  .  .  .  .  .
 .  .  .  . k,  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  . r!
seats: r^ b. y. k,""",
    )


def case_the_color_die_shows_its_faces_and_the_last_throw():
    scene = ludo(2)
    tokens = [(56, token(0))] * 4 + [(58, token(1))] * 4
    request = rq.Request(1, rq.THROW, dice=(rq.COLOR,))
    scene.compose(tokens, request, events=[throw(0, rq.COLOR, 6), (ev.PASS, ev.ALL, 0)], face=2)
    bar = [scene.code[cell] for cell in scene.mat.die_cells]
    assert [code & 15 for code in bar] == [pt.GLOW, pt.DOUBLE] + [pt.GLOW] * 3 + [pt.SWELL]
    assert [code >> 4 for code in bar] == [1, 3, 4, 5, 2, 7]
    scene.compose(tokens, rq.Request(0, rq.MOVE), events=[throw(0, rq.COLOR, 6)])
    bar = [scene.code[cell] for cell in scene.mat.die_cells]
    assert bar == [0, 0, 0, 0, 0, BROWN << 4 | pt.TWIN]
    scene.compose(tokens, rq.Request(0, rq.MOVE), events=[throw(0, rq.COLOR, 5)])
    assert scene.code[scene.mat.die_cells[4]] == RED << 4 | pt.STEADY


def case_a_game_of_two_ends():
    scene = ludo(2)
    tokens = [(40 + i, token(0)) for i in range(4)] + [(58, token(1))] * 3 + [(25, token(1))]
    scene.compose(tokens, rq.Request(-1, rq.NOTHING), winners=(0,))
    check(
        scene,
        """
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 . r~ r~ r~ r~  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  . y.  .  .  .  .  .
 .  .  .  .  .  .  .  .  .  .  .  .
 .  .  .  .  .  .  .  .  . y.  .  .
 .  .  .  .  .  .  .  .  . y. y.  .
 .  .  .  .  .  .  .  .  .  .  .  .
seats: r~ y.  .  .""",
    )


def case_the_picture_tells_which_cells_of_a_reserve_are_lit():
    scene = ludo()
    tokens = [(56, token(R)), (56, token(R))]
    scene.compose(tokens, cells=bitmap([12, 13]))
    assert [cell for cell in range(144) if scene.code[cell]] == [12, 13]
    scene.compose(tokens, cells=bitmap([12]))  # one is missing: it gets the first free cell
    assert [cell for cell in range(144) if scene.code[cell]] == [0, 12]
    scene.compose(tokens)
    assert [cell for cell in range(144) if scene.code[cell]] == [0, 1]


def case_black_and_brown_have_a_light_and_a_pattern_of_their_own():
    scene = ludo()
    scene.compose(START)
    assert scene.color(9 * 12) == BLACK
    assert scene.pattern(9 * 12) == pt.WINK
    assert scene.pattern(0) == pt.REST


def case_several_seats_may_answer():
    scene = ludo()
    scene.compose(START, rq.Request(-1, rq.CHOOSE), answering=(1, 3))
    assert [scene.pattern(144 + seat) for seat in range(4)] == [
        pt.REST,
        pt.BEACON,
        pt.REST,
        pt.BEACON,
    ]


def case_nobodys_tokens_are_white():
    scene = ludo()
    scene.compose([(5, token(15, 3))], movable=[5])
    assert scene.code[scene.mat.cells(5)[0]] == WHITE << 4 | pt.BREATHE


def case_only_changes_make_a_version_and_the_buffer_stays():
    scene = ludo()
    code = scene.code
    assert scene.compose(START) is True
    assert scene.compose(START) is False
    assert scene.version == 1
    assert scene.compose(MIDDLE) is True
    assert scene.clear() is True
    assert scene.clear() is False
    assert scene.version == 3
    assert scene.code is code
    assert bytes(code) == bytes(148)


def case_a_shape_that_the_mat_paints_has_that_color_everywhere():
    mat = Mat(
        "painted",
        [b"\x00", b"\x01", b"\x02"],
        b"",
        [b"", b"", bytes([RED, BLACK])],
        [b"", b"", bytes([WEST, EAST])],
        paints=bytes([OFF, BLUE, BROWN]),
    )
    tokens = [(0, token(0)), (1, token(0, 1)), (2, token(1, 2))]
    scene = Scene(mat, 2)
    scene.compose(tokens)
    assert [scene.color(cell) for cell in range(3)] == [RED, BLUE, BROWN]
    assert [scene.pattern(cell) for cell in range(3)] == [pt.REST, pt.REST, pt.TWIN]
    scene.compose(tokens, movable=[1], missing=[2], winners=[0])
    assert [scene.color(cell) for cell in range(3)] == [RED, BLUE, BROWN]
    assert [scene.pattern(cell) for cell in range(3)] == [pt.BREATHE, pt.BREATHE, pt.QUICK]
    scene.compose(tokens, events=[(ev.MOVE, ev.ALL, 0, token(0, 1), 2, 1)])
    assert (scene.color(1), scene.pattern(1)) == (BLUE, pt.SWELL)
