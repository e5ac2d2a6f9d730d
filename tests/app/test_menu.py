"""From power-on to a game by keys and lights alone."""

import pytest
from kostka import games
from kostka.app import brief
from kostka.mats.colors import NAMES, WHITE
from kostka.rules.rng import XorShift
from kostka.scene import patterns as pt
from kostka_bench import LEFT, OK, RIGHT, UNDO

ITEMS = 9 * 12  # cell of the first item


def switched_on(bench):
    table = bench()
    table.run(500)  # until the empty table has settled; keys wait for that
    return table


def menu(table):
    return table.table.menu


def mark(table, text, panel=0):
    """Turn to an item whose text id, or first argument, is this."""
    for _ in range(len(menu(table).items)):
        words = menu(table).items[menu(table).cursor]
        if text in words:
            return
        table.press(panel, RIGHT)
    raise AssertionError(f"{text} is not in {menu(table).items}")


def choose(table, *texts, panel=0):
    for text in texts:
        mark(table, text, panel)
        table.press(panel, OK)


def open_menu(table, panel=0):
    table.chain.key(panel, LEFT, True)
    table.run(50)
    table.chain.key(panel, RIGHT, True)
    table.run(1000)
    table.chain.key(panel, LEFT, False)
    table.chain.key(panel, RIGHT, False)
    table.run(60)
    assert menu(table) is not None


@pytest.mark.parametrize("name", sorted({"ludo", "probe", "choice"}))
def test_every_game_is_begun_by_keys(bench, name):
    assert name in games.names()
    table = switched_on(bench)
    low = games.load(name).seats[0]
    choose(table, "menu.another", f"{name}.title", panel=2)
    while menu(table).items[1] != ("menu.players", low):
        choose(table, "menu.players", panel=3)
    choose(table, "menu.start", panel=2)
    assert table.session.game.name == name
    assert table.state.seats == low
    assert menu(table) is None
    table.tidy()
    table.run(200)
    assert table.referee.outcome == 0


def test_options_and_players_are_chosen_by_keys(bench):
    table = switched_on(bench)
    choose(table, "menu.another", "ludo.title")
    found = set()
    for _ in range(4):  # round
        choose(table, "menu.players")
        found.add(menu(table).items[1][1])
    assert found == {2, 3, 4}
    while menu(table).items[1][1] != 2:
        choose(table, "menu.players")
    assert sum(words[0].startswith("menu.seat.") for words in menu(table).items) == 2
    mark(table, "menu.seat.h")
    table.press(0, RIGHT, OK)  # the board plays seat 2
    labels = [["ludo.option.pawns"], ["ludo.option.die"]]
    before = [words for words in menu(table).items if labels[0] in words]
    mark_label(table, labels[0])
    table.press(0, OK)
    after = [words for words in menu(table).items if labels[0] in words]
    assert before != after
    mark_label(table, labels[1])
    table.press(0, OK)
    pawns = after[0][2]
    choose(table, "menu.start")
    assert table.state.options["pawns"] == pawns
    assert table.state.options["die"] == "color"
    assert table.table.about.kinds[1] == "b"


def mark_label(table, label):
    for _ in range(20):
        if label in menu(table).items[menu(table).cursor]:
            return
        table.press(0, RIGHT)
    raise AssertionError(label)


def test_lights_alone_show_the_menu(bench):
    table = switched_on(bench)
    choose(table, "menu.another", "ludo.title")
    count = len(menu(table).items)
    row = [table.pattern(ITEMS + n) for n in range(count)]
    assert row[0] == pt.DOUBLE
    assert set(row[1:]) == {pt.REST}
    assert all(table.color(ITEMS + n) == WHITE for n in range(count))
    if count < 12:
        assert NAMES[table.color(ITEMS + count)] == "off"
    mark(table, "menu.players")
    seats = table.app.lights.scene.code[144:]
    assert [code != 0 for code in seats] == [True] * 4
    choose(table, "menu.players")
    assert [code != 0 for code in table.app.lights.scene.code[144:]] == [True, True, False, False]
    table.run(100)
    lit = sum(any(table.light(n)) for n in range(144))
    assert lit > count  # items, and an icon and a number


def test_the_menu_of_a_game_goes_away_and_leaves_it_alone(bench):
    table = bench().new("ludo", 2)
    table.play_on(XorShift(3), 8)
    digest, lines = table.state.digest(), table.session.lines
    shown = bytes(table.app.lights.scene.code)
    open_menu(table, 1)
    assert bytes(table.app.lights.scene.code) != shown
    table.press(3, UNDO)
    assert menu(table) is None
    assert (table.state.digest(), table.session.lines) == (digest, lines)
    assert bytes(table.app.lights.scene.code) == shown
    for name in ("kostka.app.menu", "kostka.app.saves", "kostka.scene.menu"):
        assert name in brief.modules()  # dropped where memory is scarce
    table.play_on(XorShift(4), 8)


