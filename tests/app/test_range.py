"""The shooting range on the table: hits count themselves, keys mend a count, hands confirm it."""

import pytest
from kostka import games
from kostka.errors import KostkaError
from kostka.play import referee as rf
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka.scene import patterns as pt
from kostka_bench import LEFT, OK, RIGHT

X1 = 59  # the first target's spot on the mat of Arena of Warriors
STILL_MS = 2500  # remove_after and a little more


@pytest.fixture
def arena(bench):
    """Player 1 is about to shoot at three targets, by a bonus on the start field."""
    table = bench().new("arena", 2, first="seat1")
    play(table, "cw")
    table.carry((58,), (57,))
    table.settle()
    play(table, "cw")
    play(table, "shoot")
    assert texts(table) == ["stand"]
    for spot in (X1, X1 + 1, X1 + 2):
        assert texts(table) == ["stand"], "not before all stand"
        table.put(table.cell(spot), 300)
    assert texts(table)[0] == "ok"
    return table


@pytest.fixture
def shoot(bench):
    """Player 1 is about to shoot in a game of Spider Shoot for two."""
    table = bench().new("spider_shoot", 2)
    while table.state.turn:
        play(table, "ok")
    return table


def play(table, text):
    table.table.play([table.action(text)], "p")


def texts(table):
    return [table.state.action_text(action) for action in table.state.legal_actions()]


def fall(table, *targets):
    first = table.state.first_target
    for target in targets:
        table.lift(table.cell(first + target - 1))


def stand(table, *targets):
    first = table.state.first_target
    for target in targets:
        table.put(table.cell(first + target - 1), 100)


def test_targets_that_are_not_set_up_yet_are_no_hits(bench):
    table = bench().new("arena", 2, first="seat1")
    play(table, "cw")
    table.carry((58,), (57,))
    table.settle()
    play(table, "cw")
    play(table, "shoot")
    table.run(6000)
    assert texts(table) == ["stand"]
    assert table.state.down == 0


def test_hits_count_themselves_when_all_is_still(arena):
    fall(arena, 2)
    arena.run(1000)
    assert arena.state.down == 0, "it may only wobble"
    fall(arena, 3)
    arena.run(STILL_MS)
    assert arena.state.down == 0b110
    assert arena.referee.outcome == rf.SAME
    assert sum(arena.state.free_of(0)) == 0, "nothing is confirmed yet"


def test_a_target_that_only_wobbles_is_not_counted(arena):
    lines = arena.session.lines
    fall(arena, 2)
    arena.run(1000)
    stand(arena, 2)
    arena.run(STILL_MS)
    assert arena.session.lines == lines
    assert arena.state.down == 0


def test_what_falls_late_is_counted_too(arena):
    fall(arena, 1)
    arena.run(STILL_MS)
    assert arena.state.down == 0b001
    fall(arena, 3)
    arena.run(STILL_MS)
    assert arena.state.down == 0b101


def test_two_shots_are_confirmed_by_keys(arena):
    fall(arena, 1, 2)
    arena.run(STILL_MS)
    arena.press(0, RIGHT, OK)
    assert sum(arena.state.free_of(0)) == 2
    assert (arena.state.turn, arena.state.shots) == (0, 1)
    arena.press(0, RIGHT, OK)  # the second one hits nothing
    assert arena.state.turn == 1
    assert sum(arena.state.free_of(0)) == 2
    assert arena.referee.outcome == rf.SAME


def test_a_miscount_is_mended_by_keys_before_it_is_confirmed(arena):
    fall(arena, 1, 2)
    arena.run(STILL_MS)
    arena.press(0, RIGHT, RIGHT, OK)
    assert texts(arena) == ["rise1", "rise2"]
    arena.press(0, LEFT, OK)
    assert arena.state.down == 0b001
    stand(arena, 2)
    arena.settle()
    assert arena.referee.outcome == rf.SAME
    arena.press(0, RIGHT, OK)
    assert sum(arena.state.free_of(0)) == 1


def test_a_miscount_is_mended_by_hand_too(arena):
    fall(arena, 1, 2)
    arena.run(STILL_MS)
    arena.press(0, RIGHT, RIGHT, OK)
    stand(arena, 2)
    arena.settle()
    assert arena.state.down == 0b001


def test_a_target_that_is_set_up_again_does_not_change_the_count(arena):
    fall(arena, 1, 2)
    arena.run(STILL_MS)
    stand(arena, 2)
    arena.run(STILL_MS)
    assert arena.state.down == 0b011
    assert arena.referee.outcome == rf.NONE


