"""A chain that stops answering is named once; play goes on without it, and with it again."""

import pytest
from kostka.app.tasks import GIVE_UP
from kostka.play import referee as rf
from kostka.rules.rng import XorShift
from kostka_bench import OK, Bench

HELLO = {"p": [1, 0], "c": "51ce", "v": {"ludo": 1}, "w": 0}


@pytest.fixture
def table(tmp_path):
    bench = Bench(tmp_path / "flash").new("ludo", 2)
    greet(bench)
    yield bench
    bench.off()


def greet(bench):
    """Be a host from now on; return the notes that it is told at once."""
    bench.say("hello", **HELLO)
    bench.run(10)
    bench.count = 0
    return notes(bench)


def notes(bench):
    """Return the notes that came, and report what was heard until nothing more comes."""
    found = []
    while bench.port.sent:
        bench.count += len(bench.port.sent)
        found += [(one["t"], one["x"]) for one in bench.heard() if one["m"] == "note"]
        bench.say("ack", b=bench.count)
        bench.run(50)
    return found


def test_a_chain_that_fails_is_named_once(table):
    table.chain.wrong = 5
    table.chain.fail = True
    table.run(10 * (GIVE_UP - 1))
    assert notes(table) == []
    table.run(5000)
    assert notes(table) == [("app.chain", [6])]
    assert greet(table) == [("app.chain", [6])]


def test_play_goes_on_without_cells_and_keys(table):
    table.chain.fail = True
    table.run(10 * GIVE_UP)
    rng = XorShift(3)
    before = table.session.lines
    for _ in range(30):
        if not table.state.legal_actions():
            table.table.throw()
        else:
            actions = table.state.legal_actions()
            table.table.play([actions[rng.below(len(actions))]], "p")
        table.run(50)
    assert table.session.lines >= before + 30


def test_cells_count_again_once_it_answers(table):
    table.chain.fail = True
    table.run(10 * GIVE_UP)
    table.table.play([table.action("d6")], "p")
    table.table.play([table.action("r0-t0")], "p")
    notes(table)
    table.chain.fail = False
    table.settle()
    assert notes(table) == [("app.chain_back", [])]
    assert table.referee.outcome == rf.NONE, "the pawn still has to be moved by hand"
    assert table.referee.missing == [table.cell(0)]
    table.tidy()
    assert table.referee.outcome == rf.SAME
    line = table.session.lines
    table.press(0, OK)
    assert table.session.lines == line + 1


def test_a_short_fault_is_only_counted(table):
    for _ in range(50):
        table.chain.fail = True
        table.run(10 * (GIVE_UP - 1))
        table.chain.fail = False
        table.run(10)
    assert notes(table) == []
    assert table.app.scanner.missed == 50 * (GIVE_UP - 1)
