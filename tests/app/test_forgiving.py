"""Hands that are too fast, wrong or restless, and sensors that are: the table always goes on."""

import pytest
from kostka.mats.colors import RED
from kostka.play import referee as rf
from kostka.scene import patterns as pt
from kostka_bench import LEFT, OK, RIGHT
from kostka_host_side import Host

SOON_MS = 500  # from the finger that leaves a cell to the lights that answer


def until(table, condition, ms=SOON_MS):
    """Let time pass until a condition holds; return how long that took."""
    for spent in range(0, ms + 10, 10):
        if condition():
            return spent
        table.run(10)
    raise AssertionError("too late")


def six(bench, pawns=2):
    table = bench().new("ludo", 2, pawns=pawns)
    table.press(0, LEFT, OK)
    return table


# Two at once -----------------------------------------------------------------------------------


def both(table, gap_ms=0):
    """Both seats go a step, the second before the first has settled."""
    table.lift(table.cell(0))
    table.put(table.cell(1), gap_ms)
    table.lift(table.cell(5))
    table.put(table.cell(4))


class Late:
    """A search for two moves that ends after its picture has gone."""

    busy = True

    def __init__(self, found):
        self.found = found

    def step(self):
        self.busy = False


def test_a_search_ends_with_its_picture(bench):
    table = six(bench)
    table.table.trouble._pairs = Late(table.state.legal_actions() * 2)
    table.table.settled()  # the tokens stand right again
    table.run(100)
    assert table.referee.outcome == rf.SAME


@pytest.mark.parametrize("gap_ms", [0, 50, 100, 140])
def test_two_moves_within_the_settle_time_are_two_lines(bench, gap_ms):
    table = bench().new("steps", 2)
    both(table, gap_ms)
    spent = until(table, lambda: table.session.lines == 3, 600)
    print(f"two moves are two lines {spent} ms after the second")
    assert table.state.at == bytearray([1, 4])
    assert table.referee.outcome == rf.SAME
    assert [line["s"] for line in table.table.journal.lines(1)] == ["c", "c"]


def test_two_at_once_show_no_alarm_in_between(bench):
    table = bench().new("steps", 2)
    both(table)
    for _ in range(60):
        table.run(10)
        assert not wrong_patterns(table)
    assert table.session.lines == 3


def test_two_at_once_that_may_be_told_in_two_ways_are_asked(bench):
    table = bench().new("choice", 2)
    table.lift(table.cell(0))
    table.put(table.cell(2))
    table.lift(table.cell(5))
    table.put(table.cell(3), 600)  # either may have gone to 2, the other to 3
    assert table.referee.outcome == rf.SEVERAL
    assert table.session.lines == 1
    table.press(0, LEFT, OK)
    assert table.session.lines == 3, "the second move follows from the first"
    assert table.state.at == bytearray([3, 2])
    assert table.referee.outcome == rf.SAME


def test_a_move_whose_answer_is_in_the_hand_is_played(bench):
    table = bench().new("steps", 2)
    table.lift(table.cell(0))
    table.put(table.cell(1))
    table.lift(table.cell(5), 600)
    assert table.session.lines == 2
    assert table.referee.outcome == rf.WAY
    table.put(table.cell(4), 300)
    assert table.session.lines == 3


def test_two_moves_that_were_undone_are_not_played_again(bench):
    table = bench().new("steps", 2)
    both(table)
    table.run(600)
    assert table.session.lines == 3
    table.table.undo(0)
    table.run(1000)
    table.put(143, 400)
    table.lift(143, 400)
    assert table.session.lines == 4
    assert table.state.at == bytearray([0, 5])
    table.tidy()
    both(table)
    table.run(600)
    assert table.session.lines == 6


def test_two_tokens_lifted_together_and_swapped_are_nothing(bench):
    table = bench().new("choice", 2)
    one, two = table.cell(0), table.cell(5)
    table.lift(one, 20)
    table.lift(two, 400)
    assert table.session.lines == 1
    table.put(one, 20)
    table.put(two)
    table.settle()
    assert (table.session.lines, table.referee.outcome) == (1, rf.SAME)


def test_a_swap_with_a_token_that_moves_is_that_move(bench):
    """In Ludo: the mover's pawn and a rival's are lifted; both come down, one of them moved."""
    table = six(bench)
    rival = table.table.mat.cells(58)[0]
    table.lift(table.cell(56), 20)
    table.lift(rival, 400)
    table.put(rival, 30)
    table.put(table.cell(0))
    table.settle()
    assert table.session.lines == 3
    assert table.referee.outcome == rf.SAME


