"""The referee on boards that sense some spots, on both Pythons."""

from kostka import games, mats
from kostka.games.ludo_words import MOVING
from kostka.mats.mat import NO_SPOT, Mat
from kostka.play import referee as rf
from kostka.play.referee import Referee

ROW4 = range(48, 56)  # of the breadboard
PANEL = [row * 12 + col for row in range(6) for col in range(6)]
GONE = 255


def board(cells):
    """Return the table of a board's cells."""
    return bytes([cell if cell in cells else GONE for cell in range(144)])


def ludo(pawns, face):
    """Return a state in which red has thrown; pawns are progress values by seat."""
    game = games.load("ludo")
    state = game.new_state(2, {"first": "seat1", "pawns": len(pawns[0])})
    state.step, state.turn, state.face = MOVING, 0, face
    for seat in range(2):
        for i in range(len(pawns[seat])):
            state.pawns[seat * len(pawns[0]) + i] = sorted(pawns[seat])[i]
    state.restored()
    return state


class Table:
    """A state, the part of its mat that a board has, and tokens on its cells."""

    def __init__(self, state, cells):
        self.state = state
        self.mat = mats.load("ludo").part(board(cells))
        self.bits = bytearray(18)
        for spot, _ in state.tokens():
            if self.mat.cells(spot):
                for cell in self.mat.cells(spot):
                    if not self.has(cell):
                        self.flip(cell)
                        break
        self.referee = Referee(self.mat)
        self.referee.expect(state)

    def has(self, cell):
        return self.bits[cell >> 3] >> (cell & 7) & 1

    def flip(self, *cells):
        for cell in cells:
            self.bits[cell >> 3] ^= 1 << (cell & 7)

    def look(self):
        return self.referee.look(self.bits)

    def cell(self, name):
        spot = int(name[1:])
        return mats.load("ludo").cells(spot)[0]

    def action(self, text):
        found = self.state.parse_action(text)
        assert found in self.state.legal_actions(), text
        return found


def case_a_whole_board_has_the_whole_mat():
    mat = mats.load("ludo")
    assert mat.part(bytes(range(144))) is mat


def case_a_part_has_whole_spots_only():
    mat = mats.load("ludo").part(board(ROW4))
    there = [spot for spot in range(mat.spots) if mat.cells(spot)]
    assert len(there) == 8
    assert [mat.cells(spot)[0] for spot in there[:5]] == list(range(48, 53))
    assert mat.die_cells == b""
    one = mats.load("ludo").part(board(PANEL))
    assert len(one.cells(56)) == 4  # red's reserve lies on the panel
    assert one.cells(57) == b""
    assert not any(one.deaf[i] >> b & 1 for i in range(18) for b in range(8) if 8 * i + b in PANEL)


def case_cells_of_a_spot_that_lacks_some_mean_nothing():
    cells = [cell for cell in PANEL if cell != 13]  # one of the four cells of red's reserve
    table = Table(ludo([[0, 5], [3, 0]], 2), cells)
    assert table.mat.cells(56) == b""
    assert table.mat.spot_of[0] == NO_SPOT
    for cell in (0, 1, 12):
        assert table.look() == rf.SAME
        table.flip(cell)  # a token there or none: both may be right
    assert table.look() == rf.SAME
    table.flip(2)  # beside all spots
    assert (table.look(), table.referee.extra) == (rf.NONE, [2])


def case_nothing_is_expected_of_spots_that_are_not_there():
    table = Table(ludo([[5, 12], [3, 0]], 2), ROW4)
    assert table.look() == rf.SAME
    assert table.referee.movable == [4]  # t11 cannot be seen
    assert (table.referee.missing, table.referee.extra) == ([], [])
    assert bytes(table.bits) == bytes([0, 0, 0, 0, 0, 0, 16]) + bytes(11)


def case_a_move_between_sensed_spots():
    table = Table(ludo([[2, 12], [3, 0]], 2), ROW4)
    table.flip(table.cell("t1"))
    assert table.look() == rf.WAY
    assert table.referee.targets == [3]
    table.flip(table.cell("t3"))
    assert table.look() == rf.ONE
    assert table.referee.action == table.action("t1-t3")
    assert not table.referee.removes


