"""Procedures at the table: dice by their faces, gains and tares, a walk over cells, lights."""

import cup_layout
import pytest
from kostka.app import kept
from kostka.errors import OptionError
from kostka.mats.colors import BLUE, GREEN, RED, WHITE
from kostka.sense import faces
from kostka.text import Catalog
from kostka_host.chips.dice_world import Pose
from kostka_world import WorldBench

RIGHT, OK, UNDO = 1, 2, 3


@pytest.fixture
def table(tmp_path):
    bench = WorldBench(tmp_path / "flash")
    bench.run(2500)
    yield bench
    bench.off()


def learn(table, what, **fields):
    table.table.learn(
        what,
        fields.get("name", ""),
        fields.get("kind", 6),
        fields.get("cup", 0),
        fields.get("cell", -1),
    )


def until(table, state, ms=8000):
    assert table.until(lambda: table.news.get("learn", {}).get("st") == state, ms), table.news
    return table.news["learn"]


def color(table, cell):
    """Return the color of a cell that is lit."""
    assert any(table.light(cell))
    return table.app.lights.scene.color(cell)


def lay_faces(table, kind, shown=lambda value: value):
    """Lay a die on each face that is asked for, as shown() has it."""
    began = table.clock.ms()
    news = until(table, "lay")
    while news["st"] == "lay":
        value = shown(news["at"])
        table.hands.do(0, "lay", kind, faces.TABLES[kind][1].index(value))
        table.until(lambda: table.news["learn"]["st"] != "lay")
        if table.news["learn"]["st"] in ("kept", "stopped"):
            return table.clock.ms() - began
        table.hands.do(0, "take")
        news = until(table, "lay")
    return table.clock.ms() - began


@pytest.mark.parametrize("kind", [6, 12])
def test_a_die_is_learned_without_a_computer(table, kind):
    learn(table, "enroll", name="mine", kind=kind)
    took_ms = lay_faces(table, kind)
    news = table.news["learn"]
    assert (news["st"], news["n"], news["of"]) == ("kept", kind, kind)
    assert news["odd"][0] < 200  # two degrees
    assert took_ms < 120_000
    learned = kept.die(table.dice.path, cup_layout, kind)
    assert learned.enrolled
    body = table.hands._bodies[(0, kind)]
    assert faces.dot(learned.direction, body.direction) > 0.999
    if kind == 6:  # and it is used
        table.hands.do(0, "take")
        table.new("ludo", 2)
        assert table.roll(0, 6, 2)


def test_a_face_that_was_mixed_up_is_asked_for_again(table):
    learn(table, "enroll", kind=6)
    wrong = [0]

    def shown(value):
        if value == 3 and not wrong[0]:
            wrong[0] = 1
            return 5
        return value

    until(table, "lay")
    lay_faces(table, 6, shown)
    assert table.news["learn"]["st"] == "kept"
    learned = kept.die(table.dice.path, cup_layout, 6)
    assert faces.dot(learned.direction, table.hands._bodies[(0, 6)].direction) > 0.999


@pytest.mark.parametrize("what", ["enroll", "gains"])
def test_what_is_no_single_die_is_not_learned_from(table, what):
    learn(table, what)
    until(table, "lay")
    table.hands.do(0, "lay", 6, 0)
    world = table.world.dice.world
    die, pose = world.cups[0].die, world.cups[0].pose
    x, y, z = pose.middle
    world.place(0, die, Pose(pose.attitude, (x + 8.0, y + 8.0, z)))  # beside the cup
    news = until(table, "again")
    assert news["n"] == 0
    assert "one die alone" in Catalog("en").say(f"learn.{what}.again")
    table.hands.do(0, "take")
    until(table, "lay")
    table.hands.do(0, "lay", 6, 0)
    assert until(table, "next")["n"] == 1