def test_a_hit_that_cells_missed_is_entered_by_the_page(arena):
    fall(arena, 1)
    arena.run(STILL_MS)
    play(arena, "fell12")
    assert arena.state.down == 0b011
    fall(arena, 2)
    arena.settle()
    assert arena.referee.outcome == rf.SAME
    play(arena, "ok")
    assert sum(arena.state.free_of(0)) == 2


def test_moving_a_pawn_while_shooting_is_shown_as_wrong(arena):
    lines = arena.session.lines
    arena.lift(arena.cell(57))
    arena.put(arena.cell(0), 300)
    assert arena.referee.outcome == rf.NONE
    assert arena.session.lines == lines
    with pytest.raises(KostkaError):
        play(arena, "ok")


@pytest.mark.parametrize("pawn_first", [True, False])
def test_setting_up_and_moving_on_confirms_in_any_order(shoot, pawn_first):
    fall(shoot, 1, 3)
    shoot.run(STILL_MS)
    assert shoot.state.down == 0b101
    lines = shoot.session.lines
    if pawn_first:
        shoot.carry((0,), (2,))
    stand(shoot, 3)
    shoot.settle()
    assert shoot.session.lines == lines, "not all is done"
    assert shoot.referee.outcome == rf.WAY
    stand(shoot, 1)
    if not pawn_first:
        shoot.carry((0,), (2,))
    shoot.settle()
    assert shoot.session.lines == lines + 1
    assert list(shoot.state.gone) == [2, 0]
    assert shoot.state.turn == 1
    assert shoot.referee.outcome == rf.SAME


def test_a_wrong_count_of_steps_is_not_taken(shoot):
    fall(shoot, 1, 3)
    shoot.run(STILL_MS)
    shoot.carry((0,), (3,))
    stand(shoot, 1, 3)
    shoot.settle()
    assert shoot.referee.outcome == rf.NONE
    assert list(shoot.state.gone) == [0, 0]


def test_ordering_back_is_done_by_hand(shoot):
    for text in ("fell123", "ok", "ok", "fell12", "ok", "ok"):
        play(shoot, text)
        shoot.tidy()
    assert list(shoot.state.gone) == [5, 0]
    fall(shoot, 2, 4)
    shoot.run(STILL_MS)
    stand(shoot, 2, 4)
    shoot.settle()
    assert texts(shoot) == ["back", "shoot"]
    shoot.carry((5,), (3,))
    shoot.settle()
    assert list(shoot.state.gone) == [3, 0]
    assert shoot.state.turn == 0, "whoever ordered does not shoot"


def test_what_a_choice_means_is_lit_while_keys_are_turned_to_it(bench):
    table = bench().new("arena", 2, first="seat1")
    play(table, "cw")
    table.carry((58,), (57,))
    table.settle()
    play(table, "cw")
    assert texts(table) == ["shoot", "skip"]
    table.press(0, RIGHT)
    assert lit(table) == {table.cell(X1 + n) for n in range(3)}
    table.press(0, RIGHT)
    (mine,) = [cell for cell in table.table.mat.cells(57) if table.has(cell)]
    assert lit(table) == {mine}


def lit(table):
    """Return the cells that show what keys are turned to."""
    return {cell for cell in range(144) if table.pattern(cell) == pt.DOUBLE}


def test_a_choice_has_a_sign_of_its_own_for_every_worth_and_rival():
    state = games.load("arena").new_state(3, {"first": "seat1"})
    state.step, state.use = 7, 2
    state.free[:] = bytes([1, 1, 1, 1, 0, 1, 0, 1, 0])
    for use, count in ((2, 4), (4, 4)):
        state.use = use
        state.at[:] = bytes([20, 21, 22])
        state.restored()
        signs = {state.pointer(action) for action in state.legal_actions()}
        assert len(signs) == len(state.legal_actions()) == count


@pytest.mark.parametrize(("name", "seats", "seed"), [("arena", 3, 5), ("spider_shoot", 2, 3)])
def test_a_whole_game_by_keys_alone(bench, name, seats, seed):
    """Panels only; tokens are put where the lights then want them."""
    table = bench(seed=seed).new(name, seats)
    rng = XorShift(seed)
    for _ in range(1500):
        if table.session.closed:
            break
        state = table.state
        before, seat = table.session.lines, state.request().seat
        if state.current_player() == CHANCE:
            table.press(seat, OK)
        else:
            count = len(state.legal_actions())
            # what was counted is mostly confirmed, so that the game comes to its end
            turns = rng.below(count) if rng.below(2) else 0
            table.press(seat, *[RIGHT] * (turns + 1), OK)
        assert table.session.lines > before, texts(table)
        table.tidy()
        assert table.referee.outcome == rf.SAME
    assert table.session.closed
