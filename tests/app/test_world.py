"""A game with everything beside the field: dice in cups, tags, screen, sounds; parts that fail."""

import pytest
from kostka.errors import IllegalAction
from kostka.rules import events as ev
from kostka.rules import request as rq
from kostka.rules.action import CHANCE
from kostka.rules.rng import XorShift
from kostka_world import WorldBench

D6 = 6
READER, SCREEN = 0x24, 0x3C


@pytest.fixture
def table(tmp_path):
    bench = WorldBench(tmp_path / "flash")
    bench.run(2500)  # empty cups find their tare
    yield bench.new("ludo", 2)
    bench.off()


def faces(table):
    return [event[4] for event in table.session.events if event[0] == ev.THROW]


def source(table):
    (line,) = list(table.table.journal.lines(table.session.lines - 1))
    return line["s"]


# Throwing ---------------------------------------------------------------------------------------


def test_a_die_that_lies_in_a_cup_is_the_throw(table):
    for face in (1, 4):
        assert table.roll(0, D6, face)
        assert faces(table) == [face + 1]
        assert source(table) == "u"
    assert table.news["cups"]["w"][0] == D6


def test_a_whole_game_is_thrown_from_cups(tmp_path):
    bench = WorldBench(tmp_path / "flash", seed=3)
    bench.run(2500)
    bench.new("ludo", 2, pawns=2)
    thrown = 0
    while not bench.session.closed and thrown < 60:
        if bench.state.current_player() == CHANCE:
            seat = bench.state.request().seat
            face = 5 if thrown % 3 == 0 else thrown * 5 % 6
            assert bench.roll(seat, D6, face), bench.notes[-3:]
            assert faces(bench) == [face + 1]
            thrown += 1
        else:
            losing, gaining = bench.state.footprint(bench.state.legal_actions()[-1])
            bench.carry(losing, gaining)
    lines = list(bench.table.journal.lines(1))
    throws = [one for one in lines if one["s"] == "u"]
    assert len(throws) == thrown > 20
    bench.off()


@pytest.mark.parametrize(("name", "seats", "kind"), [("kombat", 2, D6), ("arena", 3, rq.COLOR)])
def test_other_games_are_thrown_from_cups(tmp_path, name, seats, kind):
    bench = WorldBench(tmp_path / "flash", seed=5)
    bench.run(2500)
    bench.new(name, seats, throws="physical")
    rng = XorShift(5)
    thrown = 0
    while not bench.session.closed and thrown < 12:
        request = bench.state.request()
        if request.what == rq.THROW:
            assert request.dice == (kind,)
            with pytest.raises(IllegalAction, match=r"play\.source"):
                bench.table.throw()  # not by the board
            face = rng.below(6)
            assert bench.roll(thrown % 2, kind, face), bench.notes[-3:]
            assert faces(bench) == [face + 1]
            assert source(bench) == "u"
            thrown += 1
        else:
            actions = bench.state.legal_actions()
            bench.table.play([actions[rng.below(len(actions))]], "p")
            bench.tidy()
    assert thrown == 12
    assert bench.news["cups"]["w"][0] == kind
    bench.off()


def test_what_lies_there_before_the_throw_is_asked_does_not_count(table):
    lines = table.session.lines
    assert table.roll(0, D6, 2)  # a three moves nothing: the next throw is asked at once
    after = table.session.lines
    assert after > lines
    table.run(3000)
    assert table.session.lines == after
    assert ["dice.stale", 1] in table.notes
    table.hands.do(0, "tilt", D6)  # pushing it about is no throw either
    table.run(2500)
    table.hands.do(0, "lay", D6, 5)
    table.run(2500)
    assert table.session.lines == after


@pytest.mark.parametrize("deg", [20, 27, 34, 45])
def test_a_leaning_die_is_cocked_and_no_throw(table, deg):
    lines = table.session.lines
    table.hands.do(1, "tilt", D6, 3, deg)
    table.run(4000)
    assert table.session.lines == lines
    (note,) = [note for note in table.notes if note[0] == "dice.cocked"]
    assert note[1] == 2
    assert len(set(note[2:])) == 2
    table.hands.do(1, "lay", D6, 3)  # somebody lays it flat
    assert table.until(lambda: table.session.lines > lines)
    assert faces(table) == [4]


def test_a_die_in_the_hand_is_no_throw(table):
    lines = table.session.lines
    table.hands.do(0, "hold", D6, 3)
    table.run(6000)
    assert table.session.lines == lines
    table.hands.do(0, "lay")
    assert table.until(lambda: table.session.lines > lines)