# Mistakes --------------------------------------------------------------------------------------


def wrong_patterns(table):
    found = {table.pattern(cell) for cell in range(144)}
    return found & {pt.FAST, pt.QUICK, pt.LIMP, pt.FADE, pt.KNOCK}


def kind(table):
    return dict(table.table.look()).get("k")


def illegal(table):
    table.lift(table.cell(56), 300)
    table.put(table.cell(3))


def foreign(table):
    table.lift(table.table.mat.cells(58)[0])


def capture(table):
    """A pawn of the reserve that may not come in stands in the place of a rival's."""
    state = table.state
    state.pawns = bytearray([0, 5, 0, 28])
    state.brought = bytearray([1, 1])
    state.restored()
    state._legal = [one for one in state._legal if one >> 9 & 511 != 56]  # no six any more
    table.table.show()
    table.tidy()
    assert table.referee.outcome == rf.SAME
    rival = table.cell(7)
    own = next(cell for cell in table.table.mat.cells(56) if table.has(cell))
    table.lift(rival, 300)
    table.lift(own, 20)
    table.put(rival, 20)


def extra(table):
    table.put(table.cell(20))


MISTAKES = [
    (illegal, "illegal", {pt.LIMP, pt.QUICK}),
    (foreign, "foreign", {pt.FADE}),
    (capture, "capture", {pt.KNOCK, pt.QUICK}),
    (extra, "plain", {pt.FAST}),
]


@pytest.mark.parametrize(("mistake", "name", "patterns"), MISTAKES)
def test_each_mistake_is_shown_in_its_own_way_in_time(bench, mistake, name, patterns):
    table = six(bench)
    before = table.session.lines
    mistake(table)
    spent = until(table, lambda: kind(table) == name)
    print(f"{name}: shown {spent} ms after the finger left")
    table.run(30)
    assert wrong_patterns(table) == patterns
    assert table.session.lines == before
    for key in (OK, RIGHT, OK):  # no key leads out
        table.press(0, key)
    assert table.session.lines == before
    assert dict(table.table.look())["mv"]
    table.tidy()
    assert table.referee.outcome == rf.SAME
    assert not wrong_patterns(table)
    assert kind(table) is None


def test_the_patterns_of_mistakes_differ():
    assert len({tuple(sorted(patterns)) for _, _, patterns in MISTAKES}) == len(MISTAKES)


@pytest.mark.parametrize("mistake", [illegal, foreign, extra])
def test_the_moves_that_are_told_put_the_table_right(bench, mistake):
    table = six(bench)
    mistake(table)
    table.settle()
    for source, target, _ in dict(table.table.look())["mv"]:
        if source >= 0:
            table.lift(source, 30)
        if target >= 0:
            table.put(target, 30)
    table.settle()
    assert table.referee.outcome == rf.SAME


def test_an_illegal_move_is_explained_by_the_rules(bench):
    table = six(bench)
    illegal(table)
    table.settle()
    look = dict(table.table.look())
    assert (look["t"], look["rule"]) == ("ludo.no.start", "LU-5")
    assert table.color(table.cell(3)) == RED


def test_another_legal_move_than_meant_is_taken_back_by_sliding_on(bench):
    table = bench().new("choice", 2)
    cells = [table.cell(spot) for spot in range(6)]
    table.lift(cells[0])
    table.put(cells[1], 300)
    assert table.session.lines == 2
    table.lift(cells[1], 100)
    table.put(cells[4], 300)
    assert table.state.at[0] == 4


def test_a_fresh_game_is_set_up_before_anything_is_played(bench):
    table = bench()
    table.table.start("choice", 2, {})
    table.put(table.cell(1), 400)  # where the first move could lead
    assert kind(table) == "setup"
    table.put(table.cell(5), 400)
    assert table.session.lines == 1
    assert kind(table) == "setup"
    table.lift(table.cell(1), 50)
    table.put(table.cell(0), 400)
    assert (table.session.lines, table.referee.outcome) == (1, rf.SAME)
    table.lift(table.cell(0), 50)
    table.put(table.cell(1), 400)
    assert table.session.lines == 2


# Ten seconds in the hand -----------------------------------------------------------------------


