"""Games on the shelf over the link: named, listed, opened, dropped; none is lost or doubled."""

import kostka_bench
import pytest
from kostka.app import saves
from kostka.errors import KostkaError
from kostka.journal.shelf import KEEP
from kostka.rules.rng import XorShift
from kostka_host_side import Host


@pytest.fixture
def table(tmp_path):
    table = kostka_bench.Bench(tmp_path / "flash")
    table.new("ludo", 2, pawns=2)
    yield table
    table.off()


def refused(reply):
    assert reply["ok"] == 0
    return reply["err"]


def test_a_host_follows_when_another_game_is_opened(table):
    host = Host(table)
    table.play_on(XorShift(1), 10)
    first, digest, chain = table.session.id, table.state.digest(), table.session.chain
    assert host.ask("save", name="Alfa")["ok"] == 1
    table.new("ludo", 3)
    table.play_on(XorShift(2), 6)
    host.bodies.clear()
    host.again()
    host.catch_up()
    reply = host.ask("open", id=first)
    assert (reply["ok"], reply["n"]) == (1, table.session.lines)
    assert (table.session.id, table.state.digest(), table.session.chain) == (first, digest, chain)
    host.bodies.clear()
    host.again()
    host.catch_up()
    assert f'"id":"{first}"' in host.bodies[0]
    about = [one for one in host.messages if one["m"] == "about"][-1]
    assert (about["name"], about["k"], about["turn"]) == ("Alfa", "hh", 0)


def test_games_are_told_a_few_at_a_time(table):
    host = Host(table)
    for _ in range(KEEP + 2):
        table.new("ludo", 2)
    found, at = [], 0
    while True:
        reply = host.ask("games", **{"from": at})
        found += reply["games"]
        at = len(found)
        if at >= reply["of"]:
            break
    ids = [row[0] for row in found]
    assert ids == [one[0] for one in table.table.journal.games()]
    assert len(set(ids)) == len(ids) == KEEP + 1
    assert [row[5] for row in found] == [1] + [0] * KEEP


def test_named_games_stay_and_names_are_bounded(table):
    host = Host(table)
    named = []
    for number in range(saves.NAMED):
        assert host.ask("save", name=f"Game {number}")["ok"] == 1
        named.append(table.session.id)
        table.new("ludo", 2)
    for _ in range(KEEP + 3):
        table.new("ludo", 2)
    assert set(named) <= set(table.table.journal.ids())
    assert refused(host.ask("save", name="one more")) == "saves.too_many"
    assert refused(host.ask("save", name="game 3")) == "saves.taken"
    assert host.ask("save", name="another", id=named[0])["ok"] == 1  # the same game
    assert host.ask("save", name="", id=named[0])["ok"] == 1
    assert host.ask("save", name="one more")["ok"] == 1
    assert refused(host.ask("save", name="x" * 25)) == "saves.bad_name"
    assert refused(host.ask("save", name="a\nb")) == "saves.bad_name"


def test_a_rename_keeps_who_sits_there(table):
    host = Host(table)
    assert host.ask("seats", k="rb")["ok"] == 1
    first = table.session.id
    table.new("ludo", 2)
    assert host.ask("save", name="Echo", id=first)["ok"] == 1
    assert host.ask("open", id=first)["ok"] == 1
    assert (table.table.about.kinds, table.table.about.name) == ("rb", "Echo")


def test_the_game_in_play_is_not_dropped(table):
    host = Host(table)
    first = table.session.id
    assert refused(host.ask("drop", id=first)) == "saves.in_play"
    assert refused(host.ask("drop", id="0" * 16)) == "saves.unknown"
    assert refused(host.ask("open", id="..")) == "saves.unknown"
    table.new("ludo", 2)
    assert host.ask("drop", id=first)["ok"] == 1
    assert first not in table.table.journal.ids()


def test_a_damaged_save_leaves_the_game_before(table, tmp_path):
    first = table.session.id
    table.play_on(XorShift(1), 10)
    table.new("ludo", 2)
    table.play_on(XorShift(3), 5)
    now, digest, lines = table.session.id, table.state.digest(), table.session.lines
    path = tmp_path / "flash" / "journal" / first / "main"
    data = bytearray(path.read_bytes())
    data[30] ^= 1
    path.write_bytes(data + b"x\n")
    with pytest.raises(KostkaError):
        saves.open_game(table.table, first)
    assert (table.session.id, table.state.digest(), table.session.lines) == (now, digest, lines)
    table.play_on(XorShift(4), 5)
    assert table.session.lines > lines
    assert table.table.journal.current() == now


def test_another_kind_of_game_opens_after_a_restart(table, tmp_path):
    first = table.session.id
    table.play_on(XorShift(1), 10)
    digest = table.state.digest()
    table.table.start("choice", 2, {})
    table.off()
    table = kostka_bench.Bench(tmp_path / "flash", seed=2)
    assert table.session.game.name == "choice"
    saves.open_game(table.table, first)
    assert table.app._restart
    table.off()
    table = kostka_bench.Bench(tmp_path / "flash", seed=3)
    assert (table.session.id, table.state.digest()) == (first, digest)
    table.off()


def test_new_names_who_plays(table):
    host = Host(table)
    assert host.ask("new", game="ludo", seats=3, opt={}, k="hbr")["ok"] == 1
    assert table.table.about.kinds == "hbr"
    assert refused(host.ask("new", game="ludo", seats=3, opt={}, k="hb")) == "seats.kinds"
    assert refused(host.ask("turn", turn=4)) == "link.bad_request"
    assert host.ask("turn", turn=3)["ok"] == 1
    lines = table.session.lines
    assert refused(host.ask("abort", n=lines + 1)) == "link.stale"
    assert host.ask("abort", n=lines)["n"] == lines
    assert refused(host.ask("undo", n=0)) == "play.closed"
