"""Ludo, Domino and Arena for who cannot read: lights say who is asked and what to touch."""

import pytest
from kostka import games
from kostka.play import referee as rf
from kostka.rules import request as rq
from kostka.rules.action import CHANCE, PUBLIC
from kostka.rules.rng import XorShift
from kostka.scene import patterns as pt
from kostka_bench import RIGHT, UNDO
from kostka_fumble import QUICK
from kostka_wrong import advance

TABLES = [
    (name, seats)
    for name in ("ludo", "domino", "arena")
    for seats in sorted(set(games.load(name).seats))
]


def cells_of(table, spots):
    return {cell for spot in spots for cell in table.table.mat.cells(spot)}


def lit(table, *patterns):
    """Return the cells that show one of some patterns."""
    return {cell for cell in range(144) if table.pattern(cell) in patterns}


def beacons(table):
    """Return the panels whose lights call."""
    return {panel for panel in range(4) if table.pattern(144 + panel) == pt.BEACON}


def one_light_each(table, spots):
    """Say whether each of these spots has a light that may be touched, and nothing else has."""
    shown = lit(table, pt.BREATHE, pt.BLINK)
    return shown <= cells_of(table, spots) and all(
        shown & set(table.table.mat.cells(spot)) for spot in spots
    )


def touched(state, by_hand):
    """Return the spots whose tokens may move; where tokens are only put, those places."""
    feet = [state.footprint(action) for action in by_hand]
    losing = {foot[0][0] for foot in feet if foot[0]}  # what is captured is touched later
    return losing or set(state.open_spots())


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_lights_say_who_is_asked_and_what_may_be_touched(bench, name, seats):
    table = bench().new(name, seats, **QUICK.get(name, {}))
    rng = XorShift(seats + 3)
    seen = set()
    for _ in range(250):
        if table.session.closed:
            break
        state = table.state
        request = state.request(PUBLIC)
        assert table.referee.outcome == rf.SAME
        if request.seat >= 0:
            assert beacons(table) == {table.panel(request.seat)}
        if state.current_player() == CHANCE:
            if request.what == rq.THROW:
                bar = set(table.table.mat.die_cells)
                assert lit(table, pt.GLOW, pt.SWELL) >= bar, "the die waits"
                seen.add("throw")
        else:
            actions = state.legal_actions()
            moving = [one for one in actions if state.footprint(one) is not None]
            if moving and request.sources & rq.CELLS and request.what == rq.MOVE:
                assert one_light_each(table, touched(state, moving)), request.text
                seen.add("move")
            elif not moving and not request.hidden:  # nothing shows a secret choice
                assert every_choice_has_a_sign(table, state, actions), request.text
                seen.add("choose")
        advance(table, rng)
    assert "move" in seen
    assert ("throw" in seen) == (name != "domino")


def every_choice_has_a_sign(table, state, actions):
    """Turn through all choices by keys: say whether each lights cells of its own, or none does."""
    panel = table.panel(state.current_player())
    signs = []
    for _ in actions:
        table.press(panel, RIGHT)
        signs.append(frozenset(lit(table, pt.DOUBLE)))
    table.press(panel, UNDO)
    return len(set(signs)) == len(actions) and not lit(table, pt.DOUBLE)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_ends_of_a_row_tell_nothing_of_hands(bench, seats):
    """The lights are those of any other hand that looks the same to everybody."""
    table = bench().new("domino", seats)
    rng = XorShift(seats + 5)
    ends = 0
    for _ in range(60):
        if table.session.closed:
            break
        state = table.state
        if state.current_player() >= 0:
            shown = bytes(table.app.lights.scene.code)
            spots = cells_of(table, state.open_spots())
            assert lit(table, pt.BLINK) == spots
            assert len(spots) == (4 if state.tokens() else 2)
            fits = {spot for one in state.legal_actions() for spot in state.footprint(one)[1]}
            ends += cells_of(table, fits) < spots
            kept, other = state.encode(), state.resample(PUBLIC, rng.below)
            assert other.open_spots() == state.open_spots()
            table.session.state.decode(other.encode())
            table.table.show()
            assert bytes(table.app.lights.scene.code) == shown
            table.session.state.decode(kept)
        advance(table, rng)
    assert ends or seats == 1, "only one end fits a hand, and both were lit"
