"""A mat that lies turned: found at set-up, followed by cells, lights, seats and panels."""

import kostka_tokens
import pytest
from kostka import games, mats
from kostka.mats.colors import RED
from kostka.play import referee as rf
from kostka.play import turning
from kostka.rules.rng import XorShift
from kostka_bench import OK

BITS = bytes(range(144))


def lay(table, quarters):
    """Put the tokens as people do who did not look how the mat lies."""
    mat = mats.load(table.session.game.name).turned(quarters)
    cells = kostka_tokens.Cells(mat, table.state.tokens())
    table.chain.tokens([cell for cell in range(144) if cells.has(cell)])
    table.settle()
    table.run(200)


def play_all(table, rng, limit=3000):
    """Play to the end by hands and by the keys of each seat's own panel."""
    for _ in range(limit):
        if table.session.closed:
            return
        state, before = table.state, table.session.lines
        request = state.request()
        if state.current_player() == -1:
            table.press(table.panel(request.seat), OK)
        else:
            actions = state.legal_actions()
            losing, gaining = state.footprint(actions[rng.below(len(actions))])
            table.carry(losing, gaining)
        assert table.session.lines > before, table.table.look()


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_on_a_turned_mat(bench, seats, quarters):
    table = bench()
    table.table.start("ludo", seats, {"first": "seat1", "pawns": 2})
    lay(table, quarters)
    assert table.table.about.turn == quarters
    assert table.referee.outcome == rf.SAME
    reserve = mats.load("ludo").turned(quarters).cells(56)
    assert RED in [table.color(cell) for cell in reserve]
    play_all(table, XorShift(seats + quarters))
    assert table.session.closed


def test_the_way_it_lies_is_kept(bench):
    table = bench()
    table.table.start("ludo", 2, {"first": "seat1"})
    lay(table, 3)
    chain = bytes(table.chain._next)
    game = table.session.id
    table = bench(seed=3)
    assert table.session.id == game
    assert table.table.about.turn == 3
    table.chain._next[:] = chain
    table.run(600)
    assert table.referee.outcome == rf.SAME
    assert table.table.about.turn == 3
    table.table.start_over()
    assert table.table.about.turn == 3  # the mat is still there


def test_a_mat_that_was_turned_between_two_evenings(bench):
    table = bench().new("ludo", 2)
    table.play_on(XorShift(4), 40)
    digest = table.state.digest()
    table = bench(seed=3)
    lay(table, 2)
    assert table.table.about.turn == 2
    assert table.referee.outcome == rf.SAME
    assert table.state.digest() == digest
    play_all(table, XorShift(2))


def test_in_the_middle_of_play_nothing_turns(bench):
    table = bench().new("ludo", 2)
    lay(table, 1)
    assert table.table.about.turn == 0
    assert table.referee.outcome == rf.NONE
    table.tidy()
    assert table.referee.outcome == rf.SAME


def test_people_may_say_how_it_lies(bench):
    table = bench().new("ludo", 2)
    table.table.turn(1)
    assert table.referee.outcome == rf.NONE
    lay(table, 1)
    assert table.referee.outcome == rf.SAME


def test_panels_stay_and_colors_come_before_them():
    mat = mats.load("ludo")
    assert [list(mat.turned(q).around(4)) for q in range(4)] == [
        [0, 1, 2, 3],
        [3, 0, 1, 2],  # red lies in the north now, before panel 1
        [2, 3, 0, 1],
        [1, 2, 3, 0],
    ]
    assert [list(mat.turned(q).around(2)) for q in range(4)] == [[0, 1], [0, 1], [1, 0], [1, 0]]


@pytest.mark.parametrize("name", sorted({"ludo", "probe", "choice", "chasing"}))
def test_four_quarters_are_none(name):
    mat = mats.load(name)
    once = mat
    for _ in range(4):
        once = once.turned(1)
    seats = games.load(name).seats[1]
    assert [once.cells(n) for n in range(mat.spots)] == [mat.cells(n) for n in range(mat.spots)]
    assert once.die_cells == mat.die_cells
    assert once.around(seats) == mat.around(seats)
    assert once.paints == mat.paints
    assert mat.turned(2).turned(1).cells(0) == mat.turned(3).cells(0)


def picture(mat, state):
    return bytearray(kostka_tokens.Cells(mat, state.tokens()).bits)


@pytest.mark.parametrize("name", ["ludo", "probe"])
def test_tokens_tell_how_a_mat_lies(name):
    mat = mats.load(name)
    told = 0
    for state in kostka_tokens.positions(name, 2, 3, 40):
        if len(state.tokens()) < 3:
            continue
        for quarters in range(4):
            cells = picture(mat.turned(quarters), state)
            thought = (quarters + 1) % 4
            found = turning.found(mat, state.tokens(), cells, BITS, thought)
            fits = [q for q in range(4) if picture_fits(mat.turned(q), state, cells)]
            others = [q for q in fits if q != thought]
            assert found == (others[0] if len(others) == 1 else -1)
            told += found == quarters
            cells[0] ^= 1
            fits = [q for q in range(4) if picture_fits(mat.turned(q), state, cells)]
            assert quarters not in fits
            assert turning.found(mat, state.tokens(), cells, BITS, thought) != quarters
    assert told > 20


def picture_fits(mat, state, bits):
    cells = kostka_tokens.Cells(mat)
    cells.bits[:] = bits
    return kostka_tokens.right(cells, state)


def test_an_empty_table_tells_nothing():
    state = games.load("ludo").new_state(2, {})
    mat = mats.load("ludo")
    assert turning.found(mat, state.tokens(), bytearray(18), BITS, 0) == -1
    assert turning.found(mat, [], bytearray(18), BITS, 0) == -1
