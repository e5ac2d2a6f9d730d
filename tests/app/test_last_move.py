"""A move that ended the game by mistake: a key, a host or the token itself takes it back."""

import kostka_engine as engine
import pytest
from kostka.play import referee as rf
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka_bench import UNDO
from kostka_fumble import all_legal
from kostka_host_side import Host


def last_choice(table, seed):
    """Play Chasing until a hand can end it, and has another choice for the same token.

    Return the source, the target that ends the game, and another one.
    """
    rng = XorShift(seed)
    while not table.session.closed:
        state = table.state
        if state.current_player() != CHANCE:
            ends = {}
            for action in state.legal_actions():
                after = state.clone()
                after.apply(action)
                losing, gaining = state.footprint(action) or ((), ())
                if len(losing) == len(gaining) == 1:
                    ends.setdefault(losing[0], {})[gaining[0]] = after.is_terminal()
            for source, targets in ends.items():
                if len(set(targets.values())) == 2:
                    last = next(spot for spot, over in targets.items() if over)
                    other = next(spot for spot, over in targets.items() if not over)
                    return source, last, other
            table.table.play([engine.pick(state, rng)], "p")
        else:
            table.table.throw()
        table.tidy()
    return None


@pytest.fixture
def ended(bench):
    """Return a table of Chasing whose game a hand has just ended, where it could do otherwise."""
    for seed in range(1, 60):
        table = bench().new("chasing", 2, goal="15")
        found = last_choice(table, seed)
        if found is not None:
            source, last, other = found
            table.lift(table.cell(source), 300)
            table.put(table.cell(last), 400)
            assert table.session.closed
            return table, table.cell(last), table.cell(other)
    raise AssertionError("no such game")


def goes_on(table, before):
    assert not table.session.closed
    assert table.session.lines > before
    all_legal(table)
    table.tidy()
    assert table.referee.outcome == rf.SAME


def test_the_token_is_slid_on(ended):
    table, last, other = ended
    before = table.session.lines
    table.lift(last, 20)
    table.put(other, 400)
    assert table.referee.outcome == rf.SAME
    assert table.session.lines == before + 2  # the undo, and the other move
    goes_on(table, before)


def test_undo_is_held(ended):
    table, *_ = ended
    before = table.session.lines
    table.press(0, UNDO)
    assert table.session.closed
    table.press(0, UNDO, hold_ms=1000)
    assert table.session.lines == before + 1
    goes_on(table, before)


def test_a_host_asks(ended):
    table, *_ = ended
    before = table.session.lines
    host = Host(table)
    assert host.ask("undo", n=table.session.last_gesture(), e=before)["ok"] == 1
    goes_on(table, before)
