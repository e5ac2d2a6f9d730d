"""Playing by keys alone."""

import pytest
from kostka import mats
from kostka.play import prompts as pr
from kostka.play.prompts import LEFT, OK, RIGHT, Prompts
from kostka.play.referee import Referee
from kostka.rules.action import b_of
from kostka.rules.rng import XorShift
from kostka_player import new_session, step
from kostka_tokens import Cells


class Table:
    """A session, its referee and its keys, the tokens always where they should be."""

    def __init__(self, name="ludo", seats=2, **options):
        if name == "ludo":
            options = {"first": "seat1", **options}
        self.session = new_session(name, seats, options)
        self.mat = mats.load(name)
        self.referee = Referee(self.mat)
        self.prompts = Prompts(seats)
        self.tidy()

    def tidy(self):
        self.cells = Cells(self.mat, self.session.state.tokens())
        self.referee.expect(self.session.state)
        self.referee.look(self.cells.bits)

    def press(self, seat, *keys, held=0):
        found = pr.NOTHING
        for key in keys:
            event = seat << 4 | key << 1 | held
            found = self.prompts.press(event, self.session.state, self.referee)
        return found

    def face(self):
        return self.prompts.face(self.session.state)

    def cursor(self):
        return self.prompts.cursor(self.session.state, self.referee)


def test_panel_0_serves_seats_without_one():
    table = Table("ludo", 4, first="seat3")
    table.prompts = Prompts(4, 2)
    assert table.press(1, RIGHT) == pr.NOTHING, "its own seat is not asked, others are not its"
    assert table.press(2, RIGHT) == pr.NOTHING, "there is no such panel"
    assert table.press(0, RIGHT, RIGHT) == pr.TURNED
    assert table.face() == 2
    assert table.press(0, pr.UNDO_KEY) == pr.TURNED
    assert table.face() == 0
    assert table.press(0, LEFT, OK) == pr.PLAY
    assert (table.prompts.seat, b_of(table.prompts.actions[0])) == (2, 6)
    table.session.submit(table.prompts.actions, "k")
    table.tidy()
    assert table.press(0, RIGHT, OK) == pr.PLAY
    assert table.prompts.seat == 2
    assert table.prompts.actions == table.session.state.legal_actions(2)[:1]


def test_panel_0_serves_its_own_seat_first():
    table = Table("ludo", 4, first="seat1")
    table.prompts = Prompts(4, 1)
    assert table.press(0, RIGHT, OK) == pr.PLAY
    assert table.prompts.seat == 0


def test_a_panel_with_a_seat_in_the_game_serves_no_other():
    table = Table("ludo", 2, first="seat2")
    table.prompts = Prompts(4, 4)
    assert table.press(0, RIGHT) == pr.NOTHING
    assert table.press(1, RIGHT) == pr.TURNED


def test_seats_that_answered_are_not_served_again():
    """Two seats choose in secret at one panel, one after the other."""
    table = Table("probe", 3)
    rng = XorShift(5)
    while len(table.session.state.may_answer()) < 2:
        step(table.session, rng)
    table.tidy()
    state = table.session.state
    seats = state.may_answer()
    table.prompts = Prompts(3, 1)
    served = []
    for _ in seats:
        answered = dict.fromkeys(served, (0, "k"))
        for key in (RIGHT, OK):
            event = key << 1
            found = table.prompts.press(event, state, table.referee, answered)
        assert found == pr.PLAY
        served.append(table.prompts.seat)
    assert sorted(served) == list(seats)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_is_turned_to_by_either_key(face):
    table = Table()
    for key, times in ((RIGHT, face), (LEFT, 7 - face), (RIGHT, face + 6)):
        for _ in range(times):
            assert table.press(0, key) == pr.TURNED
        assert table.face() == face
        assert table.press(0, OK) == pr.PLAY
        assert [b_of(action) for action in table.prompts.actions] == [face]
        assert table.prompts.seat == 0
        assert table.face() == 0


def test_ok_alone_lets_the_board_throw():
    table = Table()
    assert table.press(0, OK) == pr.THROW