def test_a_throw_waits_until_the_table_is_right(table):
    lines = table.session.lines
    cell = next(cell for cell in range(144) if table.has(cell))
    table.lift(cell)
    table.settle()
    table.hands.do(0, "throw", D6, 5)
    table.run(4000)
    assert table.session.lines == lines
    assert table.notes.count(["play.table_first"]) == 1
    table.put(cell)
    assert table.until(lambda: table.session.lines > lines)
    assert faces(table) == [6]


def test_one_die_too_many_is_said(table):
    table.hands.do(0, "lay", D6, 5)
    table.hands.do(1, "lay", D6, 2)
    lines = table.session.lines
    table.run(4000)
    assert table.session.lines == lines
    assert ["dice.too_many", 1] in table.notes
    table.hands.do(0, "take")
    assert table.until(lambda: table.session.lines > lines)
    assert faces(table) == [3]


def test_dice_that_lie_there_at_power_on_have_to_be_taken_out_once(tmp_path):
    bench = WorldBench(tmp_path / "flash")
    bench.hands.do(0, "lay", D6, 3)
    bench.new("ludo", 2)
    assert bench.until(lambda: ["dice.take_out"] in bench.notes)
    bench.hands.do(0, "take")
    assert bench.until(lambda: bench.dice.cups.cups[0].tared)
    assert bench.roll(0, D6, 2)
    bench.off()


def test_keys_throw_while_cups_wait(table):
    table.press(0, 2)
    assert source(table) == "b"


def test_a_token_in_a_cup_is_foreign(table):
    lines = table.session.lines
    table.hands.do(0, "lay", 12, 5)
    table.run(4000)
    assert table.session.lines == lines
    assert table.notes[-1][0] in ("dice.foreign", "dice.cocked")


# Faults -----------------------------------------------------------------------------------------


def test_a_dead_sensor_is_named_once_and_another_cup_plays_on(table):
    station = table.world.layout.dice
    bus = table.world.i2c[station.i2c].at(station.cups[0].channel)
    bus.plug(station.addresses[2], False)
    table.run(4000)
    assert table.notes.count(["dice.fault", 1]) == 1
    assert table.roll(1, D6, 2)  # no six: the next player throws
    bus.plug(station.addresses[2], True)
    table.run(6000)
    assert table.notes.count(["dice.back", 1]) == 1


def test_without_any_cup_bus_keys_play_on(table):
    station = table.world.layout.dice
    table.world.i2c[station.i2c].held = True
    table.run(4000)
    assert sorted(note[1] for note in table.notes if note[0] == "dice.fault") == [1, 2, 3, 4]
    table.press(0, 2)
    assert source(table) == "b"


def test_a_reader_unplugged_in_mid_game_is_named_and_comes_back(table):
    bus = table.world.i2c[1]
    bus.plug(READER, False)
    table.run(4000)
    assert table.notes.count(["tags.reader_lost"]) == 1
    assert table.news["stand"]["o"] == "reader_lost"
    assert table.roll(0, D6, 5)
    losing, gaining = table.state.footprint(table.state.legal_actions()[0])
    lines = table.session.lines
    table.carry(losing, gaining)
    assert table.session.lines > lines
    bus.plug(READER, True)
    table.world.desk.reader.power_on()
    table.run(5000)
    assert table.notes.count(["tags.reader_lost"]) == 1
    assert table.notes.count(["tags.reader_back"]) == 1
    table.world.desk.lay("04a1b2c3d4e5f6", "k:card:ace")
    table.run(1000)
    assert table.news["stand"]["t"] == ["card", "ace"]


def test_a_screen_that_is_gone_harms_nothing_and_is_painted_again(table):
    table.run(1500)
    before = table.picture()
    table.world.i2c[1].plug(SCREEN, False)
    table.run(4000)
    assert table.notes.count(["screen.lost"]) == 1
    table.world.i2c[1].plug(SCREEN, True)
    table.world.desk.screen.power_on()
    table.run(12_000)
    assert table.notes.count(["screen.back"]) == 1
    assert table.world.desk.screen.on
    assert table.picture() == before


# Tags, screen, sounds ----------------------------------------------------------------------------


def test_tags_are_told(table):
    table.world.desk.lay("04a1b2c3d4e5f6", "")
    table.run(1000)
    assert table.notes[-1] == ["tags.unknown"]
    assert (table.news["stand"]["o"], table.news["stand"]["u"]) == ("unknown", "04a1b2c3d4e5f6")
    table.world.desk.lay("04aaaaaaaaaaaa", "k:player:eva")
    table.run(1500)
    assert table.news["stand"]["o"] == "two"
    table.world.desk.take("04a1b2c3d4e5f6")
    table.run(1500)
    assert table.news["stand"]["t"] == ["player", "eva"]