def test_a_die_alone_is_learned_anew(table):
    kept.keep_die(table.dice.path, "other", 8, faces.usual(8))
    for _ in range(2):
        learn(table, "enroll", name="mine")
        lay_faces(table, 6)
        table.hands.do(0, "take")
        table.run(1000)
    rows = [(row["what"], row["n"]) for row in kept.rows(table.dice.path)]
    assert sorted(rows) == [("die", "mine"), ("die", "other")]


def test_gains_and_tares_are_kept_over_a_restart(table, tmp_path):
    learn(table, "gains", cup=1)
    news = until(table, "lay")
    for n in range(6):
        table.hands.do(1, "lay", 6, n)
        if n < 5:
            until(table, "next")
            table.hands.do(1, "take")
            until(table, "lay")
    news = until(table, "kept")
    assert news["n"] == 6
    gains = table.dice.cups.cups[1].gains
    assert all(0.9 < gain < 1.1 for gain in gains)
    table.hands.do(1, "take")
    learn(table, "tare")
    until(table, "empty")
    until(table, "kept", 15_000)
    table.off()
    again = WorldBench(tmp_path / "flash")
    again.hands.do(0, "lay", 6, 3)  # it lies there from the beginning
    again.run(3000)
    cups = again.dice.cups.cups
    assert [cup.tared for cup in cups] == [True] * 4
    assert max(abs(a - b) for a, b in zip(cups[1].gains, gains, strict=True)) < 1e-3
    again.off()


@pytest.mark.parametrize("what", ["enroll", "gains", "tare"])
def test_a_full_flash_leaves_all_as_it_was(table, monkeypatch, what):
    def full(path, *_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept, "keep", full)
    learn(table, what)
    for n in range(6 if what != "tare" else 0):
        until(table, "lay")
        table.hands.do(0, "lay", 6, n)
        table.until(lambda: table.news["learn"]["st"] != "lay")
        table.hands.do(0, "take")
    until(table, "stopped", 15_000)
    assert table.until(lambda: [note for note in table.notes if note[0] == "learn.write"])
    assert table.table.procedure is None
    assert all(cup.gains is None for cup in table.dice.cups.cups)
    learn(table, "leds")  # and it goes on


def test_a_walk_finds_cells_that_do_not_see(table):
    cells = [0, 1, 13]
    learn(table, "cells", cell=0)
    until(table, "put")
    assert color(table, 0) == GREEN
    assert table.light(1) == (0, 0, 0)
    table.put(0, 400)
    assert table.news["learn"]["st"] == "kept"
    table.lift(0, 400)
    learn(table, "cells")
    until(table, "put")
    table.put(cells[0], 400)
    table.lift(cells[0], 400)
    table.put(cells[2], 400)  # not the one that is lit
    assert table.news["learn"]["st"] == "wrong"
    table.lift(cells[2], 400)
    table.press(0, RIGHT)
    assert table.news["learn"]["odd"] == [[1, 13]]
    table.press(0, UNDO)
    assert table.news["learn"]["st"] == "stopped"
    assert table.table.procedure is None


def test_a_stuck_sensor_is_odd_and_the_walk_goes_on(table):
    table.put(2, 400)  # stays there
    learn(table, "cells")
    until(table, "put")
    for cell in (0, 1):
        table.put(cell, 400)
        assert table.news["learn"]["n"] == cell + 1, table.news["learn"]
        table.lift(cell)  # slid on to the next
    table.run(400)
    assert table.news["learn"]["at"] == 2
    table.put(13, 400)
    assert table.news["learn"]["st"] == "wrong"
    table.press(0, RIGHT)  # with the token on 13, which counts when it was lifted
    table.lift(13, 400)
    table.put(3, 400)
    news = table.news["learn"]
    assert (news["at"], news["n"], news["odd"]) == (4, 4, [[2, 13]])


