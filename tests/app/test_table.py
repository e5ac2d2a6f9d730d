"""From a finger to the lights and the journal, on drivers in memory."""

import pytest
from kostka.mats.colors import RED
from kostka.play import referee as rf
from kostka.rules.rng import XorShift
from kostka.scene import patterns as pt
from kostka_bench import LEFT, OK, RIGHT, UNDO


def test_a_held_ok_begins_a_game_on_an_empty_table(bench):
    table = bench()
    table.run(500)
    assert not table.session.playing
    assert table.table.menu is not None
    table.press(1, OK)
    assert not table.session.playing
    table.press(1, UNDO)
    table.press(1, OK, hold_ms=1000)
    assert table.session.game.name == "ludo"
    assert table.session.lines == 2, "lots were drawn"
    table.run(100)
    assert table.table.menu is None
    assert any(table.a.shown)


def test_a_game_is_played_by_hands_and_keys(bench):
    table = bench().new("ludo", 2, pawns=2)
    table.play_on(XorShift(5), 60)
    assert table.session.lines > 60
    assert table.referee.outcome == rf.SAME


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_come_to_an_end(bench, seats):
    table = bench().new("ludo", seats, pawns=2)
    table.play_on(XorShift(seats), 2000)
    assert table.session.closed
    table.press(0, OK)
    assert table.session.closed
    table.press(0, OK, hold_ms=1000)
    assert not table.session.closed
    assert table.session.lines == 1
    assert table.state.options["pawns"] == 2


def test_a_token_in_the_hand_lights_its_targets(bench):
    table = bench().new("ludo", 2)
    table.table.play([table.action("d6")], "k")
    table.lift(table.cell(56), 250)
    assert table.referee.outcome == rf.WAY
    assert table.pattern(table.cell(0)) == pt.BLINK
    assert rf.NAMES[table.referee.outcome] == "way"
    table.run(7500)
    assert not table.table.hint
    table.run(1000)
    assert table.table.hint
    table.put(table.cell(0))
    table.settle()
    assert table.state.action_text(last(table)) == "r0-t0"


def last(table):
    return next(iter(table.table.journal.lines(table.session.lines - 1)))["a"][0]


def test_every_wrong_cell_is_lit_within_half_a_second(bench):
    table = bench().new("ludo", 2)
    wrong = [table.cell(3), table.cell(58), 143]
    table.put(wrong[0])
    table.lift(wrong[1])
    table.put(wrong[2])
    began = table.clock.ms()
    while table.pattern(wrong[0]) != pt.FAST:
        table.run(10)
        assert table.clock.diff(table.clock.ms(), began) < 500
    assert table.pattern(wrong[0]) == table.pattern(wrong[2]) == pt.FAST
    assert table.color(wrong[0]) == RED
    assert table.pattern(wrong[1]) == pt.QUICK
    assert table.color(wrong[1]) == table.table.mat.seat_color(1, 2), "the owner's color"
    table.tidy()
    assert pt.FAST not in [table.pattern(cell) for cell in range(144)]


def test_dice_wait_for_a_right_table(bench):
    table = bench().new("ludo", 2)
    table.put(table.cell(3))
    table.settle()
    table.press(0, OK)
    table.press(0, RIGHT, OK)
    assert table.session.lines == 1
    table.lift(table.cell(3))
    table.settle()
    table.press(0, OK)  # the face turned to is still there
    assert table.session.lines == 2
    assert table.state.face in (0, 1)


def test_a_move_chosen_by_keys_shows_where_its_token_goes(bench):
    table = bench().new("ludo", 2)
    table.press(0, LEFT, OK)
    assert table.state.face == 6
    table.press(0, RIGHT)
    assert table.pattern(table.cell(0)) == pt.DOUBLE
    table.press(0, OK)
    assert table.session.lines == 3
    assert table.referee.outcome == rf.NONE
    assert table.pattern(table.cell(0)) == pt.QUICK
    table.press(0, OK)
    assert table.session.lines == 3, "no throw before the token stands there"
    table.tidy()
    table.press(0, OK)
    assert table.session.lines == 4


