"""Where throws may come from: the option of every game, kept in its header."""

import pytest
from kostka.errors import KostkaError, OptionError
from kostka.rules import request as rq
from kostka_world import WorldBench

D6 = 6


@pytest.fixture
def begin(tmp_path):
    made = []

    def make(**options):
        made.append(WorldBench(tmp_path / "flash"))
        made[-1].run(2500)
        return made[-1].new("ludo", 2, **options)

    yield make
    for one in made:
        one.off()


def header(table):
    (line,) = [one for one in table.table.journal.lines(0) if one.get("game")][:1]
    return line["opt"]


def test_any_source_is_the_default_and_leaves_no_trace(begin):
    table = begin()
    assert "throws" not in header(table)
    assert table.state.request().sources == rq.CUP | rq.KEYS | rq.PAGE | rq.BOARD


def test_physical_dice_only(begin):
    table = begin(throws="physical")
    assert header(table)["throws"] == "physical"
    lines = table.session.lines
    table.press(0, 2)  # OK does not throw
    with pytest.raises(KostkaError):
        table.table.throw()
    assert table.session.lines == lines
    assert table.roll(0, D6, 2)


def test_the_board_alone(begin, tmp_path):
    table = begin(throws="generated")
    lines = table.session.lines
    assert not table.dice.wanted
    with pytest.raises(KostkaError):
        table.table.play([table.action("d3")], "p")
    table.press(0, 2)
    assert table.session.lines > lines
    table.off()
    again = WorldBench(tmp_path / "flash")  # the option is taken up with the game
    assert again.state.request().sources in (rq.BOARD, rq.CELLS | rq.KEYS | rq.PAGE)
    assert again.state.options["throws"] == "generated"
    again.off()


def test_another_value_is_refused(begin):
    with pytest.raises(OptionError, match="throws"):
        begin(throws="loaded")


def test_dice_by_radio_are_named_in_the_journal(begin):
    table = begin()
    table.table.play([table.action("d3")], "r")
    (line,) = list(table.table.journal.lines(table.session.lines - 1))
    assert line["s"] == "r"
