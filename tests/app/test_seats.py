"""Who plays a seat: a human, the board's bot, or somebody remote; undo while a bot thinks."""

import pytest
from kostka.errors import KostkaError
from kostka.play import referee as rf
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka_bench import LEFT, OK, RIGHT, UNDO

DELAY_MS = 1500


def until_asked(table, seat, rng=None):
    """Play until a seat is asked to throw."""
    rng = rng or XorShift(7)
    for _ in range(400):
        if table.state.current_player() == CHANCE and table.state.request().seat == seat:
            return
        table.play_on(rng, 1)
    raise AssertionError("its turn never came")


@pytest.mark.parametrize("seats", [2, 3])
def test_bots_play_a_whole_game_when_hands_follow(bench, seats):
    table = bench().new("ludo", seats, pawns=2)
    table.table.seat("b" * seats)
    for _ in range(6000):
        if table.session.closed:
            break
        table.run(300)
        if table.referee.outcome != rf.SAME:
            table.tidy()
    assert table.session.closed


def test_a_bot_waits_until_its_tokens_stand_right(bench):
    table = bench().new("ludo", 2)
    table.table.seat("hb")
    until_asked(table, 1)
    lines = table.session.lines
    table.run(DELAY_MS - 300)
    assert table.session.lines == lines  # people see what happened
    table.lift(table.cell(58))
    table.run(5 * DELAY_MS)
    assert table.session.lines == lines  # a token is away
    table.put(table.cell(58))
    table.run(DELAY_MS + 700)
    assert table.session.lines > lines


def test_hands_and_keys_do_not_play_for_a_bot(bench):
    table = bench().new("ludo", 2)
    until_asked(table, 1)
    table.table.play([table.action("d6")], "k")
    assert table.state.current_player() == 1
    table.table.seat("hb")
    lines = table.session.lines
    losing, gaining = table.state.footprint(table.state.legal_actions()[0])
    table.carry(losing, gaining)
    assert table.session.lines == lines
    assert table.referee.outcome == rf.NONE
    table.tidy()
    table.press(1, LEFT, OK)
    assert table.session.lines <= lines + 1  # the bot's own line at most
    assert not table.table.prompts.actions


def test_a_remote_seat_is_answered_over_the_link_alone(bench):
    table = bench().new("ludo", 2)
    table.table.seat("hr")
    until_asked(table, 1)
    lines = table.session.lines
    table.press(1, OK)
    table.press(1, LEFT, OK)
    table.run(3 * DELAY_MS)
    assert table.session.lines == lines
    table.table.play([table.action("d6")], "p", lines)
    move = table.state.legal_actions()[0]
    losing, gaining = table.state.footprint(move)
    table.carry(losing, gaining)
    assert table.session.lines == lines + 1
    table.tidy()
    table.table.play([move], "h")
    assert table.session.lines == lines + 2
    assert table.referee.outcome == rf.NONE  # somebody moves the token for it
    table.carry(losing, gaining)
    assert table.referee.outcome == rf.SAME


def test_five_undos_while_a_bot_thinks(bench):
    table = bench().new("ludo", 2)
    table.play_on(XorShift(2), 30)
    table.table.seat("hb")
    until_asked(table, 1)
    table.run(DELAY_MS // 2)  # it thinks
    states = []
    for _ in range(5):
        back = table.session.last_gesture()
        table.press(0, UNDO, hold_ms=900)
        assert table.session.undos[-1][1] == back
        assert table.state.request().seat == 0  # what a bot did would come again at once
        states.append(table.state.digest())
        table.tidy()
        assert table.referee.outcome == rf.SAME
    assert len(set(states)) == 5
    lines = table.session.lines
    table.run(3 * DELAY_MS)
    assert table.session.lines == lines  # a human is asked


def test_seats_change_in_mid_game_and_are_kept(bench):
    table = bench().new("ludo", 2)
    table.play_on(XorShift(2), 9)
    table.table.seat("rb")
    game = table.session.id
    table = bench(seed=4)
    assert table.session.id == game
    assert table.table.about.kinds == "rb"
    assert table.session.bots == (1,)
    for kinds in ("h", "hhh", "hx", "", 3, None):
        with pytest.raises(KostkaError, match=r"seats\.kinds"):
            table.table.seat(kinds)
    table.table.seat("hh")
    table.tidy()
    table.play_on(XorShift(3), 9)


def test_two_bots_choose_secretly_and_people_throw_their_dice(bench):
    table = bench().new("probe", 2, dice=2)
    table.table.seat("bb")
    for _ in range(400):
        if table.session.lines > 12:
            break
        table.run(200)
        if table.referee.outcome != rf.SAME:
            table.tidy()
        elif table.state.current_player() == CHANCE:  # the probe's dice are real ones
            seat = table.state.request().seat
            table.press(seat, RIGHT, OK, RIGHT, OK)
    assert table.session.lines > 12


def test_a_bot_that_thinks_long_leaves_the_table_alive(bench):
    table = bench().new("ludo", 2)
    table.table.seat("hb")
    until_asked(table, 1)
    table.table.play([table.action("d6")], "k")
    slices = []

    def slow(state, seat, draw):
        while len(slices) < 500:
            slices.append(seat)
            yield -1
        yield state.legal_actions(seat)[0]

    table.table.bots.choose = slow
    table.table.bots.forget()
    lines = table.session.lines
    table.run(3000)
    assert table.session.lines == lines
    assert 200 < len(slices) < 500
    table.press(0, UNDO, hold_ms=900)
    assert len(table.session.undos) == 1
    count = len(slices)
    table.tidy()
    table.run(2000)
    assert len(slices) <= count + 1  # it thinks no more


def test_keys_of_a_seat_confirm_and_decline(bench):
    table = bench().new("ludo", 2)
    table.press(0, RIGHT, RIGHT)
    assert table.table.prompts.face(table.state) == 2
    table.press(1, UNDO)  # another seat's key declines nothing
    assert table.table.prompts.face(table.state) == 2
    table.press(0, UNDO)
    assert table.table.prompts.face(table.state) == 0
    table.press(0, RIGHT, OK)
    assert table.session.lines == 2
