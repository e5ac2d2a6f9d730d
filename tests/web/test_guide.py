"""What is said to hands, and how a table without hands is shown while they do it."""

import pytest
from kostka.mats.ludo import MAT
from kostka_host.verdict import Verdict
from kostka_host.web import guide
from kostka_host.web.guide import Way

RED, YELLOW = 0, 64
T0, T1, T4 = 0, 1, 4
R0, R2 = 56, 58
ALL = frozenset(range(144))
A1, A5 = MAT.cells(R0)[0], MAT.cells(T0)[0]
BEFORE = [(R0, RED), (T4, RED), (R2, YELLOW), (T1, YELLOW)]


def say(moved, verdict):
    todo = guide.to_do(moved, verdict, MAT)
    return guide.words(todo, verdict, MAT, lambda token: "red" if token == RED else "yellow")


def test_a_move_is_told_until_it_is_made():
    moved = guide.ways(BEFORE, [(T0, RED), *BEFORE[1:]])
    assert moved == [Way(RED, R0, T0)]
    told = [["web.guide.move", ["red"], "a1", "a5"]]
    assert say(moved, Verdict("wrong", [A5], [A1])) == told
    assert say(moved, Verdict("wrong", [A5], [])) == told
    assert say(moved, Verdict("same", [], [])) == []


def test_who_makes_room_goes_first():
    now = [(R0, RED), (T1, RED), (R2, YELLOW), (R2, YELLOW)]  # T4 -> T1 on the board takes yellow
    moved = guide.ways(BEFORE, now)
    assert moved == [Way(YELLOW, T1, R2), Way(RED, T4, T1)]
    home = MAT.cells(R2)[1]
    verdict = Verdict("wrong", [home], [MAT.cells(T4)[0]])
    assert [words[1] for words in say(moved, verdict)] == [["yellow"], ["red"]]
    assert guide.untouched(moved, verdict, MAT, ALL)
    assert not guide.untouched(moved, Verdict("wrong", [], []), MAT, ALL)


@pytest.mark.parametrize(
    ("missing", "extra"), [([A5], [A1, 100]), ([A5, MAT.cells(T4)[0]], [A1]), ([], [100])]
)
def test_what_a_move_does_not_explain_is_told_as_it_is(missing, extra):
    moved = [Way(RED, R0, T0)]
    assert say(moved, Verdict("wrong", missing, extra)) == []
    assert not guide.untouched(moved, Verdict("wrong", missing, extra), MAT, ALL)


def test_the_ends_of_a_way_may_be_off_the_table():
    assert guide.ways([(R0, RED)], []) == [Way(RED, R0, -1)]
    assert say([Way(RED, R0, -1)], Verdict("wrong", [], [A1])) == [
        ["web.guide.off", ["red"], "a1"]
    ]
    assert say([Way(RED, -1, T0)], Verdict("wrong", [A5], [])) == [
        ["web.guide.put", ["red"], "a5"]
    ]


def test_cells_without_a_sensor_say_nothing_of_a_table_that_was_not_touched():
    moved = [Way(RED, R0, T0)]
    seen = ALL - {A5}
    assert guide.untouched(moved, Verdict("wrong", [], [A1]), MAT, seen)
    assert not guide.untouched(moved, Verdict("same", [], []), MAT, seen)
    assert not guide.untouched(moved, Verdict("same", [], []), MAT, frozenset())