def test_a_held_undo_takes_back_and_guides_the_tokens(bench):
    table = bench().new("ludo", 2)
    table.press(0, LEFT, OK)
    table.carry((56,), (0,))
    assert table.session.lines == 3
    table.press(1, UNDO, hold_ms=1000)
    assert table.session.lines == 4
    assert table.referee.outcome == rf.NONE
    assert table.referee.extra == [table.cell(0)]
    assert table.referee.missing
    table.chain.put(143)  # whatever else happens, it is not played again
    table.settle()
    table.chain.lift(143)
    table.settle()
    assert table.session.lines == 4
    table = bench_with_tokens(bench, table)  # nor after a power cut
    table.settle()
    assert table.session.lines == 4
    assert table.referee.outcome == rf.NONE
    table.tidy()
    assert table.referee.outcome == rf.SAME
    assert table.state.face == 6
    table.carry((56,), (0,))
    assert table.session.lines == 5


def test_a_move_that_was_undone_may_be_made_again(bench):
    table = bench().new("ludo", 2)
    table.press(0, LEFT, OK)
    table.carry((56,), (0,))
    table.press(1, UNDO, hold_ms=1000)
    table.lift(table.cell(0), 250)
    assert table.referee.outcome == rf.WAY
    table.put(table.cell(0), 250)
    assert table.session.lines == 5


def test_one_flickering_cell_stops_nothing(bench):
    table = bench().new("ludo", 2)
    table.press(0, LEFT, OK)
    noisy = table.cell(30)
    for turn in range(60):  # 25 Hz: never long enough for the debounce
        (table.chain.put if turn % 2 else table.chain.lift)(noisy)
        table.run(20)
        if turn == 10:
            table.chain.lift(table.cell(56))
        if turn == 30:
            table.chain.put(table.cell(0))
    table.run(200)
    assert table.session.lines == 3


def test_a_key_pressed_before_a_token_settles_is_heard(bench):
    table = bench().new("ludo", 2)
    table.press(0, LEFT, OK)
    table.lift(table.cell(56), 300)
    table.put(table.cell(0), 10)  # and at once the next throw, which a six allows
    table.press(0, OK)
    assert table.session.lines == 2
    table.settle()
    assert [line["s"] for line in table.table.journal.lines(2)] == ["c", "b"]


