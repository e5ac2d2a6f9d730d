"""Duel and Domino by keys alone: whole games, tokens being put where the board wants them."""

import pytest
from kostka.play import referee as rf
from kostka.rules.rng import XorShift
from kostka_bench import LEFT, OK, RIGHT

TABLES = [("duel", 2, {"variant": variant}) for variant in "1234"]
TABLES += [("domino", seats, {}) for seats in (1, 2, 3, 4)]


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_whole_game_by_keys(bench, name, seats, options):
    table = bench().new(name, seats, **options)
    rng = XorShift(seats)
    for _ in range(500):
        if table.session.closed:
            break
        seat = table.state.current_player()
        actions = table.state.legal_actions()
        lines = table.session.lines
        choice = rng.below(len(actions))
        if choice < len(actions) // 2:
            table.press(table.panel(seat), *[RIGHT] * (choice + 1), OK)
        else:
            table.press(table.panel(seat), *[LEFT] * (len(actions) - choice), OK)
        assert table.session.lines > lines
        played = next(iter(table.table.journal.lines(lines)))["a"]
        assert played == [actions[choice]]
        table.tidy()
        assert table.referee.outcome == rf.SAME
    assert table.session.closed


def test_a_tile_that_others_fit_too_is_told_by_keys(bench):
    table = bench().new("domino", 2)
    rng = XorShift(9)
    for _ in range(100):
        state = table.state
        seat = state.current_player()
        actions = state.legal_actions()
        feet = [state.footprint(action) for action in actions]
        if len(actions) > 2 and len(feet) > len(set(feet)):
            break
        table.table.answer(seat, actions[rng.below(len(actions))], "p")
        table.tidy()
    both = max(feet, key=feet.count)
    lines = table.session.lines
    for spot in both[1]:
        table.put(table.cell(spot))
    table.settle()
    assert table.referee.outcome == rf.SEVERAL
    assert table.session.lines == lines, "nobody says which tile it is"
    fitting = [action for action, foot in zip(actions, feet, strict=True) if foot == both]
    table.press(table.panel(seat), RIGHT, RIGHT, OK)
    assert next(iter(table.table.journal.lines(lines)))["a"] == [fitting[1]]
    table.settle()
    assert table.referee.outcome == rf.SAME


def test_a_tile_at_a_wrong_place_changes_nothing(bench):
    table = bench().new("domino", 2)
    seat = table.state.current_player()
    table.table.answer(seat, table.state.legal_actions()[0], "p")
    table.tidy()
    before = table.state.encode()
    table.put(table.cell(20))
    table.put(table.cell(21), 490)
    assert table.referee.outcome == rf.NONE
    assert sorted(table.referee.extra) == sorted([table.cell(20), table.cell(21)])
    assert table.state.encode() == before