def test_ten_seconds_in_the_hand_are_no_alarm(bench):
    table = six(bench)
    host = Host(table)
    host.run(10)
    table.lift(table.cell(56))
    for _ in range(100):
        host.run(10)
        assert not wrong_patterns(table)
    assert table.pattern(table.cell(0)) == pt.BLINK
    notes = [message["t"] for message in host.messages if message["m"] == "note"]
    assert notes == ["play.hint"]
    table.put(table.cell(0), 300)
    assert table.session.lines == 3


# Sensors ---------------------------------------------------------------------------------------


class Restless:
    """A cell that toggles for as long as time passes through run()."""

    def __init__(self, table, cell, half_ms):
        self.table, self.cell, self.half_ms = table, cell, half_ms
        self.at = 0

    def run(self, ms):
        for _ in range(ms // 5):
            self.at += 5
            if self.at % self.half_ms == 0:
                (self.table.lift if self.table.has(self.cell) else self.table.put)(self.cell)
            if self.at % 10 == 0:
                self.table.run(10)


RATES = [25, 35, 50, 100, 165, 250, 500]  # half a period: 20 to 1 Hz


@pytest.mark.parametrize("half_ms", RATES)
def test_a_restless_cell_at_rest_and_in_a_turn(bench, half_ms, monkeypatch):
    table = six(bench)
    notes = []
    monkeypatch.setattr(table.table, "note", notes.append)
    cell = table.cell(30)
    noise = Restless(table, cell, half_ms)
    noise.run(8000)
    assert [(note.text, note.params) for note in notes] == [
        ("play.sensor.flickers", (table.table._name(cell),))
    ]
    assert table.referee.outcome == rf.SAME
    before = table.session.lines
    table.lift(table.cell(56))
    noise.run(400)
    assert table.referee.outcome == rf.WAY
    table.put(table.cell(0))
    noise.run(400)
    assert table.session.lines == before + 1
    table.chain.key(0, OK, True)
    noise.run(60)
    table.chain.key(0, OK, False)
    noise.run(1500)  # it could have become a held one
    assert table.session.lines == before + 2, "the six is thrown for again"


def test_a_restless_cell_is_trusted_again_when_it_is_calm(bench):
    table = six(bench)
    noise = Restless(table, table.cell(30), 100)
    noise.run(5000)
    assert dict(table.table.look())["odd"] == [[table.cell(30), 0]]
    if table.has(table.cell(30)):
        table.lift(table.cell(30))
    table.run(2500)
    assert "odd" not in dict(table.table.look())
    table.put(table.cell(30), 400)
    assert table.referee.extra == [table.cell(30)]


def test_consent_masks_a_cell_for_good_until_it_is_taken_back(bench):
    table = six(bench)
    stuck = table.cell(30)
    table.put(stuck, 9000)
    assert "odd" not in dict(table.table.look())
    table.run(2000)
    assert dict(table.table.look())["odd"] == [[stuck, 1]]
    table.press(1, OK, hold_ms=1000)
    assert dict(table.table.look())["off"] == [stuck]
    assert table.referee.outcome == rf.SAME
    kept = bytes(table.chain._next)
    table = bench()
    table.chain._next[:] = kept
    table.settle()
    assert table.referee.outcome == rf.SAME
    host = Host(table)
    host.run(10)
    assert host.ask("mask", cell=stuck, on=0)["ok"] == 1
    table.settle()
    assert table.referee.extra == [stuck]
    assert host.ask("mask", cell=200, on=1)["err"] == "play.sensor.none"


def test_a_move_to_a_masked_cell_is_made_by_key(bench):
    table = six(bench)
    host = Host(table)
    host.run(10)
    assert host.ask("mask", cell=table.cell(0), on=1)["ok"] == 1
    table.lift(table.cell(56), 400)
    assert table.session.lines == 2
    table.press(0, RIGHT, OK)
    assert table.session.lines == 3
    assert table.referee.outcome == rf.SAME


def test_a_sensor_that_sees_no_token_is_doubted(bench):
    table = six(bench)
    table.press(0, RIGHT, OK)  # by key; the sensor of the target is dead
    table.lift(table.cell(56), 11000)
    assert dict(table.table.look())["odd"] == [[table.cell(0), 2]]
    table.press(1, OK, hold_ms=1000)
    assert table.referee.outcome == rf.SAME