def test_a_cell_that_never_settles_holds_a_key_up_but_for_a_moment(bench):
    table = bench().new("ludo", 2)
    lines = []
    for turn in range(14):
        noisy = table.cell(24 + turn // 2)  # each of them settles, the picture does not
        (table.chain.lift if turn % 2 else table.chain.put)(noisy)
        table.run(60)  # longer than the debounce, shorter than settling
        table.chain.key(0, OK, 4 <= turn < 6)
        lines.append(table.session.lines)
    assert lines[10] == 1  # 360 ms after the press
    assert lines[12] == 2


def test_a_broken_chain_keeps_the_last_picture(bench):
    table = bench().new("ludo", 2)
    table.chain.fail = True
    table.chain.tokens([])
    table.run(1000)
    assert table.app.scanner.missed > 90
    assert table.referee.outcome == rf.SAME
    table.chain.fail = False
    table.run(300)
    assert table.referee.outcome == rf.NONE


def test_a_token_slid_on_replaces_the_move(bench):
    table = bench().new("choice", 2)
    cells = [table.cell(spot) for spot in range(6)]
    table.lift(cells[0])
    table.put(cells[1])
    table.settle()
    assert table.session.lines == 2
    table.lift(cells[1], 50)
    table.put(cells[3])
    table.settle()
    lines = list(table.table.journal.lines(1))
    assert [line.get("u", line.get("a")) for line in lines[1:]] == [0, [last(table)]]
    assert table.state.action_text(last(table)) == "0-3"
    assert table.referee.outcome == rf.SAME


def test_a_token_that_leaves_the_table_is_waited_for(bench):
    table = bench().new("probe", 2, dice=1)
    state = table.state
    state.at = [7, 0, 1, 2]
    state.agenda = []
    state.push(6, 0, 0)
    state.push(3, 0, 2)
    table.table.show()
    table.tidy()
    lines = table.session.lines
    table.lift(table.cell(7), 500)
    assert table.referee.outcome == rf.ONE
    assert table.session.lines == lines
    table.put(table.cell(7), 300)
    table.run(3000)
    assert table.session.lines == lines, "it was put back"
    table.lift(table.cell(7), 2600)
    assert table.session.lines == lines + 1


# Lights first, then flash ----------------------------------------------------------------------


def test_lights_answer_before_the_flash(bench):
    table = bench().new("ludo", 2)
    order = []
    append, show = table.table.journal.append, table.a.show
    table.table.journal.append = lambda pairs: (order.append("flash"), append(pairs))
    table.a.show = lambda: (order.append("light"), show())[1]
    table.press(0, LEFT, OK)
    assert order.index("light") < order.index("flash")
    at = order.index("flash")
    assert order[at - 1] == "light"


def test_a_full_flash_is_told_and_the_table_goes_on(bench):
    table = bench().new("ludo", 2)
    append = table.table.journal.append

    def full(pairs):
        raise OSError(28)

    table.table.journal.append = full
    before = table.state.encode()
    table.press(0, LEFT, OK)
    assert table.session.lines == 1
    assert table.state.encode() == before
    table.table.journal.append = append
    table.press(0, OK)
    assert table.session.lines == 2


# The power ------------------------------------------------------------------------------------


def test_the_game_goes_on_after_a_power_cut_at_any_line(bench):
    table = bench().new("ludo", 2, pawns=2)
    rng = XorShift(8)
    for _ in range(12):
        table.play_on(rng, 3)
        before = (table.session.lines, table.session.chain, table.state.encode())
        table = bench()
        table.tidy()
        assert (table.session.lines, table.session.chain, table.state.encode()) == before


def test_a_move_that_was_in_flight_is_found_again(bench):
    """The token already stands there, but the power went before the line was safe."""
    table = bench().new("ludo", 2)
    table.press(0, LEFT, OK)
    table = bench()
    table.tidy()
    table.chain.lift(table.cell(56))
    table.chain.put(table.cell(0))
    table = bench_with_tokens(bench, table)
    table.settle()
    assert table.session.lines == 3


def bench_with_tokens(bench, old):
    kept = bytes(old.chain._next)
    table = bench()
    table.chain._next[:] = kept
    return table


def test_another_game_begins_after_a_restart(bench):
    table = bench().new("ludo", 2)
    table.table.start("probe", 3, {"dice": 2})
    assert table.restarts == 0
    assert table.app._restart, "asked for when the tasks have ended"
    assert table.session.game.name == "ludo"
    table = bench()
    assert table.session.game.name == "probe"
    assert table.state.options["dice"] == 2
    assert table.state.seats == 3
    table = bench()
    assert table.session.game.name == "probe"


def test_a_journal_that_cannot_be_read_is_left_alone(bench, tmp_path):
    table = bench().new("ludo", 2)
    table.press(0, LEFT, OK)
    game = table.session.id
    table.off()
    path = tmp_path / "flash" / "journal" / game / "main"
    data = bytearray(path.read_bytes())
    data[20] ^= 1
    path.write_bytes(data + b"x\n")
    table = bench(seed=2)
    table.run(300)
    assert not table.session.playing
    table.press(0, OK, hold_ms=1000)
    assert table.session.playing
    assert table.session.id != game
    assert path.read_bytes() == data + b"x\n"
