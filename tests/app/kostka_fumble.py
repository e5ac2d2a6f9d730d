"""Hands that do anything to a table that runs the real app, and what must hold all the while."""

import json

from kostka import games
from kostka.play import referee as rf
from kostka.rules import request as rq
from kostka_bench import LEFT, OK, RIGHT, UNDO
from kostka_host.follow import Follower

QUICK = {"ludo": {"pawns": 2}, "probe": {"dice": 2}}  # options that make games short
EVERY = 25  # steps between two times that the table is put right


def fumble(table, rng):
    """Do something that a hand may do, sensible or not."""
    kind = rng.below(16)
    if kind < 3:
        table.chain._set(bit_of(table, rng), rng.below(2) == 1)  # lift or put somewhere
    elif kind == 3:
        knock_over(table, rng)
    elif kind == 4:
        table.chain.tokens([])  # sweep the table
    elif kind == 5:
        table.tidy()
    elif kind < 9:
        table.press(rng.below(4), (LEFT, RIGHT, OK)[rng.below(3)])
    elif kind == 9:
        table.press(rng.below(4), UNDO, hold_ms=900 if rng.below(3) == 0 else 60)
    elif kind < 12:
        move(table, rng)
    elif kind == 12:
        swap(table, rng)
    elif kind == 13:
        slide(table, rng)
    elif kind == 14:
        move(table, rng)
        move(table, rng)  # before the first has settled, or the same the other way
    table.run((0, 20, 60, 300)[rng.below(4)])


def bit_of(table, rng):
    return table.chain._cell_bit[cell_of(table, rng)]


def cell_of(table, rng):
    spots = table.state.game.spots
    cells = table.table.mat.cells(rng.below(spots)) if rng.below(5) else bytes([rng.below(144)])
    return cells[rng.below(len(cells))]


def taken(table):
    return [cell for cell in range(144) if table.has(cell)]


def move(table, rng):
    """Carry out a legal action, without waiting for the table in the end."""
    actions = table.state.legal_actions()
    moved = table.state.footprint(actions[rng.below(len(actions))]) if actions else None
    if moved is None:
        return
    for spot in moved[0]:
        for cell in [one for one in table.table.mat.cells(spot) if table.has(one)][:1]:
            table.lift(cell, 10 * rng.below(6))
    for spot in moved[1]:
        for cell in [one for one in table.table.mat.cells(spot) if not table.has(one)][:1]:
            table.put(cell, 10 * rng.below(6))


def knock_over(table, rng):
    """A token rolls to a cell nearby."""
    cells = taken(table)
    if cells:
        cell = cells[rng.below(len(cells))]
        table.lift(cell, 10 * rng.below(4))
        near = (cell + (1, -1, 12, -12)[rng.below(4)]) % 144
        table.chain.put(near)


def swap(table, rng):
    """Two tokens are lifted together; each goes where the other one stood, or nearly."""
    cells = taken(table)
    if len(cells) < 2:
        return
    one, two = cells[rng.below(len(cells))], cells[rng.below(len(cells))]
    table.lift(one, 10 * rng.below(3))
    table.lift(two, 10 * rng.below(40))
    table.put(one, 10 * rng.below(3))
    table.chain.put(two if rng.below(4) else cell_of(table, rng))


def slide(table, rng):
    """A token is pushed over the cells of a row or column."""
    cells = taken(table)
    if not cells:
        return
    at = cells[rng.below(len(cells))]
    step = (1, -1, 12, -12)[rng.below(4)]
    for _ in range(1 + rng.below(5)):
        if not 0 <= at + step < 144 or table.has(at + step):
            return
        table.lift(at, 10 * rng.below(8))
        at += step
        table.put(at, 10 * rng.below(8))


def goes_on(table):
    """Answer what is asked, by keys; say whether the board played it, or there is nothing to."""
    before = table.session.lines
    for panel in range(4):
        table.press(panel, UNDO)  # whatever was turned to
    for _ in range(10):  # a throw of several dice, several secret choices
        state = table.state
        seat = state.request().seat
        waiting = [one for one in state.may_answer() if one not in table.session.held]
        if state.request().what == rq.THROW or not waiting:
            waiting = [max(seat, 0)]
        panel = table.panel(waiting[-1])
        if not state.request().sources & rq.BOARD:  # dice that stand fall again by OK alone
            table.press(panel, RIGHT)
        table.press(panel, OK)
        if table.session.lines > before:
            return True
    return False


def steps(table, rng, count):
    """Fumble, and every now and then put all tokens right: then the table must play on."""
    for turn in range(count):
        fumble(table, rng)
        if turn % EVERY != EVERY - 1:
            continue
        put_right(table)
        if table.session.closed:
            state = table.state
            table.table.start(state.game.name, state.seats, state.options)
            put_right(table)
        assert goes_on(table), table.table.look()
        put_right(table)


def put_right(table):
    """Put all tokens right; a key that was pressed before may still play, so look again.

    A cell that hands made restless tells nothing until it was calm for a while.
    """
    for _ in range(3):
        table.tidy()
        table.run(2000)
        restless = table.table.sensors is not None and table.table.sensors.restless
        if table.referee.outcome == rf.SAME and not restless:
            return
    raise AssertionError(table.table.look())


def all_legal(table):
    """Replay the journal: every line is legal and leads to the state on the table."""
    follower = Follower()
    body = ""
    for body in table.table.journal.bodies(0):
        follower.take(body)
    assert follower.state.encode() == table.state.encode()
    assert json.loads(body)["n"] == table.session.lines - 1


def sensed_games():
    """Return the names of all games whose tokens are sensed."""
    return [name for name in games.names() if games.load(name).spots]