def test_lights_are_looked_at_in_four_colors(table):
    learn(table, "leds")
    seen = []
    for _ in range(4):
        table.run(100)
        seen.append(color(table, 77))
        assert len({table.light(cell) for cell in range(144)}) == 1
        table.press(0, OK)
    assert seen == [RED, GREEN, BLUE, WHITE]
    assert table.news["learn"]["st"] == "kept"
    table.run(100)
    assert table.light(77) == (0, 0, 0)


def test_the_game_waits_meanwhile(table):
    table.new("ludo", 2)
    lines = table.session.lines
    learn(table, "enroll")
    until(table, "lay")
    table.press(0, OK)
    table.hands.do(0, "lay", 6, 1)
    until(table, "next")
    assert table.session.lines == lines
    table.press(0, UNDO)
    table.hands.do(0, "take")
    assert table.roll(0, 6, 5)


def test_what_cannot_be_learned_is_refused(table):
    with pytest.raises(OptionError, match="kind"):
        learn(table, "enroll", kind=20)
    with pytest.raises(OptionError, match="nothing"):
        learn(table, "enroll", cup=9)
    for wrong in ({"cup": 1 << 40}, {"cup": -1}, {"cup": "1"}, {"die": -6}, {"die": None}):
        table.news.pop("re", None)
        table.say("learn", i=7, w="enroll", **wrong)
        assert table.until(lambda: "re" in table.news), table.news
        assert table.table.procedure is None, wrong
    learn(table, "leds")
    with pytest.raises(OptionError, match="busy"):
        learn(table, "tare")
    learn(table, "stop")
    assert table.news.get("learn") is None or table.table.procedure is None


def test_a_damaged_row_costs_itself_alone(tmp_path):
    path = str(tmp_path / "dice")
    kept.keep(path, "tare", 0, list(range(12)))
    kept.keep(path, "tare", 1, list(range(12)))
    text = (tmp_path / "dice").read_text().splitlines(keepends=True)
    (tmp_path / "dice").write_text("nonsense\n" + text[0].replace("11", "12") + text[1])
    assert [row["n"] for row in kept.rows(path)] == [1]


def choose(table, *texts):
    """Take items of the menu, by their text ids, by keys."""
    for text in texts:
        menu = table.table.menu
        for _ in range(len(menu.items)):
            if menu.items[menu.cursor][0] == text:
                break
            table.press(0, RIGHT)
        assert menu.items[menu.cursor][0] == text, menu.items
        table.press(0, OK)


def test_the_menu_begins_everything(table):
    choose(table, "menu.learn", "menu.learn.leds")
    assert table.table.menu is None
    assert table.news["learn"]["st"] == "look"
    table.run(100)
    assert color(table, 77) == RED
    table.press(0, UNDO)
    assert table.news["learn"]["st"] == "stopped"
    assert table.table.menu is not None  # nothing else is there to go back to
    table.run(100)
    assert table.light(77) == (0, 0, 0)
    choose(table, "menu.learn")
    words = table.table.menu.items
    assert [one[0] for one in words].count("menu.learn.gains") == table.dice.count
    kinds = [int(one[1][1:]) for one in words if one[0] == "menu.learn.enroll"]
    assert sorted([*kinds, faces.COLOR]) == sorted(faces.TABLES)
    assert ("menu.learn.color",) in words
    choose(table, "menu.learn.enroll")
    until(table, "lay")
    assert table.news["learn"]["of"] == 6
    table.press(0, UNDO)
    choose(table, "menu.learn", "menu.learn.tare")
    until(table, "kept")


def test_the_menu_gives_a_game_back(table):
    table.new("ludo", 2)
    lines, shown = table.session.lines, bytes(table.a.buf)
    table.table.open_menu()
    choose(table, "menu.learn", "menu.learn.cells")
    assert table.news["learn"]["w"] == "cells"
    table.press(0, UNDO)
    table.run(500)
    assert table.table.menu is None
    assert table.session.lines == lines
    assert table.app.lights.scene.mat is table.table.mat
    assert any(shown)
    assert any(table.a.buf)