def test_the_screen_follows_the_game(table):
    table.run(1500)
    asked = table.picture()
    assert any("1" in bin(int(row, 16)) for row in asked)
    assert table.roll(0, D6, 5)
    table.run(1500)
    assert table.picture() != asked  # another request, and the die
    table.app.settings.change({"language": 1})
    table.lift(next(cell for cell in range(144) if table.has(cell)))
    table.run(1500)
    assert not table.world.desk.screen.problems


def test_sounds_are_mute_where_they_shall_be(table):
    heard = table.world.desk.buzzer.changes
    assert table.roll(0, D6, 5)
    table.run(500)
    assert table.world.desk.buzzer.changes > heard
    table.app.settings.change({"mute": 1})
    heard = table.world.desk.buzzer.changes
    losing, gaining = table.state.footprint(table.state.legal_actions()[0])
    table.carry(losing, gaining)
    table.run(500)
    assert table.world.desk.buzzer.changes == heard


def test_a_weak_supply_dims_the_lights(table):
    table.run(1500)
    bright = table.a.rgb(table.layout.CELL_LED[next(c for c in range(144) if table.has(c))])
    table.world.desk.supply(410)
    table.run(2000)
    assert table.app.lights.supply_ma == 500
    dim = table.a.rgb(table.layout.CELL_LED[next(c for c in range(144) if table.has(c))])
    assert sum(dim) < sum(bright)


def test_a_weak_supply_is_believed_from_the_beginning(tmp_path):
    bench = WorldBench(tmp_path / "flash")
    bench.world.desk.supply(410)
    bench.run(2500)
    assert bench.app.lights.supply_ma == 500
    bench.off()


# More dice than cups -----------------------------------------------------------------------------


class Throws:
    """Stands for a session that waits for six dice and takes what is played."""

    def __init__(self, kinds):
        self.kinds, self.played = kinds, []

    def request(self, seat):
        return rq.Request(0, rq.THROW, rq.CUP | rq.KEYS, "ludo.ask.throw", (1, 1), self.kinds)

    def chance_outcomes(self):
        return [(face, 1) for face in range(1, 7)]

    def clone(self):
        return self

    def apply(self, action):
        pass


@pytest.mark.parametrize(("kinds", "batches"), [((D6,) * 6, (4, 2)), ((D6, 8), (2,))])
def test_dice_come_in_batches_where_cups_are_few(table, kinds, batches):
    throws = Throws(kinds)
    dice = table.dice
    table.table.play = lambda actions, source, line: throws.played.append((actions, source))
    dice.begin(kinds, -1, table.clock.ms())
    table.session._state = throws
    want = []
    done = 0
    for count in batches:
        assert table.until(lambda: all(dice.cups.seen_empty(n) for n in range(4)))
        for n in range(count):
            face = (done + n) % 6
            table.hands.do(n, "lay", kinds[done + n], face)
            want.append(face + 1)
        done += count
        if done < len(kinds):
            more = ["dice.more", len(kinds) - done]
            assert table.until(lambda more=more: more in table.notes)
            for n in range(count):
                table.hands.do(n, "take")
    assert table.until(lambda: throws.played, 12_000)
    assert throws.played[0] == (want, "u")


# Under a hood ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["lay", "tilt"])
def test_what_lies_under_a_hood_is_told_to_nobody(table, way):
    throws = Throws((12,))
    dice = table.dice
    table.table.play = lambda actions, source, line: throws.played.append((actions, source))
    dice.begin((12,), 0, table.clock.ms())
    table.session._state = throws
    throws.chance_outcomes = lambda: [(face, 1) for face in range(1, 13)]
    assert table.until(lambda: dice.cups and dice.numbers == [4] and dice.cups.seen_empty(0))
    told = []
    tell = table.table.link.tell
    table.table.link.tell = lambda what, fields: told.append((what, fields)) or tell(what, fields)
    table.hands.do(4, way, 12, 6)
    if way == "lay":
        assert table.until(lambda: throws.played)
        assert throws.played == [([7], "u")]
    else:
        assert table.until(lambda: ["dice.leans", 5] in table.notes)
        assert not throws.played
    said = [dict(fields) for what, fields in told if what == "cups"]
    assert {one["k"][4] for one in said} >= {2 if way == "lay" else 3}
    assert all(one["v"] == [0] * 8 and one["c"] == [] for one in said)
    assert all(note[0] == "dice.leans" for note in table.notes)