def test_only_who_is_asked_is_heard():
    table = Table()
    for key in (LEFT, RIGHT, OK):
        assert table.press(1, key) == pr.NOTHING
        assert table.press(5, key) == pr.NOTHING
    assert table.face() == 0
    table.session.submit([table.session.state.parse_action("d6")], "k")
    table.tidy()
    assert table.press(1, RIGHT) == pr.NOTHING
    assert table.press(0, RIGHT) == pr.TURNED


def test_undo_drops_the_choice_and_held_takes_back():
    table = Table()
    table.press(0, RIGHT, RIGHT)
    assert table.press(0, pr.UNDO_KEY) == pr.TURNED
    assert table.face() == 0
    assert table.press(0, pr.UNDO_KEY) == pr.NOTHING
    assert table.press(1, pr.UNDO_KEY, held=1) == pr.UNDO, "by who moved before, too"


def test_moves_are_turned_to_in_order():
    table = Table()
    session = table.session
    session.submit([session.state.parse_action("d6")], "k")
    session.submit([session.state.parse_action("r0-t0")], "k")
    session.submit([session.state.parse_action("d6")], "k")
    table.tidy()
    legal = session.state.legal_actions()
    assert table.cursor() == []
    for action in legal:
        table.press(0, RIGHT)
        assert table.cursor() == [action >> 9 & 511, action & 511]
    assert table.press(0, OK) == pr.PLAY
    assert table.prompts.actions == [legal[-1]]


def test_nothing_is_taken_while_the_table_is_wrong():
    table = Table()
    table.cells.flip(table.mat.cells(3)[0])
    table.referee.look(table.cells.bits)
    assert table.press(0, OK) == pr.WAIT
    assert table.press(0, RIGHT, OK) == pr.WAIT
    assert table.face() == 1, "the choice stays"
    table.cells.flip(table.mat.cells(3)[0])
    table.referee.look(table.cells.bits)
    assert table.press(0, OK) == pr.PLAY


def test_a_move_may_be_confirmed_with_its_token_in_the_hand():
    table = Table()
    session = table.session
    session.submit([session.state.parse_action("d6")], "k")
    table.tidy()
    table.cells.lift(table.mat.cells(56)[0])
    table.referee.look(table.cells.bits)
    assert table.press(0, RIGHT, OK) == pr.PLAY


def test_several_actions_are_chosen_among_themselves():
    table = Table("probe", dice=1)
    state = table.session.state
    state.at = [4, 4, 1, 2]
    state.agenda = []
    state.push(3, 0, 2)
    table.tidy()
    table.cells.lift(table.mat.cells(4)[0])
    table.cells.put(table.mat.cells(6)[0])
    table.referee.look(table.cells.bits)
    assert table.press(0, LEFT, OK) == pr.PLAY
    assert table.prompts.actions == state.legal_actions()[-1:]


def test_all_faces_of_a_throw_are_one_play():
    table = Table("probe", dice=3)
    state = table.session.state
    state.agenda = []
    state.push(3, 0, 2)
    state.pop()
    state.dice = bytearray(3)
    state.push(5, 0)
    state.push(4, 0)
    table.tidy()
    assert table.press(0, OK) == pr.NOTHING, "the board may not throw these"
    assert table.press(0, RIGHT, OK) == pr.TURNED
    assert table.press(0, OK) == pr.NOTHING, "nothing is turned to"
    assert table.press(0, LEFT, OK) == pr.TURNED
    assert table.press(0, RIGHT, RIGHT, OK) == pr.PLAY
    assert [action >> 9 & 511 for action in table.prompts.actions] == [1, 6, 2]
    table.session.submit(table.prompts.actions, "k")


def test_secret_choices_are_made_by_all_and_shown_to_none():
    table = Table("probe", seats=3, dice=1)
    table.session.settle()
    table.tidy()
    for seat in range(3):
        assert table.press(seat, RIGHT) == pr.TURNED
        assert table.face() == 0
        assert table.cursor() == []
    assert table.press(2, OK) == pr.PLAY
    assert table.prompts.seat == 2


def test_after_the_end_a_long_press_begins_anew():
    table = Table(pawns=2)
    state = table.session.state
    state.pawns = bytearray([44, 43, 0, 0])
    state.step = 4
    assert table.press(1, OK) == pr.NOTHING
    assert table.press(1, OK, held=1) == pr.AGAIN
    assert table.press(0, RIGHT) == pr.NOTHING
