"""Settings that say how much a table tells hands, and when it believes them."""

import pytest
from kostka.play import referee as rf
from kostka.scene import patterns as pt
from kostka_bench import LEFT, OK


def six(bench):
    table = bench().new("ludo", 2, pawns=2)
    table.press(0, LEFT, OK)
    return table


def test_a_move_waits_for_ok_and_can_be_corrected_before(bench):
    table = bench().new("choice", 2)
    table.app.config.choose({"confirm": 1})
    cells = [table.cell(spot) for spot in range(6)]
    table.lift(cells[0])
    table.put(cells[1], 400)
    assert table.session.lines == 1
    assert dict(table.table.look())["t"] == "play.confirm"
    table.press(1, OK)
    assert table.session.lines == 1, "not the mover"
    table.lift(cells[1], 200)
    table.put(cells[3], 400)
    table.press(0, OK)
    assert table.session.lines == 2
    assert table.state.at[0] == 3
    table.lift(cells[3], 100)
    table.put(cells[2], 400)
    assert table.referee.outcome == rf.NONE, "what was confirmed stands"


@pytest.mark.parametrize("quarters", [0, 2])
def test_the_panel_before_the_mover_confirms(bench, quarters):
    table = bench().new("choice", 2)
    table.table.turn(quarters)
    table.tidy()
    table.app.config.choose({"confirm": 1})
    table.lift(table.cell(0))
    table.put(table.cell(1), 400)
    own = table.panel(0)
    assert own == quarters // 2
    table.press(1 - own, OK)
    assert table.session.lines == 1, "not the mover"
    table.press(own, OK)
    assert table.session.lines == 2


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_hints_are_as_many_as_a_seat_wants(bench, level):
    table = six(bench)
    table.app.config.choose({"hints_1": level})
    table.lift(table.cell(56), 400)
    assert (table.pattern(table.cell(0)) == pt.BLINK) == (level >= 2)
    table.put(table.cell(3), 400)
    assert (table.pattern(table.cell(3)) == pt.LIMP) == (level >= 1)
    table.tidy()
    table.app.config.choose({"hints_1": 3})
    table.app.config.choose({"hints_2": level})  # not on turn
    table.lift(table.cell(56), 400)
    assert table.pattern(table.cell(0)) == pt.BLINK


def brightest(table, **settings):
    """Return the brightest light of the table over a whole pattern, with some settings."""
    table.app.settings.change(settings, False)
    found = 0
    for _ in range(40):
        table.run(100)
        found = max(found, *table.a.buf, *table.b.buf)
    return found


def test_night_caps_the_brightness_and_day_gives_it_back(bench):
    table = bench().new("ludo")
    day = brightest(table, brightness=40)
    night = brightest(table, night=1)
    assert 0 < night < day
    assert brightest(table, brightness=12, night=0) == night  # percent: the most by night
    assert brightest(table, brightness=3, night=1) < night  # who wants it darker has it so
    assert brightest(table, brightness=40, night=0) == day
