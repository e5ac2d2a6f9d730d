"""The whole app on boards with some of the cells: hands, keys, lights, and what a host asks."""

import json
from types import SimpleNamespace

import pytest
from kostka.errors import KostkaError
from kostka.hal.absent import NoChain, NoStrip
from kostka.play import referee as rf
from kostka.rules import request as rq
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka.scene import patterns as pt
from kostka_bench import LEFT, OK, RIGHT, UNDO, Bench
from kostka_host import layout
from kostka_host.follow import Follower
from kostka_host.layout.emit import firmware_module


def module_of(name):
    names = {}
    exec(firmware_module(layout.profile(name)), names)
    return SimpleNamespace(**names)


@pytest.fixture
def bench(tmp_path):
    made = []

    def make(name, folder="flash"):
        made.append(Bench(tmp_path / folder, layout=module_of(name)))
        return made[-1]

    yield make
    for one in made:
        one.off()


def cells_of(table):
    return [cell for cell in range(144) if table.layout.CELL_BIT[cell] != 255]


def fumble(table, rng):
    """Do something that a hand may do, sensible or not."""
    kind = rng.below(12)
    cells = cells_of(table)
    panel = rng.below(table.layout.SEATS)
    if kind < 4:
        cell = cells[rng.below(len(cells))]
        table.chain._set(table.layout.CELL_BIT[cell], rng.below(2) == 1)
    elif kind == 4:
        table.chain.tokens([])
    elif kind == 5:
        table.tidy()
    elif kind < 9:
        table.press(panel, (LEFT, RIGHT, OK)[rng.below(3)])
    elif kind == 9:
        table.press(panel, UNDO, hold_ms=900 if rng.below(3) == 0 else 60)
    elif kind == 10 and table.state.legal_actions():
        actions = table.state.legal_actions()
        moved = table.state.footprint(actions[rng.below(len(actions))])
        table.carry(*moved)
    table.run((0, 20, 60, 300, 2500)[rng.below(5)])


def goes_on(table):
    """Answer what is asked by the keys that serve who is asked; say whether it was played."""
    before = table.session.lines
    for panel in range(table.layout.SEATS):
        table.press(panel, UNDO)
    seat = max(table.state.request().seat, 0)
    panel = seat if seat < table.layout.SEATS else 0
    if table.state.request().what != rq.THROW:
        table.press(panel, RIGHT)
    table.press(panel, OK)
    return table.session.lines > before


@pytest.mark.parametrize("name", ["breadboard", "one_panel"])
@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (2, 1), (4, 2), (4, 3)])
def test_random_hands(bench, name, seats, seed):
    table = bench(name).new("ludo", seats, pawns=2)
    rng = XorShift(seed * 7919 + 13)
    for turn in range(200):
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
    assert table.table.tasks.crashes == 0


def play_on(table, rng, count):
    """Play some lines as a host asks."""
    for _ in range(count):
        if table.session.closed:
            return
        state = table.state
        if state.current_player() == CHANCE:
            table.table.throw()
        else:
            actions = state.legal_actions()
            table.table.play([actions[rng.below(len(actions))]], "p")
        table.run(50)


def test_a_bare_board_plays_by_link(tmp_path):
    table = Bench(tmp_path / "flash", layout=module_of("bare"))
    app = table.app
    chain, strip = NoChain(), NoStrip()
    app.scanner._chain, app.lights._a, app.lights._b = chain, strip, strip
    table.table.start("ludo", 4, {"first": "seat1", "pawns": 2})
    table.run(400)
    assert table.table.picture.settled
    assert table.referee.outcome == rf.SAME
    play_on(table, XorShift(5), 2000)
    assert table.session.closed
    assert chain.scan()
    assert (len(chain.raw), chain.faults, strip.n) == (0, 0, 0)
    app.lights.dark(failed=True)
    chain.deinit()
    strip.deinit()
    table.off()


def test_after_a_choice_of_a_host_only_sensed_cells_are_missing(bench):
    table = bench("breadboard").new("ludo", 2)
    table.table.play([table.action("d6")], "p")
    table.table.play([table.action("r0-t0")], "p")  # the reserve cannot be seen, t0 can
    table.settle()
    cell = table.cell(0)
    assert table.referee.missing == [cell]
    assert table.pattern(cell) == pt.QUICK
    with pytest.raises(KostkaError, match="table_first"):
        table.table.throw()
    table.put(cell, 300)
    assert table.referee.outcome == rf.SAME
    table.table.throw()


def test_a_token_that_leaves_the_cells_is_waited_for(bench):
    table = bench("breadboard").new("ludo", 2)
    for text in ("d6", "r0-t0", "d4", "t0-t4"):
        table.table.play([table.action(text)], "p")
        table.tidy()
    while table.state.current_player() == CHANCE:
        table.table.play([table.action("d3")], "p")
    assert table.state.request().seat == 0, "red is in with one pawn"
    before = table.session.lines
    table.lift(table.cell(4), 1000)
    assert table.session.lines == before, "it may be in the hand"
    table.run(2000)
    assert table.session.lines == before + 1
    assert table.referee.outcome == rf.SAME
    assert 7 in [spot for spot, _ in table.state.tokens()]


def test_no_light_is_lit_that_is_not_there(bench):
    table = bench("breadboard").new("ludo", 4)
    scene = table.app.lights.scene
    lit = set()
    rng = XorShift(3)
    for _ in range(60):
        play_on(table, rng, 1)
        table.tidy()
        lit |= {light for light in range(len(scene.code)) if scene.code[light]}
        for row in (table.a.shown, table.b.shown):
            assert len(row) in (24, 3)
    assert lit <= {*range(48, 56), 144}
    assert 144 in lit
    scene.put(0, 33)  # a cell that is not there, as when lamps are tried
    table.app.lights.now(table.clock.ms())


def test_the_light_of_a_shared_panel_shows_who_is_asked(bench):
    table = bench("breadboard").new("ludo", 4)
    seen = {}
    for _ in range(80):
        seat = table.state.request().seat
        seen[seat] = (table.color(144), table.pattern(144))
        play_on(table, XorShift(1), 1)
        table.tidy()
    colors = [table.table.mat.seat_color(seat, 4) for seat in range(4)]
    assert seen == {seat: (colors[seat], pt.BEACON) for seat in range(4)}


@pytest.mark.parametrize("way", [("full", "bare"), ("bare", "breadboard", "one_panel", "full")])
def test_a_journal_goes_on_with_any_board(bench, way):
    rng = XorShift(9)
    first = bench(way[0]).new("ludo", 3, pawns=3)
    play_on_any(first, rng)
    state, lines, chain = first.state.encode(), first.session.lines, first.session.chain
    first.off()
    for name in way[1:]:
        table = bench(name)
        assert (table.session.lines, table.session.chain) == (lines, chain)
        assert table.state.encode() == state
        play_on_any(table, rng)
        state, lines, chain = table.state.encode(), table.session.lines, table.session.chain
        assert lines > 10
        table.off()


def play_on_any(table, rng):
    for _ in range(12):
        table.tidy()
        play_on(table, rng, 1)