def case_a_token_that_leaves_may_be_in_the_hand():
    table = Table(ludo([[5, 12], [3, 0]], 2), ROW4)
    table.flip(table.cell("t4"))  # to t6, up the arm, where no cell is
    assert table.look() == rf.ONE
    assert table.referee.action == table.action("t4-t6")
    assert table.referee.removes


def case_a_token_that_comes():
    table = Table(ludo([[0, 12], [3, 0]], 6), ROW4)  # red enters on t0; its reserve is unsensed
    table.flip(table.cell("t0"))
    assert table.look() == rf.ONE
    assert table.referee.action == table.action("r0-t0")
    assert not table.referee.removes


def case_a_capture_whose_rival_goes_off():
    table = Table(ludo([[2, 12], [24, 0]], 2), ROW4)  # yellow stands on t3
    assert len(table.state.footprint(table.action("t1-t3"))[0]) == 2
    table.flip(table.cell("t3"))  # the rival first
    assert table.look() == rf.WAY
    table.flip(table.cell("t1"))
    assert table.look() == rf.WAY
    table.flip(table.cell("t3"))
    assert table.look() == rf.ONE
    assert table.referee.action == table.action("t1-t3")
    assert table.referee.removes  # the same as red's token in the hand


def case_a_capture_that_nobody_sees_is_not_taken_from_the_picture():
    table = Table(
        ludo([[0, 12], [21, 0]], 6), ROW4
    )  # red enters on yellow, both come and go unseen
    action = table.action("r0-t0")
    assert len(table.state.footprint(action)[0]) == 2
    assert table.look() == rf.SAME
    assert table.referee.movable == []
    table.flip(table.cell("t0"))
    assert table.look() == rf.WAY
    table.flip(table.cell("t0"))
    assert table.look() == rf.SAME  # keys or a host have to say it
    table.state.apply(action)
    table.referee.expect(table.state)
    assert table.look() == rf.SAME  # and then it stands right


class Move:
    """A state with one token on spot 0 that may go to any of six spots in a row."""

    def tokens(self):
        return [(0, 0)]

    def current_player(self):
        return 0

    def request(self, seat=-1):
        return self

    sources = 1

    def legal_actions(self, seat=None):
        return [1, 2, 3, 4, 5]

    def footprint(self, action):
        return (0,), (action,)


def row(cells):
    mat = Mat("row", [bytes([n]) for n in range(6)], b"", [], [])
    referee = Referee(mat.part(board(cells)))
    referee.expect(Move())
    return referee


def case_a_lifted_token_with_several_ways_off_is_asked_for():
    referee = row([0, 1, 2])
    picture = bytearray(18)
    assert referee.look(picture) == rf.SEVERAL
    assert (referee.actions, referee.removes) == ([3, 4, 5], True)
    assert referee.targets == [1, 2]  # or it goes where it is seen
    picture[0] = 4
    assert referee.look(picture) == rf.ONE
    assert (referee.action, referee.removes) == (2, False)


def case_a_lifted_token_with_one_way_off_waits():
    referee = row([0, 1, 2, 3, 4])
    assert referee.look(bytearray(18)) == rf.ONE
    assert (referee.action, referee.removes, referee.targets) == (5, True, [1, 2, 3, 4])


def case_a_token_that_stands_off_after_an_undo_is_wrong_and_lights_no_ways():
    referee = row([0, 1, 2, 3, 4])
    picture = bytearray(18)
    referee.distrust(picture)  # its move off the board was undone, the token is still away
    assert referee.look(picture) == rf.NONE
    assert (referee.targets, referee.movable, referee.removes) == ([], [], False)
    assert referee.missing == [0]


def case_tokens_that_come_from_anywhere():
    referee = row([3])
    assert referee.look(bytearray(18)) == rf.SAME
    assert referee.movable == []
    assert referee.look(bytearray([8] + [0] * 17)) == rf.ONE
    assert referee.action == 3


def case_a_board_without_cells_is_always_right():
    for cells in ([], ROW4):
        table = Table(ludo([[0, 0], [0, 0]], 6), cells)
        assert table.look() == rf.SAME
        assert table.referee.movable == []
