"""Hands that do anything: only legal lines come of it, and a right table always plays on."""

import json

import pytest
from kostka.play import referee as rf
from kostka.rules import request as rq
from kostka.rules.rng import XorShift
from kostka_bench import LEFT, OK, RIGHT, UNDO
from kostka_host.follow import Follower


def fumble(table, rng):
    """Do something that a hand may do, sensible or not."""
    kind = rng.below(12)
    if kind < 4:
        table.chain._set(bit_of(table, rng), rng.below(2) == 1)  # lift or put somewhere
    elif kind == 4:
        table.chain.tokens([])  # sweep the table
    elif kind == 5:
        table.tidy()
    elif kind < 9:
        table.press(rng.below(4), (LEFT, RIGHT, OK)[rng.below(3)])
    elif kind == 9:
        table.press(rng.below(4), UNDO, hold_ms=900 if rng.below(3) == 0 else 60)
    elif kind == 10 and table.state.legal_actions():
        actions = table.state.legal_actions()
        moved = table.state.footprint(actions[rng.below(len(actions))])
        if moved is not None:
            table.carry(*moved)
    table.run((0, 20, 60, 300)[rng.below(4)])


def bit_of(table, rng):
    spots = table.state.game.spots
    cells = table.table.mat.cells(rng.below(spots)) if rng.below(5) else bytes([rng.below(144)])
    return table.chain._cell_bit[cells[rng.below(len(cells))]]


@pytest.mark.parametrize("name", ["ludo", "probe", "choice"])
@pytest.mark.parametrize("seed", range(4))
def test_random_hands(bench, name, seed):
    options = {"ludo": {"pawns": 2}, "probe": {"dice": 2}, "choice": {}}[name]
    table = bench().new(name, 2, **options)
    rng = XorShift(seed * 7919 + 13)
    for turn in range(250):
        fumble(table, rng)
        if turn % 25 == 24 and not table.session.closed:
            table.tidy()
            assert table.referee.outcome == rf.SAME
            assert goes_on(table)
    follower = Follower()
    for body in table.table.journal.bodies(0):
        follower.take(body)  # every line is legal and follows from those before
    assert follower.state.encode() == table.state.encode()
    assert json.loads(body)["n"] == table.session.lines - 1
    assert table.session.lines > 10


def goes_on(table):
    """Answer what is asked, by keys; say whether the board played it."""
    before = table.session.lines
    for seat in range(4):
        table.press(seat, UNDO)  # whatever was turned to
    for _ in range(10):  # a throw of several dice, several secret choices
        state = table.state
        seat = state.request().seat
        waiting = [one for one in state.may_answer() if one not in table.session.held]
        if state.request().what == rq.THROW or not waiting:
            waiting = [max(seat, 0)]
        if not state.request().sources & rq.BOARD:  # dice that stand fall again by OK alone
            table.press(waiting[-1], RIGHT)
        table.press(waiting[-1], OK)
        if table.session.lines > before:
            return True
    return False
