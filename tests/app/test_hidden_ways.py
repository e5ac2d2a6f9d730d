"""Lights tell nothing of what only one seat may know: which ways a hidden request leaves open."""

from kostka import games
from kostka.rules.rng import XorShift
from kostka.scene import patterns as pt
from kostka_bench import RIGHT


def fighting(bench):
    """Return a table with Duel in which seat 0 or 1 is about to attack."""
    table = bench().new("duel", 2)
    rng = XorShift(3)
    while not table.state.tokens() or table.state.current_player() < 0 or placing(table):
        actions = table.state.legal_actions()
        seat = table.state.current_player()
        table.table.answer(seat, actions[rng.below(len(actions))], "p")
    table.tidy()
    return table


def placing(table):
    return table.state.request().text == "duel.ask.place"


def blinking(table):
    return [cell for cell in range(144) if table.pattern(cell) in (pt.BLINK, pt.DOUBLE)]


def test_a_token_in_the_hand_lights_no_target_that_is_secret(bench):
    table = fighting(bench)
    seat = table.state.current_player()
    home = table.state.swords[seat]
    assert table.state.request().hidden
    table.lift(standing(table, home), 250)
    assert table.referee.targets == table.state.filled(seat), "the referee knows them"
    assert blinking(table) == []
    spot = table.state.filled(seat)[0]
    table.put(table.cell(spot))
    table.settle()
    assert table.state.source == spot + 1
    # which fields may be attacked now, everybody knows
    table.lift(standing(table, spot), 250)
    line = spot % 12 // 3
    wanted = [c for n in range(3) for c in cells(table, 12 * (1 - seat) + 3 * line + n)]
    assert blinking(table) == sorted(wanted)
    target = 12 * (1 - seat) + 3 * line
    table.put(table.cell(target))
    table.settle()
    # the next attack sends this sword home: that is lit once the other one has been put down
    rival = 1 - seat
    assert table.state.current_player() == rival
    table.lift(standing(table, table.state.swords[rival]), 250)
    assert blinking(table) == []
    free = next(spot for spot in table.state.filled(rival) if spot != target)
    table.put(cells(table, free)[0], 250)
    assert blinking(table) == cells(table, 24 + seat)


def standing(table, spot):
    bits = table.table.picture.cells
    return next(cell for cell in cells(table, spot) if bits[cell >> 3] >> (cell & 7) & 1)


def cells(table, spot):
    return list(table.table.mat.cells(spot))


def test_a_choice_turned_to_by_keys_is_not_lit_where_it_is_secret(bench):
    table = fighting(bench)
    seat = table.state.current_player()
    panel = table.panel(seat)
    table.press(panel, RIGHT)
    assert table.table.prompts.turned
    assert blinking(table) == []
    table.table.answer(seat, table.state.legal_actions()[0], "p")
    table.tidy()
    table.press(panel, RIGHT)
    assert len(blinking(table)) > 0
    assert games.load("duel").forgets