def test_hands_wait_while_the_menu_is_open(bench):
    table = bench().new("ludo", 2)
    table.table.play([table.action("d6")], "k")
    open_menu(table)
    lines = table.session.lines
    table.lift(table.cell(56), 300)
    table.put(table.cell(0))
    table.settle()
    assert table.session.lines == lines
    table.press(0, UNDO)
    assert table.session.lines == lines + 1  # the move stands there


def test_one_key_of_the_two_opens_nothing(bench):
    table = bench().new("ludo", 2)
    for key in (LEFT, RIGHT):
        table.press(0, key, hold_ms=1000)
        assert menu(table) is None
    table.chain.key(0, LEFT, True)
    table.chain.key(1, RIGHT, True)
    table.run(1000)
    table.chain.key(0, LEFT, False)
    table.chain.key(1, RIGHT, False)
    table.run(60)
    assert menu(table) is None


def test_a_line_of_the_host_closes_the_menu(bench):
    table = bench().new("ludo", 2)
    open_menu(table)
    table.table.throw()
    assert menu(table) is None
    table.run(300)
    assert table.table.menu is None


def test_save_and_begin_another_then_come_back(bench):
    table = bench().new("ludo", 2, pawns=2)
    table.play_on(XorShift(3), 12)
    first, digest = table.session.id, table.state.digest()
    open_menu(table)
    choose(table, "menu.save", "Bravo", "menu.another", "ludo.title", "menu.start")
    assert table.session.id != first
    table.tidy()
    open_menu(table)
    mark(table, "menu.saves")
    table.press(0, OK)
    assert menu(table).items[0][1] == "Bravo"
    choose(table, "Bravo", "menu.open")
    assert table.session.id == first
    assert table.state.digest() == digest
    assert table.table.about.name == "Bravo"
    assert table.referee.outcome != 0  # the tokens of the other game still stand there
    assert table.referee.missing or table.referee.extra
    table.tidy()
    assert table.referee.outcome == 0
    table.play_on(XorShift(9), 6)


def test_a_save_is_renamed_and_dropped_by_keys(bench):
    table = bench().new("ludo", 2)
    first = table.session.id
    open_menu(table)
    choose(table, "menu.save", "Alfa", "menu.another", "ludo.title", "menu.start")
    open_menu(table)
    choose(table, "menu.saves", "Alfa", "menu.rename", "Tango")
    choose(table, "Tango", "menu.drop", "menu.no")
    choose(table, "menu.saves", "Tango", "menu.drop", "menu.yes")
    assert first not in table.table.journal.ids()
    assert menu(table).title == ("menu.title",)


def test_start_over_and_break_off(bench):
    table = bench().new("ludo", 3, pawns=2)
    table.play_on(XorShift(3), 12)
    first = table.session.id
    open_menu(table)
    choose(table, "menu.over", "menu.yes")
    assert table.session.id != first
    assert table.state.seats == 3
    assert table.state.options["pawns"] == 2
    assert first in table.table.journal.ids()
    open_menu(table)
    choose(table, "menu.abort", "menu.no")
    assert not table.session.closed
    choose(table, "menu.abort", "menu.yes")
    assert table.session.closed
    assert not table.state.is_terminal()
    table.run(300)
    lines = table.session.lines
    table.press(0, OK)
    assert table.session.lines == lines
    table.press(0, OK, hold_ms=1000)
    assert not table.session.closed


def test_a_tag_on_a_mat_chooses_its_game(bench):
    table = switched_on(bench)
    table.table.mat_tag("nothing known")
    assert menu(table).title == ("menu.title",)
    table.table.mat_tag("ludo")
    assert menu(table).title == ("menu.new", ["ludo.title"])
    choose(table, "menu.start")
    assert table.session.game.name == "ludo"
    table.table.mat_tag("ludo")  # this mat is in use
    assert menu(table) is None
    table.table.mat_tag("choice")
    assert menu(table).title == ("menu.new", ["choice.title"])


class Screen:
    def __init__(self):
        self.shown = []

    def show(self, title, items, cursor):
        self.shown.append((title, list(items), cursor))

    def hear(self, problem):
        pass


def test_screen_and_host_see_the_menu(bench):
    table = bench().new("ludo", 2)
    table.table.screen = Screen()
    table.say("hello", p=[1, 0], c="0001", v={"ludo": 1})
    table.run(300)
    taken = [len(table.port.sent)]
    table.heard()

    def heard():
        found = []
        for _ in range(4):
            table.say("ack", b=taken[0])
            table.run(100)
            taken[0] += len(table.port.sent)
            found += [one for one in table.heard() if one["m"] == "menu"]
        return found

    heard()
    open_menu(table)
    seen = heard()
    assert seen[-1]["t"] == ["menu.title"]
    assert seen[-1]["at"] == 0
    assert seen[-1]["it"][0] == ["menu.go_on"]
    assert table.table.screen.shown[-1][0] == ("menu.title",)
    table.press(0, UNDO)
    assert heard()[-1]["t"] == []
    assert table.table.screen.shown[-1] == ((), [], -1)
